"""What was acknowledged survives a crash, and a torn file never leaves half a call.

A killed server has given its writes to the system, so these tests can't show what a power cut would
do; that is what cutting the tail of the append-only file stands for.
"""

from __future__ import annotations

import asyncio
import shutil
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from services.common.bootstrap import StoreSettings, open_store
from services.common.embedded import EmbeddedServer
from services.common.store_codec import entries
from services.common.store_receipts import HASH_BYTES
from services.common.store_types import Accepted, Known, LoadRequest
from services.common.store_wire import Wire, items, number, pairs
from tests.services.store_helpers import (
    RUNNING,
    accept_all,
    finish,
    incoming,
    load,
    new_match,
    seat_two,
    take,
)

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from services.common.store import Store

pytestmark = pytest.mark.server
M = "match00000000001"
CUTS = 24


@pytest.fixture
def server(tmp_path: Path) -> Iterator[EmbeddedServer]:
    server = EmbeddedServer(tmp_path / "data")
    server.start()
    yield server
    server.stop()


async def open_on(server: EmbeddedServer) -> Store:
    return await open_store(StoreSettings(url=server.url, partitions=1))


async def test_what_was_accepted_survives_a_kill(server: EmbeddedServer) -> None:
    store = await open_on(server)
    accounts = [f"account{i}" for i in range(30)]
    await store.create(new_match(M))
    acknowledged: list[str] = []

    async def join(account: str) -> None:
        reply = await store.accept(incoming(M, account, "j", kind="join"))
        assert isinstance(reply, Accepted | Known)
        acknowledged.append(account)
        if len(acknowledged) == 10:
            await asyncio.to_thread(server.kill)
            await asyncio.to_thread(server.start)

    # The others meet the kill in the middle, and repeat their calls by themselves.
    await asyncio.gather(*(join(account) for account in accounts))
    assert sorted(acknowledged) == sorted(accounts)
    (loaded,) = await store.load_many([LoadRequest(match=M, mail=100)])
    assert loaded is not None
    assert [mail.arrival for mail in loaded.mail] == list(range(1, 31))
    assert sorted(mail.account for mail in loaded.mail) == sorted(accounts)
    assert (await take(store, M)).match == M  # functions and groups are there again, too
    await store.aclose()


async def test_a_token_that_was_held_during_a_kill_is_still_good(server: EmbeddedServer) -> None:
    store = await open_on(server)
    await seat_two(store, M)
    await store.accept(incoming(M, "ada", "a1"))
    results = await accept_all(store, await take(store, M))
    server.kill()
    server.start()
    await store.commit_many([results])
    assert (await load(store, M)).standing.version == 3
    await store.aclose()


async def write_a_history(store: Store) -> None:
    """Create, join, play, refuse, seal and leave mail waiting."""
    await seat_two(store, M)
    for i in range(6):
        await store.accept_many([incoming(M, "ada", f"a{i}"), incoming(M, "bob", f"b{i}")])
        results = await accept_all(store, await take(store, M))
        if i % 2:
            mail = (await load(store, M)).mail
            refused = [results.finished[0], finish(mail[1], "refused", code="NO")]
            change = replace(RUNNING, deadline=i, sealed={0: b"x" * i})
            results = replace(results, commits=results.commits[:1], finished=refused, change=change)
        await store.commit_many([results])
    await store.accept(incoming(M, "ada", "last"))


async def check_whole(url: str) -> int:
    """Check that every key of the match tells the same story; return its version."""
    wire = Wire(url, patience_s=5)
    tag = "{p00}"
    try:
        meta = pairs(await wire.call("HGETALL", f"{tag}:meta:{M}"))
        secret = await wire.call("EXISTS", f"{tag}:secret:{M}")
        assert bool(meta) == bool(secret)
        if not meta:
            return -1
        version, done, arrivals = (int(meta[name]) for name in ("version", "done", "arrivals"))
        log = list(entries(await wire.call("XRANGE", f"{tag}:log:{M}", "-", "+")))
        assert [n for n, _ in log] == list(range(1, version + 1))
        assert not log or log[-1][1][b"h"] == meta["head"]
        inbox = list(entries(await wire.call("XRANGE", f"{tag}:inbox:{M}", "-", "+")))
        assert [arrival for arrival, _ in inbox] == list(range(done + 1, arrivals + 1))

        feed = list(entries(await wire.call("XRANGE", f"{tag}:feed", "-", "+")))
        change = number(await wire.call("GET", f"{tag}:change"))
        assert [n for n, _ in feed] == list(range(1, change + 1))
        assert number(await wire.call("ZSCORE", f"{tag}:changed", M)) == change
        told = [name.decode() for _, fields in feed for name in fields]
        assert [n for n in told if n.startswith("p:")] == [f"p:{n}" for n in range(1, version + 1)]

        receipts = pairs(await wire.call("HGETALL", f"{tag}:receipts:{M}"))
        pending = {key for key, value in receipts.items() if len(value) == HASH_BYTES}
        waiting = {f"{mail[b'a'].decode()}/{mail[b'c'].decode()}" for _, mail in inbox}
        assert pending == waiting
        answered = {name.removeprefix("r:") for name in told if name.startswith("r:")}
        assert answered == set(receipts) - pending

        live = meta.get("token")
        tokens = items(await wire.call("XRANGE", f"{tag}:ready", "-", "+"))
        assert [items(token)[0] for token in tokens] == ([live] if live else [])
        assert bool(live) == bool(inbox)
        return version
    finally:
        await wire.aclose()


async def test_a_torn_file_never_leaves_half_a_call(server: EmbeddedServer, tmp_path: Path) -> None:
    store = await open_on(server)
    await write_a_history(store)
    await store.aclose()
    assert await check_whole(server.url) == 11
    server.kill()
    (file,) = (tmp_path / "data" / "appendonlydir").glob("*.incr.aof")
    size = file.stat().st_size
    first = file.read_bytes().index(b"meta:")  # before it stand functions and groups
    versions: list[int] = []
    for cut in range(CUTS):
        position = size - 1 - cut * (size - first) // CUTS - cut % 7
        folder = tmp_path / "torn"
        shutil.copytree(tmp_path / "data", folder, ignore=shutil.ignore_patterns("server.*"))
        with (folder / "appendonlydir" / file.name).open("r+b") as torn:
            torn.truncate(position)
        other = EmbeddedServer(folder)
        other.start()
        try:
            versions.append(await check_whole(other.url))
        finally:
            other.kill()
            shutil.rmtree(folder)
    assert versions == sorted(versions, reverse=True)
    assert len(set(versions)) > 5
