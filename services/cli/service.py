"""The whole service in one process tree: one supervised process of each kind."""

import asyncio
import os
import socket
import time
from collections.abc import Awaitable, Callable, Mapping
from pathlib import Path
from typing import Final, Self

import httpx

from services.cli.errors import CommandError, UsageError
from services.cli.store import embedded_server, shut_down
from services.cli.supervisor import Child, last_words
from services.common.embedded import EmbeddedServer
from services.common.secrets import HostKey, KeyMaterialError, MasterKey

PORT: Final = 8000
STORE: Final = "store"
KINDS: Final = ("worker", "projector", "gateway")
"""In the order in which they are started, after the store; they end the other way round."""
_PARTITIONS: Final = "4"
_READY_S: Final = 60.0
_HOPELESS: Final = 3
"""After so many deaths in a row of a process the start is given up."""
_POLL_S: Final = 0.1
_LEFT_S: Final = 5.0
_SIGN_OF_LIFE_S: Final = 5.0
_EVERYWHERE: Final = {"0.0.0.0": "127.0.0.1", "::": "::1"}  # noqa: S104  # what a user may ask for


class Service:
    """Store, worker, projector and gateway on one data folder, from ``async with`` to its end."""

    def __init__(self, host: str, port: int | None, data: Path) -> None:
        """Serve at ``port``; None is 8000, or a free one if that is taken."""
        self._host = host
        self._port = _free_port(host, port)
        self._data = data
        self._store: EmbeddedServer | None = None
        """The embedded server, once it is ours."""
        self._children: list[Child] = []
        self._tasks: list[asyncio.Task[None]] = []

    @property
    def port(self) -> int:
        """Where it listens."""
        return self._port

    @property
    def url(self) -> str:
        """Where the gateway is reached from this machine."""
        host = _EVERYWHERE.get(self._host, self._host)
        return f"http://[{host}]:{self._port}" if ":" in host else f"http://{host}:{self._port}"

    @property
    def logs(self) -> Path:
        """The folder of the processes' logs."""
        return self._data / "logs"

    async def __aenter__(self) -> Self:
        """Start everything; raises CommandError if that can't be."""
        try:
            await self._start()
        except KeyMaterialError as error:
            await self._stop()
            raise CommandError(str(error)) from error
        except OSError as error:
            await self._stop()
            where = f"--data takes a folder to write to; {error.filename}: {error.strerror}"
            raise CommandError(where if error.filename else str(error)) from error
        except BaseException:
            await self._stop()
            raise
        return self

    async def __aexit__(self, *_: object) -> None:
        """End everything in order: no new requests, then what is under way, then the store."""
        await self._stop()

    async def _start(self) -> None:
        _make_folder(self._data)
        self.logs.mkdir(exist_ok=True)
        MasterKey.load(self._data)  # makes the keys, so that no two processes do
        key = HostKey.load(self._data)
        environment = {
            "PLAYLEDGER_DATA": str(self._data),
            "PLAYLEDGER_HOST": self._host,
            "PLAYLEDGER_PORT": str(self._port),
        }
        if "REDIS_URL" not in os.environ:
            server = embedded_server(self._data)
            environment |= {"REDIS_URL": server.url, "PLAYLEDGER_PARTITIONS": _PARTITIONS}
            await self._start_store(server, environment)
        for kind in KINDS:
            self._start_child(kind, environment)
        async with httpx.AsyncClient(base_url=self.url, timeout=5.0) as http:
            await self._until(
                "the gateway", lambda: _is_ready(http, f"{key.kind}:{key.public_hex}")
            )

    async def _start_store(self, server: EmbeddedServer, environment: Mapping[str, str]) -> None:
        # Another service's store would do for ours, until that one ends. One that was left by a
        # supervisor that was killed is about to end.
        for attempt in range(int(_LEFT_S / _POLL_S)):
            if not await asyncio.to_thread(server.answers):
                break
            if attempt == 0:
                _tell(f"A server runs on this folder; waiting {_LEFT_S:.0f} s for it to end ...")
            await asyncio.sleep(_POLL_S)
        else:
            msg = f"{self._data} is in use by another service; stop that one or name other --data"
            raise CommandError(msg)
        self._store = server
        self._start_child(STORE, environment)
        await self._until("the store", lambda: asyncio.to_thread(server.answers))

    def _start_child(self, kind: str, environment: Mapping[str, str]) -> None:
        child = Child(kind, environment, self.logs / f"{kind}.log", _tell)
        self._children.append(child)
        self._tasks.append(asyncio.create_task(child.keep_alive()))

    async def _until(self, what: str, holds: Callable[[], Awaitable[bool]]) -> None:
        """Wait until something holds; raises CommandError if it won't."""
        told = began = time.monotonic()
        while (now := time.monotonic()) - began < _READY_S:
            if await holds():
                return
            self._give_up_if_hopeless()
            if now - told >= _SIGN_OF_LIFE_S:
                told = now
                _tell(f"  still waiting for {what}, {now - began:.0f} s (logs: {self.logs})")
            await asyncio.sleep(_POLL_S)
        msg = f"the service was not ready within {_READY_S:.0f} s; its logs are in {self.logs}"
        raise CommandError(msg)

    def _give_up_if_hopeless(self) -> None:
        for child in self._children:
            if child.deaths >= _HOPELESS:
                said = last_words(child.log)
                msg = f"the {child.kind} does not start: {said} (all of it is in {child.log})"
                raise CommandError(msg)

    async def _stop(self) -> None:
        for child in reversed(self._children):
            await child.stop()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        if self._store is not None and await asyncio.to_thread(self._store.answers):
            # Its keeper was killed, and does not take it along everywhere (see ``embedded``).
            await asyncio.to_thread(shut_down, self._store.url)


def _make_folder(data: Path) -> None:
    """Make the data folder; what is in a new one, keys among it, git passes over."""
    if not data.exists():
        data.mkdir(parents=True)
        (data / ".gitignore").write_text("*\n", "utf-8")


async def _is_ready(http: httpx.AsyncClient, key: str) -> bool:
    """Tell whether our gateway is ready: another service may have taken the port meanwhile."""
    try:
        ready, keys = await http.get("/readyz"), await http.get("/keys")
        return ready.is_success and any(k["key"] == key for k in keys.json()["keys"])
    except (httpx.TransportError, ValueError, KeyError):
        return False


def _tell(line: str) -> None:
    print(line, flush=True)


def _free_port(host: str, wished: int | None) -> int:
    """Return a port that is free now; a gateway that is started again finds it the same."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    reason: str | None = None
    for port in (PORT, 0) if wished is None else (wished,):
        with socket.socket(family, socket.SOCK_STREAM) as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            try:
                probe.bind((host, port))
            except OSError as error:
                reason = error.strerror or str(error)
            else:
                return probe.getsockname()[1]
    msg = f"can't listen on {host}, port {wished or PORT}: {reason}"
    raise UsageError(msg)
