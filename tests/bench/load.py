"""The load generator: bots on real sockets, one command in flight per match; prints one JSON line.

    python -m tests.bench.load URL --matches 200 --prepare 1200 [--rate 300]

Matches are prepared first, each with a socket for each seat. Closed loop: ``--matches`` of them
are under way at any time and the next one begins when one ends; in each the awaited seat moves once
it has seen the last commit and the last mover has its answer. Paced: moves begin at ``--rate`` a
second over all matches. The window opens after a warm-up and closes when no prepared match is left.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import random
import resource
import time
from collections import deque
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import httpx
import orjson
import uvloop
from picows import WSFrame, WSListener, WSMsgType, WSTransport, ws_connect

if TYPE_CHECKING:
    from collections.abc import Callable

GAME, SEATS = "regicide", 4
WARM_UP_S = 0.7
_AT_ONCE = 16
_PENDING = b'"pending":[{"seat":'


class Table:
    """One match: its sockets and how far it is."""

    def __init__(self, load: Load, match: str) -> None:
        self.match = match
        self._load = load
        self._sockets: list[WSTransport] = []
        self._version = 0
        self._frame: dict[str, Any] | None = None
        """What the awaited seat may do, until it does it."""
        self._mover = -1
        self._answered = True
        self._sent_at = 0.0
        self._open = asyncio.Event()
        self.running = False

    async def open(self, url: str, tokens: list[str]) -> None:
        """Connect every seat and wait until the awaited one knows its options."""
        for seat, token in enumerate(tokens):
            transport, _ = await ws_connect(self._seat(seat), f"{url}/matches/{self.match}/live")
            transport.send(WSMsgType.TEXT, orjson.dumps({"type": "hello", "token": token}))
            self._sockets.append(transport)
        await self._open.wait()

    def _seat(self, seat: int) -> Callable[[], Seat]:
        return lambda: Seat(self, seat)

    def saw(self, seat: int, text: bytes) -> None:
        """Take a frame of one seat."""
        kind = text[9:12]
        if kind == b"ans":
            self._take_answer(text)
        elif kind == b"end":
            if self.running:
                self.running = False
                self._load.ended()
        else:
            at = text.find(_PENDING) + len(_PENDING)
            if text[at] == 48 + seat and b'"options":[{' in text:
                self._take_options(seat, orjson.loads(text))

    def _take_answer(self, text: bytes) -> None:
        now = time.perf_counter()
        assert b'"status":"accepted"' in text, text
        self._load.answered(now, now - self._sent_at)
        self._answered = True
        self._turn()

    def _take_options(self, seat: int, frame: dict[str, Any]) -> None:
        if frame["version"] <= self._version:
            return
        if self._mover not in {-1, seat}:
            self._load.seen(time.perf_counter() - self._sent_at)
        self._version, self._mover, self._frame = frame["version"], seat, frame
        self._open.set()
        self._turn()

    def _turn(self) -> None:
        if self.running and self._answered and self._frame is not None:
            self._load.turn(self)

    def start(self) -> None:
        """Begin to play."""
        self.running = True
        self._turn()

    def move(self) -> None:
        """Send the awaited seat's command."""
        frame, self._frame = self._frame, None
        assert frame is not None
        self._answered = False
        option = random.choice(frame["options"])
        command = option.get("command") or _fill(option["shape"])
        text = orjson.dumps(
            {
                "type": "command",
                "command_id": f"v{self._version}",
                "expected_version": self._version,
                "command": command,
            }
        )
        self._sent_at = time.perf_counter()
        self._sockets[self._mover].send(WSMsgType.TEXT, text)


class Seat(WSListener):
    """One socket."""

    def __init__(self, table: Table, seat: int) -> None:
        self._table = table
        self._seat = seat

    def on_ws_frame(self, transport: WSTransport, frame: WSFrame) -> None:
        """Hand a text frame to the table."""
        if frame.msg_type == WSMsgType.TEXT:
            self._table.saw(self._seat, frame.get_payload_as_bytes())
        elif frame.msg_type == WSMsgType.CLOSE:
            transport.send_close(frame.get_close_code())
            transport.disconnect()


def _fill(shape: dict[str, Any]) -> dict[str, Any]:
    items = sorted(shape["items"], key=lambda item: item["weight"])
    chosen: list[str] = []
    weight = 0
    while weight < shape["min_weight"] or len(chosen) < shape["min_count"]:
        item = items.pop()
        chosen.append(item["value"])
        weight += item["weight"]
    return {**shape["command"], shape["field"]: chosen}


