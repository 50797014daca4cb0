"""A store on the shared server, emptied for each test, and processes that work on it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.servers import running_server
from tests.services.crew import Crew
from tests.services.gateway_helpers import Table, running_service, url_of
from tests.services.stack import Stack
from tests.services.store_helpers import fresh_store
from tests.toys import TOYS

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Iterator
    from pathlib import Path

    from services.common.store import Store


@pytest.fixture
async def store(server_url: str) -> AsyncIterator[Store]:
    """A store of four partitions with nothing in it."""
    async with fresh_store(server_url, partitions=4) as opened:
        yield opened


@pytest.fixture
def crew(store: Store, tmp_path: Path) -> Crew:
    """A worker in the process of the test, on that store."""
    return Crew(store, tmp_path)


@pytest.fixture
def stack(server_url: str, tmp_path: Path, store: Store) -> Iterator[Stack]:
    """Processes on that store that know the toy games; they end with the test."""
    running = Stack(server_url, tmp_path / "data", extra_games=TOYS, decide_ms=500)
    yield running
    running.stop()


@pytest.fixture(scope="session")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Stack]:
    """A worker and a gateway that the tests of a run share; none of them ends or fills these.

    They have a server of their own, since there are tests that empty or fill the other.
    """
    folder = tmp_path_factory.mktemp("service")
    with (
        running_server(folder / "server", database=3) as url,
        running_service(url, folder / "data", games=[]) as running,
    ):
        yield running


@pytest.fixture
async def table(service: Stack) -> AsyncIterator[Table]:
    """The shared service as its clients see it."""
    table = Table(url_of(service))
    yield table
    await table.aclose()
