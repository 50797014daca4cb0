"""The clock of a seat and its arithmetic: a bank, an increment, periods of overtime [M5.1].

All times are whole milliseconds; stamps are milliseconds since the epoch. Fischer's increment is
added after each decision. A period (byo-yomi) that a decision is made within stays whole; each one
that passes without is gone.
"""

from dataclasses import dataclass

from engine.core.copying import changed
from engine.core.life_messages import ClockStopped
from engine.core.rejection import EngineError
from engine.core.terms import Allowance


@dataclass(frozen=True, kw_only=True)  # no slots: folds copy it with ``changed``
class SeatClock:
    """The clock of one seat."""

    bank: int
    periods: int
    grace: int
    """Grace left: time of absence that does not count [M12.3]."""
    turn: str | None = None
    """The decision it runs for, or ran for while that is open: the first that awaits the seat."""
    since: int | None = None
    """Since when it runs; None: it stands still."""
    until: int | None = None
    """When it stood still; None while it runs."""
    credit: int = 0
    """Of the time since then, what does not count."""
    paid: str | None = None
    """The newest decision for which the increment was added; nothing adds it twice."""


def new_clock(allowance: Allowance, grace: int) -> SeatClock:
    """Return the clock of a seat before the match."""
    return SeatClock(bank=allowance.bank_ms, periods=allowance.periods, grace=grace)


def time_left(clock: SeatClock, allowance: Allowance) -> int:
    """Return bank and overtime, before what was spent in the present run."""
    return clock.bank + clock.periods * allowance.period_ms


def deadline(clock: SeatClock, allowance: Allowance, gone: int | None) -> int | None:
    """Return when a clock runs out; None if it does not run.

    ``gone``: since when the seat is absent; while it is, all its grace is counted on.
    """
    if clock.since is None:
        return None
    grace = clock.grace if gone is not None else 0
    return clock.since + clock.credit + time_left(clock, allowance) + grace


def grace_used(clock: SeatClock, gone: int | None, until: int) -> int:
    """Return how much of its grace a running clock has used at a stamp [M12.3]."""
    if gone is None or clock.since is None:
        return 0
    absent = until - max(gone, clock.since)
    counted = until - clock.since - clock.credit
    return max(0, min(clock.grace, absent, counted))


def returned(clock: SeatClock, gone: int, at: int) -> SeatClock:
    """Return a clock after its seat came back: the grace that was used is no more open."""
    used = grace_used(clock, gone, at)
    return changed(clock, grace=clock.grace - used, credit=clock.credit + used)


def credited(clock: SeatClock, start: int, end: int) -> SeatClock:
    """Return a clock for which the time between two stamps does not count [M5.7]."""
    if clock.since is None or end <= clock.since:
        return clock
    return changed(clock, credit=clock.credit + end - max(start, clock.since))


def stopped(
    seat: int, clock: SeatClock, allowance: Allowance, gone: int | None, until: int
) -> ClockStopped:
    """Return the arithmetic of a running clock that stands still at a stamp."""
    if clock.since is None or clock.turn is None:
        msg = f"the clock of seat {seat} does not run"
        raise EngineError(msg)
    until = max(until, clock.since)
    used = grace_used(clock, gone, until)
    credit = min(clock.credit + used, until - clock.since)
    spent = until - clock.since - credit
    bank, periods = after(clock, allowance, spent)
    increment = 0 if clock.paid == clock.turn else allowance.increment_ms
    return ClockStopped(
        seat=seat,
        decision=clock.turn,
        since=clock.since,
        until=until,
        credit=credit,
        spent=spent,
        before=clock.bank,
        increment=increment,
        bank=bank + increment,
        periods=periods,
        grace=clock.grace - used,
    )


def after(clock: SeatClock, allowance: Allowance, spent: int) -> tuple[int, int]:
    """Return bank and periods after a time was spent, without the increment."""
    if spent <= clock.bank:
        return clock.bank - spent, clock.periods
    over = spent - clock.bank
    if not allowance.period_ms:
        return 0, clock.periods
    # A period is gone when more than it has passed; the last one is left to who is played for.
    return 0, max(min(clock.periods, 1), clock.periods - (over - 1) // allowance.period_ms)


def still(clock: SeatClock) -> SeatClock:
    """Return a clock that runs for nothing; the time of its run is not charged."""
    return changed(clock, turn=None, since=None, until=None, credit=0)


def standing(clock: SeatClock, told: ClockStopped) -> SeatClock:
    """Return a clock after it stood still."""
    return changed(
        clock,
        bank=clock.bank + told.bank - told.before,  # a gift may stand in the same commit
        periods=told.periods,
        grace=told.grace,
        since=None,
        until=told.until,
        credit=0,
        paid=told.decision if told.increment else clock.paid,
    )
