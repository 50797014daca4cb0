"""Section 12: the line of the dying, Reactions, rewards and what is left."""

from __future__ import annotations

import pytest

from tests.engine.games.spellwars.casting import cast, slain
from tests.engine.games.spellwars.table import Duel, table, wizard

AVENGER = wizard("auntie_cinder humming", life=1)
"""Kills its killer, if that has no more Life than a die shows."""


def seats(duel: Duel, kind: str) -> list[int]:
    """Return whom something happened to in the last command."""
    return [event.seat for event in duel.told(kind)]


def midway(found: str, *, dead_wizard_cards: str = "") -> Duel:
    """Return a duel in which seat 0 has applied the first of several Sources and dies of it.

    ``found`` are the Sources; the first, ferrule, kills seat 1, whose Reaction kills seat 0, which
    has 1 Life. Seats 2 and 3 look on.
    """
    me = wizard(
        "wild_magic humming", life=1, treasures="twin_lantern", dead_wizard_cards=dead_wizard_cards
    )
    before = table(me, AVENGER, wizard(life=9), wizard(life=9), deck=found)
    duel = Duel(before).build("wild:source humming", "auntie_cinder humming", dice=[6, 5, 6, 5])
    return duel.choose("card:ferrule", dice=[4])


@pytest.mark.rule("spellwars", "12.1")
def test_a_death_is_reactions_then_rewards_then_clearing_away() -> None:
    duel = slain("ferrule humming", castle_owner=0)
    first = duel.kinds.index("damage_dealt", duel.kinds.index("damage_dealt") + 1)
    assert duel.kinds[first : first + 7] == [
        "damage_dealt",  # the last one that the action dealt
        "reaction_worked",
        "treasure_owed",
        "blood_gained",
        "castle_taken",
        "wizard_died",
        "dead_wizard_drawn",
    ]


@pytest.mark.rule("spellwars", "12.1")
def test_one_is_done_with_before_the_next() -> None:
    before = table(
        wizard("storm_twins"),
        wizard("ferrule humming", life=1),
        wizard("uncle_rot mossy gravehound", life=1),
        wizard(),
    )
    duel = Duel(before)
    duel.build("storm_twins", "ferrule humming", "uncle_rot mossy gravehound")
    story = [kind for kind in duel.kinds if kind in {"reaction_worked", "wizard_died"}]
    assert story == ["reaction_worked", "wizard_died"] * 2
    assert seats(duel, "wizard_died") == [1, 2]


@pytest.mark.rule("spellwars", "12.1")
def test_a_death_of_a_reaction_joins_the_end_of_the_line() -> None:
    before = table(wizard("storm_twins", life=1), AVENGER, wizard("mossy gravehound", life=1))
    duel = Duel(before).build("storm_twins", "auntie_cinder humming", "mossy gravehound", dice=[6])
    assert seats(duel, "wizard_died") == [1, 2, 0]


@pytest.mark.rule("spellwars", "12.2")
def test_who_is_killed_before_acting_has_the_reactions_of_the_whole_spell() -> None:
    duel = slain("mother_bramble humming")
    assert duel.told("reaction_worked")[0].card == "mother_bramble"
    assert not duel.state.wizards[0].dead


@pytest.mark.rule("spellwars", "12.2")
def test_who_is_killed_in_the_middle_has_the_later_ones_only() -> None:
    """Not that of the card under way, which is ferrule."""
    duel = midway("ferrule mother_bramble")
    worked = [(one.seat, one.card) for one in duel.told("reaction_worked")]
    assert worked == [(1, "auntie_cinder"), (0, "mother_bramble")]
    assert duel.told("treasure_owed") == []


@pytest.mark.rule("spellwars", "12.2")
def test_a_card_that_was_applied_before_has_none() -> None:
    """Seat 0 heals by its first Source, kills by the second, and dies of that."""
    me = wizard("wild_magic humming", life=1, treasures="twin_lantern")
    before = table(me, AVENGER, wizard(life=9), deck="mother_bramble ferrule")
    duel = Duel(before).build("wild:source humming", "auntie_cinder humming", dice=[6, 5])
    duel.choose("card:mother_bramble", dice=[1, 6])
    assert seats(duel, "wizard_died") == [1, 0]


@pytest.mark.rule("spellwars", "12.2")
def test_who_has_acted_has_none() -> None:
    before = table(wizard("ferrule mossy"), wizard("mother_bramble", life=1), wizard())
    duel = Duel(before).build("ferrule mossy", "mother_bramble", dice=[2])
    assert seats(duel, "wizard_died") == [1]
    assert duel.told("reaction_worked") == []


