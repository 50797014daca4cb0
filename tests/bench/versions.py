"""One long match in a running service: how long it takes to tell any version, and to open it cold.

The match is a counter of one seat, told to add one again and again. Times are a client's, in ms.
"""

import json
import random
import time
from dataclasses import dataclass

import httpx
from websockets.sync.client import connect

from tests.bench.service import House, house

COMMITS = 5_000
_GAME = {"game": "poison", "seats": 1, "config": {"goal": 10_000}}
_AT_ONCE = 8
"""Undecided commands that the service allows an account."""
_VERSIONS = 40
_ADD = {"kind": "add", "amount": 1}


@dataclass(frozen=True, slots=True)
class Player:
    """The account that plays alone, and its view of the service."""

    http: httpx.Client
    token: str

    def match(self) -> str:
        """Create a match and begin it."""
        match = self.http.post("/matches", json=_GAME).raise_for_status().json()["match_id"]
        self.http.post(f"/matches/{match}/seats", json={}).raise_for_status()
        return match

    def play(self, match: str, commits: int) -> None:
        """Add so many commits to a match."""
        address = f"{self.http.base_url}/matches/{match}/live".replace("http", "ws", 1)
        with connect(address, compression=None) as live:
            live.send(json.dumps({"type": "hello", "token": self.token}))
            sent = answered = 0
            while answered < commits:
                while sent < min(answered + _AT_ONCE, commits):
                    sent += 1
                    command = {"type": "command", "command_id": f"c{sent}", "command": _ADD}
                    live.send(json.dumps(command))
                answered += json.loads(live.recv())["type"] == "answer"

    def add(self, match: str) -> float:
        """Send one command; returns the milliseconds to its answer."""
        command = {"command_id": f"{random.getrandbits(64):x}", "command": _ADD}
        began = time.perf_counter()
        self.http.post(f"/matches/{match}/commands", json=command).raise_for_status()
        return (time.perf_counter() - began) * 1000

    def view(self, match: str, at: int) -> float:
        """Read a version; returns the milliseconds to it."""
        began = time.perf_counter()
        answer = self.http.get(f"/matches/{match}/view", params={"at": at}).raise_for_status()
        took = (time.perf_counter() - began) * 1000
        assert answer.json()["version"] == at
        return took


def measure_versions() -> dict[str, float]:
    """Play one run and return its figures."""
    with (
        house(PLAYLEDGER_EXTRA_GAMES='["tests.toys.poison"]') as running,
        httpx.Client(base_url=running.url, timeout=60) as http,
    ):
        token = http.post("/accounts", json={"name": "counter"}).raise_for_status().json()["token"]
        http.headers["Authorization"] = f"Bearer {token}"
        player = Player(http, token)
        short, long = player.match(), player.match()
        player.play(long, COMMITS)
        at = [random.randrange(1, COMMITS) for _ in range(_VERSIONS)]
        took = sorted(player.view(long, version) for version in at)
        figures = {
            "any version, median, ms": took[len(took) // 2],
            f"any version, slowest of {_VERSIONS}, ms": took[-1],
            "cold open by a gateway, the last version but one, ms": _cold_view(
                running, player, short, long
            ),
            "cold open by a worker: a command's own answer, ms": _cold_add(
                running, player, short, long
            ),
            "the same, open already, ms": player.add(long),
        }
        size = _forget_snapshots(running, long)
        figures["cold open by a gateway, no snapshot left, ms"] = _cold_view(
            running, player, short, long
        )
        _forget_snapshots(running, long)
        figures["cold open by a worker, no snapshot left, ms"] = _cold_add(
            running, player, short, long
        )
        figures["bytes of snapshots per commit"] = size / COMMITS
        return figures


def _cold_view(running: House, player: Player, short: str, long: str) -> float:
    """Time a new gateway's first look at the long match; it has seen the game before.

    It looks at the last version but one: the projector may have the newest at hand.
    """
    running.stop("gateway")
    running.start("gateway")
    running.until_ready()
    player.view(short, 1)
    version = player.http.get(f"/matches/{long}").raise_for_status().json()["version"]
    return player.view(long, version - 1)


def _cold_add(running: House, player: Player, short: str, long: str) -> float:
    """Time a new worker's first command of the long match; it has seen the game before."""
    running.stop("worker")
    running.start("worker")
    player.add(short)
    return player.add(long)


def _forget_snapshots(running: House, match: str) -> int:
    """Drop the snapshots of a match; returns how many bytes the server held for them."""
    with running.redis() as client:
        (key,) = client.scan_iter(f"*:snapshots:{match}")
        size = client.memory_usage(key, samples=0)
        client.delete(key)
        assert size is not None
        return size
