"""Section 11: who challenges whom, and what that protects."""

from __future__ import annotations

from typing import Any

import pytest

from engine.games.chosen import GAME
from engine.games.chosen.cards import CARDS
from engine.games.chosen.commands import ChosenConfig
from engine.games.chosen.models import ActionCard
from engine.games.chosen.ops import Neutralise, Target
from tests.engine.games.chosen.table import Laid, Played, player, table

TWO_DP = "bells_under_the_lake"


def game(*laid: Laid, **fields: Any) -> Played:
    return Played(table(*laid, mode="challenge", **fields))


@pytest.mark.rule("chosen", "1.1")
def test_three_to_eight_play_it() -> None:
    config = ChosenConfig(mode="challenge")
    assert [n for n in range(2, 10) if GAME.table_refused(config, n) is None] == [*range(3, 9)]


# --- challenging ----------------------------------------------------------------------------------


@pytest.mark.rule("chosen", "11.1", "4.5")
def test_a_challenge_costs_nothing_and_leaves_the_challenger_active() -> None:
    played = game(player(mp=1), player(), player())
    played.do(0, "challenge", target="seat:2")
    assert [one.challenged for one in played.state.players] == [2, None, None]
    assert played.asked == ("act", (0,))
    assert played.mps == [1, 0, 0]


@pytest.mark.rule("chosen", "11.1", "4.3")
def test_only_who_is_active_challenges() -> None:
    played = game(player(mp=1, hand="cold_steel"), player(mp=1, hand="cold_steel"), player())
    assert played.refused(1, "challenge", target="seat:2") == ("NOT_ASKED", "4.3")
    played.do(0, "challenge", target="seat:2")
    assert played.asked == ("answer", (1,))
    assert played.refused(1, "challenge", target="seat:2") == ("NOT_NOW", "4.3")


@pytest.mark.rule("chosen", "11.1")
def test_one_challenge_at_a_time() -> None:
    played = game(player(mp=1, challenged=1), player(), player())
    assert played.refused(0, "challenge", target="seat:2") == ("BARRED", "11.1")


@pytest.mark.rule("chosen", "11.1")
def test_nobody_is_challenged_twice() -> None:
    played = game(player(mp=1), player(challenged=2), player())
    assert played.refused(0, "challenge", target="seat:2") == ("NO_TARGET", "11.1")
    played.do(0, "challenge", target="seat:1")


@pytest.mark.rule("chosen", "11.1", "1.3")
@pytest.mark.parametrize("target", ["seat:0", "seat:3", "seat:x", "c1"])
def test_only_an_opponent_in_the_game_is_challenged(target: str) -> None:
    played = game(player(mp=1), player(), player())
    assert played.refused(0, "challenge", target=target) == ("NO_TARGET", "11.1")


@pytest.mark.rule("chosen", "11.1", "5.2", "5.6")
def test_a_challenge_may_be_answered(monkeypatch: pytest.MonkeyPatch) -> None:
    anything = ActionCard(
        id="hush", name="Hush", mp=1, target=Target(what="act"), does=(Neutralise(),)
    )
    monkeypatch.setitem(CARDS, "hush", anything)  # pyright: ignore[reportArgumentType]
    played = game(player(mp=2), player(mp=1, hand="hush"), player())
    played.do(0, "challenge", target="seat:2").do(1, "summon", card="hush", target="a1")
    assert played.state.players[0].challenged is None
    assert played.asked == ("act", (0,))


@pytest.mark.rule("chosen", "11.1", "5.7")
def test_nobody_is_challenged_who_left_before_it_resolved() -> None:
    played = game(player(mp=2), player(mp=1, hand="cold_steel"), player())
    played.do(0, "challenge", target="seat:2").leave(2)
    played.quiet()
    assert played.state.players[0].challenged is None
    assert played.told("act_done")[0].why == "no_target"


@pytest.mark.rule("chosen", "1.1")
def test_there_are_no_challenges_in_other_modes() -> None:
    played = Played(table(player(mp=1), player()))
    assert played.refused(0, "challenge", target="seat:1") == ("NOT_IN_THIS_MODE", "1.1")
    assert played.refused(0, "eliminate", cards=["c1"]) == ("NOT_IN_THIS_MODE", "1.1")


