"""What is wrong with one match ends no worker and keeps no other match waiting."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest
import structlog

from engine.games import discover
from services.common.embedded import EmbeddedServer
from services.common.store_wire import StoreUnavailableError
from services.worker import play, upkeep
from services.worker.play import MAX_TRIES
from services.worker.upkeep import post_ticks, reclaim, take_undelivered
from tests.services.crew import Crew
from tests.services.store_helpers import fetch, fresh_store

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Awaitable, Callable
    from pathlib import Path

    from services.common.store import Store
    from services.common.store_types import Token

pytestmark = pytest.mark.server

NO_TOYS = discover()


@pytest.fixture(autouse=True)
def quiet(monkeypatch: pytest.MonkeyPatch) -> None:
    """The worker of these tests logs in the test's process, where others set up the logs."""
    silent = structlog.wrap_logger(structlog.testing.ReturnLogger(), processors=[])
    for module in (play, upkeep):
        monkeypatch.setattr(module, "log", silent)


@pytest.fixture
async def store(server_url: str) -> AsyncIterator[Store]:
    """One partition: whatever is wrong stands in one queue with what is not."""
    async with fresh_store(server_url, partitions=1) as opened:
        yield opened


async def everybody_tries(crew: Crew) -> None:
    """A batch, then the reclaimer, twice, with other tokens than the broken ones' in the queue."""
    await crew.play()
    for _ in range(2):
        await reclaim(crew.store, crew.worker, crew.name, 0)


# --- damage to one match -------------------------------------------------------------------------


async def twenty(crew: Crew) -> str:
    """Start a match and play twenty commands, past two snapshots."""
    match = await crew.start_match(goal=100)
    for _ in range(20):
        await crew.add(match)
        await crew.play()
    return match


async def is_decided_by_another(store: Store, tmp_path: Path, match: str) -> bool:
    """Tell whether a worker that holds nothing decides a command."""
    other = Crew(store, tmp_path, name="other")
    sent = await other.add(match)
    await other.play()
    return (await other.answer(match, sent))["status"] == "accepted"


async def spoil_snapshot(crew: Crew, match: str) -> None:
    key = crew.store.keys.snapshots(match)
    await crew.store.wire.call("ZADD", key, 99, b"\xff\x00 no snapshot")


async def spoil_key(crew: Crew, match: str) -> None:
    await crew.store.wire.call("SET", crew.store.keys.snapshots(match), b"no snapshots")


async def spoil_state(crew: Crew, match: str) -> None:
    stored = await crew.store.snapshot(match)
    assert stored is not None
    await crew.store.put_snapshots(match, [replace(stored, state=stored.state[:-9])], every=10)


async def age_snapshot(crew: Crew, match: str) -> None:
    """As another build, or a history that was rewound, left it."""
    stored = await crew.store.snapshot(match)
    assert stored is not None
    stamp = replace(stored.stamp, head="0" * 64)
    await crew.store.put_snapshots(match, [replace(stored, stamp=stamp)], every=10)


@pytest.mark.parametrize("spoil", [spoil_snapshot, spoil_key, spoil_state, age_snapshot])
async def test_a_spoilt_snapshot_costs_time_only(
    store: Store, crew: Crew, tmp_path: Path, spoil: Callable[[Crew, str], Awaitable[None]]
) -> None:
    match = await twenty(crew)
    await spoil(crew, match)
    assert await is_decided_by_another(store, tmp_path, match)


async def test_a_match_is_opened_from_its_newest_snapshot(
    store: Store, crew: Crew, tmp_path: Path
) -> None:
    """The log before it is not read: here it is gone."""
    match = await twenty(crew)
    await store.wire.call("XTRIM", store.keys.log(match), "MINID", "20-0")
    assert await is_decided_by_another(store, tmp_path, match)


async def test_a_long_way_from_the_start_leaves_a_snapshot(
    store: Store, crew: Crew, tmp_path: Path
) -> None:
    match = await twenty(crew)
    await store.wire.call("UNLINK", store.keys.snapshots(match))
    other = Crew(store, tmp_path, name="other")
    await other.add(match)
    await other.play()
    found = await store.snapshot(match)
    assert found is not None
    assert found.stamp.version == 23, "as the worker found the match"


async def drop_a_commit(crew: Crew, match: str) -> None:
    assert await crew.store.wire.call("XDEL", crew.store.keys.log(match), "2-0") == 1


async def drop_the_last_commit(crew: Crew, match: str) -> None:
    assert await crew.store.wire.call("XDEL", crew.store.keys.log(match), "3-0") == 1


async def drop_all_commits(crew: Crew, match: str) -> None:
    await crew.store.wire.call("XTRIM", crew.store.keys.log(match), "MAXLEN", 0)


