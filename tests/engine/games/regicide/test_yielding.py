"""Section 7: yielding."""

from __future__ import annotations

import pytest

from engine.games.regicide import GAME
from engine.games.regicide.commands import ChooseNext, Discard, Play, Yield
from engine.games.regicide.events import EnemyStruck, Yielded
from tests.engine.games.regicide.table import table
from tests.engine.scenario import given


@pytest.mark.rule("regicide", "7.1")
def test_who_yields_suffers_at_once() -> None:
    before = table("JH", hands=["KC", "2C"], damage=4)
    after = (
        given(GAME, before).when(0, Yield()).then(Yielded(seat=0), EnemyStruck(seat=0, damage=10))
    )
    assert (after.damage_taken, after.step, after.current) == (4, "suffer", 0)


@pytest.mark.rule("regicide", "7.2")
@pytest.mark.parametrize(
    ("seats", "yielded", "allowed"),
    [
        (2, [], True),
        (2, [1], False),
        (2, [0], True),
        (3, [1], True),
        (3, [2], True),
        (3, [1, 2], False),
        (3, [0, 1], True),
        (4, [1, 2], True),
        (4, [1, 2, 3], False),
        (4, [0, 1, 2, 3], False),
    ],
)
def test_not_if_all_others_yielded_last(seats: int, yielded: list[int], allowed: bool) -> None:
    before = table("JH", hands=["KC"] * seats, yielded=yielded)
    answered = given(GAME, before).when(0, Yield())
    if allowed:
        assert answered.events[0] == Yielded(seat=0)
    else:
        answered.refused("MAY_NOT_YIELD", rule="7.2")


@pytest.mark.rule("regicide", "7.2")
def test_a_round_of_yields_ends_before_its_last_player() -> None:
    state = table("JH", hands=["KC"] * 3, shield=10)
    for seat in (0, 1):
        state = given(GAME, state).when(seat, Yield()).state
    given(GAME, state).when(2, Yield()).refused("MAY_NOT_YIELD", rule="7.2")


@pytest.mark.rule("regicide", "7.2")
def test_the_extra_turn_of_a_killer_is_its_last_turn() -> None:
    state = table("JH QH", hands=["9C 2C", "KC"], damage=5)
    state = given(GAME, state).when(0, Play(cards=("9C",))).state
    state = given(GAME, state).when(0, Yield()).state
    assert state.yielded_last_turn == (True, False)


@pytest.mark.rule("regicide", "7.2")
def test_a_turn_long_ago_counts_if_it_was_the_last() -> None:
    state = table("JH", hands=["X1 2C", "KC", "2D"], yielded=[1, 2])
    state = given(GAME, state).when(0, Play(cards=("X1",))).state
    state = given(GAME, state).when(0, ChooseNext(seat=0)).state
    given(GAME, state).when(0, Yield()).refused("MAY_NOT_YIELD", rule="7.2")


@pytest.mark.rule("regicide", "7.3")
@pytest.mark.parametrize("card", ["2C", "X1"])
def test_playing_clears_the_own_mark_only(card: str) -> None:
    before = table("JH", hands=[f"{card} KC", "KD", "KS"], yielded=[0, 1])
    answered = given(GAME, before).when(0, Play(cards=(card,)))  # pyright: ignore[reportArgumentType]
    assert answered.state.yielded_last_turn == (False, True, False)


@pytest.mark.rule("regicide", "7.3")
def test_paying_leaves_the_mark() -> None:
    before = table("JH", hands=["KC", "KD"], step="suffer", yielded=[0])
    assert given(GAME, before).when(0, Discard(cards=("KC",))).state.yielded_last_turn[0]


@pytest.mark.rule("regicide", "7.4")
def test_alone_nobody_yields() -> None:
    before = table("JH", hands=["KC"], jesters=2)
    given(GAME, before).when(0, Yield()).refused("MAY_NOT_YIELD", rule="7.4")
