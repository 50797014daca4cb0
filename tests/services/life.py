"""Matches with arbiters, clocks and bounds of their own, over the API."""

from __future__ import annotations

import json
import secrets
from typing import TYPE_CHECKING, Any

from engine.games import discover
from schemas.verify import verify
from tests.toys import TOYS

if TYPE_CHECKING:
    import httpx

    from tests.services.gateway_helpers import Player, Table

REGISTRY = discover(TOYS)
SECOND = 1_000


async def create(creator: Player, seats: int, *, game: str = "poison", **body: Any) -> str:
    answer = await creator.client.post("/matches", json={"game": game, "seats": seats, **body})
    assert answer.status_code == 201, answer.text
    return answer.json()["match_id"]


async def seated(creator: Player, *players: Player, **body: Any) -> str:
    """Create a match and seat the players in order; it starts."""
    match = await create(creator, len(players), **body)
    for seat, player in enumerate(players):
        await player.join(match, seat=seat)
    return match


def arbiters(*players: Player, may_look: bool = False) -> list[dict[str, Any]]:
    return [{"account": player.account, "may_look": may_look} for player in players]


async def send(player: Player, match: str, kind: str, **fields: Any) -> httpx.Response:
    """Send a command; ``decision`` goes beside it."""
    more = {"decision": fields.pop("decision")} if "decision" in fields else {}
    return await player.send(match, secrets.token_hex(8), {"kind": kind, **fields}, **more)


async def done(player: Player, match: str, kind: str, **fields: Any) -> int:
    """Send a command that is accepted; return its version."""
    answer = await send(player, match, kind, **fields)
    assert answer.status_code == 200, answer.text
    assert answer.json()["status"] == "accepted"
    return answer.json()["version"]


async def no(player: Player, match: str, kind: str, **fields: Any) -> tuple[int, str]:
    """Send a command that is refused; return status and code."""
    answer = await send(player, match, kind, **fields)
    assert answer.status_code >= 400, answer.text
    return answer.status_code, answer.json()["code"]


async def summary(table: Table, match: str) -> dict[str, Any]:
    answer = await table.anybody.get(f"/matches/{match}")
    assert answer.status_code == 200, answer.text
    return answer.json()


async def commits(player: Player | Table, match: str, *, after: int = 0) -> list[dict[str, Any]]:
    """Return the log as somebody sees it, up to now."""
    client = getattr(player, "client", None) or getattr(player, "anybody", None)
    assert client is not None
    answer = await client.get(f"/matches/{match}/log", params={"after": after})
    return [json.loads(line) for line in answer.text.splitlines()]


async def until(table: Table, match: str, kind: str) -> dict[str, Any]:
    """Follow the log to the first commit with such an event; return the event."""
    async with table.anybody.stream("GET", f"/matches/{match}/log?follow=1") as answer:
        async for line in answer.aiter_lines():
            commit = json.loads(line) if line else {}
            for event in commit.get("events", ()):
                if event["kind"] == kind:
                    return {**event, "at": commit["at"], "version": commit["version"]}
    msg = f"the match ended without {kind}"
    raise AssertionError(msg)


async def to_the_end(table: Table, match: str) -> list[dict[str, Any]]:
    """Follow the log until the match is over; return its commits."""
    async with table.anybody.stream("GET", f"/matches/{match}/log?follow=1") as answer:
        lines = [json.loads(line) async for line in answer.aiter_lines() if line]
    assert lines[-1]["type"] == "ended"
    return lines[:-1]


def kinds(log: list[dict[str, Any]]) -> list[str]:
    return [event["kind"] for commit in log for event in commit["events"]]


async def genuine(table: Table, match: str) -> bool:
    content = (await table.anybody.get(f"/matches/{match}/export")).content
    return verify(content, REGISTRY).genuine
