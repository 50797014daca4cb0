"""Signs of life for all sockets of a gateway, and from them.

A proxy in between acknowledges whatever it is sent, so clients are asked to answer themselves.
"""

import asyncio
from collections.abc import Generator
from contextlib import contextmanager, suppress
from typing import Final

from services.gateway.outlet import ClosedError, Outlet
from services.gateway.timetable import Timetable

MISSED: Final = 3
"""Pings that a client may leave unanswered; then it is gone."""


class Pinger:
    """Pings each socket ``every_s`` seconds."""

    def __init__(self, every_s: float) -> None:
        self._every_s = every_s
        self._times = Timetable(every_s, self._ping)
        self._slow: set[asyncio.Task[None]] = set()

    @contextmanager
    def pinging(self, outlet: Outlet) -> Generator[None]:
        """Ping a socket meanwhile."""
        self._times.add(outlet)
        try:
            yield
        finally:
            self._times.drop(outlet)

    async def run(self) -> None:
        """Ping until cancelled."""
        await self._times.run()

    def _ping(self, outlet: Outlet) -> None:
        if outlet.silence_s > MISSED * self._every_s:
            outlet.abandon()
            return
        self._times.add(outlet)
        if outlet.ready:
            outlet.ping()
            return
        task = asyncio.create_task(_ping_slow(outlet))
        self._slow.add(task)
        task.add_done_callback(self._slow.discard)


async def _ping_slow(outlet: Outlet) -> None:
    """Let a client that does not read take the ping at last, or be cut off."""
    with suppress(ClosedError):
        await outlet.send(outlet.sign_of_life)
