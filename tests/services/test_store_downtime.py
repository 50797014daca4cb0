"""Downtime: each match is told once of the time in which no gateway was there."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import pytest

from schemas.streams import partition_of
from services.common.store_codec import mail_of, token_of
from services.common.store_types import Accepted
from services.common.store_wire import MalformedCallError
from tests.services.store_helpers import (
    everything,
    incoming,
    load,
    new_match,
    seat_two,
    take,
)

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from services.common.store import Store

pytestmark = pytest.mark.server
M = "match00000000001"
OTHER = next(  # of the same partition
    name
    for name in (f"match{number:011d}" for number in range(2, 100))
    if partition_of(name, 4) == partition_of(M, 4)
)
GAP_MS = 5_000
Gaps = tuple[tuple[int, int], ...]


async def last_beat(store: Store, ago_ms: int) -> int:
    """Let the last beat of all gateways be some time ago; return when that was."""
    at = await store.now_ms() - ago_ms
    for partition in range(store.partitions):
        await store.wire.call("HSET", store.keys.heartbeat(partition), "at", at)
    return at


async def gaps_of(store: Store, match: str) -> list[Gaps]:
    """What each waiting mail of a match tells of downtime."""
    return [mail.gaps for mail in (await load(store, match)).mail]


async def a_while_later(store: Store) -> int:
    """Return a time of the server that is later than now."""
    began = await store.now_ms()
    while (now := await store.now_ms()) <= began:
        pass
    return now


async def test_where_no_gateway_ever_was_there_is_no_downtime(store: Store) -> None:
    await seat_two(store, M)
    assert await store.beat() == 0
    assert await store.beat() == 0
    await store.accept(incoming(M, "ada", "a1"))
    assert await gaps_of(store, M) == [()]


async def test_a_late_beat_is_no_gap_unless_it_is_very_late(store: Store) -> None:
    await seat_two(store, M)
    await last_beat(store, GAP_MS - 1_000)
    assert await store.beat() == 0
    await last_beat(store, GAP_MS + 1_000)
    assert await store.beat() > GAP_MS


async def beats(store: Store) -> None:
    assert await store.beat() > GAP_MS


async def commands(store: Store) -> None:
    await store.accept(incoming(OTHER, "ada", "a1"))


async def comes_in(store: Store) -> None:
    await store.wire.call("HSET", store.keys.meta(OTHER), "presence:0", "absent 1")
    assert await store.hold_many([(OTHER, "ada")], 60_000) == [True]


@pytest.mark.parametrize("first", [beats, commands, comes_in])
async def test_whoever_comes_first_ends_a_gap(
    store: Store, first: Callable[[Store], Awaitable[None]]
) -> None:
    """A beat, a command, or somebody who comes back: each brings word of a gateway."""
    for match in (M, OTHER):
        await seat_two(store, match)
    stamp = (await load(store, M)).stamp
    began = await last_beat(store, GAP_MS + 1_000)
    await first(store)
    ended = await a_while_later(store)
    for command in ("a1", "a2"):
        await store.accept(incoming(M, "ada", command))
    (told, nothing) = await gaps_of(store, M)
    assert nothing == ()
    assert [start for start, _ in told] == [max(began, stamp)]
    assert told[0][1] < ended
    partition = store.keys.partition(M)
    noted = await store.wire.call("HGET", store.keys.heartbeat(partition), "gaps")
    assert noted == f"{began}-{told[0][1]}".encode()


async def test_mail_tells_of_downtime_in_the_inbox_and_on_its_token(store: Store) -> None:
    await store.create(new_match(M))  # a thousand milliseconds after the beginning of time
    began = await last_beat(store, 60_000)
    reply = await store.accept(incoming(M, "ada", "j1", kind="join"))
    assert isinstance(reply, Accepted)
    told = ((began, reply.at),)
    assert await gaps_of(store, M) == [told]
    mail = (await take(store, M)).mail
    assert mail is not None
    assert mail.gaps == told


async def test_a_match_is_told_what_it_has_not_been_told_yet(store: Store) -> None:
    """Workers go on without a gateway: their ticks see a gap as far as it has come."""
    for match in (M, OTHER):
        await store.create(new_match(match))
    began = await last_beat(store, 60_000)
    assert await store.tick_many([M]) == [True]
    ((first,),) = await gaps_of(store, M)
    assert first[0] == began
    await a_while_later(store)
    assert await store.beat() > first[1] - began
    await store.accept(incoming(M, "ada", "j1", kind="join"))
    await store.tick_many([OTHER])
    ((whole,),) = await gaps_of(store, OTHER)
    _, (rest,) = await gaps_of(store, M)
    assert whole == (began, rest[1])
    assert rest[0] == first[1]


async def test_one_gap_is_told_once_whoever_races(store: Store) -> None:
    matches = [f"match{number:011d}" for number in range(20)]
    for match in matches:
        await store.create(new_match(match))
    began = await last_beat(store, 60_000)

    async def joins(match: str, account: str) -> None:
        await store.accept(incoming(match, account, "j", kind="join"))

    crowd = [joins(match, f"acc{seat}") for match in matches for seat in range(5)]
    await asyncio.gather(*crowd, *(store.beat() for _ in range(10)), store.tick_many(matches))
    ends: dict[int, set[int]] = {}
    for match in matches:
        told = [gap for gaps in await gaps_of(store, match) for gap in gaps]
        assert told[0][0] == began
        assert [start for start, _ in told[1:]] == [end for _, end in told[:-1]], "no time twice"
        ends.setdefault(store.keys.partition(match), set()).add(told[-1][1])
    for partition, ended in ends.items():
        noted = await store.wire.call("HGET", store.keys.heartbeat(partition), "gaps")
        assert ended == {int(noted.split(b"-")[1])}  # type: ignore[union-attr]


async def test_the_newest_gaps_are_kept_and_the_oldest_become_one(store: Store) -> None:
    await store.create(new_match(M))
    began = await last_beat(store, 60_000)
    old = [(10_000 * i, 10_000 * i + 6_000) for i in range(1, 65)]
    for partition in range(store.partitions):
        await store.wire.call(
            *("HSET", store.keys.heartbeat(partition), "to", old[-1][1]),
            *("gaps", ",".join(f"{start}-{end}" for start, end in old)),
        )
    await store.beat()
    await store.accept(incoming(M, "ada", "j1", kind="join"))
    (told,) = await gaps_of(store, M)
    assert told[:-1] == ((old[0][0], old[1][1]), *old[2:])
    assert told[-1][0] == began


async def test_a_clock_that_is_set_back_makes_no_gap(store: Store) -> None:
    await seat_two(store, M)
    await last_beat(store, -3_600_000)
    await store.accept(incoming(M, "ada", "a1"))
    assert await store.beat() == 0
    await store.accept(incoming(M, "ada", "a2"))
    assert await gaps_of(store, M) == [(), ()]
    await last_beat(store, GAP_MS + 1_000)
    assert await store.beat() > GAP_MS, "what came before the clock was set back is forgotten"


async def test_a_foreign_heartbeat_changes_nothing(store: Store, server_url: str) -> None:
    await seat_two(store, M)
    await store.wire.call("RPUSH", store.keys.heartbeat(store.keys.partition(M)), "foreign")
    before = await everything(server_url)
    with pytest.raises(MalformedCallError):
        await store.accept(incoming(M, "ada", "a1"))
    with pytest.raises(MalformedCallError):
        await store.tick_many([M])
    assert await everything(server_url) == before


ENTRY = {b"k": b"command", b"t": b"1000", b"a": b"ada", b"c": b"a1", b"b": b"{}"}


def test_downtime_is_read_as_it_was_written() -> None:
    mail = mail_of(1, {**ENTRY, b"d": b"0-5,7-1000"})
    assert mail.gaps == ((0, 5), (7, 1000))


@pytest.mark.parametrize(
    "broken",
    [
        {b"d": b""},
        {b"d": b"5"},
        {b"d": b"5-"},
        {b"d": b"1-5,"},
        {b"d": b"5-5"},
        {b"d": b"6-5"},
        {b"d": b"01-5"},
        {b"d": b"1-5,5-6"},
        {b"d": b"7-9,1-5"},
        {b"d": b"1-1001"},
        {b"d": b"1-5 "},
        {b"d": b"-1-5"},
        {b"d": b"1.5-5"},
        {b"d": b"1-123456789012345"},
        {b"k": b"gift"},
        {b"k": b"presence"},
        {b"k": b"presence", b"b": b'{"seat":-1,"present":true}'},
        {b"k": b"presence", b"b": b'{"seat":01,"present":true}'},
        {b"k": b"presence", b"b": b'{"seat":0,"present":1}'},
        {b"k": b"presence", b"b": b'{"seat":0,"present":true,"more":1}'},
    ],
)
def test_mail_that_nobody_of_us_wrote_is_none(broken: dict[bytes, bytes]) -> None:
    fields = {**ENTRY, **broken}
    with pytest.raises((ValueError, KeyError)):
        mail_of(1, fields)
    assert token_of(0, b"1-0", {b"__data__": f'"{M}"'.encode(), b"n": b"1", **fields}) is None
