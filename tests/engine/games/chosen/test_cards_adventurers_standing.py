"""Adventurers, card by card: what is constant, and what happens by itself."""

from __future__ import annotations

import pytest

from engine.games.chosen.bonuses import glory
from tests.engine.games.chosen.heroes import (
    MISS,
    against,
    awareness,
    next_turn,
    now,
    obstruct,
    send,
)
from tests.engine.games.chosen.table import player

# --- what is constant -----------------------------------------------------------------------------


@pytest.mark.rule("chosen", "2.5")
@pytest.mark.parametrize(
    ("card", "to", "strength"),
    [
        ("gorm_of_the_gate", "iron_gallery", 5),
        ("gorm_of_the_gate", "salt_exchange", 4),
        ("yrsa_greencloak", "the_ninth_lantern", 3),
        ("yrsa_greencloak", "iron_gallery", 2),
        ("ossa_lockfinger", "salt_exchange", 3),
        ("ossa_lockfinger", "iron_gallery", 1),
        ("little_wick", "salt_exchange", 2),
        ("little_wick", "the_ninth_lantern", 1),
        ("dame_ilsabet_oak", "iron_gallery", 3),
    ],
)
def test_who_is_stronger_in_one_kind_of_manoeuvre(card: str, to: str, strength: int) -> None:
    theirs = player(tower="iron_gallery", buildings="salt_exchange", row="ansgar_the_dim")
    mp = {"iron_gallery": 2, "salt_exchange": 1, "the_ninth_lantern": 0}[to]
    game = against(theirs, mp=mp, row=card, quests="the_ninth_lantern")
    obstruct(send(game, to, card), "ansgar_the_dim", dice=MISS * 2)
    assert game.told("fought")[0].initiating == strength


def test_dame_ilsabet_is_stronger_when_she_obstructs() -> None:
    game = against(player(row="dame_ilsabet_oak"), row="ansgar_the_dim", quests="the_ninth_lantern")
    obstruct(send(game, "the_ninth_lantern", "ansgar_the_dim"), "dame_ilsabet_oak", dice=MISS * 2)
    assert game.told("fought")[0].obstructing == 4


@pytest.mark.parametrize(("dice", "hit"), [([4, 5], True), ([4, 6], False)])
def test_deacon_hask_makes_warriors_hardier(dice: list[int], hit: bool) -> None:
    theirs = player(row="ansgar_the_dim")
    game = against(theirs, row="bren_of_the_ford deacon_hask", quests="the_ninth_lantern")
    send(game, "the_ninth_lantern", "bren_of_the_ford")
    obstruct(game, "ansgar_the_dim", dice=dice + MISS)
    assert [roll.hit for roll in game.told("fought")[0].rolls] == [hit, False]


def test_deacon_hask_does_nothing_for_others() -> None:
    game = against(player(row="bren_of_the_ford"), row="yrsa_greencloak deacon_hask")
    assert now(game, "yrsa_greencloak", "physique") == 6
    assert now(game, "deacon_hask", "physique") == 7
    assert now(game, "bren_of_the_ford", "physique") == 7


@pytest.mark.parametrize(("dice", "solved"), [([3, 4], True), ([4, 4], False)])
def test_mother_of_oaths_helps_astral_tests_of_quests(dice: list[int], solved: bool) -> None:
    row = "bren_of_the_ford mother_of_oaths"
    game = against(row=row, quests="bells_under_the_lake")
    assert now(game, "bren_of_the_ford", "astral") == 5
    send(game, "bells_under_the_lake", "bren_of_the_ford", dice=dice)
    assert game.told("quest_tried")[0].solved == solved


def test_mother_of_oaths_lets_nobody_capture() -> None:
    theirs = player(row="mother_of_oaths", buildings="salt_exchange")
    game = against(theirs, row="ansgar_the_dim")
    team = [game["ansgar_the_dim"]]
    refused = game.refused(0, "send_team", target=game["salt_exchange"], team=team)
    assert refused == ("BARRED", "2.12")


