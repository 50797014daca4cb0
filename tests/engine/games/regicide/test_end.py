"""Section 9: the end."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from engine.games.regicide import GAME
from engine.games.regicide.commands import (
    ChooseNext,
    Discard,
    FlipJester,
    PlaceRoyal,
    Play,
    RegicideConfig,
    Signal,
    Yield,
)
from engine.games.regicide.events import (
    CardsPlayed,
    CastleTaken,
    DamageDealt,
    EnemyDefeated,
    PlayerDied,
    TurnStarted,
)
from tests.engine.games.regicide.laws import positions
from tests.engine.games.regicide.table import cards, table
from tests.engine.scenario import fold, given, some_rng

if TYPE_CHECKING:
    from engine.core.messages import Command
    from engine.games.regicide.state import State


def outcome_of(state: State) -> dict[str, object]:
    outcome = GAME.outcome(state)
    assert outcome is not None
    return outcome.model_dump()


@pytest.mark.rule("regicide", "9.1")
@pytest.mark.parametrize(("damage", "exact"), [(35, True), (36, False)])
@pytest.mark.parametrize("option", ["must", "may"])
def test_the_last_royal_ends_the_match_at_once(damage: int, exact: bool, option: str) -> None:
    before = table(
        "KH",
        hands=["5S", ""],
        damage=damage,
        played=["2C"],
        defeated=11,
        exact_kill=option,  # pyright: ignore[reportArgumentType]
    )
    answered = given(GAME, before).when(0, Play(cards=("5S",)))
    after = answered.then(
        CardsPlayed(seat=0, cards=("5S",), value=5),
        answered.events[1],
        DamageDealt(amount=5),
        EnemyDefeated(enemy="KH", exact=exact),
        CastleTaken(),
    )
    assert after.enemy == "KH"
    assert (after.played_against_enemy, after.discard_pile) == ((), cards("2C 5S"))
    assert outcome_of(after)["result"] == "victory"
    assert GAME.pending(after) == ()


@pytest.mark.rule("regicide", "9.2", "9.6")
def test_one_death_is_the_defeat_of_all() -> None:
    before = table("QH", hands=["KC", "2C"], current=1, defeated=5)
    after = given(GAME, before).when(1, Play(cards=("2C",))).state
    assert outcome_of(after) == {
        "winners": (),
        "draw": False,
        "result": "defeat",
        "reason": "cannot_pay",
        "enemies_defeated": 5,
        "medal": None,
    }


@pytest.mark.rule("regicide", "9.3")
@pytest.mark.parametrize(
    ("seats", "yielded", "dies"), [(2, [0], True), (2, [], False), (3, [0, 2], True)]
)
def test_who_can_neither_play_nor_yield_dies(seats: int, yielded: list[int], dies: bool) -> None:
    before = table("JH", hands=["KC", "", "2C"][:seats], step="suffer", yielded=yielded, defeated=1)
    answered = given(GAME, before).when(0, Discard(cards=("KC",)))
    died = PlayerDied(seat=1, reason="cannot_play")
    assert (answered.events[-1] == died) == dies
    assert (answered.state.step == "over") == dies


@pytest.mark.rule("regicide", "9.3")
def test_a_killer_without_cards_may_yield_or_dies() -> None:
    kill = Play(cards=("5D",))
    free = table("JH QH", hands=["5D", "2C"], damage=16)
    after = given(GAME, free).when(0, kill).state
    assert [option.command for option in GAME.legal(after, 0)] == [{"kind": "yield"}]
    assert given(GAME, after).when(0, Yield()).kinds[-1] == "player_died"
    bound = table("JH QH", hands=["5D", "2C"], damage=16, yielded=[1])
    answered = given(GAME, bound).when(0, kill)
    assert answered.events[-2:] == (
        TurnStarted(seat=0),
        PlayerDied(seat=0, reason="cannot_play"),
    )
    assert outcome_of(answered.state)["enemies_defeated"] == 1


@pytest.mark.rule("regicide", "9.3")
def test_naming_a_seat_that_can_do_nothing_loses() -> None:
    before = table("JH", hands=["2C", "", "2D"], step="next", yielded=[0, 2])
    answered = given(GAME, before).when(0, ChooseNext(seat=1))
    assert answered.events[-1] == PlayerDied(seat=1, reason="cannot_play")


@pytest.mark.rule("regicide", "9.3")
def test_a_jester_aside_is_the_last_way_out() -> None:
    only_flip = [{"kind": "flip_jester"}]
    poor = table("JH", hands=["2C 3C"], jesters=1)
    state = given(GAME, poor).when(0, Play(cards=("2C",))).state
    assert [option.command for option in GAME.legal(state, 0)] == only_flip
    given(GAME, state).when(0, Discard(cards=("3C",))).refused("NOT_ENOUGH", rule="5.3")
    empty = table("JH QH", hands=["5D"], damage=16, jesters=1)
    state = given(GAME, empty).when(0, Play(cards=("5D",))).state
    assert [option.command for option in GAME.legal(state, 0)] == only_flip
    assert GAME.pending(state)[0].seats == (0,)


@pytest.mark.rule("regicide", "9.4")
@pytest.mark.parametrize("step", ["play", "suffer", "next", "royal"])
@pytest.mark.parametrize("seat", [0, 1])
def test_who_leaves_is_dead(step: str, seat: int) -> None:
    before = table("JH QS", hands=["KC", "KD"], step=step, defeated=3)  # pyright: ignore[reportArgumentType]
    events = GAME.withdraw(before, seat, some_rng())
    assert events == (PlayerDied(seat=seat, reason="withdrawn"),)
    after = fold(GAME, before, events)
    assert (outcome_of(after)["reason"], outcome_of(after)["enemies_defeated"]) == ("withdrawn", 3)
    assert GAME.withdraw(after, 1 - seat, some_rng()) == ()


@pytest.mark.rule("regicide", "9.5")
@pytest.mark.parametrize(
    "command",
    [
        Play(cards=cards("5C")),
        Yield(),
        Discard(cards=cards("5C")),
        ChooseNext(seat=1),
        PlaceRoyal(where="tavern"),
        FlipJester(),
        Signal(mood="willing"),
    ],
    ids=lambda command: command.kind,
)
def test_after_the_end_nothing_is_done(command: Command) -> None:
    over = table("JH QH", hands=["5C KC", "5D"], step="over", jesters=1)
    for seat in (0, 1):
        given(GAME, over).when(seat, command).refused("MATCH_OVER", rule="9.5")


@pytest.mark.rule("regicide", "9.7")
@pytest.mark.parametrize(("config", "seats"), GAME.examples)
def test_matches_end_within_the_limit(config: RegicideConfig, seats: int) -> None:
    for seed in range(20):
        path = [state for state, _ in positions(config, seats, seed)]
        assert len(path) <= GAME.turn_limit
        assert GAME.outcome(path[-1]) is not None


@pytest.mark.rule("regicide", "9.7")
def test_the_limit_covers_the_longest_thinkable_match() -> None:
    # Each attack does 1 damage; before each attack or Jester three players yield, and each yield
    # and attack is paid for; each Jester takes a naming and four signals.
    attacks, jesters = 4 * (20 + 30 + 40), 2 * 12
    assert GAME.turn_limit >= 2 * attacks + 6 * jesters + 2 * 3 * (attacks + jesters + 1)
