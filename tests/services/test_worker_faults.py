"""Faults of a game: only the command that meets one is refused, and innocents go on."""

from __future__ import annotations

import asyncio
import json
from typing import TYPE_CHECKING, Any

import pytest
from redis.asyncio import Redis

from engine.core.codec import codec_of
from engine.core.match_state import Commit
from engine.games import discover
from schemas.chain import seal
from schemas.streams import GROUP
from schemas.verify import verify
from services.common.secrets import HostKey, MasterKey
from services.common.store_types import Change, LoadRequest, Results
from services.worker.own import CannotActError
from services.worker.unpark import unpark
from tests.services.cli import playledger
from tests.services.players import Answers, exported, make_match, start_match
from tests.services.projections import until
from tests.services.stack import Stack
from tests.services.store_helpers import fetch, fresh_store
from tests.toys import TOYS
from tests.toys.poison import BROKEN, Deadly, Unfoldable

if TYPE_CHECKING:
    from pathlib import Path

    from engine.core.messages import Event
    from services.common.store import Store

pytestmark = pytest.mark.server

GAMES = discover(TOYS)
GAME = GAMES.game("poison@1")
PATIENCE_S = 60.0


def add(amount: int = 1) -> dict[str, Any]:
    return {"kind": "add", "amount": amount}


@pytest.mark.parametrize("how", ["raise", "flood", "hang", "exit", "unfoldable"])
async def test_a_command_that_fails_is_refused_and_the_match_goes_on(
    store: Store,
    stack: Stack,
    how: str,
) -> None:
    stack.start("worker")
    async with Answers(store) as answers:
        match = await start_match(store, stack.data, answers, GAME, 2)
        poisoned = await answers.send(match, "acc0", {"kind": "poison", "how": how})
        assert (poisoned["status"], poisoned["code"]) == ("refused", "ENGINE_FAULT")
        after = await answers.send(match, "acc0", add(), expected_version=3)
        assert after["status"] == "accepted"
        assert after["version"] == 4


async def test_a_command_that_kills_the_worker_is_refused_and_innocents_are_not(
    server_url: str, tmp_path: Path
) -> None:
    """The poison lies in one batch with the commands of 15 other matches."""
    stack = Stack(server_url, tmp_path / "data", extra_games=TOYS, partitions=1)
    async with fresh_store(server_url, partitions=1) as store, Answers(store) as answers:
        try:
            await _kill_among_innocents(store, stack, answers)
        finally:
            stack.stop()


async def _kill_among_innocents(store: Store, stack: Stack, answers: Answers) -> None:
    worker = stack.start("worker")
    matches = [await start_match(store, stack.data, answers, GAME, 2) for _ in range(16)]
    worker.stop()
    poison = {"kind": "poison", "how": "kill"}
    sent = [asyncio.create_task(answers.send(matches[0], "acc0", poison, timeout=PATIENCE_S))]
    await _all_accepted(store, matches[:1])  # first of the batch, so nobody is decided before it
    sent += [
        asyncio.create_task(answers.send(match, "acc0", add(), timeout=PATIENCE_S))
        for match in matches[1:]
    ]
    await _all_accepted(store, matches)
    await _gone(stack.start("worker"))
    held = await _pending(stack.url, store.keys.ready(0))
    assert list(held.values()) == [16], "one worker took all of them and finished none"
    deciding = asyncio.gather(*sent)
    deaths = 1 + await ended(stack, deciding)
    receipts = await deciding
    assert receipts[0]["code"] == "ENGINE_FAULT"
    assert [r["status"] for r in receipts[1:]] == ["accepted"] * 15
    assert 2 <= deaths <= 4, "the batch and two tries alone; a token may be taken over once more"
    assert (await answers.send(matches[0], "acc1", add()))["status"] == "accepted"


async def _pending(server: str, ready: str) -> dict[bytes, int]:
    """Return how many tokens rest with each worker."""
    async with Redis.from_url(server) as client:
        told: dict[str, Any] = await client.xpending(ready, GROUP)
    return {consumer["name"]: consumer["pending"] for consumer in told["consumers"]}


async def _all_accepted(store: Store, matches: list[str]) -> None:
    async def accepted() -> bool:
        metas = await store.metas(matches)
        return all(meta is not None and meta.arrivals == meta.done + 1 for meta in metas)

    await until(accepted)


async def _gone(worker: Any) -> None:
    await asyncio.get_running_loop().run_in_executor(None, worker.child.wait)


