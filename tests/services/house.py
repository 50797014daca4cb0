"""A whole service with a server of its own, each part of which can be killed."""

from __future__ import annotations

import asyncio
import socket
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Any

import httpx

from services.common.embedded import EmbeddedServer
from tests.services.stack import Process, Stack
from tests.toys import TOYS

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable
    from pathlib import Path

KINDS = ("worker", "projector", "gateway")


class House:
    """A whole service on a server of its own, each part of which can be killed."""

    def __init__(self, folder: Path, **settings: Any) -> None:
        self.server = EmbeddedServer(folder / "server")
        self.server.start()
        self.port = _free_port()
        self.stack = Stack(
            self.server.url, folder / "data", extra_games=TOYS, port=self.port, **settings
        )
        self.parts: dict[str, Process] = {}
        self.kills = 0

    async def start(self) -> None:
        await self._in_thread(lambda: [self._start(k) for k in KINDS])

    def _start(self, kind: str) -> None:
        self.parts[kind] = self.stack.start(kind)

    async def kill(self, kind: str) -> None:
        """SIGKILL one part and start it again."""
        self.kills += 1
        if kind == "server":
            await self._in_thread(self.server.kill)
            await self._in_thread(self.server.start)
            return
        await self._in_thread(self.parts[kind].kill)
        await self._in_thread(lambda: self._start(kind))

    async def restart(self) -> None:
        """SIGKILL every part, then start them all again; the server first."""
        self.kills += 1
        await self._in_thread(self._restart)

    def _restart(self) -> None:
        for part in self.parts.values():
            part.kill()
        self.server.kill()
        self.server.start()
        with ThreadPoolExecutor() as pool:
            list(pool.map(self._start, KINDS))

    async def _in_thread(self, act: Callable[[], Any]) -> None:
        await asyncio.get_running_loop().run_in_executor(None, act)

    def close(self) -> None:
        self.stack.stop()
        self.server.stop()


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


@asynccontextmanager
async def running_house(
    folder: Path, **settings: Any
) -> AsyncIterator[tuple[House, httpx.AsyncClient]]:
    house = House(folder, **settings)
    try:
        await house.start()
        async with httpx.AsyncClient(
            base_url=f"http://127.0.0.1:{house.port}", timeout=15
        ) as client:
            yield house, client
    finally:
        house.close()
