"""Section 15: two teams. All is as for twins but for the numbers."""

from __future__ import annotations

import pytest

from engine.core.rng import Rng
from engine.games.chosen import GAME
from engine.games.chosen.commands import ChosenConfig
from engine.games.chosen.variants import pairs
from tests.engine.games.chosen.pairs import bare, pass_round, teams
from tests.engine.games.chosen.table import Played, player, worth

QUEST = "bells_under_the_lake"


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
    ("seats", "dp", "wins"),
    [(4, 13, True), (4, 12, False), (6, 15, True), (6, 14, False), (8, 17, True), (8, 16, False)],
)
def test_at_the_end_of_a_turn_nine_dp_and_one_a_player_win(
    seats: int, dp: int, *, wins: bool
) -> None:
    laid = [player(), player(), bare(**worth(dp)), *[bare() for _ in range(seats - 3)]]
    winners = tuple(range(0, seats, 2))
    assert pass_round(teams(*laid)).winners == (winners if wins else None)


def solving(dp: int) -> Played:
    """Six play; the even team solves a quest and has so many DP then."""
    laid = [
        player(mp=5, row="sister_amity", quests=QUEST), player(), bare(**worth(dp - 2)),
        *[bare() for _ in range(3)],
    ]  # fmt: skip
    game = teams(*laid)
    return game.do(0, "send_team", target=game[QUEST], team=[game["sister_amity"]])


@pytest.mark.rule("chosen", "15.2", "14.9")
@pytest.mark.parametrize(("dp", "winners"), [(25, (0, 2, 4)), (24, None)])
def test_at_once_ten_more_win(dp: int, winners: tuple[int, ...] | None) -> None:
    assert solving(dp).winners == winners


@pytest.mark.rule("chosen", "15.2")
def test_in_the_other_reading_dp_win_at_the_end_of_a_turn_only(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(pairs, "TEAMS_IMMEDIATE_WIN", False)
    game = solving(25)
    assert game.winners is None
    assert pass_round(game).winners == (0, 2, 4)


@pytest.mark.rule("chosen", "15.2", "14.11")
def test_the_dp_needed_stay_when_somebody_leaves() -> None:
    laid = [player(), player(), bare(**worth(16)), *[bare() for _ in range(5)]]
    game = teams(*laid).leave(4)
    assert pass_round(game).winners is None, "17 are needed by eight, also when seven are left"


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


@pytest.mark.rule("chosen", "14.11")
@pytest.mark.parametrize(("leaver", "heir"), [(2, 4), (4, 0)])
def test_the_levels_of_who_leaves_are_the_next_partners(leaver: int, heir: int) -> None:
    laid = [player(), player(), player(), bare(), player(), bare()]
    game = teams(*laid)
    his = [n for n in game.state.towers[0] if game.state.present[n].controller == leaver]
    game.leave(leaver)
    assert [game.state.present[n].controller for n in his] == [heir]


@pytest.mark.rule("chosen", "15.1", "14.11")
def test_a_team_plays_on_until_nobody_is_left_of_it() -> None:
    game = teams(player(mp=1), player(), *[bare() for _ in range(4)])
    assert game.leave(0).leave(2).winners is None
    assert game.leave(4).winners == (1, 3, 5)
