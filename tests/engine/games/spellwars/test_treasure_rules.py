"""Section 11: how Treasures come, work and go; what each one does is its own test's matter."""

from __future__ import annotations

import pytest

from engine.games.spellwars import GAME
from tests.engine.games.spellwars.casting import cast
from tests.engine.games.spellwars.table import Duel, table, wizard


@pytest.mark.rule("spellwars", "11.1")
def test_a_treasure_is_gained_from_the_top_and_lies_open() -> None:
    duel = cast("nine_librarians", treasures="wet_match brass_orrery")
    assert duel.state.wizards[0].treasures == ("wet_match",)
    assert duel.state.treasure_deck[0] == "brass_orrery"
    assert GAME.view(duel.state, None).model_dump()["wizards"][0]["treasures"] == ("wet_match",)


@pytest.mark.rule("spellwars", "11.1")
def test_an_empty_deck_gives_none() -> None:
    duel = cast("nine_librarians", treasure_deck=())
    assert (duel.story, duel.state.wizards[0].treasures) == ([], ())


@pytest.mark.rule("spellwars", "11.2")
def test_who_takes_a_treasure_picks_it() -> None:
    duel = cast(
        "mister_nobody", wizard(treasures="late_bell wet_match"), me=wizard(blood=2), picks="yes"
    )
    assert duel.asked == (0, "take", ("treasure:late_bell", "treasure:wet_match"))
    duel.choose("treasure:wet_match")
    assert [one.treasures for one in duel.state.wizards] == [("wet_match",), ("late_bell",)]


@pytest.mark.rule("spellwars", "11.3")
def test_some_work_when_they_are_gained() -> None:
    duel = cast("nine_librarians", me=wizard(life=10), treasures="phoenix_egg")
    assert duel.story == ["0 gains phoenix_egg", "0 heals 3"]


@pytest.mark.rule("spellwars", "11.3")
def test_and_when_they_are_taken() -> None:
    rich = wizard(treasures="rude_horn")
    duel = cast("mister_nobody", rich, me=wizard(blood=2), picks="yes")
    assert duel.story[2:] == ["0 takes rude_horn from 1", "1 takes 1", "0 gains 1 Blood"]


@pytest.mark.rule("spellwars", "11.3")
def test_what_they_do_is_damage_like_any_other() -> None:
    guarded = wizard(creatures="candle_moth")
    duel = cast("nine_librarians", guarded, treasures="rude_horn", dice=[1])
    assert duel.asked == (1, "absorb", ("none", "creature:201"))


@pytest.mark.rule("spellwars", "11.4")
def test_ones_are_rolled_again_once() -> None:
    me = wizard(treasures="second_glance wet_match")
    duel = cast("scorching", me=me, dice=[1, 3, 1])
    assert [one.dice for one in duel.told("dice_rerolled")] == [(1, 3)]
    assert duel.story == ["scorching rolls 1 3", "1 takes 1"]


@pytest.mark.rule("spellwars", "11.4")
def test_dice_of_amounts_are_not() -> None:
    duel = cast("auntie_cinder", me=wizard(treasures="second_glance"), dice=[1])
    assert duel.story[0] == "1 takes 1"


@pytest.mark.rule("spellwars", "11.4")
@pytest.mark.parametrize(("pick", "amount"), [("no", 3), ("yes", 5)])
def test_a_creatures_roll_deals_more_damage(pick: str, amount: int) -> None:
    """One more, which a payment doesn't double."""
    me = wizard(treasures="spiked_collar", blood=2)
    duel = cast("tallow_ghoul", wizard(blood=3), me=me).choose(pick, dice=[1])
    assert [hit.amount for hit in duel.told("damage_dealt")] == [amount]


@pytest.mark.rule("spellwars", "11.4")
def test_the_rolls_of_other_cards_do_not() -> None:
    duel = cast("ferrule scorching", me=wizard(treasures="spiked_collar"), dice=[1])
    assert [hit.amount for hit in duel.told("damage_dealt")] == [3, 1]


@pytest.mark.rule("spellwars", "11.4")
def test_a_kill_gives_more_blood() -> None:
    duel = cast("ferrule", wizard(life=1), wizard(), me=wizard(treasures="trophy_hook"))
    assert duel.story[:3] == ["1 takes 3", "0 gains 4 Blood", "1 dies"]


@pytest.mark.rule("spellwars", "11.4")
@pytest.mark.parametrize(("dice", "blood"), [([4, 4, 4], 0), ([4, 4, 5], 1)])
def test_a_power_roll_of_thirteen_gives_blood(dice: list[int], blood: int) -> None:
    me = wizard(treasures="gamblers_vein brass_orrery")
    assert cast("clockwork_nan humming", me=me, dice=dice).bloods[0] == blood