@pytest.mark.rule("chosen", "11.2", "11.5")
@pytest.mark.parametrize("leaver", [0, 1])
def test_a_challenge_ends_with_either_of_the_two(leaver: int) -> None:
    played = game(player(mp=2, challenged=1), player(mp=2), player(mp=1))
    while played.state.turn == 1:
        played.let_pass()
    assert played.state.players[0].challenged == 1, "also in the next turn"
    while played.asked != ("act", (leaver,)):
        played.let_pass()
    played.leave(leaver)
    assert {one.challenged for one in played.state.players} == {None}
    other = 1 - leaver
    assert played.asked == ("act", (other,))
    played.do(other, "challenge", target="seat:2")


# --- whom it protects -----------------------------------------------------------------------------


def brawl(seat: int) -> Played:
    """Seat 0 has challenged 1 and is challenged by 2; a seat has MP and is active."""
    challenges = {0: 1, 2: 0}
    return game(
        *(
            player(
                mp=3 if one == seat else 0,
                row="hale_marrow",
                buildings="salt_exchange",
                challenged=challenges.get(one),
            )
            for one in range(4)
        )
    )


@pytest.mark.rule("chosen", "11.3", "7.3")
@pytest.mark.parametrize(("seat", "may"), [(1, True), (2, True), (3, False)])
def test_only_the_two_attack_whoever_has_challenged(seat: int, *, may: bool) -> None:
    played = brawl(seat)
    team = [piece.n for piece in played.state.of(seat, "row")]
    level = played.state.towers[0][0]
    building = played.state.of(0, "building")[0].n
    if may:
        brawl(seat).do(seat, "send_team", target=level, team=team)
        brawl(seat).do(seat, "send_team", target=building, team=team)
        brawl(seat).do(seat, "use", card=team[0], target="seat:0")
        return
    for target in (level, building):
        refused = played.refused(seat, "send_team", target=target, team=team)
        assert refused == ("BARRED", "7.3")
    assert played.refused(seat, "use", card=team[0], target="seat:0") == ("BARRED", "7.3")


@pytest.mark.rule("chosen", "11.3")
def test_whoever_has_not_challenged_is_attacked_by_anybody() -> None:
    played = brawl(0)
    team = [piece.n for piece in played.state.of(0, "row")]
    played.do(0, "send_team", target=played.state.towers[3][0], team=team)


@pytest.mark.rule("chosen", "11.3", "7.9", "7.3")
def test_only_the_two_obstruct_whoever_has_challenged() -> None:
    played = brawl(0)
    team = [piece.n for piece in played.state.of(0, "row")]
    played.do(0, "send_team", target=played.state.towers[3][0], team=team)
    asked: list[int] = []
    while played.asked is not None and played.asked[0] == "obstruct":
        asked += played.asked[1]
        played.let_pass()
    assert asked == [1, 2]


@pytest.mark.rule("chosen", "11.3", "7.9")
def test_all_obstruct_whoever_has_not() -> None:
    played = brawl(3)
    team = [piece.n for piece in played.state.of(3, "row")]
    played.do(3, "send_team", target=played.state.towers[1][0], team=team)
    assert played.asked == ("obstruct", (0,))
    played.let_pass()
    assert played.asked == ("obstruct", (1,))


@pytest.mark.rule("chosen", "11.3", "6.4")
def test_only_those_who_may_obstruct_lay_obstacles_at_quests() -> None:
    laid = (
        player(challenged=1, quests=TWO_DP),
        player(),
        player(mp=1, hand="greased_steps"),
    )
    played = game(*laid)
    refused = played.refused(2, "lay_obstacle", card="greased_steps", at=played[TWO_DP])
    assert refused == ("NO_TARGET", "6.4")


@pytest.mark.rule("chosen", "11.3", "7.3")
def test_a_quest_of_a_challenger_may_be_tried_by_anybody() -> None:
    laid = player(challenged=1, quests=TWO_DP), player(), player(mp=1, row="sister_amity")
    played = game(*laid)
    played.do(2, "send_team", target=played[TWO_DP], team=[played["sister_amity"]]).quiet()
    assert played.piece(TWO_DP).place == "solved"


# --- the clock, options ---------------------------------------------------------------------------


@pytest.mark.rule("chosen", "17.1")
def test_whose_time_is_over_passes_and_challenges_nobody() -> None:
    played = game(player(mp=1), player(), player())
    assert GAME.default(played.state, 0).kind == "pass"
