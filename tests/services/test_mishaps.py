"""What befalls a server while it serves: functions, groups, tokens, feeds or everything gone."""

from __future__ import annotations

import asyncio
import time
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest

from engine.games import discover
from services.common.bootstrap import (
    StoreSettings,
    UnfitServerError,
    agree_on_key,
    open_store,
)
from services.common.embedded import EmbeddedServer
from services.common.secrets import MasterKey
from services.common.store_types import Accepted, Known, Refused, StoreRefusal
from tests.services.players import Answers, start_match
from tests.services.proxy import Proxy
from tests.services.stack import Stack
from tests.services.store_helpers import RUNNING, accept_all, incoming, load, seat_two, take
from tests.toys import TOYS

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable
    from pathlib import Path

    from services.common.store import Store

pytestmark = pytest.mark.server

GAMES = discover(TOYS)
GAME = GAMES.game("poison@1")
M = "match00000000001"
ADD = {"kind": "add", "amount": 1}


class Supervisor:
    """Keeps a worker alive, as ``up`` and Compose do; tells how often it had to."""

    def __init__(self, stack: Stack, **settings: Any) -> None:
        self.worker = stack.start("worker", **settings)
        self.restarts = 0
        self._stack = stack
        self._settings = settings
        self._task = asyncio.create_task(self._watch())

    async def _watch(self) -> None:
        while True:
            await asyncio.sleep(0.1)
            if not self.worker.alive:
                self.restarts += 1
                self.worker = await asyncio.to_thread(self._stack.start, "worker", **self._settings)

    async def stop(self) -> None:
        self._task.cancel()
        await asyncio.gather(self._task, return_exceptions=True)


async def no_functions(store: Store) -> None:
    await store.wire.call("FUNCTION", "FLUSH")


async def no_group(store: Store) -> None:
    for partition in range(store.partitions):
        await store.wire.call("XGROUP", "DESTROY", store.keys.ready(partition), "workers")


async def no_tokens(store: Store) -> None:
    for partition in range(store.partitions):
        await store.wire.call("DEL", store.keys.ready(partition))


async def no_feed(store: Store) -> None:
    for partition in range(store.partitions):
        await store.wire.call("XTRIM", store.keys.feed(partition), "MAXLEN", 0)


@pytest.mark.parametrize(
    ("befall", "restarts"), [(no_functions, 0), (no_group, 1), (no_tokens, 1), (no_feed, 0)]
)
async def test_the_service_mends_what_somebody_took_away(
    store: Store, stack: Stack, befall: Callable[[Store], Awaitable[None]], restarts: int
) -> None:
    """What was under way is answered, and what comes after, within ten seconds."""
    watched = Supervisor(stack)
    try:
        async with Answers(store) as answers:
            match = await start_match(store, stack.data, answers, GAME, 2, config={"goal": 500})
            under_way = [
                asyncio.create_task(answers.send(match, f"acc{i % 2}", ADD)) for i in range(8)
            ]
            await befall(store)
            began = time.monotonic()
            for receipt in await asyncio.gather(*under_way):
                assert receipt["status"] == "accepted"
            assert (await answers.send(match, "acc0", ADD))["status"] == "accepted"
            assert time.monotonic() - began < 10
        assert watched.restarts <= restarts
    finally:
        await watched.stop()


async def test_what_was_accepted_is_finished_when_memory_is_short(tmp_path: Path) -> None:
    """New mail is refused; a worker that starts just then does the rest."""
    server = EmbeddedServer(tmp_path / "server")
    await asyncio.to_thread(server.start)
    stack = Stack(server.url, tmp_path / "data", extra_games=TOYS, snapshot_every=1)
    store = await open_store(StoreSettings(url=server.url, partitions=4))
    try:
        worker = await asyncio.to_thread(stack.start, "worker")
        async with Answers(store) as answers:
            match = await start_match(
                store, stack.data, answers, GAME, 2, config={"goal": 500}, decision_ms=60_000
            )
            await asyncio.to_thread(worker.stop)
            waiting = [
                asyncio.create_task(answers.send(match, f"acc{i % 2}", ADD)) for i in range(16)
            ]
            while (await load(store, match)).standing.done + 16 > await arrivals(store, match):
                pass
            await store.wire.call("CONFIG", "SET", "maxmemory", 1)
            refused = await answers.send(match, "acc0", ADD)
            assert refused["reply"] == Refused(StoreRefusal.TOO_MANY_UNDECIDED) or refused[
                "reply"
            ] == Refused(StoreRefusal.STORE_FULL)
            assert await store.tick_many([match]) == [False]
            await asyncio.to_thread(stack.start, "worker")
            receipts = await asyncio.gather(*waiting)
            assert {receipt["status"] for receipt in receipts} == {"accepted"}
            full = await answers.send(match, "acc0", ADD)
            assert full["reply"] == Refused(StoreRefusal.STORE_FULL)
            await store.wire.call("CONFIG", "SET", "maxmemory", 0)
            assert (await answers.send(match, "acc0", ADD))["status"] == "accepted"
    finally:
        await store.aclose()
        await asyncio.to_thread(stack.stop)
        await asyncio.to_thread(server.stop)


