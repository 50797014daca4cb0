"""A server that came back with an older history: no draw is made twice after ``recover``."""

from __future__ import annotations

import asyncio
import shutil
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING

import pytest

from engine.games import discover
from schemas.verify import verify
from services.common.bootstrap import StoreSettings, open_store
from services.common.embedded import EmbeddedServer
from services.common.secrets import HostKey, MasterKey
from services.worker.recover import Recovered, recover
from tests.services.players import Answers, exported, make_match
from tests.services.stack import Stack

if TYPE_CHECKING:
    from collections.abc import AsyncIterator
    from pathlib import Path

    from services.common.store import Store

pytestmark = pytest.mark.server

GAMES = discover()
REGICIDE = GAMES.game("regicide@1")


@asynccontextmanager
async def running(folder: Path) -> AsyncIterator[tuple[Store, Answers]]:
    """A server and a worker on a data folder, stopped in good order at the end."""
    loop = asyncio.get_running_loop()
    server = EmbeddedServer(folder / "server")
    await loop.run_in_executor(None, server.start)
    stack = Stack(server.url, folder / "keys")
    try:
        await loop.run_in_executor(None, stack.start, "worker")
        store = await open_store(StoreSettings(url=server.url, partitions=4))
        try:
            async with Answers(store) as answers:
                yield store, answers
        finally:
            await store.aclose()
    finally:
        await loop.run_in_executor(None, stack.stop)
        await loop.run_in_executor(None, server.stop)


async def last_join(store: Store, answers: Answers, match: str) -> tuple[bytes, ...]:
    """Fill the last seat and return the deal: the private parts of ``match.started``."""
    receipt = await answers.send(match, "acc1", {"kind": "match.join", "seat": 1})
    assert receipt["status"] == "accepted"
    (started,) = await store.read_log(match, after=receipt["version"], count=1)
    assert b"match.started" in started.public
    return started.private


async def test_after_recover_the_same_join_draws_another_deal(tmp_path: Path) -> None:
    first, without, recovered = (tmp_path / name for name in ("first", "without", "recovered"))
    async with running(first) as (store, answers):
        keys = first / "keys"
        new = make_match(REGICIDE, MasterKey.load(keys), HostKey.load(keys), seats=2)
        await store.create(new)
        await answers.send(new.match, "acc0", {"kind": "match.join", "seat": 0})
    for copy in (without, recovered):
        shutil.copytree(first, copy)
    async with running(first) as (store, answers):
        seen = await last_join(store, answers, new.match)
    async with running(without) as (store, answers):
        assert await last_join(store, answers, new.match) == seen, "the danger that is averted"
    async with running(recovered) as (store, answers):
        keys = recovered / "keys"
        done = await recover(store, GAMES, MasterKey.load(keys))
        assert done == Recovered(reseeded=(new.match,), failed=())
        assert await last_join(store, answers, new.match) != seen
        await answers.send(new.match, "acc0", {"kind": "match.resign"})
        await answers.closed(new.match)
        assert (await recover(store, GAMES, MasterKey.load(keys))).reseeded == ()
        file = await exported(store, keys, new.match)
    verdict = verify(file, GAMES)
    assert verdict.genuine, verdict
    forged = file.replace(
        b'match.reseeded\\",\\"seed_commitment\\":\\"',
        b'match.reseeded\\",\\"seed_commitment\\":\\"0',
        1,
    )
    assert not verify(forged, GAMES).genuine
