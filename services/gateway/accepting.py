"""Commands on their way to the store: all that wait at the same time go in one pipeline."""

import asyncio
from typing import Final

from services.common.store import Store
from services.common.store_types import AcceptReply, Incoming

_MOST: Final = 256
"""Commands in one pipeline."""


class Accepting:
    """Collects commands while a pipeline is under way, and sends them with the next one.

    A command that comes when nothing is under way is sent at once, so collecting costs no time.
    """

    def __init__(self, store: Store) -> None:
        self._store = store
        self._waiting: list[tuple[Incoming, asyncio.Future[AcceptReply]]] = []
        self._sending: asyncio.Task[None] | None = None

    def accept(self, incoming: Incoming) -> asyncio.Future[AcceptReply]:
        """Give a command its place in the order of arrival; raises what the store raises."""
        future: asyncio.Future[AcceptReply] = asyncio.get_running_loop().create_future()
        self._waiting.append((incoming, future))
        if self._sending is None:
            self._sending = asyncio.create_task(self._send_all())
        return future

    async def _send_all(self) -> None:
        try:
            while self._waiting:
                batch, self._waiting = self._waiting[:_MOST], self._waiting[_MOST:]
                await self._send(batch)
        finally:
            self._sending = None

    async def _send(self, batch: list[tuple[Incoming, asyncio.Future[AcceptReply]]]) -> None:
        try:
            replies = await self._store.accept_many([incoming for incoming, _ in batch])
        except Exception as error:  # noqa: BLE001 - each of those who wait gets it
            for _, future in batch:
                if not future.done():
                    future.set_exception(error)
            return
        for (_, future), reply in zip(batch, replies, strict=True):
            if not future.done():
                future.set_result(reply)
