"""The players for simulations, from the view answer alone."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

import pytest

from engine.core.rng import Rng
from engine.games.chosen import GAME
from tests.engine.games.chosen.bouts import SMALLEST, act, positions
from tests.engine.games.chosen.table import Played, player, table

if TYPE_CHECKING:
    from engine.core.options import CommandData


def does(game: Played, policy: str = "greedy") -> CommandData:
    """Return what a bot does that is asked."""
    assert game.state.question is not None
    return act(policy, game.state, game.state.question.seats[0], Rng(bytes(32), 1))


def test_random_does_anything_and_passes_now_and_then() -> None:
    ours = player(mp=5, hand="hale_marrow salt_exchange pit_of_nails", row="ansgar_the_dim")
    game = Played(table(ours, player()))
    rng = Rng(bytes(32), 1)
    found = Counter(act("random", game.state, 0, rng)["kind"] for _ in range(400))
    assert set(found) == {"pass", "summon", "lay_obstacle", "send_team"}
    assert 50 < found["pass"] < 150


@pytest.mark.parametrize(("row", "sent"), [("bren_of_the_ford", False), ("sister_amity~", True)])
def test_greedy_besieges_where_nobody_can_stand_in_the_way(row: str, sent: bool) -> None:
    game = Played(table(player(mp=3, row="ansgar_the_dim bren_of_the_ford"), player(row=row)))
    done = does(game)
    assert (done["kind"] == "send_team") == sent
    if sent:
        assert done["target"] == game.state.towers[1][0]
        assert len(done["team"]) == 2


def test_greedy_goes_for_quests_that_it_can_solve() -> None:
    ours = player(mp=1, row="sister_amity", quests="wolves_at_the_toll bells_under_the_lake")
    game = Played(table(ours, player()))
    assert does(game)["target"] == game["bells_under_the_lake"]
    game = Played(table(player(row="sister_amity", quests="bells_under_the_lake"), player()))
    assert does(game)["kind"] == "pass", "it has no MP for solving"


def test_greedy_summons_the_strongest_and_quests_first() -> None:
    hand = "tolm_the_steward hale_marrow bells_under_the_lake"
    game = Played(table(player(mp=9, hand=hand), player()))
    assert does(game)["card"] == "bells_under_the_lake"
    game.do(0, "summon", card="bells_under_the_lake")
    assert does(game)["card"] == "hale_marrow"


@pytest.mark.parametrize(
    ("row", "kind"), [("tolm_the_steward", "pass"), ("hale_marrow bren_of_the_ford", "obstruct")]
)
def test_greedy_obstructs_if_that_stops_them(row: str, kind: str) -> None:
    theirs = player(row=row, tower="granary iron_gallery")
    game = Played(table(player(mp=2, row="the_twice_drowned gorm_of_the_gate"), theirs))
    team = [piece.n for piece in game.state.of(0, "row")]
    game.do(0, "send_team", target=game["granary"], team=team[: 2 if kind == "pass" else 1])
    assert does(game)["kind"] == kind


def test_greedy_activates_its_obstacles_and_turns_close_fights() -> None:
    ours = player(mp=3, row="the_twice_drowned", hand="second_wind")
    theirs = player(tower="granary:greased_steps iron_gallery", row="bren_of_the_ford")
    game = Played(table(ours, theirs))
    game.do(0, "send_team", target=game["granary"], team=[game["the_twice_drowned"]])
    assert does(game) == {"kind": "choose", "pick": game["greased_steps"]}
    game.say("none").do(1, "obstruct", team=[game["bren_of_the_ford"]])
    assert game.asked == ("prepare", (0,))
    assert does(game) == {
        "kind": "summon",
        "card": "second_wind",
        "target": game["the_twice_drowned"],
    }


@pytest.mark.parametrize(("mode", "seats"), SMALLEST)
def test_greedy_ends_matches_sooner_than_random(mode: Any, seats: int) -> None:
    lengths: dict[str, int] = {}
    for policy in ("random", "greedy"):
        played = [[*positions([policy] * seats, seed, mode)] for seed in range(3)]
        assert all(GAME.outcome(states[-1]) is not None for states in played)
        lengths[policy] = sum(len(states) for states in played)
    assert lengths["greedy"] < lengths["random"]


def test_greedy_is_clearly_better_than_random() -> None:
    """Chance alone would not give it 25 of 30."""
    won = 0
    for seed in range(30):
        greedy = seed % 2
        policies = ["greedy" if seat == greedy else "random" for seat in range(2)]
        *_, final = positions(policies, seed, "duel")
        outcome = GAME.outcome(final)
        assert outcome is not None
        won += outcome.winners == (greedy,)
    assert won >= 25


def test_greedy_keeps_those_at_home_who_guard_the_tower() -> None:
    """One priest is enough for the quest: the strong ones stay."""
    ours = player(mp=1, row="hale_marrow ansgar_the_dim sister_amity", quests="salt_for_the_dead")
    game = Played(table(ours, player(row="the_twice_drowned~")))
    done = does(game)
    assert done["target"] == game["salt_for_the_dead"]
    assert done["team"] == [game["sister_amity"]]


def test_greedy_does_not_open_its_tower_for_a_building() -> None:
    ours = player(mp=3, row="the_twice_drowned", tower="granary")
    theirs = player(row="gorm_of_the_gate", buildings="siege_yard", tower="iron_gallery")
    assert does(Played(table(ours, theirs)))["kind"] == "pass"


@pytest.mark.parametrize(("mp", "kind"), [(5, "pass"), (12, "send_team")])
def test_greedy_with_mp_to_burn_wears_defenders_out(mp: int, kind: str) -> None:
    ours = player(mp=mp, row="the_twice_drowned ansgar_the_dim")
    theirs = player(row="hale_marrow gorm_of_the_gate", tower="granary iron_gallery")
    assert does(Played(table(ours, theirs)))["kind"] == kind


def test_greedy_gives_no_more_than_an_elimination_costs() -> None:
    solved = "a_debt_in_glass the_ninth_lantern the_library_below bells_under_the_lake"
    game = Played(
        table(player(mp=1, solved=solved, challenged=1), player(), player(), mode="challenge")
    )
    done = does(game)
    assert done["kind"] == "eliminate"
    assert len(done["cards"]) == 3
