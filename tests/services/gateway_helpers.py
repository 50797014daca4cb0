"""A whole service for tests of the gateway: real processes, a real server, real connections."""

from __future__ import annotations

import asyncio
import json
from contextlib import asynccontextmanager, contextmanager
from socket import SO_SNDBUF, SOL_SOCKET, create_server
from typing import TYPE_CHECKING, Any

import httpx
from redis import Redis
from websockets.asyncio.client import connect

from engine.games import discover
from schemas.problems import CONTENT_TYPE
from services.common.settings import Settings
from services.gateway.app import make_app
from services.gateway.main import GatewayServer, open_gateway, running_hub
from tests.services.stack import Stack
from tests.toys import TOYS

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Iterator, Sequence
    from pathlib import Path

    from websockets.asyncio.client import ClientConnection

    from services.gateway.limits import Limits


PATIENCE_S = 30
"""How long anything that must come may take on a machine with much else to do."""


@contextmanager
def running_service(
    url: str,
    data: Path,
    *,
    kinds: Sequence[str] = ("worker", "gateway"),
    **settings: object,
) -> Iterator[Stack]:
    """Run processes on an emptied server; all end in good order."""
    with Redis.from_url(url) as client:
        client.flushdb()
    stack = Stack(url, data, **{"extra_games": TOYS, **settings})
    try:
        for kind in kinds:
            stack.start(kind)
        yield stack
    finally:
        codes = [process.stop() for process in stack.processes]
    assert set(codes) == {0}


def url_of(stack: Stack) -> str:
    """Return the address of the newest gateway."""
    gateways = [process for process in stack.processes if process.kind == "gateway"]
    return gateways[-1].fact("gateway_ready", "url")


class Player:
    """An account and its HTTP client."""

    def __init__(self, client: httpx.AsyncClient, account: str, token: str) -> None:
        self.client = client
        self.account = account
        self.token = token

    async def join(self, match: str, **more: Any) -> int:
        answer = await self.client.post(f"/matches/{match}/seats", json=more)
        assert answer.status_code == 200, answer.text
        return answer.json()["seat"]

    async def send(self, match: str, command_id: str, command: Any, **more: Any) -> httpx.Response:
        body = {"command_id": command_id, "command": command, **more}
        return await self.client.post(f"/matches/{match}/commands", json=body)

    async def view(self, match: str, **query: Any) -> dict[str, Any]:
        answer = await self.client.get(f"/matches/{match}/view", params=query)
        assert answer.status_code == 200, answer.text
        return answer.json()


class Table:
    """A service as its clients see it."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.anybody = httpx.AsyncClient(base_url=url, timeout=30)
        self._clients = [self.anybody]

    async def player(self, name: str) -> Player:
        answer = await self.anybody.post("/accounts", json={"name": name})
        assert answer.status_code == 201, answer.text
        made = answer.json()
        headers = {"Authorization": f"Bearer {made['token']}"}
        client = httpx.AsyncClient(base_url=self.url, headers=headers, timeout=30)
        self._clients.append(client)
        return Player(client, made["account_id"], made["token"])

    async def match(self, *players: Player, game: str = "rps", **config: Any) -> str:
        """Create a match and seat the players in order."""
        body = {"game": game, "seats": len(players), "config": config}
        answer = await players[0].client.post("/matches", json=body)
        assert answer.status_code == 201, answer.text
        match = answer.json()["match_id"]
        for seat, player in enumerate(players):
            assert await player.join(match, seat=seat) == seat
        return match

    @asynccontextmanager
    async def live(
        self, match: str, player: Player | None = None, **hello: Any
    ) -> AsyncIterator[ClientConnection]:
        address = f"{self.url.replace('http', 'ws', 1)}/matches/{match}/live"
        async with connect(address) as socket:
            token = {} if player is None else {"token": player.token}
            await socket.send(json.dumps({"type": "hello", **token, **hello}))
            yield socket

    async def aclose(self) -> None:
        for client in self._clients:
            await client.aclose()


@asynccontextmanager
async def at(address: str) -> AsyncIterator[Table]:
    table = Table(address)
    try:
        yield table
    finally:
        await table.aclose()


def settings_of(stack: Stack) -> Settings:
    """Return settings for a gateway in this very process."""
    return Settings(
        REDIS_URL=stack.url,  # pyright: ignore[reportCallIssue]
        partitions=4,
        data=stack.data,
        port=0,
        extra_games=TOYS,
    )


@asynccontextmanager
async def own_gateway(stack: Stack, limits: Limits) -> AsyncIterator[Table]:
    """Run a gateway with limits of its own in this very process."""
    settings = settings_of(stack)
    async with open_gateway(settings, discover(TOYS), limits) as gateway, running_hub(gateway):
        server = GatewayServer(gateway, make_app(gateway))
        listener = create_server(("127.0.0.1", 0))
        listener.setsockopt(SOL_SOCKET, SO_SNDBUF, 4096)  # soon full
        serving = asyncio.create_task(server.serve([listener]))
        await server.listening.wait()
        async with at(server.url) as table:
            yield table
        server.should_exit = True
        await serving


async def two_at_table(table: Table, **config: Any) -> tuple[str, Player, Player]:
    """Return a match of two players who have taken their seats."""
    ada, bob = await table.player("Ada"), await table.player("Bob")
    return await table.match(ada, bob, **config), ada, bob


async def people(table: Table, *names: str) -> list[Player]:
    """Return accounts of these names."""
    return [await table.player(name) for name in names]


async def created(host: Player, **terms: Any) -> str:
    """Create a match of rock, paper, scissors on some terms; nobody sits down."""
    body = {"game": "rps", "seats": 2, "config": {"rounds": 1}, **terms}
    answer = await host.client.post("/matches", json=body)
    assert answer.status_code == 201, answer.text
    return answer.json()["match_id"]


def check_problem(answer: httpx.Response, status: int, code: str) -> dict[str, Any]:
    """Return the problem that an answer is, whole."""
    assert answer.status_code == status, answer.text
    assert answer.headers["content-type"] == CONTENT_TYPE
    body = answer.json()
    assert (body["status"], body["code"]) == (status, code)
    assert body["type"].startswith("urn:playledger:problem:")
    assert body["title"]
    assert body["detail"]
    return body


async def frame(socket: ClientConnection) -> dict[str, Any]:
    """Return the next frame that is no ping."""
    async with asyncio.timeout(PATIENCE_S):
        while True:
            got = json.loads(await socket.recv())
            if got["type"] != "ping":
                return got


async def frames_until(socket: ClientConnection, kind: str) -> list[dict[str, Any]]:
    """Return frames up to the first of a kind."""
    found: list[dict[str, Any]] = []
    while not found or found[-1]["type"] != kind:
        found.append(await frame(socket))
    return found


def choose(choice: str, **more: Any) -> dict[str, Any]:
    return {"kind": "choose", "choice": choice, **more}


async def play_out(match: str, *players: Player) -> None:
    """Play a match of rock, paper, scissors to its end; seat 0 wins every round."""
    number = 0
    while True:
        answer = await players[0].view(match)
        if answer["status"] == "closed":
            return
        decision = answer["pending"][0]["decision"]
        for seat, player in enumerate(players):
            number += 1
            command = choose("rock" if seat == 0 else "scissors")
            sent = await player.send(match, f"c{number}", command, decision=decision)
            assert sent.status_code == 200, sent.text
