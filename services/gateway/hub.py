"""What happens, brought to those who wait for it: answers to commands, commits to followers.

One reader of all feeds a process. A feed is a hint: followers take commits from their channel's
memory or from the log, by number, so nothing is sent twice or left out whatever the feed does;
after a gap (a trimmed feed, a rewound history) receipts and logs are read again.
"""

import asyncio
from collections import OrderedDict
from collections.abc import AsyncGenerator, Awaitable, Callable, Collection, Sequence
from contextlib import asynccontextmanager
from functools import partial
from typing import Final

import structlog

from services.common import telemetry
from services.common.clock import now_ms
from services.common.fold import Folder
from services.common.store import Store
from services.common.store_readings import FeedEntry
from services.common.store_types import StoreRefusal
from services.common.store_wire import StoreUnavailableError
from services.gateway.audience import Audiences
from services.gateway.channel import Channel, Follower, fenced
from services.gateway.reading import Reading
from services.gateway.refusals import RefusedError, refuse_as_store
from services.gateway.waiting import Key, Waiting
from services.gateway.watching import Watching

log = structlog.get_logger()

_BLOCK_MS: Final = 1_000
_READ: Final = 500
_PAUSE_S: Final = 0.2
_LEASE_S: Final = 10.0
_LEASE_MS: Final = 30_000
_RECENT_S: Final = 60.0
_MEMORY_S: Final = 1.0
_FULL: Final = 0.85


class Hub:
    """The one reader of the feeds, and everybody who waits for what it reads."""

    def __init__(
        self,
        store: Store,
        folder: Folder,
        reading: Reading,
        audiences: Audiences,
        *,
        answer_timeout_s: float,
    ) -> None:
        self._store = store
        self._folder = folder
        self._reading = reading
        self._audiences = audiences
        self.watching = Watching(store)
        self.waiting = Waiting(answer_timeout_s)
        self._channels: dict[str, Channel] = {}
        self._recent: OrderedDict[str, float] = OrderedDict()
        self._cursors: dict[int, int] = {}
        """Partition -> the change read last."""
        self.reading = False
        """Whether the last reading of the feeds went well."""
        self._full = False
        """Whether the store's memory is nearly used up."""

    def check_space(self, *, command_id: str | None = None) -> None:
        """Refuse what would be stored while the store is nearly full."""
        if self._full:
            refuse_as_store(StoreRefusal.STORE_FULL, command_id=command_id)

    # --- following matches ----------------------------------------------------------------------

    @asynccontextmanager
    async def follow(self, match: str, account: str | None) -> AsyncGenerator[Follower]:
        """Follow a match that exists; its channel hands on what is new, or wakes the follower."""
        channel = self._channels.get(match)
        if channel is None:
            channel = Channel(
                match,
                self._store,
                self._folder,
                self._reading,
                self._audiences,
                partial(self.watching.count, match),
            )
            self._channels[match] = channel
        follower = Follower(channel, account)
        channel.followers.add(follower)
        try:
            await channel.opened()
            channel.enter(follower)
            yield follower
        finally:
            channel.leave(follower)
            if not channel.followers and self._channels.get(match) is channel:
                del self._channels[match]
                channel.end()

    async def looked_at(self, match: str) -> None:
        """Note that somebody asked for a view: the projector keeps the match's for a while.

        Sockets need none of it: their channel folds the match once for all of them.
        """
        clock = asyncio.get_running_loop().time
        new = self._recent.get(match, 0.0) + _RECENT_S / 2 < clock()
        if new:
            self._recent[match] = clock()
            self._recent.move_to_end(match)
            await self._store.follow([match], now_ms() + _LEASE_MS)

    # --- the tasks ------------------------------------------------------------------------------

    async def start(self) -> None:
        """Note where the feeds stand; to be awaited before the first command is taken."""
        self._cursors = {
            partition: await self._store.newest_change(partition)
            for partition in range(self._store.partitions)
        }
        self.reading = True

    async def run(self) -> None:
        """Read feeds, watch time and memory and renew leases until cancelled."""
        async with asyncio.TaskGroup() as group:
            group.create_task(self._read_feeds())
            group.create_task(self.waiting.run())
            group.create_task(self.watching.run())
            group.create_task(self._every(_LEASE_S, self._renew))
            group.create_task(self._every(_MEMORY_S, self._look_at_memory))

    async def _every(self, seconds: float, act: Callable[[], Awaitable[None]]) -> None:
        while True:
            try:
                await act()
            except StoreUnavailableError:
                log.warning("store_unavailable")
            await asyncio.sleep(seconds)

    async def _renew(self) -> None:
        clock = asyncio.get_running_loop().time
        while self._recent and next(iter(self._recent.values())) + _RECENT_S < clock():
            self._recent.popitem(last=False)
        if self._recent:
            await self._store.follow(self._recent, now_ms() + _LEASE_MS)
        await self.watching.renew()
        for partition, cursor in self._cursors.items():
            lag = await self._store.newest_change(partition) - cursor
            telemetry.FEED_LAG.labels(partition=partition).set(max(0, lag))

    async def _look_at_memory(self) -> None:
        self._full = (await self._store.memory()).share > _FULL

    async def _read_feeds(self) -> None:
        reader = self._store.feed_reader(self._cursors)
        self._cursors = reader.cursors
        everywhere = frozenset(self._cursors)
        doubtful: frozenset[int] = frozenset()
        """Partitions of which something may have been missed."""
        try:
            while True:
                try:
                    batch = await reader.read(block_ms=_BLOCK_MS, count=_READ)
                except StoreUnavailableError:
                    self._lost()
                    doubtful = everywhere
                    await asyncio.sleep(_PAUSE_S)
                    continue
                doubtful |= {*batch.trimmed, *batch.rewound}
                if doubtful:
                    await self._resync(doubtful)
                    doubtful = frozenset()
                self.reading = True
                for entry in batch.entries:
                    self._deliver(entry)
        finally:
            await reader.aclose()

    def _lost(self) -> None:
        if self.reading:
            log.warning("feed_lost")
        self.reading = False

    # --- what the feed says ---------------------------------------------------------------------

    def _deliver(self, entry: FeedEntry) -> None:
        for (account, command_id), receipt in entry.finished.items():
            self.waiting.answer((entry.match, account, command_id), receipt)
        channel = self._channels.get(entry.match)
        if channel is not None:
            channel.deliver(entry)

    async def _resync(self, partitions: Collection[int]) -> None:
        """Make up for what the feed did not tell, from receipts and standings; tried until done."""
        telemetry.RESYNCS.inc()
        log.warning("feed_resync", partitions=sorted(partitions))
        self._folder.distrust()
        of = self._store.keys.partition
        while True:
            try:
                await self._answer_from_receipts(
                    [key for key in self.waiting.awaited() if of(key[0]) in partitions]
                )
                for match, channel in list(self._channels.items()):
                    if of(match) in partitions:
                        await self._catch_up(channel)
            except StoreUnavailableError:
                self._lost()
                await asyncio.sleep(_PAUSE_S)
            else:
                return

    async def _answer_from_receipts(self, keys: Sequence[Key]) -> None:
        receipts = await self._store.receipts(keys)
        await fenced(self._store)
        for key, receipt in zip(keys, receipts, strict=True):
            if receipt is not None and not receipt.pending:
                self.waiting.answer(key, receipt.outcome)

    async def _catch_up(self, channel: Channel) -> None:
        try:
            await channel.catch_up()
        except RefusedError:  # the match is gone, or it moves too fast to be read
            channel.rewind(0)
