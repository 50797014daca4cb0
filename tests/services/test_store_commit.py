"""Committing: what a commit answers, writes and passes on; parking."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest

from services.common.store_types import (
    Change,
    Committed,
    Finished,
    Known,
    LoadRequest,
    NotCommitted,
    OwnCommit,
    Park,
    Refused,
    Results,
    Stale,
    StoreRefusal,
    Superseded,
)
from services.common.store_wire import pairs
from tests.services.store_helpers import (
    RUNNING,
    accept_all,
    commit,
    finish,
    incoming,
    load,
    pending_tokens,
    receipt,
    seat_two,
    take,
    tokens_of,
    waiting,
)

if TYPE_CHECKING:
    from services.common.store import Store

pytestmark = pytest.mark.server
M = "match00000000001"


async def close_with_mail_left(store: Store) -> None:
    """Close the match with the first of two commands; the second one still waits."""
    token = await waiting(store, M, "a1", "a2")
    (loaded,) = await store.load_many([LoadRequest(match=M, mail=1)])
    assert loaded is not None
    closing = Results(
        token=token,
        seen=loaded.standing,
        done=loaded.mail[0].arrival,
        commits=[commit(3)],
        finished=[finish(loaded.mail[0], version=3)],
        change=replace(RUNNING, status="closed"),
    )
    assert await store.commit_many([closing]) == [Committed(change=3, more=True)]


async def test_a_commit_answers_and_passes_the_token_on(store: Store) -> None:
    token = await waiting(store, M, "a1", "a2")
    results = await accept_all(store, token)
    await store.accept(incoming(M, "bob", "b1"))  # arrives while the worker thinks
    (reply,) = await store.commit_many([results])
    assert reply == Committed(change=3, more=True)

    loaded = await load(store, M)
    assert [c.n for c in loaded.commits] == [1, 2, 3, 4]
    assert loaded.commits[3] == commit(4)
    assert loaded.standing.head == commit(4).head
    assert [m.command_id for m in loaded.mail] == ["b1"]
    answers = await store.receipts([(M, "ada", "a1"), (M, "ada", "a2"), (M, "bob", "b1")])
    assert [a and a.outcome for a in answers] == [
        b'{"status":"accepted","version":3}',
        b'{"status":"accepted","version":4}',
        b'{"status":"pending"}',
    ]
    (left,) = await tokens_of(store, M)
    assert left != token.id
    assert await pending_tokens(store, M) == 0

    (reply,) = await store.commit_many([await accept_all(store, await take(store, M))])
    assert reply == Committed(change=4, more=False)
    assert await tokens_of(store, M) == []
    assert await store.wire.call("HGET", store.keys.meta(M), "token") is None
    assert await store.wire.call("XLEN", store.keys.inbox(M)) == 0


async def test_a_part_of_the_mail_may_be_decided(store: Store) -> None:
    token = await waiting(store, M, "a1", "a2")
    all_of_it = await accept_all(store, token)
    one = replace(
        all_of_it,
        done=all_of_it.seen.done + 1,
        commits=all_of_it.commits[:1],
        finished=all_of_it.finished[:1],
    )
    assert await store.commit_many([one]) == [Committed(change=3, more=True)]
    assert [m.command_id for m in (await load(store, M)).mail] == ["a2"]


async def test_nothing_to_commit_is_fine(store: Store) -> None:
    token = await waiting(store, M, "a1")
    await store.tick_many([M])
    seen = (await load(store, M)).standing
    assert await store.commit_many([Results(token=token, seen=seen, done=seen.done)]) == [
        Committed(change=0, more=True)
    ]
    assert await store.newest_change(store.keys.partition(M)) == 2
    assert len(await tokens_of(store, M)) == 1


async def test_the_log_is_gapless_and_reads_by_pages(store: Store) -> None:
    await seat_two(store, M)
    for i in range(5):
        await store.accept_many([incoming(M, "ada", f"a{i}-{k}") for k in range(4)])
        await store.commit_many([await accept_all(store, await take(store, M))])
    assert [c.n for c in await store.read_log(M)] == list(range(1, 23))
    assert [c.n for c in await store.read_log(M, after=7, count=3)] == [8, 9, 10]
    assert await store.read_log(M, after=22) == ()
    assert await store.read_log("nosuchmatch00000") == ()


async def test_who_holds_the_newest_state_need_not_read_it_again(store: Store) -> None:
    token = await waiting(store, M, "a1")
    results = await accept_all(store, token)
    await store.commit_many([replace(results, change=replace(RUNNING, sealed={0: b"x"}))])
    await store.accept(incoming(M, "ada", "a2"))
    whole = await load(store, M)
    (short,) = await store.load_many([LoadRequest(match=M, after=3, cold=False, tail=False)])
    nothing: Any = {"commits": (), "box": {}, "header": b"", "secrets": None, "summary": b""}
    assert short == replace(whole, **nothing)
    assert (await store.load_many([LoadRequest(match="nosuchmatch00000", tail=False)])) == [None]


async def test_a_torn_reading_shows_one_version(store: Store) -> None:
    await waiting(store, M, "a1")
    # What a reader finds whose look at meta came before another worker's commit:
    await store.wire.call("XADD", store.keys.log(M), "3-0", "p", "{}", "h", "0" * 64)
    loaded = await load(store, M)
    assert (loaded.standing.version, [c.n for c in loaded.commits]) == (2, [1, 2])


# --- what a commit changes -----------------------------------------------------------------------


async def test_seats_clocks_and_standing(store: Store) -> None:
    token = await waiting(store, M, "a1")
    results = await accept_all(store, token)
    change = Change(
        status="closed", summary=b'{"x":2}', stamp=77, deadline=5_000, seats={"bob": None}
    )
    await store.commit_many([replace(results, change=change)])
    meta = await store.meta(M)
    assert meta is not None
    assert (meta.status, meta.summary, meta.accounts) == ("closed", b'{"x":2}', {"ada": 0})
    assert meta.stamp > 77
    assert await store.due(token.partition, 4_999, limit=10) == []
    assert await store.due(token.partition, 5_000, limit=10) == [M]
    await seat_two(store, "match00000000002")


async def test_a_deadline_is_cleared(store: Store) -> None:
    token = await waiting(store, M, "a1")
    results = await accept_all(store, token)
    await store.commit_many([replace(results, change=replace(RUNNING, deadline=5))])
    await store.accept(incoming(M, "ada", "a2"))
    await store.commit_many([await accept_all(store, await take(store, M))])
    assert await store.due(token.partition, 9_000_000_000_000, limit=10) == []


async def test_a_refusal_is_recorded_and_ends_no_version(store: Store) -> None:
    token = await waiting(store, M, "a1")
    loaded = await load(store, M)
    results = Results(
        token=token,
        seen=loaded.standing,
        done=loaded.standing.done + 1,
        finished=[finish(loaded.mail[0], "refused", code="ENGINE_FAULT")],
        fault=b"Traceback ...",
    )
    assert await store.commit_many([results]) == [Committed(change=3, more=False)]
    assert (await load(store, M)).standing.version == 2
    assert await store.accept(incoming(M, "ada", "a1")) == Known(
        b'{"status":"refused","code":"ENGINE_FAULT"}'
    )
    refusals = await store.wire.call("XLEN", store.keys.refusals(M))
    letters = await store.wire.call("XLEN", store.keys.dead_letters(token.partition))
    assert (refusals, letters) == (1, 1)


async def test_a_refused_id_is_forgotten_a_day_later(store: Store) -> None:
    token = await waiting(store, M, "a1")
    loaded = await load(store, M)
    refused = finish(loaded.mail[0], "refused", code="NOT_YOUR_TURN")
    nothing = Results(token=token, seen=loaded.standing, done=loaded.standing.done + 1)
    await store.commit_many([replace(nothing, finished=[refused])])

    async def play(command_id: str) -> None:
        await store.accept(incoming(M, "ada", command_id))
        await store.commit_many([await accept_all(store, await take(store, M))])

    await play("a2")
    assert await store.receipt(M, "ada", "a1") is not None
    # A day later: the entry is made older, and so is the day of the first look.
    await store.wire.call("ZADD", store.keys.refused(M), 1, "ada/a1")
    await store.wire.call("HSET", store.keys.meta(M), "refused", 1)
    await play("a3")
    assert await store.receipt(M, "ada", "a1") is None
    assert await store.receipt(M, "ada", "a2") is not None
    left = pairs(await store.wire.call("HGETALL", store.keys.meta(M)))
    assert not [name for name in left if name.startswith("refused")]


async def test_a_match_that_is_over_keeps_no_inbox(store: Store) -> None:
    await close_with_mail_left(store)
    left = await load(store, M)
    assert [mail.command_id for mail in left.mail] == ["a2"]
    refused = Results(
        token=await take(store, M),
        seen=left.standing,
        done=left.mail[0].arrival,
        finished=[finish(left.mail[0], "refused", code="MATCH_CLOSED")],
    )
    await store.commit_many([refused])
    assert await store.wire.call("EXISTS", store.keys.inbox(M)) == 0
    assert await store.accept(incoming(M, "ada", "a3")) == Refused(StoreRefusal.MATCH_CLOSED)
    assert await store.tick_many([M]) == [False]


async def test_sealed_choices_wait_in_the_box(store: Store) -> None:
    token = await waiting(store, M, "a1")
    loaded = await load(store, M)
    sealed = Results(
        token=token,
        seen=loaded.standing,
        done=3,
        finished=[finish(loaded.mail[0], "sealed", decision="d1")],
        change=replace(RUNNING, sealed={0: b"choice \xff"}),
    )
    assert await store.commit_many([sealed]) == [Committed(change=3, more=False)]
    assert await store.box(M) == {0: b"choice \xff"}
    for i in range(8):  # a sealed command is decided: it does not count as waiting
        await store.accept(incoming(M, "ada", f"b{i}"))

    token = await take(store, M)
    loaded = await load(store, M)
    assert loaded.box == {0: b"choice \xff"}
    revealed = replace(
        await accept_all(store, token),
        change=replace(RUNNING, sealed={0: None}),
    )
    first = Finished(
        account="ada",
        command_id="a1",
        status="replaced",
        receipt=receipt("replaced"),
    )
    revealed = replace(revealed, finished=[first, *revealed.finished])
    assert await store.commit_many([revealed]) == [Committed(change=4, more=False)]
    assert await store.box(M) == {}
    assert await store.accept(incoming(M, "ada", "a1")) == Known(b'{"status":"replaced"}')
    assert await store.wire.call("HGET", store.keys.meta(M), "open:ada") is None


async def test_a_command_is_sealed_and_accepted_in_one_call(store: Store) -> None:
    token = await waiting(store, M, "a1", "a2", "a3")
    results = await accept_all(store, token)
    mail = (await load(store, M)).mail[0]
    twice = [finish(mail, "sealed", decision="d"), results.finished[0]]
    await store.commit_many([replace(results, done=3, commits=results.commits[:1], finished=twice)])
    assert await store.accept(incoming(M, "ada", "a1")) == Known(
        b'{"status":"accepted","version":3}'
    )
    more = [incoming(M, "ada", f"b{i}") for i in range(7)]  # two of eight wait already
    replies = await store.accept_many(more)
    assert replies.index(Refused(StoreRefusal.TOO_MANY_UNDECIDED)) == 6


# --- parking ------------------------------------------------------------------------------------


async def test_a_closed_match_is_not_parked(store: Store) -> None:
    """Mail was left when it closed, so it has a token; but nothing follows its last commit."""
    await close_with_mail_left(store)
    park = Park(
        token=await take(store, M),
        seen=(await load(store, M)).standing,
        commit=commit(4),
        stamp=1,
        summary=b"{}",
        receipt=receipt("refused", code="MATCH_PARKED", version=4),
        fault=b"Traceback ...",
    )
    assert isinstance(await store.park(park), NotCommitted)
    assert len(await store.read_log(M)) == 3


async def test_a_parked_match_answers_its_mail_and_takes_no_more(store: Store) -> None:
    token = await waiting(store, M, "a1", "a2")
    await store.tick_many([M])
    seen = (await load(store, M)).standing
    parked = receipt("refused", code="MATCH_PARKED", version=3)
    park = Park(
        token=token,
        seen=seen,
        commit=commit(3),
        stamp=1,
        summary=b'{"parked":true}',
        receipt=parked,
        fault=b"Traceback ...",
    )
    assert await store.park(replace(park, seen=replace(seen, version=1))) == Stale()
    assert await store.park(park) == Committed(change=3, more=False)
    assert await store.park(park) == Superseded()
    assert await store.accept(incoming(M, "ada", "a1")) == Known(parked)
    assert await store.accept(incoming(M, "ada", "a2")) == Known(parked)
    assert await store.accept(incoming(M, "ada", "a3")) == Refused(StoreRefusal.MATCH_PARKED)
    assert await store.tick_many([M]) == [False]
    assert (await store.sweep(token.partition)).repaired == 0
    assert await tokens_of(store, M) == []
    meta = await store.meta(M)
    assert meta is not None
    assert (meta.parked, meta.status, meta.version, meta.done) == (True, "running", 3, 5)

    loaded = await load(store, M)
    go_on = OwnCommit(
        match=M, seen=loaded.standing, commit=commit(4), stamp=2, summary=b"{}", deadline=9
    )
    assert not await store.unpark(replace(go_on, seen=seen))
    assert await store.unpark(go_on)
    assert [mail.kind for mail in (await load(store, M)).mail] == ["tick"]
    assert not await store.unpark(replace(go_on, seen=(await load(store, M)).standing))
    assert await store.due(token.partition, 9, limit=1) == [M]
    await store.accept(incoming(M, "ada", "a3"))
    assert await store.commit_many([await accept_all(store, await take(store, M))]) == [
        Committed(change=5, more=False)
    ]
    assert [c.n for c in await store.read_log(M)] == [1, 2, 3, 4, 5]