@pytest.mark.parametrize("damage", [drop_a_commit, drop_the_last_commit, drop_all_commits])
async def test_a_damaged_log_parks_its_match_and_ends_no_worker(
    store: Store, crew: Crew, tmp_path: Path, damage: Callable[[Crew, str], Awaitable[None]]
) -> None:
    bad, good = await crew.start_match(), await crew.start_match()
    await damage(crew, bad)
    other = Crew(store, tmp_path, name="other")
    lost, kept = await other.add(bad), await other.add(good)
    await everybody_tries(other)
    assert (await other.answer(good, kept))["status"] == "accepted"
    assert (await other.answer(bad, lost))["code"] == "MATCH_PARKED"
    meta = await store.meta(bad)
    assert meta is not None
    assert meta.parked
    assert b'"seats":["acc0","acc1"]' in meta.summary, "what everybody knew is still told"
    assert b'"pending":[]' in meta.summary


async def test_matches_of_another_master_key_are_left_alone(
    store: Store, crew: Crew, tmp_path: Path
) -> None:
    bad = await crew.start_match()
    stranger = Crew(store, tmp_path / "other", name="stranger")
    good = await stranger.start_match()
    lost, kept = await crew.add(bad), await stranger.add(good)
    await everybody_tries(stranger)
    assert (await stranger.answer(good, kept))["status"] == "accepted"
    assert (await crew.answer(bad, lost))["status"] == "pending"
    await reclaim(store, crew.worker, crew.name, 0)
    assert (await crew.answer(bad, lost))["status"] == "accepted"


async def test_matches_of_a_newer_format_are_left_alone(
    store: Store, crew: Crew, tmp_path: Path
) -> None:
    bad, good = await crew.start_match(), await crew.start_match()
    header = await store.wire.call("HGET", store.keys.meta(bad), "header")
    assert isinstance(header, bytes)
    newer = header.replace(b"playledger/1", b"playledger/9")
    await store.wire.call("HSET", store.keys.meta(bad), "header", newer)
    other = Crew(store, tmp_path, name="other")
    lost, kept = await other.add(bad), await other.add(good)
    for _ in range(MAX_TRIES + 3):
        await everybody_tries(other)
    assert (await other.answer(good, kept))["status"] == "accepted"
    assert (await other.answer(bad, lost))["status"] == "pending", "never refused, never parked"
    await store.wire.call("HSET", store.keys.meta(bad), "header", header)
    await everybody_tries(other)
    assert (await other.answer(bad, lost))["status"] == "accepted"


async def test_a_commit_that_the_store_refuses_is_a_fault_of_its_command_only(
    store: Store, crew: Crew, monkeypatch: pytest.MonkeyPatch
) -> None:
    bad, good = await crew.start_match(), await crew.start_match()
    await store.wire.call("DEL", store.keys.receipts(bad))
    lost, kept = await crew.add(bad), await crew.add(good)
    await store.wire.call("HSET", store.keys.receipts(bad), f"acc0/{lost}", f"{'0' * 32}final")
    await everybody_tries(crew)
    assert (await crew.answer(good, kept))["status"] == "accepted"
    after = await crew.add(good)
    await crew.play()
    assert (await crew.answer(good, after))["status"] == "accepted"


@pytest.mark.parametrize("what", [("__data__", "no json"), ("foreign", "1"), ("__data__", "7")])
async def test_what_somebody_else_wrote_among_the_tokens_is_thrown_away(
    store: Store, crew: Crew, what: tuple[str, str]
) -> None:
    good = await crew.start_match()
    await store.wire.call("XADD", store.keys.ready(0), "*", *what)
    await store.wire.call("XADD", store.keys.ready(0), "*", "__data__", '"nomatch"')
    kept = await crew.add(good)
    await store.wire.call(
        "XREADGROUP", "GROUP", "workers", crew.name, "STREAMS", store.keys.ready(0), ">"
    )  # as FastStream does, which cannot read the whole batch then
    await reclaim(store, crew.worker, crew.name, 0)
    assert (await crew.answer(good, kept))["status"] == "accepted"
    assert await store.wire.call("XLEN", store.keys.ready(0)) == 0


# --- many that cannot be played, and one that can -----------------------------------------------


async def test_tokens_that_nobody_here_knows_keep_no_other_from_being_reclaimed(
    store: Store, crew: Crew, tmp_path: Path
) -> None:
    unknown = [await crew.start_match() for _ in range(70)]
    for match in unknown:
        await crew.add(match)
    tokens = await fetch(store, 0, "dead", count=1000)
    assert len(tokens) == len(unknown)
    old = Crew(store, tmp_path, name="old", registry=NO_TOYS)
    await reclaim(store, old.worker, old.name, 0)
    claimed = await store.reclaim(0, "x", min_idle_ms=0, count=10_000)
    assert {t.match for t in claimed.tokens} == set(unknown)
    pending = await store.wire.call("XPENDING", store.keys.ready(0), "workers", "-", "+", 1000)
    assert isinstance(pending, list)
    assert all(isinstance(one, list) and one[3] == 3 for one in pending), "each was tried"


