"""A worker's tries at commands that failed: how often, where, and whether it was their fault.

How often is counted in the store before each try, for a try may be what ends the process.
"""

import itertools
from collections import OrderedDict
from typing import Final, TypeVar

from services.common import telemetry
from services.common.store import Store
from services.common.store_types import Loaded, Token

_REMEMBERED: Final = 1_000

Value = TypeVar("Value")


class Tries:
    """The tries of one worker; what it forgets costs another try, or the place in a dead letter."""

    def __init__(self, store: Store, name: str) -> None:
        self._store = store
        self._name = name
        self._numbers = itertools.count(1)
        self._faults: OrderedDict[str, str] = OrderedDict()
        """Match -> traceback of its last failed try, until it is decided or refused."""
        self._sound: OrderedDict[str, int] = OrderedDict()
        """Match -> arrival that was decided well here, but whose commit was not heard of."""

    async def count(self, token: Token, arrival: int) -> int | None:
        """Count a try; not again where only the server was away when the last one was committed.

        None: the token is not the live one any more.
        """
        if self._sound.pop(token.match, None) == arrival:
            return 1
        return await self._store.count_try(token, arrival, f"{self._name}-{next(self._numbers)}")

    def failed(self, match: str, error: Exception) -> None:
        """Note where a try failed."""
        _remember(self._faults, match, telemetry.where(error))

    def not_heard_of(self, match: str, arrival: int) -> None:
        """Note that a command was decided well, and only its commit was not heard of."""
        _remember(self._sound, match, arrival)

    def over(self, match: str) -> None:
        """Forget where tries failed: the command is decided or refused."""
        self._faults.pop(match, None)

    def told(self, token: Token, loaded: Loaded) -> str:
        """Return the dead letter's text: where, and the traceback if this worker saw it."""
        seen = self._faults.get(token.match, "the worker died while it decided")
        return f"{loaded.rules} at version {loaded.standing.version}\n{seen}"


def _remember(of: OrderedDict[str, Value], match: str, value: Value) -> None:
    """Keep a bounded number of facts; the oldest goes first."""
    of[match] = value
    of.move_to_end(match)
    if len(of) > _REMEMBERED:
        of.popitem(last=False)
