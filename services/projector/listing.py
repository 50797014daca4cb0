"""What the directory lists a match by: which changes call for it, and how it is told.

Status and seats change a few times in a match's life; what else is shown in a list is read from the
match itself when somebody asks. A match that spectators may not know of as it stands is listed to
those who have a part in it as it stands, and to others, if at all, as it stood at their horizon:
so those lists are behind it, never ahead.
"""

from collections import OrderedDict
from collections.abc import Iterable, Sequence
from typing import Final, TypeVar

import structlog

from engine.core.rejection import EngineError
from engine.core.visibility import Delay, horizon, insiders, listed_for
from schemas.header import Header
from schemas.show import match_events
from schemas.streams import directory_entry, directory_inner
from services.common.fold import Folded, Folder
from services.common.horizon import Aged, aged
from services.common.store import Store
from services.common.store_directory import Directory, DirectoryEntry
from services.common.store_readings import FeedEntry
from services.common.store_types import Meta, Status
from services.common.store_wire import number

log = structlog.get_logger()

_DUE: Final = 100
"""Matches of a partition that are listed again at once."""
_AGAIN_MS: Final = 60_000
"""After so long a match is listed again that could not be, or whose projector died over it."""

T = TypeVar("T")


def listed(meta: Meta) -> DirectoryEntry:
    """Return the directory's entry of a match as it stands."""
    return DirectoryEntry(
        match=meta.match,
        version=meta.version,
        created=meta.created,
        status=meta.status,
        game=meta.game,
        accounts=tuple(sorted(meta.accounts, key=lambda account: meta.accounts[account])),
    )


def entry_of(folded: Folded) -> DirectoryEntry:
    """Return the entry of a match from its log: what the worker told of it, told again."""
    state = folded.state
    assert state.status != "ended", "the close follows the end in the same call"
    return DirectoryEntry(
        match=folded.header.match,
        version=state.version,
        created=folded.header.created,
        status=state.status,
        game=folded.game.name,
        accounts=tuple(account for account in state.accounts if account is not None),
    )


class Lister:
    """Lists matches, each to those who may know of it, and remembers at most ``limit`` of them."""

    def __init__(self, store: Store, folder: Folder, *, limit: int) -> None:
        self._store = store
        self._folder = folder
        self._directory = Directory(store)
        self._limit = limit
        self._status: OrderedDict[str, Status] = OrderedDict()
        """By which matches were listed lately."""
        self._shown: OrderedDict[str, int] = OrderedDict()
        """Up to which version delayed matches were listed lately for spectators."""

    def needs(self, entry: FeedEntry) -> bool:
        """Tell whether a change may move its match in the lists; notes the status it has now."""
        before = self._status.get(entry.match)
        _keep(self._status, entry.match, entry.status, self._limit)
        changed = before != entry.status or any(map(match_events, entry.commits))
        return changed or entry.match in self._shown

    def forget(self) -> None:
        """List every match again that changes."""
        self._status.clear()
        self._shown.clear()

    async def put_metas(self, metas: Iterable[Meta]) -> None:
        """List matches as they stand; one whose header this build can't read is left out."""
        found: list[tuple[DirectoryEntry, Header]] = []
        for meta in metas:
            try:
                found.append((listed(meta), Header.decode(meta.header)))
            except EngineError:
                log.exception("match_not_listed", match=meta.match)
        await self.put(found)

    async def put(self, found: Sequence[tuple[DirectoryEntry, Header]]) -> None:
        """List matches as they stand, each with its header."""
        for_all: list[DirectoryEntry] = []
        inner: list[tuple[DirectoryEntry, frozenset[str]]] = []
        more: dict[str, int | None] = {}
        """When (ms) time lets spectators know more of matches, if it does."""
        for entry, header in found:
            for_others = listed_for(header, part=False)
            if for_others and not header.delay.holds:
                for_all.append(entry)
                continue
            if people := insiders(header) | frozenset(entry.accounts):
                inner.append((entry, people))
            if for_others:
                old = await self._aged(entry, header.delay)
                for_all += await self._behind(entry, header.delay, old.version)
                if header.delay.ms:
                    wait_ms = old.wait_ms
                    more[entry.match] = wait_ms and await self._store.now_ms() + wait_ms
        await self._directory.put_inner(inner)
        await self._directory.put(for_all)
        for match, at_ms in more.items():  # at last: until then it is due as it was
            await self._store.delay_listing(self._store.keys.partition(match), match, at_ms)

    async def _aged(self, entry: DirectoryEntry, delay: Delay) -> Aged:
        if not delay.ms:
            return Aged(entry.version, None)
        return await aged(self._store, entry.match, entry.version, delay.ms)

    async def _behind(self, entry: DirectoryEntry, delay: Delay, old: int) -> list[DirectoryEntry]:
        """Return what spectators may be told of a delayed match, if it is new to them."""
        match, closed = entry.match, entry.status == "closed"
        until = horizon(delay, entry.version, closed=closed, aged=old)
        before = self._shown.get(match)
        if before is not None and before <= until and not await self._moved(match, before, until):
            _keep(self._shown, match, until, self._limit)
            return []
        try:
            folded = await self._folder.state(match, at=until)
        except EngineError:
            log.exception("match_not_listed", match=match)
            return []
        if folded is None or folded.version != until:  # rewound meanwhile: more is to come
            return []
        _keep(self._shown, match, until, self._limit)
        return [entry_of(folded)]

    async def _moved(self, match: str, after: int, until: int) -> bool:
        """Tell whether what a match is listed by has changed between two versions."""
        if until == after:
            return False
        commits = await self._store.read_log(match, after=after, count=until - after)
        return any(map(match_events, commits))

    async def list_due(self) -> None:
        """List matches of which time lets spectators know more by now."""
        for partition, matches in (await self._store.delayed_listings(_DUE)).items():
            for match in matches:
                await self._list_again(partition, match)

    async def _list_again(self, partition: int, match: str) -> None:
        meta = await self._store.meta(match)
        if meta is None or self._store.keys.partition(match) != partition:
            await self._store.delay_listing(partition, match, None)
            return
        again = await self._store.now_ms() + _AGAIN_MS
        await self._store.delay_listing(partition, match, again)
        await self.put_metas([meta])


def _keep(kept: OrderedDict[str, T], match: str, fact: T, limit: int) -> None:
    kept[match] = fact
    kept.move_to_end(match)
    while len(kept) > limit:
        kept.popitem(last=False)


async def doubt_entries(store: Store, matches: Iterable[str]) -> None:
    """Let any version of a match replace what the directory says of it.

    Entries are not removed, because who is just reading a list would miss them.
    """
    keys = [key(match) for match in matches for key in (directory_entry, directory_inner)]
    there = await store.wire.send([("EXISTS", key) for key in keys])
    doubted = [key for key, reply in zip(keys, there, strict=True) if number(reply)]
    for reply in await store.wire.send([("HSET", key, "version", 0) for key in doubted]):
        number(reply)
