"""Each of the twenty Sources at the table: what is printed on it is what happens."""

from __future__ import annotations

import pytest

from tests.engine.games.spellwars.casting import FIVE_RIVALS, cast, slain
from tests.engine.games.spellwars.table import Duel, table, wizard


@pytest.mark.parametrize(
    ("card", "dice", "story"),
    [
        ("ferrule", [], ["1 takes 3"]),
        ("inkblot", [4], ["0 heals 4"]),
        ("clockwork_nan", [], ["2 takes 2"]),
        ("nine_librarians", [], ["0 gains brass_orrery"]),
        ("uncle_rot", [], ["1 takes 1", "2 takes 1", "3 takes 1", "4 takes 1", "5 takes 1"]),
        ("bishop_maggot", [], ["3 takes 1"]),
        ("sexton_bram", [], ["4 takes 3"]),
        ("captain_brine", [], ["0 takes the Castle", "5 takes 1", "0 gains 1 Blood"]),
        ("auntie_cinder", [6], ["5 takes 6", "0 takes 1"]),
        ("storm_twins", [], ["1 takes 1", "2 takes 1", "3 takes 1", "4 takes 1", "5 takes 1"]),
        ("old_man_thaw", [], ["0 heals 2"]),
        ("hedge_king", [], ["1 takes 1"]),
        ("mother_bramble", [3], ["0 heals 3"]),
        ("bog_choir", [], ["1 takes 1"]),
        ("grizzled_ursa", [], ["dice +1", "2 takes 2"]),
    ],
)  # fmt: skip
def test_a_source_does_what_it_says(card: str, dice: list[int], story: list[str]) -> None:
    duel = cast(card, *FIVE_RIVALS, me=wizard(life=10), dice=dice, treasures="brass_orrery")
    assert duel.story == story


@pytest.mark.parametrize(
    ("card", "blood", "dice", "story"),
    [
        ("inkblot", 2, [4], ["0 heals 4", "0 gains brass_orrery"]),
        ("sexton_bram", 4, [], ["4 takes 6"]),
        ("old_man_thaw", 3, [4, 5], ["0 heals 9"]),
        ("bog_choir", 4, [1, 5],
         ["1 takes 1", "bog_heron joins", "bog_heron rolls 1 5", "4 takes 3"]),
    ],
)  # fmt: skip
def test_blood_paid_for_a_source_does_more(
    card: str, blood: int, dice: list[int], story: list[str]
) -> None:
    me = wizard(life=10, blood=blood)
    deck = "ferrule wild_magic bog_heron" + " humming" * 60
    duel = cast(card, *FIVE_RIVALS, me=me, treasures="brass_orrery", deck=deck)
    assert duel.asked == (0, "pay", ("no", "yes"))
    duel.choose("yes", dice=dice)
    assert duel.story == [f"0 pays {blood}", *story]


@pytest.mark.parametrize(
    ("card", "story"),
    [
        ("clockwork_nan", ["2 takes 2", "2 takes 2"]),
        ("storm_twins", ["1 takes 2", "2 takes 2", "3 takes 2", "4 takes 2", "5 takes 2"]),
    ],
)
def test_the_castle_makes_a_source_do_more(card: str, story: list[str]) -> None:
    duel = cast(card, *FIVE_RIVALS, castle_owner=0)
    assert duel.story == [*story, "0 gains 1 Blood"]


def test_widow_gloam_steals_blood_and_strikes_for_blood() -> None:
    duel = cast("widow_gloam", *FIVE_RIVALS, me=wizard(blood=1), picks="yes seat:4")
    assert duel.story == ["0 pays 1", "4 is robbed of 2 Blood", "0 gains 2 Blood", "4 takes 2"]
    duel = cast("widow_gloam", *FIVE_RIVALS, picks="seat:4")
    assert duel.story == ["4 is robbed of 2 Blood", "0 gains 2 Blood"]


def test_bishop_maggot_counts_the_dead() -> None:
    dead = wizard(life=0, dead=True)
    assert cast("bishop_maggot", dead, wizard(), dead).story[0] == "2 takes 5"


