"""Section 6: the Jester."""

from __future__ import annotations

import pytest
from pydantic import ValidationError

from engine.games.regicide import GAME
from engine.games.regicide.commands import ChooseNext, Mood, Play, Signal
from engine.games.regicide.events import JesterPlayed, NextNamed, SignalSent, TurnStarted
from tests.engine.games.regicide.laws import COMMANDS
from tests.engine.games.regicide.table import cards, table
from tests.engine.scenario import given

JESTER = Play(cards=("X1",))


@pytest.mark.rule("regicide", "6.1")
def test_a_jester_does_no_damage_and_nobody_suffers() -> None:
    before = table("JH", hands=["X1", "2C", "2D"], damage=3, played=["5C"], turn=2)
    after = given(GAME, before).when(0, JESTER).then(JesterPlayed(seat=0, card="X1", shield=0))
    assert after.damage_taken == 3
    assert after.played_against_enemy == (cards("5C"), cards("X1"))
    assert after.hands[0] == ()
    assert [(d.id, d.seats) for d in GAME.pending(after)] == [("2.next", (0,))]


@pytest.mark.rule("regicide", "6.1")
def test_a_jester_is_played_by_itself() -> None:
    before = table("JH", hands=["X1 AC X2", "2C", "2D"])
    for named in ("X1 AC", "X1 X2"):
        given(GAME, before).when(0, Play(cards=cards(named))).refused("NOT_A_LEGAL_SET", rule="2.7")


@pytest.mark.rule("regicide", "6.2")
def test_it_cancels_the_immunity_of_this_enemy_only() -> None:
    before = table("JC QC", hands=["X1", "5C 9C KC", "2D"])
    jester = given(GAME, before).when(0, JESTER).state
    named = given(GAME, jester).when(0, ChooseNext(seat=1)).state
    after = given(GAME, named).when(1, Play(cards=("5C",))).state
    assert after.damage_taken == 10
    killed = given(GAME, table("JC QC", hands=["9C", "2D"], damage=5, cancelled=True)).when(
        0, Play(cards=("9C",))
    )
    assert killed.state.immune_suit == "C"


@pytest.mark.rule("regicide", "6.3")
@pytest.mark.parametrize(
    ("enemy", "played", "shield"),
    [
        ("JS", ["5S"], 5),
        ("JS", ["5S", "AC 9S", "7D"], 15),
        ("JS", ["3S 3D"], 6),
        ("JS", ["AS 2S"], 3),
        ("JS", ["7C", "8H"], 0),
        ("JC", ["5S", "6C"], 0),
        ("JH", ["5S", "6H"], 0),
        ("JD", ["6D"], 0),
    ],
)
def test_blocked_spades_count_afterwards(enemy: str, played: list[str], shield: int) -> None:
    before = table(
        enemy, hands=["X1", "2C", "2D"], played=played, damage=9, tavern="9D", discard="8D"
    )
    after = given(GAME, before).when(0, JESTER).then(JesterPlayed(seat=0, card="X1", shield=shield))
    assert after.shield == shield
    assert after.damage_taken == 9
    assert (after.tavern_deck, after.discard_pile) == (cards("9D"), cards("8D"))


@pytest.mark.rule("regicide", "6.3")
def test_spades_played_before_and_after_count_once_each() -> None:
    before = table("KS", hands=["4S KC KD", "X1", "5S QC QD"], played=["9S"])
    state = given(GAME, before).when(0, Play(cards=("4S",))).state
    assert state.shield == 0
    state = table("KS", hands=["KC", "X1", "5S QC QD"], played=["9S", "4S"], current=1)
    state = given(GAME, state).when(1, JESTER).state
    state = given(GAME, state).when(1, ChooseNext(seat=2)).state
    assert given(GAME, state).when(2, Play(cards=("5S",))).state.shield == 18


