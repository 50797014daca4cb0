"""Project what happens: every match into the directory, followed ones into views.

Two invariants hold whenever the cursor of a partition stands at a change number:

- every match that changed up to it is listed by the status and seats it had then, or newer ones;
- once the projector has caught up, each followed match has its newest views.

The directory is written before the cursor moves and views in the very call that moves it, and older
writes never replace newer ones: a crash repeats work and loses none.
"""

import asyncio
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Final

import structlog

from engine.games import Registry
from services.common import telemetry
from services.common.clock import now_ms
from services.common.fold import Folder
from services.common.store import Store
from services.common.store_readings import FeedBatch, FeedEntry, NewViews
from services.common.store_types import Stamp, StoredCommit
from services.common.store_wire import StoreUnavailableError
from services.projector.listing import Lister, doubt_entries
from services.projector.views import views_of

PROJECTOR: Final = "views"
"""Name of the cursors."""

COALESCE_S: Final = 0.02
"""A match that changes several times within this is projected once."""

_BLOCK_MS: Final = 200
_READ: Final = 500
"""Changes of a partition read at once."""
_PAGE: Final = 100
"""Matches listed, or re-synchronised, at once."""
_SHOWN: Final = 32
"""Matches whose views go into one call."""
_KEPT: Final = 4_096
"""States in memory; followed matches beyond are folded from snapshots again and again."""
_LOOK_S: Final = 0.2
"""Pause between two looks at who is followed, and at what time brings."""
_MEASURE_S: Final = 1.0
_RETRY_S: Final = 0.25

log = structlog.get_logger()

Changed = Mapping[str, Sequence[StoredCommit]]
"""Match -> its commits as read from the feed; none where they are to be read from the log."""


