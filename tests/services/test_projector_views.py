"""The projector as a real process: whatever befalls it, directory and views come out complete."""

from __future__ import annotations

import asyncio
import math
import shutil
from functools import partial
from typing import TYPE_CHECKING

import pytest

from services.common.embedded import EmbeddedServer
from tests.services.metrics import metrics_of
from tests.services.projections import (
    FAR,
    at_table,
    complete,
    listed,
    playing,
    shown,
    until,
    views_of_log,
)

if TYPE_CHECKING:
    from pathlib import Path

    from services.common.store import Store
    from tests.services.stack import Process

pytestmark = pytest.mark.server


async def test_every_viewer_sees_what_the_log_says(server_url: str, tmp_path: Path) -> None:
    async with playing(server_url, tmp_path) as (store, stack, table):
        projector = stack.start("projector")
        matches = [await table.open("rps@1", seats, rounds=2) for seats in (2, 3)]
        alone = await table.open("rps@1", 2, rounds=2)
        await store.follow(matches, FAR)
        await until(lambda: _all_shown(store, matches))
        for number in (1, 2):
            for seats, match in zip((2, 3), matches, strict=True):
                await table.choose(match, seats, number)
            await table.choose(alone, 2, number)
            await until(lambda: _all_shown(store, matches))

        assert await store.views(alone) is None, "nobody follows it"
        await until(lambda: listed(store, [*matches, alone]))
        cached = await store.views(matches[0])
        assert cached is not None
        assert len(set(cached.views.values())) == 3, "each seat sees its own card, spectators none"
        assert projector.stop() == 0


async def test_views_of_a_match_that_nobody_follows_any_more_are_dropped(
    server_url: str, tmp_path: Path
) -> None:
    async with playing(server_url, tmp_path) as (store, stack, table):
        stack.start("projector")
        match = await table.open("poison@1", 2)
        await store.follow([match], FAR)
        await until(lambda: shown(store, match))
        await store.wire.call("ZREM", store.keys.followed(store.keys.partition(match)), match)
        await until(lambda: _gone(store, match))
        await store.follow([match], FAR)
        await until(lambda: shown(store, match))


async def test_a_projector_killed_in_the_middle_leaves_nothing_out(
    server_url: str, tmp_path: Path
) -> None:
    async with playing(server_url, tmp_path) as (store, stack, table):
        matches = [await table.open("poison@1", 2, goal=60) for _ in range(6)]
        await store.follow(matches, FAR)
        for _ in range(3):
            projector = stack.start("projector")
            counts = [asyncio.create_task(table.count(match, 2, 20)) for match in matches]
            await until(partial(_under_way, store, matches[0], counts[0]))
            projector.kill()
            await asyncio.gather(*counts)
        stack.start("projector")
        await until(lambda: complete(store, matches))


async def test_a_projector_that_missed_the_feed_reads_the_logs(
    server_url: str, tmp_path: Path
) -> None:
    async with playing(server_url, tmp_path, partitions=1, feed_cap=100) as (store, stack, table):
        projector = stack.start("projector")
        matches = [await table.open("poison@1", 2, goal=100) for _ in range(10)]
        idle = await table.open("poison@1", 2)
        await store.follow([*matches, idle], FAR)
        await until(lambda: complete(store, [*matches, idle]))
        assert projector.stop() == 0

        await asyncio.gather(*(table.count(match, 2, 100) for match in matches))
        projector = stack.start("projector")
        await until(lambda: complete(store, [*matches, idle]))
        await until(lambda: _measured(projector, "feed_resyncs_total", at_least=1))
        await until(lambda: _measured(projector, "views_written_total", at_least=10))
        await until(lambda: _measured(projector, "feed_lag_changes{partition=0}", at_most=0))
        # About one write a match for a hundred commits each, however often it has looked.
        assert await _measured(projector, "views_written_total", at_most=50)
        assert await store.cursor(0, "views") == await store.newest_change(0)


async def test_a_server_that_dies_and_comes_back_is_waited_for(tmp_path: Path) -> None:
    server = EmbeddedServer(tmp_path / "server")
    server.start()
    try:
        async with playing(server.url, tmp_path) as (store, stack, table):
            projector = stack.start("projector")
            match = await table.open("poison@1", 2, goal=40)
            await store.follow([match], FAR)
            await table.count(match, 2, 20)
            server.kill()
            server.start()
            async with at_table(store, tmp_path) as later:
                await later.count(match, 2, 19)
            await until(lambda: complete(store, [match]))
            assert projector.alive
            assert projector.stop() == 0
    finally:
        server.stop()


async def test_a_projector_ends_while_the_server_is_away(tmp_path: Path) -> None:
    server = EmbeddedServer(tmp_path / "server")
    server.start()
    try:
        async with playing(server.url, tmp_path) as (_, stack, __):
            projector = stack.start("projector")
            server.kill()
            await until(lambda: _logged(projector, "store_lost"))
            assert await asyncio.to_thread(projector.stop) == 0
            server.start()
    finally:
        server.stop()


async def test_a_server_that_lost_history_is_believed(tmp_path: Path) -> None:
    data = tmp_path / "server"
    server = EmbeddedServer(data)
    server.start()
    try:
        async with playing(server.url, tmp_path) as (store, stack, table):
            match = await table.open("poison@1", 2, goal=40)
            await store.follow([match], FAR)
            server.stop()
            shutil.copytree(
                data, tmp_path / "old", ignore=shutil.ignore_patterns("*.lock", "*.sock")
            )
            server.start()
            projector = stack.start("projector")
            async with at_table(store, tmp_path) as later:
                await later.count(match, 2, 20)
            await until(lambda: complete(store, [match]))
            newer = await views_of_log(store, match)

            server.kill()
            shutil.rmtree(data)
            shutil.copytree(tmp_path / "old", data)
            server.start()
            await until(lambda: _rewound(store, match, newer[0]))
            await until(lambda: complete(store, [match]))
            await until(lambda: _logged(projector, "history_rewound"))
            async with at_table(store, tmp_path) as later:
                await later.count(match, 2, 20)
            await until(lambda: complete(store, [match]))
    finally:
        server.stop()


# --- conditions -----------------------------------------------------------------------------------


async def _all_shown(store: Store, matches: list[str]) -> bool:
    return all([await shown(store, match) for match in matches])


async def _gone(store: Store, match: str) -> bool:
    return await store.views(match) is None


async def _under_way(store: Store, match: str, playing: asyncio.Task[None]) -> bool:
    cached = await store.views(match)
    meta = await store.meta(match)
    assert meta is not None
    return playing.done() or (cached is not None and cached.stamp.version > meta.version // 2)


async def _rewound(store: Store, match: str, version: int) -> bool:
    meta = await store.meta(match)
    return meta is not None and meta.version < version


async def _measured(
    process: Process, metric: str, *, at_least: float = 0, at_most: float = math.inf
) -> bool:
    value = (await metrics_of(process)).get(f"playledger_{metric}")
    return value is not None and at_least <= value <= at_most


async def _logged(process: Process, event: str) -> bool:
    return any(line.get("event") == event for line in process.lines)
