"""Clients that do not send, do not read or do not answer: how long a gateway waits for them.

Each gateway is a test's own, with limits that are short, on an emptied server.
"""

from __future__ import annotations

import asyncio
import json
from contextlib import suppress
from typing import TYPE_CHECKING

import pytest

from services.gateway import frames
from services.gateway.limits import Limits
from tests.services.gateway_helpers import PATIENCE_S, own_gateway, play_out, two_at_table
from tests.services.raw_clients import (
    PING,
    TEXT,
    answer_to,
    code_of,
    raw_frame,
    raw_socket,
)

if TYPE_CHECKING:
    from tests.services.stack import Stack

pytestmark = pytest.mark.server


async def test_a_body_that_does_not_come_is_not_waited_for(stack: Stack) -> None:
    stack.start("worker")
    async with own_gateway(stack, Limits(body_s=0.2)) as table:
        request = b"POST /accounts HTTP/1.1\r\nHost: here\r\nContent-Length: 9\r\n\r\n{"
        assert code_of(await answer_to(table, request)) == (400, "MALFORMED")


async def test_pings_of_a_client_that_does_not_read_are_not_piled_up(
    stack: Stack, monkeypatch: pytest.MonkeyPatch
) -> None:
    waiting = 0
    original = frames.FrameProtocol.handle_ping

    def handle_ping(protocol: frames.FrameProtocol) -> None:
        nonlocal waiting
        original(protocol)
        waiting = max(waiting, protocol.transport.get_write_buffer_size())

    monkeypatch.setattr(frames.FrameProtocol, "handle_ping", handle_ping)
    stack.start("worker")
    async with own_gateway(stack, Limits()) as table:
        match, _, _ = await two_at_table(table)
        _, writer = await raw_socket(table, match, receive=4096)
        for _ in range(40):
            writer.write(raw_frame(PING, b"x" * 125) * 1_000)
            await writer.drain()
        await asyncio.sleep(0.2)
        writer.close()
    assert 0 < waiting < 1_000_000


async def test_a_client_that_answers_no_ping_is_gone(stack: Stack) -> None:
    stack.start("worker")
    async with own_gateway(stack, Limits(ping_s=0.1)) as table:
        match, _, _ = await two_at_table(table)
        async with table.live(match) as answering:
            reader, writer = await raw_socket(table, match)
            writer.write(raw_frame(TEXT, b'{"type":"hello"}'))
            async with asyncio.timeout(PATIENCE_S):
                with suppress(ConnectionResetError):
                    while await reader.read(1_000):
                        pass
            writer.close()
            assert json.loads(await answering.recv())["type"] == "snapshot"
            await (await answering.ping())


async def test_a_client_that_never_reads_is_gone_at_last(
    stack: Stack, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(frames, "LINGER_S", 0.2)
    gone = asyncio.Event()
    lost = frames.FrameProtocol.connection_lost

    def connection_lost(protocol: frames.FrameProtocol, exc: Exception | None) -> None:
        gone.set()
        lost(protocol, exc)

    monkeypatch.setattr(frames.FrameProtocol, "connection_lost", connection_lost)
    stack.start("worker")
    async with own_gateway(stack, Limits(send_s=0.2, farewell_s=0.2)) as table:
        players = [await table.player(name) for name in ("Ada", "Bob")]
        match = await table.match(*players, rounds=9)
        await play_out(match, *players)
        _, writer = await raw_socket(table, match, receive=2048)
        writer.write(raw_frame(TEXT, b'{"type":"hello","after":0,"proof":true}'))
        async with asyncio.timeout(PATIENCE_S):
            await gone.wait()
        writer.close()
