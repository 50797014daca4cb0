"""Section 12: what a kill brings, what is cleared away, what the dead draw."""

from __future__ import annotations

import pytest

from tests.engine.games.spellwars.casting import cast, slain
from tests.engine.games.spellwars.dying import AVENGER, midway, seats
from tests.engine.games.spellwars.table import Duel, table, wizard


@pytest.mark.rule("spellwars", "12.5")
def test_there_is_no_reward_for_who_was_saved() -> None:
    duel = slain("mother_bramble humming", castle_owner=0)
    assert duel.told("blood_gained") == []
    assert (duel.state.castle_owner, duel.state.wizards[1].kill_points) == (0, 0)


@pytest.mark.rule("spellwars", "12.5")
def test_the_killer_gets_blood_and_the_castle_of_the_victim() -> None:
    duel = slain("humming mossy", castle_owner=0, dead_draw_on_death=False)
    assert duel.story[2:5] == ["1 gains 3 Blood", "1 takes the Castle", "0 dies"]


@pytest.mark.rule("spellwars", "12.5")
def test_a_killer_who_has_just_died_gets_it_too() -> None:
    """Seat 0 dies of the Reaction of seat 1, and is rewarded for 1 and 2; seat 1, dead, for 0."""
    before = table(
        wizard("storm_twins", life=1),
        AVENGER,
        wizard("mossy gravehound", life=1),
        wizard(),
        castle_owner=2,
        dead_draw_on_death=False,
    )
    duel = Duel(before)
    duel.build("storm_twins", "auntie_cinder humming", "mossy gravehound", dice=[1])
    assert [(one.seat, one.amount) for one in duel.told("blood_gained")] == [(0, 3), (0, 3), (1, 3)]
    assert seats(duel, "castle_taken") == [0, 1]
    assert [one.kill_points for one in duel.state.wizards] == [2, 1, 0, 0]


@pytest.mark.rule("spellwars", "12.5")
def test_a_killer_whose_player_has_left_gets_nothing() -> None:
    """It leaves while somebody is asked; the blow has been dealt."""
    guarded = wizard("mossy gravehound", creatures="ink_kraken")
    victim = wizard("mossy marrow_ox", life=1)
    before = table(wizard("storm_twins"), victim, guarded, wizard(), castle_owner=1)
    duel = Duel(before).build("storm_twins", "mossy marrow_ox", "mossy gravehound")
    duel.leave(0).choose("none")
    assert seats(duel, "wizard_died") == [1]
    assert (duel.state.wizards[0].blood, duel.state.castle_owner) == (0, 1)


@pytest.mark.rule("spellwars", "12.6")
def test_a_kill_is_his_whose_spell_creature_or_treasure_it_was() -> None:
    for me, spell, picks in (
        (wizard(), "ferrule", ""),
        (wizard(creatures="marrow_ox"), "mother_bramble", ""),
        (wizard(treasures="hurling_urn", blood=4), "mother_bramble", "treasure:hurling_urn seat:1"),
    ):
        duel = cast(spell, wizard(life=1), wizard(), me=me, picks=picks)
        assert [(one.seat, one.killer) for one in duel.told("wizard_died")] == [(1, 0)]
        assert duel.state.wizards[0].kill_points == 1


@pytest.mark.rule("spellwars", "12.6")
def test_a_kill_by_a_reaction_is_its_owners() -> None:
    duel = midway("ferrule inkblot")
    assert [(one.seat, one.killer) for one in duel.told("wizard_died")] == [(1, 0), (0, 1)]


@pytest.mark.rule("spellwars", "12.7")
def test_what_a_victim_had_is_cleared_away() -> None:
    owned = {"treasures": "wet_match deep_pocket", "tucked": "thorny", "creatures": "ink_kraken"}
    waiting = {"blood": 4, "last_wizard_tokens": 1, "dead_wizard_cards": "rattling_bones"}
    me = wizard("mossy gravehound humming wild_magic", life=1, **waiting, **owned)
    before = table(me, wizard("uncle_rot"), wizard(), dead_wizard_deck="loyal_beast last_words")
    duel = Duel(before).build("mossy gravehound", "uncle_rot").choose("none")
    discarded = "humming wild_magic mossy gravehound ink_kraken thorny"
    assert duel.told("wizard_died")[0].discarded == tuple(discarded.split())
    kept = waiting | {"dead_wizard_cards": "rattling_bones loyal_beast last_words"}
    assert duel.state.wizards[0] == wizard(life=0, dead=True, **kept)
    assert duel.state.treasure_deck[-2:] == ("wet_match", "deep_pocket")


@pytest.mark.rule("spellwars", "12.7")
def test_a_creature_that_was_kept_this_turn_goes_once() -> None:
    """It is a card of the spell as well. The second Delivery kills, and its victim strikes back."""
    me = wizard("wild_magic", life=1, treasures="twin_lantern")
    before = table(me, AVENGER, wizard(life=9), deck="candle_moth marrow_ox")
    duel = Duel(before).build("wild:delivery", "auntie_cinder humming")
    duel.choose("card:candle_moth", dice=[1, 1, 6]).choose("none")
    died = {one.seat: one.discarded for one in duel.told("wizard_died")}
    assert died[0] == ("candle_moth", "marrow_ox")


