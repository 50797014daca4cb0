"""Real processes of the service on a real server, for tests: started, killed and ended by pid."""

from __future__ import annotations

import json
import os
import signal
import threading
from dataclasses import dataclass, field
from typing import IO, TYPE_CHECKING, Any

from tests.services.nursery import Child

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

READY = {"gateway": "gateway_ready", "worker": "worker_ready", "projector": "projector_ready"}
START_SECONDS = 30


@dataclass
class Process:
    """One running process of the service; what it writes is kept, on either stream."""

    kind: str
    child: Child
    lines: list[dict[str, Any]] = field(default_factory=list)
    raw: list[str] = field(default_factory=list)
    ready: threading.Event = field(default_factory=threading.Event)
    """It said that it is ready, or ended."""
    was_ready: bool = False
    """It said so; it may have ended since, as in tests of what kills it."""

    @property
    def pid(self) -> int:
        return self.child.pid

    @property
    def alive(self) -> bool:
        return self.child.poll() is None

    def kill(self) -> None:
        """SIGKILL, and wait until it is gone."""
        self.child.send_signal(signal.SIGKILL)
        self.child.wait(10)
        self._thread.join(10)

    def stop(self) -> int:
        """SIGTERM, and return its exit code."""
        if self.alive:
            self.child.send_signal(signal.SIGTERM)
        code = self.child.wait(20)
        self._thread.join(10)
        return code

    def start_following(self) -> None:
        self._thread = threading.Thread(target=self._follow, daemon=True)
        self._thread.start()

    def _follow(self) -> None:
        with self.child.output as stream:
            self._read(stream)
        self.ready.set()

    def _read(self, stream: IO[str]) -> None:
        for line in stream:
            self.raw.append(line)
            try:
                entry = json.loads(line)
            except ValueError:
                continue
            self.lines.append(entry)
            if entry.get("event") == READY[self.kind]:
                self.was_ready = True
                self.ready.set()

    def fact(self, event: str, key: str) -> Any:
        """Return a value of the first log line of an event."""
        return next(line[key] for line in self.lines if line.get("event") == event)


class Stack:
    """Processes that share one server, one data folder and one set of settings."""

    def __init__(self, url: str, data: Path, **settings: object) -> None:
        self.url = url
        self.data = data
        self._settings = {
            "partitions": 4,
            "reclaim_idle_ms": 300,
            "sweep_ms": 300,
            "log_level": "info",
            "port": 0,
            "games": ["regicide"],  # most tests need no other, and each takes its part of a start
            **settings,
        }
        self.processes: list[Process] = []

    def start(self, kind: str, **settings: object) -> Process:
        """Start a process and wait until it says that it is ready."""
        values = {**self._settings, **settings}
        environment = {
            **os.environ,
            "REDIS_URL": self.url,
            "PLAYLEDGER_DATA": str(self.data),
            **{
                f"PLAYLEDGER_{name.upper()}": value if isinstance(value, str) else json.dumps(value)
                for name, value in values.items()
            },
        }
        process = Process(kind, Child(kind, environment))
        self.processes.append(process)
        process.start_following()
        if not process.ready.wait(START_SECONDS) or not process.was_ready:
            log = "".join(process.raw[-40:])
            msg = f"{kind} did not get ready:\n{log}"
            raise AssertionError(msg)
        return process

    def stop(self) -> None:
        """End every process that still runs."""
        for process in reversed(self.processes):
            if process.alive:
                process.stop()

    def logs(self) -> Iterator[str]:
        """Yield every line that any process has logged."""
        for process in self.processes:
            yield from process.raw
