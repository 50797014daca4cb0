"""The worker process: FastStream reads ready tokens in batches, the rest is play and upkeep.

The library's traps that shape this file: groups are made by bootstrap, since the library would
make them at the stream's end, and tries to whenever it starts, which a server whose memory is used
up refuses; ``last_id`` is never given, since a restart would then read nothing
new; ``max_records`` is always given, since one worker would take everything; acknowledgement is
manual, because the commit function does it; tokens come from the raw message, for the library would
try each as several formats.
"""

import asyncio
import functools
import logging
import os
import secrets
import sys
from typing import Annotated, Any, Final

import structlog
import uvloop
from faststream import AckPolicy, FastStream
from faststream.message import StreamMessage
from faststream.redis import RedisBroker, StreamSub
from faststream.redis.message import FAKE_CONSUMER, RedisBatchStreamMessage
from pydantic import WithJsonSchema
from redis.asyncio.retry import Retry
from redis.backoff import ConstantBackoff
from redis.exceptions import ReadOnlyError, ResponseError

from engine.games import Registry, discover
from schemas.streams import GROUP, Keys
from services.common import telemetry
from services.common.bootstrap import agree_on_key, open_store
from services.common.garbage import look_seldom
from services.common.secrets import MasterKey
from services.common.settings import Settings
from services.common.store import Store
from services.common.store_codec import token_of
from services.common.store_types import Token
from services.worker.opening import Limits
from services.worker.play import Worker
from services.worker.upkeep import (
    every,
    post_absences,
    post_ticks,
    reclaim,
    sweep,
    take_undelivered,
)

POLL_MS = 1_000
UNDELIVERED_MS = 1_000
"""A token that was given to this worker so long ago, and did not come, was lost on the way."""

_RETRY_S: Final = 0.25
_RETRIES: Final = 40

log = structlog.get_logger()


def run(settings: Settings) -> None:
    """Run one worker until SIGTERM or SIGINT; what is under way is finished first."""
    telemetry.configure_logs("worker", settings.log_level)
    uvloop.run(_serve(settings))


async def _serve(settings: Settings) -> None:
    registry = discover(settings.extra_games, settings.games)
    look_seldom()
    master_key = MasterKey.load(settings.data)
    store = await open_store(settings.store())
    await agree_on_key(store, master_key)
    name = f"worker-{os.getpid()}-{secrets.token_hex(4)}"
    limits = Limits(
        decide_ms=settings.decide_ms,
        snapshot_every=settings.snapshot_every,
        reclaim_idle_ms=settings.reclaim_idle_ms,
    )
    worker = Worker(store, registry, master_key, limits, name)
    broker = make_broker(settings.redis_url, store.keys, name, settings.batch, worker)
    client: Any = await broker.connect()
    client.xgroup_create = _group_is_there
    app = FastStream(broker, logger=logging.getLogger(__name__), on_shutdown=[worker.stop])
    port = telemetry.serve_metrics(settings.metrics_host, settings.metrics_port)
    log.info("worker_ready", name=name, metrics_port=port, games=_rules(registry))
    upkeep = asyncio.create_task(_upkeep(settings, store, worker, name, app))
    try:
        await app.run()
    finally:
        failed = upkeep.done()
        upkeep.cancel()
        await asyncio.gather(upkeep, return_exceptions=True)
        await store.aclose()
    if failed:
        sys.exit(1)  # so that whoever watches over it starts it again


async def _group_is_there(**_: object) -> None:
    """Answer the library's wish to make a group: bootstrap has done so."""
    msg = "BUSYGROUP the group already exists"
    raise ResponseError(msg)


def make_broker(url: str, keys: Keys, name: str, batch: int, worker: Worker | None) -> RedisBroker:
    """Return a broker with one batch subscriber for each partition's ready tokens.

    Without a worker it serves to describe the streams only.
    """
    broker = RedisBroker(
        url,
        # The library itself would rest for five seconds after an error.
        retry=Retry(ConstantBackoff(_RETRY_S), _RETRIES),
        retry_on_error=[ReadOnlyError],
        logger=logging.getLogger(__name__),
        # Tokens come from the decoder: to check and inject arguments would take a thread a batch.
        apply_types=False,
    )
    for partition in range(keys.partitions):
        stream = StreamSub(
            keys.ready(partition),
            group=GROUP,
            consumer=name,
            batch=True,
            max_records=batch,
            polling_interval=POLL_MS,
        )
        subscribe = broker.subscriber(
            stream=stream,
            ack_policy=AckPolicy.MANUAL,
            parser=_unread,
            decoder=functools.partial(_tokens_of, partition),
        )
        subscribe(_handler(worker))
    return broker


Tokens = list[Annotated[Token, WithJsonSchema({"type": "string", "title": "match id"})]]
"""A batch of one partition; a token is a match's id, and the id of its stream entry."""


async def _unread(batch: Any) -> RedisBatchStreamMessage:
    """Wrap a batch without a look at its items, which the library would try as several formats."""
    first = batch["message_ids"][0].decode()
    return RedisBatchStreamMessage(
        raw_message=batch,
        body=b"",
        message_id=first,
        correlation_id=first,
        consumer=FAKE_CONSUMER,
        group=GROUP,
    )


async def _tokens_of(partition: int, message: StreamMessage[Any]) -> Tokens:
    """Read the tokens of a batch; what somebody else wrote there, the upkeep throws away."""
    raw: Any = message.raw_message
    read = (
        token_of(partition, token_id, fields)
        for token_id, fields in zip(raw["message_ids"], raw["data"], strict=True)
    )
    return [token for token in read if token is not None]


def _handler(worker: Worker | None) -> Any:
    async def play_ready_tokens(tokens: Tokens) -> None:
        """Play the tokens of one partition: each is the id of a match with mail."""
        assert worker is not None, "a broker without a worker only describes the streams"
        await worker.play(tokens)

    return play_ready_tokens


async def _upkeep(
    settings: Settings, store: Store, worker: Worker, name: str, app: FastStream
) -> None:
    """Run the upkeep; if one of its loops ends, that is a bug and the process ends too."""
    idle, lease = settings.reclaim_idle_ms, settings.lease_ms
    try:
        async with asyncio.TaskGroup() as group:
            group.create_task(every(100, lambda: post_ticks(store)))
            group.create_task(every(min(POLL_MS, lease // 10), lambda: post_absences(store, lease)))
            group.create_task(every(max(1, idle // 3), lambda: reclaim(store, worker, name, idle)))
            group.create_task(
                every(UNDELIVERED_MS, lambda: take_undelivered(store, worker, name, UNDELIVERED_MS))
            )
            group.create_task(every(settings.sweep_ms, lambda: sweep(store)))
    except* Exception as errors:
        log.exception("upkeep_failed", errors=[repr(e) for e in errors.exceptions])
        app.exit()


def _rules(registry: Registry) -> list[str]:
    return [game.rules for game in registry]
