"""Make the match directory and the views again, from headers and logs alone.

May run at any time, also beside projectors and workers. What is dropped is dropped before the log
is read, and older writes never replace newer ones: whatever happens meanwhile is either read here,
or projected after the drop by whoever reads the feed.
"""

import asyncio
import sys
from collections.abc import AsyncIterator, Callable, Sequence
from dataclasses import dataclass
from typing import Final

import structlog

from engine.games import Registry, discover
from schemas.streams import directory_entry, directory_inner, directory_list
from services.common import telemetry
from services.common.bootstrap import open_store
from services.common.clock import now_ms
from services.common.fold import Folder
from services.common.settings import Settings
from services.common.store import Store
from services.common.store_wire import StoreUnavailableError, items, number, raw
from services.projector.listing import Lister, doubt_entries, entry_of
from services.projector.projection import PROJECTOR
from services.projector.views import views_of

_PAGE: Final = 50
"""Matches made again at once."""

_SCAN: Final = 1_000
"""Keys the server looks at in one call."""

_NO_CHANGE: Final = 0
"""The cursor belongs to the projector: it never moves back, so this leaves it where it is."""

log = structlog.get_logger()


@dataclass(frozen=True, slots=True, kw_only=True)
class RebuildReport:
    """What was made again."""

    matches: int = 0
    """Listed in the directory."""
    viewed: int = 0
    """Of them, matches whose views were made: those that had views or are followed."""
    unreadable: tuple[str, ...] = ()
    """Matches that this build cannot fold: listed as they stand in the store, and not shown."""


def rebuild_views(settings: Settings) -> RebuildReport:
    """Drop and make again the directory and the views of all matches; progress on stderr.

    Raises:
        UnfitServerError, StoreUnavailableError: as ``open_store``.
    """
    telemetry.configure_logs("rebuild-views", settings.log_level)
    return asyncio.run(_rebuild_views(settings))


async def _rebuild_views(settings: Settings) -> RebuildReport:
    registry = discover(settings.extra_games, settings.games)
    store = await open_store(settings.store())
    try:
        return await rebuild(store, registry, _tell)
    finally:
        await store.aclose()


def _tell(report: RebuildReport) -> None:
    sys.stderr.write(f"{report.matches} matches listed, views made of {report.viewed}\n")


async def rebuild(
    store: Store, registry: Registry, tell: Callable[[RebuildReport], None]
) -> RebuildReport:
    """As ``rebuild_views``, on an open store; ``tell`` hears how far it is after each page."""
    folder = Folder(store, registry, capacity=1, snapshot_every=None)
    lister = Lister(store, folder, limit=_PAGE)
    await _unlist_all(store)
    report = RebuildReport()
    for partition in range(store.partitions):
        # Matches that change from here on are projected by those who read the feed.
        newest, since = await store.newest_change(partition), 0
        while since < newest:
            found = await store.changed_since(partition, since, limit=_PAGE)
            if not found:
                break
            matches = [match for match, change in found if change <= newest]
            report = await _rebuild_page(store, folder, lister, matches, report)
            tell(report)
            since = found[-1][1]
    await _drop_strangers(store)
    return report


async def _rebuild_page(
    store: Store,
    folder: Folder,
    lister: Lister,
    matches: Sequence[str],
    report: RebuildReport,
) -> RebuildReport:
    viewed = await _drop_views(store, matches)
    await doubt_entries(store, matches)
    unreadable: list[str] = []
    for match in matches:
        try:
            folded = await folder.state(match)
            if folded is None:
                continue
            entry, views = entry_of(folded), views_of(folded) if match in viewed else None
        except StoreUnavailableError:
            raise
        except Exception:
            # One match that this build can't read or show is no reason to leave out the others.
            log.exception("match_not_rebuilt", match=match)
            unreadable.append(match)
            continue
        await lister.put([(entry, folded.header)])
        if views is not None:
            await store.project(store.keys.partition(match), PROJECTOR, _NO_CHANGE, [views])
    metas = await store.metas(unreadable)
    await lister.put_metas(meta for meta in metas if meta is not None)
    return RebuildReport(
        matches=report.matches + len(matches),
        viewed=report.viewed + len(viewed.difference(unreadable)),
        unreadable=(*report.unreadable, *unreadable),
    )


async def _unlist_all(store: Store) -> None:
    """Drop the directory's lists; each match that is listed again comes back into its own."""
    lists = [key async for key in _scan(store, directory_list("*"))]
    for reply in await store.wire.send([("UNLINK", key) for key in lists]):
        number(reply)


async def _drop_strangers(store: Store) -> None:
    """Remove the entries of matches that do not exist; no list names them any more."""
    for named in (directory_entry, directory_inner):
        async for key in _scan(store, named("*")):
            if await store.meta(key.decode().removeprefix(named(""))) is None:
                number(await store.wire.call("UNLINK", key))


async def _scan(store: Store, pattern: str) -> AsyncIterator[bytes]:
    cursor = b"0"
    while True:
        at, keys = items(await store.wire.call("SCAN", cursor, "MATCH", pattern, "COUNT", _SCAN))
        for key in items(keys):
            yield raw(key)
        cursor = raw(at)
        if cursor == b"0":
            return


async def _drop_views(store: Store, matches: Sequence[str]) -> set[str]:
    """Drop the views of matches; returns those that had some, or are followed."""
    replies = await store.wire.send([("EXISTS", store.keys.views(match)) for match in matches])
    viewed = {match for match, reply in zip(matches, replies, strict=True) if number(reply)}
    await store.forget_views(matches)
    for partition in {store.keys.partition(match) for match in matches}:
        viewed |= await store.followed(partition, now_ms()) & set(matches)
    return viewed
