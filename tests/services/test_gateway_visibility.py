"""Who may know of a match by lists and with a seat that changes hands; and how many watch."""

from __future__ import annotations

import json
import re
from contextlib import AsyncExitStack
from typing import TYPE_CHECKING, Any

import pytest

from engine.games import discover
from services.gateway.main import open_gateway
from tests.services.gateway_helpers import (
    at,
    created,
    frame,
    people,
    running_service,
    settings_of,
    url_of,
)
from tests.services.metrics import metrics_of
from tests.services.projections import until as happens
from tests.toys import TOYS

if TYPE_CHECKING:
    from collections.abc import Iterator

    import httpx

    from services.common.store import Store
    from tests.services.gateway_helpers import Player, Table
    from tests.services.stack import Stack

pytestmark = pytest.mark.server

NOWHERE = "nosuchmatchatall"
SIGNAL = {"kind": "signal", "say": "hm"}


@pytest.fixture(scope="module")
def service(server_url: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Stack]:
    """All kinds of processes: lists are the projector's."""
    data = tmp_path_factory.mktemp("visibility")
    kinds = ("worker", "gateway", "projector")
    with running_service(f"{server_url}?db=1", data, kinds=kinds) as running:
        yield running


# --- lists ----------------------------------------------------------------------------------------


async def listed(client: httpx.AsyncClient, **query: Any) -> set[str]:
    answer = await client.get("/matches", params={"limit": 100, **query})
    assert answer.status_code == 200, answer.text
    return {one["match_id"] for one in answer.json()["matches"]}


@pytest.mark.rule("match", "M13.3")
async def test_lists_hold_what_the_caller_may_know_of(table: Table) -> None:
    host, bob, judge, eve = await people(table, "Host", "Bob", "Judge", "Eve")
    people_of = {"invited": [bob.account], "arbiters": [{"account": judge.account}]}
    kinds = ("public", "unlisted", "private")
    matches = {kind: await created(host, visibility=kind, **people_of) for kind in kinds}
    every, ours = set(matches.values()), {matches[kind] for kind in kinds[1:]}

    async def shown_to(client: httpx.AsyncClient, **query: Any) -> set[str]:
        return await listed(client, **query) & every

    for player in (host, bob, judge):
        await happens(lambda player=player: _all(shown_to(player.client), every))
        assert await shown_to(player.client, status="open", game="rps") == every
    for client in (eve.client, table.anybody):
        assert await shown_to(client) == {matches["public"]}
        assert await shown_to(client, status="open", game="rps") == {matches["public"]}
    for match in every:
        await bob.join(match)
    await happens(lambda: _all(shown_to(bob.client, account=bob.account), every))
    await happens(lambda: _all(shown_to(host.client, account=bob.account), every))
    for client in (eve.client, table.anybody):
        assert await shown_to(client, account=bob.account) == {matches["public"]}
        unlisted = await client.get(f"/matches/{matches['unlisted']}/view")
        assert unlisted.status_code == 200
    assert await shown_to(bob.client, status="running") == set()
    for match in every:
        await host.join(match)
    await happens(lambda: _all(shown_to(judge.client, status="running"), every))
    assert await shown_to(judge.client, status="open") == set()
    assert ours & await shown_to(eve.client) == set()


async def _all(found: Any, wanted: set[str]) -> bool:
    return await found == wanted


async def test_pages_of_what_is_whose_follow_each_other(table: Table) -> None:
    host, eve = await people(table, "Host", "Eve")
    kinds = ("public", "private", "unlisted") * 5
    matches = [await created(host, visibility=kind) for kind in kinds]

    async def paged(client: httpx.AsyncClient) -> list[str]:
        found: list[str] = []
        query: dict[str, Any] = {"limit": 2}
        for _ in range(100):
            page = (await client.get("/matches", params=query)).json()
            found += [one["match_id"] for one in page["matches"] if one["match_id"] in matches]
            if page["cursor"] is None:
                break
            query["cursor"] = page["cursor"]
        return found

    await happens(lambda: _all(listed_of(host.client, matches), set(matches)))
    assert await paged(host.client) == matches[::-1]
    assert await paged(eve.client) == matches[::3][::-1]  # the public ones


async def listed_of(client: httpx.AsyncClient, matches: list[str]) -> set[str]:
    return await listed(client) & set(matches)


# --- a seat that gets another account -------------------------------------------------------------


async def judged(
    table: Table, visibility: str, delay: dict[str, int]
) -> tuple[str, Player, Player, Player, Player]:
    """Return a match that runs, its judge, who has seat 0, and two others."""
    judge, ada, bob, eve, dan = await people(table, "Judge", "Ada", "Bob", "Eve", "Dan")
    invited = {"invited": [ada.account, bob.account]} if visibility == "private" else {}
    terms = {"visibility": visibility, "delay": delay, **invited}
    match = await created(ada, arbiters=[{"account": judge.account}], **terms)
    for player in (ada, bob):
        await player.join(match)
    return match, judge, bob, eve, dan


async def hand_over(judge: Player, match: str, seat: int, player: Player) -> int:
    command = {"kind": "match.substitute", "seat": seat, "account": player.account}
    answer = await judge.send(match, f"to-{player.account}", command)
    assert answer.status_code == 200, answer.text
    return answer.json()["version"]