@pytest.mark.rule("spellwars", "12.2")
def test_cards_of_the_hand_have_none() -> None:
    before = table(wizard("ferrule"), wizard("mother_bramble mossy gravehound", life=1), wizard())
    duel = Duel(before).build("ferrule", "mossy gravehound")
    assert seats(duel, "wizard_died") == [1]


@pytest.mark.rule("spellwars", "12.2")
def test_wild_magic_has_none() -> None:
    before = table(wizard("ferrule"), wizard("wild_magic mossy", life=1), wizard(), top="ferrule")
    duel = Duel(before).build("ferrule", "wild:source mossy")
    assert seats(duel, "wizard_died") == [1]
    assert duel.told("reaction_worked") == []


@pytest.mark.rule("spellwars", "12.3")
def test_a_reaction_is_shown_and_used_up() -> None:
    duel = slain("mother_bramble humming")
    shown = duel.told("reaction_worked")[0]
    assert (shown.seat, shown.card) == (0, "mother_bramble")
    assert duel.state.discard.count("mother_bramble") == 1


@pytest.mark.rule("spellwars", "12.3")
def test_who_was_saved_casts_what_is_left_of_the_spell() -> None:
    duel = slain("mother_bramble scorching", dice=[1])
    assert [opened.name for opened in duel.told("spell_opened") if opened.seat == 0] == [
        "Scorching"
    ]
    assert duel.story[-1] == "1 takes 1"


@pytest.mark.rule("spellwars", "12.3")
def test_reactions_work_in_the_order_of_the_spell() -> None:
    """The second saves its owner, who draws none of the cards that the first has promised."""
    duel = midway("ferrule uncle_rot mother_bramble", dead_wizard_cards="last_words")
    worked = [one.card for one in duel.told("reaction_worked") if one.seat == 0]
    assert worked == ["uncle_rot", "mother_bramble"]
    assert seats(duel, "wizard_saved") == [0]
    assert seats(duel, "dead_wizard_drawn") == [1]


@pytest.mark.rule("spellwars", "12.3")
def test_what_a_reaction_promised_to_who_was_saved_is_not_due_for_a_later_death() -> None:
    """Saved from seat 1 by its third Source, seat 0 dies by seat 2 in the same turn."""
    me = wizard("wild_magic", life=1, treasures="twin_lantern", dead_wizard_cards="last_words")
    last = wizard("storm_twins mossy gravehound")
    before = table(me, AVENGER, last, wizard(), deck="ferrule uncle_rot mother_bramble")
    duel = Duel(before).build(
        "wild:source", "auntie_cinder humming", "storm_twins mossy gravehound"
    )
    duel.choose("card:ferrule", dice=[4])
    assert seats(duel, "wizard_died") == [1, 0]
    assert seats(duel, "dead_wizard_drawn") == [1, 0]


@pytest.mark.rule("spellwars", "12.3")
def test_once_the_owner_is_saved_the_next_ones_do_not_work() -> None:
    """They are no Reactions any more, but cards of a spell that goes on."""
    duel = midway("ferrule mother_bramble uncle_rot", dead_wizard_cards="last_words")
    worked = [one.card for one in duel.told("reaction_worked") if one.seat == 0]
    assert worked == ["mother_bramble"]
    assert [hit.seat for hit in duel.told("damage_dealt") if hit.card == "uncle_rot"] == [2, 3]


@pytest.mark.rule("spellwars", "12.4")
def test_a_treasure_at_the_start_of_the_next_round() -> None:
    duel = slain("ferrule humming")
    assert (duel.state.wizards[0].owed_treasures, duel.state.wizards[0].treasures) == (1, ())
    before = table(wizard("ferrule humming", life=1), wizard("ferrule"), treasures="wet_match")
    duel = Duel(before).build("ferrule humming", "ferrule")
    assert duel.state.round == 2
    assert duel.state.wizards[0].treasures == ("wet_match",)
    assert duel.state.wizards[0].owed_treasures == 0


@pytest.mark.rule("spellwars", "12.4")
@pytest.mark.parametrize(("on_death", "drawn"), [(True, 3), (False, 2)])
def test_two_dead_wizard_cards_more(on_death: bool, drawn: int) -> None:
    four = "loyal_beast spoiled_feast last_words rattling_bones"
    duel = slain("uncle_rot humming", dead_wizard_deck=four, dead_draw_on_death=on_death)
    cards = [one.card for one in duel.told("dead_wizard_drawn")]
    assert cards[:drawn] == four.split()[:drawn]
    assert duel.kinds.index("dead_have_drawn") < duel.kinds.index("turn_ended")
    assert len(cards) == drawn + 1  # and one at the next drawing


