"""How each of the match's own events changes it: one function an event, found by its type."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any, Final

from engine.core.clock import SeatClock, credited, returned, standing, still
from engine.core.copying import changed
from engine.core.life_messages import (
    Abandoned,
    Absent,
    Adjudicated,
    Agreed,
    ClockStopped,
    Credited,
    Declined,
    Looked,
    Offered,
    Paused,
    Present,
    Resumed,
    Substituted,
    TakenBack,
    TimeGiven,
)
from engine.core.match_messages import (
    Closed,
    Ended,
    Expired,
    Joined,
    Left,
    Parked,
    Reseeded,
    Resigned,
    Started,
    Unparked,
    Withdrawn,
)
from engine.core.match_state import Attendance, Break, MatchState, OpenOffer, Right, goes_on
from engine.core.messages import Event
from engine.core.rejection import impossible


@dataclass(frozen=True, slots=True)
class Where:
    """What events do not say themselves: the stamp (ms) and the actor of their commit."""

    at: int
    actor: str


def evolve_match(state: MatchState, event: Event, where: Where) -> MatchState:
    """Return the match after one of its own events; judges nothing."""
    return _FOLDS[type(event)](state, event, where)


def is_of_match(event: Event) -> bool:
    """Tell whether an event is the match's own, not the game's."""
    return type(event) in _FOLDS


# --- seats --------------------------------------------------------------------------------------


def _joined(state: MatchState, event: Joined, _: Where) -> MatchState:
    secret = event.client_seed.value, event.entry.value
    return _with_seat(state, event.seat, event.account, *secret)


def _left(state: MatchState, event: Left, _: Where) -> MatchState:
    emptied = _with_seat(state, event.seat, None, None, None)
    return changed(emptied, leaves=state.leaves + 1)


def _started(state: MatchState, _event: Started, _: Where) -> MatchState:
    return changed(state, status="running", started=True)


def _out(state: MatchState, event: Resigned | Withdrawn, _: Where) -> MatchState:
    """A seat is out: what was offered is off, and no move brings it back [M9.3] [M9.6]."""
    at(state.accounts, event.seat)
    if event.seat in state.resigned:
        impossible(f"seat {event.seat} is out already")
    return changed(state, resigned=(*state.resigned, event.seat), offers=(), undo=None)


def _substituted(state: MatchState, event: Substituted, where: Where) -> MatchState:
    before = at(state.accounts, event.seat)
    accounts = put(state.accounts, event.seat, event.account)
    former = (*state.former, (before, event.seat))
    known = state.attendance[event.seat]
    if known.gone is not None:  # the newcomer has just been called [M12.4]
        clocks = _grace_charged(state, event.seat, where)
        anew = Attendance(gone=where.at, last=known.last)
        attendance = put(state.attendance, event.seat, anew)
        state = changed(state, clocks=clocks, attendance=attendance)
    return changed(state, accounts=accounts, former=former, offers=())  # [M9.3]


def _with_seat(
    state: MatchState, seat: int, account: str | None, client_seed: str | None, entry: object
) -> MatchState:
    return changed(
        state,
        accounts=put(state.accounts, seat, account),
        client_seeds=put(state.client_seeds, seat, client_seed),
        entries=put(state.entries, seat, entry),
    )


def _attending(state: MatchState, event: Absent | Present, where: Where) -> MatchState:
    before = at(state.attendance, event.seat)
    clocks = state.clocks
    if isinstance(event, Absent):
        now = Attendance(gone=where.at, last=where.at)
    else:
        now = Attendance(last=before.last)
        clocks = _grace_charged(state, event.seat, where)
    return changed(state, attendance=put(state.attendance, event.seat, now), clocks=clocks)


def _grace_charged(state: MatchState, seat: int, where: Where) -> tuple[SeatClock, ...]:
    """Return the clocks with the grace used that a seat's absence took so far [M12.3]."""
    gone = state.attendance[seat].gone
    if not state.clocks or gone is None:
        return state.clocks
    until = where.at if state.paused is None else state.paused.since
    return put(state.clocks, seat, returned(state.clocks[seat], gone, until))


# --- time ---------------------------------------------------------------------------------------


def _expired(state: MatchState, event: Expired, _: Where) -> MatchState:
    if not goes_on(state):
        impossible("a clock runs out while the match stands still")
    if len(set(event.seats)) != len(event.seats):
        impossible(f"a seat is late twice: {event.decision!r}")
    for seat in event.seats:
        at(state.accounts, seat)
    late = tuple([(seat, event.decision) for seat in event.seats])
    return changed(state, lapsed=(*state.lapsed, *late))


def _clock_stopped(state: MatchState, event: ClockStopped, _: Where) -> MatchState:
    clock = standing(at(state.clocks, event.seat), event)
    return changed(state, clocks=put(state.clocks, event.seat, clock))


def _credited(state: MatchState, event: Credited, _: Where) -> MatchState:
    return _passed(state, event.start, event.end)


def _time_given(state: MatchState, event: TimeGiven, where: Where) -> MatchState:
    """Give a seat time, which no take-back takes away [M5.8]."""

    def more(clocks: tuple[SeatClock, ...]) -> tuple[SeatClock, ...]:
        clock = at(clocks, event.seat)
        return put(clocks, event.seat, changed(clock, bank=clock.bank + event.ms))

    made, undo = state.made, state.undo
    if where.actor.startswith("seat:"):
        made = (*made, (int(where.actor.removeprefix("seat:")), "time"))  # [M9.2]
    if undo is not None:
        undo = replace(undo, clocks=more(undo.clocks))
    return changed(state, clocks=more(state.clocks), made=made, undo=undo)


