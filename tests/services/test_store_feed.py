"""Feeds, cursors and caches: what readers get, and how they notice what they missed."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
import pytest_asyncio

from schemas.streams import TOKEN_FIELD
from services.common.store_readings import CachedViews, NewViews
from services.common.store_types import Snapshot, Stamp
from tests.services.store_helpers import (
    RUNNING,
    accept_all,
    commit,
    digest,
    fetch,
    fresh_store,
    incoming,
    new_match,
    receipt,
    seat_two,
    take,
)

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from services.common.store import Store

pytestmark = pytest.mark.server
M = "match00000000001"
CAP = 100


@pytest_asyncio.fixture
async def store(server_url: str) -> AsyncIterator[Store]:
    async with fresh_store(server_url, partitions=1, feed_cap=CAP) as store:
        yield store


async def play(store: Store, commands: int) -> None:
    """Commit so many commands of ada, one at a time."""
    for i in range(commands):
        await store.accept(incoming(M, "ada", f"p{i}"))
        await store.commit_many([await accept_all(store, await take(store, M))])


async def test_the_feed_carries_all_that_is_needed_to_answer(store: Store) -> None:
    reader = store.feed_reader({0: 0})
    await seat_two(store, M)
    await store.accept(incoming(M, "ada", "a1"))
    results = await accept_all(store, await take(store, M))
    sealed = replace(RUNNING, sealed={1: b"x", 0: b"y"})
    await store.commit_many([replace(results, change=sealed)])
    batch = await reader.read(block_ms=1000, count=10)
    assert (batch.trimmed, batch.rewound) == ({}, {})
    created, seated, played = batch.entries
    assert [(e.change, e.match, e.version, e.status) for e in batch.entries] == [
        (1, M, 0, "open"),
        (2, M, 2, "running"),
        (3, M, 3, "running"),
    ]
    assert (created.commits, dict(created.finished)) == ((), {})
    assert seated.commits == (commit(1), commit(2))
    assert dict(seated.finished) == {
        ("ada", "j1"): receipt("accepted", version=1),
        ("bob", "j2"): receipt("accepted", version=2),
    }
    assert seated.sealed is None
    assert played.sealed == (0, 1)
    assert reader.cursors == {0: 3}
    await reader.aclose()


async def test_a_reader_waits_for_what_comes(store: Store) -> None:
    reader = store.feed_reader({0: 0})
    reading = asyncio.create_task(reader.read(block_ms=20_000, count=10))
    await store.create(new_match(M))
    assert [entry.change for entry in (await reading).entries] == [1]
    assert (await reader.read(block_ms=1, count=10)).entries == ()
    await reader.aclose()


async def test_a_reader_goes_on_where_it_was(store: Store) -> None:
    await seat_two(store, M)
    await play(store, 5)
    reader = store.feed_reader({0: 0})
    changes: list[int] = []
    while len(changes) < 7:
        batch = await reader.read(block_ms=1, count=2)
        assert len(batch.entries) <= 2
        changes += [entry.change for entry in batch.entries]
    assert changes == list(range(1, 8))
    await reader.aclose()


async def test_a_reader_notices_that_the_feed_was_trimmed(store: Store) -> None:
    await seat_two(store, M)
    await play(store, 3 * CAP)
    reader = store.feed_reader({0: 1})
    batch = await reader.read(block_ms=1, count=1000)
    first = batch.entries[0].change
    assert first > 2
    assert len(batch.entries) < 2 * CAP + 10
    assert batch.trimmed == {0: first}
    assert reader.cursors == {0: 3 * CAP + 2}
    assert await store.changed_since(0, 1, limit=10) == [(M, 3 * CAP + 2)]
    assert len(await store.read_log(M, after=2)) == 3 * CAP
    await play(store, 0)
    assert (await reader.read(block_ms=1, count=10)).trimmed == {}
    await reader.aclose()


async def test_a_reader_notices_that_history_was_rewound(store: Store) -> None:
    await seat_two(store, M)
    reader = store.feed_reader({0: 9})
    batch = await reader.read(block_ms=1, count=10)
    assert batch.rewound == {0: 2}
    assert reader.cursors == {0: 2}
    await reader.aclose()


async def test_matches_are_found_by_what_changed_last(store: Store) -> None:
    for match in ("match00000000002", M, "match00000000003"):
        await store.create(new_match(match))
    await store.accept(incoming(M, "ada", "j1", kind="join"))
    await store.commit_many([await accept_all(store, await take(store, M))])
    found = [("match00000000002", 1), ("match00000000003", 3), (M, 4)]
    assert await store.changed_since(0, 0, limit=10) == found
    assert await store.changed_since(0, 1, limit=1) == found[1:2]
    assert await store.newest_change(0) == 4


# --- caches ---


def views(version: int, text: bytes, build: str = "b") -> NewViews:
    stamp = Stamp(version, f"{version:064x}", build)
    return NewViews(match=M, stamp=stamp, views={"seat:0": text, "spectator": b"-"})


async def seat_0(store: Store) -> tuple[int, bytes]:
    cached = await store.views(M)
    assert cached is not None
    return cached.stamp.version, cached.views["seat:0"]


async def test_newer_views_win_and_the_cursor_only_goes_forward(store: Store) -> None:
    assert await store.views(M) is None
    assert await store.cursor(0, "views") == 0
    assert await store.project(0, "views", 10, [views(3, b"three")]) == 1
    assert await store.views(M) == CachedViews(
        Stamp(3, f"{3:064x}", "b"), {"seat:0": b"three", "spectator": b"-"}
    )
    assert await store.project(0, "views", 9, [views(2, b"two")]) == 0
    assert await store.project(0, "views", 9, [views(3, b"late")]) == 0
    assert await seat_0(store) == (3, b"three")
    assert await store.cursor(0, "views") == 10
    assert await store.project(0, "views", 11, [views(3, b"sealed")]) == 1
    assert await seat_0(store) == (3, b"sealed")
    assert await store.project(0, "views", 12, []) == 0
    assert await store.cursor(0, "views") == 12
    await store.forget_views([M])
    await store.reset_cursor(0, "views")
    assert await store.views(M) is None
    assert await store.cursor(0, "views") == 0


def snapshot(version: int, history: str = "this") -> Snapshot:
    head = digest(f"{history} {version}")
    return Snapshot(Stamp(version, head, "build"), b"state\n\x00\xff")


async def test_the_snapshot_nearest_below_a_version_comes_back_as_it_was(store: Store) -> None:
    assert await store.snapshot(M) is None
    await store.put_snapshots(M, [snapshot(version) for version in (30, 10, 21)], every=10)
    for at, version in ((10, 10), (20, 10), (21, 21), (29, 21), (30, 30), (99, 30), (None, 30)):
        assert await store.snapshot(M, at=at) == snapshot(version)
    assert await store.snapshot(M, at=9) is None
    assert await store.snapshots(["match00000000002", M]) == [None, snapshot(30)]


async def test_one_snapshot_is_kept_of_so_many_versions(store: Store) -> None:
    await store.put_snapshots(M, [snapshot(v) for v in range(1, 60)], every=10)
    assert await store.wire.call("ZCARD", store.keys.snapshots(M)) == 6
    await store.put_snapshots(M, [snapshot(20, "another")], every=10)
    assert await store.snapshot(M, at=29) == snapshot(20, "another"), "the last written is it"
    for neighbour in (19, 39):
        assert await store.snapshot(M, at=neighbour) == snapshot(neighbour)


@pytest.mark.parametrize("member", [b"", b"\xff\x00", b"head\nstate", b"h b"])
@pytest.mark.parametrize("version", ["1.5", "inf", "1e300"])
async def test_what_somebody_else_wrote_among_the_snapshots_is_none(
    store: Store, version: str, member: bytes
) -> None:
    await store.wire.call("ZADD", store.keys.snapshots(M), version, member)
    assert await store.snapshot(M) is None


async def test_a_key_of_another_type_is_no_snapshot(store: Store) -> None:
    await store.wire.call("SET", store.keys.snapshots(M), b"state")
    await store.put_snapshots(M, [snapshot(10)], every=10)
    assert await store.snapshot(M) is None


async def test_following_runs_out(store: Store) -> None:
    await store.follow([M, "match00000000002"], until_ms=1_000)
    await store.follow([M], until_ms=2_000)
    await store.follow([M], until_ms=1_500)
    assert await store.followed(0, 999) == {M, "match00000000002"}
    assert await store.followed(0, 1_600) == {M}
    assert await store.followed(0, 2_000) == frozenset()


# --- the fence ---


async def test_a_fence_without_replicas_holds_at_once(store: Store) -> None:
    assert await store.fence()


async def test_a_fence_fails_when_too_few_copies_answer(server_url: str) -> None:
    async with fresh_store(server_url, partitions=1, replicas=1, fence_timeout_ms=20) as store:
        assert await asyncio.gather(store.fence(), store.fence()) == [False, False]
        await store.create(new_match(M))
        reader = store.feed_reader({0: 0})
        with pytest.raises(Exception, match="too few replicas"):
            await reader.read(block_ms=1, count=10)
        assert reader.cursors == {0: 0}
        await reader.aclose()


async def test_an_entry_of_somebody_else_is_as_good_as_trimmed(store: Store) -> None:
    await seat_two(store, M)
    newest = await store.newest_change(0)
    reader = store.feed_reader({0: newest})
    await store.wire.call("XADD", store.keys.feed(0), f"{newest + 1}-0", "strange", "1")
    await store.wire.call("SET", store.keys.change(0), newest + 1)
    batch = await reader.read(block_ms=1000, count=10)
    assert (batch.entries, batch.trimmed) == ((), {0: newest + 2})
    await play(store, 1)
    batch = await reader.read(block_ms=1000, count=10)
    assert [entry.change for entry in batch.entries] == [newest + 2]
    assert (batch.trimmed, batch.rewound) == ({}, {})
    await reader.aclose()


@pytest.mark.parametrize("data", ['"\\ud800"', "[" * 100_000, "7", f'"{"m" * 65}"', ""])
async def test_a_token_of_somebody_else_is_thrown_away(store: Store, data: str) -> None:
    await seat_two(store, M)
    await store.wire.call("XADD", store.keys.ready(0), "*", TOKEN_FIELD, data)
    await store.accept(incoming(M, "ada", "a1"))
    assert [token.match for token in await fetch(store, 0, "worker", count=10)] == [M]
    assert await store.wire.call("XLEN", store.keys.ready(0)) == 2
    claimed = await store.reclaim(0, "other", min_idle_ms=0, count=10)
    assert [token.match for token in claimed.tokens] == [M]
    assert await store.wire.call("XLEN", store.keys.ready(0)) == 1


async def test_a_feed_that_takes_nothing_holds_up_no_commit(store: Store) -> None:
    await seat_two(store, M)
    newest = await store.newest_change(0)
    reader = store.feed_reader({0: newest})
    await reader.read(block_ms=1, count=10)
    await store.wire.call("XADD", store.keys.feed(0), "9999-0", "strange", "1")
    await store.wire.call("XDEL", store.keys.feed(0), "9999-0")
    await play(store, 1)
    assert [commit.n for commit in await store.read_log(M)] == [1, 2, 3]
    await reader.read(block_ms=1, count=10)
    batch = await reader.read(block_ms=1, count=10)
    assert (batch.entries, batch.trimmed) == ((), {0: newest + 2}), "they see that it was not told"
    await reader.aclose()