async def arrivals(store: Store, match: str) -> int:
    meta = await store.meta(match)
    assert meta is not None
    return meta.arrivals


async def test_a_store_of_another_master_key_is_not_served(
    store: Store, stack: Stack, tmp_path: Path
) -> None:
    """Two services on one server, or a data folder that was lost: nobody is to notice by chance."""
    await agree_on_key(store, MasterKey.load(stack.data))
    await agree_on_key(store, MasterKey.load(stack.data))
    with pytest.raises(UnfitServerError, match="another master key"):
        await agree_on_key(store, MasterKey.load(tmp_path / "other"))


async def test_a_reader_of_an_empty_feed_learns_that_it_missed_something(store: Store) -> None:
    await seat_two(store, M)
    partition = store.keys.partition(M)
    reader = store.feed_reader({partition: 0})
    try:
        await store.wire.call("XTRIM", store.keys.feed(partition), "MAXLEN", 0)
        batches = [await reader.read(block_ms=1, count=10) for _ in range(3)]
        newest = await store.newest_change(partition)
        assert [batch.trimmed for batch in batches] == [{}, {partition: newest + 1}, {}]
        assert reader.cursors == {partition: newest}
        await store.accept(incoming(M, "ada", "a1"))
        await store.commit_many([await accept_all(store, await take(store, M))])
        (entry,) = (await reader.read(block_ms=1, count=10)).entries
        assert entry.change == newest + 1
    finally:
        await reader.aclose()


async def test_stamps_never_go_back_when_the_server_s_clock_does(store: Store) -> None:
    await seat_two(store, M)
    future = 9_000_000_000_000
    await store.wire.call("HSET", store.keys.meta(M), "stamp", future)
    assert await store.accept(incoming(M, "ada", "a1")) == Accepted(3, future)
    results = await accept_all(store, await take(store, M))
    await store.commit_many([replace(results, change=replace(RUNNING, stamp=1))])
    assert await store.accept(incoming(M, "ada", "a2")) == Accepted(4, future)


@pytest.mark.parametrize("after", [1, 40, 400, 2_000])
@pytest.mark.parametrize("replies", [True, False])
async def test_calls_that_are_cut_anywhere_take_effect_once(
    server_url: str, store: Store, tmp_path: Path, after: int, *, replies: bool
) -> None:
    await seat_two(store, M)
    async with Proxy(server_url, tmp_path / "proxy.sock") as proxy:
        far = await open_store(StoreSettings(url=proxy.url, partitions=4))
        try:
            mail = [incoming(M, "ada", f"a{i}") for i in range(4)]
            proxy.cut_after(after, replies=replies)
            accepted = await far.accept_many(mail)
            assert all(isinstance(one, Accepted | Known) for one in accepted)
            token = await take(store, M)
            proxy.cut_after(after, replies=replies)
            await far.count_try(token, 3, "a")
            results = await accept_all(far, token)
            proxy.cut_after(after, replies=replies)
            await far.commit_many([results])
            proxy.cut()
        finally:
            await far.aclose()
    loaded = await load(store, M)
    assert (loaded.standing.version, loaded.standing.done, loaded.mail) == (6, 6, ())


async def test_a_store_that_was_emptied_is_served_again(store: Store, stack: Stack) -> None:
    """What was in it is gone; the worker starts again once, and not again and again."""
    watched = Supervisor(stack)
    try:
        async with Answers(store) as answers:
            lost = await start_match(store, stack.data, answers, GAME, 2)
            await store.wire.call("FLUSHALL")
            gone = await answers.send(lost, "acc0", ADD)
            assert gone["reply"] == Refused(StoreRefusal.MATCH_NOT_FOUND)
            match = await start_match(store, stack.data, answers, GAME, 2)
            assert (await answers.send(match, "acc0", ADD))["status"] == "accepted"
            await asyncio.sleep(1)
        assert watched.restarts == 1
        assert watched.worker.alive
    finally:
        await watched.stop()
