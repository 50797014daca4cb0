"""Section 11: whom a challenge eliminates, who is credited, and who wins."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest

from tests.engine.games.chosen.table import Laid, Played, player, table

if TYPE_CHECKING:
    from engine.games.chosen.state import State

NINE = "a_debt_in_glass the_ninth_lantern the_ninth_lantern"
TWO_DP = "bells_under_the_lake"


def game(*laid: Laid, **fields: Any) -> Played:
    return Played(table(*laid, mode="challenge", **fields))


def closing(*laid: Laid, **fields: Any) -> Played:
    """All pass: the turn is over."""
    played = game(*laid, **fields)
    turn = played.state.turn
    while played.state.turn == turn and played.winners is None:
        played.let_pass()
    return played


def owned(state: State, n: str, owner: int) -> State:
    """The same table, but a card is somebody else's."""
    piece = replace(state.present[n], owner=owner)
    return replace(state, present={**state.present, n: piece})


def quests(played: Played, seat: int) -> list[str]:
    return [piece.n for piece in played.state.of(seat, "solved")]


# --- eliminating with DP --------------------------------------------------------------------------


@pytest.mark.rule("chosen", "11.4", "11.6", "9.5")
def test_nine_dp_eliminate_the_challenged_player() -> None:
    played = game(player(mp=1, solved=NINE, challenged=1), player(), player(), player())
    played.do(0, "eliminate", cards=quests(played, 0))
    assert [one.out for one in played.state.players] == [False, True, False, False]
    assert played.state.players[0].eliminations == 1
    assert sorted(played.state.players[0].future[-3:]) == sorted(NINE.split())
    assert quests(played, 0) == []
    assert played.mps[0] == 1
    assert played.asked == ("act", (0,))
    dropped = played.told("players_dropped")[0]
    assert (dropped.seats, dropped.why, dropped.credited) == ((1,), "eliminated", (0,))


@pytest.mark.rule("chosen", "11.4")
def test_fewer_than_nine_do_not() -> None:
    played = game(player(mp=1, solved=f"{NINE} {TWO_DP}", challenged=1), player(), player())
    eight = quests(played, 0)[1:]
    assert played.refused(0, "eliminate", cards=eight) == ("TOO_FEW_DP", "11.4")


@pytest.mark.rule("chosen", "11.4")
def test_more_than_nine_are_accepted_and_nothing_is_given_back() -> None:
    played = game(player(mp=1, solved=f"{NINE} {TWO_DP}", challenged=1), player(), player())
    played.do(0, "eliminate", cards=quests(played, 0))
    assert quests(played, 0) == []


@pytest.mark.rule("chosen", "11.4")
def test_what_is_not_named_stays_solved() -> None:
    played = game(player(mp=1, solved=f"{TWO_DP} {NINE}", challenged=1), player(), player())
    played.do(0, "eliminate", cards=quests(played, 0)[1:])
    assert [piece.card for piece in played.state.of(0, "solved")] == [TWO_DP]


@pytest.mark.rule("chosen", "11.4", "2.2")
def test_each_quest_goes_under_its_owners_future() -> None:
    played = game(player(mp=1, solved=NINE, challenged=1), player(), player())
    theirs, *_ = quests(played, 0)
    played = Played(owned(played.state, theirs, 2))
    played.do(0, "eliminate", cards=quests(played, 0))
    assert played.state.players[2].future[-1] == "a_debt_in_glass"
    assert "a_debt_in_glass" not in played.state.players[0].future


@pytest.mark.rule("chosen", "11.4", "9.6")
def test_a_quest_whose_owner_is_out_goes_out_of_the_game() -> None:
    played = game(player(mp=1, solved=NINE, challenged=1), player(), player(), player())
    theirs, *_ = quests(played, 0)
    played = Played(owned(played.state, theirs, 2)).leave(2)
    played.do(0, "eliminate", cards=quests(played, 0))
    assert "a_debt_in_glass" in played.state.gone


@pytest.mark.rule("chosen", "11.4")
def test_it_needs_a_challenge_in_force() -> None:
    played = game(player(mp=1, solved=NINE), player(), player())
    assert played.refused(0, "eliminate", cards=quests(played, 0)) == ("BARRED", "11.4")