@pytest.mark.rule("spellwars", "11.4")
@pytest.mark.parametrize(
    ("treasure", "quality"),
    [("brass_orrery", "humming"), ("knuckle_purse", "leeching"), ("wet_match", "scorching")],
)
def test_a_glyph_has_a_die_more(treasure: str, quality: str) -> None:
    duel = cast(f"{quality} second_cat", me=wizard(treasures=treasure), dice=[1, 1, 1])
    rolled = [line for line in duel.story if "rolls" in line]
    assert rolled == [f"{quality} rolls 1 1", "second_cat rolls 1"]


@pytest.mark.rule("spellwars", "11.4")
def test_wild_magic_finds_two_cards() -> None:
    me = wizard(treasures="twin_lantern")
    duel = cast("wild:source", me=me, deck="ferrule thorny storm_twins uncle_rot")
    assert duel.asked == (0, "order", ("card:ferrule", "card:storm_twins"))
    assert duel.state.discard == ("thorny", "wild_magic")
    assert duel.state.spell_deck == ("uncle_rot",)


@pytest.mark.rule("spellwars", "11.4")
def test_wild_magic_finds_one_if_there_is_no_other() -> None:
    me = wizard(treasures="twin_lantern")
    assert cast("wild:source", me=me, deck="thorny ferrule").story == ["ferrule joins", "1 takes 3"]


@pytest.mark.rule("spellwars", "11.4")
def test_a_creature_that_is_kept_heals_its_owner_each_time() -> None:
    me = wizard(life=10, creatures="candle_moth", treasures="feeding_bell")
    duel = cast("spark_ferret", me=me, dice=[1, 1])
    assert [line for line in duel.story if line.startswith("0 heals")] == ["0 heals 1"] * 2
    assert duel.lives[0] == 12


@pytest.mark.rule("spellwars", "11.4")
def test_a_card_may_be_put_under_one_when_it_is_gained() -> None:
    me = wizard("thorny wild_magic thorny humming")
    duel = cast("nine_librarians", me=me, treasures="deep_pocket", deck="")
    assert duel.asked == (0, "tuck", ("none", "card:thorny", "card:humming"))
    duel.choose("card:thorny")
    assert duel.state.wizards[0].tucked == "thorny"
    assert duel.state.wizards[0].hand[:3] == ("wild_magic", "thorny", "humming")


@pytest.mark.rule("spellwars", "11.4")
def test_it_need_not() -> None:
    duel = cast("nine_librarians", me=wizard("thorny"), treasures="deep_pocket", picks="none")
    assert duel.state.wizards[0].tucked is None
    assert "thorny" in duel.state.wizards[0].hand


@pytest.mark.rule("spellwars", "11.4")
def test_it_lends_its_glyph() -> None:
    me = wizard(treasures="deep_pocket", tucked="thorny")
    assert cast("stampeding", me=me, dice=[1, 1]).story == ["stampeding rolls 1 1", "1 takes 1"]
    assert cast("humming", me=me, dice=[1]).story == ["humming rolls 1", "1 takes 1"]


@pytest.mark.rule("spellwars", "11.4")
def test_it_is_discarded_when_the_treasure_leaves() -> None:
    """The new owner may put another card under it."""
    rich = wizard(treasures="deep_pocket wet_match", tucked="thorny")
    me = wizard("flooded", blood=2)
    duel = cast("mister_nobody", rich, me=me, picks="yes treasure:deep_pocket")
    assert duel.asked == (0, "tuck", ("none", "card:flooded"))
    assert (duel.state.wizards[1].tucked, duel.state.discard) == (None, ("thorny",))


@pytest.mark.rule("spellwars", "11.4")
def test_it_stays_while_only_another_treasure_leaves() -> None:
    rich = wizard(treasures="deep_pocket wet_match", tucked="thorny")
    duel = cast("mister_nobody", rich, me=wizard(blood=2), picks="yes treasure:wet_match")
    assert duel.state.wizards[1].tucked == "thorny"


@pytest.mark.rule("spellwars", "11.5")
def test_one_may_be_paid_for_before_the_spell_is_opened() -> None:
    duel = cast("ferrule", me=wizard(treasures="pickled_leech", blood=3, life=10))
    assert duel.asked == (0, "use", ("none", "treasure:pickled_leech"))
    assert [opened.seat for opened in duel.told("spell_opened")] == [1]
    duel.choose("treasure:pickled_leech")
    assert duel.story == ["0 pays 3", "0 heals 2", "1 takes 3"]


