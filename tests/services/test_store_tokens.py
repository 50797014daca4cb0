"""Who may commit: the holder of the live token, as long as the match stands as it was seen."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest

from schemas.streams import GROUP
from services.common.store_types import (
    Committed,
    Stale,
    Superseded,
)
from tests.services.store_helpers import (
    accept_all,
    everything,
    incoming,
    load,
    pending_tokens,
    seat_two,
    take,
    tokens_of,
    waiting,
)

if TYPE_CHECKING:
    from services.common.store import Store

pytestmark = pytest.mark.server
M = "match00000000001"


async def test_a_dead_token_commits_nothing(store: Store, server_url: str) -> None:
    token = await waiting(store, M, "a1")
    slow = await accept_all(store, token)
    await store.commit_many([slow])
    await store.accept(incoming(M, "ada", "a2"))
    fresh = await accept_all(store, replace(token))  # a robbed worker that even reads anew
    before = await everything(server_url)
    assert await store.commit_many([slow, fresh]) == [Superseded(), Superseded()]
    assert await everything(server_url) == before
    assert await store.count_try(token, 4, "a") is None
    assert len(await tokens_of(store, M)) == 1


async def test_a_superseded_token_is_acknowledged_away(store: Store) -> None:
    token = await waiting(store, M, "a1")
    ready = store.keys.ready(store.keys.partition(M))
    await store.wire.call("XADD", ready, "*", "__data__", f'"{M}"')  # by hand: a second token
    extra = await take(store, M, "other")
    assert await pending_tokens(store, M) == 2
    results = await accept_all(store, extra)
    assert await store.commit_many([results]) == [Superseded()]
    assert await tokens_of(store, M) == [token.id]
    assert await pending_tokens(store, M) == 1


@pytest.mark.parametrize(
    "other",
    [{"version": 1}, {"done": 1}, {"head": "0" * 64}],
)
async def test_a_stale_commit_changes_nothing(
    store: Store, server_url: str, other: dict[str, Any]
) -> None:
    token = await waiting(store, M, "a1")
    results = await accept_all(store, token)
    before = await everything(server_url)
    stale = replace(results, seen=replace(results.seen, **other))
    assert await store.commit_many([stale]) == [Stale()]
    assert await everything(server_url) == before
    assert await store.commit_many([results]) == [Committed(change=3, more=False)]


async def test_of_two_workers_with_one_token_one_commits(store: Store) -> None:
    token = await waiting(store, M, "a1")
    results = await accept_all(store, token)
    (claimed,) = (await store.reclaim(token.partition, "other", min_idle_ms=0, count=10)).tokens
    assert claimed == token
    assert await store.commit_many([results, results]) == [
        Committed(change=3, more=False),
        Superseded(),
    ]
    assert [c.n for c in (await load(store, M)).commits] == [1, 2, 3]


async def test_a_renewed_token_is_not_reclaimed(store: Store) -> None:
    token = await waiting(store, M, "a1")
    await store.renew(token.partition, "worker", [token.id])
    hour = 3_600_000
    claimed = await store.reclaim(token.partition, "other", min_idle_ms=hour, count=10)
    assert (claimed.tokens, claimed.after) == ([], None)


@pytest.mark.parametrize("lost", ["removed", "acknowledged", "unscheduled"])
async def test_a_lost_token_is_replaced_by_one(store: Store, lost: str) -> None:
    token = await waiting(store, M, "a1")
    ready = store.keys.ready(token.partition)
    assert (await store.sweep(token.partition)).repaired == 0
    if lost == "removed":
        await store.wire.call("XDEL", ready, token.id)
    elif lost == "acknowledged":
        await store.wire.call("XACK", ready, GROUP, token.id)
    else:
        await store.wire.call("HDEL", store.keys.meta(M), "token")
    swept = await store.sweep(token.partition)
    assert (swept.repaired, swept.after) == (1, 0)
    assert (await store.sweep(token.partition)).repaired == 0
    assert await store.commit_many([await accept_all(store, token)]) == [Superseded()]
    assert await store.commit_many([await accept_all(store, await take(store, M))]) == [
        Committed(change=3, more=False)
    ]
    assert await tokens_of(store, M) == []


async def test_a_lost_token_of_a_match_without_mail_is_forgotten(store: Store) -> None:
    await seat_two(store, M)
    partition = store.keys.partition(M)
    await store.wire.call("HSET", store.keys.meta(M), "token", "1-1")
    assert (await store.sweep(partition)).repaired == 1
    assert await tokens_of(store, M) == []
    await store.accept(incoming(M, "ada", "a1"))
    assert len(await tokens_of(store, M)) == 1


async def test_a_token_with_a_dead_worker_is_no_orphan(store: Store) -> None:
    token = await waiting(store, M, "a1")  # delivered, pending, never tried
    assert (await store.sweep(token.partition)).repaired == 0
    await store.accept(incoming(M, "ada", "a2"))
    assert await tokens_of(store, M) == [token.id]


async def test_tries_are_counted_per_arrival(store: Store) -> None:
    token = await waiting(store, M, "a1", "a2")
    assert [await store.count_try(token, 3, name) for name in "abc"] == [1, 2, 3]
    assert await store.count_try(token, 4, "d") == 1


async def test_a_try_whose_call_is_sent_again_counts_once(store: Store) -> None:
    token = await waiting(store, M, "a1")
    assert [await store.count_try(token, 3, name) for name in "aaabb"] == [1, 1, 1, 2, 2]


async def test_what_was_committed_has_no_tries_any_more(store: Store) -> None:
    token = await waiting(store, M, "a1", "a2")
    await store.count_try(token, 3, "a")
    await store.commit_many([await accept_all(store, token)])
    assert await store.wire.call("HGET", store.keys.meta(M), "tries") is None
