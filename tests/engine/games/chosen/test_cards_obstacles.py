"""Traps and beasts, card by card."""

from __future__ import annotations

import pytest

from engine.games.chosen.commands import Code
from tests.engine.games.chosen.heroes import (
    MISS,
    against,
    awareness,
    made,
    marked,
    now,
    obstruct,
    send,
)
from tests.engine.games.chosen.table import Played, player, table

BEASTS = """
cellar_hounds         0 2  7 1
the_old_sow           1 1  8 3
the_toll_eater        1 1  9 2
carrion_choir         1 4  5 1
moat_eel              0 1  7 1
what_the_granary_hid  2 2  8 2
stone_bull            1 1 10 3
"""
"""MP, number, attack, damage."""
DICE = {5: [2, 3], 6: [3, 3], 7: [3, 4], 8: [4, 4], 9: [4, 5], 10: [5, 5], 11: [5, 6]}


def activated(
    obstacle: str, team: str = "the_twice_drowned", *, dice: list[int] | None = None, row: str = ""
) -> Played:
    """Besiege an open wall of 3 where an obstacle lies, which the rival activates."""
    rival = player(mp=9, tower=f"iron_gallery^:{obstacle} granary", row=row)
    game = Played(table(player(mp=2, row=team, tower="deep_cistern"), rival, active=0))
    send(game, "iron_gallery", *team.split())
    pick = next(one for one in game.answers if one.split()[0] == game[obstacle])
    return game.say(pick, dice=dice or [])


@pytest.mark.rule("chosen", "8.10")
@pytest.mark.parametrize("line", BEASTS.strip().splitlines(), ids=lambda line: line.split()[0])
def test_a_beast_attacks_so_often_so_well_and_so_hard(line: str) -> None:
    card, *numbers = line.split()
    mp, number, attack, damage = map(int, numbers)
    row = "green_hob" if card == "stone_bull" else ""
    hit = activated(card, dice=DICE[attack] * number, row=row)
    assert [one.hit for one in hit.told("beast_attacked")] == [True] * number
    assert [one.amount for one in hit.told("damage_dealt")] == [damage] * number
    assert hit.mps[1] == 9 - mp
    assert card in hit.state.players[1].past
    missed = activated(card, dice=DICE[attack + 1] * number, row=row)
    assert [one.hit for one in missed.told("beast_attacked")] == [False] * number
    assert missed.told("damage_dealt") == []


@pytest.mark.rule("chosen", "7.10", "14.6")
@pytest.mark.parametrize("card", ["stone_bull", "iron_harrow", "bogged_lane"])
def test_a_price_of_somebody_who_rests(card: str) -> None:
    rival = player(mp=2, tower=f"granary^:{card} iron_gallery", row="green_hob bren_of_the_ford~")
    game = send(against(rival, mp=4, row="ansgar_the_dim"), "granary", "ansgar_the_dim")
    assert game.answers == ("none", f"{game[card]} {game['green_hob']}")
    game.say(game.answers[1], dice=[6, 6] if card == "stone_bull" else [])
    assert awareness(game, "green_hob") == ["resting"]
    nobody = player(mp=2, tower=f"granary^:{card} iron_gallery", row="green_hob~")
    game = send(against(nobody, mp=4, row="ansgar_the_dim"), "granary", "ansgar_the_dim")
    assert game.answers == ("none",)


@pytest.mark.rule("chosen", "8.11")
@pytest.mark.parametrize(
    ("card", "mp"),
    [
        ("pit_of_nails", 1), ("greased_steps", 0), ("false_treasury", 0), ("smoke_and_tar", 1),
        ("the_sweet_well", 2), ("iron_harrow", 2), ("hall_of_echoes", 0), ("walled_up_door", 1),
        ("bogged_lane", 0),
    ],
)  # fmt: skip
def test_what_a_trap_costs(card: str, mp: int) -> None:
    row = "green_hob" if card in {"iron_harrow", "bogged_lane"} else ""
    assert activated(card, row=row).mps[1] == 9 - mp
    if mp:
        rival = player(mp=mp - 1, tower=f"granary^:{card} iron_gallery", row=row)
        game = send(against(rival, mp=4, row="ansgar_the_dim"), "granary", "ansgar_the_dim")
        assert game.answers == ("none",)


def test_the_pit_of_nails_wounds_everybody() -> None:
    game = activated("pit_of_nails", "the_twice_drowned ansgar_the_dim")
    assert [one.amount for one in game.told("damage_dealt")] == [1, 1]
    assert game.told("fought")[0].initiating == 5 + 3 - 2


def test_greased_steps_cost_strength() -> None:
    assert activated("greased_steps").told("fought")[0].initiating == 5 - 2


def test_the_false_treasury_costs_mp() -> None:
    rival = player(tower="granary^:false_treasury iron_gallery")
    for mp, left in ((9, 9 - 2 - 2), (3, 0)):
        game = send(against(rival, mp=mp, row="ansgar_the_dim"), "granary", "ansgar_the_dim")
        assert game.say(game["false_treasury"]).mps[0] == left