@pytest.mark.rule("spellwars", "11.5")
def test_or_after_it_and_its_creatures() -> None:
    me = wizard(treasures="hurling_urn", blood=4, creatures="gravehound")
    duel = cast("ferrule", me=me, dice=[1])
    assert duel.asked == (0, "use", ("none", "treasure:hurling_urn"))
    duel.choose("treasure:hurling_urn")
    assert duel.story[-3:] == ["0 loses gravehound", "0 pays 4", "1 takes 2"]


@pytest.mark.rule("spellwars", "11.5")
def test_or_after_a_power_roll_to_roll_one_die_again() -> None:
    me = wizard(treasures="loaded_thumb", blood=2)
    duel = cast("clockwork_nan humming", me=me, dice=[1, 2])
    assert duel.asked == (0, "reroll", ("none", "die:0", "die:1"))
    duel.choose("die:0", dice=[3])
    assert duel.told("dice_rerolled")[0].dice == (3, 2)
    assert duel.story[-2:] == ["0 pays 2", "1 takes 3"]


@pytest.mark.rule("spellwars", "11.5")
@pytest.mark.parametrize("spell", ["ink_kraken", "ferrule"])
def test_or_when_a_creatures_roll_did_not_keep_it(spell: str) -> None:
    earlier = "" if spell == "ink_kraken" else "ink_kraken"
    duel = cast(spell, me=wizard(treasures="short_leash", blood=3, creatures=earlier))
    assert duel.asked == (0, "keep", ("no", "yes"))
    duel.choose("yes")
    assert duel.bloods[0] == 0
    assert [creature.card for creature in duel.state.wizards[0].creatures] == ["ink_kraken"]


@pytest.mark.rule("spellwars", "11.5")
def test_a_creature_that_was_kept_needs_no_leash() -> None:
    duel = cast("candle_moth", me=wizard(treasures="short_leash", blood=3), dice=[1])
    assert (duel.asked, duel.bloods[0]) == (None, 3)


@pytest.mark.rule("spellwars", "11.5")
@pytest.mark.parametrize("first", ["none", "treasure:pickled_leech"])
def test_one_such_payment_a_turn(first: str) -> None:
    me = wizard(treasures="pickled_leech hurling_urn", blood=9)
    duel = cast("ferrule", me=me, picks=first)
    assert (duel.asked is None) == (first != "none")


@pytest.mark.rule("spellwars", "11.5")
def test_another_one_in_the_next_turn() -> None:
    me = wizard("ferrule", treasures="pickled_leech", blood=6)
    duel = cast("ferrule", me=me, picks="treasure:pickled_leech", deck="").build("ferrule")
    assert duel.asked == (0, "use", ("none", "treasure:pickled_leech"))


@pytest.mark.rule("spellwars", "11.5")
def test_payments_for_components_are_others() -> None:
    me = wizard(treasures="pickled_leech", blood=5)
    duel = cast("inkblot", me=me, picks="treasure:pickled_leech yes")
    assert duel.story[:3] == ["0 pays 3", "0 heals 2", "0 pays 2"]


@pytest.mark.rule("spellwars", "11.5")
def test_of_several_at_the_same_moment_one_is_chosen() -> None:
    duel = cast("ferrule", me=wizard(treasures="hurling_urn forged_deed", blood=5))
    both = ("none", "treasure:hurling_urn", "treasure:forged_deed")
    assert duel.asked == (0, "use", both)
    duel.choose("treasure:forged_deed")
    assert (duel.state.castle_owner, duel.asked) == (0, None)


@pytest.mark.rule("spellwars", "11.5")
def test_what_costs_more_than_there_is_is_not_offered() -> None:
    duel = cast("ferrule", me=wizard(treasures="hurling_urn forged_deed", blood=4))
    assert duel.asked == (0, "use", ("none", "treasure:hurling_urn"))


@pytest.mark.rule("spellwars", "11.5")
def test_it_is_offered_in_the_owners_own_time_only() -> None:
    """A rival's roll and a rival's spell are no moments for it."""
    other = wizard(treasures="loaded_thumb", blood=9)
    assert cast("humming", other, dice=[1]).story == ["humming rolls 1", "1 takes 1"]


@pytest.mark.rule("spellwars", "11.6")
def test_some_work_each_time_before_the_owners_spell_is_opened() -> None:
    duel = cast("ferrule", wizard(blood=5), me=wizard("ferrule", treasures="tax_imp"), deck="")
    assert duel.story == ["1 is robbed of 1 Blood", "0 gains 1 Blood", "1 takes 3"]
    assert duel.build("ferrule").bloods == [2, 3]


