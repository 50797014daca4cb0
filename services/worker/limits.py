"""A limit on how long one decision may take; a longer one is a bug of ours.

Processor time counts, so that a machine that slept, or a process that was stopped, is no fault of
the command that was being decided. What waits instead of working is stopped by the clock, later.
"""

import functools
import signal
from types import FrameType, TracebackType
from typing import Final

_TIMERS: Final = (
    (signal.ITIMER_VIRTUAL, 2),  # SIGVTALRM: it hangs where no exception reaches it; death
    (signal.ITIMER_REAL, 4),  # SIGALRM: it waits
    (signal.ITIMER_PROF, 1),  # SIGPROF: it works
)
"""Timers, and after how many times the limit each goes off; the one that kills is ended last."""


class DecisionTimeoutError(Exception):
    """A decision took longer than it may."""


class DecisionDiedError(Exception):
    """A decision tried to end the process, or raised what no decision should."""


class TimeLimit:
    """Raise DecisionTimeoutError in the block once its time is over. Main thread only.

    A block that cannot be interrupted ends the process: the try is counted, and whoever takes the
    token over knows it. Raises DecisionDiedError for what is no Exception. (A class, because it is
    entered for each command: a generator costs as much again as the timers.)
    """

    __slots__ = ("_before", "_seconds")

    def __init__(self, milliseconds: int) -> None:
        self._seconds = milliseconds / 1000
        self._before: list[tuple[int, tuple[float, float]]] = []

    def __enter__(self) -> None:
        _catch_signals()
        for timer, times in _TIMERS:
            self._before.append((timer, signal.setitimer(timer, times * self._seconds)))

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, _: TracebackType | None
    ) -> None:
        for timer, (left, again) in reversed(self._before):
            signal.setitimer(timer, left, again)
        if kind is not None and not issubclass(kind, Exception):
            msg = f"a decision raised {kind.__qualname__}"
            raise DecisionDiedError(msg) from error


@functools.cache
def _catch_signals() -> None:
    """Set the handlers, once a process: that costs more than all timers."""
    for one in (signal.SIGPROF, signal.SIGALRM):
        signal.signal(one, _stop)


def _stop(_signal: int, _frame: FrameType | None) -> None:
    msg = "a decision took longer than it may"
    raise DecisionTimeoutError(msg)
