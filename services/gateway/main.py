"""The gateway process: one event loop, one server, one reader of the feeds."""

import asyncio
import signal
import socket
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from types import FrameType

import structlog
import uvicorn
import uvloop
from fastapi import FastAPI

from engine.games import Registry, discover
from services.common import telemetry
from services.common.bootstrap import agree_on_key, open_store
from services.common.garbage import look_seldom
from services.common.secrets import HostKey, MasterKey
from services.common.settings import Settings
from services.gateway.app import make_app
from services.gateway.context import Gateway
from services.gateway.frames import FrameProtocol
from services.gateway.limits import DEFAULT_LIMITS, Limits

DRAIN_S = 2.0
"""After a signal, how long answers under way are waited for."""
FRAME_BYTES = 1 << 20
"""Frames beyond are answered with a close by the server; those it takes, the gateway judges."""

log = structlog.get_logger()


def run(settings: Settings) -> None:
    """Run a gateway until SIGTERM or SIGINT; answers under way are given first."""
    telemetry.configure_logs("gateway", settings.log_level)
    uvloop.run(_serve(settings))


async def _serve(settings: Settings) -> None:
    registry = discover(settings.extra_games, settings.games)
    look_seldom()
    port = telemetry.serve_metrics(settings.metrics_host, settings.metrics_port)
    async with open_gateway(settings, registry) as gateway:
        server = GatewayServer(gateway, make_app(gateway), metrics_port=port)
        # The server notes these signals itself and raises them again at its end, for others.
        for number in (signal.SIGINT, signal.SIGTERM):
            signal.signal(number, _already_noted)
        async with running_hub(gateway):
            await server.serve()
    log.info("gateway_stopped")


@asynccontextmanager
async def open_gateway(
    settings: Settings, registry: Registry, limits: Limits = DEFAULT_LIMITS
) -> AsyncGenerator[Gateway]:
    """Open the store and make a gateway's parts."""
    store = await open_store(settings.store())
    try:
        master_key = MasterKey.load(settings.data)
        await agree_on_key(store, master_key)
        yield Gateway(
            settings,
            store,
            registry,
            master_key=master_key,
            host_key=HostKey.load(settings.data),
            limits=limits,
        )
    finally:
        await store.aclose()


@asynccontextmanager
async def running_hub(gateway: Gateway) -> AsyncGenerator[None]:
    """Read the feeds, ping and beat meanwhile; a bug in these ends the process, not only them."""
    await gateway.hub.start()
    async with asyncio.TaskGroup() as group:
        works = (gateway.hub.run(), gateway.pinger.run(), gateway.presence.run())
        tasks = [group.create_task(work) for work in works]
        try:
            yield
        finally:
            for task in tasks:
                task.cancel()


def _already_noted(_number: int, _frame: FrameType | None) -> None:
    """Do nothing."""


class GatewayServer(uvicorn.Server):
    """The HTTP and socket server, which lets answers under way out before it closes."""

    def __init__(self, gateway: Gateway, app: FastAPI, *, metrics_port: int = 0) -> None:
        settings = gateway.settings
        super().__init__(
            uvicorn.Config(
                app,
                host=settings.host,
                port=settings.port,
                ws=FrameProtocol,
                ws_max_size=FRAME_BYTES,
                ws_ping_interval=None,  # see ``frames``
                ws_per_message_deflate=False,  # compressing secrets tells of them by the length
                lifespan="off",
                log_config=None,
                access_log=False,
                server_header=False,
                timeout_graceful_shutdown=int(DRAIN_S),
            )
        )
        self._gateway = gateway
        self._metrics_port = metrics_port
        self.url = ""
        """Where the server listens, once it does."""
        self.listening = asyncio.Event()

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Listen, and say where."""
        await super().startup(sockets)
        listener = self.servers[0].sockets[0]
        host, port = listener.getsockname()[:2]
        self.url = f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"
        self.listening.set()
        log.info("gateway_ready", url=self.url, metrics_port=self._metrics_port)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Take no more connections, let answers under way out, close what is open."""
        for server in self.servers:
            server.close()
        try:
            async with asyncio.timeout(DRAIN_S):
                await self._gateway.commands.drained()
                await asyncio.sleep(0)  # sockets send at the end of a turn
        except TimeoutError:
            log.warning("answers_left_under_way")
        await super().shutdown(sockets)
