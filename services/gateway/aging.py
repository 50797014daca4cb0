"""How far a followed match is old enough for its spectators, where its delay is a time.

One task a channel: it searches the log by the store's clock, and again when the next commit is old
enough.
"""

import asyncio
from collections.abc import Callable
from typing import Final

import structlog

from services.common.horizon import aged
from services.common.store import Store
from services.common.store_wire import StoreUnavailableError
from services.gateway.refusals import fault

log = structlog.get_logger()

_RETRY_MS: Final = 500


class Aging:
    """Keeps ``version``, up to which a match is old enough."""

    def __init__(self, store: Store, match: str, delay_ms: int, tell: Callable[[], None]) -> None:
        """Begin at version 0; ``tell`` is called whenever more is old enough."""
        self.version = 0
        self._store = store
        self._match = match
        self._delay_ms = delay_ms
        self._tell = tell
        self._newest = 0
        self._moved = asyncio.Event()
        self._task: asyncio.Task[None] | None = None

    async def begin(self, newest: int) -> None:
        """Find out how far the match is old enough, and keep it found out from then on."""
        self._newest = newest
        wait_ms = await self._look()
        self._task = asyncio.create_task(self._run(wait_ms))

    def moved(self, newest: int) -> None:
        """Note that the match has come to another version."""
        self._newest = newest
        self._moved.set()

    def end(self) -> None:
        """Look no more."""
        if self._task is not None:
            self._task.cancel()

    async def _look(self) -> int | None:
        """Search once; return in how many ms there will be more, or None: not by time alone."""
        found = await aged(self._store, self._match, self._newest, self._delay_ms)
        self.version = found.version
        return found.wait_ms

    async def _run(self, wait_ms: int | None) -> None:
        while True:
            try:
                if wait_ms is None:
                    await self._moved.wait()
                else:  # until then nothing else is old enough, whatever comes
                    await asyncio.sleep(wait_ms / 1_000)
                self._moved.clear()
                before = self.version
                wait_ms = await self._look()
                if self.version != before:
                    self._tell()
            except StoreUnavailableError:
                log.warning("store_unavailable")
                wait_ms = _RETRY_MS
            except Exception as error:  # noqa: BLE001 - noted; spectators wait until it is mended
                fault(error, match=self._match)
                wait_ms = _RETRY_MS
