"""Data of a wrong form: its sender is told where and what would be right, in its own words."""

from typing import Any

import pytest
from pydantic import TypeAdapter, ValidationError
from pydantic_core import to_json

from engine.core.codec import codec_of
from engine.core.malformed import faults, sentence
from engine.core.rejection import Rejection
from engine.games.chosen import GAME
from engine.games.chosen.commands import ChosenCommand, ChosenConfig
from engine.games.sorcery.commands import SorceryCommand, SorceryEntry

DECKS = "deck: Input should be one of 'ready', 'own'."
NO_OBJECT = "Input should be an object with `deck`, one of 'ready', 'own'."


def told(data: object) -> str:
    """Return what is said of something that is brought to Chosen."""
    with pytest.raises(ValidationError) as caught:
        codec_of(GAME).entry(data)  # pyright: ignore[reportArgumentType]
    return sentence(caught.value, data, GAME.entry)


@pytest.mark.parametrize(
    ("brought", "sentence_told"),
    [
        ({}, "deck: Field required, one of 'ready', 'own'."),
        ({"deck": "mine"}, DECKS),
        ({"deck": None}, DECKS),
        ({"deck": ["own"]}, DECKS),
        ({"deck": "ready"}, "name: Field required."),
        (
            {"deck": "ready", "name": "x", "own": 1},
            "own: There is no such field; there are: deck, name.",
        ),
        ({"deck": "own", "cards": "abc", "levels": []}, "cards: Input should be a list of texts."),
        (
            {"deck": "own", "cards": [1] * 40, "levels": []},
            "cards.0: Input should be a text (and 39 more).",
        ),
        (
            {"deck": "own", "cards": ["x"] * 121, "levels": []},
            "cards: Input should have at most 120 items, not 121.",
        ),
        ("first_steps", NO_OBJECT),
        ([], NO_OBJECT),
    ],
)
def test_forms_are_told_by_the_fields_that_the_sender_wrote(
    brought: object, sentence_told: str
) -> None:
    assert told(brought) == sentence_told


@pytest.mark.parametrize("kind", ["nope", None, ["pass"], "a\nsecret"])
def test_what_was_sent_is_not_repeated(kind: Any) -> None:
    commands = TypeAdapter[Any](ChosenCommand)
    with pytest.raises(ValidationError) as caught:
        commands.validate_python({"kind": kind})
    (fault,) = faults(caught.value, {"kind": kind})
    assert fault.steps == ("kind",)
    assert fault.reason.startswith("Input should be one of 'pass', 'summon'")
    assert str(kind) not in fault.reason.replace("'pass'", "")


def test_a_field_that_is_called_like_its_kind_is_not_in_the_way_of_another() -> None:
    command = {"kind": "use", "use": 1}
    with pytest.raises(ValidationError) as caught:
        TypeAdapter[Any](ChosenCommand).validate_python(command)
    assert sentence(caught.value, command, ChosenCommand) == "card: Field required."


@pytest.mark.parametrize("targets", [[], ["f1"] * 4])
def test_a_list_of_a_wrong_length_is_told_with_the_length_it_has(targets: list[str]) -> None:
    command = {"kind": "shoot", "figure": "f1", "targets": targets}
    with pytest.raises(ValidationError) as caught:
        TypeAdapter[Any](SorceryCommand).validate_python(command)
    bound = "most 3 items" if targets else "least 1 item"
    assert sentence(caught.value, command) == (
        f"targets: Input should have at {bound}, not {len(targets)}."
    )


@pytest.mark.parametrize("figure", [{}, {"figure": 3}, {"figure": "grave_levy", "tokens": 2}, 7])
def test_a_list_is_not_called_too_short_for_what_is_wrong_in_it(figure: object) -> None:
    army = {"army": "own", "figures": [figure]}
    with pytest.raises(ValidationError) as caught:
        TypeAdapter[Any](SorceryEntry).validate_python(army)
    (fault,) = faults(caught.value, army)
    assert fault.steps[:2] == ("figures", "0")


