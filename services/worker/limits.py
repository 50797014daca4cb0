"""A limit on how long one decision may take; a longer one is a bug of ours."""

import signal
from collections.abc import Generator
from contextlib import contextmanager
from types import FrameType


class DecisionTimeoutError(Exception):
    """A decision took longer than it may."""


@contextmanager
def time_limit(milliseconds: int) -> Generator[None]:
    """Raise DecisionTimeoutError in the block once the time is over. Main thread only."""

    def stop(_signal: int, _frame: FrameType | None) -> None:
        msg = f"a decision took longer than {milliseconds} ms"
        raise DecisionTimeoutError(msg)

    before = signal.signal(signal.SIGALRM, stop)
    signal.setitimer(signal.ITIMER_REAL, milliseconds / 1000)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
