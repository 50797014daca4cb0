"""Those who wait for the receipt of a command: the feed brings it, or their time runs out."""

import asyncio
from types import TracebackType
from typing import TYPE_CHECKING, Self

from services.gateway.timetable import Timetable

if TYPE_CHECKING:
    from services.common.store_types import AcceptReply

Key = tuple[str, str, str]
"""(match, account, command id)."""


class Place:
    """One who waits; to be entered before the command is accepted. Raises TimeoutError in time."""

    __slots__ = ("_waiting", "accepted", "answer", "key")

    def __init__(self, waiting: "Waiting", key: Key) -> None:
        self.key = key
        self.answer: asyncio.Future[bytes] = asyncio.get_running_loop().create_future()
        """The receipt."""
        self.accepted: asyncio.Future[AcceptReply] | None = None
        """What the store said first, while that is waited for."""
        self._waiting = waiting

    def __enter__(self) -> Self:
        self._waiting.enter(self)
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        at: TracebackType | None,
    ) -> None:
        self._waiting.leave(self)

    def expire(self) -> None:
        """Stop waiting for whatever is waited for now."""
        accepting = self.accepted is not None and not self.accepted.done()
        future = self.accepted if accepting else self.answer
        if future is not None and not future.done():
            future.set_exception(TimeoutError())
            future.exception()  # it may be that nobody asks: the answer is known and is confirmed


class Waiting:
    """All who wait, by command."""

    def __init__(self, timeout_s: float) -> None:
        self._places: dict[Key, set[Place]] = {}
        self._times = Timetable(timeout_s, Place.expire)

    def place(self, key: Key) -> Place:
        """Return a place to wait for a command's receipt."""
        return Place(self, key)

    def enter(self, place: Place) -> None:
        """Let a place be answered."""
        self._places.setdefault(place.key, set()).add(place)
        self._times.add(place)

    def leave(self, place: Place) -> None:
        """Forget a place."""
        self._times.drop(place)
        there = self._places[place.key]
        there.discard(place)
        if not there:
            del self._places[place.key]

    def answer(self, key: Key, receipt: bytes) -> None:
        """Give a receipt to all who wait for it."""
        for place in self._places.get(key, ()):
            if not place.answer.done():
                place.answer.set_result(receipt)

    def awaited(self) -> list[Key]:
        """Return the commands whose receipts are waited for."""
        return list(self._places)

    async def run(self) -> None:
        """Watch the time until cancelled."""
        await self._times.run()