@pytest.mark.parametrize(
    ("wrong", "sentence_told"),
    [
        (
            {"path": [18_000, 26_000]},
            "path.0: Input should be a point [x, y], in thousandths of an",
        ),
        (
            {"path": [[18_000]]},
            "path.0: Input should be a point [x, y], in thousandths of an inch.",
        ),
        ({"path": "north"}, "path: Input should be a list, each item a point [x, y], in thousandt"),
        (
            {"path": [], "facing": 90},
            "facing: Input should be a direction [east, north], as [0, 1]",
        ),
        (
            {"path": [], "facing": [18_000, 0]},
            "facing: Both numbers should be from -10000 to 10000",
        ),
    ],
)
def test_what_should_stand_there_is_told_as_one_sends_it(
    wrong: dict[str, object], sentence_told: str
) -> None:
    command = {"kind": "move", "figure": "f1", **wrong}
    with pytest.raises(ValidationError) as caught:
        TypeAdapter[Any](SorceryCommand).validate_json(to_json(command), strict=True)
    assert sentence(caught.value, command, SorceryCommand).startswith(sentence_told)


@pytest.mark.parametrize(
    ("brought", "sentence_told"),
    [
        (["axe_rider"], "figures.0: Input should be an object with `figure`, `book`, `spells`."),
        (
            [{"figure": "axe_rider", "spells": "noon"}],
            "figures.0.spells: Input should be a list of",
        ),
        ([{"figures": "axe_rider"}], "figures.0.figures: There is no such field; there are: fig"),
    ],
)
def test_what_is_brought_is_told_as_it_should_be(brought: list[object], sentence_told: str) -> None:
    army = {"army": "own", "figures": brought}
    with pytest.raises(ValidationError) as caught:
        TypeAdapter[Any](SorceryEntry).validate_json(to_json(army), strict=True)
    assert sentence(caught.value, army, SorceryEntry).startswith(sentence_told)


def test_sentences_of_our_own_stand_without_the_validators_words() -> None:
    with pytest.raises(ValidationError) as caught:
        ChosenConfig(sieges_only=True)
    said = sentence(caught.value, {"sieges_only": True})
    assert said == "`sieges_only` and `victory_points` are options of the mode `round_attack`."


def test_a_field_that_there_is_not_is_told_with_those_there_are() -> None:
    wrong = {"modus": "twins"}
    with pytest.raises(ValidationError) as caught:
        ChosenConfig.model_validate(wrong)
    (fault,) = faults(caught.value, wrong, ChosenConfig)
    known = "mode, sieges_only, victory_points"
    assert fault == (("modus",), f"There is no such field; there are: {known}")


@pytest.mark.parametrize(
    ("command", "known"),
    [
        ({"kind": "pass", "cards": []}, "kind"),
        ({"kind": "match.offer", "what": "draw", "to": 1}, "kind, what"),
    ],
)
def test_a_field_that_a_command_has_not_is_told_with_those_it_has(
    command: dict[str, Any], known: str
) -> None:
    (name,) = command.keys() - known.split(", ")
    read = codec_of(GAME).submission(to_json({"command": command}))
    assert isinstance(read, Rejection)
    assert read.detail == f"command.{name}: There is no such field; there are: {known}."


def test_a_field_deep_inside_is_told_with_those_there_are() -> None:
    army = {"army": "own", "figures": [{"figure": "grave_levy", "tokens": 2}]}
    with pytest.raises(ValidationError) as caught:
        TypeAdapter[Any](SorceryEntry).validate_python(army)
    (fault,) = faults(caught.value, army, SorceryEntry)
    assert fault.steps == ("figures", "0", "tokens")
    assert fault.reason.startswith("There is no such field; there are: figure, ")


def test_json_text_is_read_for_its_paths() -> None:
    text = b'{"deck":"ready","name":7}'
    with pytest.raises(ValidationError) as caught:
        TypeAdapter[Any](GAME.entry).validate_json(text, strict=True)
    assert sentence(caught.value, text) == "name: Input should be a text."
    with pytest.raises(ValidationError) as caught:
        TypeAdapter[Any](GAME.entry).validate_json(b"{", strict=True)
    assert sentence(caught.value, b"{").startswith("Invalid JSON")