async def ended(stack: Stack, deciding: asyncio.Future[Any], **settings: Any) -> int:
    """Start workers until somebody is answered; returns how many of them died."""
    deaths = 0
    while not deciding.done():
        assert deaths < 10, "the fleet dies one by one"
        worker = await asyncio.to_thread(stack.start, "worker", **settings)
        gone = asyncio.create_task(_gone(worker))
        await asyncio.wait([gone, deciding], return_when=asyncio.FIRST_COMPLETED)
        deaths += not worker.alive
    return deaths


async def test_a_command_that_hangs_where_no_exception_reaches_it_is_refused(
    store: Store,
    stack: Stack,
) -> None:
    """Only the end of the process stops it: the fleet must not hang with it, one by one."""
    worker = stack.start("worker")
    async with Answers(store) as answers:
        match = await start_match(store, stack.data, answers, GAME, 2)
        worker.stop()
        sent = asyncio.create_task(
            answers.send(match, "acc0", {"kind": "poison", "how": "freeze"}, timeout=PATIENCE_S)
        )
        deaths = await ended(stack, sent, decide_ms=200)
        assert 2 <= deaths <= 4, "the batch and two tries alone"
        assert sent.result()["code"] == "ENGINE_FAULT"
        assert (await answers.send(match, "acc1", add()))["status"] == "accepted"


async def test_a_match_whose_default_kills_its_worker_is_parked(
    store: Store,
    stack: Stack,
) -> None:
    worker = stack.start("worker")
    async with Answers(store) as answers:
        config = {"deadly_default": True}
        match = await start_match(
            store, stack.data, answers, GAME, 2, config=config, decision_ms=300
        )
        worker.stop()
        parked = asyncio.create_task(_until_parked(store, match))
        assert 4 <= await ended(stack, parked) <= 6, "a batch, two tries, two refusals"
        other = await start_match(store, stack.data, answers, GAME, 2)
        assert (await answers.send(other, "acc1", add()))["status"] == "accepted"


@pytest.mark.long
async def test_a_log_that_kills_its_readers_parks_its_match(
    store: Store,
    stack: Stack,
) -> None:
    worker = stack.start("worker")
    async with Answers(store) as answers:
        match = await start_match(store, stack.data, answers, GAME, 2)
        innocent = await start_match(store, stack.data, answers, GAME, 2)
        worker.stop()
        sent = asyncio.create_task(answers.send(match, "acc0", add(), timeout=PATIENCE_S))
        await _all_accepted(store, [match])
        await _append_by_hand(store, stack, match, Deadly())
        kept = asyncio.create_task(answers.send(innocent, "acc0", add(), timeout=PATIENCE_S))
        assert 4 <= await ended(stack, sent) <= 6
        assert sent.result()["code"] == "MATCH_PARKED"
        assert (await kept)["status"] == "accepted"


async def _until_parked(store: Store, match: str) -> None:
    async def is_parked() -> bool:
        meta = await store.meta(match)
        return meta is not None and meta.parked

    await until(is_parked, PATIENCE_S)


async def test_a_parked_match_goes_on_once_its_fault_is_mended(store: Store, stack: Stack) -> None:
    """What breaks is the worker's environment, so that a worker started later has it mended."""
    broken = stack.start("worker", **{BROKEN.removeprefix("PLAYLEDGER_"): True})
    async with Answers(store) as answers:
        match = await start_match(
            store, stack.data, answers, GAME, 2, config={"goal": 3}, decision_ms=300
        )
        await _until_parked(store, match)
        reply = (await answers.send(match, "acc0", add()))["reply"]
        assert reply.code == "MATCH_PARKED"
        assert broken.alive
        broken.stop()

        done = await asyncio.to_thread(
            playledger,
            *("unpark", match),
            REDIS_URL=stack.url,
            PLAYLEDGER_DATA=str(stack.data),
            PLAYLEDGER_PARTITIONS="4",
            PLAYLEDGER_EXTRA_GAMES=json.dumps(TOYS),
        )
        assert done.returncode == 0, done.stderr
        stack.start("worker")
        await answers.closed(match)  # by the very defaults that had failed
    log = await store.read_log(match, after=0, count=100)
    told = b"".join(commit.public for commit in log)
    assert told.index(b"match.parked") < told.index(b"match.unparked") < told.index(b'"added"')
    verdict = verify(await exported(store, stack.data, match), GAMES)
    assert verdict.genuine, verdict
    assert verdict.outcome is not None
    assert verdict.outcome["total"] == 3


