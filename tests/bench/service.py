"""The whole service under load: real processes, a real server, real sockets."""

import json
import os
import socket
import subprocess
import sys
import time
from collections.abc import Generator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import IO

import httpx
from redis import Redis

from services.common.embedded import EmbeddedServer

ROOT = Path(__file__).parents[2]
PROCESSES = ("worker", "projector", "gateway")
_READY_S = 60


@dataclass(slots=True)
class House:
    """A running service: its address, its store, and its processes by kind."""

    url: str
    server: EmbeddedServer
    environment: dict[str, str]
    processes: dict[str, subprocess.Popen[bytes]] = field(
        default_factory=dict[str, subprocess.Popen[bytes]]
    )

    def start(self, kind: str) -> None:
        """Start a process."""
        command = [sys.executable, "-m", "services.cli.main", kind]
        self.processes[kind] = subprocess.Popen(command, env=self.environment, cwd=ROOT)

    def stop(self, kind: str) -> None:
        """End a process."""
        process = self.processes.pop(kind)
        process.terminate()
        process.wait(30)

    def until_ready(self) -> None:
        """Wait until the gateway says that it can work."""
        _until_ready(self.url)

    def cpu(self) -> dict[str, float]:
        """Return the CPU seconds that each process has used."""
        assert self.server.pid is not None
        pids = {kind: process.pid for kind, process in self.processes.items()}
        return {kind: _cpu(pid) for kind, pid in {"valkey": self.server.pid, **pids}.items()}

    def redis(self) -> Redis:
        """Return a client of the store's server."""
        return Redis.from_url(self.server.url)

    def memory(self) -> int:
        """Return the bytes that the server holds."""
        with self.redis() as client:
            return client.info("memory")["used_memory"]


@contextmanager
def house(**settings: str) -> Generator[House]:
    """Run one of each process, as `playledger up` does, with the log at warnings."""
    with TemporaryDirectory() as folder:
        server = EmbeddedServer(Path(folder) / "server")
        server.start()
        port = _free_port()
        environment = {
            **os.environ,
            "REDIS_URL": server.url,
            "PLAYLEDGER_DATA": str(Path(folder) / "keys"),
            "PLAYLEDGER_PARTITIONS": "4",
            "PLAYLEDGER_PORT": str(port),
            "PLAYLEDGER_LOG_LEVEL": "warning",
            **settings,
        }
        running = House(f"http://127.0.0.1:{port}", server, environment)
        try:
            for kind in PROCESSES:
                running.start(kind)
            running.until_ready()
            yield running
        finally:
            for kind in reversed(list(running.processes)):
                running.stop(kind)
            server.stop()


def _free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as listening:
        return listening.getsockname()[1]


def _until_ready(url: str) -> None:
    until = time.monotonic() + _READY_S
    while time.monotonic() < until:
        try:
            if httpx.get(f"{url}/readyz", timeout=1).is_success:
                return
        except httpx.TransportError:
            pass
        time.sleep(0.05)
    msg = f"the service was not ready within {_READY_S} s"
    raise RuntimeError(msg)


def _cpu(pid: int) -> float:
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(") ")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def measure(matches: int, prepare: int, rate: int | None) -> dict[str, float]:
    """Play one run and return its figures: rates, ms, µs of CPU per command, bytes per commit."""
    with house() as running:
        command = [sys.executable, "-m", "tests.bench.load", running.url]
        command += ["--matches", str(matches), "--prepare", str(prepare)]
        command += [] if rate is None else ["--rate", str(rate)]
        before = running.memory()
        with subprocess.Popen(
            command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE
        ) as load:
            assert load.stdin is not None
            assert load.stdout is not None
            _line(load.stdout)
            started = running.cpu()
            load.stdin.write(b"\n")
            load.stdin.flush()
            figures: dict[str, float] = json.loads(_line(load.stdout))
        ended = running.cpu()
        commands = figures["all_commands"]
        for kind, seconds in ended.items():
            figures[f"us_{kind}"] = (seconds - started[kind]) / commands * 1e6
        figures["us_servers"] = sum(figures[f"us_{kind}"] for kind in ended)
        figures["us_client"] = figures["client_cpu"] / commands * 1e6
        figures["bytes_per_commit"] = (running.memory() - before) / figures["commits"]
        return figures


def _line(stream: IO[bytes]) -> str:
    line = stream.readline().decode().strip()
    if not line:
        msg = "the load generator ended early"
        raise RuntimeError(msg)
    return line