async def test_ticks_that_wait_for_ever_keep_no_other_clock_from_running(
    store: Store, crew: Crew
) -> None:
    stuck = [await crew.start_match(decision_ms=10) for _ in range(70)]
    await asyncio.sleep(0.02)
    await post_ticks(store)
    await post_ticks(store)  # as long as they wait, theirs is the earliest deadline
    await fetch(store, 0, "somebody who lacks the rules", count=1000)
    late = await crew.start_match(decision_ms=10)
    await asyncio.sleep(0.02)
    await post_ticks(store)
    metas = await store.metas([late, *stuck])
    assert all(meta is not None and meta.arrivals == meta.done + 1 for meta in metas)


async def test_a_clock_that_ran_out_thousands_of_times_is_caught_up(
    store: Store, crew: Crew
) -> None:
    """No worker ran for a while: more follows from one tick than one call carries."""
    match = await crew.start_match(goal=1_000, decision_ms=1)
    await asyncio.sleep(1.2)
    await post_ticks(store)
    await crew.play()
    meta = await store.meta(match)
    assert meta is not None
    assert (meta.status, meta.parked) == ("closed", False)
    assert meta.version > 1_000
    log = await store.read_log(match, after=0, count=5_000)
    assert [commit.n for commit in log] == list(range(1, meta.version + 1))


# --- servers that go away, calls that are lost ---------------------------------------------------


async def test_a_batch_outlasts_a_server_that_is_away_longer_than_the_patience(
    tmp_path: Path,
) -> None:
    server = EmbeddedServer(tmp_path / "server")
    server.start()
    try:
        async with fresh_store(server.url, partitions=1, patience_s=0.1) as store:
            crew = Crew(store, tmp_path)
            match = await crew.start_match()
            sent = await crew.add(match)
            tokens = await fetch(store, 0, crew.name, count=10)
            server.kill()
            playing = asyncio.create_task(crew.worker.play(tokens))
            await asyncio.sleep(0.5)
            server.start()
            await asyncio.wait_for(playing, 5)
            assert (await crew.answer(match, sent))["status"] == "accepted"
    finally:
        server.stop()


async def test_a_token_that_was_given_but_never_came_is_played_soon(
    store: Store, crew: Crew
) -> None:
    """The server died between giving and telling: nobody knows of the token but the server."""
    match = await crew.start_match()
    sent = await crew.add(match)
    await fetch(store, 0, crew.name, count=10)
    await take_undelivered(store, crew.worker, crew.name, 60_000)
    assert (await crew.answer(match, sent))["status"] == "pending", "it may still be on its way"
    await take_undelivered(store, crew.worker, crew.name, 0)
    assert (await crew.answer(match, sent))["status"] == "accepted"


async def test_outages_are_no_faults_of_the_command(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    server = EmbeddedServer(tmp_path / "server")
    server.start()
    try:
        async with fresh_store(server.url, partitions=1, patience_s=0.1) as store:
            crew = Crew(store, tmp_path)
            match = await crew.start_match()
            sent = await crew.add(match)
            await fetch(store, 0, "dead", count=10)
            commit_many = store.commit_many

            async def dies(results: Any) -> Any:
                server.kill()
                return await commit_many(results)

            for _ in range(MAX_TRIES + 2):
                monkeypatch.setattr(store, "commit_many", dies)
                with pytest.raises(StoreUnavailableError):
                    await reclaim(store, crew.worker, crew.name, 0)
                server.start()
            monkeypatch.setattr(store, "commit_many", commit_many)
            await reclaim(store, crew.worker, crew.name, 0)
            assert (await crew.answer(match, sent))["status"] == "accepted"
    finally:
        server.stop()


async def test_slow_decisions_keep_those_before_them_waiting_no_longer(
    store: Store, crew: Crew, monkeypatch: pytest.MonkeyPatch
) -> None:
    good, slow, last = [await crew.start_match() for _ in range(3)]
    kept = await crew.add(good)
    await crew.send(slow, {"kind": "poison", "how": "hang"})
    await crew.add(last)
    hasty = Crew(store, crew.data, name="hasty", decide_ms=400)
    decide = hasty.worker._decide
    known: dict[str, str] = {}

    async def spied(token: Token, loaded: Any) -> Any:
        known[token.match] = (await crew.answer(good, kept))["status"]
        return await decide(token, loaded)

    monkeypatch.setattr(hasty.worker, "_decide", spied)
    await hasty.play()
    assert known == {good: "pending", slow: "pending", last: "accepted"}