async def test_a_match_whose_default_raises_is_parked_and_its_mail_answered(
    store: Store,
    stack: Stack,
) -> None:
    worker = stack.start("worker")
    async with Answers(store) as answers:
        match = await start_match(
            store, stack.data, answers, GAME, 2, config={"broken_default": True}, decision_ms=400
        )
        late = await _until_refused(answers, match)
        assert late["code"] == "MATCH_PARKED" or late["reply"].code == "MATCH_PARKED"
        meta = await store.meta(match)
        assert meta is not None
        assert meta.parked
        (commit,) = await store.read_log(match, after=meta.version - 1, count=1)
        assert b"match.parked" in commit.public
    assert worker.alive


async def _until_refused(answers: Answers, match: str) -> dict[str, Any]:
    async with asyncio.timeout(PATIENCE_S):
        while True:
            receipt = await answers.send(match, "acc0", add(4))
            if receipt["status"] == "not accepted" or receipt["code"] == "MATCH_PARKED":
                return receipt


async def test_a_match_that_cannot_be_folded_is_parked_and_stays_so_while_it_cannot(
    store: Store,
    stack: Stack,
) -> None:
    worker = stack.start("worker")
    async with Answers(store) as answers:
        match = await start_match(store, stack.data, answers, GAME, 2)
        worker.stop()
        refused = asyncio.create_task(answers.send(match, "acc0", add()))
        await _all_accepted(store, [match])
        await _append_by_hand(store, stack, match)
        stack.start("worker")
        receipt = await refused
        assert receipt["code"] == "MATCH_PARKED"
        with pytest.raises(CannotActError, match="cannot be folded"):
            await unpark(store, GAMES, MasterKey.load(stack.data), match)


async def _append_by_hand(
    store: Store, stack: Stack, match: str, event: Event | None = None
) -> None:
    """Commit an event that no fold takes, as a faulty build might have."""
    partition = store.keys.partition(match)
    claimed = await store.reclaim(partition, "hand", min_idle_ms=0, count=10)
    tokens = [*claimed.tokens, *await fetch(store, partition, "hand", count=10)]
    (token,) = [token for token in tokens if token.match == match]
    (loaded,) = await store.load_many([LoadRequest(match=match)])
    assert loaded is not None
    assert loaded.secrets is not None
    commit = Commit(
        n=loaded.standing.version + 1,
        at=loaded.stamp,
        actor="system",
        commands=(),
        events=(event or Unfoldable(),),
        awaited=(),
    )
    salt_key = MasterKey.load(stack.data).decrypt("salt", match, loaded.secrets.salt_key)
    stored = seal(codec_of(GAME).write(commit, 2), commit.n, loaded.standing.head, salt_key)
    change = Change(status="running", summary=b"{}", stamp=loaded.stamp, deadline=None)
    await store.commit_many(
        [
            Results(
                token=token,
                seen=loaded.standing,
                done=loaded.standing.done,
                commits=[stored],
                change=change,
            )
        ]
    )


async def test_a_clock_that_runs_out_is_played_by_default_at_its_deadline(
    store: Store,
    stack: Stack,
) -> None:
    """Nobody sends anything: the worker's own ticks do it."""
    stack.start("worker")
    async with Answers(store) as answers:
        match = await start_match(
            store,
            stack.data,
            answers,
            GAMES.game("rps@1"),
            2,
            config={"rounds": 1},
            decision_ms=300,
        )
        await answers.closed(match)
    verdict = verify(await exported(store, stack.data, match), GAMES)
    assert verdict.genuine, verdict


async def test_mail_of_a_match_with_unknown_rules_waits_for_a_worker_that_knows_them(
    store: Store,
    stack: Stack,
) -> None:
    master, host = MasterKey.load(stack.data), HostKey.load(stack.data)
    new = make_match(GAME, master, host, seats=2)
    await store.create(new)
    stack.start("worker", extra_games=())
    async with Answers(store) as answers:
        join = answers.send(new.match, "acc0", {"kind": "match.join"}, timeout=PATIENCE_S)
        joining = asyncio.create_task(join)
        await asyncio.wait([joining], timeout=1)
        assert not joining.done()
        stack.start("worker")
        assert (await joining)["status"] == "accepted"