@pytest.mark.parametrize(("dice", "hit"), [([3, 4], True), ([4, 4], False)])
def test_smoke_and_tar_make_clumsy(dice: list[int], hit: bool) -> None:
    rival = player(mp=1, tower="iron_gallery^:smoke_and_tar granary", row="bren_of_the_ford")
    game = send(against(rival, mp=2, row="the_twice_drowned"), "iron_gallery", "the_twice_drowned")
    game.say(game["smoke_and_tar"])
    assert now(game, "the_twice_drowned", "physique") == 7
    obstruct(game, "bren_of_the_ford", dice=dice + MISS)
    assert [roll.hit for roll in game.told("fought")[0].rolls] == [hit, False]
    assert now(game, "the_twice_drowned", "physique") == 10


def test_the_sweet_well_lets_the_team_arrive_injured() -> None:
    game = activated("the_sweet_well", "the_twice_drowned ansgar_the_dim")
    assert not game.in_play("iron_gallery"), "they win all the same"
    assert awareness(game, "the_twice_drowned", "ansgar_the_dim") == ["injured", "injured"]


def test_the_iron_harrow_ends_the_manoeuvre() -> None:
    game = activated("iron_harrow", row="green_hob")
    assert game.told("fought") == []
    assert game.in_play("iron_gallery")
    assert awareness(game, "the_twice_drowned") == ["resting"]


def test_the_hall_of_echoes_costs_a_card_of_ones_choice() -> None:
    rival = player(tower="granary^:hall_of_echoes iron_gallery")
    game = against(rival, mp=2, row="ansgar_the_dim", hand="good_harvest cold_steel")
    send(game, "granary", "ansgar_the_dim").say(game["hall_of_echoes"])
    assert game.asked == ("discard", (0,))
    assert game.answers == ("card:good_harvest", "card:cold_steel")
    game.say("card:cold_steel")
    one = game.state.players[0]
    assert (one.hand, one.past) == (("good_harvest",), ("cold_steel",))
    game = against(rival, mp=2, row="ansgar_the_dim")
    send(game, "granary", "ansgar_the_dim").say(game["hall_of_echoes"])
    assert game.told("fought"), "an empty hand loses nothing"


def test_the_walled_up_door_makes_the_wall_higher() -> None:
    for level, falls in ((5, False), (6, True)):
        rival = player(mp=1, tower="iron_gallery^:walled_up_door granary")
        game = against(rival, mp=2, row="ansgar_the_dim")
        made(game, "ansgar_the_dim", level=level)
        send(game, "iron_gallery", "ansgar_the_dim").say(game["walled_up_door"])
        assert game.told("fought")[0].obstructing == 3 + 2
        assert game.in_play("iron_gallery") != falls


def test_the_bogged_lane_costs_strength_and_the_sieges_of_this_turn() -> None:
    rival = player(
        tower="iron_gallery^:bogged_lane granary", row="green_hob", buildings="salt_exchange"
    )
    game = against(rival, mp=6, row="the_twice_drowned ansgar_the_dim hale_marrow")
    send(game, "iron_gallery", "the_twice_drowned").say(
        game["bogged_lane"] + f" {game['green_hob']}"
    )
    assert game.told("fought")[0].initiating == 5 - 2
    team = [game["ansgar_the_dim"]]
    refused = game.refused(0, "send_team", target=game["iron_gallery"], team=team)
    assert refused == (Code.BARRED, "2.12")
    send(game, "salt_exchange", "hale_marrow")


@pytest.mark.rule("chosen", "7.7", "7.10")
def test_at_a_quest_a_trap_hits_whoever_goes_for_it() -> None:
    """The obstructor has fought the quest free; the trap is of who had come for it first."""
    ours = {"row": "bren_of_the_ford", "quests": "wolves_at_the_toll:greased_steps"}
    game = against(player(mp=1, row="ansgar_the_dim"), mp=2, **ours)
    send(game, "wolves_at_the_toll", "bren_of_the_ford")
    obstruct(game, "ansgar_the_dim", dice=MISS * 2)
    assert game.asked == ("activate", (0,))
    game.say(game["greased_steps"])
    assert game.told("strength_changed")[0].what == "obstructing"
    assert game.piece("wolves_at_the_toll").controller == 1, "a warrior is enough"


@pytest.mark.rule("chosen", "7.10", "8.3")
def test_after_a_fight_that_nobody_won_nothing_is_activated() -> None:
    ours = {"row": "ansgar_the_dim", "quests": "wolves_at_the_toll:greased_steps"}
    game = against(player(row="hale_marrow"), mp=2, **ours)
    marked(game, "greased_steps", controller=1)
    send(game, "wolves_at_the_toll", "ansgar_the_dim")
    obstruct(game, "hale_marrow", dice=MISS * 2)
    assert game.told("fought")[0].winner == "nobody"
    assert game.state.manoeuvre is None
    assert game.piece("greased_steps").face_down
