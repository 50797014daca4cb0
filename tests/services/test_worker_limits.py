"""The limit of one decision: processor time, not the clock's, and no way around it."""

from __future__ import annotations

import itertools
import signal
import subprocess
import sys
import time

import pytest

from services.worker import limits
from services.worker.limits import DecisionDiedError, DecisionTimeoutError, TimeLimit


def test_work_is_stopped_at_its_limit() -> None:
    with pytest.raises(DecisionTimeoutError), TimeLimit(50):
        sum(1 for _ in itertools.count())


def test_waiting_is_stopped_later() -> None:
    limits._catch_signals.cache_clear()  # pytest's own limit took SIGALRM since
    began = time.monotonic()
    with pytest.raises(DecisionTimeoutError), TimeLimit(50):
        time.sleep(60)
    assert time.monotonic() - began > 0.19


def test_time_in_which_the_process_did_not_run_is_not_counted() -> None:
    with TimeLimit(500):
        time.sleep(1)


@pytest.mark.parametrize("exit_", [SystemExit, KeyboardInterrupt, BaseException])
def test_a_decision_cannot_end_the_process_by_asking(exit_: type[BaseException]) -> None:
    with pytest.raises(DecisionDiedError, match=exit_.__name__), TimeLimit(1_000):
        raise exit_


def test_what_takes_no_signals_ends_the_process() -> None:
    code = (
        "import itertools\n"
        "from services.worker.limits import TimeLimit\n"
        "with TimeLimit(50): any(itertools.repeat(0))"
    )
    done = subprocess.run([sys.executable, "-c", code], check=False, timeout=20)
    assert done.returncode == -signal.SIGVTALRM


def test_timers_that_ran_before_run_on() -> None:
    left, _ = signal.getitimer(signal.ITIMER_REAL)
    with TimeLimit(1_000):
        pass
    now, _ = signal.getitimer(signal.ITIMER_REAL)
    assert (now > 0) == (left > 0)
