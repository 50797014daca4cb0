"""What a worker does beside playing: clocks, absences, tokens of dead workers, lost tokens.

All of it only post or take tokens, so doing them twice, late or in several workers at once changes
nothing.
"""

import asyncio
import secrets
from collections.abc import Awaitable, Callable, Sequence
from typing import Final

import structlog

from services.common import telemetry
from services.common.store import Store
from services.common.store_types import Token
from services.common.store_wire import StoreUnavailableError
from services.worker.play import Worker

CHUNK: Final = 64
FIRST: Final = "0-0"

log = structlog.get_logger()


async def post_ticks(store: Store) -> None:
    """Post a tick to every match whose deadline has passed.

    While no gateway is there, only for what was due before: the time since counts for nobody, and a
    match that was ticked again and again would be credited it bit by bit, a commit each. Matches
    whose tick waits already, maybe for ever, do not keep it from those behind them.
    """
    for partition, until in enumerate(await store.attended()):
        skip = 0
        while late := await store.due(partition, until - 1, limit=CHUNK, skip=skip):
            if any(await store.tick_many(late)):
                break
            skip += len(late)


async def post_absences(store: Store, lease_ms: int) -> None:
    """Post to matches that nobody is there any more for a seat whose lease has run out."""
    now = await store.now_ms()
    for partition in range(store.partitions):
        late = await store.run_out(partition, now, limit=CHUNK)
        while late:
            await store.lapse_many(late, lease_ms)
            # Each is gone or runs on for longer, unless the server's clock was set back.
            again = await store.run_out(partition, now, limit=CHUNK)
            late = again if again != late else []


async def reclaim(store: Store, worker: Worker, name: str, min_idle_ms: int) -> None:
    """Take over tokens that rested too long with a worker, and play each alone."""
    for partition in range(store.partitions):
        start: str | None = FIRST
        while start is not None:
            claimed = await store.reclaim(
                partition, name, min_idle_ms=min_idle_ms, count=CHUNK, start=start
            )
            start = claimed.after
            tokens = [token for token in claimed.tokens if not worker.in_hand(token.id)]
            telemetry.RECLAIMED.inc(len(tokens))
            await _play_each(store, worker, name, tokens)


async def take_undelivered(store: Store, worker: Worker, name: str, min_idle_ms: int) -> None:
    """Play tokens that were given to this very worker, but never reached it.

    The server died, or a connection was lost, between giving and telling.
    """
    for partition in range(store.partitions):
        tokens = await store.undelivered(
            partition, name, min_idle_ms=min_idle_ms, held=worker.holds
        )
        telemetry.RECLAIMED.inc(len(tokens))
        await _play_each(store, worker, name, tokens)


async def _play_each(store: Store, worker: Worker, name: str, tokens: Sequence[Token]) -> None:
    for place, token in enumerate(tokens):
        await store.renew(token.partition, name, [left.id for left in tokens[place:]])
        await worker.play_alone(token)


async def sweep(store: Store) -> None:
    """Give a token to every match with mail and none; there should never be one."""
    for partition in range(store.partitions):
        after = 0
        while True:
            swept = await store.sweep(partition, after=after)
            if swept.repaired:
                telemetry.ORPHANED.inc(swept.repaired)
                log.error("orphaned_matches", partition=partition, repaired=swept.repaired)
            after = swept.after
            if not after:
                break


async def every(milliseconds: int, act: Callable[[], Awaitable[None]]) -> None:
    """Act again and again with a pause; a lost server is waited for, a bug ends the process.

    The pause varies, by a half: workers in step would leave each other no chance, as when one that
    does not know a match's rules takes its token back each time just before one that does.
    """
    while True:
        try:
            await act()
        except StoreUnavailableError as error:
            log.warning("store_unavailable", reason=str(error))
        await asyncio.sleep(milliseconds * (0.5 + secrets.randbelow(1001) / 1000) / 1000)