@pytest.mark.rule("spellwars", "12.4")
def test_damage_of_one_die_to_the_killer_alone() -> None:
    duel = slain("auntie_cinder humming", dice=[5])
    assert duel.lives == [0, 15, 19]
    assert duel.story[1:5] == ["0 takes 1", "1 takes 5", "1 gains 3 Blood", "0 dies"]


@pytest.mark.rule("spellwars", "12.4")
def test_a_creature_of_the_same_spell_takes_the_blow() -> None:
    """The Life from before comes back, and the two cards are gone from the spell."""
    before = table(wizard("storm_twins"), wizard("lady_mirrorwise thorny bog_heron", life=1))
    duel = Duel(before).build("storm_twins", "lady_mirrorwise thorny bog_heron")
    assert duel.told("hit_undone")[0].card == "bog_heron"
    assert duel.lives == [18, 1]  # and thorny was applied
    assert duel.state.discard == ("lady_mirrorwise", "bog_heron", "storm_twins", "thorny")


@pytest.mark.rule("spellwars", "12.4")
def test_the_whole_blow_is_undone() -> None:
    before = table(wizard("ferrule"), wizard("lady_mirrorwise bog_heron", life=2), wizard())
    assert Duel(before).build("ferrule", "lady_mirrorwise bog_heron").lives == [20, 2, 20]


@pytest.mark.rule("spellwars", "12.4")
@pytest.mark.parametrize(
    ("hand", "spell", "creatures"),
    [
        ("bog_heron", "lady_mirrorwise mossy", ""),
        ("", "lady_mirrorwise mossy", "bog_heron"),
        ("", "lady_mirrorwise wild:delivery", ""),
    ],
    ids=["in the hand", "in front", "perhaps, Wild Magic"],
)
def test_no_other_creature_takes_it(hand: str, spell: str, creatures: str) -> None:
    cards = spell.replace("wild:delivery", "wild_magic")
    victim = wizard(f"{cards} {hand}", life=1, creatures=creatures)
    duel = Duel(table(wizard("ferrule"), victim, wizard())).build("ferrule", spell)
    if creatures:
        duel.choose("none")
    assert duel.told("reaction_worked")[0].card == "lady_mirrorwise"
    assert seats(duel, "wizard_died") == [1]


@pytest.mark.rule("spellwars", "12.4")
def test_a_creature_of_the_spell_takes_a_blow_in_the_middle_too() -> None:
    me = wizard("wild_magic bog_heron", life=1, treasures="twin_lantern")
    before = table(me, AVENGER, wizard(life=9), deck="ferrule lady_mirrorwise")
    duel = Duel(before).build("wild:source bog_heron", "auntie_cinder humming")
    duel.choose("card:ferrule", dice=[4])
    assert (duel.lives[0], duel.told("hit_undone")[0].card) == (1, "bog_heron")
    assert [one.card for one in duel.told("card_applied")] == ["ferrule"]


@pytest.mark.rule("spellwars", "12.4")
def test_to_stay_at_one_life() -> None:
    assert slain("mother_bramble humming").lives[0] == 1


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


@pytest.mark.rule("spellwars", "12.4")
def test_the_owner_picks_which_creature_of_the_spell_takes_the_hit() -> None:
    me = wizard("wild_magic wild_magic", life=1, treasures="twin_lantern")
    found = "ferrule lady_mirrorwise kiln_imp ink_kraken"
    before = table(me, AVENGER, wizard(life=9), wizard(life=9), deck=found)
    duel = Duel(before)
    duel.build("wild:source wild:delivery", "auntie_cinder humming", dice=[6, 5, 6, 5])
    duel.choose("card:ferrule", dice=[4])
    assert duel.asked == (0, "sacrifice", ("card:kiln_imp", "card:ink_kraken"))
    duel.choose("card:ink_kraken")
    assert duel.lives[0] == 1
    assert duel.told("hit_undone")[0].card == "ink_kraken"
    assert duel.told("card_applied")[0].card == "kiln_imp"


@pytest.mark.rule("spellwars", "8.3", "12.4")
def test_no_creature_of_the_spell_takes_a_hit_that_its_owner_dealt() -> None:
    me = wizard("wild_magic gravehound", life=1, treasures="twin_lantern")
    duel = Duel(table(me, wizard(), wizard(), deck="auntie_cinder lady_mirrorwise"))
    duel.build("wild:source gravehound", dice=[6, 5])
    duel.choose("card:auntie_cinder", dice=[1])
    assert duel.told("reaction_worked")[0].card == "lady_mirrorwise"
    assert duel.told("hit_undone") == []
    assert duel.state.wizards[0].dead
