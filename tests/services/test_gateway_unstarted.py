"""Matches that never start: annulled in time or cancelled, and then over like any other."""

from __future__ import annotations

import asyncio
import json
from typing import TYPE_CHECKING, Any

import pytest

from services.cli.bots import new_bots
from services.cli.policies import random_option
from services.common.bootstrap import StoreSettings, open_store
from services.projector.rebuild import rebuild
from tests.services.cli import in_process
from tests.services.gateway_helpers import at, frames_until, url_of
from tests.services.life import (
    REGISTRY,
    SECOND,
    arbiters,
    create,
    done,
    genuine,
    kinds,
    no,
    seated,
    summary,
    to_the_end,
)
from tests.services.projections import until

if TYPE_CHECKING:
    from pathlib import Path

    from tests.services.gateway_helpers import Table
    from tests.services.stack import Stack

pytestmark = pytest.mark.server

SOON: dict[str, Any] = {"bounds": {"start_ms": SECOND}}
LATER: dict[str, Any] = {"bounds": {"start_ms": 3 * SECOND}}
"""Enough time to sit down, however busy the machine is."""
IN_TIME = {"winners": [], "draw": False, "verdict": "annul", "reason": "Not started in time."}


async def test_a_match_that_does_not_start_in_time_is_annulled(table: Table) -> None:
    ada = await table.player("Ada")
    match = await create(ada, 2, **LATER)
    await ada.join(match)
    log = await to_the_end(table, match)
    assert kinds(log) == ["match.joined", "match.adjudicated", "match.ended", "match.closed"]
    told = await summary(table, match)
    assert log[1]["at"] == told["created"] + 3 * SECOND
    assert (told["status"], told["outcome"], told["pending"]) == ("closed", IN_TIME, [])
    view = await ada.view(match)
    assert (view["status"], view["outcome"], view["view"]) == ("closed", IN_TIME, None)
    assert view["options"] == []
    assert await genuine(table, match)
    for seat in ({}, {"seat": 1}):
        bob = await table.player("Bob")
        late = await bob.client.post(f"/matches/{match}/seats", json=seat)
        assert (late.status_code, late.json()["code"]) == (409, "MATCH_CLOSED")


async def test_a_match_that_nobody_ever_touched_is_annulled_too(table: Table) -> None:
    ada = await table.player("Ada")
    match = await create(ada, 2, **SOON)
    log = await to_the_end(table, match)
    assert kinds(log) == ["match.adjudicated", "match.ended", "match.closed"]
    assert (await summary(table, match))["version"] == 3
    assert await genuine(table, match)


async def test_a_match_that_starts_in_time_goes_on(table: Table) -> None:
    ada, bob = await table.player("Ada"), await table.player("Bob")
    match = await seated(ada, ada, bob, **LATER)
    other = await create(ada, 2, **LATER)
    await to_the_end(table, other)  # the time is over
    assert (await summary(table, match))["status"] == "running"
    await done(ada, match, "add", amount=3)


async def test_its_creator_cancels_a_match_before_its_start(table: Table) -> None:
    ada, bob = await table.player("Ada"), await table.player("Bob")
    match = await create(ada, 2)
    await bob.join(match)
    assert await no(bob, match, "match.cancel") == (403, "NOT_CREATOR")
    await done(ada, match, "match.cancel", reason="Wrong game, sorry.")
    told = await summary(table, match)
    assert told["outcome"]["reason"] == "Wrong game, sorry."
    log = await to_the_end(table, match)
    assert log[1]["actor"] == f"creator:{ada.account}"
    assert await genuine(table, match)
    assert await no(ada, match, "match.cancel") == (409, "MATCH_CLOSED")


async def test_a_creator_who_has_a_seat_cancels_too(table: Table) -> None:
    ada = await table.player("Ada")
    match = await create(ada, 2)
    await ada.join(match)
    await done(ada, match, "match.cancel")
    assert (await summary(table, match))["outcome"]["verdict"] == "annul"


async def test_an_arbiter_annuls_a_match_before_its_start_and_decides_nothing_else(
    table: Table,
) -> None:
    ada, judge = await table.player("Ada"), await table.player("Carla")
    match = await create(ada, 2, arbiters=arbiters(judge))
    early = (409, "MATCH_NOT_RUNNING")
    assert await no(judge, match, "match.pause") == early
    verdict = {"verdict": "draw", "reason": "Why not."}
    assert await no(judge, match, "match.adjudicate", **verdict) == early
    await done(judge, match, "match.adjudicate", verdict="annul", reason="A mistake.")
    assert (await summary(table, match))["outcome"]["reason"] == "A mistake."


async def test_those_who_wait_on_a_socket_hear_the_end(table: Table) -> None:
    ada = await table.player("Ada")
    match = await create(ada, 2, **SOON)
    async with (
        table.live(match, after=0) as commits,
        table.live(match, ada, mode="view") as views,
    ):
        for socket in (commits, views):
            ended = (await frames_until(socket, "ended"))[-1]
            assert (ended["version"], ended["outcome"]) == (3, IN_TIME)


async def test_bots_that_sat_down_leave_a_match_that_is_annulled(table: Table) -> None:
    ada = await table.player("Ada")
    match = await create(ada, 3, **LATER)
    (bot,) = await new_bots(table.url, 1, lambda _: random_option, 0)
    async with asyncio.timeout(20):
        await bot.join(match, "poison")  # returns when the match is over
    assert (await summary(table, match))["seats"][0]


async def listed(table: Table, match: str, **query: str) -> bool:
    found = (await table.anybody.get("/matches", params=query)).json()["matches"]
    return match in [one["match_id"] for one in found]


async def test_the_lists_know_that_a_match_was_annulled_and_so_does_a_rebuild(
    stack: Stack,
) -> None:
    for kind in ("worker", "gateway", "projector"):
        stack.start(kind)
    async with at(url_of(stack)) as table:
        ada = await table.player("Ada")
        match = await create(ada, 2, **LATER)
        await ada.join(match)
        await until(lambda: listed(table, match, status="open", account=ada.account))
        await to_the_end(table, match)
        await until(lambda: listed(table, match, status="closed", account=ada.account))
        assert not await listed(table, match, status="open")
        store = await open_store(StoreSettings(url=stack.url, partitions=4))
        try:
            report = await rebuild(store, REGISTRY, lambda _: None)
        finally:
            await store.aclose()
        assert report.unreadable == ()
        assert await listed(table, match, status="closed", game="poison")


async def test_replay_tells_of_a_match_that_never_started(table: Table, tmp_path: Path) -> None:
    ada = await table.player("Ada")
    match = await create(ada, 2, game="rps")
    await ada.join(match)
    await done(ada, match, "match.cancel")
    file = tmp_path / "never.match.jsonl"
    file.write_bytes((await ada.client.get(f"/matches/{match}/export")).content)
    assert in_process("verify", file).returncode == 0
    told = in_process("replay", file)
    assert told.returncode == 0
    assert "annul" in told.stdout
    view = in_process("replay", file, "--as", "0", "--at", "4", "--json")
    assert json.loads(view.stdout)["outcome"]["verdict"] == "annul"
    assert in_process("replay", file, "--as", "0", "--at", "4").returncode == 0
