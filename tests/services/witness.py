"""A viewer of a match that keeps every byte it is sent, on every channel, and masks for them."""

from __future__ import annotations

import asyncio
import json
import re
from contextlib import AsyncExitStack
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Self
from urllib.parse import urlsplit

from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable, Iterable

    from websockets.asyncio.client import ClientConnection

PATIENCE_S = 20

# --- masks --------------------------------------------------------------------------------------

_QUOTE = rb'\\?"'
"""In proof lines and exports JSON text stands inside a JSON string."""

_MASKS: tuple[re.Pattern[bytes], ...] = (
    re.compile(_QUOTE + rb"at" + _QUOTE + rb":([0-9]+)"),
    re.compile(_QUOTE + rb"head" + _QUOTE + rb":" + _QUOTE + rb"([0-9a-f]{64})" + _QUOTE),
    re.compile(rb'"(?:seat:[0-9]+|server)":"([0-9a-f]{64})"'),  # commitments to parts not shown
    re.compile(rb'"signature":"([0-9a-f]{128})"'),
    re.compile(rb"(?im)^date: ([A-Za-z0-9:, ]{29})\r$"),
    re.compile(rb"(?im)^sec-websocket-accept: ([A-Za-z0-9+/=]{28})\r$"),
)


def masked(text: bytes) -> bytes:
    """Blank out what differs between any two runs, by its name and shape, keeping its length."""

    def blank(found: re.Match[bytes]) -> bytes:
        start, end = (place - found.start() for place in found.span(1))
        return found[0][:start] + b"#" * (end - start) + found[0][end:]

    for mask in _MASKS:
        text = mask.sub(blank, text)
    return text


# --- HTTP, as it comes off the wire -------------------------------------------------------------


@dataclass(frozen=True)
class Answer:
    """An HTTP answer, whole."""

    raw: bytes
    head: bytes
    body: bytes

    @property
    def status(self) -> int:
        return int(self.head.split(b" ", 2)[1])

    @property
    def headers(self) -> dict[str, str]:
        lines = self.head.decode("latin-1").split("\r\n")[1:]
        return {name.lower(): value for name, _, value in (one.partition(": ") for one in lines)}

    def json(self) -> Any:
        return json.loads(self.body)


async def exchange(
    url: str, method: str, path: str, *, token: str | None = None, body: bytes | None = None
) -> Answer:
    """Make one HTTP call on a connection of its own and return every byte of the answer."""
    reader, writer = await _asked(url, method, path, token, body)
    try:
        raw = await asyncio.wait_for(reader.read(), PATIENCE_S)
    finally:
        writer.close()
        await writer.wait_closed()
    head, _, rest = raw.partition(b"\r\n\r\n")
    chunked = b"\r\ntransfer-encoding: chunked" in head.lower()
    return Answer(raw, head, _joined(rest) if chunked else rest)


async def _asked(
    url: str, method: str, path: str, token: str | None, body: bytes | None
) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    address = urlsplit(url)
    assert address.port is not None
    reader, writer = await asyncio.open_connection(address.hostname, address.port, limit=1 << 24)
    lines = [f"{method} {path} HTTP/1.1", f"Host: {address.netloc}", "Connection: close"]
    lines.append("Accept-Encoding: gzip, br")
    if token is not None:
        lines.append(f"Authorization: Bearer {token}")
    if body is not None:
        lines += ["Content-Type: application/json", f"Content-Length: {len(body)}"]
    writer.write("\r\n".join([*lines, "", ""]).encode() + (body or b""))
    return reader, writer


def _joined(chunks: bytes) -> bytes:
    """Return the body that chunks make up; the last one may be cut off."""
    body = b""
    while chunks:
        size, _, rest = chunks.partition(b"\r\n")
        body, chunks = body + rest[: int(size, 16)], rest[int(size, 16) + 2 :]
    return body


# --- streams ------------------------------------------------------------------------------------


