"""A limit on how long one decision may take; a longer one is a bug of ours.

Processor time counts, so that a machine that slept, or a process that was stopped, is no fault of
the command that was being decided. What waits instead of working is stopped by the clock, later.
"""

import signal
from collections.abc import Generator
from contextlib import contextmanager
from types import FrameType
from typing import Final

_WAITING: Final = 4
"""A decision may take so many times its limit by the clock."""

_DEADLY: Final = 2
"""After so many times its limit the process is killed: it hangs where no exception reaches it."""


class DecisionTimeoutError(Exception):
    """A decision took longer than it may."""


class DecisionDiedError(Exception):
    """A decision tried to end the process, or raised what no decision should."""


@contextmanager
def time_limit(milliseconds: int) -> Generator[None]:
    """Raise DecisionTimeoutError in the block once its time is over. Main thread only.

    A block that cannot be interrupted ends the process (SIGVTALRM): the try is counted, and
    whoever takes the token over knows it. Raises DecisionDiedError for what is no Exception.
    """

    def stop(_signal: int, _frame: FrameType | None) -> None:
        msg = f"a decision took longer than {milliseconds} ms"
        raise DecisionTimeoutError(msg)

    seconds = milliseconds / 1000
    before = {one: signal.signal(one, stop) for one in (signal.SIGPROF, signal.SIGALRM)}
    set_before = {
        timer: signal.setitimer(timer, times * seconds)
        for timer, times in (
            (signal.ITIMER_VIRTUAL, _DEADLY),
            (signal.ITIMER_REAL, _WAITING),
            (signal.ITIMER_PROF, 1),
        )
    }
    try:
        yield
    except Exception:
        raise
    except BaseException as error:
        msg = f"a decision raised {type(error).__qualname__}"
        raise DecisionDiedError(msg) from error
    finally:
        for timer in set_before:
            signal.setitimer(timer, 0)
        for one, handler in before.items():
            signal.signal(one, handler)
        for timer, (left, again) in set_before.items():
            signal.setitimer(timer, left, again)