def test_lady_mirrorwise_lets_a_die_choose() -> None:
    duel = cast("lady_mirrorwise", *FIVE_RIVALS)
    (aimed,) = duel.told("aimed")
    assert duel.story == [f"{aimed.target} takes 4"]


def test_count_vanish_takes_a_quality_from_each_hand() -> None:
    rivals = (wizard("ferrule humming gilded"), wizard("ferrule kiln_imp uncle_rot"))
    duel = Duel(table(wizard("count_vanish"), *rivals))
    duel.build("count_vanish", "ferrule humming", "ferrule kiln_imp")
    assert duel.asked == (1, "give", ("card:gilded",))
    duel.choose("card:gilded")
    assert duel.state.wizards[0].hand == ("gilded",)
    assert duel.asked == (2, "give", ("none",))


def test_the_painted_duke_gains_blood_and_adds_a_quality() -> None:
    duel = cast("painted_duke", me=wizard("gilded inkblot"), treasures="brass_orrery")
    assert duel.asked == (0, "add", ("none", "card:gilded"))
    duel.choose("card:gilded")
    assert duel.story == ["0 gains 1 Blood", "gilded joins", "0 gains brass_orrery"]


def test_mister_nobody_counts_treasures_and_takes_one_for_blood() -> None:
    assert cast("mister_nobody", *FIVE_RIVALS, picks="seat:2").story == ["2 takes 3"]
    owner = wizard(treasures="phoenix_egg wet_match")
    duel = cast(
        "mister_nobody",
        owner,
        wizard(treasures="rude_horn"),
        me=wizard(blood=2),
        picks="yes seat:1",
    )
    assert duel.asked == (0, "take", ("treasure:phoenix_egg", "treasure:wet_match"))
    duel.choose("treasure:wet_match")
    assert duel.story == ["0 pays 2", "1 takes 4", "0 takes wet_match from 1"]


def test_the_hedge_king_counts_creatures_in_hand() -> None:
    duel = cast("hedge_king", *FIVE_RIVALS, me=wizard("kiln_imp kiln_imp wild_magic gilded"))
    assert duel.story == ["1 takes 3"]


def test_grizzled_ursas_die_is_there_for_the_next_roll() -> None:
    duel = cast("grizzled_ursa scorching", *FIVE_RIVALS, dice=[4, 6])
    assert duel.story == ["dice +1", "2 takes 2", "scorching rolls 4 6", "1 takes 5"]


def test_ferrules_reaction_is_a_treasure_at_the_start_of_the_next_round() -> None:
    duel = Duel(
        table(wizard("ferrule humming", life=1), wizard("uncle_rot"), treasures="wet_match")
    )
    duel.build("ferrule humming", "uncle_rot")
    assert duel.state.round == 2
    assert duel.state.wizards[0].treasures == ("wet_match",)


def test_uncle_rots_reaction_is_two_more_dead_wizard_cards() -> None:
    cards = "loyal_beast loyal_beast loyal_beast last_words spoiled_feast"
    duel = slain("uncle_rot humming", dead_wizard_deck=cards)
    # one for dying and two for the Reaction; the last came at the drawing of the next turn
    assert duel.state.wizards[0].dead_wizard_cards == (*["loyal_beast"] * 3, "last_words")


def test_auntie_cinders_reaction_strikes_the_killer() -> None:
    duel = slain("auntie_cinder humming", dice=[5])
    assert duel.story[:4] == ["2 takes 1", "0 takes 1", "1 takes 5", "1 gains 3 Blood"]
    assert "0 dies" in duel.story


def test_lady_mirrorwises_reaction_lets_a_creature_of_the_spell_die_instead() -> None:
    duel = slain("lady_mirrorwise ink_kraken")
    assert duel.story == ["2 takes 1", "0 takes 1", "0 is saved"]
    assert duel.lives[0] == 1
    assert duel.state.discard[-3:] == ("lady_mirrorwise", "ink_kraken", "uncle_rot")


def test_mother_brambles_reaction_leaves_one_life() -> None:
    duel = slain("mother_bramble gilded")
    assert duel.story[:4] == ["2 takes 1", "0 takes 1", "0 heals 1", "0 is saved"]
    assert duel.lives[0] == 1
