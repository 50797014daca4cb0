"""Tower levels, card by card."""

from __future__ import annotations

from typing import Any

import pytest

from tests.engine.games.chosen.heroes import (
    MISS,
    against,
    awareness,
    made,
    now,
    obstruct,
    send,
)
from tests.engine.games.chosen.table import Played, player, table

NEEDS = """
murder_stair      4
granary           3
iron_gallery      4
deep_cistern      4
toll_hall         3
hall_of_banners   4
the_long_archive  3
sally_port        3
oubliette         3
bell_chamber      4
roof_of_crows     3
"""
"""The level that somebody alone needs to take it, what it does when revealed included."""


def siege(level: str, team: str = "ansgar_the_dim", **theirs: Any) -> Played:
    """Send a team against a level; the rival has another one above it."""
    rival = player(tower=f"{level} granary", **theirs)
    game = against(rival, mp=2, row=team, tower="roof_of_crows")
    return send(game, level, *team.split())


@pytest.mark.rule("chosen", "8.4", "8.5", "7.11")
@pytest.mark.parametrize("line", NEEDS.strip().splitlines(), ids=lambda line: line.split()[0])
def test_more_than_the_wall_takes_it(line: str) -> None:
    card, needed = line.split()
    for level in (int(needed) - 1, int(needed)):
        rival = player(tower=f"{card} mirror_room")
        game = against(rival, mp=2, row="ansgar_the_dim", tower="mirror_room")
        made(game, "ansgar_the_dim", level=level)
        send(game, card, "ansgar_the_dim")
        if game.asked == ("search", (1,)):
            game.say("none")
        assert game.in_play(card) == (level < int(needed))


@pytest.mark.parametrize(("level", "falls"), [(2, False), (3, True)])
def test_the_mirror_room_sends_one_home_and_holds_against_the_rest(level: int, falls: bool) -> None:
    game = against(player(tower="mirror_room granary"), mp=2, row="ansgar_the_dim hale_marrow")
    made(game, "ansgar_the_dim", level=level)
    send(game, "mirror_room", "ansgar_the_dim", "hale_marrow")
    assert game.asked == ("target", (1,))
    assert game.answers == (game["ansgar_the_dim"], game["hale_marrow"])
    game.say(game["hale_marrow"])
    assert game.in_play("mirror_room") != falls
    assert game.told("fought")[0].initiating == level
    assert awareness(game, "hale_marrow") == ["resting"]


def test_the_mirror_room_stops_one_who_comes_alone() -> None:
    game = siege("mirror_room", "the_twice_drowned")
    assert game.in_play("mirror_room")
    assert awareness(game, "the_twice_drowned") == ["resting"]


def test_the_murder_stair_wounds_everybody_of_the_team() -> None:
    game = siege("murder_stair", "ansgar_the_dim the_twice_drowned")
    assert [(one.n, one.amount) for one in game.told("damage_dealt")] == [
        (game["ansgar_the_dim"], 1),
        (game["the_twice_drowned"], 1),
    ]
    assert awareness(game, "ansgar_the_dim", "the_twice_drowned") == ["injured", "injured"]


def test_the_granary_gives_its_player_two_cards() -> None:
    assert len(siege("granary").state.players[1].hand) == 2


def test_the_toll_hall_takes_and_gives_one_mp() -> None:
    rival = player(tower="toll_hall granary")
    game = send(against(rival, mp=5, row="ansgar_the_dim"), "toll_hall", "ansgar_the_dim")
    assert game.mps == [5 - 2 - 1, 1]


def test_the_hall_of_banners_costs_strength() -> None:
    assert siege("hall_of_banners").told("fought")[0].initiating == 3 - 1


def test_the_long_archive_holds_an_action_card() -> None:
    game = siege("the_long_archive", future="good_harvest not_today cold_steel")
    assert game.asked == ("search", (1,))
    assert game.answers == ("none", "card:cold_steel", "card:not_today")
    game.say("card:not_today")
    assert game.state.players[1].hand == ("not_today",)
    assert game.told("found")[0].shown is None


@pytest.mark.rule("chosen", "2.13")
def test_the_sally_port_wakes_the_row() -> None:
    game = siege("sally_port", row="bren_of_the_ford~ hale_marrow~ yrsa_greencloak!")
    assert game.asked == ("obstruct", (1,))
    woken = awareness(game, "bren_of_the_ford", "hale_marrow", "yrsa_greencloak")
    assert woken == ["awake", "awake", "injured"]


def test_the_oubliette_swallows_two_cards() -> None:
    rival = player(tower="oubliette granary")
    game = against(rival, mp=2, row="ansgar_the_dim", hand="good_harvest " * 3)
    send(game, "oubliette", "ansgar_the_dim")
    one = game.state.players[0]
    assert (one.hand, one.past) == (("good_harvest",), ("good_harvest",) * 2)


@pytest.mark.parametrize(("dice", "hit"), [([4, 5], True), ([5, 5], False)])
def test_the_bell_chamber_makes_its_defenders_hardier(dice: list[int], hit: bool) -> None:
    game = siege("bell_chamber", row="bren_of_the_ford")
    obstruct(game, "bren_of_the_ford", dice=MISS + dice)
    assert [roll.hit for roll in game.told("fought")[0].rolls] == [False, hit]
    assert now(game, "bren_of_the_ford", "physique") == 7


def test_the_bell_chamber_does_nothing_face_down() -> None:
    rival = player(tower="granary bell_chamber", row="bren_of_the_ford")
    game = against(rival, mp=2, row="ansgar_the_dim")
    obstruct(send(game, "granary", "ansgar_the_dim"), "bren_of_the_ford", dice=[*MISS, 4, 4])
    assert [roll.hit for roll in game.told("fought")[0].rolls] == [False, False]


@pytest.mark.rule("chosen", "14.4", "14.7")
def test_both_of_a_pair_defend_with_the_bell_chamber() -> None:
    laid = (
        player(mp=5, row="ansgar_the_dim"), player(tower="bell_chamber granary"),
        player(), player(row="bren_of_the_ford"),
    )  # fmt: skip
    game = Played(table(*laid, mode="twins"))
    send(game, "bell_chamber", "ansgar_the_dim")
    obstruct(game, "bren_of_the_ford", seat=3, dice=[*MISS, 4, 5])
    assert [roll.hit for roll in game.told("fought")[0].rolls] == [False, True]


def test_the_roof_of_crows_is_manned_for_mp() -> None:
    rival = player(mp=1, tower="roof_of_crows granary")
    game = against(rival, mp=2, row="ansgar_the_dim")
    send(game, "roof_of_crows", "ansgar_the_dim")
    assert game.asked == ("prepare", (1,))
    game.do(1, "use", card=game["roof_of_crows"])
    fought = game.told("fought")[0]
    assert (fought.initiating, fought.obstructing, fought.winner) == (3, 3, "nobody")
    assert game.mps[1] == 0
