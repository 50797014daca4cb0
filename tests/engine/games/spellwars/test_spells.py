"""Section 5: spells."""

from __future__ import annotations

from typing import Any

import pytest

from tests.engine.games.spellwars.table import Duel, table, wizard

NOBODY = wizard()
"""Has no cards, so it acts first and does nothing."""


def told(duel: Duel, *kinds: str) -> list[tuple[str, int]]:
    """Return kinds and seats of what happened, of some kinds only."""
    found: list[Any] = [event for event in duel.events if event.kind in kinds]
    return [(event.kind, event.seat) for event in found]


def applied(duel: Duel) -> list[str]:
    return [event.card for event in duel.told("card_applied")]


def revealed(duel: Duel) -> list[tuple[str, ...]]:
    return [event.cards for event in duel.told("cards_revealed")]


def found(duel: Duel) -> list[tuple[str, ...]]:
    return [event.found for event in duel.told("search_done")]


@pytest.mark.rule("spellwars", "5.1")
def test_one_wizard_after_the_other_opens_its_spell() -> None:
    seats = wizard("old_man_thaw mossy"), wizard("gilded"), NOBODY
    duel = Duel(table(*seats)).build("old_man_thaw mossy", "gilded")
    assert told(duel, "spell_opened", "card_applied") == [
        ("spell_opened", 2),
        ("spell_opened", 1),
        ("card_applied", 1),
        ("spell_opened", 0),
        ("card_applied", 0),
        ("card_applied", 0),
    ]


@pytest.mark.rule("spellwars", "5.1")
def test_the_name_of_a_spell_is_read_from_left_to_right() -> None:
    duel = Duel(table(wizard("kiln_imp wild_magic old_man_thaw"), wizard()))
    duel.build("kiln_imp wild:quality old_man_thaw")
    assert [e.name for e in duel.told("spell_opened")] == ["", "Old Man Thaw's Wild Magic Kiln Imp"]


@pytest.mark.rule("spellwars", "5.1")
def test_who_dies_before_has_no_turn() -> None:
    seats = wizard("ferrule"), wizard("old_man_thaw mossy", life=3), NOBODY
    duel = Duel(table(*seats)).build("ferrule", "old_man_thaw mossy")
    assert [event.seat for event in duel.told("wizard_acts")] == [2, 0]
    assert applied(duel) == ["ferrule"]


@pytest.mark.rule("spellwars", "5.2")
def test_wild_magic_becomes_the_first_card_of_its_type_before_any_is_applied() -> None:
    top = "kiln_imp wild_magic inkblot gilded thorny"
    duel = Duel(table(wizard("old_man_thaw wild_magic"), NOBODY, top=top))
    duel.build("old_man_thaw wild:quality")
    assert revealed(duel) == [("kiln_imp", "wild_magic", "inkblot", "gilded")]
    assert found(duel) == [("gilded",)]
    assert duel.kinds.index("search_done") < duel.kinds.index("card_applied")
    assert applied(duel) == ["old_man_thaw", "gilded"]
    waste = ("kiln_imp", "wild_magic", "inkblot", "wild_magic")
    assert duel.state.discard == (*waste, "old_man_thaw", "gilded")


@pytest.mark.rule("spellwars", "5.2")
@pytest.mark.parametrize(
    ("place", "card"),
    [("source", "old_man_thaw"), ("quality", "gilded"), ("delivery", "marrow_ox")],
)
def test_wild_magic_becomes_a_card_of_its_place(place: str, card: str) -> None:
    """The others of the three lie above it."""
    top = " ".join([*sorted({"old_man_thaw", "gilded", "marrow_ox"} - {card}), card])
    duel = Duel(table(wizard("wild_magic"), NOBODY, top=top)).build(f"wild:{place}")
    assert applied(duel) == [card]


@pytest.mark.rule("spellwars", "5.2")
def test_three_wild_magics_are_replaced_from_left_to_right() -> None:
    top = "marrow_ox old_man_thaw ferrule gilded thorny candle_moth"
    wild = wizard("wild_magic wild_magic wild_magic")
    duel = Duel(table(wild, NOBODY, top=top)).build("wild:source wild:quality wild:delivery")
    assert revealed(duel) == [
        ("marrow_ox", "old_man_thaw"),
        ("ferrule", "gilded"),
        ("thorny", "candle_moth"),
    ]
    assert [event.type for event in duel.told("search_done")] == ["source", "quality", "delivery"]
    assert applied(duel) == ["old_man_thaw", "gilded", "candle_moth"]


@pytest.mark.rule("spellwars", "5.2")
def test_wild_magic_whose_type_is_nowhere_is_discarded_and_nothing_revealed() -> None:
    seats = wizard("old_man_thaw wild_magic"), NOBODY
    duel = Duel(table(*seats, deck="ferrule inkblot wild_magic", discard="kiln_imp"))
    duel.build("old_man_thaw wild:quality")
    assert revealed(duel) == []
    assert applied(duel) == ["old_man_thaw"]
    (shuffled,) = duel.told("deck_shuffled")
    assert sorted(shuffled.deck.value) == ["kiln_imp", "old_man_thaw", "wild_magic"]


