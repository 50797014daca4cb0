"""The state of a match: the game's state and what surrounds it, folded from commits."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Final, Literal, assert_never, cast

from engine.core.copying import changed
from engine.core.game import Decision, Drafted, Game
from engine.core.match_messages import (
    Closed,
    Ended,
    Expired,
    Joined,
    Left,
    MatchEvent,
    Parked,
    Reseeded,
    Resigned,
    Started,
    Unparked,
    Withdrawn,
)
from engine.core.messages import Command, Config, Event, members_of
from engine.core.rejection import ImpossibleEventError

AtExpiry = Literal["default", "withdraw"]
Status = Literal["open", "running", "ended", "closed"]
_OF_MATCH: Final = frozenset(members_of(MatchEvent))


@dataclass(frozen=True, slots=True, kw_only=True)
class Terms:
    """What is fixed when a match is created; the header records it."""

    match_id: str
    seats: int
    config: Config
    created: int
    """Milliseconds since the epoch."""
    decision_ms: int | None = None
    """Time for each decision; None is a match without a clock."""
    at_expiry: AtExpiry = "default"
    """What becomes of who is late: the default is played [M5.3], or the seat is out [M5.5]."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Awaited:
    """One seat that a decision waits for; public."""

    seat: int
    decision: str
    sealed: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Issued:
    """A command as it stands in a commit."""

    seat: int
    command: Command
    command_id: str
    at: int | None = None
    """In the commit of a sealed decision: when this seat first chose (ms); else None."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Commit:
    """The unit of the log: commands accepted together and the events they caused."""

    n: int
    at: int
    """Milliseconds since the epoch; never earlier than the commit before."""
    actor: str
    """``seat:<k>``, ``sealed`` (all choices of a sealed decision) or ``system``."""
    commands: tuple[Issued, ...]
    events: tuple[Event, ...]
    awaited: tuple[Awaited, ...]
    """Who is awaited afterwards."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Happened:
    """What a commit does to a match: all of it that a fold needs."""

    n: int
    at: int
    events: tuple[Event, ...]


@dataclass(frozen=True, kw_only=True)  # no slots: folds copy it with ``changed``
class MatchState:
    """Everything the match decider knows, after ``version`` commits."""

    terms: Terms
    status: Status
    version: int
    at: int
    """Stamp of the newest commit; the creation's before the first."""
    accounts: tuple[str | None, ...]
    client_seeds: tuple[str | None, ...]
    entries: tuple[Any, ...]
    resigned: tuple[int, ...]
    """Seats that are out: given up [M4.2], or withdrawn by the clock [M5.5]."""
    opened: tuple[tuple[str, int], ...]
    """Open decisions and since when (ms); kept only in a match with a clock."""
    outcome: dict[str, Any] | None
    parked: bool
    """A fault of ours stopped the match: nobody is awaited and no clock runs."""
    leaves: int
    """Seats given up so far [M1.9]."""
    reseeds: tuple[str, ...]
    """Heads before each reseed, in hex, in order; the newest one goes into the draws [M8.1]."""
    game: Any
    """The game's own state."""

    def seat_of(self, account: str) -> int | None:
        """Return the seat of an account, or None."""
        return self.accounts.index(account) if account in self.accounts else None


def new_match(game: Game[Any], terms: Terms) -> MatchState:
    """Return the state of a match before its first commit."""
    nobody = (None,) * terms.seats
    return MatchState(
        terms=terms,
        status="open",
        version=0,
        at=terms.created,
        accounts=nobody,
        client_seeds=nobody,
        entries=nobody,
        resigned=(),
        opened=(),
        outcome=None,
        parked=False,
        leaves=0,
        reseeds=(),
        game=game.initial,
    )


def decisions(game: Game[Any], state: MatchState) -> tuple[Decision, ...]:
    """Return what the match waits for: nothing unless its game runs."""
    return game.pending(state.game) if state.status == "running" and not state.parked else ()


def awaited(game: Game[Any], state: MatchState) -> tuple[Awaited, ...]:
    """Return who is awaited, by decision, then seat; a function of public facts."""
    return tuple(
        Awaited(seat=seat, decision=decision.id, sealed=decision.sealed)
        for decision in decisions(game, state)
        for seat in decision.seats
    )


def fold_commit(game: Game[Any], state: MatchState, commit: Commit | Happened) -> MatchState:
    """Return the state after a commit; judges nothing, but refuses a gap."""
    if commit.n != state.version + 1:
        msg = f"commit {commit.n} cannot follow version {state.version}"
        raise ImpossibleEventError(msg)
    return fold_events(game, state, commit.events, at=commit.at)


def fold_events(
    game: Game[Any], state: MatchState, events: Iterable[Event], *, at: int
) -> MatchState:
    """Return the state after the events of one commit, which is the next version."""
    table = state.game
    if isinstance(events, Drafted) and events.folded(table, game.evolve):
        table, events = events.after, ()
    for event in events:
        if type(event) in _OF_MATCH:
            state = _evolve(state, cast("MatchEvent", event))
        else:
            table = game.evolve(table, event)
    state = changed(state, game=table, version=state.version + 1, at=at)
    if state.terms.decision_ms is not None:
        since = dict(state.opened)
        opened = tuple((d.id, since.get(d.id, at)) for d in decisions(game, state))  # [M5.1]
        state = changed(state, opened=opened)
    return state


def _evolve(state: MatchState, event: MatchEvent) -> MatchState:
    """Fold one of the match's own events."""
    match event:
        case Joined():
            secret = event.client_seed.value, event.entry.value
            after = _with_seat(state, event.seat, event.account, *secret)
        case Left():
            emptied = _with_seat(state, event.seat, None, None, None)
            after = changed(emptied, leaves=state.leaves + 1)
        case Started():
            after = changed(state, status="running")
        case Resigned() | Withdrawn():
            after = changed(state, resigned=(*state.resigned, event.seat))
        case Expired():
            after = state
        case Reseeded():  # [M8.1] [M8.2]
            after = changed(state, reseeds=(*state.reseeds, event.after), opened=())
        case Parked() | Unparked():  # [M7.1] [M7.2]
            after = changed(state, parked=isinstance(event, Parked))
        case Ended():
            after = changed(state, status="ended", outcome=event.outcome)
        case Closed():
            after = changed(state, status="closed")
        case _:
            assert_never(event)
    return after


def _with_seat(
    state: MatchState, seat: int, account: str | None, client_seed: str | None, entry: object
) -> MatchState:
    return changed(
        state,
        accounts=_put(state.accounts, seat, account),
        client_seeds=_put(state.client_seeds, seat, client_seed),
        entries=_put(state.entries, seat, entry),
    )


def _put(row: tuple[Any, ...], seat: int, value: object) -> tuple[Any, ...]:
    if not 0 <= seat < len(row):
        msg = f"seat {seat} in a match of {len(row)} seats"
        raise ImpossibleEventError(msg)
    return (*row[:seat], value, *row[seat + 1 :])
