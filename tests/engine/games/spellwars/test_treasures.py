"""Each of the twenty-five Treasures at the table: what is printed on it is what happens."""

from __future__ import annotations

import pytest

from tests.engine.games.spellwars.casting import FIVE_RIVALS, cast
from tests.engine.games.spellwars.table import Duel, table, wizard


@pytest.mark.parametrize(
    ("dice", "story"),
    [([1, 6], ["1 takes 2"]), ([1, 1], ["1 takes 1"]), ([2], ["1 takes 1"])],
    ids=["ones are rolled again", "once", "others stay"],
)
def test_second_glance_rolls_ones_again(dice: list[int], story: list[str]) -> None:
    duel = cast("scorching", me=wizard(treasures="second_glance"), dice=dice)
    assert duel.story[1:] == story


def test_spiked_collar_makes_creatures_strike_harder() -> None:
    me = wizard(treasures="spiked_collar")
    duel = cast("ferrule scorching gravehound", me=me, dice=[1, 1])
    assert [line for line in duel.story if "takes" in line] == [
        "1 takes 3",
        "1 takes 1",
        "1 takes 3",
    ]


def test_trophy_hook_gives_more_blood_for_a_kill() -> None:
    duel = cast("ferrule", wizard(life=1), wizard(), me=wizard(treasures="trophy_hook"))
    assert "0 gains 4 Blood" in duel.story


@pytest.mark.parametrize(("last", "gained"), [(4, False), (5, True)])
def test_gamblers_vein_gives_blood_for_thirteen(last: int, gained: bool) -> None:
    me = wizard(treasures="gamblers_vein")
    duel = cast("thrice_folded ink_kraken", me=me, dice=[4, 2, 2, last])
    assert ("0 gains 1 Blood" in duel.story) == gained


def test_deep_pocket_takes_a_card_and_lends_its_glyph() -> None:
    duel = cast("nine_librarians", me=wizard("kiln_imp wild_magic"), treasures="deep_pocket")
    assert duel.asked == (0, "tuck", ("none", "card:kiln_imp"))
    duel.choose("card:kiln_imp")
    assert duel.story == ["0 gains deep_pocket", "0 tucks kiln_imp"]

    me = wizard(treasures="deep_pocket", tucked="kiln_imp")
    assert cast("scorching", me=me, dice=[2, 2]).story[0] == "scorching rolls 2 2"
    assert cast("humming", me=me, dice=[2]).story[0] == "humming rolls 2"


def test_twin_lantern_finds_two_cards_for_wild_magic() -> None:
    duel = cast(
        "wild:source",
        me=wizard(treasures="twin_lantern", life=10),
        deck="humming old_man_thaw gilded wild_magic ferrule" + " thorny" * 16,
        picks="card:ferrule",
    )
    assert duel.story == ["old_man_thaw ferrule joins", "1 takes 3", "0 heals 2"]


@pytest.mark.parametrize(
    ("treasure", "card"),
    [("brass_orrery", "humming"), ("knuckle_purse", "gravehound"), ("wet_match", "scorching")],
)
def test_a_glyph_has_a_die_more(treasure: str, card: str) -> None:
    assert cast(card, me=wizard(treasures=treasure), dice=[1, 1]).story[0] == f"{card} rolls 1 1"
    assert cast("second_cat", me=wizard(treasures=treasure), dice=[1]).story[0].endswith("rolls 1")


def test_feeding_bell_heals_when_a_creature_is_kept() -> None:
    me = wizard(life=10, treasures="feeding_bell")
    story = cast("spark_ferret", me=me, dice=[1]).story
    assert story[1:] == ["1 takes 1", "spark_ferret is kept", "0 heals 1"]


def test_loaded_thumb_rolls_a_die_again_for_blood() -> None:
    duel = cast("scorching", me=wizard(blood=2, treasures="loaded_thumb"), dice=[1])
    assert duel.asked == (0, "reroll", ("none", "die:0"))
    duel.choose("die:0", dice=[5])
    assert duel.story == ["scorching rolls 1", "0 pays 2", "1 takes 2"]


def test_pickled_leech_heals_before_the_spell_for_blood() -> None:
    duel = cast("ferrule", me=wizard(life=10, blood=3, treasures="pickled_leech"))
    assert duel.asked == (0, "use", ("none", "treasure:pickled_leech"))
    duel.choose("treasure:pickled_leech")
    assert duel.story == ["0 pays 3", "0 heals 2", "1 takes 3"]


def test_short_leash_keeps_a_creature_for_blood() -> None:
    duel = cast("gravehound", me=wizard(blood=3, treasures="short_leash"), dice=[1])
    assert duel.asked == (0, "keep", ("no", "yes"))
    duel.choose("yes")
    assert duel.story[1:] == ["1 takes 2", "0 pays 3", "gravehound is kept"]


