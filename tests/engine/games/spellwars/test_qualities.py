"""Each of the twenty Qualities at the table: what is printed on it is what happens."""

from __future__ import annotations

import pytest

from tests.engine.games.spellwars.casting import BANDS, FIVE_RIVALS, cast, roll
from tests.engine.games.spellwars.table import Duel, table, wizard


def all_take(amount: int) -> list[str]:
    return [f"{seat} takes {amount}" for seat in range(1, 6)]


@pytest.mark.parametrize(
    ("card", "dice", "story"),
    [
        ("thrice_folded", [], ["dice +2"]),
        ("overannotated", [], ["5 takes 1"]),
        ("gilded", [], ["0 gains brass_orrery"]),
        ("fly_blown", [], all_take(1)),
        ("grave_cold", [], ["3 takes 2"]),
        ("flooded", [], ["1 takes 2"]),
        ("squally", [], all_take(2)),
        ("frostbitten", [], ["5 takes 2"]),
        ("backwards", [], []),  # the rival on the right has no Blood
        ("unlikely", [], ["ferrule joins", "1 takes 3"]),
        ("thorny", [], all_take(2)),
        ("mossy", [5], ["0 heals 5"]),
    ],
)
def test_a_quality_does_what_it_says(card: str, dice: list[int], story: list[str]) -> None:
    me = wizard(life=10)
    duel = cast(card, *FIVE_RIVALS, me=me, dice=dice, treasures="brass_orrery")
    assert duel.story == story


@pytest.mark.parametrize(
    ("card", "low", "mid", "high"),
    [
        ("humming", ["3 takes 1"], ["3 takes 3"], ["3 takes 5"]),
        ("scorching", ["1 takes 1"], ["1 takes 2"], ["1 takes 5"]),
        (
            "leeching",
            ["4 is robbed of 1 Blood", "0 gains 1 Blood"],
            ["4 is robbed of 2 Blood", "0 gains 2 Blood", "4 takes 1"],
            ["4 is robbed of 3 Blood", "0 gains 3 Blood", "4 takes 3"],
        ),
        (
            "stampeding",
            ["2 takes 1"],
            ["2 takes 3"],
            ["2 takes 3", "1 takes 1", "3 takes 1", "4 takes 1", "5 takes 1"],
        ),
    ],
)
@pytest.mark.parametrize("band", BANDS)
def test_a_quality_rolls_for_its_band(
    card: str, band: str, low: list[str], mid: list[str], high: list[str]
) -> None:
    duel = roll(card, band, picks="seat:3" if card == "humming" else "")
    assert duel.story[1:] == {"low": low, "mid": mid, "high": high}[band]


@pytest.mark.parametrize(
    ("card", "blood", "dice", "story"),
    [
        ("thrice_folded", 1, [], ["dice +2", "0 heals 2"]),
        ("gilded", 3, [], ["0 gains brass_orrery", "0 gains spiked_collar", "0 heals 1"]),
        ("fly_blown", 3, [], all_take(2)),
        ("squally", 4, [], all_take(4)),
        ("unlikely", 2, [], ["ferrule joins", "0 heals 3", "1 takes 3"]),
        ("mossy", 2, [5], ["0 heals 10"]),
    ],
)
def test_blood_paid_for_a_quality_does_more(
    card: str, blood: int, dice: list[int], story: list[str]
) -> None:
    me = wizard(life=10, blood=blood)
    duel = cast(card, *FIVE_RIVALS, me=me, treasures="brass_orrery spiked_collar")
    assert duel.asked == (0, "pay", ("no", "yes"))
    duel.choose("yes", dice=dice)
    assert duel.story == [f"0 pays {blood}", *story]


def test_thrice_foldeds_dice_are_there_for_the_next_roll() -> None:
    duel = cast("thrice_folded gravehound", *FIVE_RIVALS, dice=[1, 2, 1])
    assert duel.story == ["dice +2", "gravehound rolls 1 2 1", "3 takes 2"]


def test_overannotated_adds_a_source() -> None:
    duel = cast("overannotated", *FIVE_RIVALS, me=wizard("ferrule gilded"))
    assert duel.asked == (0, "add", ("none", "card:ferrule"))
    duel.choose("card:ferrule")
    assert duel.story == ["5 takes 1", "ferrule joins", "1 takes 3"]