def test_ivo_makes_adventurers_cheaper_and_nothing_else() -> None:
    game = against(mp=6, row="ivo_the_herald", hand="bren_of_the_ford good_harvest")
    assert game.do(0, "summon", card="bren_of_the_ford").mps[0] == 4
    assert game.do(0, "summon", card="good_harvest").mps[0] == 3


def test_the_grinning_heir_is_worth_a_point_of_glory() -> None:
    assert glory(against(row="the_grinning_heir").state, 0) == 1


@pytest.mark.parametrize("card", ["little_wick", "the_veiled_one"])
def test_opponents_do_not_aim_at_some(card: str) -> None:
    game = against(player(row=card), hand="night_of_knives")
    refused = game.refused(0, "summon", card="night_of_knives", target=game[card])
    assert refused == ("NO_TARGET", "6.1")
    game = against(row=card, hand="second_wind")
    game.do(0, "summon", card="second_wind", target=game[card])


# --- what happens by itself -----------------------------------------------------------------------


def test_wenna_finds_a_quest_and_shows_it() -> None:
    future = "good_harvest a_debt_in_glass bren_of_the_ford bells_under_the_lake"
    game = against(hand="wenna_wayfinder", future=future).do(0, "summon", card="wenna_wayfinder")
    assert game.asked == ("search", (0,))
    assert game.answers == ("none", "card:a_debt_in_glass", "card:bells_under_the_lake")
    game.say("card:bells_under_the_lake")
    one = game.state.players[0]
    assert one.hand == ("bells_under_the_lake",)
    assert sorted(one.future) == ["a_debt_in_glass", "bren_of_the_ford", "good_harvest"]
    assert game.told("found")[0].shown == "bells_under_the_lake"


@pytest.mark.rule("chosen", "2.13")
def test_wenna_may_find_nothing() -> None:
    game = against(hand="wenna_wayfinder", future="good_harvest").do(
        0, "summon", card="wenna_wayfinder"
    )
    assert game.answers == ("none",)
    game.say("none")
    assert (game.state.players[0].hand, game.told("found")[0].took) == ((), False)


@pytest.mark.parametrize(
    ("card", "drawn", "gained"), [("bramble_jack", 1, 0), ("deacon_hask", 0, 1)]
)
def test_who_gains_when_the_team_wins_a_fight(card: str, drawn: int, gained: int) -> None:
    theirs = player(row="bren_of_the_ford", tower="granary^")
    game = against(theirs, mp=5, row=f"{card} the_twice_drowned")
    obstruct(send(game, "granary", card, "the_twice_drowned"), "bren_of_the_ford", dice=MISS * 3)
    assert len(game.state.players[0].hand) == drawn
    assert game.mps[0] == 3 + gained


def test_nothing_is_gained_by_losing() -> None:
    theirs = player(row="the_twice_drowned")
    game = against(theirs, mp=5, row="bramble_jack", quests="the_ninth_lantern")
    obstruct(send(game, "the_ninth_lantern", "bramble_jack"), "the_twice_drowned", dice=MISS * 2)
    assert game.state.players[0].hand == ()


def test_green_hob_heals_one_at_the_end_of_the_turn() -> None:
    game = next_turn(against(row="green_hob bren_of_the_ford! ansgar_the_dim!"))
    assert game.asked == ("target", (0,))
    game.say(game["ansgar_the_dim"])
    assert awareness(game, "bren_of_the_ford", "ansgar_the_dim") == ["resting", "awake"]


@pytest.mark.parametrize(
    ("row", "gained"), [("bren_of_the_ford", 4), ("bren_of_the_ford ansgar_the_dim", 5)]
)
def test_kindly_ruel_brings_mp_to_three(row: str, gained: int) -> None:
    game = next_turn(against(mp=2, row=f"kindly_ruel {row}"))
    assert game.mps[0] == 2 + gained
