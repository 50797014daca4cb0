"""Committing: all of it or nothing, with the live token only, on the standing that was seen."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest
import pytest_asyncio

from schemas.streams import GROUP
from services.common import store_codec
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
    Token,
)
from services.common.store_wire import MalformedCallError, good, pairs
from tests.services.store_helpers import (
    RUNNING,
    accept_all,
    commit,
    everything,
    finish,
    fresh_store,
    incoming,
    load,
    receipt,
    seat_two,
    take,
)

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from services.common.store import Store

pytestmark = pytest.mark.server
M = "match00000000001"


@pytest_asyncio.fixture
async def store(server_url: str) -> AsyncIterator[Store]:
    async with fresh_store(server_url) as store:
        yield store


async def tokens_of(store: Store, match: str = M) -> list[str]:
    """Ids of all tokens of a match that stand in ``ready``."""
    reply = await store.wire.call("XRANGE", store.keys.ready(store.keys.partition(match)), "-", "+")
    assert isinstance(reply, list)
    return [
        entry[0].decode()  # type: ignore[index, union-attr]
        for entry in reply
        if entry[1][1] == f'"{match}"'.encode()  # type: ignore[index]
    ]


async def pending_tokens(store: Store) -> int:
    reply = await store.wire.call("XPENDING", store.keys.ready(store.keys.partition(M)), GROUP)
    assert isinstance(reply, list)
    assert isinstance(reply[0], int)
    return reply[0]


async def waiting(store: Store, *command_ids: str) -> Token:
    """Seat ada and bob, accept these commands of ada, and take the token."""
    await seat_two(store, M)
    await store.accept_many([incoming(M, "ada", command_id) for command_id in command_ids])
    return await take(store, M)


async def test_a_commit_answers_and_passes_the_token_on(store: Store) -> None:
    token = await waiting(store, "a1", "a2")
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
    (left,) = await tokens_of(store)
    assert left != token.id
    assert await pending_tokens(store) == 0

    (reply,) = await store.commit_many([await accept_all(store, await take(store, M))])
    assert reply == Committed(change=4, more=False)
    assert await tokens_of(store) == []
    assert await store.wire.call("HGET", store.keys.meta(M), "token") is None
    assert await store.wire.call("XLEN", store.keys.inbox(M)) == 0


async def test_a_part_of_the_mail_may_be_decided(store: Store) -> None:
    token = await waiting(store, "a1", "a2")
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
    token = await waiting(store, "a1")
    await store.tick_many([M])
    seen = (await load(store, M)).standing
    assert await store.commit_many([Results(token=token, seen=seen, done=seen.done)]) == [
        Committed(change=0, more=True)
    ]
    assert await store.newest_change(store.keys.partition(M)) == 2
    assert len(await tokens_of(store)) == 1


async def test_the_log_is_gapless_and_reads_by_pages(store: Store) -> None:
    for i in range(5):
        token = await waiting(store, *[f"a{i}-{k}" for k in range(4)]) if i == 0 else None
        if token is None:
            await store.accept_many([incoming(M, "ada", f"a{i}-{k}") for k in range(4)])
            token = await take(store, M)
        await store.commit_many([await accept_all(store, token)])
    assert [c.n for c in await store.read_log(M)] == list(range(1, 23))
    assert [c.n for c in await store.read_log(M, after=7, count=3)] == [8, 9, 10]
    assert await store.read_log(M, after=22) == ()
    assert await store.read_log("nosuchmatch00000") == ()


async def test_who_holds_the_newest_state_need_not_read_it_again(store: Store) -> None:
    token = await waiting(store, "a1")
    results = await accept_all(store, token)
    await store.commit_many([replace(results, change=replace(RUNNING, sealed={0: b"x"}))])
    await store.accept(incoming(M, "ada", "a2"))
    whole = await load(store, M)
    (short,) = await store.load_many([LoadRequest(match=M, after=3, cold=False, tail=False)])
    nothing: Any = {"commits": (), "box": {}, "header": b"", "secrets": None, "summary": b""}
    assert short == replace(whole, **nothing)
    assert (await store.load_many([LoadRequest(match="nosuchmatch00000", tail=False)])) == [None]


async def test_a_torn_reading_shows_one_version(store: Store) -> None:
    await waiting(store, "a1")
    # What a reader finds whose look at meta came before another worker's commit:
    await store.wire.call("XADD", store.keys.log(M), "3-0", "p", "{}", "h", "0" * 64)
    loaded = await load(store, M)
    assert (loaded.standing.version, [c.n for c in loaded.commits]) == (2, [1, 2])


# --- who may commit ------------------------------------------------------------------------------


async def test_a_dead_token_commits_nothing(store: Store, server_url: str) -> None:
    token = await waiting(store, "a1")
    slow = await accept_all(store, token)
    await store.commit_many([slow])
    await store.accept(incoming(M, "ada", "a2"))
    fresh = await accept_all(store, replace(token))  # a robbed worker that even reads anew
    before = await everything(server_url)
    assert await store.commit_many([slow, fresh]) == [Superseded(), Superseded()]
    assert await everything(server_url) == before
    assert await store.count_try(token, 4, "a") is None
    assert len(await tokens_of(store)) == 1


async def test_a_superseded_token_is_acknowledged_away(store: Store) -> None:
    token = await waiting(store, "a1")
    ready = store.keys.ready(store.keys.partition(M))
    await store.wire.call("XADD", ready, "*", "__data__", f'"{M}"')  # by hand: a second token
    extra = await take(store, M, "other")
    assert await pending_tokens(store) == 2
    results = await accept_all(store, extra)
    assert await store.commit_many([results]) == [Superseded()]
    assert await tokens_of(store) == [token.id]
    assert await pending_tokens(store) == 1


@pytest.mark.parametrize(
    "other",
    [{"version": 1}, {"done": 1}, {"head": "0" * 64}],
)
async def test_a_stale_commit_changes_nothing(
    store: Store, server_url: str, other: dict[str, Any]
) -> None:
    token = await waiting(store, "a1")
    results = await accept_all(store, token)
    before = await everything(server_url)
    stale = replace(results, seen=replace(results.seen, **other))
    assert await store.commit_many([stale]) == [Stale()]
    assert await everything(server_url) == before
    assert await store.commit_many([results]) == [Committed(change=3, more=False)]


async def test_of_two_workers_with_one_token_one_commits(store: Store) -> None:
    token = await waiting(store, "a1")
    results = await accept_all(store, token)
    (claimed,) = (await store.reclaim(token.partition, "other", min_idle_ms=0, count=10)).tokens
    assert claimed == token
    assert await store.commit_many([results, results]) == [
        Committed(change=3, more=False),
        Superseded(),
    ]
    assert [c.n for c in (await load(store, M)).commits] == [1, 2, 3]


async def test_a_renewed_token_is_not_reclaimed(store: Store) -> None:
    token = await waiting(store, "a1")
    await store.renew(token.partition, "worker", [token.id])
    hour = 3_600_000
    claimed = await store.reclaim(token.partition, "other", min_idle_ms=hour, count=10)
    assert (claimed.tokens, claimed.after) == ([], None)


@pytest.mark.parametrize("lost", ["removed", "acknowledged", "unscheduled"])
async def test_a_lost_token_is_replaced_by_one(store: Store, lost: str) -> None:
    token = await waiting(store, "a1")
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
    assert await tokens_of(store) == []


async def test_a_lost_token_of_a_match_without_mail_is_forgotten(store: Store) -> None:
    await seat_two(store, M)
    partition = store.keys.partition(M)
    await store.wire.call("HSET", store.keys.meta(M), "token", "1-1")
    assert (await store.sweep(partition)).repaired == 1
    assert await tokens_of(store) == []
    await store.accept(incoming(M, "ada", "a1"))
    assert len(await tokens_of(store)) == 1


async def test_a_token_with_a_dead_worker_is_no_orphan(store: Store) -> None:
    token = await waiting(store, "a1")  # delivered, pending, never tried
    assert (await store.sweep(token.partition)).repaired == 0
    await store.accept(incoming(M, "ada", "a2"))
    assert await tokens_of(store) == [token.id]


async def test_tries_are_counted_per_arrival(store: Store) -> None:
    token = await waiting(store, "a1", "a2")
    assert [await store.count_try(token, 3, name) for name in "abc"] == [1, 2, 3]
    assert await store.count_try(token, 4, "d") == 1


async def test_a_try_whose_call_is_sent_again_counts_once(store: Store) -> None:
    token = await waiting(store, "a1")
    assert [await store.count_try(token, 3, name) for name in "aaabb"] == [1, 1, 1, 2, 2]


async def test_what_was_committed_has_no_tries_any_more(store: Store) -> None:
    token = await waiting(store, "a1", "a2")
    await store.count_try(token, 3, "a")
    await store.commit_many([await accept_all(store, token)])
    assert await store.wire.call("HGET", store.keys.meta(M), "tries") is None


# --- what a commit changes -----------------------------------------------------------------------


async def test_seats_clocks_and_standing(store: Store) -> None:
    token = await waiting(store, "a1")
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
    token = await waiting(store, "a1")
    results = await accept_all(store, token)
    await store.commit_many([replace(results, change=replace(RUNNING, deadline=5))])
    await store.accept(incoming(M, "ada", "a2"))
    await store.commit_many([await accept_all(store, await take(store, M))])
    assert await store.due(token.partition, 9_000_000_000_000, limit=10) == []


async def test_a_refusal_is_recorded_and_ends_no_version(store: Store) -> None:
    token = await waiting(store, "a1")
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
    token = await waiting(store, "a1")
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
    token = await waiting(store, "a1", "a2")
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
    await store.commit_many([closing])
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
    token = await waiting(store, "a1")
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
    token = await waiting(store, "a1", "a2", "a3")
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
    token = await waiting(store, "a1", "a2")
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
    (reply,) = await store.commit_many([closing])
    assert reply == Committed(change=3, more=True)
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
    token = await waiting(store, "a1", "a2")
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
    assert await tokens_of(store) == []
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


# --- all or nothing -----------------------------------------------------------------------------


async def full_results(store: Store) -> Results:
    """Results in which every part of the call is used."""
    token = await waiting(store, "a1", "a2")
    results = await accept_all(store, token)
    refused = replace(results.finished[1], status="refused", receipt=receipt("refused"), body=b"x")
    change = replace(RUNNING, deadline=9, seats={"eve": 1, "bob": None}, sealed={0: b"x", 1: None})
    return replace(
        results, finished=[results.finished[0], refused], change=change, fault=b"Traceback"
    )


async def reason(store: Store, results: Results) -> str:
    """Why a commit is refused; its neighbours in the pipeline are not."""
    (refused,) = await store.commit_many([results])
    assert isinstance(refused, NotCommitted)
    return refused.reason


async def test_a_call_that_breaks_off_anywhere_changes_nothing(
    store: Store, server_url: str
) -> None:
    results = await full_results(store)
    arguments = store_codec.commit_arguments(results, 100)
    keys = store._commit_keys(M)
    before = await everything(server_url)
    cut = [store.fcall("commit", keys, arguments[:end]) for end in range(len(arguments))]
    cut.append(store.fcall("commit", keys, [*arguments, "more"]))
    cut.append(store.fcall("commit", keys[:-1], arguments))
    for reply in await store.wire.send(cut):
        with pytest.raises(MalformedCallError):
            good(reply)
    assert await everything(server_url) == before
    assert await store.commit_many([results]) == [Committed(change=3, more=False)]


@pytest.mark.parametrize(
    "broken",
    [
        {"commits": [commit(4), commit(5)]},
        {"commits": [commit(3), commit(3)]},
        {"commits": [commit(3), commit(5)]},
        {"commits": [commit(3), replace(commit(4), head="ab" * 31)]},
        {"commits": [commit(3), replace(commit(4), public=b"")]},
        {"commits": [commit(3), commit(4, seats=3)]},
        {"commits": [commit(3), commit(4, seats=1)]},
        {"change": None},
        {"change": replace(RUNNING, status="finished")},
        {"change": replace(RUNNING, seats={"eve": 2})},
        {"change": replace(RUNNING, seats={"": 1})},
        {"change": replace(RUNNING, sealed={2: b""})},
        {"change": replace(RUNNING, stamp=-1)},
        {"change": replace(RUNNING, deadline=-1)},
        {"done": 1},
        {"done": 5},
        {"finished": [Finished(account="ada", command_id="a9", status="accepted", receipt=b"{}")]},
        {
            "finished": [
                Finished(account="ada", command_id="a9", status="sealed", receipt=receipt("sealed"))
            ]
        },
        {
            "finished": [
                Finished(
                    account="ada", command_id="j1", status="accepted", receipt=receipt("accepted")
                )
            ]
        },
        {
            "finished": [
                Finished(
                    account="ada", command_id="a1", status="accepted", receipt=receipt("sealed")
                )
            ]
        },
    ],
)
async def test_a_malformed_part_changes_nothing(
    store: Store, server_url: str, broken: dict[str, Any]
) -> None:
    results = await full_results(store)
    before = await everything(server_url)
    assert "MALFORMED" in await reason(store, replace(results, **broken))
    assert await everything(server_url) == before


async def test_more_than_one_call_can_carry_changes_nothing(store: Store, server_url: str) -> None:
    results = await full_results(store)
    before = await everything(server_url)
    many = [commit(n) for n in range(3, 700)]
    assert "MALFORMED" in await reason(store, replace(results, commits=many))
    assert await everything(server_url) == before


@pytest.mark.parametrize("place", range(13))
async def test_a_foreign_key_in_the_way_changes_nothing(
    store: Store, server_url: str, place: int
) -> None:
    results = await full_results(store)
    key = store._commit_keys(M)[place]
    await store.wire.send([("UNLINK", key), ("RPUSH", key, "foreign")])
    before = await everything(server_url)
    assert "MALFORMED" in await reason(store, results)
    assert await everything(server_url) == before


async def test_a_log_that_is_ahead_of_its_meta_is_not_overwritten(
    store: Store, server_url: str
) -> None:
    results = await full_results(store)
    await store.wire.call("XADD", store.keys.log(M), "3-0", "p", "foreign", "h", "0")
    before = await everything(server_url)
    assert "equal or smaller" in await reason(store, results)
    assert await everything(server_url) == before
