"""The projector process."""

import asyncio
import signal
from dataclasses import replace
from typing import Final

import structlog
import uvloop

from engine.games import discover
from services.common import telemetry
from services.common.bootstrap import open_store
from services.common.garbage import look_seldom
from services.common.settings import Settings
from services.common.store import Store
from services.common.store_wire import StoreUnavailableError
from services.projector.projection import Projector

_PATIENCE_S: Final = 2.0
"""A projector waits outside of its calls, where it can be told to stop."""

log = structlog.get_logger()


def run(settings: Settings) -> None:
    """Run one projector until SIGTERM or SIGINT; what is under way is finished first."""
    telemetry.configure_logs("projector", settings.log_level)
    uvloop.run(_serve(settings))


async def _serve(settings: Settings) -> None:
    stop = asyncio.Event()
    for signal_ in (signal.SIGTERM, signal.SIGINT):
        asyncio.get_running_loop().add_signal_handler(signal_, stop.set)
    registry = discover(settings.extra_games, settings.games)
    look_seldom()
    store = await _open(settings, stop)
    if store is None:
        return
    port = telemetry.serve_metrics(settings.metrics_host, settings.metrics_port)
    log.info("projector_ready", partitions=store.partitions, metrics_port=port)
    try:
        await Projector(store, registry, snapshot_every=settings.snapshot_every).run(stop)
    finally:
        await store.aclose()
    log.info("projector_stopped")


async def _open(settings: Settings, stop: asyncio.Event) -> Store | None:
    """Open the store, however long its server takes to come; None if told to stop before."""
    while not stop.is_set():
        try:
            return await open_store(replace(settings.store(), patience_s=_PATIENCE_S))
        except StoreUnavailableError as error:
            log.warning("store_awaited", reason=str(error))
    return None
