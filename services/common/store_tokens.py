"""The part of the store that brings matches to workers: tokens, clocks, and what has changed.

A token is the right to try the next commands of one match; one that rests too long with whom it was
given is taken over, and mail that waits without one is found by the sweep.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from schemas.streams import GROUP

from . import store_codec as codec
from .store_presence import Presence
from .store_types import Token
from .store_wire import Reply, good, items, number, raw, text

SWEEP_CHUNK: Final = 200
_PENDING_END: Final = "0-0"


@dataclass(frozen=True, slots=True)
class Swept:
    """One chunk of a sweep: matches repaired, and where to go on (0: all have been seen)."""

    repaired: int
    after: int


@dataclass(frozen=True, slots=True)
class Claimed:
    """Tokens taken over, and where to look on (None: all have been looked at)."""

    tokens: Sequence[Token]
    after: str | None


class Tokens(Presence):
    """Tokens of matches, deadlines that have come, and the order of changes."""

    async def reclaim(
        self, partition: int, consumer: str, *, min_idle_ms: int, count: int, start: str = "0-0"
    ) -> Claimed:
        """Take over tokens that were held for longer than ``min_idle_ms``, by whomever.

        The server looks at a bounded number from ``start`` on, and says where to go on.
        """
        reply = items(
            await self.wire.call(
                *("XAUTOCLAIM", self.keys.ready(partition), GROUP, consumer),
                *(min_idle_ms, start, "COUNT", count),
            )
        )
        after = text(reply[0])
        return Claimed(
            await self._tokens(partition, reply[1]), None if after == _PENDING_END else after
        )

    async def undelivered(
        self, partition: int, consumer: str, *, min_idle_ms: int, held: Callable[[str], bool]
    ) -> list[Token]:
        """Return tokens that were given to a consumer some time ago and that it does not hold.

        The reply that brought them was lost with its connection.
        """
        key, lost, after = self.keys.ready(partition), list[str](), "-"
        while True:
            found = items(
                await self.wire.call(
                    *("XPENDING", key, GROUP, "IDLE", min_idle_ms),
                    *(after, "+", SWEEP_CHUNK, consumer),
                )
            )
            ids = [text(items(one)[0]) for one in found]
            lost += [one for one in ids if not held(one)]
            if len(ids) < SWEEP_CHUNK:
                break
            after = f"({ids[-1]}"
        if not lost:
            return []
        reply = await self.wire.call("XCLAIM", key, GROUP, consumer, min_idle_ms, *lost)
        return await self._tokens(partition, reply)

    async def discard(self, token: Token) -> None:
        """Acknowledge a token away: there is no match that it could be for."""
        await self._discard(token.partition, token.id)

    async def _discard(self, partition: int, token_id: str) -> None:
        key = self.keys.ready(partition)
        for reply in await self.wire.send(
            [("XACK", key, GROUP, token_id), ("XDEL", key, token_id)]
        ):
            number(reply)

    async def _tokens(self, partition: int, reply: Reply) -> list[Token]:
        """Read tokens; what somebody else wrote there is thrown away."""
        tokens: list[Token] = []
        for entry in items(reply):
            if good(entry) is None:  # deleted since
                continue
            token_id, fields = items(entry)
            token = codec.token_of(partition, raw(token_id), codec.fields_of(fields))
            if token is None:
                await self._discard(partition, text(token_id))
            else:
                tokens.append(token)
        return tokens

    async def renew(self, partition: int, consumer: str, token_ids: Sequence[str]) -> None:
        """Begin the idle time of held tokens anew, for long batches."""
        if token_ids:
            await self.wire.call(
                *("XCLAIM", self.keys.ready(partition), GROUP, consumer, 0),
                *(*token_ids, "JUSTID"),
            )

    async def sweep(self, partition: int, *, after: int = 0) -> Swept:
        """Repair matches whose mail would wait for ever, a chunk of matches at a time.

        A match that gets stuck no longer changes, so going through by change number misses none.
        """
        found = await self.changed_since(partition, after, limit=SWEEP_CHUNK)
        if not found:
            return Swept(0, 0)
        matches = [match for match, _ in found]
        keys = [
            self.keys.ready(partition),
            *(self.keys.meta(match) for match in matches),
        ]
        repaired = number(await self.wire.call(*self.fcall("sweep", keys, [GROUP, *matches])))
        return Swept(repaired, found[-1][1] if len(found) == SWEEP_CHUNK else 0)

    async def due(self, partition: int, now_ms: int, *, limit: int, skip: int = 0) -> list[str]:
        """Return matches of a partition whose deadline has come, the earliest first."""
        reply = await self.wire.call(
            *("ZRANGE", self.keys.deadlines(partition), "-inf", now_ms),
            *("BYSCORE", "LIMIT", skip, limit),
        )
        return [text(match) for match in items(reply)]

    async def changed_since(
        self, partition: int, change: int, *, limit: int
    ) -> list[tuple[str, int]]:
        """Return matches changed after a change number, with each one's newest, ascending."""
        reply = items(
            await self.wire.call(
                *("ZRANGE", self.keys.changed(partition), f"({change}", "+inf"),
                *("BYSCORE", "LIMIT", 0, limit, "WITHSCORES"),
            )
        )
        return [(text(reply[i]), number(reply[i + 1])) for i in range(0, len(reply), 2)]

    async def newest_change(self, partition: int) -> int:
        """Return the newest change number of a partition; 0 before the first."""
        reply = await self.wire.call("GET", self.keys.change(partition))
        return 0 if reply is None else number(reply)
