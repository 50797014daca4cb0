"""Downtime and expiries: what was due before a gap happens, what was not gets its time again."""

from __future__ import annotations

import asyncio
import json
from typing import TYPE_CHECKING, Any

import pytest

from services.worker.upkeep import post_absences, post_ticks
from tests.services.store_helpers import fresh_store, load

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from services.common.store import Store
    from tests.services.crew import Crew

pytestmark = pytest.mark.server

Gap = tuple[int, int]


@pytest.fixture
async def store(server_url: str) -> AsyncIterator[Store]:
    async with fresh_store(server_url, partitions=1) as opened:
        yield opened


async def were_down(store: Store, *gaps: Gap) -> None:
    """Let no gateway have been there at these times."""
    await store.wire.call(
        *("HSET", store.keys.heartbeat(0), "at", await store.now_ms()),
        *("to", gaps[-1][1], "gaps", ",".join(f"{start}-{end}" for start, end in gaps)),
    )


async def later(store: Store, ms: int) -> None:
    """Return once the server's clock has come to a time."""
    await asyncio.sleep(max(0, ms - await store.now_ms()) / 1_000)
    while await store.now_ms() <= ms:
        pass


async def events(store: Store, match: str) -> list[dict[str, Any]]:
    """All events of the match's own, each with the stamp of its commit."""
    found: list[dict[str, Any]] = []
    for commit in await store.read_log(match, after=0, count=10_000):
        public = json.loads(commit.public)
        found += [{**event, "at": public["at"]} for event in public["events"]]
    return [event for event in found if event["kind"].startswith("match.")]


def expiries(of: list[dict[str, Any]]) -> list[int]:
    return [event["at"] for event in of if event["kind"] == "match.expired"]


async def test_a_clock_gets_back_what_it_ran_while_nobody_could_play(
    store: Store, crew: Crew
) -> None:
    match = await crew.start_match(decision_ms=1_000)
    (stamp,) = [e["at"] for e in await events(store, match) if e["kind"] == "match.started"]
    await later(store, stamp + 200)
    down = (stamp + 50, stamp + 150)
    await were_down(store, down)
    sent = await crew.add(match)
    await crew.add(match)
    await crew.play()
    assert (await crew.answer(match, sent))["status"] == "accepted"
    credited = [e for e in await events(store, match) if e["kind"] == "match.credited"]
    assert [(e["start"], e["end"], e["at"]) for e in credited] == [(*down, down[1])]


async def test_thousands_of_expiries_go_around_a_gap(store: Store, crew: Crew) -> None:
    """More follows from one tick than one call carries; the gap lies in the middle of it."""
    match = await crew.start_match(goal=10_000, decision_ms=1)
    (stamp,) = [e["at"] for e in await events(store, match) if e["kind"] == "match.started"]
    gaps = ((stamp + 300, stamp + 600), (stamp + 800, stamp + 900))
    await later(store, stamp + 1_200)
    await were_down(store, *gaps)
    await post_ticks(store)
    await crew.play()
    told = await events(store, match)
    credited = [e for e in told if e["kind"] == "match.credited"]
    assert [(e["start"], e["end"]) for e in credited] == list(gaps)
    expired = expiries(told)
    assert len(expired) == len(set(expired)) > 500
    for start, end in gaps:
        assert not [at for at in expired if start <= at < end]
    for first, last in ((stamp, gaps[0][0]), (gaps[0][1], gaps[1][0]), (gaps[1][1], stamp + 1_199)):
        assert len([at for at in expired if first < at < last]) >= (last - first) // 2 - 1


async def test_the_tick_after_an_outage_expires_nothing_that_has_its_time_again(
    store: Store, crew: Crew
) -> None:
    """The deadline lies in the gap; the tick is the first that comes after it."""
    match = await crew.start_match(decision_ms=1_000)
    (stamp,) = [e["at"] for e in await events(store, match) if e["kind"] == "match.started"]
    await later(store, stamp + 1_610)
    await were_down(store, (stamp + 100, stamp + 1_600))
    await post_ticks(store)
    await crew.play()
    assert expiries(await events(store, match)) == []
    await later(store, stamp + 2_501)
    await post_ticks(store)
    await crew.play()
    assert expiries(await events(store, match))[0] == stamp + 2_500


async def test_a_long_outage_is_credited_once_and_not_bit_by_bit(store: Store, crew: Crew) -> None:
    """A worker stays; the clock would run out again and again, and be given back each time."""
    match = await crew.start_match(decision_ms=50)
    for ago in (5_100, 60_000):  # the outage goes on
        await store.wire.call("HSET", store.keys.heartbeat(0), "at", await store.now_ms() - ago)
        for _ in range(3):
            await later(store, await store.now_ms() + 60)
            await post_ticks(store)
            await crew.play()
    assert [e["kind"] for e in await events(store, match)][-1] == "match.started"
    await store.beat()
    await post_ticks(store)
    await crew.play()
    told = await events(store, match)
    assert [e["kind"] for e in told][-1] == "match.credited"
    assert expiries(told) == []


@pytest.mark.parametrize(("before", "ticked"), [(1, True), (0, False)])
async def test_what_was_due_before_an_outage_happens_in_it(
    store: Store, crew: Crew, *, before: int, ticked: bool
) -> None:
    match = await crew.start_match(decision_ms=60_000)
    last = await store.now_ms() - 60_000
    await store.wire.call("HSET", store.keys.heartbeat(0), "at", last)
    await store.wire.call("ZADD", store.keys.deadlines(0), last - before, match)
    await post_ticks(store)
    assert bool((await load(store, match)).mail) == ticked


async def test_a_faulty_command_after_an_outage_loses_no_credit(store: Store, crew: Crew) -> None:
    match = await crew.start_match(decision_ms=60_000)
    (stamp,) = [e["at"] for e in await events(store, match) if e["kind"] == "match.started"]
    await later(store, stamp + 100)
    await were_down(store, (stamp + 40, stamp + 90))
    sent = await crew.send(match, {"kind": "poison", "how": "raise"})
    await crew.play()
    assert (await crew.answer(match, sent))["code"] == "ENGINE_FAULT"
    credited = [e for e in await events(store, match) if e["kind"] == "match.credited"]
    assert [(e["start"], e["end"]) for e in credited] == [(stamp + 40, stamp + 90)]


async def test_who_is_away_and_who_is_back_stands_in_the_log(store: Store, crew: Crew) -> None:
    match = await crew.start_match()
    await store.beat()
    await store.hold_many([(match, "acc0"), (match, "acc1")], 60_000)
    await store.wire.call("ZADD", store.keys.leases(0), 1, f"{match} 1")
    await post_absences(store, 60_000)
    await crew.play()
    await store.hold_many([(match, "acc1")], 60_000)
    await crew.play()
    told = [(e["kind"], e.get("seat")) for e in await events(store, match)][-2:]
    assert told == [("match.absent", 1), ("match.present", 1)]
