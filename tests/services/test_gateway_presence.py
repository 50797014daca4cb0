"""Who is there, through real processes: sockets, calls, killed gateways, outages."""

from __future__ import annotations

import json
from contextlib import AsyncExitStack
from typing import TYPE_CHECKING

import pytest

from services.common.bootstrap import open_store
from services.common.store_settings import StoreSettings
from services.common.store_wire import items, number, text
from tests.services.gateway_helpers import at, frame, running_service, url_of
from tests.services.projections import until

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Iterator
    from pathlib import Path

    from services.common.store import Store
    from tests.services.gateway_helpers import Player, Table
    from tests.services.stack import Process, Stack

pytestmark = pytest.mark.server


LEASE_MS = 1_500
"""Leases that run out soon."""


@pytest.fixture
def lease_ms() -> int:
    return LEASE_MS


@pytest.fixture
def stack(server_url: str, tmp_path: Path, store: Store, lease_ms: int) -> Iterator[Stack]:
    """A worker and a gateway for a test that kills some."""
    with running_service(server_url, tmp_path / "data", lease_ms=lease_ms) as running:
        yield running


@pytest.fixture
async def mortal(stack: Stack) -> AsyncIterator[Table]:
    async with at(url_of(stack)) as table:
        yield table


@pytest.fixture(scope="module")
def lasting(server_url: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Stack]:
    """A worker and a gateway that the tests share which kill none."""
    data = tmp_path_factory.mktemp("presence")
    with running_service(f"{server_url}?db=1", data, lease_ms=LEASE_MS) as running:
        yield running


@pytest.fixture
async def table(lasting: Stack) -> AsyncIterator[Table]:
    async with at(url_of(lasting)) as table:
        yield table


@pytest.fixture
async def kept(lasting: Stack) -> AsyncIterator[Store]:
    """What these keep their matches in."""
    opened = await open_store(StoreSettings(url=lasting.url, partitions=4))
    yield opened
    await opened.aclose()


def url(gateway: Process) -> str:
    return gateway.fact("gateway_ready", "url")


async def two(table: Table) -> tuple[str, Player, Player]:
    """A match of two that goes on for long."""
    ada, bob = await table.player("Ada"), await table.player("Bob")
    return await table.match(ada, bob, game="poison", goal=1000), ada, bob


async def told(store: Store, match: str, seat: int) -> str:
    """What the match was told of a seat last: '' if nothing."""
    stored = await store.wire.call("HGET", store.keys.meta(match), f"presence:{seat}")
    return "" if stored is None else stored.split()[0].decode()  # type: ignore[union-attr]


async def is_told(store: Store, match: str, seat: int, what: str) -> None:
    async def so() -> bool:
        return await told(store, match, seat) == what

    await until(so)


async def in_the_log(store: Store, match: str, count: int) -> list[tuple[str, int]]:
    """What the log says of who is there, once it says so much."""
    found: list[tuple[str, int]] = []

    async def says() -> bool:
        commits = [json.loads(commit.public) for commit in await store.read_log(match)]
        events = [event for commit in commits for event in commit["events"]]
        kinds = {"match.absent", "match.present"}
        found[:] = [(e["kind"], e["seat"]) for e in events if e["kind"] in kinds]
        return len(found) >= count

    await until(says)
    return found


async def is_held(store: Store, match: str, seat: int) -> None:
    key = store.keys.leases(store.keys.partition(match))

    async def so() -> bool:
        return await store.wire.call("ZSCORE", key, f"{match} {seat}") is not None

    await until(so)


async def is_renewed(store: Store, match: str, seat: int) -> None:
    """Wait until a lease was renewed twice from now on: once may have been under way."""
    key = store.keys.leases(store.keys.partition(match))
    for _ in range(2):
        before = await store.wire.call("ZSCORE", key, f"{match} {seat}")

        async def so(before: object = before) -> bool:
            return await store.wire.call("ZSCORE", key, f"{match} {seat}") != before

        await until(so)


async def runs_out(store: Store, match: str, seat: int) -> None:
    """Let a lease have run out, and wait until somebody has seen it."""
    key = store.keys.leases(store.keys.partition(match))
    await store.wire.call("ZADD", key, "XX", 1, f"{match} {seat}")

    async def seen() -> bool:
        score = await store.wire.call("ZSCORE", key, f"{match} {seat}")
        return score is None or number(score) > 1

    await until(seen)


