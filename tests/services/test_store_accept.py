"""Accepting: every command gets its place once, or one reason why not."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from redis.asyncio import Redis

from services.common.store_types import (
    PENDING,
    Accepted,
    Created,
    JoinWaits,
    Known,
    Receipt,
    Refused,
    SeatedAlready,
    StoreRefusal,
)
from services.common.store_wire import MalformedCallError
from tests.services.store_helpers import (
    RUNNING,
    accept_all,
    digest,
    everything,
    finish,
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


async def test_creating_twice_keeps_the_first(store: Store) -> None:
    assert await store.create(new_match(M)) == Created(new_match(M).header, fresh=True)
    again = replace(new_match(M), header=b"another header, made a moment later")
    assert await store.create(again) == Created(new_match(M).header, fresh=False)
    other = new_match(M, request="another request")
    assert await store.create(other) == Refused(StoreRefusal.IDEMPOTENCY_KEY_REUSED)
    meta = await store.meta(M)
    assert meta is not None
    assert (meta.status, meta.version, meta.head) == ("open", 0, new_match(M).head)
    assert await store.secrets(M) == new_match(M).secrets
    assert await store.changed_since(store.keys.partition(M), 0, limit=10) == [(M, 1)]


async def test_commands_stand_in_order_of_arrival_under_one_token(store: Store) -> None:
    await seat_two(store, M)
    first, second = await store.accept_many([incoming(M, "ada", "a1"), incoming(M, "bob", "b1")])
    assert isinstance(first, Accepted)
    assert isinstance(second, Accepted)
    assert (first.arrival, second.arrival) == (3, 4)
    assert first.at <= second.at
    loaded = await load(store, M)
    assert [(m.arrival, m.at, m.account, m.command_id, m.kind) for m in loaded.mail] == [
        (3, first.at, "ada", "a1", "command"),
        (4, second.at, "bob", "b1", "command"),
    ]
    await take(store, M)
    recorded = await store.receipt(M, "ada", "a1")
    assert recorded is not None
    assert recorded.pending


async def test_a_stamp_never_goes_back(store: Store) -> None:
    await seat_two(store, M)
    await store.accept(incoming(M, "ada", "a1"))
    results = await accept_all(store, await take(store, M))
    ahead = 9_000_000_000_000
    await store.commit_many([replace(results, change=replace(RUNNING, stamp=ahead))])
    assert await store.accept(incoming(M, "ada", "a2")) == Accepted(4, ahead)


async def test_a_repeated_command_gets_its_receipt_after_a_write(store: Store) -> None:
    await seat_two(store, M)
    await store.accept(incoming(M, "ada", "a1"))
    before = await store.wire.call("HGET", store.keys.meta(M), "dup")
    assert await store.accept(incoming(M, "ada", "a1")) == Known(PENDING)
    after = await store.wire.call("HGET", store.keys.meta(M), "dup")
    assert before != after  # so that waiting for replicas on this connection covers the command
    await store.commit_many([await accept_all(store, await take(store, M))])
    assert await store.accept(incoming(M, "ada", "a1")) == Known(
        b'{"status":"accepted","version":3}'
    )
    assert (await load(store, M)).mail == ()


async def test_a_receipt_is_told_alike_however_often_it_is_asked_for(store: Store) -> None:
    await seat_two(store, M)
    reader = store.feed_reader({store.keys.partition(M): 2})
    await store.accept_many([incoming(M, "ada", f"a{i}") for i in range(3)])
    results = await accept_all(store, await take(store, M))
    heads = [one.head for one in results.commits]
    told = [
        receipt("accepted", version=3, head=heads[0]),
        receipt("accepted", version=4, seat=1, head=heads[1]),
        receipt("accepted", version=5, head="0" * 64),  # not the commit's
    ]
    finished = [replace(f, receipt=r) for f, r in zip(results.finished, told, strict=True)]
    await store.commit_many([replace(results, finished=finished)])
    again = await store.accept_many([incoming(M, "ada", f"a{i}") for i in range(3)])
    assert again == [Known(one) for one in told]
    asked = [(M, "ada", f"a{i}") for i in range(3)]
    recorded = await store.receipts([*asked, (M, "ada", "never")])
    assert recorded == [*(Receipt(digest("{}"), one) for one in told), None]
    (entry,) = (await reader.read(block_ms=1000, count=10)).entries
    assert [entry.finished["ada", f"a{i}"] for i in range(3)] == told
    await reader.aclose()


async def test_a_receipt_outlives_the_commit_it_names(store: Store) -> None:
    """An operator who trimmed a log takes heads away, never outcomes."""
    await seat_two(store, M)
    await store.accept(incoming(M, "ada", "a1"))
    results = await accept_all(store, await take(store, M))
    told = receipt("accepted", version=3, head=results.commits[0].head)
    (finished,) = results.finished
    await store.commit_many([replace(results, finished=[replace(finished, receipt=told)])])
    await store.wire.call("XTRIM", store.keys.log(M), "MAXLEN", 0)
    left = receipt("accepted", version=3)
    assert await store.accept(incoming(M, "ada", "a1")) == Known(left)
    assert await store.receipt(M, "ada", "a1") == Receipt(digest("{}"), left)


async def test_an_id_stands_for_one_body_of_one_account(store: Store) -> None:
    await seat_two(store, M)
    await store.accept(incoming(M, "ada", "x", body="one"))
    assert await store.accept(incoming(M, "ada", "x", body="two")) == Refused(
        StoreRefusal.COMMAND_ID_REUSED
    )
    assert isinstance(await store.accept(incoming(M, "bob", "x", body="two")), Accepted)


async def test_who_may_send_mail(store: Store) -> None:
    join = incoming(M, "ada", "j", kind="join")
    assert await store.accept(join) == Refused(StoreRefusal.MATCH_NOT_FOUND)
    await store.create(new_match(M))
    assert await store.accept(incoming(M, "ada", "a")) == Refused(StoreRefusal.NOT_SEATED)
    await seat_two(store, "match00000000002")
    late = incoming("match00000000002", "eve", "j", kind="join")
    assert await store.accept(late) == Refused(StoreRefusal.MATCH_NOT_OPEN)
    again = incoming("match00000000002", "bob", "j9", kind="join")
    assert await store.accept(again) == SeatedAlready(1)
    assert (await load(store, "match00000000002")).mail == ()


async def test_one_join_of_an_account_waits_at_a_time(store: Store) -> None:
    await store.create(new_match(M))
    await store.accept(incoming(M, "ada", "j1", kind="join"))
    assert await store.accept(incoming(M, "ada", "j2", kind="join")) == JoinWaits("j1")
    token = await take(store, M)
    loaded = await load(store, M)
    refused = finish(loaded.mail[0], "refused", code="SEAT_TAKEN")
    results = replace(await accept_all(store, token), commits=[], finished=[refused], change=None)
    await store.commit_many([results])
    assert isinstance(await store.accept(incoming(M, "ada", "j3", kind="join")), Accepted)


async def test_a_closed_match_takes_nothing(store: Store) -> None:
    await seat_two(store, M)
    await store.accept(incoming(M, "ada", "a1"))
    results = await accept_all(store, await take(store, M))
    await store.commit_many([replace(results, change=replace(RUNNING, status="closed"))])
    closed = Refused(StoreRefusal.MATCH_CLOSED)
    assert await store.accept(incoming(M, "ada", "a2")) == closed
    assert await store.accept(incoming(M, "eve", "j", kind="join")) == closed
    assert await store.tick_many([M]) == [False]
    assert await store.accept(incoming(M, "ada", "a1")) == Known(
        b'{"status":"accepted","version":3}'
    )


async def test_eight_undecided_commands_an_account(store: Store) -> None:
    await seat_two(store, M)
    eight = [incoming(M, "ada", f"a{i}") for i in range(8)]
    assert all(isinstance(reply, Accepted) for reply in await store.accept_many(eight))
    ninth = incoming(M, "ada", "a8")
    assert await store.accept(ninth) == Refused(StoreRefusal.TOO_MANY_UNDECIDED)
    assert isinstance(await store.accept(incoming(M, "bob", "b")), Accepted)
    await store.commit_many([await accept_all(store, await take(store, M))])
    assert isinstance(await store.accept(ninth), Accepted)


async def test_an_inbox_holds_256(store: Store) -> None:
    await store.create(new_match(M))
    joins = [incoming(M, f"account{i}", "j", kind="join") for i in range(257)]
    replies = await store.accept_many(joins)
    assert all(isinstance(reply, Accepted) for reply in replies[:-1])
    assert replies[-1] == Refused(StoreRefusal.INBOX_FULL)
    assert await store.tick_many([M]) == [True]  # the clock is never locked out


async def test_a_thousand_refusals_a_day(store: Store) -> None:
    await seat_two(store, M)
    for round_ in range(125):
        await store.accept_many([incoming(M, "ada", f"a{round_}-{i}") for i in range(8)])
        token = await take(store, M)
        loaded = await load(store, M)
        refused = [finish(mail, "refused", code="NOT_YOUR_TURN") for mail in loaded.mail]
        results = await accept_all(store, token)
        await store.commit_many([replace(results, commits=[], finished=refused, change=None)])
    too_many = Refused(StoreRefusal.TOO_MANY_REFUSALS)
    assert await store.accept(incoming(M, "ada", "more")) == too_many
    assert isinstance(await store.accept(incoming(M, "bob", "b")), Accepted)
    # A day later (the entries are made older): the ids are forgotten and may be used again.
    members = await store.wire.call("ZRANGE", store.keys.refused(M), 0, -1)
    assert isinstance(members, list)
    aged = [("ZADD", store.keys.refused(M), 1, str(m, "ascii")) for m in members[:10]]  # type: ignore[arg-type]
    await store.wire.send(aged)
    assert isinstance(await store.accept(incoming(M, "ada", "more")), Accepted)
    forgotten = aged[0][3].split("/")[1]
    assert await store.receipt(M, "ada", forgotten) is None


async def test_one_tick_waits_at_a_time_and_leaves_no_receipt(store: Store) -> None:
    await seat_two(store, M)
    assert await store.tick_many([M, "nosuchmatch00000"]) == [True, False]
    assert await store.tick_many([M]) == [False]
    loaded = await load(store, M)
    assert [(m.kind, m.account, m.command_id) for m in loaded.mail] == [("tick", "", "")]
    await store.commit_many([await accept_all(store, await take(store, M))])
    assert await store.tick_many([M]) == [True]


async def test_fifty_accounts_join_at_once(store: Store) -> None:
    await store.create(new_match(M))
    accounts = [f"account{i:02d}" for i in range(50)]
    joins = [incoming(M, account, "join", kind="join") for account in accounts]
    replies = await asyncio.gather(*(store.accept(join) for join in joins + joins[::2]))
    arrivals = sorted(r.arrival for r in replies if isinstance(r, Accepted))
    assert arrivals == list(range(1, 51))
    assert sum(isinstance(reply, Known) for reply in replies) == 25
    entries = await store.wire.call("XRANGE", store.keys.inbox(M), "-", "+")
    assert isinstance(entries, list)
    assert len(entries) == 50
    assert await store.wire.call("XLEN", store.keys.ready(store.keys.partition(M))) == 1


async def test_a_full_server_refuses_new_mail_and_finishes_old(
    store: Store, server_url: str
) -> None:
    await seat_two(store, M)
    await store.accept(incoming(M, "ada", "a1"))
    token = await take(store, M)
    async with Redis.from_url(server_url) as client:
        await client.config_set("maxmemory", "1mb")
        try:
            full = Refused(StoreRefusal.STORE_FULL)
            assert await store.accept(incoming(M, "ada", "a2")) == full
            assert await store.create(new_match("match00000000009")) == full
            assert (await store.memory()).share > 1
            await store.commit_many([await accept_all(store, token)])
        finally:
            await client.config_set("maxmemory", "0")
    assert (await load(store, M)).standing.version == 3
    assert (await store.memory()).share == 0


@pytest.mark.parametrize(
    "broken",
    [
        {"body_hash": "ABC"},
        {"body_hash": digest("x")[2:]},
        {"account": ""},
        {"account": "a/b"},
        {"command_id": ""},
        {"command_id": "a/b"},
        {"command_id": "x" * 65},
        {"kind": "gift"},
    ],
)
async def test_a_malformed_call_changes_nothing(
    store: Store, server_url: str, broken: dict[str, str]
) -> None:
    await seat_two(store, M)
    before = await everything(server_url)
    with pytest.raises(MalformedCallError):
        await store.accept(replace(incoming(M, "ada", "a1"), **broken))  # type: ignore[arg-type]
    assert await everything(server_url) == before