class Stream:
    """What came over one socket, or one log that is followed."""

    def __init__(self, name: str, version: int, *, tells_pending: bool) -> None:
        self.name = name
        self.tells_pending = tells_pending
        self.frames: list[bytes] = []
        """What happened in the match, in order; pings are left out."""
        self.replies: list[bytes] = []
        """Answers to this socket's own commands, and problems; commands are decided in parallel, so
        their order among the frames tells nothing."""
        self.version = version
        """The version it has come to; below 0 if it is to begin with a whole view."""
        self.awaited: frozenset[int] | None = None
        self.choice: str | None = None
        """Command id of the viewer's own sealed choice, in whole views."""
        self.ended = False
        self.left = False
        """Whether its reader has gone."""
        self.closed: tuple[int, str] | None = None
        self.socket: ClientConnection | None = None
        self._moved = asyncio.Event()

    def take(self, frame: bytes) -> None:
        told = json.loads(frame)
        if told["type"] == "ping":
            return
        if told["type"] in {"answer", "problem"}:
            self.replies.append(frame)
        else:
            self.frames.append(frame)
            self.version = told["version"]
            if "pending" in told:
                self.awaited = frozenset(entry["seat"] for entry in told["pending"])
            if "sealed" in told:
                self.choice = told["sealed"]["command_id"]
            self.ended = told["type"] == "ended"
        self._moved.set()

    def close(self, code: int, reason: str) -> None:
        self.closed = code, reason
        self._moved.set()

    async def until(self, met: Callable[[], bool]) -> None:
        """Wait for something to come."""
        async with asyncio.timeout(PATIENCE_S):
            while not met():
                assert self.closed is None, f"{self.name} was closed: {self.closed}"
                self._moved.clear()
                await self._moved.wait()

    async def reaches(self, version: int, awaited: Iterable[int] | None = None) -> None:
        """Wait for a version and, where it is told, for who is still awaited."""
        seats = None if awaited is None or not self.tells_pending else frozenset(awaited)
        await self.until(
            lambda: self.version >= version and (seats is None or self.awaited == seats)
        )


@dataclass(frozen=True)
class Person:
    account: str
    token: str


MODES: dict[str, dict[str, Any]] = {
    "live": {},
    "live-0": {"after": 0},
    "view": {"mode": "view"},
    "proof": {"after": 0, "proof": True},
}
FOLLOWED = {"follow": "follow=1", "follow-proof": "follow=1&proof=1"}


