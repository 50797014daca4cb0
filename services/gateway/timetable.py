"""Things that all wait equally long, each for itself: one task for all instead of a timer each."""

import asyncio
from collections import OrderedDict
from collections.abc import Callable
from typing import Generic, TypeVar

T = TypeVar("T")


class Timetable(Generic[T]):
    """Acts on each thing a fixed time after it was added, unless it is dropped before."""

    def __init__(self, after_s: float, act: Callable[[T], None]) -> None:
        self._after_s = after_s
        self._act = act
        self._due: OrderedDict[T, float] = OrderedDict()
        """When it is each one's turn, the soonest first."""

    def add(self, thing: T) -> None:
        """Begin to wait for a thing that is not waited for yet."""
        self._due[thing] = asyncio.get_running_loop().time() + self._after_s

    def drop(self, thing: T) -> None:
        """Wait for it no longer."""
        self._due.pop(thing, None)

    async def run(self) -> None:
        """Act until cancelled."""
        clock = asyncio.get_running_loop().time
        while True:
            now = clock()
            while self._due and next(iter(self._due.values())) <= now:
                thing, _ = self._due.popitem(last=False)
                self._act(thing)
            await asyncio.sleep(next(iter(self._due.values()), now + self._after_s) - now)
