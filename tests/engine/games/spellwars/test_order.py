"""Section 4: order."""

from __future__ import annotations

from typing import Any

import pytest

from tests.engine.games.spellwars.table import Duel, table, wizard


def ordered(*spells: str, dice: list[int] | None = None, **fields: Any) -> Duel:
    """Build such spells, seat by seat; hands hold nothing else. Seat 0 may have ``fields``."""
    hands = [" ".join(word.partition(":")[0] for word in spell.split()) for spell in spells]
    hands = [hand.replace("wild", "wild_magic") for hand in hands]
    first, *others = hands
    seats = [wizard(first, **fields), *(wizard(hand) for hand in others)]
    building = [spell for spell in spells if spell]
    return Duel(table(*seats, top="candle_moth")).build(*building, dice=dice or [])


def order_of(duel: Duel) -> tuple[int, ...]:
    (fixed,) = duel.told("order_fixed")
    return fixed.order


def rolls_of(duel: Duel) -> list[tuple[tuple[int, ...], tuple[int, ...]]]:
    (fixed,) = duel.told("order_fixed")
    return [(roll.seats, roll.dice) for roll in fixed.roll_offs]


@pytest.mark.rule("spellwars", "4.1")
@pytest.mark.parametrize(
    ("spells", "order"),
    [
        (["ferrule gilded marrow_ox", "ferrule", "inkblot gilded"], (1, 2, 0)),
        (["candle_moth ferrule", "marrow_ox"], (1, 0)),
        (["wild:source gilded", "ferrule"], (1, 0)),
        (["ferrule", ""], (1, 0)),
    ],
    ids=["three, one, two", "whatever the initiative", "wild magic counts", "no card at all"],
)
def test_fewer_cards_come_first(spells: list[str], order: tuple[int, ...]) -> None:
    duel = ordered(*spells)
    assert order_of(duel) == order
    assert rolls_of(duel) == []


@pytest.mark.rule("spellwars", "4.1")
def test_creatures_in_front_of_their_owner_are_not_counted() -> None:
    assert order_of(ordered("ferrule", "inkblot gilded", creatures="gravehound kiln_imp")) == (0, 1)


@pytest.mark.rule("spellwars", "1.4", "4.2")
@pytest.mark.parametrize(
    ("spells", "order"),
    [
        (["marrow_ox", "spark_ferret", "kiln_imp"], (1, 2, 0)),
        (["ferrule marrow_ox", "gilded spark_ferret"], (1, 0)),
        (["ferrule", "marrow_ox"], (1, 0)),
        (["wild:delivery", "marrow_ox"], (1, 0)),
        (["wild:source marrow_ox", "ferrule gilded"], (0, 1)),
    ],
    ids=[
        "the higher first",
        "among two cards each",
        "none is 0",
        "wild magic is 0, whatever it becomes",
        "wild magic in another place",
    ],
)
def test_the_higher_initiative_comes_first(spells: list[str], order: tuple[int, ...]) -> None:
    duel = ordered(*spells)
    assert order_of(duel) == order
    assert rolls_of(duel) == []


@pytest.mark.rule("spellwars", "4.3")
@pytest.mark.parametrize(
    ("spells", "dice", "rolls", "order"),
    [
        (["ferrule", "gilded"], [2, 5], [((0, 1), (2, 5))], (1, 0)),
        (["kiln_imp", "bog_heron"], [5, 2], [((0, 1), (5, 2))], (0, 1)),
        (["wild:delivery", "gilded"], [1, 6], [((0, 1), (1, 6))], (1, 0)),
        (
            ["ferrule", "gilded"],
            [3, 3, 4, 4, 1, 6],
            [((0, 1), (3, 3)), ((0, 1), (4, 4)), ((0, 1), (1, 6))],
            (1, 0),
        ),
        (
            ["ferrule", "gilded", "inkblot"],
            [5, 2, 5, 1, 4],
            [((0, 1, 2), (5, 2, 5)), ((0, 2), (1, 4))],
            (2, 0, 1),
        ),
        (
            ["ferrule", "gilded", "inkblot"],
            [4, 4, 4, 2, 6, 2, 1, 5],
            [((0, 1, 2), (4, 4, 4)), ((0, 1, 2), (2, 6, 2)), ((0, 2), (1, 5))],
            (1, 2, 0),
        ),
        (
            ["ferrule", "gilded", "inkblot", "thorny"],
            [2, 6, 2, 6, 1, 3, 5, 4],
            [((0, 1, 2, 3), (2, 6, 2, 6)), ((1, 3), (1, 3)), ((0, 2), (5, 4))],
            (3, 1, 0, 2),
        ),
        (
            ["ferrule gilded", "inkblot", "old_man_thaw humming", "thorny"],
            [1, 2, 3, 4],
            [((1, 3), (1, 2)), ((0, 2), (3, 4))],
            (3, 1, 2, 0),
        ),
    ],
    ids=[
        "two",
        "the same initiative",
        "wild magic and no delivery",
        "two, again and again",
        "two of three again",
        "three again, then two",
        "two pairs again, the higher first",
        "two pairs of their own",
    ],
)
def test_the_tied_roll_until_the_order_is_strict(
    spells: list[str],
    dice: list[int],
    rolls: list[tuple[tuple[int, ...], tuple[int, ...]]],
    order: tuple[int, ...],
) -> None:
    duel = ordered(*spells, dice=dice)
    assert rolls_of(duel) == rolls
    assert order_of(duel) == order


@pytest.mark.rule("spellwars", "4.2", "4.3")
def test_the_order_holds_though_wild_magic_becomes_a_fast_creature() -> None:
    duel = ordered("wild:delivery", "marrow_ox")
    assert [event.found for event in duel.told("search_done")] == [("candle_moth",)]
    assert [event.seat for event in duel.told("wizard_acts")] == [1, 0]


@pytest.mark.rule("spellwars", "4.3")
def test_the_order_holds_though_a_reaction_uses_up_a_card() -> None:
    """Seat 1 would come before seat 2 now, with one card left."""
    seats = wizard("ferrule"), wizard("mother_bramble gilded", life=3), wizard("inkblot marrow_ox")
    duel = Duel(table(*seats)).build("ferrule", "mother_bramble gilded", "inkblot marrow_ox")
    assert [event.card for event in duel.told("reaction_worked")] == ["mother_bramble"]
    assert order_of(duel) == (0, 2, 1)
    assert [event.seat for event in duel.told("wizard_acts")] == [0, 2, 1]


@pytest.mark.rule("spellwars", "4.3")
def test_an_order_is_for_one_turn() -> None:
    duel = ordered("ferrule", "gilded", dice=[2, 5])
    assert (duel.state.turn, duel.state.order) == (2, ())
