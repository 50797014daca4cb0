"""Reading what happens, and the fence between what is read and what is shown.

With replicas required, a reader shows nothing that a failover could take back: after reading it
writes ``fence`` and waits until that write, and so all writes before it, stand on enough copies.
"""

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from schemas.streams import Keys

from .store_codec import entries, feed_entry_of
from .store_library import Library
from .store_readings import FeedBatch, FeedEntry
from .store_wire import (
    Command,
    Line,
    Reply,
    StoreUnavailableError,
    Wire,
    good,
    items,
    number,
    text,
)

LOCAL_COPIES: Final = 1


@dataclass(frozen=True, slots=True)
class Copies:
    """How many replicas must hold what is shown, and how long to wait for them."""

    replicas: int
    timeout_ms: int
    functions: Library

    def commands(self, keys: Keys) -> list[Command]:
        """Return a write and the wait for it, to be sent together over one connection."""
        return [
            self.functions.call("fence", [keys.fence(0)], []),
            ("WAITAOF", LOCAL_COPIES, self.replicas, self.timeout_ms),
        ]

    def reached(self, replies: list[Reply]) -> bool:
        """Tell whether enough copies answered; the server replies at the timeout too."""
        good(replies[0])
        local, remote = items(replies[1])
        return number(local) >= LOCAL_COPIES and number(remote) >= self.replicas


class Fence:
    """One wait for replicas, shared by all who ask while the one before is under way."""

    def __init__(self, wire: Wire, keys: Keys, copies: Copies) -> None:
        self.copies = copies
        self._wire = wire
        self._keys = keys
        self._next: asyncio.Task[bool] | None = None
        self._running = asyncio.Lock()

    async def wait(self) -> bool:
        """Return True once everything read so far stands on enough copies; False: not in time."""
        if self.copies.replicas == 0:
            return True
        if self._next is None:
            self._next = asyncio.create_task(self._round())
        return await asyncio.shield(self._next)

    async def _round(self) -> bool:
        async with self._running:
            self._next = None  # whoever asks from here on has read later: the next round is theirs
            return self.copies.reached(await self._wire.send(self.copies.commands(self._keys)))


class FeedReader:
    """A reader of the feeds of some partitions, on a connection of its own."""

    def __init__(self, line: Line, keys: Keys, cursors: Mapping[int, int], copies: Copies) -> None:
        """Begin after the given change of each partition."""
        self.cursors = dict(cursors)
        self._announced: dict[int, int] = {}
        """Partition -> its newest change as of the last reading, which the feed must tell now."""
        self._line = line
        self._keys = keys
        self._copies = copies

    async def read(self, *, block_ms: int, count: int) -> FeedBatch:
        """Return what happened since the cursors and move them; wait up to ``block_ms`` for it.

        ``count`` bounds the entries of each partition. A partition whose feed was trimmed beyond
        the cursor, or whose history was rewound, is named; its cursor moves to what can still be
        read, and the reader must make up for the rest from logs and receipts.

        Raises:
            StoreUnavailableError: the connection is lost, or too few replicas answered; the cursors
                stand as before, so the next call reads the same again.
        """
        partitions = sorted(self.cursors)
        streams = [self._keys.feed(partition) for partition in partitions]
        ids = [f"{self.cursors[partition]}-0" for partition in partitions]
        numbers: list[Command] = [("GET", self._keys.change(partition)) for partition in partitions]
        replies = await self._line.send(
            [
                ("XREAD", "COUNT", count, "BLOCK", max(block_ms, 1), "STREAMS", *streams, *ids),
                *numbers,
            ],
            wait_s=block_ms / 1000,
        )
        read, trimmed, rewound = self._sort_out(partitions, replies)
        if self._copies.replicas and (read or trimmed or rewound):
            await self._fence()
        for partition, entries_read in read.items():
            self.cursors[partition] = entries_read[-1].change
        for partition, first in trimmed.items():
            self.cursors[partition] = max(self.cursors[partition], first - 1)
        self.cursors.update(rewound)
        batch = tuple(entry for partition in sorted(read) for entry in read[partition])
        return FeedBatch(batch, trimmed, rewound)

    def _sort_out(
        self, partitions: list[int], replies: list[Reply]
    ) -> tuple[dict[int, list[FeedEntry]], dict[int, int], dict[int, int]]:
        found = good(replies[0])
        by_stream = {self._keys.feed(partition): partition for partition in partitions}
        read: dict[int, list[FeedEntry]] = {}
        trimmed: dict[int, int] = {}
        for stream in [] if found is None else items(found):
            name, stream_entries = items(stream)
            partition = by_stream[text(name)]
            listed, readable = list(entries(stream_entries)), list[FeedEntry]()
            if listed[0][0] > self.cursors[partition] + 1:  # change numbers are gapless
                trimmed[partition] = listed[0][0]
            for change, fields in listed:
                try:
                    readable.append(feed_entry_of(partition, change, fields))
                except (KeyError, ValueError):  # none of ours: as good as trimmed
                    trimmed[partition] = change + 1
            if readable:
                read[partition] = readable
        newest = {
            partition: 0 if reply is None else number(reply)
            for partition, reply in zip(partitions, replies[1:], strict=True)
        }
        rewound = {
            partition: change
            for partition, change in newest.items()
            if change < self.cursors[partition]
        }
        for partition, announced in self._announced.items():
            if partition not in read and self.cursors[partition] < announced <= newest[partition]:
                trimmed[partition] = announced + 1  # nothing up to it is left
        self._announced = newest
        return read, trimmed, rewound

    async def _fence(self) -> None:
        if not self._copies.reached(await self._line.send(self._copies.commands(self._keys))):
            msg = "too few replicas hold what was read"
            raise StoreUnavailableError(msg)

    async def aclose(self) -> None:
        """Close the connection."""
        await self._line.aclose()
