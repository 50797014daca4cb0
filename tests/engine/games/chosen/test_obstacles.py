"""Obstacles: who is asked, and what they do [7.10] [8.10] [8.11]."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.engine.games.chosen.table import Played, player, table
from tests.engine.games.chosen.test_manoeuvres import siege


@pytest.mark.rule("chosen", "7.10", "8.11", "2.8")
def test_an_obstacle_is_activated_by_its_controller() -> None:
    game = siege(tower="granary:greased_steps")
    assert game.asked == ("activate", (1,))
    assert game.answers == ("none", game["greased_steps"])
    game.say(game["greased_steps"])
    assert game.told("fought")[0].initiating == 1
    assert "greased_steps" in game.state.players[1].past


@pytest.mark.rule("chosen", "7.10")
def test_an_obstacle_that_nobody_can_pay_for_is_asked_for_nevertheless() -> None:
    game = siege(tower="granary:pit_of_nails")
    assert game.asked == ("activate", (1,))
    assert game.answers == ("none",)


@pytest.mark.rule("chosen", "8.10", "8.9")
def test_a_beast_attacks_the_strongest() -> None:
    game = Played(
        table(
            player(mp=5, row="ansgar_the_dim bren_of_the_ford"),
            player(tower="granary:cellar_hounds iron_gallery"),
        )
    )
    team = [game["bren_of_the_ford"], game["ansgar_the_dim"]]
    game.do(0, "send_team", target=game["granary"], team=team)
    game.say(game["cellar_hounds"], dice=[3, 3, 6, 6])
    assert game.told("fought")[0].initiating == 4
    assert game.piece("ansgar_the_dim").awareness == "injured"
    assert game.piece("bren_of_the_ford").awareness == "resting"


@pytest.mark.rule("chosen", "7.10", "2.8")
def test_controllers_of_obstacles_are_asked_until_they_decline_but_not_for_their_own_team() -> None:
    ours = player(
        mp=5, row="the_twice_drowned", quests="a_debt_in_glass:greased_steps:cellar_hounds"
    )
    theirs = player(mp=0, row="")
    state = table(ours, theirs)
    hounds = next(p for p in state.present.values() if p.card == "cellar_hounds")
    steps = next(p for p in state.present.values() if p.card == "greased_steps")
    for seats, asked in (((1, 1), 2), ((0, 1), 1), ((0, 0), 0)):
        laid = {
            piece.n: replace(piece, owner=seat, controller=seat)
            for piece, seat in zip((hounds, steps), seats, strict=True)
        }
        game = Played(replace(state, present={**state.present, **laid}))
        target, team = game["a_debt_in_glass"], [game["the_twice_drowned"]]
        game.do(0, "send_team", target=target, team=team, dice=[] if asked else [6, 6])
        times = 0
        while game.asked == ("activate", (1,)):
            times += 1
            last = len(game.answers) == 2
            game.say(game.answers[-1], dice=_rolled(game, last))
        assert times == asked


def _rolled(game: Played, last: bool) -> list[int]:
    beast = game.state.present[game.answers[-1]].card == "cellar_hounds"
    return ([6, 6] * 2 if beast else []) + ([6, 6] if last else [])


@pytest.mark.rule("chosen", "7.10")
def test_an_activated_obstacle_is_paid_lies_on_the_timeline_and_is_spent() -> None:
    theirs = player(mp=1, tower="granary:pit_of_nails iron_gallery")
    ours = player(mp=5, row="ansgar_the_dim sister_amity")
    game = Played(table(ours, theirs))
    team = [game["ansgar_the_dim"]]
    game.do(0, "send_team", target=game["granary"], team=team).quiet()
    game.say(game["pit_of_nails"])
    assert (game.mps[1], game.asked) == (0, ("answer", (0,)))
    assert not game.piece("pit_of_nails").face_down
    assert [item.kind for item in game.state.timeline] == ["obstacle"]
    game.let_pass()
    assert game.state.players[1].past == ("pit_of_nails",)
    assert game.state.present[team[0]].damage == 1
