"""Whole matches: the laws that no single clause states."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

import pytest
from pydantic import TypeAdapter

from engine.core.messages import Event
from engine.core.rejection import ImpossibleEventError
from engine.core.secrecy import Hidden
from engine.games.regicide import GAME, State
from engine.games.regicide.cards import DECK, JESTERS, value_of
from engine.games.regicide.events import (
    CardsDiscarded,
    CardsDrawn,
    DiscardRecycled,
    Draw,
    EnemyRevealed,
)
from engine.games.regicide.evolve import evolve
from tests.engine.games.regicide.laws import positions
from tests.engine.games.regicide.table import table

if TYPE_CHECKING:
    from engine.games.regicide import RegicideConfig

EVERY = pytest.mark.parametrize(("config", "seats"), GAME.examples)
SEEDS = range(25)
STATE = TypeAdapter(State)


@EVERY
def test_no_card_is_lost_or_doubled(config: RegicideConfig, seats: int) -> None:
    without = {1: JESTERS, 2: JESTERS, 3: JESTERS[1:], 4: ()}[seats]
    deck = Counter(card for card in DECK if card not in without)
    for seed in SEEDS:
        for state, _ in positions(config, seats, seed):
            assert GAME.pieces(state) == deck


@EVERY
def test_there_is_always_an_outcome_or_something_to_do(config: RegicideConfig, seats: int) -> None:
    for seed in SEEDS:
        decided: dict[str, int] = {}
        for state, _ in positions(config, seats, seed):
            pending = GAME.pending(state)
            assert bool(pending) != (GAME.outcome(state) is not None)
            for decision in pending:
                (seat,) = decision.seats
                options = GAME.legal(state, seat)
                assert any(not option.optional for option in options)
                assert decided.setdefault(decision.id, seat) == seat
                if state.step == "suffer":
                    able = value_of(state.hands[seat]) >= state.effective_attack > 0
                    assert able or state.solo_jesters


@EVERY
def test_positions_survive_json(config: RegicideConfig, seats: int) -> None:
    for state, _ in positions(config, seats, seed=1):
        assert STATE.validate_json(STATE.dump_json(state)) == state


def test_all_ways_a_match_ends_are_met() -> None:
    reasons = {
        list(positions(config, seats, seed))[-1][0].loss  # pyright: ignore[reportArgumentType]
        for config, seats in GAME.examples
        for seed in range(60)
    }
    assert {"cannot_pay", "cannot_play"} <= reasons


class Unheard(Event):
    kind: str = "unheard"


@pytest.mark.parametrize(
    "event",
    [
        Unheard(),
        CardsDiscarded(seat=0, cards=("9C",)),
        CardsDiscarded(seat=0, cards=("5C", "5C")),
        EnemyRevealed(enemy="KH"),
        CardsDrawn(draws=(Draw(seat=0, count=2, cards=Hidden(("9D", "8D"), (0,))),)),
        DiscardRecycled(count=1, moved=Hidden(("2H",)), left=Hidden(()), top=None),
    ],
)
def test_an_impossible_event_is_refused(event: Event) -> None:
    state = table("JH QS", hands=["5C", "2S"], tavern="9D")
    with pytest.raises(ImpossibleEventError):
        evolve(state, event)
