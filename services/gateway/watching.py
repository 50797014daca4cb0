"""How many spectators matches have: this gateway's own by count, those of others by the store.

Each gateway tells the store of its own. What is told holds for a while only and is renewed: the
spectators of a gateway that was killed are gone soon.
"""

import asyncio
import secrets
from collections.abc import Sequence
from operator import add
from typing import Final

import structlog

from services.common.store import Store
from services.common.store_wire import StoreUnavailableError

log = structlog.get_logger()

LEASE_MS: Final = 25_000
_PAUSE_S: Final = 0.1
"""Between two tellings: many who come and go are told together."""


class Watching:
    """Counts spectators by match, and tells the store of each change."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._gateway = secrets.token_hex(8)
        self._counts: dict[str, int] = {}
        """Of matches that have any."""
        self._untold: set[str] = set()
        self._changed = asyncio.Event()

    def count(self, match: str, spectators: int) -> None:
        """Note how many spectators of a match this gateway has now."""
        if self._counts.get(match, 0) == spectators:
            return
        if spectators:
            self._counts[match] = spectators
        else:
            del self._counts[match]
        self._untold.add(match)
        self._changed.set()

    async def everywhere(self, matches: Sequence[str]) -> list[int]:
        """Return how many spectators each match has, over all gateways."""
        others = await self._store.spectators(matches, but=self._gateway)
        own = (self._counts.get(match, 0) for match in matches)
        return list(map(add, own, others))

    async def renew(self) -> None:
        """Tell the store of all again, before it forgets them."""
        await self._tell(set(self._counts))

    async def run(self) -> None:
        """Tell the store of changes until cancelled."""
        while True:
            await self._changed.wait()
            self._changed.clear()
            untold, self._untold = self._untold, set()
            try:
                await self._tell(untold)
            except StoreUnavailableError:  # those that are left are renewed, the others forgotten
                log.warning("store_unavailable")
            await asyncio.sleep(_PAUSE_S)

    async def _tell(self, matches: set[str]) -> None:
        counts = {match: self._counts.get(match, 0) for match in matches}
        await self._store.watch(self._gateway, counts, LEASE_MS)
