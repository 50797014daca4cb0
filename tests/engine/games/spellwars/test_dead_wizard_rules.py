"""Section 13: when Dead Wizard cards come, when they work, and when they go."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest

from engine.games.spellwars import GAME
from engine.games.spellwars.cards import DEAD_DECK
from tests.engine.games.spellwars.casting import cast
from tests.engine.games.spellwars.table import Duel, table, wizard

if TYPE_CHECKING:
    from engine.games.spellwars.state import Wizard

LATER = "loyal_beast spoiled_feast last_words rattling_bones"
"""One of each kind that waits for the next round."""


def drawn(duel: Duel) -> list[tuple[int, str]]:
    """Return who drew which Dead Wizard cards in the last command."""
    return [(one.seat, one.card) for one in duel.told("dead_wizard_drawn")]


def spent(duel: Duel) -> list[tuple[int, str]]:
    """Return whose Dead Wizard cards went under the deck in the last command."""
    return [(one.seat, one.card) for one in duel.told("dead_wizard_spent")]


def next_round(loser: Wizard | None = None, me: Wizard | None = None, **fields: Any) -> Duel:
    """Return a match of two in its second round: seat 0 has just won the first.

    ``loser`` and ``me`` are what they were just before; nobody drew a card for dying.
    """
    mine = replace(me or wizard(), hand=("ferrule",))
    other = replace(loser or wizard(), life=1)
    duel = Duel(table(mine, other, dead_draw_on_death=False, **fields)).build("ferrule")
    assert duel.state.round == 2
    return duel


@pytest.mark.rule("spellwars", "13.1")
def test_the_dead_draw_one_on_dying_and_one_at_each_drawing() -> None:
    """The drawing comes after the hands of the living are full."""
    me = wizard("humming", blood=0)
    duel = cast("ferrule", wizard(life=1), wizard(), me=me, deck="", dead_wizard_deck=LATER)
    assert drawn(duel) == [(1, "loyal_beast"), (1, "spoiled_feast")]
    assert duel.kinds.index("dead_have_drawn") < duel.kinds.index("turn_started")
    last = len(duel.kinds) - 1
    assert duel.kinds[last - 2 :] == ["dead_wizard_drawn", "dead_have_drawn", "building_started"]
    assert drawn(duel.build("humming", dice=[1])) == [(1, "last_words")]


@pytest.mark.rule("spellwars", "13.1")
def test_the_living_draw_none() -> None:
    assert drawn(cast("ferrule", wizard(), wizard())) == []


@pytest.mark.rule("spellwars", "13.1")
def test_they_lie_open() -> None:
    duel = cast("ferrule", wizard(life=1), wizard(), dead_wizard_deck=LATER)
    seen = GAME.view(duel.state, None).model_dump()["wizards"][1]["dead_wizard_cards"]
    assert seen == ("loyal_beast", "spoiled_feast")


@pytest.mark.rule("spellwars", "13.1")
def test_an_empty_deck_gives_none_and_nothing_is_owed_for_it() -> None:
    """Three cards are due for a death with a Reaction, but there is one."""
    before = table(wizard("ferrule"), wizard("uncle_rot humming", life=1), wizard())
    duel = Duel(replace(before, dead_wizard_deck=("rattling_bones",))).build(
        "ferrule", "uncle_rot humming"
    )
    assert drawn(duel) == [(1, "rattling_bones")]
    assert duel.state.wizards[1].draws == 0


@pytest.mark.rule("spellwars", "13.2")
@pytest.mark.parametrize("card", ["cold_comfort", "pickpocket_ghost", "haunted_keep", "sore_loser"])
def test_one_that_works_at_once_goes_under_its_deck(card: str) -> None:
    duel = cast("ferrule", wizard(life=1), wizard(), dead_wizard_deck=f"{card} loyal_beast")
    assert spent(duel) == [(1, card)]
    assert duel.state.dead_wizard_deck[-1] == card
    assert duel.state.wizards[1].dead_wizard_cards == ("loyal_beast",)


@pytest.mark.rule("spellwars", "13.2")
def test_it_does_so_before_the_next_is_drawn() -> None:
    """The only card there is comes three times."""
    before = table(wizard("ferrule"), wizard("uncle_rot humming", life=1), wizard())
    before = replace(before, dead_wizard_deck=("pickpocket_ghost",))
    duel = Duel(before).build("ferrule", "uncle_rot humming")
    assert drawn(duel)[:3] == [(1, "pickpocket_ghost")] * 3
    assert [(one.seat, one.amount) for one in duel.told("blood_stolen")] == [(0, 1)] * 3


@pytest.mark.rule("spellwars", "13.2")
@pytest.mark.parametrize("card", LATER.split())
def test_one_that_waits_lies_in_front_of_its_owner(card: str) -> None:
    duel = cast("ferrule", wizard(life=1), wizard(), dead_wizard_deck=f"{card} cold_comfort")
    assert duel.state.wizards[1].dead_wizard_cards == (card,)
    assert (1, card) not in spent(duel)


@pytest.mark.rule("spellwars", "13.2")
@pytest.mark.parametrize("card", ["loyal_beast", "spoiled_feast"])
def test_and_goes_under_the_deck_when_its_effect_has_happened(card: str) -> None:
    duel = next_round(wizard(dead_wizard_cards=card))
    assert spent(duel) == [(1, card)]
    assert duel.state.wizards[1].dead_wizard_cards == ()
    assert duel.state.dead_wizard_deck == (*_but(card), card)


def _but(card: str) -> tuple[str, ...]:
    """Return the Dead Wizard deck without one of its cards."""
    at = DEAD_DECK.index(card)
    return DEAD_DECK[:at] + DEAD_DECK[at + 1 :]


@pytest.mark.rule("spellwars", "13.3")
def test_two_blood_and_two_more_for_the_first_who_died_in_the_round() -> None:
    before = table(
        wizard("storm_twins"),
        wizard(life=1),
        wizard("mossy gravehound", life=1),
        wizard(),
        dead_wizard_deck="cold_comfort cold_comfort loyal_beast spoiled_feast",
    )
    duel = Duel(before).build("storm_twins", "mossy gravehound", dice=[6, 5])
    gains = [(one.seat, one.amount) for one in duel.told("blood_gained")]
    assert gains == [(0, 3), (0, 3), (1, 4), (2, 2)]


@pytest.mark.rule("spellwars", "13.3")
def test_who_died_first_is_so_in_later_turns_too() -> None:
    two = "loyal_beast cold_comfort"
    assert cast("ferrule", wizard(life=1), wizard(), dead_wizard_deck=two).bloods[1] == 4


@pytest.mark.rule("spellwars", "13.3")
def test_each_round_has_another_first() -> None:
    """Seat 1 died first in round 1, seat 0 does in round 2."""
    second = next_round(deck="ferrule " * 40).state
    frail = replace(second.wizards[0], life=3, blood=0)
    second = replace(second, wizards=(frail, second.wizards[1]))
    second = replace(second, dead_draw_on_death=True, dead_wizard_deck=("cold_comfort",))
    assert Duel(second).build("ferrule", "ferrule", dice=[1, 6]).bloods == [4, 3]


@pytest.mark.rule("spellwars", "13.3")
def test_one_blood_from_each_living_wizard() -> None:
    """From those who have some; the dead keep theirs."""
    rivals = (wizard(life=1), wizard(), wizard(blood=2), wizard(blood=9, life=0, dead=True))
    duel = cast("ferrule", *rivals, dead_wizard_deck=f"pickpocket_ghost {LATER}")
    assert [(one.seat, one.by, one.amount) for one in duel.told("blood_stolen")] == [
        (3, 1, 1),
        (0, 1, 1),
    ]
    assert duel.bloods == [3 - 1, 2, 0, 1, 9]


@pytest.mark.rule("spellwars", "13.3")
@pytest.mark.parametrize("castle", [None, 1, 2])
def test_the_castle_which_gives_four_blood_in_this_turn(castle: int | None) -> None:
    """A killer who got it a moment ago loses it again."""
    deck = f"haunted_keep {LATER}"
    duel = cast("ferrule", wizard(life=1), wizard(), castle_owner=castle, dead_wizard_deck=deck)
    assert duel.state.castle_owner == 1
    assert duel.bloods == [3, 4, 0]


@pytest.mark.rule("spellwars", "13.3")
def test_drawn_at_a_drawing_it_works_at_the_end_of_that_turn() -> None:
    dead, two = wizard(life=0, dead=True), "haunted_keep loyal_beast"
    duel = cast(
        "humming", wizard(), dead, me=wizard("humming"), dice=[1], deck="", dead_wizard_deck=two
    )
    assert (duel.state.castle_owner, duel.bloods[2]) == (2, 0)
    assert duel.build("humming", dice=[1]).bloods[2] == 4


@pytest.mark.rule("spellwars", "13.3")
@pytest.mark.parametrize(
    ("mine", "others", "blood", "owed"), [(0, 0, 0, 1), (0, 1, 1, 1), (1, 0, 1, 0), (1, 1, 2, 0)]
)
def test_blood_for_tokens_and_a_treasure_for_who_has_none(
    mine: int, others: int, blood: int, owed: int
) -> None:
    victim = wizard(life=1, last_wizard_tokens=mine)
    duel = cast(
        "ferrule", victim, wizard(last_wizard_tokens=others), dead_wizard_deck=f"sore_loser {LATER}"
    )
    assert (duel.bloods[1], duel.state.wizards[1].owed_treasures) == (blood, owed)


@pytest.mark.rule("spellwars", "13.3")
def test_the_treasure_comes_at_the_start_of_the_next_round() -> None:
    duel = next_round(wizard(owed_treasures=2), treasures="wet_match brass_orrery")
    assert duel.state.wizards[1].treasures == ("wet_match", "brass_orrery")
    assert duel.state.wizards[1].owed_treasures == 0


@pytest.mark.rule("spellwars", "13.3")
def test_what_an_empty_deck_does_not_give_stays_owed() -> None:
    duel = next_round(wizard(owed_treasures=2), treasure_deck=("wet_match",))
    assert duel.state.wizards[1].treasures == ("wet_match",)
    assert duel.state.wizards[1].owed_treasures == 1


@pytest.mark.rule("spellwars", "13.4")
def test_a_creature_stands_in_front_of_the_wizard() -> None:
    """Cards are revealed until one appears."""
    duel = next_round(
        wizard(dead_wizard_cards="loyal_beast"), top="wild_magic thorny ink_kraken inkblot"
    )
    assert [one.card for one in duel.state.wizards[1].creatures] == ["ink_kraken"]
    assert duel.state.discard[-2:] == ("wild_magic", "thorny")
    assert duel.state.wizards[0].hand[0] == "inkblot"


@pytest.mark.rule("spellwars", "13.4")
def test_it_attacks_in_the_first_turn_already() -> None:
    deck = "marrow_ox " + "mother_bramble " * 30
    duel = next_round(wizard(dead_wizard_cards="loyal_beast"), deck=deck)
    duel.build("mother_bramble", "mother_bramble", dice=[6, 5, 1, 1, 1])
    assert [one.seat for one in duel.told("creature_re_attacks")] == [1]
    assert duel.lives == [20 + 1 - 2, 20 + 1]


@pytest.mark.rule("spellwars", "13.4")
def test_each_such_card_brings_one() -> None:
    duel = next_round(
        wizard(dead_wizard_cards="loyal_beast loyal_beast"), top="ink_kraken gravehound"
    )
    assert [one.card for one in duel.state.wizards[1].creatures] == ["ink_kraken", "gravehound"]


@pytest.mark.rule("spellwars", "13.4")
def test_the_discard_pile_is_searched_if_the_deck_is_exhausted() -> None:
    duel = next_round(
        wizard(dead_wizard_cards="loyal_beast"), deck="thorny", discard="inkblot ink_kraken"
    )
    assert [one.card for one in duel.state.wizards[1].creatures] == ["ink_kraken"]
    assert "deck_shuffled" in duel.kinds


@pytest.mark.rule("spellwars", "13.4")
def test_without_any_creature_left_the_card_is_used_up_for_nothing() -> None:
    duel = next_round(
        wizard(dead_wizard_cards="loyal_beast"), deck="thorny", discard="inkblot wild_magic"
    )
    assert duel.state.wizards[1].creatures == ()
    assert duel.told("cards_revealed") == []
    assert spent(duel) == [(1, "loyal_beast")]


@pytest.mark.rule("spellwars", "13.4")
def test_a_creature_and_a_treasure_come_seat_by_seat() -> None:
    """The first seat's Creature may take what the second seat's Treasure deals."""
    me, loser = wizard(dead_wizard_cards="loyal_beast"), wizard(owed_treasures=1)
    duel = next_round(loser, me, treasures="rude_horn", top="ink_kraken")
    beast = duel.state.wizards[0].creatures[0]
    assert duel.asked == (0, "absorb", ("none", f"creature:{beast.n}"))
    assert duel.state.wizards[0].hand == ()
    duel.choose("none")
    assert duel.lives == [19, 20]
    assert len(duel.state.wizards[0].hand) == 8


@pytest.mark.rule("spellwars", "13.4")
@pytest.mark.parametrize(
    ("cards", "hand"), [("", 8), ("spoiled_feast", 6), ("spoiled_feast " * 3, 6)]
)
def test_the_winner_draws_a_hand_of_six(cards: str, hand: int) -> None:
    duel = next_round(wizard(dead_wizard_cards=cards))
    assert [len(one.hand) for one in duel.state.wizards] == [hand, 8]
    assert duel.state.wizards[1].dead_wizard_cards == ()
    assert len(spent(duel)) == len(cards.split())


@pytest.mark.rule("spellwars", "13.4")
def test_cards_of_several_losers_do_no_more() -> None:
    loser = wizard(life=1, dead_wizard_cards="spoiled_feast")
    before = table(wizard("storm_twins"), loser, loser, dead_draw_on_death=False)
    duel = Duel(before).build("storm_twins", dice=[6, 5])
    assert [len(one.hand) for one in duel.state.wizards] == [6, 8, 8]
    assert spent(duel) == [(1, "spoiled_feast"), (2, "spoiled_feast")]


@pytest.mark.rule("spellwars", "13.4")
def test_if_nobody_has_won_it_is_used_up_for_nothing() -> None:
    loser = wizard("auntie_cinder humming", life=1, dead_wizard_cards="spoiled_feast")
    before = table(wizard("ferrule", life=1), loser, dead_draw_on_death=False, last_winner=0)
    duel = Duel(before).build("ferrule", "auntie_cinder humming", dice=[1])
    assert [len(one.hand) for one in duel.state.wizards] == [8, 8]
    assert spent(duel) == [(1, "spoiled_feast")]


@pytest.mark.rule("spellwars", "13.4")
def test_the_winners_hand_is_filled_up_in_the_next_turn() -> None:
    duel = next_round(wizard(dead_wizard_cards="spoiled_feast"), deck="mother_bramble " * 40)
    duel.build("mother_bramble", "mother_bramble", dice=[6, 5])
    assert [len(one.hand) for one in duel.state.wizards] == [8, 8]


@pytest.mark.rule("spellwars", "13.4")
def test_the_top_card_is_added_after_wild_magic_was_replaced() -> None:
    """To the next spell, and to that one only."""
    me = wizard("humming", dead_wizard_cards="last_words")
    duel = cast("wild:source", me=me, deck="ferrule scorching", dice=[1])
    assert duel.story == ["ferrule joins", "1 takes 3", "scorching rolls 1", "1 takes 1"]
    assert spent(duel) == [(0, "last_words")]
    assert "top_card_added" not in duel.build("humming", dice=[1]).kinds


@pytest.mark.rule("spellwars", "13.4")
def test_wild_magic_on_top_goes_to_the_hand() -> None:
    me = wizard(dead_wizard_cards="last_words")
    duel = cast("thorny", me=me, deck="wild_magic wild_magic ferrule inkblot")
    assert duel.story == ["1 takes 3", "1 takes 2"]
    assert duel.state.wizards[0].hand[:2] == ("wild_magic", "wild_magic")


@pytest.mark.rule("spellwars", "13.4")
def test_under_the_last_wild_magic_the_discard_pile_is_a_new_deck() -> None:
    me = wizard(dead_wizard_cards="last_words")
    duel = cast("thorny", me=me, deck="wild_magic", discard="ferrule")
    assert duel.story == ["1 takes 3", "1 takes 2"]
    assert "wild_magic" in duel.state.wizards[0].hand


@pytest.mark.rule("spellwars", "13.4")
def test_nothing_is_added_where_there_is_nothing() -> None:
    duel = cast("thorny", me=wizard(dead_wizard_cards="last_words"), deck="wild_magic")
    assert duel.story == ["1 takes 2"]
    assert spent(duel) == [(0, "last_words")]


@pytest.mark.rule("spellwars", "13.4")
def test_each_such_card_adds_one() -> None:
    me = wizard(dead_wizard_cards="last_words last_words")
    duel = cast("thorny", me=me, deck="ferrule storm_twins")
    assert duel.asked == (0, "order", ("card:ferrule", "card:storm_twins"))


@pytest.mark.rule("spellwars", "13.4")
def test_what_was_added_does_not_change_the_order() -> None:
    before = table(
        wizard("thorny", dead_wizard_cards="last_words"),
        wizard("humming gravehound"),
        deck="ferrule",
    )
    assert Duel(before).build("thorny", "humming gravehound").told("order_fixed")[0].order == (0, 1)


@pytest.mark.rule("spellwars", "13.4")
def test_the_next_creature_roll_has_one_die_more() -> None:
    me = wizard(dead_wizard_cards="rattling_bones", creatures="marrow_ox")
    duel = cast("humming gravehound", me=me, dice=[1] * 6)
    rolled = [line for line in duel.story if "rolls" in line]
    assert rolled == ["humming rolls 1", "gravehound rolls 1 1 1", "marrow_ox rolls 1 1"]
    assert spent(duel) == [(0, "rattling_bones")]


@pytest.mark.rule("spellwars", "13.4")
def test_an_attack_of_a_creature_in_front_is_such_a_roll() -> None:
    me = wizard(dead_wizard_cards="rattling_bones rattling_bones", creatures="marrow_ox")
    duel = cast("ferrule", me=me, dice=[1, 1, 1])
    assert duel.story[1] == "marrow_ox rolls 1 1 1"
    assert len(spent(duel)) == 2


@pytest.mark.rule("spellwars", "13.4")
@pytest.mark.parametrize("card", ["last_words", "rattling_bones"])
def test_a_card_whose_moment_does_not_come_waits_for_the_round_after(card: str) -> None:
    """Its owner dies before casting a spell."""
    loser = wizard("mossy gravehound", life=1, dead_wizard_cards=card)
    before = table(wizard("ferrule"), loser, dead_draw_on_death=False)
    duel = Duel(before).build("ferrule", "mossy gravehound")
    assert duel.state.round == 2
    assert duel.state.wizards[1].dead_wizard_cards == (card,)
    assert spent(duel) == []
