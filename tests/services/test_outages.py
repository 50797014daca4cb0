"""The whole service goes away for a while: no clock has run, and none runs out twice."""

from __future__ import annotations

import asyncio
import json
from itertools import pairwise
from typing import TYPE_CHECKING

import pytest

from engine.games import discover
from schemas.verify import verify
from tests.services.clients import new_account, patient, take_seat
from tests.services.house import KINDS, running_house
from tests.toys import TOYS

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.server

DECISION_MS = 4_000
DOWN_S = 6.0
"""Longer than a decision may take, and than gateways may be silent."""


async def test_an_outage_takes_no_time_from_anybody(tmp_path: Path) -> None:
    async with running_house(tmp_path) as (house, client):
        accounts = [await new_account(client, name) for name in ("Ada", "Bob")]
        body = {
            "game": "rps",
            "seats": 2,
            "config": {"rounds": 2},
            "clock": {"kind": "decision", "decision_ms": DECISION_MS},
        }
        answer, _ = await patient(
            client, "POST", "/matches", json=body, headers=accounts[0].headers
        )
        match = answer.json()["match_id"]
        for account in accounts:
            await take_seat(client, account, match)
        shown = (await patient(client, "GET", f"/matches/{match}"))[0].json()
        (deadline,) = {entry["deadline"] for entry in shown["pending"]}
        for kind in KINDS:
            house.parts[kind].kill()
        house.server.kill()
        await asyncio.sleep(DOWN_S)
        await house.restart()
        async with (
            asyncio.timeout(60),
            client.stream("GET", f"/matches/{match}/log?follow=1", timeout=60) as stream,
        ):
            lines = [json.loads(line) async for line in stream.aiter_lines() if line]
        assert lines[-1]["type"] == "ended"
        events = [(event, c["at"]) for c in lines[:-1] for event in c["events"]]
        # A worker may be back before the gateway: then the rest of the gap comes later.
        credited = [event for event, _ in events if event["kind"] == "match.credited"]
        for before, after in pairwise(credited):
            assert before["end"] == after["start"]
        down = credited[-1]["end"] - credited[0]["start"]
        assert down >= DOWN_S * 1_000
        expired = [at for event, at in events if event["kind"] == "match.expired"]
        assert expired == [deadline + down + place * DECISION_MS for place in range(len(expired))]
        content = (await patient(client, "GET", f"/matches/{match}/export"))[0].content
        assert verify(content, discover(TOYS)).genuine
