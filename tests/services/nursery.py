"""Processes of the service, forked off one process that has loaded all code once.

Nearly all that a start takes is to load the same modules again. What comes after that is each
process's own: it reads its settings, opens what it needs, and is killed and ended like any other.
That the commands also start from nothing is shown by the tests of ``up``, whose parts they are.
"""

from __future__ import annotations

import multiprocessing
import os
import sys
import threading
from multiprocessing.connection import wait
from pathlib import Path
from typing import IO, TYPE_CHECKING

from services.cli.main import main

if TYPE_CHECKING:
    from collections.abc import Mapping
    from multiprocessing.connection import Connection

ROOT = Path(__file__).parents[2]
_forks = multiprocessing.get_context("forkserver")
_forks.set_forkserver_preload(["tests.services.preloaded"])
_lock = threading.Lock()
"""The library asks all processes for their exit codes at each start, and each tells it once."""


class Child:
    """A process that runs one command, and what it writes, on either stream."""

    def __init__(self, command: str, environment: Mapping[str, str]) -> None:
        reader, writer = _forks.Pipe(duplex=False)
        arguments = (command, dict(environment), writer)
        self._process = _forks.Process(target=_run, args=arguments, daemon=True)
        with reader, writer:
            with _lock:
                self._process.start()
            self.output: IO[str] = os.fdopen(os.dup(reader.fileno()), encoding="utf-8")

    @property
    def pid(self) -> int:
        assert self._process.pid is not None
        return self._process.pid

    def send_signal(self, signal: int) -> None:
        if self.poll() is None:
            os.kill(self.pid, signal)

    def poll(self) -> int | None:
        """Return its exit code, below 0 if a signal killed it, or None while it runs."""
        with _lock:
            return self._process.exitcode

    def wait(self, timeout_s: float | None = None) -> int:
        """Wait for its end and return its exit code."""
        ended = wait([self._process.sentinel], timeout_s)
        code = self.poll() if ended else None
        if code is None:
            msg = f"process {self.pid} has not ended in {timeout_s} s"
            raise TimeoutError(msg)
        return code


def _run(command: str, environment: Mapping[str, str], output: Connection) -> None:
    """Become what a shell would have started: with streams, folder and environment of its own."""
    with output:
        for stream in (1, 2):
            os.dup2(output.fileno(), stream)
    sys.stdout = os.fdopen(1, "w", closefd=False)
    sys.stderr = os.fdopen(2, "w", buffering=1, closefd=False)
    os.chdir(ROOT)
    os.environ.clear()
    os.environ.update(environment)
    main([command])
