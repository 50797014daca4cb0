"""A counter that can be told to break: the toy for faults of a game.

- **1.1** Any seat may add to the counter at any time, or, if it is agreed on, one after the other;
  the seat that reaches the goal wins.
- **1.2** At most 3 may be added at a time.
- **1.3** A seat that resigns adds no more; if nobody is left, nobody has won.
- **1.4** What was added can be taken back. The seats may agree to a draw.
"""

import itertools
import os
import signal
import sys
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar, Literal, assert_never

from pydantic import Field

from engine.core.game import Decision, Game, Move
from engine.core.messages import Command, Config, Event, Outcome, View
from engine.core.options import CommandData, Option
from engine.core.rejection import ImpossibleEventError, Rejection
from engine.core.rng import Rng

MAX_GOAL = 10_000
MAX_SEATS = 4
BROKEN = "PLAYLEDGER_POISON_BROKEN"
"""While this stands in the environment every default raises: a fault that can be mended."""
FLOOD = 10_001
"""Events of a flood: one more than a command may cause."""


class PoisonConfig(Config):
    goal: int = Field(default=10, ge=1, le=MAX_GOAL)
    in_turn: bool = False
    """Only the seat whose turn it is may add."""
    broken_default: bool = False
    """The default raises, so a match whose clock runs out can't go on."""
    deadly_default: bool = False
    """The default ends the process."""


class Add(Command):
    """Add to the counter [1.1]."""

    kind: Literal["add"] = "add"
    amount: int


class Poison(Command):
    """Make the game fail in a certain way.

    ``raise`` raises, ``flood`` causes more events than allowed, ``hang`` never returns, ``freeze``
    does not even take signals, ``kill`` ends the process at once, ``exit`` asks it to end, and
    ``unfoldable`` causes an event whose fold raises.
    """

    kind: Literal["poison"] = "poison"
    how: Literal["raise", "flood", "hang", "freeze", "kill", "exit", "unfoldable"]


PoisonCommand = Add | Poison


class Began(Event):
    kind: Literal["began"] = "began"
    seats: int
    goal: int
    broken_default: bool
    deadly_default: bool = False
    in_turn: bool = False


class Added(Event):
    reversible: ClassVar[bool] = True  # [1.4]

    kind: Literal["added"] = "added"
    seat: int
    amount: int


class Left(Event):
    kind: Literal["left"] = "left"
    seat: int


class Unfoldable(Event):
    """Written into a log by hand, it makes a match that cannot be read on."""

    kind: Literal["unfoldable"] = "unfoldable"


class Deadly(Event):
    """Written into a log by hand, it ends every process that reads it."""

    kind: Literal["deadly"] = "deadly"


PoisonEvent = Began | Added | Left | Unfoldable | Deadly


@dataclass(frozen=True, slots=True, kw_only=True)
class State:
    seats: tuple[int, ...] = ()
    """Who may add, ascending."""
    goal: int = 0
    total: int = 0
    in_turn: bool = False
    last: int = -1
    """Who added last; nobody yet."""
    winner: int | None = None
    broken_default: bool = False
    deadly_default: bool = False

    @property
    def awaited(self) -> tuple[int, ...]:
        """Who may add now; only if somebody is left."""
        if not self.in_turn:
            return self.seats
        return (next((seat for seat in self.seats if seat > self.last), self.seats[0]),)


class PoisonView(View):
    seats: tuple[int, ...]
    goal: int
    total: int


class PoisonOutcome(Outcome):
    total: int


class PoisonedError(RuntimeError):
    """The fault that was asked for."""


def setup(config: PoisonConfig, entries: Sequence[object], _rng: Rng) -> Sequence[PoisonEvent]:
    began = Began(
        seats=len(entries),
        goal=config.goal,
        broken_default=config.broken_default,
        deadly_default=config.deadly_default,
        in_turn=config.in_turn,
    )
    return (began,)


def pending(state: State) -> tuple[Decision, ...]:
    if outcome(state) is not None:
        return ()
    seats = state.awaited
    name = f"add.{state.total}.{seats[0]}" if state.in_turn else f"add.{state.total}"
    return (Decision(id=name, kind="add", seats=seats, need="any"),)