def test_hurling_urn_strikes_after_the_spell_for_blood() -> None:
    me = wizard(blood=4, treasures="hurling_urn")
    duel = cast("ferrule", *FIVE_RIVALS, me=me, picks="treasure:hurling_urn seat:3")
    assert duel.story == ["1 takes 3", "0 pays 4", "3 takes 2"]


@pytest.mark.parametrize(("life", "damage"), [(24, 4), (25, 5)])
def test_tall_poppy_scythe_strikes_the_strongest_by_their_life(life: int, damage: int) -> None:
    me = wizard(blood=2, treasures="tall_poppy_scythe")
    rivals = (wizard(life=life), wizard())
    duel = cast("old_man_thaw", *rivals, me=me, picks="treasure:tall_poppy_scythe")
    assert duel.story == ["0 heals 2", "0 pays 2", f"1 takes {damage}"]


def test_humming_skull_gives_a_die_for_blood() -> None:
    me = wizard(blood=1, treasures="humming_skull")
    duel = cast("scorching", me=me, picks="treasure:humming_skull", dice=[2, 2])
    assert duel.story[:3] == ["0 pays 1", "dice +1", "scorching rolls 2 2"]


def test_forged_deed_takes_the_castle_for_blood() -> None:
    me = wizard(blood=5, treasures="forged_deed")
    duel = cast("ferrule", me=me, picks="treasure:forged_deed", castle_owner=1)
    assert duel.story[:3] == ["1 takes 3", "0 pays 5", "0 takes the Castle"]


def test_tax_imp_steals_before_each_spell() -> None:
    me = wizard(treasures="tax_imp")
    duel = cast("ferrule", wizard(blood=2), wizard(blood=2), me=me, picks="seat:2")
    assert duel.story == ["2 is robbed of 1 Blood", "0 gains 1 Blood", "1 takes 3"]


@pytest.mark.parametrize(("life", "works"), [(17, True), (18, False)])
def test_short_straw_comforts_the_weakest_at_the_end_of_a_turn(life: int, works: bool) -> None:
    me = wizard(life=life, treasures="short_straw")
    duel = cast("ferrule", me=me, treasures="wet_match")
    assert duel.story == ["1 takes 3", *(["0 heals 2", "0 gains wet_match"] if works else [])]


def test_late_bell_is_for_who_acts_last() -> None:
    duel = cast("ferrule", me=wizard(treasures="late_bell"), treasures="wet_match")
    assert duel.story == ["1 takes 3", "0 gains wet_match"]

    early = Duel(table(wizard("ferrule", treasures="late_bell"), wizard("ferrule gilded")))
    early.build("ferrule", "ferrule gilded")
    assert [e.seat for e in early.told("treasure_gained")] == [1]  # by its Quality


def test_early_worm_is_swapped_by_who_acts_first() -> None:
    duel = Duel(
        table(
            wizard("ferrule", treasures="early_worm"),
            wizard("ferrule flooded"),
            treasures="wet_match",
        )
    )
    duel.build("ferrule", "ferrule flooded")
    assert duel.state.wizards[0].treasures == ("wet_match",)
    assert duel.state.treasure_deck[-1] == "early_worm"
    late = cast("ferrule", me=wizard(treasures="early_worm"))
    assert late.state.wizards[0].treasures == ("early_worm",)


@pytest.mark.parametrize(("owner", "healed"), [(0, True), (1, False)])
def test_warming_pan_heals_the_owner_of_the_castle(owner: int, healed: bool) -> None:
    duel = cast("ferrule", me=wizard(life=10, treasures="warming_pan"), castle_owner=owner)
    assert ("0 heals 1" in duel.story) == healed


@pytest.mark.parametrize(("blood", "gained"), [(0, True), (1, False)])
def test_beggars_bowl_gives_blood_to_who_has_none(blood: int, gained: bool) -> None:
    duel = cast("ferrule", me=wizard(blood=blood, treasures="beggars_bowl"))
    assert ("0 gains 1 Blood" in duel.story) == gained


def test_phoenix_egg_heals_when_it_is_gained() -> None:
    duel = cast("nine_librarians", me=wizard(life=10), treasures="phoenix_egg")
    assert duel.story == ["0 gains phoenix_egg", "0 heals 3"]


def test_rude_horn_strikes_each_rival_when_it_is_gained() -> None:
    duel = cast("nine_librarians", wizard(), wizard(), treasures="rude_horn")
    assert duel.story == ["0 gains rude_horn", "1 takes 1", "2 takes 1", "0 gains 1 Blood"]
