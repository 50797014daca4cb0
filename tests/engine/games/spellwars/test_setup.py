"""Section 1: the table."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import get_args

import pytest

from engine.games.spellwars import GAME, State
from engine.games.spellwars.cards import (
    COMPONENTS,
    DEAD_DECK,
    PLACES,
    SPELL_DECK,
    TREASURE_DECK,
    WILD,
)
from engine.games.spellwars.commands import SpellWarsConfig
from engine.games.spellwars.ops import Glyph
from tests.engine.games.spellwars.table import Duel, table, wizard
from tests.engine.scenario import fold, some_rng


def dealt(seats: int = 2, rng: int = 1) -> State:
    events = GAME.setup(SpellWarsConfig(), (None,) * seats, some_rng(rng))
    return fold(GAME, GAME.initial, events)


@pytest.mark.rule("spellwars", "1.1")
@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
def test_two_to_six_wizards_play(seats: int) -> None:
    assert (GAME.min_seats, GAME.max_seats) == (2, 6)
    assert dealt(seats).living == tuple(range(seats))


@pytest.mark.rule("spellwars", "1.1")
def test_each_is_the_rival_of_all_others_clockwise() -> None:
    duel = Duel(table(wizard(), wizard("humming"), wizard(), wizard())).build("humming")
    assert duel.asked == (1, "target", ("seat:2", "seat:3", "seat:0"))


@pytest.mark.rule("spellwars", "1.1")
def test_seat_0_is_left_of_the_last_seat() -> None:
    duel = Duel(table(wizard(), wizard(), wizard("ferrule"))).build("ferrule")
    assert duel.lives == [17, 20, 20]


@pytest.mark.rule("spellwars", "1.2")
def test_a_match_begins_with_20_life_and_no_blood() -> None:
    assert [(one.life, one.blood) for one in dealt(3).wizards] == [(20, 0)] * 3


@pytest.mark.rule("spellwars", "1.2")
@pytest.mark.parametrize(
    ("life", "healed", "after"), [(20, [5], 25), (21, [4], 25), (24, [1], 25), (25, [], 25)]
)
def test_life_beyond_25_is_lost(life: int, healed: list[int], after: int) -> None:
    duel = Duel(table(wizard("mother_bramble", life=life), wizard()))
    duel.build("mother_bramble", dice=[5])
    assert [event.amount for event in duel.told("healed")] == healed
    assert duel.lives[0] == after


@pytest.mark.rule("spellwars", "1.2")
@pytest.mark.parametrize(
    ("blood", "gained", "after"), [(22, [3], 25), (23, [2], 25), (24, [1], 25), (25, [], 25)]
)
def test_blood_beyond_25_is_lost(blood: int, gained: list[int], after: int) -> None:
    """A kill gives 3."""
    duel = Duel(table(wizard("ferrule", blood=blood), wizard(life=3), wizard()))
    duel.build("ferrule")
    kills = [event for event in duel.told("blood_gained") if event.why == "kill"]
    assert [event.amount for event in kills] == gained
    assert duel.bloods[0] == after


@pytest.mark.rule("spellwars", "1.2")
def test_nobody_has_less_than_no_life() -> None:
    duel = Duel(table(wizard("ferrule"), wizard(life=1), wizard())).build("ferrule")
    (hit,) = duel.told("damage_dealt")
    assert (hit.amount, hit.life) == (3, 0)
    assert duel.lives == [20, 0, 20]


@pytest.mark.rule("spellwars", "1.2")
def test_nobody_has_less_than_no_blood() -> None:
    duel = Duel(table(wizard("widow_gloam"), wizard(blood=1))).build("widow_gloam")
    assert duel.bloods == [1, 0]


@pytest.mark.rule("spellwars", "1.3")
def test_the_spell_deck_has_128_cards() -> None:
    deck = Counter(SPELL_DECK)
    assert (deck.total(), deck.pop(WILD)) == (128, 8)
    assert set(deck.values()) == {2}
    kinds = Counter((COMPONENTS[card].type, COMPONENTS[card].glyph) for card in deck)
    assert kinds == {(place, glyph): 4 for place in PLACES for glyph in get_args(Glyph)}
    state = dealt()
    dealt_out = [card for one in state.wizards for card in one.hand]
    assert Counter([*state.spell_deck, *dealt_out]) == Counter(SPELL_DECK)


@pytest.mark.rule("spellwars", "1.3")
def test_all_deliveries_are_creatures() -> None:
    """The Hedge King counts the Creatures in the hand, and adds 1."""
    deliveries = [card for card, printed in COMPONENTS.items() if printed.type == "delivery"]
    duel = Duel(table(wizard(f"hedge_king gilded {' '.join(deliveries)}"), wizard()))
    assert [hit.amount for hit in duel.build("hedge_king").told("damage_dealt")] == [21]


@pytest.mark.rule("spellwars", "1.4")
def test_wild_magic_is_of_no_type() -> None:
    rival = wizard("wild_magic ferrule humming gilded")
    duel = Duel(table(wizard("count_vanish"), rival)).build("count_vanish", "ferrule humming")
    assert duel.asked == (1, "give", ("card:gilded",))


@pytest.mark.rule("spellwars", "1.4")
def test_wild_magic_has_no_glyph_to_lend() -> None:
    duel = Duel(
        table(wizard("nine_librarians wild_magic humming"), wizard(), treasures="deep_pocket")
    ).build("nine_librarians")
    assert duel.asked == (0, "tuck", ("none", "card:humming"))


@pytest.mark.rule("spellwars", "1.4")
def test_copies_of_a_card_are_one_answer() -> None:
    rival = wizard("ferrule gilded humming gilded humming")
    duel = Duel(table(wizard("count_vanish"), rival)).build("count_vanish", "ferrule humming")
    assert duel.asked == (1, "give", ("card:gilded", "card:humming"))


@pytest.mark.rule("spellwars", "1.5")
def test_there_are_25_different_treasures() -> None:
    assert len(dealt().treasure_deck) == len(set(TREASURE_DECK)) == 25
    assert set(dealt().treasure_deck) == set(TREASURE_DECK)


@pytest.mark.rule("spellwars", "1.6")
def test_there_are_25_dead_wizard_cards_of_eight_kinds() -> None:
    assert sorted(Counter(DEAD_DECK).values()) == [2, 3, 3, 3, 3, 3, 4, 4]
    assert Counter(dealt().dead_wizard_deck) == Counter(DEAD_DECK)


@pytest.mark.rule("spellwars", "1.7")
@pytest.mark.parametrize("deck", ["spell_deck", "treasure_deck", "dead_wizard_deck"])
def test_each_deck_is_shuffled(deck: str) -> None:
    assert len({getattr(dealt(rng=rng), deck) for rng in range(20)}) == 20


@pytest.mark.rule("spellwars", "1.7")
def test_a_first_round_begins_with_the_castle_in_the_middle() -> None:
    events = GAME.setup(SpellWarsConfig(), (None,) * 2, some_rng())
    assert [event.kind for event in events] == [
        "table_laid",
        "round_started",
        "cards_drawn",
        "cards_drawn",
        "turn_started",
        "building_started",
    ]
    state = dealt()
    assert (state.round, state.turn, state.step, state.castle_owner) == (1, 1, "build", None)


@pytest.mark.rule("spellwars", "1.8")
def test_a_drawing_goes_on_in_the_discard_pile() -> None:
    seats = wizard("old_man_thaw"), wizard()
    duel = Duel(table(*seats, deck="humming", discard="gilded mossy")).build("old_man_thaw")
    assert duel.kinds[-5:] == [
        "turn_started",
        "cards_drawn",
        "deck_shuffled",
        "cards_drawn",
        "building_started",
    ]
    hand = duel.state.wizards[0].hand
    assert hand[0] == "humming"
    assert sorted(hand[1:]) == ["gilded", "mossy", "old_man_thaw"]


@pytest.mark.rule("spellwars", "1.8")
def test_from_empty_piles_nobody_draws() -> None:
    seats = wizard("candle_moth ferrule"), wizard("inkblot")
    duel = Duel(table(*seats, deck="")).build("candle_moth", "inkblot", dice=[2, 2])
    assert duel.state.turn == 2
    (drawn,) = duel.told("cards_drawn")
    assert (drawn.seat, drawn.cards.value) == (0, ("inkblot",))
    assert duel.state.wizards[1].hand == ()


@pytest.mark.rule("spellwars", "1.8")
def test_the_top_card_may_come_from_the_discard_pile() -> None:
    """Last Words add the top card; Wild Magic goes to the hand."""
    seats = wizard("old_man_thaw", dead_wizard_cards="last_words"), wizard()
    duel = Duel(table(*seats, deck="wild_magic", discard="mossy")).build("old_man_thaw")
    applied = [event.card for event in duel.told("card_applied")]
    assert applied == ["old_man_thaw", "mossy"]
    assert "wild_magic" in duel.state.wizards[0].hand


@pytest.mark.rule("spellwars", "1.8")
def test_an_empty_treasure_deck_gives_nothing() -> None:
    seats = wizard("nine_librarians gilded"), wizard()
    duel = Duel(table(*seats, treasure_deck=())).build("nine_librarians gilded")
    assert len(duel.told("card_applied")) == 2
    assert duel.told("treasure_gained") == []


@pytest.mark.rule("spellwars", "1.8")
def test_an_empty_dead_wizard_deck_gives_nothing() -> None:
    seats = wizard("ferrule"), wizard(life=3), wizard(), wizard(dead=True, life=0)
    duel = Duel(replace(table(*seats), dead_wizard_deck=())).build("ferrule")
    assert [event.seat for event in duel.told("wizard_died")] == [1]
    assert duel.state.turn == 2
    assert duel.told("dead_wizard_drawn") == []
