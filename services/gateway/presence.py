"""Signs of life: the gateway's own each second, and those of the seats whose holders are here.

A holder is here as long as a socket of its account is open, and for a while after it read its view
or sent a command over HTTP. Its lease on the seat is renewed three times as often as it runs out:
for all sockets in one pipeline, and for HTTP once in that time.
"""

import asyncio
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Generator
from contextlib import contextmanager
from typing import Final

import structlog

from services.common.store import Store
from services.common.store_wire import StoreUnavailableError
from services.gateway.channel import Channel

_BEAT_S: Final = 1.0

log = structlog.get_logger()


class Presence:
    """Tells the store who is here."""

    def __init__(self, store: Store, lease_ms: int) -> None:
        self._store = store
        self._lease_ms = lease_ms
        self._renew_s = lease_ms / 3000
        self._sockets: dict[object, tuple[Channel, str]] = {}
        self._seen: OrderedDict[tuple[str, str], float] = OrderedDict()
        """(match, account) -> when a lease was last asked for, the longest ago first."""
        self._new: list[tuple[str, str]] = []
        self._came = asyncio.Event()

    @contextmanager
    def connected(self, channel: Channel, account: str | None) -> Generator[None]:
        """Count an account as here meanwhile, for whatever seat it holds."""
        if account is None:
            yield
            return
        key = object()
        self._sockets[key] = channel, account
        if channel.seat_of(account) is not None:
            self.seen(channel.match, account)
        try:
            yield
        finally:
            del self._sockets[key]

    def seen(self, match: str, account: str) -> None:
        """Note that an account, which has a seat in a match, asked for something."""
        clock = asyncio.get_running_loop().time
        key = match, account
        if self._seen.get(key, -self._renew_s) + self._renew_s > clock():
            return
        self._seen[key] = clock()
        self._seen.move_to_end(key)
        self._new.append(key)
        self._came.set()

    async def run(self) -> None:
        """Beat, and renew leases, until cancelled."""
        async with asyncio.TaskGroup() as group:
            group.create_task(self._every(_BEAT_S, self._beat))
            group.create_task(self._every(self._renew_s, self._renew))
            group.create_task(self._every(0, self._welcome))

    async def _every(self, seconds: float, act: Callable[[], Awaitable[None]]) -> None:
        while True:
            try:
                await act()
            except StoreUnavailableError:
                log.warning("store_unavailable")
            await asyncio.sleep(seconds)

    async def _beat(self) -> None:
        gap_ms = await self._store.beat()
        if gap_ms:
            log.warning("downtime", ms=gap_ms)

    async def _renew(self) -> None:
        """Renew the leases of those who are connected."""
        past = asyncio.get_running_loop().time() - self._renew_s
        while self._seen and next(iter(self._seen.values())) < past:
            self._seen.popitem(last=False)
        here = {
            (channel.match, account)
            for channel, account in self._sockets.values()
            if channel.seat_of(account) is not None and not channel.closed
        }
        await self._store.hold_many(list(here), self._lease_ms)

    async def _welcome(self) -> None:
        """Renew the leases of those who were seen for the first time in a while."""
        await self._came.wait()
        self._came.clear()
        new, self._new = self._new, []
        try:
            await self._store.hold_many(new, self._lease_ms)
        except StoreUnavailableError:  # they are here still: once more, when it may be back
            self._new[:0] = new
            self._came.set()
            await asyncio.sleep(_BEAT_S)
            raise
