"""A network that fails on purpose: a proxy in front of a server's Unix socket."""

from __future__ import annotations

import asyncio
import contextlib
from typing import TYPE_CHECKING, Self
from urllib.parse import quote, unquote

if TYPE_CHECKING:
    from pathlib import Path

_CHUNK = 4096


class Proxy:
    """Passes bytes on until it is told to cut or to stall; connections may come again at once."""

    def __init__(self, url: str, path: Path) -> None:
        self._target = unquote(url.removeprefix("unix://"))
        self._path = path
        self._pairs: set[tuple[asyncio.StreamWriter, asyncio.StreamWriter]] = set()
        self._open = asyncio.Event()
        self._open.set()
        self._left: dict[str, int] = {}
        """Direction -> bytes that still pass before everything is cut."""
        self.cuts = 0

    @property
    def url(self) -> str:
        return f"unix://{quote(str(self._path))}"

    async def __aenter__(self) -> Self:
        self._server = await asyncio.start_unix_server(self._serve, self._path)
        return self

    async def __aexit__(self, *_: object) -> None:
        self._server.close()
        self.go_on()
        self.cut()

    def cut(self) -> None:
        """Cut every connection, whatever is under way on it."""
        self.cuts += 1
        self._left.clear()
        for pair in tuple(self._pairs):
            for writer in pair:
                writer.transport.abort()

    def cut_after(self, count: int, *, replies: bool) -> None:
        """Cut everything once so many more bytes have passed in one direction."""
        self._left["replies" if replies else "calls"] = count

    def stall(self) -> None:
        """Pass nothing on, and close nothing: what a dead peer looks like."""
        self._open.clear()

    def go_on(self) -> None:
        self._open.set()

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            far_reader, far_writer = await asyncio.open_unix_connection(self._target)
        except OSError:
            writer.transport.abort()
            return
        pair = (writer, far_writer)
        self._pairs.add(pair)
        try:
            await asyncio.gather(
                self._pass(reader, far_writer, "calls"), self._pass(far_reader, writer, "replies")
            )
        finally:
            self._pairs.discard(pair)
            for one in pair:
                one.transport.abort()

    async def _pass(
        self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, direction: str
    ) -> None:
        with contextlib.suppress(OSError):
            while chunk := await reader.read(_CHUNK):
                await self._open.wait()
                left = self._left.get(direction)
                if left is not None and left < len(chunk):
                    writer.write(chunk[:left])
                    await writer.drain()
                    self.cut()
                    return
                if left is not None:
                    self._left[direction] = left - len(chunk)
                writer.write(chunk)
                await writer.drain()
        writer.transport.abort()
