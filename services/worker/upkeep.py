"""What a worker does beside playing: clocks, tokens of dead workers, lost tokens.

All three only post or take tokens, so doing them twice, late or in several workers at once changes
nothing.
"""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Final

import structlog

from services.common import telemetry
from services.common.clock import now_ms
from services.common.store import Store
from services.common.store_wire import StoreUnavailableError
from services.worker.play import Worker

CHUNK: Final = 64

log = structlog.get_logger()


async def post_ticks(store: Store) -> None:
    """Post a tick to every match whose deadline has passed."""
    for partition in range(store.partitions):
        late = await store.due(partition, now_ms() - 1, limit=CHUNK)
        if late:
            await store.tick_many(late)


async def reclaim(store: Store, worker: Worker, name: str, min_idle_ms: int) -> None:
    """Take over tokens that rested too long with a worker, and play each alone."""
    for partition in range(store.partitions):
        tokens = await store.reclaim(partition, name, min_idle_ms=min_idle_ms, count=CHUNK)
        for place, token in enumerate(tokens):
            telemetry.RECLAIMED.inc()
            await store.renew(partition, name, [left.id for left in tokens[place:]])
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
    """Act again and again with a pause; a lost server is waited for, a bug ends the process."""
    while True:
        try:
            await act()
        except StoreUnavailableError as error:
            log.warning("store_unavailable", reason=str(error))
        await asyncio.sleep(milliseconds / 1000)
