"""Section 12: the line of the dying and their Reactions."""

from __future__ import annotations

import pytest

from tests.engine.games.spellwars.casting import slain
from tests.engine.games.spellwars.dying import AVENGER, midway, seats
from tests.engine.games.spellwars.table import Duel, table, wizard


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
