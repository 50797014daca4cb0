from __future__ import annotations

import os
import subprocess
import sys
import time
from typing import TYPE_CHECKING

import pytest
from redis import Redis

from services.cli.store import embedded_server
from services.common.embedded import EmbeddedServer, EmbeddedServerError
from tests.services.cli import COMMAND, environment

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path


@pytest.fixture
def server(tmp_path: Path) -> Iterator[EmbeddedServer]:
    server = EmbeddedServer(tmp_path / "data")
    server.start()
    yield server
    server.stop()


def test_a_killed_server_comes_back_with_its_data_at_the_same_address(
    server: EmbeddedServer,
) -> None:
    address = server.url
    with Redis.from_url(address) as client:
        client.xadd("log", {"data": "kept"}, id="1-0")
    server.kill()
    assert server.pid is None

    server.start()

    assert server.url == address
    with Redis.from_url(address) as client:
        assert client.xrange("log") == [(b"1-0", {b"data": b"kept"})]


def test_every_write_is_on_disk_before_it_is_answered(server: EmbeddedServer) -> None:
    with Redis.from_url(server.url, decode_responses=True) as client:
        assert client.config_get("appendonly", "appendfsync", "maxmemory-policy") == {
            "appendonly": "yes",
            "appendfsync": "always",
            "maxmemory-policy": "noeviction",
        }


def test_a_data_folder_has_one_server(server: EmbeddedServer, tmp_path: Path) -> None:
    with pytest.raises(EmbeddedServerError, match="in use by another server"):
        EmbeddedServer(tmp_path / "data").start()
    with Redis.from_url(server.url) as client:
        assert client.ping()


@pytest.mark.skipif(sys.platform != "linux", reason="only there a server ends with its starter")
def test_a_server_whose_keeper_is_killed_ends_and_nothing_is_lost(tmp_path: Path) -> None:
    server = embedded_server(tmp_path)
    keeper = subprocess.Popen(
        [*COMMAND, "store"], env=environment(PLAYLEDGER_DATA=str(tmp_path)), start_new_session=True
    )
    with keeper:
        wait_until(server.answers)
        with Redis.from_url(server.url) as client:
            client.xadd("log", {"data": "kept"}, id="1-0")
        keeper.kill()
    wait_until(lambda: not server.answers())

    server.start()

    with Redis.from_url(server.url) as client:
        assert client.xrange("log") == [(b"1-0", {b"data": b"kept"})]
    server.stop()


def wait_until(holds: Callable[[], bool]) -> None:
    deadline = time.monotonic() + 30
    while not holds():
        assert time.monotonic() < deadline
        time.sleep(0.01)


def test_a_stopped_server_is_gone_and_frees_its_folder(tmp_path: Path) -> None:
    first = EmbeddedServer(tmp_path)
    first.start()
    pid = first.pid
    assert pid is not None
    first.stop()
    with pytest.raises(ProcessLookupError):
        os.kill(pid, 0)

    second = EmbeddedServer(tmp_path)
    second.start()
    second.stop()


def test_a_file_in_place_of_the_data_folder_is_refused(tmp_path: Path) -> None:
    (tmp_path / "data").write_text("not a folder")
    with pytest.raises(EmbeddedServerError, match=r"data can't be used: File exists\."):
        EmbeddedServer(tmp_path / "data").start()


def test_a_damaged_log_is_refused_in_the_servers_own_words(tmp_path: Path) -> None:
    files = tmp_path / "appendonlydir"
    files.mkdir()
    (files / "appendonly.aof.manifest").write_text("file nonsense\n")
    with pytest.raises(EmbeddedServerError, match=r"gave up on the data folder(.|\n)*manifest"):
        EmbeddedServer(tmp_path).start()


def test_a_deep_data_folder_is_served_as_well(tmp_path: Path) -> None:
    server = EmbeddedServer(tmp_path / ("deep" * 30))
    server.start()
    with Redis.from_url(server.url) as client:
        assert client.ping()
    server.stop()


@pytest.mark.server
def test_the_shared_server_answers(server_url: str) -> None:
    with Redis.from_url(server_url) as client:
        assert client.ping()
