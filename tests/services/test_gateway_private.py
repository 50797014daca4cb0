"""Private matches, and who is invited to which."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, InvalidStatus

from tests.services.gateway_helpers import (
    choose,
    created,
    frame,
    people,
)

if TYPE_CHECKING:
    import httpx

    from tests.services.gateway_helpers import Player, Table

pytestmark = pytest.mark.server

NOWHERE = "nosuchmatchatall"
SIGNAL = {"kind": "signal", "say": "hm"}


async def everything(client: httpx.AsyncClient, match: str) -> list[tuple[str, int, str]]:
    """Return what every call about a match is answered, without its id."""
    reads = (
        *("", "/view", "/view?at=0", "/view?as=0", "/view?as=9", "/log", "/log?after=9"),
        *("/log?follow=1", "/log?proof=1", "/export", "/commands/c1", "/commands/no!id"),
    )
    told: list[tuple[str, int, str]] = []
    for path in reads:
        answer = await client.get(f"/matches/{match}{path}")
        told.append((path, answer.status_code, answer.text))
    command = {"command_id": "c1", "command": SIGNAL}
    for path, body in (
        ("/seats", {}),
        ("/seats", {"seat": 0}),
        ("/seats", {"seat": 99}),
        ("/seats", {"seat": "x"}),
        ("/commands", command),
        ("/commands", {**command, "command": {"kind": "match.join"}}),
        ("/commands", {**command, "command": {"kind": "no such"}}),
        ("/commands", {"command": SIGNAL}),
    ):
        answer = await client.post(f"/matches/{match}{path}", json=body)
        told.append((path, answer.status_code, answer.text))
    return [(path, status, text.replace(match, "")) for path, status, text in told]


async def greeted(table: Table, match: str, **hello: Any) -> tuple[dict[str, Any], int]:
    """Return the first frame after a hello without a header, and the code of the close."""
    async with table.live(match, **hello) as socket:
        told = await frame(socket)
        with pytest.raises(ConnectionClosed) as closed:
            await socket.recv()
    assert closed.value.rcvd is not None
    return {**told, "match_id": ""}, closed.value.rcvd.code


async def knocked(table: Table, match: str, player: Player) -> tuple[int, bytes]:
    """Return how a socket is refused whose handshake says who it is."""
    address = f"{table.url.replace('http', 'ws', 1)}/matches/{match}/live"
    headers = {"Authorization": f"Bearer {player.token}"}
    with pytest.raises(InvalidStatus) as refused:
        await connect(address, additional_headers=headers)
    return refused.value.response.status_code, bytes(refused.value.response.body)


@pytest.mark.rule("match", "M13.2")
async def test_a_private_match_is_to_others_like_one_that_does_not_exist(table: Table) -> None:
    host, bob, eve = await people(table, "Host", "Bob", "Eve")
    match = await created(host, visibility="private", invited=[bob.account])
    for moved in (False, True):
        if moved:
            await host.join(match)
            await bob.join(match)
        for client in (eve.client, table.anybody):
            assert await everything(client, match) == await everything(client, NOWHERE)
        for hello in ({}, {"token": eve.token}, {"after": 7}, {"mode": "view"}):
            told = await greeted(table, match, **hello)
            assert told == await greeted(table, NOWHERE, **hello)
            assert (told[0]["code"], told[0]["fatal"], told[1]) == ("MATCH_NOT_FOUND", True, 1008)
        assert await knocked(table, match, eve) == await knocked(table, NOWHERE, eve)


@pytest.mark.rule("match", "M13.1", "M13.2")
async def test_who_has_a_part_in_a_private_match_plays_and_sees_it(table: Table) -> None:
    host, bob, cat, judge = await people(table, "Host", "Bob", "Cat", "Judge")
    invited, arbiters = [bob.account, cat.account], [{"account": judge.account}]
    match = await created(host, visibility="private", invited=invited, arbiters=arbiters)
    assert [await one.join(match) for one in (bob, cat)] == [0, 1]
    for player in (host, bob, cat, judge):
        assert (await player.view(match))["status"] == "running"
        async with table.live(match, player) as socket:
            assert (await frame(socket))["type"] == "snapshot"
    for seat, player in enumerate((bob, cat)):
        command = choose("rock" if seat else "paper")
        sent = await player.send(match, "c1", command, decision="round.1")
        assert sent.status_code == 200, sent.text
    answer = await judge.client.get(f"/matches/{match}/export")
    header = json.loads(json.loads(answer.text.splitlines()[0])["header"])
    assert (header["visibility"], header["invited"]) == ("private", invited)


async def test_a_token_of_somebody_else_opens_nothing(table: Table) -> None:
    host, eve = await people(table, "Host", "Eve")
    key = {"Idempotency-Key": "mine"}
    body = {"game": "rps", "seats": 2, "visibility": "private"}
    first = await host.client.post("/matches", json=body, headers=key)
    match = first.json()["match_id"]
    other = await eve.client.post("/matches", json=body, headers=key)
    assert other.json()["match_id"] != match
    for token in ("x" * 43, host.token[:-1] + "!", host.token[:-1]):
        headers = {"Authorization": f"Bearer {token}"}
        answer = await table.anybody.get(f"/matches/{match}", headers=headers)
        nowhere = await table.anybody.get(f"/matches/{NOWHERE}", headers=headers)
        assert (answer.status_code, answer.content) == (401, nowhere.content)


# --- invitations ----------------------------------------------------------------------------------


@pytest.mark.rule("match", "M13.4")
@pytest.mark.parametrize("visibility", ["public", "unlisted"])
async def test_where_some_are_invited_only_they_sit_down(table: Table, visibility: str) -> None:
    host, bob, eve = await people(table, "Host", "Bob", "Eve")
    match = await created(host, visibility=visibility, invited=[bob.account])
    refused = await eve.client.post(f"/matches/{match}/seats", json={})
    problem = refused.json()
    assert (refused.status_code, problem["code"], problem["rule"]) == (403, "FORBIDDEN", "M13.4")
    assert "invited" in problem["detail"]
    assert (await eve.view(match))["status"] == "open"
    assert [await one.join(match) for one in (bob, host)] == [0, 1]


@pytest.mark.parametrize(
    "terms",
    [
        {"invited": ["no account!"]},
        {"invited": ["a", "a"]},
        {"invited": ["a"] * 65},
        {"invited": "bob"},
        {"visibility": "secret"},
        {"delay": {"commits": -1}},
        {"delay": {"commits": 1_001}},
        {"delay": {"ms": 30 * 24 * 3_600_000 + 1}},
        {"delay": {"seconds": 3}},
        {"delay": 3},
    ],
)
async def test_terms_that_are_none_are_named(table: Table, terms: dict[str, Any]) -> None:
    (host,) = await people(table, "Host")
    answer = await host.client.post("/matches", json={"game": "rps", "seats": 2, **terms})
    assert (answer.status_code, answer.json()["code"]) == (400, "MALFORMED")
    (name,) = terms
    assert all(error["path"].split(".")[0] == name for error in answer.json()["errors"])
