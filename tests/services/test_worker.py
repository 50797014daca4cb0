"""The worker as a real process on a real server: a match from its first join to its close."""

from __future__ import annotations

import asyncio
import json
from typing import TYPE_CHECKING, Any

import pytest
from redis.asyncio import Redis

from engine.games import discover
from schemas.streams import GROUP, TOKEN_FIELD
from schemas.verify import verify
from services.common.secrets import HostKey, MasterKey
from services.common.store_types import LoadRequest, Token
from services.worker.main import make_broker
from services.worker.opening import Limits
from services.worker.play import Worker
from tests.services.metrics import metrics_of
from tests.services.players import Answers, exported, make_match, start_match
from tests.services.projections import until
from tests.services.store_helpers import incoming
from tests.toys import TOYS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from services.common.store import Store
    from tests.services.stack import Stack

pytestmark = pytest.mark.server

GAMES = discover(TOYS)
RPS = GAMES.game("rps@1")


async def choose(
    answers: Answers, match: str, seat: int, figure: str, decision: str
) -> dict[str, Any]:
    return await answers.send(
        match, f"acc{seat}", {"kind": "choose", "choice": figure}, decision=decision
    )


async def open_decision(store: Store, match: str) -> str:
    meta = await store.meta(match)
    assert meta is not None
    return json.loads(meta.summary)["pending"][0]["decision"]


async def test_a_match_is_played_to_its_end_and_proved(store: Store, stack: Stack) -> None:
    stack.start("worker")
    async with Answers(store) as answers:
        match = await start_match(store, stack.data, answers, RPS, 2, config={"rounds": 2})
        for _ in range(2):
            decision = await open_decision(store, match)
            first = await choose(answers, match, 0, "rock", decision)
            assert first["status"] == "sealed"
            second = await choose(answers, match, 1, "paper", decision)
            assert second["status"] == "accepted"
    meta = await store.meta(match)
    assert meta is not None
    assert meta.status == "closed"
    verdict = verify(await exported(store, stack.data, match), GAMES)
    assert verdict.genuine, verdict
    assert verdict.outcome is not None
    assert verdict.outcome["winners"] == [1]
    assert verdict.commits == meta.version


# --- what the library does with tokens ------------------------------------------------------------


class Idle(Worker):
    """Takes note of the tokens it is given, and plays none."""

    def __init__(self, store: Store, master: MasterKey) -> None:
        limits = Limits(decide_ms=500, snapshot_every=10, reclaim_idle_ms=30_000)
        super().__init__(store, GAMES, master, limits, "idle")
        self.given: asyncio.Queue[list[Token]] = asyncio.Queue()

    async def play(self, tokens: Sequence[Token]) -> None:
        self.given.put_nowait(list(tokens))


async def test_a_token_comes_with_its_id_and_stays_pending_until_it_is_committed(
    store: Store, stack: Stack
) -> None:
    """What the worker stands on: what the library hands over, and that it acknowledges nothing."""
    worker = Idle(store, MasterKey.load(stack.data))
    partition = 0
    ready = store.keys.ready(partition)
    async with Redis.from_url(stack.url) as client:
        expected: list[Token] = []
        broker = make_broker(stack.url, store.keys, "idle", 64, worker)
        try:
            await broker.start()
            for number in range(2):  # with the second one, the library is done with the first
                match = await _with_mail(store, stack, partition)
                listed: Any = await client.xrange(ready)
                entries = dict(listed)
                (token_id,) = set(entries) - {token.id.encode() for token in expected}
                assert TOKEN_FIELD == "__data__"
                assert entries[token_id][b"__data__"] == json.dumps(match).encode()
                (loaded,) = await store.load_many([LoadRequest(match=match)])
                assert loaded is not None
                (mail,) = loaded.mail
                expected.append(Token(partition, token_id.decode(), match, mail))
                given = await asyncio.wait_for(worker.given.get(), 20)
                assert given == [expected[number]]
        finally:
            await broker.stop()
        told: list[dict[str, Any]] = await client.xpending_range(ready, GROUP, "-", "+", 10)
        assert [one["message_id"].decode() for one in told] == [token.id for token in expected]
        assert {one["consumer"] for one in told} == {b"idle"}
        for token in expected:
            assert await client.hget(store.keys.meta(token.match), "token") == token.id.encode()


async def _with_mail(store: Store, stack: Stack, partition: int) -> str:
    """Create a match in a partition and send it a join."""
    master, host = MasterKey.load(stack.data), HostKey.load(stack.data)
    made = (make_match(RPS, master, host, seats=2) for _ in range(10_000))
    new = next(one for one in made if store.keys.partition(one.match) == partition)
    await store.create(new)
    body = json.dumps({"command": {"kind": "match.join"}})
    await store.accept(incoming(new.match, "acc0", "join", body, kind="join"))
    return new.match


async def test_a_match_whose_token_is_gone_is_decided_after_a_sweep(
    store: Store, stack: Stack
) -> None:
    match = await _with_mail(store, stack, 1)
    other = await _with_mail(store, stack, 1)
    ready, meta = store.keys.ready(1), store.keys.meta(match)
    async with Redis.from_url(stack.url) as client:
        token_id = await client.hget(meta, "token")
        assert isinstance(token_id, bytes)
        assert await client.xdel(ready, token_id) == 1
        assert await client.hdel(meta, "token") == 1
    worker = stack.start("worker")

    async def decided() -> bool:
        metas = await store.metas([match, other])
        return all(meta is not None and dict(meta.accounts) == {"acc0": 0} for meta in metas)

    await until(decided)
    assert (await metrics_of(worker))["playledger_orphaned_total"] == 1