@pytest.mark.rule("spellwars", "5.2")
def test_a_search_goes_on_in_the_discard_pile_without_what_is_revealed() -> None:
    seats = wizard("wild_magic"), NOBODY
    duel = Duel(table(*seats, deck="ferrule kiln_imp", discard="gilded")).build("wild:quality")
    assert revealed(duel) == [("ferrule", "kiln_imp"), ("gilded",)]
    assert duel.told("deck_shuffled")[0].deck.value == ("gilded",)
    assert applied(duel) == ["gilded"]


@pytest.mark.rule("spellwars", "1.8", "5.2")
def test_what_one_wild_magic_turned_up_the_next_may_find() -> None:
    seats = wizard("wild_magic wild_magic"), NOBODY
    duel = Duel(table(*seats, deck="marrow_ox gilded")).build("wild:quality wild:delivery")
    assert sorted(duel.told("deck_shuffled")[0].deck.value) == ["marrow_ox", "wild_magic"]
    assert applied(duel) == ["gilded", "marrow_ox"]


@pytest.mark.rule("spellwars", "5.2")
@pytest.mark.parametrize(
    ("deck", "discard", "joined"),
    [
        ("ferrule gilded kiln_imp gilded thorny", "", "gilded gilded"),
        ("gilded ferrule", "kiln_imp", "gilded"),
        ("gilded ferrule", "gilded", "gilded gilded"),
        ("ferrule", "kiln_imp", ""),
    ],
    ids=["two", "only one is left", "the second from the discard pile", "none is left"],
)
def test_with_the_treasure_for_it_two_cards_join(deck: str, discard: str, joined: str) -> None:
    seats = wizard("wild_magic", treasures="twin_lantern"), NOBODY
    duel = Duel(table(*seats, deck=deck, discard=discard)).build("wild:quality")
    assert found(duel) == [tuple(joined.split())]
    assert applied(duel) == joined.split()


@pytest.mark.rule("spellwars", "5.3")
def test_cards_are_applied_from_source_to_delivery() -> None:
    duel = Duel(table(wizard("marrow_ox gilded ferrule"), NOBODY))
    assert applied(duel.build("marrow_ox gilded ferrule")) == ["ferrule", "gilded", "marrow_ox"]


@pytest.mark.rule("spellwars", "5.3")
def test_a_card_that_joins_waits_for_the_one_under_way_and_then_comes_by_its_type() -> None:
    """A Source that a Quality added comes before the Delivery, but after what was paid for."""
    duel = Duel(table(wizard("unlikely marrow_ox", blood=2), NOBODY, top="old_man_thaw"))
    duel.build("unlikely marrow_ox").choose("yes")
    assert told(duel, "search_done", "healed", "card_applied") == [
        ("search_done", 0),
        ("healed", 0),
        ("card_applied", 0),
        ("healed", 0),
        ("card_applied", 0),
    ]
    assert applied(duel) == ["old_man_thaw", "marrow_ox"]


@pytest.mark.rule("spellwars", "5.3")
def test_a_spell_may_grow_beyond_three_cards() -> None:
    hand = "painted_duke overannotated marrow_ox humming ferrule"
    duel = Duel(table(wizard(hand), NOBODY)).build("painted_duke overannotated marrow_ox")
    duel.choose("card:humming", "card:overannotated", "card:ferrule")
    assert [e.card for e in duel.told("card_applied")] == ["ferrule", "humming", "marrow_ox"]


@pytest.mark.rule("spellwars", "5.4")
@pytest.mark.parametrize("first", ["humming", "gilded"])
def test_the_caster_chooses_among_cards_of_a_type(first: str) -> None:
    duel = Duel(table(wizard("painted_duke humming gilded"), NOBODY))
    duel.build("painted_duke humming").choose("card:gilded")
    assert duel.asked == (0, "order", ("card:humming", "card:gilded"))
    assert applied(duel.choose(f"card:{first}")) == sorted(
        ["humming", "gilded"], key=lambda card: card != first
    )


@pytest.mark.rule("spellwars", "5.4")
def test_each_further_one_is_chosen_as_well() -> None:
    seats = wizard("wild_magic wild_magic", treasures="twin_lantern"), NOBODY
    duel = Duel(table(*seats, deck="old_man_thaw ferrule humming gilded"))
    duel.build("wild:source wild:quality")
    assert duel.asked == (0, "order", ("card:old_man_thaw", "card:ferrule"))
    duel.choose("card:ferrule")
    assert applied(duel) == ["ferrule", "old_man_thaw"]
    assert duel.asked == (0, "order", ("card:humming", "card:gilded"))


@pytest.mark.rule("spellwars", "5.4")
def test_equal_cards_are_no_choice() -> None:
    duel = Duel(table(wizard("painted_duke gilded gilded"), NOBODY)).build("painted_duke gilded")
    assert applied(duel.choose("card:gilded")) == ["gilded", "gilded"]


