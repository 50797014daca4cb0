"""Clocks through real processes: what is shown is enforced, and nothing is lost or doubled."""

from __future__ import annotations

import asyncio
import json
from time import time
from typing import TYPE_CHECKING, Any

import pytest

from engine.games import discover
from schemas.verify import verify

if TYPE_CHECKING:
    from tests.services.gateway_helpers import Player, Table

pytestmark = pytest.mark.server

DECISION_MS = 1_000
RACES = 40
REGISTRY = discover(("tests.toys.rps",))


async def clocked(table: Table, *players: Player, at_expiry: str = "default") -> str:
    """Create a match with a second for each decision, and seat the players."""
    clock = {"kind": "decision", "decision_ms": DECISION_MS, "at_expiry": at_expiry}
    body = {"game": "rps", "seats": len(players), "config": {"rounds": 2}, "clock": clock}
    answer = await players[0].client.post("/matches", json=body)
    assert answer.status_code == 201, answer.text
    assert answer.json()["clock"] == clock
    match = answer.json()["match_id"]
    for seat, player in enumerate(players):
        await player.join(match, seat=seat)
    return match


async def choose(player: Player, match: str, figure: str) -> dict[str, Any]:
    """Choose for the first round; return the answer."""
    command = {"kind": "choose", "choice": figure}
    return (await player.send(match, f"first-{figure}", command, decision="round.1")).json()


async def to_the_end(table: Table, match: str) -> list[dict[str, Any]]:
    """Follow the log until the match is over; return its commits."""
    async with table.anybody.stream("GET", f"/matches/{match}/log?follow=1") as answer:
        lines = [json.loads(line) async for line in answer.aiter_lines() if line]
    assert lines[-1]["type"] == "ended"
    return lines[:-1]


async def genuine(table: Table, match: str) -> bool:
    content = (await table.anybody.get(f"/matches/{match}/export")).content
    return verify(content, REGISTRY).genuine


async def test_the_deadline_that_is_shown_is_the_one_that_holds(table: Table) -> None:
    ada, bob = await table.player("Ada"), await table.player("Bob")
    match = await clocked(table, ada, bob)
    shown = (await ada.client.get(f"/matches/{match}/view")).json()["pending"]
    commits = await to_the_end(table, match)
    expired = [c for c in commits if c["events"][0]["kind"] == "match.expired"]
    assert {entry["deadline"] for entry in shown} == {expired[0]["at"]}
    for commit in expired:
        told = commit["events"][0]
        assert told["opened"] + DECISION_MS == told["deadline"] == commit["at"]
    assert [c["events"][0]["seats"] for c in expired] == [[0, 1]] * len(expired)
    assert await genuine(table, match)


async def test_who_is_late_is_withdrawn_if_the_clock_says_so(table: Table) -> None:
    ada, bob = await table.player("Ada"), await table.player("Bob")
    match = await clocked(table, ada, bob, at_expiry="withdraw")
    assert (await choose(ada, match, "rock"))["status"] == "sealed"
    commits = await to_the_end(table, match)
    kinds = [event["kind"] for commit in commits for event in commit["events"]]
    assert kinds.count("match.withdrawn") == 1
    summary = (await table.anybody.get(f"/matches/{match}")).json()
    assert summary["outcome"]["winners"] == [0]
    assert await genuine(table, match)


async def test_around_the_instant_there_is_the_move_or_the_expiry(table: Table) -> None:
    """Never both, never neither: the last choice arrives within 30 ms of its deadline."""
    ada, bob = await table.player("Ada"), await table.player("Bob")
    told = await asyncio.gather(*(_race(table, ada, bob, number) for number in range(RACES)))
    assert {True, False} == set(told), "all moves came on one side of the deadline"


async def _race(table: Table, ada: Player, bob: Player, number: int) -> bool:
    """Return whether the last choice was in time."""
    match = await clocked(table, ada, bob)
    await choose(ada, match, "rock")
    (deadline,) = [entry["deadline"] for entry in (await bob.view(match))["pending"]]
    offset_ms = (number % 13 - 6) * 5
    await asyncio.sleep((deadline + offset_ms) / 1_000 - time())  # to that instant
    answer = await choose(bob, match, "paper")
    commits = await to_the_end(table, match)
    first = next(c for c in commits if "opened" in [event["kind"] for event in c["events"]])
    expired = first["events"][0]["kind"] == "match.expired"
    assert answer.get("code") == ("DECISION_CLOSED" if expired else None), answer
    assert [entry["seat"] for entry in first["commands"]] == ([0] if expired else [0, 1])
    return not expired
