"""Signs of life for all sockets of a gateway: one task, since all wait equally long."""

import asyncio
from collections import OrderedDict
from collections.abc import Generator
from contextlib import contextmanager, suppress

from services.gateway.outlet import ClosedError, Outlet


class Pinger:
    """Pings each socket ``every_s`` seconds."""

    def __init__(self, every_s: float) -> None:
        self._every_s = every_s
        self._due: OrderedDict[Outlet, float] = OrderedDict()
        """When each is pinged next, the soonest first."""
        self._slow: set[asyncio.Task[None]] = set()

    @contextmanager
    def pinging(self, outlet: Outlet) -> Generator[None]:
        """Ping a socket meanwhile."""
        self._due[outlet] = asyncio.get_running_loop().time() + self._every_s
        try:
            yield
        finally:
            self._due.pop(outlet, None)

    async def run(self) -> None:
        """Ping until cancelled."""
        clock = asyncio.get_running_loop().time
        while True:
            now = clock()
            while self._due and (first := next(iter(self._due.items())))[1] <= now:
                outlet = first[0]
                self._due[outlet] = now + self._every_s
                self._due.move_to_end(outlet)
                self._ping(outlet)
            wait = next(iter(self._due.values()), now + self._every_s) - now
            await asyncio.sleep(wait)

    def _ping(self, outlet: Outlet) -> None:
        if outlet.ready:
            with suppress(ClosedError):
                outlet.write(outlet.sign_of_life)
            return
        task = asyncio.create_task(self._ping_slow(outlet))
        self._slow.add(task)
        task.add_done_callback(self._slow.discard)

    async def _ping_slow(self, outlet: Outlet) -> None:
        """Let a client that does not read take the ping at last, or be cut off."""
        with suppress(ClosedError):
            await outlet.send(outlet.sign_of_life)