@pytest.mark.rule("spellwars", "5.5")
def test_the_caster_may_add_a_card_of_the_type_named_or_none() -> None:
    hand = "painted_duke ferrule humming wild_magic gilded humming kiln_imp"
    duel = Duel(table(wizard(hand), NOBODY)).build("painted_duke")
    assert duel.asked == (0, "add", ("none", "card:humming", "card:gilded"))
    duel.choose("none")
    assert "card_joined" not in duel.kinds
    assert applied(duel) == []


@pytest.mark.rule("spellwars", "5.5")
def test_the_card_that_is_added_leaves_the_hand_and_is_applied() -> None:
    duel = Duel(table(wizard("overannotated mossy mother_bramble"), NOBODY)).build("overannotated")
    duel.choose("card:mother_bramble", dice=[3])
    assert applied(duel) == ["mother_bramble"]
    assert duel.state.discard == ("overannotated", "mother_bramble")
    assert duel.lives == [23, 19]


@pytest.mark.rule("spellwars", "5.6")
def test_a_text_reveals_until_a_card_of_its_type_appears() -> None:
    seats = wizard("unlikely", treasures="twin_lantern"), NOBODY
    duel = Duel(table(*seats, top="kiln_imp wild_magic old_man_thaw ferrule")).build("unlikely")
    assert revealed(duel) == [("kiln_imp", "wild_magic", "old_man_thaw")]
    assert applied(duel) == ["unlikely", "old_man_thaw"]
    assert duel.state.discard == ("kiln_imp", "wild_magic", "unlikely", "old_man_thaw")


@pytest.mark.rule("spellwars", "5.6")
def test_a_text_goes_on_revealing_in_the_discard_pile() -> None:
    seats = wizard("unlikely"), NOBODY
    duel = Duel(table(*seats, deck="kiln_imp humming", discard="ferrule")).build("unlikely")
    assert revealed(duel) == [("kiln_imp", "humming"), ("ferrule",)]
    assert applied(duel) == ["unlikely", "ferrule"]


@pytest.mark.rule("spellwars", "5.6")
def test_a_text_reveals_nothing_if_no_card_of_its_type_is_there() -> None:
    seats = wizard("unlikely"), NOBODY
    duel = Duel(table(*seats, deck="kiln_imp", discard="humming")).build("unlikely")
    assert revealed(duel) == []
    assert applied(duel) == ["unlikely"]


@pytest.mark.rule("spellwars", "5.7", "5.8")
def test_creatures_attack_after_the_spell_and_before_it_is_cleared_away() -> None:
    seats = wizard("old_man_thaw mossy", creatures="marrow_ox"), NOBODY
    duel = Duel(table(*seats)).build("old_man_thaw mossy")
    acts = {"card_applied", "creature_re_attacks", "spell_cleared"}
    assert [kind for kind in duel.kinds if kind in acts] == [
        "card_applied",
        "card_applied",
        "creature_re_attacks",
        "spell_cleared",
    ]


@pytest.mark.rule("spellwars", "5.7")
def test_a_creature_that_was_kept_this_turn_does_not_attack_again() -> None:
    duel = Duel(table(wizard("marrow_ox"), NOBODY)).build("marrow_ox", dice=[5])
    assert [event.card for event in duel.told("creature_kept")] == ["marrow_ox"]
    assert duel.told("creature_re_attacks") == []


@pytest.mark.rule("spellwars", "5.8")
@pytest.mark.parametrize(("die", "left"), [(5, ("marrow_ox",)), (4, ())], ids=["kept", "not kept"])
def test_what_was_not_kept_of_a_spell_is_discarded(die: int, left: tuple[str, ...]) -> None:
    duel = Duel(table(wizard("old_man_thaw marrow_ox"), NOBODY))
    duel.build("old_man_thaw marrow_ox", dice=[die])
    after = duel.state.wizards[0]
    assert tuple(creature.card for creature in after.creatures) == left
    assert after.spell == ()
    assert duel.state.discard == ("old_man_thaw", "marrow_ox")[: 2 - len(left)]


@pytest.mark.rule("spellwars", "5.9")
def test_with_the_caster_dies_the_rest_of_text_and_spell() -> None:
    """Auntie Cinder's Reaction kills who kills her owner: no Delivery is discarded any more."""
    seats = (
        wizard("flooded kiln_imp", life=1, creatures="gravehound"),
        wizard("auntie_cinder thorny candle_moth", life=2),
        wizard("old_man_thaw mossy marrow_ox gravehound"),
        NOBODY,
    )
    duel = Duel(table(*seats, deck="", dead_draw_on_death=False))
    duel.build(
        "flooded kiln_imp", "auntie_cinder thorny candle_moth", "old_man_thaw mossy marrow_ox"
    )
    assert applied(duel) == ["flooded"]
    duel.choose("none")
    assert [event.seat for event in duel.told("wizard_died")] == [1, 0]
    assert applied(duel) == ["old_man_thaw", "mossy", "marrow_ox"]
    assert duel.told("creature_re_attacks") == []
    assert duel.told("card_discarded") == []
