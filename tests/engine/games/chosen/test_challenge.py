"""Section 11: the mode challenge."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest

from engine.games.chosen import GAME
from engine.games.chosen.cards import CARDS
from engine.games.chosen.commands import ChosenConfig
from engine.games.chosen.models import ActionCard
from engine.games.chosen.ops import Neutralise, Target
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


# --- the clock, options ---------------------------------------------------------------------------


@pytest.mark.rule("chosen", "17.1")
def test_whose_time_is_over_passes_and_challenges_nobody() -> None:
    played = game(player(mp=1), player(), player())
    assert GAME.default(played.state, 0).kind == "pass"
