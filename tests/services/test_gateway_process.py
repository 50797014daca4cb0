"""The gateway among other processes: gaps, rewinds, outages, slow readers, and its own end."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import socket
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING

import httpx
import pytest
from redis import Redis
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

from services.common import telemetry
from services.common.embedded import EmbeddedServer
from services.gateway.limits import Limits
from tests.services.gateway_helpers import (
    PATIENCE_S,
    at,
    choose,
    frame,
    frames_until,
    own_gateway,
    url_of,
)
from tests.services.stack import Stack
from tests.services.store_helpers import everything
from tests.toys import TOYS

if TYPE_CHECKING:
    from collections.abc import AsyncIterator
    from pathlib import Path

    from websockets.asyncio.client import ClientConnection

    from tests.services.gateway_helpers import Player, Table
    from tests.services.stack import Process

pytestmark = pytest.mark.server


def url(gateway: Process) -> str:
    return gateway.fact("gateway_ready", "url")


async def counting(table: Table, *, goal: int) -> tuple[str, Player]:
    """A match of one seat in which any number of commands can be given."""
    ada = await table.player("Ada")
    return await table.match(ada, game="poison", goal=goal), ada


async def count(player: Player, match: str, first: int, last: int) -> None:
    for number in range(first, last):
        answer = await player.send(match, f"c{number}", {"kind": "add", "amount": 1})
        assert answer.status_code == 200, answer.text


async def test_a_gateway_that_lost_the_feed_leaves_nothing_out(stack: Stack) -> None:
    stack.start("worker", feed_cap=20)
    stopped = stack.start("gateway", feed_cap=20)
    other = stack.start("gateway", feed_cap=20)
    async with at(url(stopped)) as here, at(url(other)) as there:
        match, ada = await counting(there, goal=1000)
        async with here.live(match, ada, after=0) as socket, here.live(match) as watcher:
            assert (await frame(watcher))["type"] == "snapshot"
            os.kill(stopped.pid, signal.SIGSTOP)
            client = httpx.AsyncClient(base_url=here.url, headers=ada.client.headers, timeout=30)
            body = {"command_id": "slow", "command": {"kind": "add", "amount": 1}}
            waiting = asyncio.create_task(client.post(f"/matches/{match}/commands", json=body))
            await count(ada, match, 0, 160)
            os.kill(stopped.pid, signal.SIGCONT)
            assert (await waiting).json()["status"] == "accepted"
            await client.aclose()
            version = (await ada.view(match))["version"]
            for one, first in ((socket, 1), (watcher, 3)):
                seen = [(await frame(one))["version"] for _ in range(first, version + 1)]
                assert seen == list(range(first, version + 1))


async def test_a_rewound_history_is_told(stack: Stack) -> None:
    stack.start("worker")
    gateway = stack.start("gateway")
    async with at(url(gateway)) as table:
        match, ada = await counting(table, goal=100)
        await count(ada, match, 0, 3)
        kept = await everything(stack.url)
        async with table.live(match, ada, after=0) as socket:
            await count(ada, match, 3, 6)
            for _ in range(8):
                assert (await frame(socket))["type"] == "commit"
            with Redis.from_url(stack.url) as client:
                for key in set(await everything(stack.url)) - set(kept):
                    client.delete(key)
                for key, value in kept.items():
                    client.restore(key, 0, value, replace=True)
            told = await frame(socket)
            assert (told["code"], told["version"]) == ("HISTORY_REWOUND", 5)
        assert (await ada.view(match))["version"] == 5
        await count(ada, match, 6, 8)
        assert (await ada.view(match))["version"] == 7


async def test_an_outage_of_the_server_is_told_and_survived(tmp_path: Path) -> None:
    server = EmbeddedServer(tmp_path / "server")
    server.start()
    stack = Stack(server.url, tmp_path / "data", extra_games=TOYS, answer_timeout_ms=1_000)
    try:
        stack.start("worker")
        gateway = stack.start("gateway")
        async with at(url(gateway)) as table:
            match, ada = await counting(table, goal=100)
            async with table.live(match, ada) as socket:
                await frame(socket)
                server.kill()
                reading = asyncio.create_task(table.anybody.get(f"/matches/{match}"))
                lost = await ada.send(match, "lost", {"kind": "add", "amount": 1})
                assert (lost.status_code, lost.json()["code"]) == (503, "NOT_YET_KNOWN")
                assert lost.json()["command_id"] == "lost"
                assert "retry-after" in lost.headers
                ready = await table.anybody.get("/readyz")
                assert (ready.status_code, ready.json()["code"]) == (503, "UNAVAILABLE")
                assert (await table.anybody.get("/healthz")).status_code == 200
                read = await reading
                assert (read.status_code, read.json()["code"]) == (503, "UNAVAILABLE")
                server.start()
                async with asyncio.timeout(PATIENCE_S):
                    while True:
                        answer = await ada.send(match, "lost", {"kind": "add", "amount": 1})
                        if answer.status_code == 200:
                            break
                version = answer.json()["version"]
                assert (await frames_until(socket, "commit"))[-1]["version"] == version
                assert (await ada.view(match))["version"] == version
    finally:
        stack.stop()
        server.stop()


@asynccontextmanager
async def slow_socket(table: Table, match: str) -> AsyncIterator[ClientConnection]:
    """A live socket whose client holds little that it has not asked for."""
    sock = socket.socket()
    sock.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    sock.setblocking(False)
    host, port = table.url.removeprefix("http://").split(":")
    await asyncio.get_running_loop().sock_connect(sock, (host, int(port)))
    address = f"ws://{host}:{port}/matches/{match}/live"
    async with connect(address, sock=sock, max_queue=1) as slow:
        yield slow


async def test_a_slow_reader_is_cut_off_and_holds_up_nobody(stack: Stack) -> None:
    stack.start("worker")
    async with own_gateway(stack, Limits(send_s=0.3)) as table:
        players = [await table.player(name) for name in ("Ada", "Bob", "Cyd", "Dan")]
        match, ada = await table.match(*players, game="poison", goal=1000), players[0]
        async with slow_socket(table, match) as slow, table.live(match) as quick:
            await slow.send(json.dumps({"type": "hello", "after": 0, "proof": True}))
            assert (await frame(quick))["type"] == "snapshot"
            await count(ada, match, 0, 150)
            frames = [await frame(quick) for _ in range(150)]
            assert frames[-1]["version"] == (await ada.view(match))["version"]
            seen = await frames_until(slow, "problem")
            with pytest.raises(ConnectionClosed):
                await slow.recv()
            versions = [f["version"] for f in seen if f["type"] == "commit"]
            assert versions == list(range(1, len(versions) + 1))
            assert len(versions) < 150
            assert (seen[-1]["code"], seen[-1]["version"]) == ("SLOW_READER", versions[-1])


@pytest.mark.parametrize("moving", [False, True])
async def test_a_slow_reader_that_sends_is_cut_off_too(stack: Stack, moving: bool) -> None:
    """Its answers are what it does not take; what others do meanwhile ends nothing early."""
    stack.start("worker")
    async with own_gateway(stack, Limits(send_s=0.3)) as table:
        ada, bob = [await table.player(name) for name in ("Ada", "Bob")]
        match = await table.match(ada, bob, rounds=9)
        async with slow_socket(table, match) as slow:
            await slow.send(json.dumps({"type": "hello", "token": ada.token}))
            assert (await frame(slow))["type"] == "snapshot"
            again = {"type": "command", "command_id": "same", "decision": "round.1"}
            sent = json.dumps({**again, "command": choose("rock")})
            before = telemetry.SLOW_READERS._value.get()
            sending = asyncio.create_task(_send_on(slow, sent))
            async with asyncio.timeout(PATIENCE_S):
                while telemetry.SLOW_READERS._value.get() == before:  # noqa: ASYNC110 - a metric
                    await asyncio.sleep(0.02)
            if moving:
                moved = await bob.send(match, "b1", choose("rock"), decision="round.1")
                assert moved.status_code == 200
            seen = await frames_until(slow, "problem")
            assert (seen[-1]["code"], seen[-1]["fatal"]) == ("SLOW_READER", True)
            with pytest.raises(ConnectionClosed):
                await slow.recv()
            with pytest.raises(ConnectionClosed):
                await sending


async def _send_on(socket: ClientConnection, text: str) -> None:
    """Send until nothing is taken any more; more than all buffers hold."""
    for _ in range(100_000):
        await socket.send(text)


async def test_a_store_that_is_nearly_full_takes_nothing_new(stack: Stack) -> None:
    stack.start("worker")
    gateway = stack.start("gateway")
    async with at(url(gateway)) as table:
        match, ada = await counting(table, goal=2_000)
        with Redis.from_url(stack.url) as client:
            client.config_set("maxmemory", int(client.info("memory")["used_memory"] * 1.05))
            try:
                async with asyncio.timeout(PATIENCE_S):
                    while (refused := await _add(ada, match)).status_code == 200:
                        pass
                assert (refused.status_code, refused.json()["code"]) == (503, "STORE_FULL")
                assert "retry-after" in refused.headers
                made = await ada.client.post("/matches", json={"game": "rps", "seats": 2})
                assert (made.status_code, made.json()["code"]) == (503, "STORE_FULL")
                assert (await ada.view(match))["status"] == "running"
            finally:
                client.config_set("maxmemory", 0)
        async with asyncio.timeout(PATIENCE_S):
            while (await _add(ada, match)).status_code != 200:
                pass


async def _add(player: Player, match: str) -> httpx.Response:
    """Add one more, under an id of its own."""
    version = (await player.view(match))["version"]
    return await player.send(match, f"v{version}", {"kind": "add", "amount": 1})


async def test_who_says_nothing_is_sent_away_and_who_listens_is_pinged(stack: Stack) -> None:
    stack.start("worker")
    async with own_gateway(stack, Limits(hello_s=0.2)) as table:
        match, _ = await counting(table, goal=5)
        address = f"{table.url.replace('http', 'ws', 1)}/matches/{match}/live"
        async with connect(address) as silent:
            told = await frame(silent)
            assert (told["code"], told["fatal"]) == ("MALFORMED", True)
    async with own_gateway(stack, Limits(ping_s=0.1)) as table, table.live(match) as socket:
        assert (await frame(socket))["type"] == "snapshot"
        for _ in range(2):
            ping = json.loads(await socket.recv())
            assert ping == {"type": "ping", "match_id": match}
            await socket.send('{"type":"pong"}')


async def test_a_gateway_ends_in_good_order(stack: Stack) -> None:
    worker = stack.start("worker")
    gateway = stack.start("gateway")
    async with at(url_of(stack)) as table:
        match, ada = await counting(table, goal=100)
        async with table.live(match, ada) as live:
            await frame(live)
            os.kill(worker.pid, signal.SIGSTOP)
            wrong = {"type": "command", "command_id": "wrong", "expected_version": 0}
            await live.send(json.dumps({**wrong, "command": {"kind": "add", "amount": 1}}))
            answering = asyncio.create_task(ada.send(match, "late", {"kind": "add", "amount": 1}))
            async with asyncio.timeout(PATIENCE_S):
                while not await _waiting(stack.url, match):
                    pass
            gateway.child.send_signal(signal.SIGTERM)
            os.kill(worker.pid, signal.SIGCONT)
            assert (await answering).json()["status"] == "accepted"
            answer = (await frames_until(live, "answer"))[-1]
            assert (answer["command_id"], answer["code"]) == ("wrong", "VERSION_CONFLICT")
            with pytest.raises(ConnectionClosed):
                await frames_until(live, "never")
    assert gateway.stop() == 0


async def _waiting(server: str, match: str) -> bool:
    """Tell whether a command stands in the match's inbox."""
    return any(
        b":inbox:" + match.encode() in key and b"add" in value
        for key, value in (await everything(server)).items()
    )
