"""The log [18]: what is open, what is secret, and what waits in the state."""

import json

import pytest

from engine.core.messages import Event, members_of
from engine.core.rng import Rng
from engine.games.sorcery import GAME
from engine.games.sorcery.ops import Aim, Damage, Way
from tests.engine.games.sorcery.laws import twin
from tests.engine.games.sorcery.samples import Printer, spell
from tests.engine.games.sorcery.table import SOUTH, Battle, stand, table

pytestmark = pytest.mark.usefixtures("samples")


@pytest.fixture(autouse=True)
def cards(printed: Printer) -> None:
    printed(spell("sting", Way(aim=Aim(who="enemy"), does=(Damage(who="marked", flat=1),))))


def two_mages(*, tokens: int = 0, book: str = "sting quiet_word") -> Battle:
    return Battle(
        table(
            stand("mage", 0, (18_000, 5_000), book=book),
            stand("mage", 1, (18_000, 12_000), facing=SOUTH, tokens=tokens),
        )
    )


@pytest.mark.rule("sorcery", "18.1")
def test_the_only_secrets_are_books_and_who_browsed_to_what() -> None:
    hidden = '"properties": {"hidden":'
    secret = {
        event.__name__
        for event in members_of(GAME.event)
        if issubclass(event, Event) and hidden in json.dumps(event.model_json_schema())
    }
    agenda = {"QuestionPut"}  # of nobody: what is left to do can be told from the rest
    assert secret == {"TableLaid", "BookTaken", "Browsed", "Memorised"} | agenda


@pytest.mark.rule("sorcery", "18.1")
def test_everybody_sees_the_field_as_it_is() -> None:
    battle = two_mages(tokens=1)
    views = [GAME.view(battle.state, seat).model_dump() for seat in (0, 1, None)]
    for name in ("figures", "field", "effects", "objectives", "actions", "question"):
        assert views[0][name] == views[1][name] == views[2][name]
    shown = views[2]["figures"][1]
    assert (shown["at"], shown["facing"], shown["tokens"], shown["click"]) == (
        (18_000, 12_000), SOUTH, 1, 0,
    )  # fmt: skip
    assert [view["books"][0]["leaves"] is None for view in views] == [False, True, True]


@pytest.mark.rule("sorcery", "18.2")
def test_a_spell_is_open_from_its_showing_and_where_it_goes() -> None:
    battle = two_mages(tokens=1).do(0, "cast", figure="f1", targets=["f2"])
    (shown,) = battle.told("spell_shown")
    (placed,) = battle.told("spell_placed")
    assert (shown.spell, shown.targets) == ("sting", ("f2",))
    assert (placed.spell, placed.where) == ("sting", "face_up_bottom")


@pytest.mark.rule("sorcery", "18.3")
def test_who_is_asked_does_not_tell_what_lies_in_a_book() -> None:
    for book in ("", "sting", "sting~", "quiet_word cinder_dart"):
        battle = two_mages(book=book).let_pass()
        assert battle.asked == ("turn_end", 0)


@pytest.mark.rule("sorcery", "18.3")
def test_for_who_may_not_look_all_books_are_alike() -> None:
    battle = two_mages(book="sting quiet_word cinder_dart")
    rng = Rng(bytes(32), 1)
    for _ in range(9):
        other = twin(battle.state, 1, rng)
        assert GAME.pending(other) == GAME.pending(battle.state)
        assert GAME.view(other, 1) == GAME.view(battle.state, 1)


@pytest.mark.rule("sorcery", "18.4")
def test_an_interrupted_spell_waits_in_the_state() -> None:
    battle = two_mages().do(0, "cast", figure="f1", targets=["f2"])
    assert battle.asked == ("counter", 1)
    shown = battle.state.announced
    assert shown is not None
    assert (shown.spell, shown.caster, shown.targets) == ("sting", "f1", ("f2",))
    assert GAME.view(battle.state, None).model_dump()["announced"]["spell"] == "sting"
    battle.let_pass()
    assert battle.state.announced is None
