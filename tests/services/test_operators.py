"""What operators do beside a match that moves, or whose answer is lost."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

import pytest

from services.worker import recover as recovery
from services.worker.unpark import unpark
from services.worker.upkeep import post_ticks
from tests.services.crew import GAMES, Crew

if TYPE_CHECKING:
    from services.common.store import Store

pytestmark = pytest.mark.server


async def test_unpark_knows_its_own_commit_when_the_answer_was_lost(
    store: Store, crew: Crew, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = await crew.start_match(broken_default=True, decision_ms=10)
    await asyncio.sleep(0.02)
    await post_ticks(store)
    await crew.play()
    once = store.unpark

    async def twice(own: Any) -> bool:
        await once(own)
        return await once(own)

    monkeypatch.setattr(store, "unpark", twice)
    version = await unpark(store, GAMES, crew.master, match)
    meta = await store.meta(match)
    assert meta is not None
    assert (meta.version, meta.parked, meta.arrivals - meta.done) == (version, False, 1)


async def test_recover_reseeds_matches_that_move_meanwhile(
    store: Store, crew: Crew, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(recovery, "_PAGE", 2)
    matches = [await crew.start_match() for _ in range(5)]
    reseed = recovery._reseed

    async def while_playing(*what: Any) -> bool:
        for match in matches:
            await crew.add(match)
        await crew.play()
        return await reseed(*what)

    monkeypatch.setattr(recovery, "_reseed", while_playing)
    done = await recovery.recover(store, GAMES, crew.master)
    assert sorted(done.reseeded) == sorted(matches)
