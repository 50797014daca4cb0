"""Clocks through real processes: what is shown is enforced, and nothing is lost or doubled."""

from __future__ import annotations

import asyncio
import json
from time import time
from typing import TYPE_CHECKING, Any

import pytest

from engine.games import discover
from schemas.verify import verify
from tests.services.gateway_helpers import frame

if TYPE_CHECKING:
    from tests.services.gateway_helpers import Player, Table

pytestmark = pytest.mark.server

DECISION_MS = 1_000
RACES = 200
AT_ONCE = 40
RACE_MS = 3_000
"""Long enough for 40 matches to begin at once on a busy machine."""
REGISTRY = discover(("tests.toys.rps",))


async def clocked(
    table: Table, *players: Player, at_expiry: str = "default", decision_ms: int = DECISION_MS
) -> str:
    """Create a match with a time for each decision, and seat the players."""
    clock = {"kind": "decision", "decision_ms": decision_ms, "at_expiry": at_expiry}
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


async def until_opened(table: Table, match: str) -> list[dict[str, Any]]:
    """Follow the log until choices are opened; return its commits, that one last."""
    commits: list[dict[str, Any]] = []
    async with table.anybody.stream("GET", f"/matches/{match}/log?follow=1") as answer:
        async for line in answer.aiter_lines():
            if line:
                commits.append(json.loads(line))
                if "opened" in [event["kind"] for event in commits[-1].get("events", ())]:
                    break
    return commits


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
        told, *stopped = commit["events"]
        assert told["deadline"] == commit["at"]
        assert {s["since"] + s["before"] + DECISION_MS for s in stopped} == {commit["at"]}
        assert {s["spent"] for s in stopped} == {DECISION_MS}
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
    told: list[bool] = []
    for begin in range(0, RACES, AT_ONCE):
        numbers = range(begin, begin + AT_ONCE)
        told += await asyncio.gather(*(_race(table, ada, bob, number) for number in numbers))
    assert {True, False} == set(told), "all moves came on one side of the deadline"


async def _race(table: Table, ada: Player, bob: Player, number: int) -> bool:
    """Return whether the last choice was in time."""
    match = await clocked(table, ada, bob, decision_ms=RACE_MS)
    await choose(ada, match, "rock")
    (deadline,) = [entry["deadline"] for entry in (await bob.view(match))["pending"]]
    offset_ms = (number % 13 - 6) * 5
    await asyncio.sleep((deadline + offset_ms) / 1_000 - time())  # to that instant
    answer = await choose(bob, match, "paper")
    *earlier, first = await until_opened(table, match)
    before = [event["kind"] for commit in earlier for event in commit["events"]]
    expired = before.count("match.expired") == 1
    assert expired or "match.expired" not in before
    assert answer.get("code") == ("DECISION_CLOSED" if expired else None), answer
    assert [entry["seat"] for entry in first["commands"]] == ([0] if expired else [0, 1])
    return not expired


async def test_sockets_tell_the_deadlines_that_the_view_tells(table: Table) -> None:
    ada, bob = await table.player("Ada"), await table.player("Bob")
    clock = {"kind": "bank", "bank_ms": 3_600_000}
    body = {"game": "rps", "seats": 2, "clock": clock}
    match = (await ada.client.post("/matches", json=body)).json()["match_id"]
    async with (
        table.live(match, ada, after=0) as player,
        table.live(match, after=0) as spectator,
        table.live(match, bob, mode="view") as viewer,
    ):
        for seat, one in enumerate((ada, bob)):
            await one.join(match, seat=seat)
        shown = (await ada.view(match))["pending"]
        assert [entry["deadline"] > 3_600_000 for entry in shown] == [True, True]
        for socket in (player, spectator):
            frames = [await frame(socket) for _ in range(3)]
            assert [one["version"] for one in frames] == [1, 2, 3]
            assert frames[-1]["pending"] == shown
        while (told := await frame(viewer))["version"] < 3:
            pass
        assert told["pending"] == shown
        await choose(ada, match, "rock")
        for socket in (player, spectator, viewer):
            assert (await frame(socket))["pending"] == shown[1:]