def test_blood_fed_strikes_as_hard_as_it_is_fed() -> None:
    duel = cast("blood_fed", *FIVE_RIVALS, me=wizard(blood=3))
    assert duel.asked == (0, "pay", ("no", "blood:1", "blood:2", "blood:3"))
    duel.choose("blood:3", "seat:2")
    assert duel.story == ["0 pays 3", "2 takes 1", "2 takes 3"]
    assert cast("blood_fed", me=wizard(blood=3), picks="no").story == ["1 takes 1"]


def test_grave_cold_steals_blood_for_the_owner_of_the_castle() -> None:
    duel = cast("grave_cold", wizard(life=10, blood=5), wizard(blood=5), castle_owner=0)
    assert duel.story[:3] == ["1 takes 2", "1 is robbed of 2 Blood", "0 gains 2 Blood"]


def test_flooded_costs_each_rival_a_delivery() -> None:
    rivals = (wizard("ferrule gilded kiln_imp ink_kraken"), wizard("ferrule gilded humming"))
    duel = Duel(table(wizard("flooded"), *rivals))
    duel.build("flooded", "ferrule gilded", "ferrule gilded", dice=[6, 5])
    assert duel.lives == [20, 18, 20]
    assert duel.asked == (1, "discard", ("card:kiln_imp", "card:ink_kraken"))
    duel.choose("card:ink_kraken")
    assert duel.state.discard == ("ink_kraken",)
    assert duel.asked == (2, "discard", ("none",))


def test_squally_spares_who_has_not_acted() -> None:
    duel = Duel(table(wizard("squally"), wizard("ferrule gilded"), wizard()))
    duel.build("squally", "ferrule gilded")
    assert [(e.seat, e.amount) for e in duel.told("damage_dealt") if e.by == 0] == [(2, 2)]


def test_frostbitten_makes_the_rival_lose_a_creature_of_the_casters_choice() -> None:
    rival = wizard("ferrule gilded", creatures="kiln_imp bog_heron")
    duel = Duel(table(wizard("frostbitten"), rival))
    duel.build("frostbitten", "ferrule gilded").choose("none")
    assert duel.asked == (0, "banish", ("creature:201", "creature:202"))
    duel.choose("creature:202")
    assert [e.card for e in duel.told("creature_discarded")][:1] == ["bog_heron"]


def test_sidelong_strikes_somebody_else() -> None:
    duel = cast("ferrule sidelong", *FIVE_RIVALS)
    assert duel.asked == (0, "target", ("seat:2", "seat:3", "seat:4", "seat:5"))
    duel.choose("seat:4")
    assert duel.story == ["1 takes 3", "4 takes 3"]


def test_borrowed_takes_a_treasure_for_five_blood() -> None:
    rivals = (wizard(treasures="phoenix_egg wet_match"), wizard(treasures="rude_horn"))
    assert cast("borrowed", *rivals, me=wizard(blood=4), picks="seat:1").story == ["1 takes 2"]
    duel = cast("borrowed", *rivals, me=wizard(blood=5), picks="yes seat:1 treasure:phoenix_egg")
    assert duel.story[:3] == ["0 pays 5", "1 takes 2", "0 takes phoenix_egg from 1"]


def test_backwards_steals_and_strikes_for_the_owner_of_the_castle() -> None:
    rivals = (wizard(blood=5), wizard(blood=5))
    assert cast("backwards", *rivals).story == ["2 is robbed of 1 Blood", "0 gains 1 Blood"]
    story = cast("backwards", *rivals, castle_owner=0).story
    assert story[:3] == ["2 is robbed of 2 Blood", "0 gains 2 Blood", "2 takes 2"]


def test_thorny_spares_who_has_a_creature() -> None:
    rivals = (wizard(), wizard("ferrule humming", creatures="kiln_imp"))
    duel = Duel(table(wizard("thorny"), *rivals))
    duel.build("thorny", "ferrule humming")
    assert [(e.seat, e.amount) for e in duel.told("damage_dealt") if e.card == "thorny"] == [(1, 2)]


def test_moonstruck_counts_tokens_and_takes_the_castle_for_blood() -> None:
    rivals = (wizard(last_wizard_tokens=1), wizard())
    duel = cast("moonstruck", *rivals, me=wizard(last_wizard_tokens=1, blood=3), picks="yes seat:2")
    assert duel.story[:3] == ["0 pays 3", "2 takes 5", "0 takes the Castle"]