def _passed(state: MatchState, start: int, end: int) -> MatchState:
    """Return a match for which the time between two stamps does not count [M5.7] [M9.4]."""
    moved = tuple(
        seat
        if seat.gone is None
        else Attendance(gone=seat.gone + end - max(start, seat.gone), last=seat.last)
        for seat in state.attendance
    )
    clocks = tuple([credited(clock, start, end) for clock in state.clocks])
    return changed(state, attendance=moved, clocks=clocks)


# --- offers and pauses --------------------------------------------------------------------------


def _offered(state: MatchState, event: Offered, _: Where) -> MatchState:
    new = OpenOffer(number=event.offer, what=event.what, seat=event.seat, agreed=())
    made = (*state.made, (event.seat, event.what))  # [M9.2]
    return changed(state, offers=(*state.offers, new), made=made)


def _agreed(state: MatchState, event: Agreed, _: Where) -> MatchState:
    offers = tuple(
        replace(offer, agreed=(*offer.agreed, event.seat)) if offer.number == event.offer else offer
        for offer in state.offers
    )
    return changed(state, offers=offers)


def _declined(state: MatchState, event: Declined, _: Where) -> MatchState:
    return changed(state, offers=tuple([o for o in state.offers if o.number != event.offer]))


def _paused(state: MatchState, event: Paused, where: Where) -> MatchState:
    until = where.at + state.terms.bounds.pause_ms
    pause = Break(since=where.at, until=until, by=event.by)
    return changed(state, paused=pause, offers=())  # [M9.3] [M9.4]


def _resumed(state: MatchState, _event: Resumed, where: Where) -> MatchState:
    if state.paused is None:
        impossible("a match that is not paused goes on")
    passed = _passed(state, state.paused.since, where.at)
    return changed(passed, paused=None, offers=())  # [M9.3] [M9.4]


def _taken_back(state: MatchState, _event: TakenBack, _: Where) -> MatchState:
    """Return the match as before its newest move; clocks begin to run anew [M9.6]."""
    undo = state.undo
    if undo is None:
        impossible("nothing can be taken back")
    clocks = tuple(
        changed(clock, grace=min(clock.grace, present.grace))
        for clock, present in zip(undo.clocks, state.clocks, strict=True)
    )
    return changed(
        state,
        game=undo.game,
        clocks=clocks,
        lapsed=(),
        undo=None,
        offers=(),
        epoch=state.epoch + 1,
    )


# --- the end, and faults ------------------------------------------------------------------------


def _adjudicated(state: MatchState, event: Adjudicated, _: Where) -> MatchState:
    verdict = {
        "winners": list(event.winners),
        "verdict": event.verdict,
        "reason": event.reason,
    }
    return changed(state, verdict=verdict)


def _looked(state: MatchState, event: Looked, where: Where) -> MatchState:
    account = where.actor.removeprefix("arbiter:")
    right = Right(account=account, seat=event.seat.value, version=state.version + 1)
    return changed(state, looks=(*state.looks, right))


def _ended(state: MatchState, event: Ended, where: Where) -> MatchState:
    if state.paused is not None:
        state = changed(_passed(state, state.paused.since, where.at), paused=None)
    return changed(state, status="ended", outcome=event.outcome, offers=())


def _closed(state: MatchState, _event: Closed, _: Where) -> MatchState:
    return changed(state, status="closed")


def _parked(state: MatchState, event: Parked | Unparked, where: Where) -> MatchState:
    parked = isinstance(event, Parked)
    return changed(_timed_anew(state, where.at), parked=parked)  # [M7.1] [M7.2]


def _reseeded(state: MatchState, event: Reseeded, where: Where) -> MatchState:
    reseeds = (*state.reseeds, event.after)
    return changed(_timed_anew(state, where.at), reseeds=reseeds)  # [M8.1] [M8.2]


def _timed_anew(state: MatchState, at: int) -> MatchState:
    """Return a match in which no run of a clock and no absence before a stamp counts any more.

    In a pause too, where clocks keep what they have spent of their run otherwise.
    """
    attendance = tuple(
        seat if seat.gone is None else Attendance(gone=at, last=seat.last)
        for seat in state.attendance
    )
    return changed(state, clocks=tuple(map(still, state.clocks)), attendance=attendance)


def _as_it_was(state: MatchState, _event: Event, _: Where) -> MatchState:
    """It tells why; what follows of it stands beside it."""
    return state


_FOLDS: Final[Mapping[type[Event], Callable[[MatchState, Any, Where], MatchState]]] = {
    Joined: _joined,
    Left: _left,
    Started: _started,
    Resigned: _out,
    Withdrawn: _out,
    Substituted: _substituted,
    Absent: _attending,
    Present: _attending,
    Abandoned: _as_it_was,
    Expired: _expired,
    ClockStopped: _clock_stopped,
    Credited: _credited,
    TimeGiven: _time_given,
    Offered: _offered,
    Agreed: _agreed,
    Declined: _declined,
    Paused: _paused,
    Resumed: _resumed,
    TakenBack: _taken_back,
    Adjudicated: _adjudicated,
    Looked: _looked,
    Ended: _ended,
    Closed: _closed,
    Parked: _parked,
    Unparked: _parked,
    Reseeded: _reseeded,
}


def at(row: tuple[Any, ...], seat: int) -> Any:
    """Return what a row holds for a seat; raises ImpossibleEventError for a foreign one."""
    if not 0 <= seat < len(row):
        impossible(f"seat {seat} of {len(row)}")
    return row[seat]


def put(row: tuple[Any, ...], seat: int, value: object) -> tuple[Any, ...]:
    """Return a row with another value for a seat."""
    at(row, seat)
    return (*row[:seat], value, *row[seat + 1 :])
