"""What is printed on cards is made of what they do."""

from __future__ import annotations

from collections import defaultdict
from pathlib import Path

import pytest
from pydantic import ValidationError

import engine.games.spellwars
from engine.games.spellwars.cards import WILD, name_of
from engine.games.spellwars.ops import Heal, Pay
from engine.games.spellwars.texts import text_of, text_of_card
from tests.engine.games.spellwars.walk import APART, PRINTED, all_parts, variants

KINDS = sorted({type(part) for part in all_parts()}, key=lambda kind: kind.__name__)


READING = {
    "mister_nobody": (
        "Pay 2 Blood: also take a Treasure from the target. Target: a rival of your choice. "
        "1 damage to the target, and 1 more for each Treasure in play."
    ),
    "mother_bramble": "Heal 1 die. Reaction: stay alive with 1 Life.",
    "kiln_imp": (
        "Target: the rival on your right. Power Roll: 1-4: 1 damage to the target; "
        "5-9: 2 damage to the target; 10+: 1 die of damage to the target, then KEEP."
    ),
    "backwards": (
        "Target: the rival on your right. Steal 1 Blood from the target. "
        "Castle: instead steal 2 Blood from the target, then 2 damage to the target."
    ),
    "short_straw": "At the end of the turn, if you are weakest: heal 2, then gain a Treasure.",
    "cold_comfort": "Gain 2 Blood, and 2 more if you were the first to die in this round.",
    WILD: "Stands in any place; replaced by a card of that type when the spell is opened.",
}


@pytest.mark.parametrize("card", READING)
def test_a_card_reads_like_this(card: str) -> None:
    assert text_of_card(card) == READING[card]


@pytest.mark.parametrize("card", [*PRINTED, WILD])
def test_a_card_has_a_name_and_a_text(card: str) -> None:
    assert name_of(card)
    text = text_of_card(card)
    assert text[0].isupper() or text[0].isdigit()
    assert text.endswith(".")
    assert not any(slip in text for slip in ("  ", " .", " ,", ": .", ".."))


def test_cards_that_do_something_else_say_something_else() -> None:
    cards = defaultdict[str, list[dict[str, object]]](list)
    for card in PRINTED.values():
        cards[text_of(card)].append(card.model_dump(exclude=APART))
    for text, doings in cards.items():
        assert all(one == doings[0] for one in doings), text


@pytest.mark.parametrize("card", PRINTED)
def test_whatever_is_changed_in_what_a_card_does_changes_its_text(card: str) -> None:
    printed = PRINTED[card]
    others = list(variants(printed))
    assert others
    for other in others:
        assert text_of(other) != text_of(printed), other


def test_names_are_unique() -> None:
    names = [name_of(card) for card in (*PRINTED, WILD)]
    assert len(names) == len(set(names))


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.__name__)
def test_unknown_fields_of_cards_are_refused(kind: type) -> None:
    part = next(part for part in all_parts() if type(part) is kind)
    assert type(part).model_validate(part.model_dump()) == part
    with pytest.raises(ValidationError, match="Extra inputs are not permitted"):
        type(part).model_validate({**part.model_dump(), "colour": "red"})


def test_a_payment_that_doubles_has_no_operations() -> None:
    with pytest.raises(ValidationError, match="has none"):
        Pay(cost=1, mode="double", then=(Heal(flat=1),))


def test_all_cards_are_data() -> None:
    """At most 15 % of the cards might be plain functions; none is."""
    read = {
        id_: type(card).model_validate_json(card.model_dump_json()) for id_, card in PRINTED.items()
    }
    functions = sum(read[id_] != card for id_, card in PRINTED.items())
    assert functions <= 0.15 * len(PRINTED)
    assert functions == 0


def test_no_rule_knows_a_card_by_its_name() -> None:
    """What a card does stands in its operations only: no code asks for its id."""
    lists = {"sources.py", "qualities.py", "deliveries.py", "treasures.py", "dead_wizards.py"}
    folder = Path(engine.games.spellwars.__file__).parent
    code = {file.name: file.read_text("utf-8") for file in folder.glob("*.py")}
    assert lists < set(code)
    named = [
        (name, card)
        for name in code.keys() - lists
        for card in PRINTED
        if f'"{card}"' in code[name] or f"'{card}'" in code[name]
    ]
    assert named == []
