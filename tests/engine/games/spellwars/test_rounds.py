"""Section 2: rounds and turns."""

from __future__ import annotations

import pytest

from tests.engine.games.spellwars.table import Duel, build, table, wizard

TURN = {
    "spells_built",
    "order_fixed",
    "spell_opened",
    "blood_gained",
    "turn_ended",
    "turn_started",
    "cards_drawn",
    "dead_wizard_drawn",
    "building_started",
}


def since(duel: Duel, kind: str) -> list[tuple[str, int | None]]:
    """Return kinds and seats of what happened from the first event of a kind on."""
    told = [(event.kind, getattr(event, "seat", None)) for event in duel.events]
    return told[duel.kinds.index(kind) :]


@pytest.mark.rule("spellwars", "2.1")
def test_a_round_begins_with_all_wizards_alive() -> None:
    wizards = (
        wizard("ferrule", life=7, blood=2),
        wizard(life=3, blood=4),
        wizard(dead=True, life=0, blood=1),
    )
    duel = Duel(table(*wizards, dead_draw_on_death=False)).build("ferrule")
    assert (duel.state.round, duel.state.turn) == (2, 1)
    assert duel.state.living == (0, 1, 2)
    assert duel.lives == [20, 20, 20]
    assert duel.bloods == [5, 4, 1]
    assert [len(one.hand) for one in duel.state.wizards] == [8, 8, 8]


@pytest.mark.rule("spellwars", "2.1")
def test_what_waited_for_the_round_comes_seat_by_seat_before_the_hands() -> None:
    wizards = (
        wizard("ferrule", owed_treasures=1),
        wizard(life=3, dead_wizard_cards="loyal_beast", owed_treasures=2),
    )
    duel = Duel(table(*wizards, dead_draw_on_death=False)).build("ferrule")
    assert since(duel, "round_started") == [
        ("round_started", None),
        ("treasure_gained", 0),
        ("cards_revealed", 1),
        ("search_done", 1),
        ("dead_wizard_spent", 1),
        ("treasure_gained", 1),
        ("treasure_gained", 1),
        ("cards_drawn", 0),
        ("cards_drawn", 1),
        ("turn_started", None),
        ("building_started", None),
    ]
    assert [len(one.treasures) for one in duel.state.wizards] == [1, 2]
    assert [one.owed_treasures for one in duel.state.wizards] == [0, 0]


@pytest.mark.rule("spellwars", "2.2")
def test_a_turn_is_drawing_building_order_spells_end() -> None:
    wizards = wizard("old_man_thaw"), wizard("old_man_thaw")
    duel = Duel(table(*wizards, castle_owner=0)).build("old_man_thaw", "old_man_thaw", dice=[6, 1])
    assert [kind for kind in duel.kinds if kind in TURN] == [
        "spells_built",
        "order_fixed",
        "spell_opened",
        "spell_opened",
        "blood_gained",
        "turn_ended",
        "turn_started",
        "cards_drawn",
        "cards_drawn",
        "building_started",
    ]
    assert (duel.state.turn, duel.state.step) == (2, "build")


@pytest.mark.rule("spellwars", "2.2")
def test_spells_are_built_at_their_time_only() -> None:
    duel = Duel(table(wizard("humming gilded"), wizard("ferrule gilded"), wizard()))
    duel.build("humming", "ferrule gilded")
    assert duel.asked is not None
    assert duel.refused(0, build("gilded")) == ("NOT_BUILDING", "2.2")


@pytest.mark.rule("spellwars", "2.3")
def test_the_living_fill_their_hands_then_the_dead_draw() -> None:
    nine = "mossy inkblot gilded humming thorny ferrule flooded bog_choir kiln_imp"
    wizards = (
        wizard(dead=True, life=0),
        wizard("old_man_thaw ferrule humming"),
        wizard(dead=True, life=0),
        wizard(f"old_man_thaw {nine}"),
        wizard("thrice_folded"),
    )
    duel = Duel(table(*wizards, dead_wizard_deck="loyal_beast last_words"))
    duel.build("old_man_thaw", "old_man_thaw", "thrice_folded", dice=[3, 2, 1])
    assert since(duel, "turn_started") == [
        ("turn_started", None),
        ("cards_drawn", 1),
        ("cards_drawn", 4),
        ("dead_wizard_drawn", 0),
        ("dead_wizard_drawn", 2),
        ("dead_have_drawn", None),
        ("building_started", None),
    ]
    assert [event.count for event in duel.told("cards_drawn")] == [6, 8]
    assert [len(one.hand) for one in duel.state.wizards] == [0, 8, 0, 9, 8]


@pytest.mark.rule("spellwars", "2.3")
def test_the_first_turn_of_a_round_has_no_drawing() -> None:
    """Spoiled Feast leaves the winner with 6 cards, which are not filled up."""
    wizards = wizard("ferrule"), wizard(life=3, dead_wizard_cards="spoiled_feast")
    duel = Duel(table(*wizards, dead_draw_on_death=False)).build("ferrule")
    assert (duel.state.round, duel.state.turn, duel.state.step) == (2, 1, "build")
    assert [len(one.hand) for one in duel.state.wizards] == [6, 8]


@pytest.mark.rule("spellwars", "2.3")
def test_nor_do_the_dead_of_the_last_round_draw_in_it() -> None:
    wizards = wizard("ferrule"), wizard(life=3), wizard(dead=True, life=0)
    duel = Duel(table(*wizards, dead_draw_on_death=False)).build("ferrule")
    assert (duel.state.round, duel.state.turn) == (2, 1)
    assert duel.told("dead_wizard_drawn") == []


@pytest.mark.rule("spellwars", "2.4")
def test_at_the_end_of_a_turn_the_castle_works_and_then_the_treasures() -> None:
    wizards = (
        wizard("thrice_folded", life=9, treasures="short_straw"),
        wizard(life=15, treasures="warming_pan"),
    )
    duel = Duel(table(*wizards, castle_owner=1)).build("thrice_folded")
    assert since(duel, "spell_cleared")[1:6] == [
        ("blood_gained", 1),
        ("healed", 0),
        ("treasure_gained", 0),
        ("healed", 1),
        ("turn_ended", None),
    ]
    assert (duel.lives, duel.bloods) == ([11, 16], [0, 1])
