"""What the directory lists a match by: which changes call for it, and how it is told.

Status and seats change a few times in a match's life; what else is shown in a list is read from the
match itself when somebody asks.
"""

from collections import OrderedDict
from collections.abc import Iterable

from schemas.show import match_events
from schemas.streams import directory_entry
from services.common.store import Store
from services.common.store_directory import DirectoryEntry
from services.common.store_readings import FeedEntry
from services.common.store_types import Meta, Status
from services.common.store_wire import number


def listed(meta: Meta) -> DirectoryEntry:
    """Return the directory's entry of a match: public facts only."""
    return DirectoryEntry(
        match=meta.match,
        version=meta.version,
        created=meta.created,
        status=meta.status,
        game=meta.game,
        accounts=tuple(sorted(meta.accounts, key=lambda account: meta.accounts[account])),
    )


class Listed:
    """Remembers by which status matches were listed lately; at most ``limit`` of them."""

    def __init__(self, limit: int) -> None:
        self._limit = limit
        self._status: OrderedDict[str, Status] = OrderedDict()

    def needs(self, entry: FeedEntry) -> bool:
        """Tell whether a change may move its match in the lists; notes the status it has now."""
        before = self._status.pop(entry.match, None)
        self._status[entry.match] = entry.status
        if len(self._status) > self._limit:
            self._status.popitem(last=False)
        return before != entry.status or any(map(match_events, entry.commits))

    def forget(self) -> None:
        """List every match again that changes."""
        self._status.clear()


async def doubt_entries(store: Store, matches: Iterable[str]) -> None:
    """Let any version of a match replace what the directory says of it.

    Entries are not removed, because who is just reading a list would miss them.
    """
    for reply in await store.wire.send(
        [("HSET", directory_entry(match), "version", 0) for match in matches]
    ):
        number(reply)