def check(state: State, seat: int, command: PoisonCommand) -> Rejection | None:
    if seat not in state.seats or outcome(state) is not None:
        return Rejection(code="NOT_IN_GAME", rule="1.3", detail="You are not in the game.")
    if seat not in state.awaited:
        return Rejection(code="NOT_YOUR_TURN", rule="1.1", detail="It is not your turn.")
    if isinstance(command, Add) and not 1 <= command.amount <= 3:
        return Rejection(code="BAD_AMOUNT", rule="1.2", detail="Add 1, 2 or 3.")
    return None


def decide(state: State, moves: tuple[Move, ...], _rng: Rng) -> Sequence[PoisonEvent] | Rejection:
    (move,) = moves
    command: PoisonCommand = move.command
    refused = check(state, move.seat, command)
    if refused is not None:
        return refused
    match command:
        case Add():
            return (Added(seat=move.seat, amount=command.amount),)
        case Poison():
            return _fail(move.seat, command.how)
    assert_never(command)


def _fail(seat: int, how: str) -> Sequence[PoisonEvent]:
    if how == "flood":
        return (Added(seat=seat, amount=0),) * FLOOD
    if how == "unfoldable":
        return (Unfoldable(),)
    if how == "kill":
        os.kill(os.getpid(), signal.SIGKILL)
    if how == "exit":
        sys.exit("as asked for")
    if how == "freeze":
        any(itertools.repeat(0))
    while how == "hang":
        pass
    msg = "as asked for"
    raise PoisonedError(msg)


def evolve(state: State, event: PoisonEvent) -> State:
    match event:
        case Began():
            return State(
                seats=tuple(range(event.seats)),
                goal=event.goal,
                broken_default=event.broken_default,
                deadly_default=event.deadly_default,
                in_turn=event.in_turn,
            )
        case Added():
            total = state.total + event.amount
            winner = event.seat if total >= state.goal else None
            return replace(state, total=total, winner=winner, last=event.seat)
        case Left():
            return replace(state, seats=tuple(s for s in state.seats if s != event.seat))
        case Unfoldable():
            msg = "an event that cannot be folded"
            raise ImpossibleEventError(msg)
        case Deadly():
            os.kill(os.getpid(), signal.SIGKILL)
            return state
    assert_never(event)


def legal(state: State, seat: int) -> tuple[Option, ...]:
    """Return what a seat may do; poison is left out, for nobody should take it by chance."""
    if outcome(state) is not None or seat not in state.awaited:
        return ()
    return tuple(
        Option(label=f"Add {amount}", command={"kind": "add", "amount": amount})
        for amount in (1, 2, 3)
    )


def default(state: State, _seat: int) -> Command:
    if state.deadly_default:
        os.kill(os.getpid(), signal.SIGKILL)
    if state.broken_default or BROKEN in os.environ:
        msg = "no default, as asked for"
        raise PoisonedError(msg)
    return Add(amount=1)


def withdraw(state: State, seat: int, _rng: Rng) -> Sequence[PoisonEvent]:
    return (Left(seat=seat),) if seat in state.seats else ()  # [1.3]


def view(state: State, _seat: int | None) -> PoisonView:
    return PoisonView(seats=state.seats, goal=state.goal, total=state.total)


def outcome(state: State) -> PoisonOutcome | None:
    if state.winner is not None:
        return PoisonOutcome(winners=(state.winner,), total=state.total)
    if state.goal and not state.seats:
        return PoisonOutcome(winners=(), total=state.total)
    return None


def pieces(_state: State) -> Counter[str]:
    return Counter()


def random_policy(answer: Mapping[str, Any], rng: Rng) -> CommandData:
    """Add any amount."""
    return rng.choice([option["command"] for option in answer["options"]])


GAME: Game[State] = Game(
    name="poison",
    title="A counter that can be told to break",
    version=1,
    min_seats=1,
    max_seats=MAX_SEATS,
    config=PoisonConfig,
    command=PoisonCommand,
    event=PoisonEvent,
    state=State,
    view_model=PoisonView,
    outcome_model=PoisonOutcome,
    initial=State(),
    setup=setup,
    pending=pending,
    check=check,
    decide=decide,
    evolve=evolve,
    legal=legal,
    default=default,
    withdraw=withdraw,
    view=view,
    outcome=outcome,
    pieces=pieces,
    turn_limit=MAX_GOAL + MAX_SEATS,
    examples=((PoisonConfig(), 1), (PoisonConfig(goal=20), 3), (PoisonConfig(in_turn=True), 2)),
    policies={"random": random_policy},
    draws=True,  # [1.4]
)
VERSIONS = (GAME,)
