"""The whole service under load: real processes, a real server, real sockets."""

import json
import os
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
PORT = 8765
_READY_S = 60


@dataclass(slots=True)
class House:
    """A running service and the pids whose CPU is counted."""

    url: str
    store: str
    pids: dict[str, int] = field(default_factory=dict[str, int])

    def cpu(self) -> dict[str, float]:
        """Return the CPU seconds that each process has used."""
        return {kind: _cpu(pid) for kind, pid in self.pids.items()}

    def memory(self) -> int:
        """Return the bytes that the server holds."""
        with Redis.from_url(self.store) as client:
            return client.info("memory")["used_memory"]


@contextmanager
def house() -> Generator[House]:
    """Run one of each process, as `playledger up` does, with the log at warnings."""
    with TemporaryDirectory() as folder:
        server = EmbeddedServer(Path(folder) / "server")
        server.start()
        running = House(url=f"http://127.0.0.1:{PORT}", store=server.url)
        assert server.pid is not None
        running.pids["valkey"] = server.pid
        processes: list[subprocess.Popen[bytes]] = []
        environment = {
            **os.environ,
            "REDIS_URL": server.url,
            "PLAYLEDGER_DATA": str(Path(folder) / "keys"),
            "PLAYLEDGER_PARTITIONS": "4",
            "PLAYLEDGER_PORT": str(PORT),
            "PLAYLEDGER_LOG_LEVEL": "warning",
        }
        try:
            for kind in PROCESSES:
                command = [sys.executable, "-m", "services.cli.main", kind]
                process = subprocess.Popen(command, env=environment, cwd=ROOT)
                processes.append(process)
                running.pids[kind] = process.pid
            _until_ready(running.url)
            yield running
        finally:
            for process in reversed(processes):
                process.terminate()
            for process in processes:
                process.wait(30)
            server.stop()


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
        for kind in running.pids:
            figures[f"us_{kind}"] = (ended[kind] - started[kind]) / commands * 1e6
        figures["us_servers"] = sum(figures[f"us_{kind}"] for kind in running.pids)
        figures["us_client"] = figures["client_cpu"] / commands * 1e6
        figures["bytes_per_commit"] = (running.memory() - before) / figures["commits"]
        return figures


def _line(stream: IO[bytes]) -> str:
    line = stream.readline().decode().strip()
    if not line:
        msg = "the load generator ended early"
        raise RuntimeError(msg)
    return line