@pytest.mark.rule("spellwars", "12.8")
def test_the_dead_draw_in_the_order_of_their_deaths() -> None:
    before = table(
        wizard("mossy gravehound", life=1),
        wizard("storm_twins"),
        wizard("humming marrow_ox", life=1),
        wizard(),
        dead_wizard_deck="loyal_beast spoiled_feast",
    )
    duel = Duel(before).build("mossy gravehound", "storm_twins", "humming marrow_ox")
    drawn = [(one.seat, one.card) for one in duel.told("dead_wizard_drawn")]
    assert drawn[:2] == [(2, "loyal_beast"), (0, "spoiled_feast")]


@pytest.mark.rule("spellwars", "12.8")
def test_whether_the_round_is_over_is_seen_before_they_draw() -> None:
    """The token of this very round counts for the card that counts tokens."""
    before = table(wizard("ferrule"), wizard(life=1), dead_wizard_deck="sore_loser")
    duel = Duel(before).build("ferrule")
    told = ("wizard_died", "round_won", "dead_wizard_drawn", "round_ended")
    assert tuple(kind for kind in duel.kinds if kind in told) == told
    assert duel.bloods == [3, 1]


@pytest.mark.rule("spellwars", "12.8")
def test_it_is_seen_only_when_all_of_them_are_dead() -> None:
    """Seat 2 would be the last one for a moment, but dies of the same blow."""
    before = table(wizard("storm_twins", life=1), AVENGER, wizard("mossy ink_kraken", life=1))
    duel = Duel(before).build("storm_twins", "auntie_cinder humming", "mossy ink_kraken", dice=[1])
    assert duel.told("round_won") == []
    assert duel.told("round_ended")[0].winner is None
    assert [one.last_wizard_tokens for one in duel.state.wizards] == [0, 0, 0]


@pytest.mark.rule("spellwars", "12.8")
def test_the_last_two_who_kill_each_other_leave_no_token() -> None:
    duel = Duel(table(wizard("ferrule", life=1), AVENGER))
    duel.build("ferrule", "auntie_cinder humming", dice=[1])
    assert seats(duel, "wizard_died") == [1, 0]
    assert duel.told("round_ended")[0].winner is None
    assert (duel.state.round, [one.last_wizard_tokens for one in duel.state.wizards]) == (2, [0, 0])


@pytest.mark.rule("spellwars", "12.8")
def test_a_chain_of_deaths_that_leaves_one_gives_one_token() -> None:
    duel = Duel(table(wizard("ferrule", life=1), AVENGER, wizard("mossy ink_kraken")))
    duel.build("ferrule", "auntie_cinder humming", "mossy ink_kraken", dice=[1])
    assert seats(duel, "round_won") == [2]
    assert [one.last_wizard_tokens for one in duel.state.wizards] == [0, 0, 1]


@pytest.mark.rule("spellwars", "12.8")
def test_a_killer_who_is_saved_from_the_last_reaction_is_the_one_survivor() -> None:
    me = wizard("wild_magic", life=1, treasures="twin_lantern")
    duel = Duel(table(me, AVENGER, deck="ferrule mother_bramble"))
    duel.build("wild:source", "auntie_cinder humming").choose("card:ferrule", dice=[6])
    assert (seats(duel, "wizard_saved"), seats(duel, "round_won")) == ([0], [0])


@pytest.mark.rule("spellwars", "12.8")
def test_the_reaction_of_a_killer_who_was_killed_works_as_well() -> None:
    """It finds its own killer dead, so nothing is struck; a Treasure or cards would be due."""
    duel = midway("ferrule auntie_cinder")
    worked = [(one.seat, one.card) for one in duel.told("reaction_worked")]
    assert worked == [(1, "auntie_cinder"), (0, "auntie_cinder")]
    assert seats(duel, "damage_dealt") == [1, 0]
    assert seats(midway("ferrule uncle_rot"), "dead_wizard_drawn")[:4] == [1, 0, 0, 0]


@pytest.mark.rule("spellwars", "12.8")
def test_the_option_takes_the_card_for_dying_away() -> None:
    duel = slain("humming mossy", dead_draw_on_death=False)
    drawn = duel.kinds.index("dead_wizard_drawn")
    assert duel.kinds.index("turn_ended") < drawn
    assert seats(duel, "dead_wizard_drawn") == [0]


@pytest.mark.rule("spellwars", "12.8")
def test_it_is_drawn_at_the_end_of_a_round_too_if_the_option_is_on() -> None:
    for on_death, drawn in ((True, [1]), (False, [])):
        before = table(wizard("ferrule"), wizard(life=1), dead_draw_on_death=on_death)
        assert seats(Duel(before).build("ferrule"), "dead_wizard_drawn") == drawn
