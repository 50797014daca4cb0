"""Tests of rules read as sentences: given a position, when a seat does something, then …

``given(GAME, table(…)).when(0, Play(cards=("5C",))).then(*events)`` returns the position after;
``.refused(code, rule=clause)`` expects a refusal. Whatever a scenario is about, it also holds
that ``check``, ``legal`` and ``decide`` agree, and that events and state survive JSON.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from pydantic import TypeAdapter

from engine.core.game import Game, Move
from engine.core.rejection import Rejection
from engine.core.rng import Rng

if TYPE_CHECKING:
    from collections.abc import Sequence

    from engine.core.messages import Command, Event

S = TypeVar("S")


def fold(game: Game[S], state: S, events: Sequence[Event]) -> S:
    """Return the state after events."""
    for event in events:
        state = game.evolve(state, event)
    return state


def some_rng(n: int = 1) -> Rng:
    """Return a generator that is the same in every run; another one for another ``n``."""
    return Rng(bytes(range(32)), n)


@dataclass(frozen=True)
class Given(Generic[S]):
    game: Game[S]
    state: S

    def when(self, seat: int, command: Command, *, rng: int = 1) -> Answered[S]:
        """Let a seat send a command; ``rng`` picks the generator."""
        move = Move(seat=seat, command=command)
        answer = self.game.decide(self.state, (move,), some_rng(rng))
        again = self.game.decide(self.state, (move,), some_rng(rng))
        assert answer == again, "the same decision gave something else"
        refusal = self.game.check(self.state, seat, command)
        assert refusal == (answer if isinstance(answer, Rejection) else None)
        sent = command.model_dump(mode="json")
        offered = any(option.contains(sent) for option in self.game.legal(self.state, seat))
        assert offered == (refusal is None), f"legal() and check() disagree: {refusal}"
        return Answered(self, command, answer)


@dataclass(frozen=True)
class Answered(Generic[S]):
    before: Given[S]
    command: Command
    answer: Sequence[Event] | Rejection

    @property
    def events(self) -> tuple[Event, ...]:
        """What happened; fails if the command was refused."""
        assert not isinstance(self.answer, Rejection), f"{self.command} was refused: {self.answer}"
        return tuple(self.answer)

    @property
    def kinds(self) -> list[str]:
        """The kinds of what happened, in order."""
        return [event.kind for event in self.events]

    @property
    def state(self) -> S:
        """The position after; read back from JSON, it is the same."""
        game = self.before.game
        after = fold(game, self.before.state, self.events)
        adapter = TypeAdapter[Any](game.event)
        stored = [adapter.dump_json(event) for event in self.events]
        assert fold(game, self.before.state, [*map(adapter.validate_json, stored)]) == after
        snapshot = TypeAdapter[S](game.state)
        assert snapshot.validate_json(snapshot.dump_json(after)) == after
        return after

    def then(self, *events: Event) -> S:
        """Expect exactly these events; return the position after."""
        assert self.events == events
        return self.state

    def refused(self, code: str, *, rule: str) -> Rejection:
        """Expect a refusal with this code and clause."""
        assert isinstance(self.answer, Rejection), f"not refused, but {self.answer}"
        assert (self.answer.code, self.answer.rule) == (code, rule)
        assert self.answer.detail.endswith(".")
        return self.answer


def given(game: Game[S], state: S) -> Given[S]:
    """Begin a scenario in a position."""
    return Given(game, state)
