"""Opening the store: only on a server that keeps its word, and always the same service."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import pytest
import pytest_asyncio
from redis.asyncio import Redis

from schemas.streams import TOKEN_FIELD, Keys, partition_of
from services.common.bootstrap import StoreSettings, UnfitServerError, open_store
from services.common.store_library import library
from services.common.store_types import Snapshot, Stamp
from services.common.store_wire import StoreUnavailableError
from tests.services.store_helpers import fetch, fresh_store, incoming, new_match, take

if TYPE_CHECKING:
    from collections.abc import AsyncIterator
    from pathlib import Path

pytestmark = pytest.mark.server
M = "match00000000001"


@pytest_asyncio.fixture
async def client(server_url: str) -> AsyncIterator[Redis]:
    async with Redis.from_url(server_url, decode_responses=True) as client:
        await client.flushdb()
        yield client


async def test_what_was_ready_before_the_group_was_made_reaches_it(
    server_url: str, client: Redis
) -> None:
    partition = Keys(2).partition(M)
    await client.xadd(Keys(2).ready(partition), {TOKEN_FIELD: f'"{M}"'})
    store = await open_store(StoreSettings(url=server_url, partitions=2))
    assert (await take(store, M)).match == M
    await store.aclose()


async def test_opening_again_keeps_what_was_delivered(server_url: str) -> None:
    async with fresh_store(server_url) as store:
        await store.create(new_match(M))
        await store.accept(incoming(M, "ada", "j1", kind="join"))
        token = await take(store, M)
        again = await open_store(StoreSettings(url=server_url, partitions=2))
        assert await fetch(again, token.partition, "worker", count=10) == []
        await again.aclose()


async def test_many_processes_may_open_it_at_once(server_url: str, client: Redis) -> None:
    settings = StoreSettings(url=server_url, partitions=4)
    stores = await asyncio.gather(*(open_store(settings) for _ in range(8)))
    for store in stores:
        await store.aclose()
    libraries = await client.function_list(library=library().name)
    assert len(libraries) == 1
    groups = [await client.xinfo_groups(Keys(4).ready(p)) for p in range(4)]
    assert [len(group) for group in groups] == [1, 1, 1, 1]


@pytest.mark.parametrize(
    ("name", "weak", "required"),
    [("appendfsync", "everysec", "always"), ("maxmemory-policy", "allkeys-lru", "noeviction")],
)
async def test_a_server_that_may_lose_is_refused(
    server_url: str, client: Redis, name: str, weak: str, required: str
) -> None:
    await client.config_set(name, weak)
    try:
        settings = StoreSettings(url=server_url, partitions=2)
        with pytest.raises(UnfitServerError, match=f"{name} is {weak} and must be {required}"):
            await open_store(settings)
        allowed = StoreSettings(url=server_url, partitions=2, allow_loss=True)
        await (await open_store(allowed)).aclose()
    finally:
        await client.config_set(name, required)


async def test_the_number_of_partitions_is_fixed(server_url: str, client: Redis) -> None:
    await (await open_store(StoreSettings(url=server_url, partitions=4))).aclose()
    with pytest.raises(UnfitServerError, match="first started with 4 partitions"):
        await open_store(StoreSettings(url=server_url, partitions=5))


async def test_a_store_of_another_format_is_refused(server_url: str, client: Redis) -> None:
    await client.hset("{cfg}:service", mapping={"format": "playledger store 9", "partitions": "2"})
    with pytest.raises(UnfitServerError, match="playledger store 9"):
        await open_store(StoreSettings(url=server_url, partitions=2))


async def test_other_functions_under_our_name_are_refused(server_url: str, client: Redis) -> None:
    name = library().name
    await client.function_load(
        f"#!lua name={name}\nredis.register_function('{name}_x', function() return 1 end)",
        replace=True,
    )
    with pytest.raises(UnfitServerError, match="other functions"):
        await open_store(StoreSettings(url=server_url, partitions=2))
    await client.function_delete(name)


async def test_a_full_server_can_still_be_opened(server_url: str, client: Redis) -> None:
    settings = StoreSettings(url=server_url, partitions=2)
    await (await open_store(settings)).aclose()
    await client.config_set("maxmemory", "1mb")
    try:
        store = await open_store(settings)
        await store.follow([M], until_ms=1)
        await store.put_snapshots(M, [Snapshot(Stamp(1, "0" * 64, "b"), b"state")], every=10)
        assert await store.snapshot(M) is None
        await store.aclose()
    finally:
        await client.config_set("maxmemory", "0")


async def test_no_server_is_one_clear_error(tmp_path: Path) -> None:
    nowhere = StoreSettings(url=f"unix://{tmp_path}/nothing.sock", partitions=2, patience_s=0.1)
    with pytest.raises(StoreUnavailableError):
        await open_store(nowhere)


def test_partitions_follow_from_the_id_alone() -> None:
    assert [partition_of(f"match{i}", 16) for i in range(4)] == [4, 8, 4, 14]
    assert {partition_of(f"match{i}", 4) for i in range(100)} == {0, 1, 2, 3}
    assert Keys(16).log("match1").startswith(f"{{p{partition_of('match1', 16):02d}}}:")
    with pytest.raises(ValueError):
        Keys(0)
