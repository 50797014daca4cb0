"""Clients without a library: requests and frames as bytes."""

from __future__ import annotations

import asyncio
import json
import socket
import struct
from typing import TYPE_CHECKING

from schemas.problems import CONTENT_TYPE
from tests.services.gateway_helpers import PATIENCE_S

if TYPE_CHECKING:
    from tests.services.gateway_helpers import Table


TEXT, CONTINUED, PING = 1, 0, 9
CLOSED = b"\x88"


def address_of(table: Table) -> tuple[str, int]:
    host, port = table.url.removeprefix("http://").split(":")
    return host, int(port)


async def answer_to(table: Table, request: bytes) -> tuple[int, dict[str, str], bytes]:
    """Send a request as it is and return status, headers and body of the answer."""
    reader, writer = await asyncio.open_connection(*address_of(table))
    try:
        writer.write(request)
        async with asyncio.timeout(PATIENCE_S):
            head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").split("\r\n")
            headers = dict(line.lower().split(": ", 1) for line in head[1:] if line)
            body = await reader.readexactly(int(headers.get("content-length", "0")))
    finally:
        writer.close()
    return int(head[0].split()[1]), headers, body


def get(path: str, *headers: str) -> bytes:
    return "\r\n".join([f"GET {path} HTTP/1.1", "Host: here", *headers, "", ""]).encode()


def code_of(answer: tuple[int, dict[str, str], bytes]) -> tuple[int, str]:
    status, headers, body = answer
    assert headers["content-type"] == CONTENT_TYPE, (status, headers, body)
    return status, json.loads(body)["code"]


def raw_frame(kind: int, payload: bytes = b"", *, last: bool = True) -> bytes:
    size = len(payload)
    length = bytes([0x80 | size]) if size < 126 else b"\xfe" + struct.pack(">H", size)
    return bytes([(0x80 if last else 0) | kind]) + length + bytes(4) + payload


async def raw_socket(
    table: Table, match: str, *, receive: int | None = None
) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    """Open a live socket and return its bare connection."""
    sock = socket.socket()
    if receive is not None:
        sock.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, receive)
    sock.setblocking(False)
    await asyncio.get_running_loop().sock_connect(sock, address_of(table))
    reader, writer = await asyncio.open_connection(sock=sock, limit=2**10)
    writer.write(
        get(
            f"/matches/{match}/live",
            *("Connection: Upgrade", "Upgrade: websocket", "Sec-WebSocket-Version: 13"),
            "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
        )
    )
    assert b" 101 " in await reader.readuntil(b"\r\n\r\n")
    return reader, writer