class Witness:
    """One viewer of one match; ``person`` None is a spectator without a token."""

    def __init__(self, url: str, match: str, person: Person | None = None) -> None:
        self.url = url
        self.match = match
        self.person = person
        self.kept: list[tuple[str, bytes]] = []
        """Label and bytes of each HTTP answer and each handshake."""
        self.streams: dict[str, Stream] = {}
        self._open = AsyncExitStack()
        self._tasks: list[asyncio.Task[None]] = []

    @property
    def token(self) -> str | None:
        return None if self.person is None else self.person.token

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.part()

    async def part(self) -> None:
        """Close all streams; what they brought stays."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        self._tasks.clear()
        await self._open.aclose()
        for stream in self.streams.values():
            stream.left = True

    def adopt(self, visit: Witness) -> None:
        """Take over what another one of the same viewer has seen."""
        self.kept += visit.kept
        self.streams |= visit.streams

    # --- calls ----------------------------------------------------------------------------------

    async def call(
        self, method: str, path: str, body: bytes | None = None, *, token: str | None = None
    ) -> Answer:
        """Make a call as this viewer (or with another token); a relative path is the match's."""
        full = path if path.startswith("/") else f"/matches/{self.match}/{path}".rstrip("/")
        answer = await exchange(self.url, method, full, token=token or self.token, body=body)
        said = "" if body is None else f" {body.decode('utf-8', 'replace')}"
        self.kept.append((f"{method} {path}{said}", answer.raw))
        return answer

    async def get(self, path: str) -> Answer:
        return await self.call("GET", path)

    async def send(self, command_id: str, command: Any, **more: Any) -> Answer:
        body = {"command_id": command_id, "command": command, **more}
        return await self.call("POST", "commands", json.dumps(body).encode())

    async def read_everything(self, n: int) -> None:
        """Ask all there is to read of a match at version ``n``, what is not there as well."""
        for path in (
            *("", "view", f"view?at={n - 1}", "view?at=3", f"view?at={n + 1}", "view?token=x"),
            *("view?as=spectator", "view?as=0", "view?as=1", "view?as=2", "view?as=9"),
            *("log", "log?proof=1", f"log?after={n - 2}", f"log?after={n + 1}", "export"),
            *("commands/own-1", "commands/other-1", "commands/join-0", "commands/none"),
            *("commands/leaving", "/me", "/matches/nosuchmatchatall/view", "live", "nowhere"),
        ):
            await self.get(path)

    # --- streams --------------------------------------------------------------------------------

    async def watch(self, suffix: str = "", **hello: Any) -> list[Stream]:
        """Open a stream in every mode there is; ``suffix`` tells them from others."""
        streams = [await self.live(name + suffix, **{**MODES[name], **hello}) for name in MODES]
        after = hello.get("after", 0)
        streams += [
            await self.follow(name + suffix, after, query) for name, query in FOLLOWED.items()
        ]
        return streams

    async def live(self, name: str, *, token: str | None = None, **hello: Any) -> Stream:
        address = f"{self.url.replace('http', 'ws', 1)}/matches/{self.match}/live"
        socket = await self._open.enter_async_context(connect(address, max_size=None))
        assert socket.response is not None
        self.kept.append((f"{name} handshake", str(socket.response.headers).encode()))
        token = token or self.token
        own = {} if token is None else {"token": token}
        await socket.send(json.dumps({"type": "hello", **own, **hello}))
        stream = self.streams[name] = Stream(name, hello.get("after", -1), tells_pending=True)
        stream.socket = socket
        self._tasks.append(asyncio.create_task(_read_socket(socket, stream)))
        return stream

    async def follow(self, name: str, after: int, query: str) -> Stream:
        path = f"/matches/{self.match}/log?after={after}&{query}"
        reader, writer = await _asked(self.url, "GET", path, self.token, None)
        self._open.callback(writer.close)
        head = await asyncio.wait_for(reader.readuntil(b"\r\n\r\n"), PATIENCE_S)
        self.kept.append((f"{name} head", head))
        stream = self.streams[name] = Stream(name, after, tells_pending=False)
        self._tasks.append(asyncio.create_task(_read_lines(reader, stream)))
        return stream

    # --- what it has seen -----------------------------------------------------------------------

    def record(self) -> list[tuple[str, bytes]]:
        """Return everything that came, labelled, in an order that repeats."""
        found = list(self.kept)
        for stream in self.streams.values():
            found += [(f"{stream.name} frame {n}", frame) for n, frame in enumerate(stream.frames)]
            replies = sorted(stream.replies, key=masked)
            found += [(f"{stream.name} reply {n}", frame) for n, frame in enumerate(replies)]
            found.append((f"{stream.name} closed", repr(stream.closed).encode()))
        return found

    def everything(self) -> bytes:
        return b"\n".join(text for _, text in self.record())


async def _read_socket(socket: ClientConnection, stream: Stream) -> None:
    try:
        while True:
            frame = await socket.recv()
            assert isinstance(frame, str)
            stream.take(frame.encode())
    except ConnectionClosed as closed:
        received = closed.rcvd
        stream.close(*((0, "") if received is None else (received.code, received.reason)))


async def _read_lines(reader: asyncio.StreamReader, stream: Stream) -> None:
    text = b""
    async for chunk in _chunks(reader):
        text += chunk
        *lines, text = text.split(b"\n")
        for line in lines:
            if line:
                stream.take(line)
    stream.close(0, "the last chunk")


async def _chunks(reader: asyncio.StreamReader) -> AsyncIterator[bytes]:
    while size := int(await reader.readuntil(b"\r\n"), 16):
        yield (await reader.readexactly(size + 2))[:-2]