@pytest.mark.rule("chosen", "11.4")
@pytest.mark.parametrize("wrong", ["twice", "others", "unsolved", "a building", "nothing"])
def test_only_own_solved_quests_count(wrong: str) -> None:
    played = game(
        player(mp=1, solved=NINE, quests=TWO_DP, buildings="salt_exchange", challenged=1),
        player(solved=TWO_DP),
        player(),
    )
    own = quests(played, 0)
    named = {
        "twice": [*own[:2], own[0]],
        "others": [*own, *quests(played, 1)],
        "unsolved": [*own, played.state.of(0, "quest")[0].n],
        "a building": [*own, played["salt_exchange"]],
        "nothing": [*own, "c99"],
    }[wrong]
    assert played.refused(0, "eliminate", cards=named) == ("NOT_YOURS", "11.4")


@pytest.mark.rule("chosen", "11.5")
def test_whoever_has_eliminated_may_challenge_again() -> None:
    played = game(player(mp=1, solved=NINE, challenged=1), player(), player(), player())
    played.do(0, "eliminate", cards=quests(played, 0)).do(0, "challenge", target="seat:3")
    assert played.state.players[0].challenged == 3


@pytest.mark.rule("chosen", "11.4", "5.7")
def test_whoever_leaves_in_the_meantime_is_no_ones_elimination() -> None:
    laid = player(mp=2, solved=NINE, challenged=1), player(), player(mp=1, hand="cold_steel")
    played = game(*laid, player())
    played.do(0, "eliminate", cards=quests(played, 0)).leave(1).quiet()
    assert [one.eliminations for one in played.state.players] == [0, 0, 0, 0]
    assert quests(played, 0) == [], "the price is paid"


# --- credit and the end ---------------------------------------------------------------------------


@pytest.mark.rule("chosen", "11.6", "9.5")
def test_a_siege_is_credited_to_whoever_led_it() -> None:
    laid = player(mp=3, row="ansgar_the_dim"), player(tower="granary"), player(challenged=1)
    played = game(*laid, player())
    team = [played["ansgar_the_dim"]]
    played.do(0, "send_team", target=played["granary"], team=team)
    assert [one.eliminations for one in played.state.players] == [1, 0, 0, 0]
    assert played.state.players[1].out
    assert played.state.players[2].challenged is None


@pytest.mark.rule("chosen", "11.6", "9.5")
def test_an_empty_future_is_credited_to_the_challenger() -> None:
    played = closing(player(), player(future=""), player(challenged=1), player())
    assert [one.eliminations for one in played.state.players] == [0, 0, 1, 0]
    assert played.told("players_dropped")[0].why == "future"


@pytest.mark.rule("chosen", "11.6", "17.2")
def test_without_a_challenger_it_is_credited_to_nobody_and_neither_is_leaving() -> None:
    played = closing(player(), player(future=""), player(challenged=3), player())
    played.leave(3)
    assert [one.eliminations for one in played.state.players] == [0, 0, 0, 0]


@pytest.mark.rule("chosen", "11.7")
def test_whoever_has_eliminated_two_wins() -> None:
    laid = player(mp=1, solved=f"{NINE} {NINE}", challenged=1), player(), player(), player()
    played = game(*laid)
    three = len(NINE.split())
    played.do(0, "eliminate", cards=quests(played, 0)[:three])
    assert played.winners is None, "one is not enough"
    played.do(0, "challenge", target="seat:2").do(0, "eliminate", cards=quests(played, 0))
    assert played.winners == (0,)
    assert played.state.end is not None
    assert played.state.end.why == "eliminations"


@pytest.mark.rule("chosen", "11.7")
def test_two_at_the_same_moment_are_two() -> None:
    laid = player(future=""), player(future=""), player(challenged=0, eliminations=1)
    played = closing(*laid, player(challenged=1, eliminations=1), player())
    assert played.winners == (2, 3)


@pytest.mark.rule("chosen", "11.7", "9.8")
def test_if_nobody_can_the_last_in_the_game_wins() -> None:
    played = game(player(), player(), player()).leave(0)
    assert played.winners is None
    played.leave(2)
    assert played.winners == (1,)
    assert played.state.end is not None
    assert played.state.end.why == "left"


@pytest.mark.rule("chosen", "11.7", "9.8")
def test_if_all_drop_out_together_it_is_a_draw() -> None:
    played = closing(player(future=""), player(future=""), player(future=""))
    assert played.winners == ()


@pytest.mark.rule("chosen", "11.7")
def test_dp_win_nothing() -> None:
    much = " ".join([NINE] * 3)
    played = closing(
        player(mp=3, solved=much, quests=TWO_DP, row="sister_amity"), player(), player()
    )
    assert played.winners is None
    assert played.state.turn == 2


@pytest.mark.rule("chosen", "9.9")
def test_after_the_last_turn_the_most_eliminations_win() -> None:
    laid = player(solved=NINE), player(eliminations=1), player()
    assert closing(*laid, turn=60).winners == (1,)
