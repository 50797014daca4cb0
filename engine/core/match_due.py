"""What happens by itself at its time: clocks that run out, pauses that end, seats that are gone.

Every stamp here is whole milliseconds since the epoch. What is due at a stamp becomes a commit with
that very stamp, before anything that arrived later is decided.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any, Literal

from engine.core.clock import deadline, stopped
from engine.core.game import Decision, Game, Move
from engine.core.life_messages import Abandoned, Adjudicated, ClockStopped, Resumed, TakenBack
from engine.core.match_messages import Expired, Parked, Reseeded, Withdrawn
from engine.core.match_rng import rng_of
from engine.core.match_state import MatchState, decisions, goes_on, missed, turns
from engine.core.messages import Event
from engine.core.rejection import EngineError, Rejection

_UNTIMED = (Parked, Reseeded, TakenBack)
"""Commits of these charge no time: it is given back [M7.2] [M8.2] [M9.6]."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Follow:
    """A commit that follows by itself: who acts, the choices it opens, the events."""

    actor: str
    moves: tuple[Move, ...]
    events: tuple[Event, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Due:
    """Something that happens by itself at a stamp."""

    at: int
    what: Literal["start", "pause", "clock", "abandon"]
    seats: tuple[int, ...] = ()
    """Who is late, or gone."""
    decision: Decision | None = None
    """Of a clock: what it ran for."""


def due(game: Game[Any], state: MatchState, at_ms: int, sealed: Collection[int] = ()) -> Due | None:
    """Return what is due first before ``at_ms`` [M5.2]; None if nothing is.

    ``sealed``: the seats whose choice for a sealed decision is in, so that their clocks stand.
    """
    first = next_due(game, state, sealed)
    return None if first is None or first.at >= at_ms else first


def next_due(game: Game[Any], state: MatchState, sealed: Collection[int] = ()) -> Due | None:
    """Return what happens next by itself, or None; never before the newest commit."""
    first = _next_due(game, state, sealed)
    # Its time may have passed when it became due: while the match was parked, or while a clock
    # with more time ran for the same decision.
    return first if first is None or first.at >= state.at else replace(first, at=state.at)


def _next_due(game: Game[Any], state: MatchState, sealed: Collection[int]) -> Due | None:
    bounds = state.terms.bounds
    if state.parked or state.verdict is not None:
        return None
    if state.status == "open":
        return Due(at=state.terms.created + bounds.start_ms, what="start")  # [M10.1]
    if state.status == "running" and state.paused is not None:
        return Due(at=state.paused.until, what="pause")  # [M9.4]
    if not goes_on(state):
        return None
    coming = [*_clocks_due(game, state, sealed), *_gone(state)]
    return min(coming, key=lambda one: one.at) if coming else None


def next_deadline(game: Game[Any], state: MatchState, sealed: Collection[int] = ()) -> int | None:
    """Return when something happens next by itself (ms), or None."""
    coming = next_due(game, state, sealed)
    return None if coming is None else coming.at


def seat_deadline(state: MatchState, seat: int) -> int | None:
    """Return when a seat's clock runs out (ms); None if it does not run."""
    allowance = state.terms.allowance
    if allowance is None:
        return None
    return deadline(state.clocks[seat], allowance, state.attendance[seat].gone)


def deadlines(
    game: Game[Any], state: MatchState, sealed: Collection[int] = ()
) -> Iterator[tuple[int, str, int]]:
    """Yield (deadline (ms), decision, seat) of each clock that runs [M5.1].

    Of a decision that any one of its seats may answer, all clocks run, and the last one counts.
    """
    for decision in decisions(game, state):
        of_seats = {
            seat: at
            for seat in decision.seats
            if state.clocks[seat].turn == decision.id and not (decision.sealed and seat in sealed)
            if (at := seat_deadline(state, seat)) is not None
        }
        if decision.need == "any" and of_seats:
            of_seats = dict.fromkeys(of_seats, max(of_seats.values()))
        for seat, at in of_seats.items():
            yield max(at, state.at), decision.id, seat


def _clocks_due(game: Game[Any], state: MatchState, sealed: Collection[int]) -> Iterator[Due]:
    """Yield the clock that runs out first [M5.4]."""
    coming = sorted(deadlines(game, state, sealed)) if state.clocks else []
    if not coming:
        return
    at, name, lowest = coming[0]
    decision = next(one for one in decisions(game, state) if one.id == name)
    late = (lowest,)
    if decision.sealed:
        late = tuple([seat for when, of, seat in coming if (when, of) == (at, name)])
    yield Due(at=at, what="clock", seats=late, decision=decision)


def _gone(state: MatchState) -> Iterator[Due]:
    """Yield when seats that are absent will be out [M12.4]."""
    for seat, at in missed(state):
        yield Due(at=at, what="abandon", seats=(seat,))


def carry_out(game: Game[Any], state: MatchState, first: Due, server_seed: bytes) -> Follow:
    """Return what happens when something is due."""
    match first.what:
        case "start":
            verdict = Adjudicated(verdict="annul", reason="Not started in time.")
            return _by_itself((verdict,))  # [M10.1]
        case "pause":
            return _by_itself((Resumed(by="limit"),))  # [M9.4]
        case "abandon":
            seat = first.seats[0]
            gone = state.attendance[seat].gone or 0
            told = Abandoned(seat=seat, absent=gone, deadline=first.at)
            return _by_itself((told, *withdrawn(game, state, (seat,), server_seed)))  # [M12.4]
        case "clock":
            return _by_itself(_expired(game, state, first, server_seed))


def _by_itself(events: tuple[Event, ...]) -> Follow:
    return Follow(actor="system", moves=(), events=events)


def _expired(
    game: Game[Any], state: MatchState, first: Due, server_seed: bytes
) -> tuple[Event, ...]:
    """Return what happens when time is over [M5.3] [M5.5]."""
    allowance, decision = state.terms.allowance, first.decision
    if allowance is None or decision is None:
        msg = "nothing expires without a clock"
        raise EngineError(msg)
    told = Expired(decision=decision.id, seats=first.seats, deadline=first.at)
    if allowance.at_expiry == "withdraw":
        return (told, *withdrawn(game, state, first.seats, server_seed))
    if decision.sealed:
        return (told,)  # what follows is opened with the choices of the others
    seat = first.seats[0]
    move = Move(seat=seat, command=game.default(state.game, seat))
    return (told, *forced(game, state, (move,), server_seed))


def withdrawn(
    game: Game[Any], state: MatchState, seats: Iterable[int], server_seed: bytes
) -> tuple[Event, ...]:
    """Return how seats go, one after the other, and what the game's rules say [M5.5]."""
    table, rng = state.game, rng_of(state, server_seed)
    events: list[Event] = []
    for seat in seats:
        if game.outcome(table) is not None:  # [M6.1]
            break
        events.append(Withdrawn(seat=seat))
        for event in game.withdraw(table, seat, rng):
            events.append(event)
            table = game.evolve(table, event)
    return tuple(events)


def forced(
    game: Game[Any], state: MatchState, moves: tuple[Move, ...], server_seed: bytes
) -> tuple[Event, ...]:
    """Decide moves that cannot be refused: checked choices and defaults."""
    answer = game.decide(state.game, moves, rng_of(state, server_seed))
    if isinstance(answer, Rejection):
        msg = f"{game.rules} refused {moves} at version {state.version}: {answer}"
        raise EngineError(msg)
    return answer if isinstance(answer, tuple) else tuple(answer)


def stops(
    game: Game[Any],
    before: MatchState,
    events: Iterable[Event],
    after: MatchState,
    sealed: Mapping[int, int],
) -> tuple[ClockStopped, ...]:
    """Return the clocks that stand still with a commit, seat by seat [M5.1] [M5.6].

    ``events`` are the commit's, ``after`` the match after them; ``sealed`` says of seats whose
    choice is in when it first came (ms).
    """
    allowance = before.terms.allowance
    if allowance is None or any(isinstance(event, _UNTIMED) for event in events):
        return ()
    turn_of = turns(game, after) if after.paused is None else None
    open_now = {(seat, one.id) for one in decisions(game, after) for seat in one.seats}
    secret = {one.id for one in decisions(game, before) if one.sealed} if sealed else ()
    told: list[ClockStopped] = []
    for seat, clock in enumerate(before.clocks):
        if clock.since is None:
            continue
        goes_on_for = clock.turn if turn_of is None else turn_of.get(seat)
        chose = sealed.get(seat) if clock.turn in secret else None
        if chose is not None:
            gone = before.attendance[seat].gone
            told.append(stopped(seat, clock, allowance, gone, chose))
        elif goes_on_for != clock.turn:
            # What the commit itself credits, the pause that it ends, counts; no increment for a
            # decision that waits while another one goes first.
            gone, now = after.attendance[seat].gone, after.clocks[seat]
            waits = (seat, clock.turn) in open_now
            terms = replace(allowance, increment_ms=0) if waits else allowance
            told.append(stopped(seat, now, terms, gone, after.at))
    return tuple(told)
