"""The worker as a real process on a real server: a match from its first join to its close."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

from engine.games import discover
from schemas.verify import verify
from tests.services.players import Answers, exported, start_match
from tests.toys import TOYS

if TYPE_CHECKING:
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
