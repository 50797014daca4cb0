"""The one server that the tests share: embedded by default, any other by setting.

- nothing set: an embedded Valkey in a temporary folder;
- ``TEST_REDIS_URL=redis://...``: that server. Its databases 0 to 3 must be empty, because tests
  empty these; ``TEST_REDIS_FLUSH=1`` says that what is in them may go;
- ``TEST_SERVER=docker``: a container of ``TEST_SERVER_IMAGE``, through testcontainers.
"""

from __future__ import annotations

import os
from contextlib import contextmanager
from typing import TYPE_CHECKING

import pytest
from redis import Redis

from services.common.embedded import EmbeddedServer

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

DEFAULT_IMAGE = "valkey/valkey:9.1"
DURABLE = "--appendonly yes --appendfsync always --maxmemory-policy noeviction"


@contextmanager
def running_server(data_dir: Path, *, database: int = 0) -> Iterator[str]:
    """Yield the address of an empty server that keeps every write, chosen by the environment.

    Of a given server it is the database with this number; another server is started for each.
    """
    if url := os.environ.get("TEST_REDIS_URL"):
        yield from _given(f"{url}?db={database}" if database else url)
    elif os.environ.get("TEST_SERVER") == "docker":
        yield from _container(os.environ.get("TEST_SERVER_IMAGE", DEFAULT_IMAGE))
    else:
        yield from _embedded(data_dir)


def _embedded(data_dir: Path) -> Iterator[str]:
    server = EmbeddedServer(data_dir)
    server.start()
    try:
        yield server.url
    finally:
        server.stop()


def _given(url: str) -> Iterator[str]:
    with Redis.from_url(url) as client:
        if client.dbsize() and os.environ.get("TEST_REDIS_FLUSH") != "1":
            pytest.exit(
                "The database of TEST_REDIS_URL is not empty, and the tests would empty it. "
                "Name another one, or set TEST_REDIS_FLUSH=1.",
                returncode=2,
            )
        client.flushdb()
        yield url
        client.flushdb()


def _container(image: str) -> Iterator[str]:
    from testcontainers.core.container import DockerContainer  # noqa: PLC0415 - needs a Docker engine
    from testcontainers.core.wait_strategies import LogMessageWaitStrategy  # noqa: PLC0415 - same

    program = "redis-server" if "redis" in image else "valkey-server"
    container = (
        DockerContainer(image)
        .with_exposed_ports(6379)
        .with_command(f"{program} {DURABLE}")
        .waiting_for(LogMessageWaitStrategy("Ready to accept connections"))
    )
    with container:
        yield f"redis://{container.get_container_host_ip()}:{container.get_exposed_port(6379)}"