@pytest.mark.rule("regicide", "6.4")
def test_a_second_jester_only_names_the_next() -> None:
    before = table(
        "JS", hands=["X2", "2C", "2D", "3C"], played=["5S", "X1", "4S"], shield=9, cancelled=True
    )
    after = (
        given(GAME, before)
        .when(0, Play(cards=("X2",)))
        .then(JesterPlayed(seat=0, card="X2", shield=0))
    )
    assert (after.shield, after.immune_suit, after.step) == (9, None, "next")


@pytest.mark.rule("regicide", "6.5")
@pytest.mark.parametrize("named", [0, 1, 2])
def test_the_player_names_any_seat(named: int) -> None:
    before = table("JH", hands=["5C", "5D", "5H"], step="next", current=1, turn=4)
    after = (
        given(GAME, before)
        .when(1, ChooseNext(seat=named))
        .then(NextNamed(seat=1, named=named), TurnStarted(seat=named))
    )
    assert [(d.id, d.seats) for d in GAME.pending(after)] == [("5.play", (named,))]


@pytest.mark.rule("regicide", "6.5")
@pytest.mark.parametrize("named", [3, 4, 10**30])
def test_a_seat_that_isnt_there_is_refused(named: int) -> None:
    before = table("JH", hands=["5C", "5D", "5H"], step="next")
    given(GAME, before).when(0, ChooseNext(seat=named)).refused("NO_SUCH_SEAT", rule="6.5")


@pytest.mark.rule("regicide", "6.5")
@pytest.mark.parametrize("named", [-1, "1", True, 1.5, None])
def test_what_is_no_seat_number_is_no_command(named: object) -> None:
    with pytest.raises(ValidationError):
        COMMANDS.validate_python({"kind": "choose_next", "seat": named})


@pytest.mark.rule("regicide", "6.5")
def test_turns_go_on_clockwise_from_the_named_seat() -> None:
    state = table("JH", hands=["5C", "5D", "5H"], step="next", shield=10)
    state = given(GAME, state).when(0, ChooseNext(seat=2)).state
    assert given(GAME, state).when(2, Play(cards=("5H",))).state.current == 0


@pytest.mark.rule("regicide", "6.6")
def test_everybody_may_send_one_signal() -> None:
    before = table("JH", hands=["X1", "2C", "2D"], turn=3)
    state = given(GAME, before).when(0, JESTER).state
    decision = GAME.pending(state)
    sent: list[tuple[int, Mood]] = [(2, "willing"), (0, "reluctant"), (1, "reluctant")]
    for seat, mood in sent:
        signal = Signal(mood=mood)
        state = given(GAME, state).when(seat, signal).then(SignalSent(seat=seat, mood=mood))
        given(GAME, state).when(seat, Signal(mood="willing")).refused(
            "SIGNAL_ALREADY_SENT", rule="6.6"
        )
    assert GAME.view(state, None).signals == ("reluctant", "reluctant", "willing")  # pyright: ignore[reportAttributeAccessIssue]
    assert GAME.pending(state) == decision


@pytest.mark.rule("regicide", "6.6")
@pytest.mark.parametrize("step", ["play", "suffer", "royal"])
def test_at_other_times_no_signal_is_sent(step: str) -> None:
    before = table("JH QS", hands=["KC", "KD"], step=step)  # pyright: ignore[reportArgumentType]
    for seat in (0, 1):
        given(GAME, before).when(seat, Signal(mood="willing")).refused("WRONG_STEP", rule="6.6")


@pytest.mark.rule("regicide", "6.6")
def test_signals_are_optional_and_sent_anew_for_each_jester() -> None:
    state = table("JH", hands=["X1 KC", "X2 KD", "2D", "3D"])
    state = given(GAME, state).when(0, JESTER).state
    state = given(GAME, state).when(2, Signal(mood="willing")).state
    assert [option.optional for option in GAME.legal(state, 1)] == [True, True]
    state = given(GAME, state).when(0, ChooseNext(seat=1)).state
    state = given(GAME, state).when(1, Play(cards=("X2",))).state
    after = given(GAME, state).when(2, Signal(mood="reluctant")).state
    assert after.signals == (None, None, "reluctant", None)
