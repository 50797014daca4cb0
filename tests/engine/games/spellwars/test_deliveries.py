"""Each of the twenty Deliveries at the table: what is printed on it is what happens."""

from __future__ import annotations

import pytest

from tests.engine.games.spellwars.casting import BANDS, FIVE_RIVALS, cast, roll
from tests.engine.games.spellwars.table import Duel, table, wizard


@pytest.mark.parametrize(
    ("card", "target", "low", "mid", "high"),
    [
        ("ink_kraken", 2, 1, 2, "4 KEEP"),
        ("lectern_mimic", 5, 1, 2, 4),
        ("candle_moth", "any", "1 KEEP", 2, 3),
        ("paper_drake", 4, 2, 3, "5 KEEP"),
        ("gravehound", 3, 2, 3, "4 KEEP"),
        ("tallow_ghoul", 4, 2, 3, "5 KEEP"),
        ("bell_wraith", "any", 1, 2, "3 KEEP"),
        ("marrow_ox", 1, 2, "3 KEEP", 7),
        ("hailback_toad", "any", 2, 3, "4 KEEP"),
        ("puddle_titan", 2, 2, 3, "5 KEEP"),
        ("spark_ferret", "any", "1 KEEP", 1, 3),
        ("second_cat", "any", 1, 3, "4 KEEP"),
        ("mirror_eel", 4, 1, 2, "4 KEEP"),
        ("fib_goblin", "any", 1, "1 KEEP", 2),
        ("root_wyrm", 2, 2, 3, "5 KEEP"),
        ("antlered_landlady", 3, 1, 2, 4),
        ("bog_heron", 4, 1, 3, "4 KEEP"),
    ],
)
@pytest.mark.parametrize("band", BANDS)
def test_a_delivery_rolls_for_its_band(
    card: str, target: int | str, band: str, low: int | str, mid: int | str, high: int | str
) -> None:
    duel = roll(card, band, picks="seat:3" if target == "any" else "")
    printed = str({"low": low, "mid": mid, "high": high}[band])
    damage, _, kept = printed.partition(" ")
    seat = 3 if target == "any" else target
    assert duel.story[1] == f"{seat} takes {damage}"
    assert (f"{card} is kept" in duel.story) == bool(kept)
    assert [creature.card for creature in duel.state.wizards[0].creatures] == [card] * bool(kept)


@pytest.mark.parametrize(
    ("card", "blood", "band", "story"),
    [
        (
            "paper_drake",
            1,
            "low",
            ["4 takes 2", "4 is robbed of 2 Blood", "0 gains 2 Blood"],
        ),
        ("tallow_ghoul", 2, "high", ["4 takes 10", "tallow_ghoul is kept"]),
        ("puddle_titan", 8, "mid", ["2 takes 6"]),
        (
            "mirror_eel",
            4,
            "mid",
            ["4 takes 2", "1 takes 2", "2 takes 2", "3 takes 2", "5 takes 2"],
        ),
        (
            "root_wyrm",
            6,
            "low",
            ["2 takes 2", *(f"{seat} takes 3" for seat in range(1, 6))],
        ),
        ("antlered_landlady", 1, "low", ["3 takes 1", "antlered_landlady is kept"]),
        ("bog_heron", 1, "mid", ["4 takes 3", "0 heals 2"]),
    ],
)
def test_blood_paid_for_a_delivery_does_more(
    card: str, blood: int, band: str, story: list[str]
) -> None:
    rivals = (wizard(), wizard(life=25), wizard(life=15), wizard(blood=20), wizard())
    duel = roll(card, band, *rivals, me=wizard(blood=blood, life=10), picks="yes")
    assert duel.story[0] == f"0 pays {blood}"
    assert duel.story[2:] == story


