"""What reaches the gateway beside its calls: raw requests, odd frames, clients that hang."""

from __future__ import annotations

import asyncio
import json
import struct
from typing import TYPE_CHECKING

import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus

from schemas.problems import CONTENT_TYPE
from services.gateway.frames import MAX_FRAGMENTS
from tests.services.gateway_helpers import PATIENCE_S, two_at_table
from tests.services.raw_clients import (
    CLOSED,
    CONTINUED,
    PING,
    TEXT,
    address_of,
    answer_to,
    code_of,
    get,
    raw_frame,
    raw_socket,
)

if TYPE_CHECKING:
    from tests.services.gateway_helpers import Table
    from tests.services.stack import Stack

pytestmark = pytest.mark.server


# --- requests ------------------------------------------------------------------------------------


async def test_a_header_that_stands_twice_is_refused(table: Table) -> None:
    ada, bob = await table.player("Ada"), await table.player("Bob")
    mine, other = (f"Authorization: Bearer {player.token}" for player in (ada, bob))
    for second in (other, mine):
        assert code_of(await answer_to(table, get("/me", mine, second))) == (400, "MALFORMED")
    match = await table.match(ada, bob)
    upgrade = (
        *("Connection: Upgrade", "Upgrade: websocket", "Sec-WebSocket-Version: 13"),
        "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
    )
    answer = await answer_to(table, get(f"/matches/{match}/live", *upgrade, mine, other))
    assert code_of(answer) == (400, "MALFORMED")


@pytest.mark.parametrize(
    "query",
    ["view?as=spectator&as=0", "view?at=1&at=2", "log?after=0&after=1", "view?at=1.0"]
    + [f"view?at={odd}" for odd in ("1_0", "%2B1", "%201", "1e0", "%D9%A1", "9" * 20)]
    + ["log?after=1_0", "log?after=0.0"],
)
async def test_a_parameter_has_one_spelling_and_stands_once(table: Table, query: str) -> None:
    match, ada, _ = await two_at_table(table)
    answer = await ada.client.get(f"/matches/{match}/{query}")
    assert (answer.status_code, answer.json()["code"]) == (400, "MALFORMED")


async def test_no_redirect_leads_to_where_the_client_says(table: Table) -> None:
    for path in ("/games/", "/matches/", "/me/"):
        assert code_of(await answer_to(table, get(path))) == (404, "NOT_FOUND")


async def test_a_foreign_page_that_asks_before_a_call_gets_a_problem(table: Table) -> None:
    headers = {"Origin": "https://elsewhere.example", "Access-Control-Request-Method": "POST"}
    answer = await table.anybody.options("/matches", headers=headers)
    assert answer.headers["content-type"] == CONTENT_TYPE
    assert (answer.status_code, answer.json()["code"]) == (403, "ORIGIN_NOT_ALLOWED")


BODIES = [
    ("/accounts", '{"name":"a","name":"b"}', "name"),
    ("/accounts", '{"n\\u0061me":"a","name":"b"}', "name"),
    ("/matches", '{"game":"rps","seats":2,"config":{"rounds":1,"rounds":2}}', "rounds"),
]


@pytest.mark.parametrize(("path", "body", "key"), BODIES)
async def test_a_key_that_stands_twice_is_refused(
    table: Table, path: str, body: str, key: str
) -> None:
    ada = await table.player("Ada")
    answer = await ada.client.post(path, content=body)
    assert (answer.status_code, answer.json()["code"]) == (400, "MALFORMED")
    assert answer.json()["errors"][0]["path"] == key


async def test_a_long_name_of_a_decision_is_refused_before_anything_is_kept(table: Table) -> None:
    match, ada, _ = await two_at_table(table)
    command = {"kind": "match.resign"}
    answer = await ada.send(match, "c1", command, decision="\x7f" * 60_000)
    assert (answer.status_code, answer.json()["code"]) == (400, "MALFORMED")
    assert (await ada.client.get(f"/matches/{match}/commands/c1")).status_code == 404


async def test_a_problem_is_small_whatever_was_sent(table: Table) -> None:
    ada = await table.player("Ada")
    many = {f"field{number}": 1 for number in range(4_000)}
    for body in (many, {"a" * 60_000: 1}, {"name": {"b" * 60_000: 1.5}}, {"a" * 60_000: 1.5}):
        answer = await ada.client.post("/accounts", json=body)
        assert (answer.status_code, answer.json()["code"]) == (400, "MALFORMED")
        assert len(answer.content) < 8_000
    for path in ("/matches", "/me"):
        query = "&".join(f"field{number}=1" for number in range(4_000))
        answer = await ada.client.get(f"{path}?{query}")
        assert (answer.status_code, answer.json()["code"]) == (400, "MALFORMED")
        assert len(answer.content) < 8_000


async def test_a_client_that_goes_away_in_the_middle_is_no_fault_of_ours(
    table: Table, service: Stack
) -> None:
    head = b"POST /accounts HTTP/1.1\r\nHost: here\r\n"
    for rest in (
        b'Content-Length: 500\r\n\r\n{"name":',
        b"Transfer-Encoding: chunked\r\n\r\nzz\r\n{}\r\n",
    ):
        reader, writer = await asyncio.open_connection(*address_of(table))
        writer.write(head + rest)
        writer.write_eof()
        await reader.read()
        writer.close()
    for _ in range(5):
        assert (await table.anybody.get("/healthz")).status_code == 200
    assert not [line for line in service.logs() if "gateway_fault" in line]


# --- sockets -------------------------------------------------------------------------------------


@pytest.mark.parametrize("origin", ["http://[", "http://a]b", "http://[::1", "//", "http://x@y"])
async def test_an_origin_that_is_none_is_a_foreign_one(table: Table, origin: str) -> None:
    match, _, _ = await two_at_table(table)
    address = f"{table.url.replace('http', 'ws', 1)}/matches/{match}/live"
    with pytest.raises(InvalidStatus) as refused:
        await connect(address, additional_headers={"Origin": origin})
    assert refused.value.response.status_code == 403
    assert json.loads(refused.value.response.body)["code"] == "ORIGIN_NOT_ALLOWED"


@pytest.mark.parametrize("path", ["/", "/healthz", "/matches", "/matches/a/b/live"])
async def test_a_socket_where_there_is_none_is_not_found(table: Table, path: str) -> None:
    with pytest.raises(InvalidStatus) as refused:
        await connect(table.url.replace("http", "ws", 1) + path)
    assert refused.value.response.status_code == 404
    assert json.loads(refused.value.response.body)["code"] == "NOT_FOUND"


async def test_a_message_comes_in_a_bounded_number_of_frames(table: Table) -> None:
    match, _, _ = await two_at_table(table)
    reader, writer = await raw_socket(table, match)
    hello = raw_frame(TEXT, b'{"type":', last=False)
    writer.write(hello + raw_frame(PING, b"p") + raw_frame(CONTINUED, b'"hello"}'))
    assert (await reader.readexactly(3)) == b"\x8a\x01p"
    assert (await reader.readexactly(1)) == b"\x81"
    writer.close()
    reader, writer = await raw_socket(table, match)
    writer.write(hello + raw_frame(CONTINUED, last=False) * (MAX_FRAGMENTS + 100))
    async with asyncio.timeout(PATIENCE_S):
        told = await reader.read(100)
    assert told[:1] == CLOSED
    assert struct.unpack(">H", told[2:4]) == (1009,)
    writer.close()
