"""Section 15: two teams. All is as for twins but for the numbers."""

from __future__ import annotations

from typing import Any

import pytest

from engine.core.rng import Rng
from engine.games.chosen import GAME
from engine.games.chosen.commands import ChosenConfig
from engine.games.chosen.variants.pairs import (
    TEAMS_DP_BASE,
    TEAMS_IMMEDIATE_EXTRA,
    TEAMS_IMMEDIATE_WIN,
)
from tests.engine.games.chosen.table import Laid, Played, player, table

THREE_DP = "a_debt_in_glass"
QUEST = "bells_under_the_lake"


def teams(*laid: Laid, **fields: Any) -> Played:
    return Played(table(*laid, mode="teams", **fields))


def bare(**fields: Any) -> Laid:
    return player(**{"tower": "", **fields})


def solved(count: int, **fields: Any) -> Laid:
    return player(solved=" ".join([THREE_DP] * count), **fields)


def pass_round(game: Played) -> Played:
    turn = game.state.turn
    while game.state.turn == turn and game.winners is None:
        game.let_pass()
    return game


@pytest.mark.rule("chosen", "15.1", "1.1", "1.2")
def test_four_six_or_eight_play_alternately_in_two_equal_teams() -> None:
    assert GAME.check_table is not None
    fits = [n for n in range(2, 9) if GAME.check_table(ChosenConfig(mode="teams"), n) is None]
    assert fits == [4, 6, 8]
    game = teams(player(mp=1), player(), *[bare() for _ in range(4)])
    assert game.asked == ("act", (0, 2, 4))


@pytest.mark.rule("chosen", "15.1", "1.7")
@pytest.mark.parametrize(("seats", "levels"), [(4, 4), (6, 5), (8, 6)])
def test_the_tower_has_as_many_levels_as_the_team_players_and_two(seats: int, levels: int) -> None:
    rng = Rng(bytes(32), 1)
    assert GAME.sample_entry is not None
    config = ChosenConfig(mode="teams")
    entries = tuple(GAME.sample_entry(config, seat, rng) for seat in range(seats))
    laid = GAME.setup(config, entries, rng)[0].model_dump()
    assert [len(owners) for owners in laid["tower_owners"]] == [levels, levels]


@pytest.mark.rule("chosen", "15.2", "14.10")
@pytest.mark.parametrize(
    ("seats", "count", "wins"),
    [
        pytest.param(4, 5, True, id="15 of four need 13"),
        pytest.param(4, 4, False, id="12 do not"),
        pytest.param(6, 5, True, id="15 of six"),
        pytest.param(8, 5, False, id="15 of eight need 17"),
        pytest.param(8, 6, True, id="18 of eight"),
    ],
)
def test_at_the_end_of_a_turn_nine_dp_and_one_a_player_win(
    seats: int, count: int, *, wins: bool
) -> None:
    assert TEAMS_DP_BASE == 9
    laid = [player(), player(), solved(count, tower=""), *[bare() for _ in range(seats - 3)]]
    winners = tuple(range(0, seats, 2))
    assert pass_round(teams(*laid)).winners == (winners if wins else None)


@pytest.mark.rule("chosen", "15.2", "14.9")
@pytest.mark.parametrize(
    ("count", "wins"), [pytest.param(8, True, id="26 of six"), pytest.param(7, False, id="23")]
)
def test_at_once_ten_more_win(count: int, *, wins: bool) -> None:
    assert (TEAMS_IMMEDIATE_EXTRA, TEAMS_IMMEDIATE_WIN) == (10, True)
    laid = [
        player(mp=5, row="sister_amity", quests=QUEST), player(), solved(count, tower=""),
        *[bare() for _ in range(3)],
    ]  # fmt: skip
    game = teams(*laid)
    game.do(0, "send_team", target=game[QUEST], team=[game["sister_amity"]])
    assert game.winners == ((0, 2, 4) if wins else None)


@pytest.mark.rule("chosen", "15.2", "14.11")
def test_the_dp_needed_stay_when_somebody_leaves() -> None:
    laid = [player(), player(), solved(5, tower=""), *[bare() for _ in range(5)]]
    game = teams(*laid).leave(4)
    assert pass_round(game).winners is None, "15 DP, 17 needed"


@pytest.mark.rule("chosen", "15.1", "14.8")
def test_anybody_of_a_team_exchanges_with_any_partner_once_a_turn() -> None:
    rows = ("bren_of_the_ford", "", "ansgar_the_dim", "", "yrsa_greencloak", "")
    laid = [player(mp=2, row=rows[0]), player(), *[bare(row=row) for row in rows[2:]]]
    game = teams(*laid)
    game.do(4, "exchange", give=game["yrsa_greencloak"], take=game["bren_of_the_ford"])
    assert game.piece("bren_of_the_ford").controller == 4
    wish = {"give": game["yrsa_greencloak"], "take": game["ansgar_the_dim"]}
    assert game.refused(0, "exchange", **wish) == ("USED", "14.8")
    assert game.leave(4).refused(0, "exchange", **wish) == ("USED", "14.8"), "of the team, not of 4"


@pytest.mark.rule("chosen", "15.1", "14.11")
def test_a_team_plays_on_until_nobody_is_left_of_it() -> None:
    game = teams(player(mp=1), player(), *[bare() for _ in range(4)])
    assert game.leave(0).leave(2).winners is None
    assert game.leave(4).winners == (1, 3, 5)