def test_lectern_mimic_takes_a_treasure() -> None:
    rivals = (wizard(treasures="phoenix_egg wet_match"), wizard(treasures="rude_horn"))
    duel = roll("lectern_mimic", "high", *rivals)
    assert duel.asked == (0, "take", ("treasure:phoenix_egg", "treasure:wet_match"))
    duel.choose("treasure:wet_match")
    assert duel.story[1:3] == ["1 takes 4", "0 takes wet_match from 1"]


def test_bell_wraith_steals_blood() -> None:
    duel = roll("bell_wraith", "high", picks="seat:4")
    assert duel.story[1:] == [
        "4 takes 3",
        "4 is robbed of 1 Blood",
        "0 gains 1 Blood",
        "bell_wraith is kept",
    ]


@pytest.mark.parametrize(
    ("dice", "story"),
    [
        ([1, 2], ["5 takes 1"]),
        ([2, 5], ["5 takes 2"]),
        ([4, 6, 3], ["5 takes 3", "kiln_imp is kept"]),
    ],
    ids=[*BANDS],
)
def test_kiln_imp_strikes_to_the_right_at_best_with_a_die(
    dice: list[int], story: list[str]
) -> None:
    me = wizard(treasures="deep_pocket", tucked="kiln_imp")
    assert cast("kiln_imp", *FIVE_RIVALS, me=me, dice=dice).story[1:] == story


@pytest.mark.parametrize(
    "card",
    ["candle_moth", "bell_wraith", "spark_ferret", "fib_goblin", "hailback_toad", "second_cat"],
)
def test_a_delivery_picks_whom_it_may_strike(card: str) -> None:
    # seat 1 has no cards, so it has acted; seat 2 comes last
    owner = wizard("ferrule gilded", creatures="marrow_ox")
    duel = Duel(table(wizard(card), wizard(), owner, castle_owner=2))
    duel.build(card, "ferrule gilded", dice=[3])
    assert [event.target for event in duel.told("aimed")][:1] == [1]


def test_hollow_usher_strikes_the_owner_of_the_castle_and_takes_it() -> None:
    assert roll("hollow_usher", "low", castle_owner=3).story[1] == "3 takes 2"
    assert roll("hollow_usher", "mid", castle_owner=3).story[1] == "3 takes 3"
    duel = roll("hollow_usher", "high", castle_owner=3)
    assert duel.story[1:4] == ["3 takes 5", "0 takes the Castle", "hollow_usher is kept"]


def test_fib_goblin_gains_a_treasure() -> None:
    duel = roll("fib_goblin", "high", picks="seat:3", treasures="brass_orrery")
    assert duel.story[1:] == ["3 takes 2", "0 gains brass_orrery"]


def test_antlered_landlady_heals_and_is_kept_for_blood_only() -> None:
    duel = roll("antlered_landlady", "high", me=wizard(life=10))
    assert duel.story[1:] == ["3 takes 4", "0 heals 1"]


@pytest.mark.parametrize(("band", "damage"), [("low", 2), ("mid", 3), ("high", 4)])
def test_hive_bear_strikes_who_has_most_creatures(band: str, damage: int) -> None:
    keeper = wizard("ferrule gilded", creatures="kiln_imp bog_heron")
    other = wizard("ferrule gilded", creatures="ink_kraken")
    me = wizard("hive_bear", treasures="deep_pocket", tucked="hive_bear")
    duel = Duel(table(me, keeper, other))
    duel.build("hive_bear", "ferrule gilded", "ferrule gilded", dice=[6, 5, *BANDS[band]])
    assert duel.asked == (1, "absorb", ("none", "creature:201", "creature:202"))
    duel.choose("none")
    assert [(e.seat, e.amount) for e in duel.told("damage_dealt")][:1] == [(1, damage)]
    if band == "high":
        assert duel.asked == (0, "banish", ("creature:201", "creature:202"))
        duel.choose("creature:202")
        assert duel.kinds[:3] == ["chosen", "creature_discarded", "creature_kept"]