@pytest.mark.rule("spellwars", "11.6")
@pytest.mark.parametrize(
    ("mine", "others", "first"),
    [("ferrule", "inkblot mossy", True), ("ferrule mossy", "thorny", False)],
)
def test_some_work_only_if_nobody_has_acted_this_turn(mine: str, others: str, first: bool) -> None:
    before = table(wizard(mine, treasures="early_worm"), wizard(others), treasures="late_bell")
    duel = Duel(before).build(mine, others)
    assert duel.state.wizards[0].treasures == (("late_bell",) if first else ("early_worm",))


@pytest.mark.rule("spellwars", "11.6")
@pytest.mark.parametrize(
    ("mine", "others", "last"),
    [("ferrule", "inkblot mossy", False), ("ferrule mossy", "thorny", True)],
)
def test_some_work_only_if_nobody_alive_will_act_after(mine: str, others: str, last: bool) -> None:
    before = table(wizard(mine, treasures="late_bell"), wizard(others), treasures="wet_match")
    duel = Duel(before).build(mine, others)
    assert (len(duel.state.wizards[0].treasures) == 2) == last


@pytest.mark.rule("spellwars", "11.6")
def test_the_dead_will_not_act() -> None:
    me, victim = wizard("ferrule", treasures="late_bell"), wizard("inkblot mossy", life=1)
    before = table(me, victim, wizard(), treasures="wet_match")
    duel = Duel(before).build("ferrule", "inkblot mossy")
    assert duel.state.wizards[0].treasures == ("late_bell", "wet_match")


@pytest.mark.rule("spellwars", "11.6")
@pytest.mark.parametrize(("blood", "gained"), [(0, 1), (1, 0)])
def test_some_work_after_the_spell_on_a_condition(blood: int, gained: int) -> None:
    before = table(
        wizard("ferrule", treasures="beggars_bowl", blood=blood), wizard("mossy inkblot")
    )
    duel = Duel(before).build("ferrule", "mossy inkblot")
    assert duel.bloods[0] == blood + gained


@pytest.mark.rule("spellwars", "11.6")
@pytest.mark.parametrize(("life", "healed"), [(16, 2), (17, 2), (18, 0)])
def test_some_work_at_the_end_of_the_turn(life: int, healed: int) -> None:
    """To be weakest is to have no more Life than any other: the rival has 17 then."""
    me = wizard(treasures="short_straw", life=life)
    duel = cast("ferrule", wizard(life=20), wizard(life=0, dead=True), me=me)
    assert duel.lives[0] == life + healed
    assert len(duel.state.wizards[0].treasures) == (2 if healed else 1)


@pytest.mark.rule("spellwars", "11.6")
@pytest.mark.parametrize("castle", [None, 0, 1])
def test_the_castles_owner_is_another_condition(castle: int | None) -> None:
    duel = cast(
        "humming", me=wizard(treasures="warming_pan", life=9), castle_owner=castle, dice=[1]
    )
    assert duel.lives[0] == (10 if castle == 0 else 9)


@pytest.mark.rule("spellwars", "11.6")
def test_at_the_end_of_a_turn_seats_come_one_by_one() -> None:
    """The first seat is healed, so that the second is weakest when its moment comes."""
    me = wizard(treasures="warming_pan", life=5)
    duel = cast("humming", wizard(treasures="short_straw", life=7), me=me, castle_owner=0, dice=[1])
    assert duel.lives == [6, 8]


@pytest.mark.rule("spellwars", "11.6")
def test_a_condition_must_hold_when_its_treasure_comes() -> None:
    """The bell brings Blood, so there is nothing to beg for any more."""
    me = wizard(treasures="late_bell beggars_bowl")
    duel = cast("humming", me=me, treasures="rude_horn", dice=[1])
    assert duel.bloods[0] == 1


@pytest.mark.rule("spellwars", "11.6")
def test_the_dead_are_left_out() -> None:
    dead = wizard(life=0, dead=True, treasures="warming_pan")
    assert cast("humming", wizard(), dead, castle_owner=2, dice=[1]).lives == [20, 19, 0]


@pytest.mark.rule("spellwars", "11.7")
def test_a_treasure_that_is_put_back_goes_under_its_deck() -> None:
    before = table(wizard("ferrule", treasures="early_worm"), wizard("inkblot mossy"))
    duel = Duel(before).build("ferrule", "inkblot mossy")
    assert duel.told("treasure_returned")[0].treasure == "early_worm"
    assert duel.state.treasure_deck[-1] == "early_worm"


@pytest.mark.rule("spellwars", "11.4")
def test_a_creatures_bonus_is_for_its_roll_and_not_for_what_was_paid() -> None:
    me = wizard(treasures="spiked_collar", blood=6)
    duel = cast("root_wyrm", wizard(), me=me, picks="yes", dice=[3])
    assert duel.story == ["0 pays 6", "root_wyrm rolls 3", "1 takes 3", "1 takes 3"]