async def test_a_killed_gateway_takes_its_seats_with_it_and_no_others(
    stack: Stack, mortal: Table, store: Store
) -> None:
    other = stack.start("gateway")
    match, ada, bob = await two(mortal)
    async with AsyncExitStack() as opened:
        there = await opened.enter_async_context(at(url(other)))
        await frame(await opened.enter_async_context(there.live(match, bob)))
        async with mortal.live(match, ada) as socket:
            await frame(socket)
            for seat in (0, 1):
                await is_held(store, match, seat)
            stack.processes[1].kill()
            stack.processes.pop(1)
            await is_told(store, match, 0, "absent")
        assert await told(store, match, 1) == ""
        await frame(await opened.enter_async_context(there.live(match, ada)))
        await is_told(store, match, 0, "present")
        assert await told(store, match, 1) == ""
        assert await in_the_log(store, match, 2) == [("match.absent", 0), ("match.present", 0)]


async def test_whoever_asks_over_http_is_there_for_a_while(table: Table, kept: Store) -> None:
    """A bot that polls; its opponent sits down and never comes back."""
    match, ada, _ = await two(table)
    await is_told(kept, match, 1, "absent")
    await ada.view(match)
    await is_told(kept, match, 0, "absent")
    answer = await ada.send(match, "c1", {"kind": "add", "amount": 1})
    assert answer.status_code == 200, answer.text
    await is_told(kept, match, 0, "present")
    await is_told(kept, match, 0, "absent")
    await ada.view(match)
    await is_told(kept, match, 0, "present")
    assert await told(kept, match, 1) == "absent"


async def test_who_sits_down_and_never_comes_back_is_out(table: Table) -> None:
    ada, bob = await table.player("Ada"), await table.player("Bob")
    bounds = {"abandon_ms": 1_000}
    body = {"game": "poison", "seats": 2, "config": {"goal": 1_000}, "bounds": bounds}
    match = (await ada.client.post("/matches", json=body)).json()["match_id"]
    await bob.join(match, seat=1)
    await ada.join(match, seat=0)
    async with table.live(match, ada, after=0) as socket:
        while True:
            events = (await frame(socket)).get("events", ())
            out = [event["seat"] for event in events if event["kind"] == "match.abandoned"]
            if out:
                break
    assert out == [1]


async def test_a_spectator_and_a_stranger_are_there_for_no_seat(table: Table, kept: Store) -> None:
    match, ada, _ = await two(table)
    eve = await table.player("Eve")
    leases = kept.keys.leases(kept.keys.partition(match))
    for seat in (0, 1):  # of those who have just sat down
        await is_held(kept, match, seat)
        await kept.wire.call("ZREM", leases, f"{match} {seat}")
    async with table.live(match, eve) as one, table.live(match) as two_, table.live(match, ada):
        for socket in (one, two_):
            await frame(socket)
        await eve.view(match)
        assert (await eve.send(match, "c1", {"kind": "add", "amount": 1})).status_code == 403
        await is_held(kept, match, 0)
        held = [text(lease) for lease in items(await kept.wire.call("ZRANGE", leases, 0, -1))]
        assert [lease for lease in held if lease.startswith(match)] == [f"{match} 0"]


async def test_a_seat_with_two_sockets_is_there_until_both_are_gone(
    table: Table, kept: Store
) -> None:
    match, ada, _ = await two(table)
    async with table.live(match, ada) as socket:
        async with table.live(match, ada) as another:
            await frame(another)
            await is_held(kept, match, 0)
        await is_renewed(kept, match, 0)
        await frame(socket)
    await is_told(kept, match, 0, "absent")


@pytest.mark.parametrize("lease_ms", [6_000])
async def test_after_an_outage_nobody_is_missed_who_comes_back(
    stack: Stack, mortal: Table, store: Store
) -> None:
    match, ada, bob = await two(mortal)
    async with mortal.live(match, ada) as socket, mortal.live(match, bob) as other:
        await frame(socket)
        await frame(other)
        for seat in (0, 1):
            await is_held(store, match, seat)
        stack.processes[1].kill()
        stack.processes.pop(1)
        # As if more time had passed than it did.
        long_ago = await store.now_ms() - 3_600_000
        for partition in range(store.partitions):
            await store.wire.call("HSET", store.keys.heartbeat(partition), "at", long_ago)
    for seat in (0, 1):
        await runs_out(store, match, seat)
    gateway = stack.start("gateway")

    async def noticed() -> bool:
        return any(line.get("event") == "downtime" for line in gateway.lines)

    await until(noticed)
    assert gateway.fact("downtime", "ms") >= 3_600_000
    async with at(url(gateway)) as there, there.live(match, ada) as socket:
        await frame(socket)
        await is_told(store, match, 1, "absent")
        assert await told(store, match, 0) == ""
