"""Section 9: how a duel ends."""

from __future__ import annotations

import pytest

from tests.engine.games.chosen.table import Played, player, table

TWO_DP = "bells_under_the_lake"
THREE_DP = "a_debt_in_glass"


def closing(*laid: object) -> Played:
    """Both pass."""
    return Played(table(*laid)).let_pass().let_pass()  # pyright: ignore[reportArgumentType]


@pytest.mark.rule("chosen", "9.2", "9.4")
def test_whoever_takes_the_last_level_wins_at_once() -> None:
    game = Played(table(player(mp=5, row="ansgar_the_dim"), player(tower="granary", solved=TWO_DP)))
    game.do(0, "send_team", target=game["granary"], team=[game["ansgar_the_dim"]])
    assert game.winners == (0,)
    assert game.refused(0, "pass") == ("MATCH_OVER", "9.8")


@pytest.mark.rule("chosen", "9.2")
def test_nineteen_dp_and_most_win_at_once() -> None:
    solved = " ".join([THREE_DP] * 6)
    quest = player(mp=5, row="sister_amity", quests=TWO_DP, solved=solved)
    game = Played(table(quest, player()))
    game.do(0, "send_team", target=game[TWO_DP], team=[game["sister_amity"]])
    assert game.winners == (0,)


@pytest.mark.rule("chosen", "9.3", "3.6")
@pytest.mark.parametrize(
    ("ours", "theirs", "winners"),
    [
        pytest.param(4, 3, (0,), id="12 against 9"),
        pytest.param(3, 2, None, id="9 are not enough"),
        pytest.param(4, 4, None, id="equal"),
    ],
)
def test_eleven_dp_and_most_win_at_the_end_of_the_turn(
    ours: int, theirs: int, winners: tuple[int, ...] | None
) -> None:
    laid = [player(solved=" ".join([THREE_DP] * count)) for count in (ours, theirs)]
    assert closing(*laid).winners == winners


@pytest.mark.rule("chosen", "9.3")
def test_whoever_has_cards_left_wins_against_an_empty_future() -> None:
    assert closing(player(future=""), player()).winners == (1,)
    assert closing(player(future=""), player(future="")).winners == ()


@pytest.mark.rule("chosen", "9.3")
def test_with_eleven_dp_an_empty_future_does_not_lose() -> None:
    solved = " ".join([THREE_DP] * 4)
    assert closing(player(future="", solved=solved), player()).winners == (0,)


@pytest.mark.rule("chosen", "17.2")
def test_whoever_leaves_loses() -> None:
    game = Played(table(player(), player())).leave(1)
    assert game.winners == (0,)