@dataclass
class Load:
    """All tables, and what was measured in the window."""

    matches: int
    rate: int | None
    tables: deque[Table] = field(default_factory=deque[Table])
    own: list[float] = field(default_factory=list[float])
    other: list[float] = field(default_factory=list[float])
    idle: deque[Table] = field(default_factory=deque[Table])
    opens_at: float = 0.0
    closes_at: float = 0.0
    done: asyncio.Event = field(default_factory=asyncio.Event)
    under_way: int = 0
    commands: int = 0
    """Answered in all, warm-up and end included: what CPU is divided by."""

    @property
    def measuring(self) -> bool:
        """Whether the window is open."""
        return bool(self.opens_at) and time.perf_counter() >= self.opens_at and not self.closes_at

    def answered(self, now: float, took: float) -> None:
        """Note an answer to the sender."""
        self.commands += 1
        if self.opens_at and now >= self.opens_at and not self.closes_at:
            self.own.append(took)

    def seen(self, took: float) -> None:
        """Note that another seat saw a commit."""
        if self.measuring:
            self.other.append(took)

    def turn(self, table: Table) -> None:
        """Let a table move: at once, or when the pacer says so."""
        if self.rate is None:
            table.move()
        else:
            self.idle.append(table)

    def ended(self) -> None:
        """Put the next match in the place of one that ended."""
        if self.tables:
            self.tables.popleft().start()
            return
        if not self.closes_at:
            self.closes_at = time.perf_counter()
        self.under_way -= 1
        if self.under_way == 0:
            self.done.set()

    async def run(self) -> None:
        """Play all prepared matches."""
        self.opens_at = time.perf_counter() + WARM_UP_S
        self.under_way = min(self.matches, len(self.tables))
        for _ in range(self.under_way):
            self.tables.popleft().start()
        pacer = asyncio.create_task(self._pace())
        await self.done.wait()
        pacer.cancel()

    async def _pace(self) -> None:
        due, last = 0.0, time.perf_counter()
        while self.rate is not None:
            now = time.perf_counter()
            due, last = due + (now - last) * self.rate, now
            while due >= 1 and self.idle:
                due -= 1
                self.idle.popleft().move()
            await asyncio.sleep(0.001)


async def prepare(url: str, load: Load, count: int) -> None:
    """Create matches of one and the same four accounts, and connect them."""
    async with httpx.AsyncClient(base_url=url, timeout=60) as http:
        tokens = [
            (await http.post("/accounts", json={"name": f"bot {i}"})).json()["token"]
            for i in range(SEATS)
        ]
        turns = asyncio.Semaphore(_AT_ONCE)

        async def one() -> None:
            async with turns:
                heads = [{"Authorization": f"Bearer {token}"} for token in tokens]
                wanted = {"game": GAME, "seats": SEATS}
                made = await http.post("/matches", json=wanted, headers=heads[0])
                match = made.json()["match_id"]
                for seat, head in enumerate(heads):
                    await http.post(f"/matches/{match}/seats", json={"seat": seat}, headers=head)
                table = Table(load, match)
                await table.open(url.replace("http", "ws", 1), tokens)
                load.tables.append(table)

        await asyncio.gather(*(one() for _ in range(count)))


def percentile(values: list[float], share: float) -> float:
    """Return a percentile in milliseconds."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(len(ordered) * share))] * 1000 if ordered else 0.0


async def main() -> None:
    """Prepare, say so, play, report."""
    parser = argparse.ArgumentParser()
    parser.add_argument("url")
    parser.add_argument("--matches", type=int, required=True)
    parser.add_argument("--prepare", type=int, required=True)
    parser.add_argument("--rate", type=int)
    given = parser.parse_args()
    load = Load(matches=given.matches, rate=given.rate)
    await prepare(given.url, load, given.prepare)
    print("prepared", flush=True)
    await asyncio.get_running_loop().run_in_executor(None, input)
    before = resource.getrusage(resource.RUSAGE_SELF)
    await load.run()
    after = resource.getrusage(resource.RUSAGE_SELF)
    seconds = load.closes_at - load.opens_at
    print(
        json.dumps(
            {
                "commands": len(load.own),
                "all_commands": load.commands,
                "commits": load.commands + given.prepare * (SEATS + 3),
                "seconds": seconds,
                "per_second": len(load.own) / seconds,
                "own_p50": percentile(load.own, 0.5),
                "own_p99": percentile(load.own, 0.99),
                "other_p50": percentile(load.other, 0.5),
                "other_p99": percentile(load.other, 0.99),
                "client_cpu": after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime,
            }
        ),
        flush=True,
    )


if __name__ == "__main__":
    uvloop.run(main())