class Projector:
    """Projects all partitions of a store, from where the cursors in it stand."""

    def __init__(self, store: Store, registry: Registry, *, snapshot_every: int) -> None:
        self._store = store
        self._folder = Folder(store, registry, capacity=_KEPT, snapshot_every=snapshot_every)
        self._lister = Lister(store, self._folder, limit=_KEPT)
        self._partitions = range(store.partitions)
        self._done: dict[int, int] = {}
        """Partition -> newest change projected."""
        self._followed: dict[int, frozenset[str]] = {}
        self._unshown: dict[str, int] = {}
        """Matches followed since lately -> partition: their views are still to be made."""
        self._shown: dict[str, Stamp] = {}
        """What the views of followed matches were made from."""
        self._look_at = 0.0
        self._list_at = 0.0
        self._measure_at = 0.0

    async def run(self, stop: asyncio.Event) -> None:
        """Project until told to stop; what is under way is finished first.

        A lost connection is waited out. History may have been rewound in the meantime, so nothing
        that is remembered of it is believed any more.
        """
        while not stop.is_set():
            try:
                await self._follow_feed(stop)
            except StoreUnavailableError as error:
                log.warning("store_lost", reason=str(error))
                self._folder.distrust()
                self._lister.forget()
                self._followed.clear()
                self._shown.clear()
                self._unshown.clear()
                await _pause(stop, _RETRY_S)

    async def _follow_feed(self, stop: asyncio.Event) -> None:
        clock = asyncio.get_running_loop().time
        self._look_at = 0.0
        await self._look(clock())
        for partition in self._partitions:
            stored = await self._store.cursor(partition, PROJECTOR)
            if stored < self._done.get(partition, 0):  # the server forgot what it acknowledged
                await self._rewind(partition)
            else:
                self._done[partition] = stored
        reader = self._store.feed_reader(self._done)
        try:
            while not stop.is_set():
                began = clock()
                await self._look(began)
                block_ms = 1 if self._unshown else _BLOCK_MS
                batch = await reader.read(block_ms=block_ms, count=_READ)
                await self._take(batch)
                await self._show_some()
                await self._list_some(began)
                await self._measure(began)
                if batch.entries and len(batch.entries) < _READ:
                    await _pause(stop, COALESCE_S)
        finally:
            await reader.aclose()

    async def _take(self, batch: FeedBatch) -> None:
        """Project a batch: what the feed did not tell gaplessly is read from the logs instead."""
        for partition in batch.rewound:
            await self._rewind(partition)
        for partition in batch.trimmed:
            await self._resynchronise(partition)
        by_partition: dict[int, list[FeedEntry]] = {}
        for entry in batch.entries:
            if entry.change > self._done[entry.partition]:
                by_partition.setdefault(entry.partition, []).append(entry)
        for partition, entries in by_partition.items():
            changed: dict[str, list[StoredCommit]] = {}
            moved: set[str] = set()
            for entry in entries:
                if entry.commits or entry.version == 0:  # others changed the box or nothing
                    changed.setdefault(entry.match, []).extend(entry.commits)
                    if self._lister.needs(entry):
                        moved.add(entry.match)
            await self._project(partition, changed, moved, entries[-1].change)

    async def _rewind(self, partition: int) -> None:
        """Begin a partition again: what was projected may never have happened."""
        log.error("history_rewound", partition=partition, done=self._done[partition])
        followed = self._followed.get(partition, frozenset())
        await self._store.forget_views(followed)
        for match in followed:
            self._shown.pop(match, None)
        await self._store.reset_cursor(partition, PROJECTOR)
        self._done[partition] = 0
        self._lister.forget()
        await self._resynchronise(partition, rewound=True)

    async def _resynchronise(self, partition: int, *, rewound: bool = False) -> None:
        """Project all matches that changed since the cursor, from what is stored of them now."""
        telemetry.RESYNCS.inc()
        log.warning("feed_resync", partition=partition, since=self._done[partition])
        self._folder.distrust()
        while True:
            since = self._done[partition]
            found = await self._store.changed_since(partition, since, limit=_PAGE)
            changed: Changed = {match: () for match, _ in found}
            if rewound:
                await doubt_entries(self._store, changed)
            if found:
                await self._project(partition, changed, changed, found[-1][1])
            if len(found) < _PAGE:
                return

    async def _project(
        self, partition: int, changed: Changed, moved: Collection[str], change: int
    ) -> None:
        """List moved matches, write the views of the followed ones, and move the cursor."""
        unlisted = list(moved)
        for start in range(0, len(unlisted), _PAGE):
            metas = await self._store.metas(unlisted[start : start + _PAGE])
            await self._lister.put_metas(meta for meta in metas if meta is not None)
        followed = self._followed.get(partition, frozenset())
        views = [
            new
            for match in changed
            if match in followed and (new := await self._views(match, changed[match])) is not None
        ]
        await self._write(partition, views, change)
        self._done[partition] = change

    async def _write(self, partition: int, views: Sequence[NewViews], change: int) -> None:
        """Write views, and move the cursor in the call that writes the last of them."""
        rest = list(views)
        while True:
            now, rest = rest[:_SHOWN], rest[_SHOWN:]
            cursor = self._done[partition] if rest else change
            written = await self._store.project(partition, PROJECTOR, cursor, now)
            telemetry.VIEWS_WRITTEN.inc(written)
            for new in now:
                self._shown[new.match] = new.stamp
            if not rest:
                return

    async def _views(self, match: str, commits: Sequence[StoredCommit]) -> NewViews | None:
        """Return the newest views of a match, None if they are written already or can't be made."""
        self._unshown.pop(match, None)
        try:
            folded = self._folder.advance(match, commits) or await self._folder.state(match)
            if folded is None or self._shown.get(match) == folded.stamp:
                return None
            return views_of(folded)
        except StoreUnavailableError:
            raise
        except Exception:
            # A match that this build can't read or show is no reason to keep the others waiting.
            log.exception("match_not_projected", match=match)
            return None

    # --- who follows ----------------------------------------------------------------------------

    async def _look(self, now: float) -> None:
        """See who is followed now; views nobody looks at any more are dropped."""
        if now < self._look_at:
            return
        self._look_at = now + _LOOK_S
        sets = await asyncio.gather(
            *(self._store.followed(partition, now_ms()) for partition in self._partitions)
        )
        for partition, followed in zip(self._partitions, sets, strict=True):
            before = self._followed.get(partition, frozenset())
            self._followed[partition] = followed
            self._unshown.update(dict.fromkeys(followed - before, partition))
            await self._drop(before - followed)

    async def _drop(self, matches: Iterable[str]) -> None:
        gone = list(matches)
        if not gone:
            return
        await self._store.forget_views(gone)
        for match in gone:
            self._shown.pop(match, None)
            self._unshown.pop(match, None)
            self._folder.forget(match)

    async def _show_some(self) -> None:
        """Make views of some matches that were followed without a change since."""
        some = list(self._unshown.items())[:_SHOWN]
        by_partition: dict[int, list[NewViews]] = {}
        for match, partition in some:
            new = await self._views(match, ())
            if new is not None:
                by_partition.setdefault(partition, []).append(new)
        for partition, views in by_partition.items():
            await self._write(partition, views, self._done[partition])

    # --- delayed matches ------------------------------------------------------------------------

    async def _list_some(self, now: float) -> None:
        """List matches again of which spectators may know more by now."""
        if now >= self._list_at:
            self._list_at = now + _LOOK_S
            await self._lister.list_due()

    # --- metrics --------------------------------------------------------------------------------

    async def _measure(self, now: float) -> None:
        if now < self._measure_at:
            return
        self._measure_at = now + _MEASURE_S
        for partition in self._partitions:
            behind = await self._store.newest_change(partition) - self._done[partition]
            telemetry.FEED_LAG.labels(partition=partition).set(max(behind, 0))


async def _pause(stop: asyncio.Event, seconds: float) -> None:
    """Wait, but not for longer than until the stop."""
    try:
        async with asyncio.timeout(seconds):
            await stop.wait()
    except TimeoutError:
        return
