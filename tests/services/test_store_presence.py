"""Leases of seats: a match is told once that nobody is there, and once that somebody is again."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from redis.asyncio import Redis
from redis.exceptions import ResponseError

from services.common.bootstrap import StoreSettings, open_store
from services.common.store_presence import Lease
from services.common.store_types import Committed, Park
from services.common.store_wire import MalformedCallError
from services.worker.upkeep import post_absences
from tests.services.store_helpers import (
    RUNNING,
    accept_all,
    commit,
    everything,
    fetch,
    incoming,
    load,
    new_match,
    receipt,
    seat_two,
    take,
)

if TYPE_CHECKING:
    from services.common.store import Store

pytestmark = pytest.mark.server
M = "match00000000001"
LEASE_MS = 60_000


@pytest.fixture(autouse=True)
async def gateway_there(store: Store) -> None:
    """Somebody beats."""
    await store.beat()


async def until_of(store: Store, seat: int, match: str = M) -> float | None:
    """When the lease of a seat runs out (ms); None if it has none."""
    key = store.keys.leases(store.keys.partition(match))
    score = await store.wire.call("ZSCORE", key, f"{match} {seat}")
    return None if score is None else float(score)  # type: ignore[arg-type]


async def run_out(store: Store, *seats: int, match: str = M) -> None:
    """Let leases that there are have run out."""
    key = store.keys.leases(store.keys.partition(match))
    for seat in seats:
        await store.wire.call("ZADD", key, "XX", 1, f"{match} {seat}")


async def told(store: Store, match: str = M) -> list[tuple[int, bool] | None]:
    """What the waiting mail of a match says of who is there."""
    return [mail.presence for mail in (await load(store, match)).mail]


async def decide_all(store: Store) -> None:
    """Let a worker decide whatever waits."""
    (reply,) = await store.commit_many([await accept_all(store, await take(store, M))])
    assert isinstance(reply, Committed)


async def decide_everything(store: Store) -> None:
    """Let a worker decide whatever waits in any match."""
    for partition in range(store.partitions):
        tokens = await fetch(store, partition, "worker", count=1000)
        await store.commit_many([await accept_all(store, token) for token in tokens])


async def leaves(store: Store, seat: int) -> None:
    """Let a match know that nobody is there for a seat any more."""
    await store.hold_many([(M, "ada" if seat == 0 else "bob")], LEASE_MS)
    await run_out(store, seat)
    await post_absences(store, LEASE_MS)
    await decide_all(store)


async def test_a_match_is_told_once_that_nobody_is_there(store: Store) -> None:
    await seat_two(store, M)
    assert await store.hold_many([(M, "ada"), (M, "bob")], LEASE_MS) == [False, False]
    await run_out(store, 0)
    await post_absences(store, LEASE_MS)
    await post_absences(store, LEASE_MS)
    assert await told(store) == [(0, False)]
    mail = (await take(store, M)).mail
    assert mail is not None
    assert (mail.kind, mail.account, mail.command_id) == ("presence", "", "")
    assert mail.presence == (0, False)
    assert (await until_of(store, 0), await until_of(store, 1) is None) == (None, False)


async def test_a_match_is_told_once_that_somebody_is_there_again(store: Store) -> None:
    await seat_two(store, M)
    await leaves(store, 1)
    assert await store.hold_many([(M, "bob"), (M, "bob"), (M, "ada")], LEASE_MS) == [
        *(True, False),
        False,
    ]
    assert await told(store) == [(1, True)]
    await decide_all(store)
    assert await store.hold_many([(M, "bob")], LEASE_MS) == [False]
    await run_out(store, 1)
    await post_absences(store, LEASE_MS)
    assert await told(store) == [(1, False)], "and so on"


async def test_many_gateways_and_workers_tell_each_thing_once(
    store: Store, server_url: str
) -> None:
    matches = [f"match{number:011d}" for number in range(12)]
    for match in matches:
        await seat_two(store, match)
    others = [await open_store(StoreSettings(url=server_url, partitions=4)) for _ in range(3)]
    every = [store, *others]
    try:
        here = [(match, account) for match in matches for account in ("ada", "bob")]
        await store.hold_many(here, LEASE_MS)
        for match in matches:
            await run_out(store, 0, 1, match=match)
        await asyncio.gather(*(post_absences(one, LEASE_MS) for one in every * 3))
        for match in matches:
            assert sorted(filter(None, await told(store, match))) == [(0, False), (1, False)]
        await decide_everything(store)
        returned = await asyncio.gather(*(one.hold_many(here, LEASE_MS) for one in every * 3))
        assert sum(told_now for replies in returned for told_now in replies) == len(here)
        for match in matches:
            assert sorted(filter(None, await told(store, match))) == [(0, True), (1, True)]
    finally:
        for other in others:
            await other.aclose()


async def test_a_renewed_lease_runs_on(store: Store) -> None:
    await seat_two(store, M)
    await store.hold_many([(M, "ada")], LEASE_MS)
    await run_out(store, 0)
    leases = await store.run_out(store.keys.partition(M), await store.now_ms(), limit=10)
    assert leases == [Lease(M, 0)]
    await store.hold_many([(M, "ada")], LEASE_MS)  # between looking and acting
    assert await store.lapse_many(leases, LEASE_MS) == [False]
    assert await until_of(store, 0) is not None
    assert await told(store) == []


async def test_a_seat_that_nobody_was_ever_there_for_is_not_missed(store: Store) -> None:
    await seat_two(store, M)
    assert await store.lapse_many([Lease(M, 0)], LEASE_MS) == [False]
    assert await told(store) == []
    assert await store.hold_many([(M, "eve"), ("nosuchmatch00000", "ada")], 9) == [False, False]
    assert [await until_of(store, seat) for seat in (0, 1)] == [None, None]


async def test_a_lease_is_the_seat_s_whoever_holds_it(store: Store) -> None:
    await seat_two(store, M)
    await leaves(store, 1)
    await store.accept(incoming(M, "ada", "a1"))
    results = await accept_all(store, await take(store, M))
    change = replace(RUNNING, seats={"bob": None, "eve": 1})
    await store.commit_many([replace(results, change=change)])
    assert await store.hold_many([(M, "bob")], LEASE_MS) == [False]
    assert await told(store) == []
    assert await store.hold_many([(M, "eve")], LEASE_MS) == [True]
    assert await told(store) == [(1, True)]


async def test_who_is_there_before_the_start_is_missed_after_it(store: Store) -> None:
    await store.create(new_match(M))
    await store.accept(incoming(M, "ada", "j1", kind="join"))
    results = await accept_all(store, await take(store, M))
    change = replace(RUNNING, status="open", seats={"ada": 0})
    await store.commit_many([replace(results, change=change)])
    await store.hold_many([(M, "ada")], LEASE_MS)
    await store.accept(incoming(M, "bob", "j2", kind="join"))
    await decide_all(store)  # it runs now
    await run_out(store, 0)
    await post_absences(store, LEASE_MS)
    assert await told(store) == [(0, False)]


@pytest.mark.parametrize("status", ["open", "closed"])
async def test_a_match_that_does_not_run_is_told_nothing(store: Store, status: str) -> None:
    await seat_two(store, M)
    await store.hold_many([(M, "ada")], LEASE_MS)
    await store.wire.call("HSET", store.keys.meta(M), "status", status)
    await run_out(store, 0)
    await post_absences(store, LEASE_MS)
    assert (await until_of(store, 0) is None) == (status == "closed")
    assert await told(store) == []
    await store.hold_many([(M, "ada")], LEASE_MS)
    assert (await until_of(store, 0) is None) == (status == "closed")


async def test_who_went_before_the_start_is_missed_after_it(store: Store) -> None:
    await seat_two(store, M)
    await store.hold_many([(M, "ada")], LEASE_MS)
    await store.wire.call("HSET", store.keys.meta(M), "status", "open")
    await run_out(store, 0)
    await post_absences(store, LEASE_MS)
    assert await told(store) == []
    await store.wire.call("HSET", store.keys.meta(M), "status", "running")
    await run_out(store, 0)
    await post_absences(store, LEASE_MS)
    assert await told(store) == [(0, False)]


async def test_a_match_that_is_gone_takes_its_leases_with_it(store: Store) -> None:
    await seat_two(store, M)
    await store.hold_many([(M, "ada")], LEASE_MS)
    await store.wire.call("UNLINK", store.keys.meta(M))
    await run_out(store, 0)
    await post_absences(store, LEASE_MS)
    assert await until_of(store, 0) is None


# --- when it cannot be told now ------------------------------------------------------------------


async def test_nobody_is_missed_for_a_lease_after_an_outage(store: Store) -> None:
    await seat_two(store, M)
    await store.hold_many([(M, "ada"), (M, "bob")], LEASE_MS)
    await run_out(store, 0, 1)
    heartbeat = store.keys.heartbeat(store.keys.partition(M))
    await store.wire.call("HSET", heartbeat, "at", await store.now_ms() - 3_600_000)
    began = await store.now_ms()
    await post_absences(store, LEASE_MS)  # a worker is there before any gateway
    assert await told(store) == []
    for seat in (0, 1):
        until = await until_of(store, seat)
        assert until is not None
        assert until >= began + LEASE_MS
    await store.beat()
    await run_out(store, 0, 1)
    await post_absences(store, LEASE_MS)
    assert await told(store) == [], "gateways are there again, their clients not yet"
    await run_out(store, 0, 1)
    ended = await store.now_ms() - LEASE_MS
    await store.wire.call("HSET", heartbeat, "to", ended)  # a lease later
    await store.hold_many([(M, "ada")], LEASE_MS)
    await post_absences(store, LEASE_MS)
    assert await told(store) == [(1, False)], "ada came back, bob did not"


async def test_of_a_seat_one_thing_waits_to_be_decided(store: Store) -> None:
    """Who goes and comes while no worker knows the rules fills no inbox, and is not forgotten."""
    await seat_two(store, M)
    await store.hold_many([(M, "ada")], LEASE_MS)
    for _ in range(3):
        await run_out(store, 0)
        await post_absences(store, LEASE_MS)
        await store.hold_many([(M, "ada")], LEASE_MS)
    assert await told(store) == [(0, False)]
    await decide_all(store)
    await run_out(store, 0)
    await post_absences(store, LEASE_MS)
    assert await told(store) == [], "it is told that already"
    assert await until_of(store, 0) is None
    assert await store.hold_many([(M, "ada")], LEASE_MS) == [True]
    await run_out(store, 0)
    await post_absences(store, LEASE_MS)
    assert await told(store) == [(0, True)]
    assert await until_of(store, 0) is not None
    await decide_all(store)
    await run_out(store, 0)
    await post_absences(store, LEASE_MS)
    assert await told(store) == [(0, False)]


async def parks(store: Store) -> None:
    token, loaded = await take(store, M), await load(store, M)
    park = Park(
        token=token,
        seen=loaded.standing,
        commit=commit(loaded.standing.version + 1),
        stamp=loaded.stamp,
        summary=b"{}",
        receipt=receipt("refused", code="MATCH_PARKED"),
        fault=b"Traceback",
    )
    assert isinstance(await store.park(park), Committed)


async def test_a_match_that_is_parked_misses_nobody(store: Store) -> None:
    await seat_two(store, M)
    await store.hold_many([(M, "ada"), (M, "bob")], LEASE_MS)
    await store.accept(incoming(M, "ada", "a1"))
    await parks(store)
    await run_out(store, 0, 1)
    await post_absences(store, LEASE_MS)
    assert await told(store) == []
    await store.wire.call("HDEL", store.keys.meta(M), "parked")
    await run_out(store, 0)
    await post_absences(store, LEASE_MS)
    assert await told(store) == [(0, False)], "its lease ran on"


async def test_a_match_that_is_parked_takes_nobody_back_yet(store: Store) -> None:
    await seat_two(store, M)
    await leaves(store, 0)
    await store.accept(incoming(M, "bob", "b1"))
    await parks(store)
    assert await store.hold_many([(M, "ada")], LEASE_MS) == [False]
    assert await told(store) == []
    await store.wire.call("HDEL", store.keys.meta(M), "parked")
    assert await store.hold_many([(M, "ada")], LEASE_MS) == [True]


async def test_a_return_that_parking_left_undecided_is_told_again(store: Store) -> None:
    await seat_two(store, M)
    await leaves(store, 0)
    assert await store.hold_many([(M, "ada")], LEASE_MS) == [True]
    await parks(store)
    await store.wire.call("HDEL", store.keys.meta(M), "parked")
    assert await store.hold_many([(M, "ada")], LEASE_MS) == [True]
    assert await told(store) == [(0, True)]


# --- what is wrong -------------------------------------------------------------------------------


async def test_what_somebody_else_wrote_among_the_leases_is_thrown_away(store: Store) -> None:
    await seat_two(store, M)
    await store.hold_many([(M, "ada")], LEASE_MS)
    await run_out(store, 0)
    own = store.keys.partition(M)
    key = store.keys.leases(own)
    elsewhere = next(one for one in map(str, range(99)) if store.keys.partition(one) != own)
    for member in (
        b"",
        b"foreign",
        b"\xff 0",
        f"{M} 00".encode(),
        f"{M} 9".encode(),
        elsewhere + " 0",
    ):
        await store.wire.call("ZADD", key, 0, member)
    async with asyncio.timeout(10):
        await post_absences(store, LEASE_MS)
    assert await told(store) == [(0, False)]
    assert await store.wire.call("ZCARD", key) == 0


@pytest.mark.parametrize("place", range(5))
async def test_a_foreign_key_in_the_way_changes_nothing(
    store: Store, server_url: str, place: int
) -> None:
    await seat_two(store, M)
    await store.hold_many([(M, "ada")], LEASE_MS)
    await run_out(store, 0)
    key = store._lease_keys(M)[place]
    await store.wire.send([("UNLINK", key), ("RPUSH", key, "foreign")])
    before = await everything(server_url)
    with pytest.raises((MalformedCallError, ResponseError)):
        await store.lapse_many([Lease(M, 0)], LEASE_MS)
    assert await everything(server_url) == before


async def test_a_full_server_still_knows_who_is_there(store: Store, server_url: str) -> None:
    await seat_two(store, M)
    await store.hold_many([(M, "ada")], LEASE_MS)
    await run_out(store, 0)
    async with Redis.from_url(server_url) as client:
        await client.config_set("maxmemory", "1mb")
        try:
            await store.beat()
            await post_absences(store, LEASE_MS)
            assert await told(store) == [(0, False)]
            await decide_all(store)
            assert await store.hold_many([(M, "ada")], LEASE_MS) == [True]
        finally:
            await client.config_set("maxmemory", "0")