@pytest.mark.rule("match", "M13.1", "M13.2")
async def test_who_loses_the_seat_of_a_private_match_is_shown_out(table: Table) -> None:
    match, judge, _, eve, dan = await judged(table, "private", {})
    await hand_over(judge, match, 1, eve)
    assert (await eve.view(match))["seat"] == 1
    assert await eve.join(match) == 1
    follow = f"/matches/{match}/log?follow=1"
    async with (
        table.live(match, eve) as commits,
        table.live(match, eve, mode="view") as views,
        eve.client.stream("GET", follow) as log,
    ):
        lines = log.aiter_lines()
        version = (await frame(commits))["version"]
        assert [json.loads(await anext(lines))["version"] for _ in range(version)][-1] == version
        await frame(views)
        await hand_over(judge, match, 1, dan)
        told = [await frame(commits), await frame(views), json.loads(await anext(lines))]
        assert [(one["type"], one["code"]) for one in told] == [("problem", "MATCH_NOT_FOUND")] * 3
    assert (await eve.client.get(f"/matches/{match}")).status_code == 404
    assert (await dan.view(match))["seat"] == 1
    assert match not in await listed(eve.client)
    await happens(lambda: _all(listed_of(dan.client, [match]), {match}))


@pytest.mark.rule("match", "M13.1", "M13.5")
async def test_a_delayed_matchs_sight_goes_with_the_seat(table: Table) -> None:
    match, judge, bob, eve, _ = await judged(table, "public", {"ms": 3_600_000})
    async with table.live(match, bob) as old, table.live(match, eve) as new:
        before = (await frame(old))["version"]
        assert (await frame(new))["version"] == 0
        version = await hand_over(judge, match, 1, eve)
        assert version > before > 0
        frames = [await frame(new) for _ in range(version)]
        assert [one["version"] for one in frames] == [*range(1, version + 1)]
        assert frames[-1]["options"]
        command = {"type": "command", "command_id": "late", "command": SIGNAL}
        await old.send(json.dumps(command))
        answer = await frame(old)  # and no commit before it
        assert (answer["type"], answer["code"]) == ("answer", "NOT_SEATED")
    assert (await bob.view(match))["version"] == 0
    assert (await eve.view(match))["seat"] == 1


# --- spectators -----------------------------------------------------------------------------------


async def spectators(client: httpx.AsyncClient, match: str) -> int:
    return (await client.get(f"/matches/{match}")).json()["spectators"]


async def test_spectators_are_counted_over_all_gateways_and_players_are_not(
    service: Stack, table: Table
) -> None:
    host, bob, eve = await people(table, "Host", "Bob", "Eve")
    match = await created(host)
    await bob.join(match)
    assert await spectators(table.anybody, match) == 0
    second = service.start("gateway")
    async with at(url_of(service)) as other, AsyncExitStack() as watching:
        enter = watching.enter_async_context

        async def shown(expected: int) -> None:
            for one in (table.anybody, other.anybody):
                await happens(lambda one=one: _counted(one, match, expected))

        for player in (host, bob):  # who has a part does not count
            await frame(await enter(table.live(match, player)))
        for at_table, player in ((table, None), (table, eve), (other, None)):
            await frame(await enter(at_table.live(match, player)))
        await shown(3)
        async with other.anybody.stream("GET", f"/matches/{match}/log?follow=1") as log:
            lines = log.aiter_lines()
            await anext(lines)
            await shown(4)
        await shown(3)
        listing = (await other.anybody.get("/matches", params={"limit": 100})).json()["matches"]
        assert [one["spectators"] for one in listing if one["match_id"] == match] == [3]
        await eve.join(match)  # and so she plays
        await shown(2)
    async with at(url_of(service)) as other, other.live(match) as socket:
        await frame(socket)
        await happens(lambda: _counted(table.anybody, match, 1))
        second.kill()
    service.processes.remove(second)
    assert await spectators(table.anybody, match) == 1  # her time is not over yet


async def _counted(client: httpx.AsyncClient, match: str, expected: int) -> bool:
    return await spectators(client, match) == expected


async def test_spectators_of_a_gateway_that_is_gone_are_forgotten(store: Store) -> None:
    match = "match00000000001"
    await store.watch("second", {match: 2}, lease_ms=100)
    await store.watch("first", {match: 3}, lease_ms=60_000)
    assert await store.spectators([match], but="") in ([5], [3])

    async def alone() -> bool:
        return await store.spectators([match], but="") == [3]

    await happens(alone)
    assert await store.spectators([match], but="first") == [0]
    await store.watch("first", {match: 0}, lease_ms=60_000)
    assert await store.spectators([match], but="") == [0]
    assert await store.wire.call("EXISTS", store.keys.watching(match)) == 0


async def test_what_a_gateway_tells_of_its_spectators_does_not_last(
    service: Stack, table: Table
) -> None:
    (host,) = await people(table, "Host")
    match = await created(host)
    settings = settings_of(service)
    async with open_gateway(settings, discover(TOYS)) as gateway, table.live(match) as socket:
        await frame(socket)
        key = gateway.store.keys.watching(match)

        async def told() -> bool:
            return bool(await gateway.store.wire.call("EXISTS", key))

        await happens(told)
        left = await gateway.store.wire.call("PTTL", key)
        assert isinstance(left, int)
        assert 0 < left <= 30_000


async def test_metrics_tell_of_no_single_match(service: Stack, table: Table) -> None:
    host, bob = await people(table, "Host", "Bob")
    match = await created(host, visibility="private", invited=[bob.account])
    for player in (host, bob):
        await player.join(match)
    labels = {"partition", "outcome", "code", "by", "le"}
    for process in service.processes:
        told = " ".join(await metrics_of(process))
        assert not any(secret in told for secret in (match, host.account, bob.account))
        own = re.findall(r"playledger_\w+\{(.*?)\}", told)
        assert {pair.split("=")[0] for one in own for pair in one.split(",")} <= labels
