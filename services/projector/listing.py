"""A match as the directory lists it, from its standing in the store."""

from collections.abc import Iterable

from schemas.streams import directory_entry
from services.common.store import Store
from services.common.store_directory import DirectoryEntry
from services.common.store_types import Meta
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
        summary=meta.summary,
    )


async def doubt_entries(store: Store, matches: Iterable[str]) -> None:
    """Let any version of a match replace what the directory says of it.

    Entries are not removed, because who is just reading a list would miss them.
    """
    for reply in await store.wire.send(
        [("HSET", directory_entry(match), "version", 0) for match in matches]
    ):
        number(reply)
