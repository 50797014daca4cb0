"""Faults of a game: only the command that meets one is refused, and innocents go on."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

import pytest

from engine.core.codec import codec_of
from engine.core.match_state import Commit
from engine.games import discover
from schemas.chain import seal
from schemas.verify import verify
from services.common.secrets import HostKey, MasterKey
from services.common.store_types import Change, LoadRequest, Results
from services.worker.own import CannotActError
from services.worker.unpark import unpark
from tests.services.players import Answers, exported, make_match, start_match
from tests.toys import TOYS
from tests.toys.poison import Unfoldable

if TYPE_CHECKING:
    from services.common.store import Store
    from tests.services.stack import Stack

pytestmark = pytest.mark.server

GAMES = discover(TOYS)
GAME = GAMES.game("poison@1")


def add(amount: int = 1) -> dict[str, Any]:
    return {"kind": "add", "amount": amount}


@pytest.mark.parametrize("how", ["raise", "flood", "hang", "unfoldable"])
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
    store: Store,
    stack: Stack,
) -> None:
    """The poison lies in one batch with the commands of 15 other matches."""
    worker = stack.start("worker")
    async with Answers(store) as answers:
        matches = [await start_match(store, stack.data, answers, GAME, 2) for _ in range(16)]
        worker.stop()
        commands = [add() if i else {"kind": "poison", "how": "kill"} for i in range(16)]
        sent = [
            asyncio.create_task(answers.send(match, "acc0", command, timeout=60))
            for match, command in zip(matches, commands, strict=True)
        ]
        await _all_accepted(store, matches)
        deaths = 0
        while not all(task.done() for task in sent):
            worker = stack.start("worker")
            await asyncio.wait(
                [asyncio.create_task(_gone(worker)), asyncio.gather(*sent)],
                return_when=asyncio.FIRST_COMPLETED,
            )
            deaths += not worker.alive
        receipts = [task.result() for task in sent]
        assert receipts[0]["code"] == "ENGINE_FAULT"
        assert [r["status"] for r in receipts[1:]] == ["accepted"] * 15
        assert deaths == 3, "the first batch and two tries alone"
        assert (await answers.send(matches[0], "acc1", add()))["status"] == "accepted"


async def _all_accepted(store: Store, matches: list[str]) -> None:
    while True:
        metas = await store.metas(matches)
        if all(meta is not None and meta.arrivals == meta.done + 1 for meta in metas):
            return


async def _gone(worker: Any) -> None:
    await asyncio.get_running_loop().run_in_executor(None, worker.popen.wait)


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
    while True:
        receipt = await answers.send(match, "acc0", {"kind": "add", "amount": 4})
        if receipt["status"] == "not accepted" or receipt["code"] == "MATCH_PARKED":
            return receipt


async def test_a_match_that_cannot_be_folded_is_parked_and_goes_on_when_mended(
    store: Store,
    stack: Stack,
    monkeypatch: pytest.MonkeyPatch,
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


async def _append_by_hand(store: Store, stack: Stack, match: str) -> None:
    """Commit an event that no fold takes, as a faulty build might have."""
    (token,) = [
        token
        for token in await store.reclaim(
            store.keys.partition(match), "hand", min_idle_ms=0, count=10
        )
        + await store.fetch(store.keys.partition(match), "hand", count=10)
        if token.match == match
    ]
    (loaded,) = await store.load_many([LoadRequest(match=match)])
    assert loaded is not None
    assert loaded.secrets is not None
    commit = Commit(
        n=loaded.standing.version + 1,
        at=loaded.stamp,
        actor="system",
        commands=(),
        events=(Unfoldable(),),
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
        joining = asyncio.create_task(answers.send(new.match, "acc0", {"kind": "match.join"}))
        await asyncio.wait([joining], timeout=1)
        assert not joining.done()
        stack.start("worker")
        assert (await joining)["status"] == "accepted"
