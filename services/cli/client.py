"""A client of the public API: what a bot, the demo or anybody's program does over HTTP and socket.

It knows nothing of the service but its contract (``/openapi.json``, ``/asyncapi.json``).
"""

import asyncio
import json
import secrets
from collections.abc import AsyncGenerator, Mapping
from contextlib import asynccontextmanager
from typing import Any, Self

import httpx
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

from services.cli.errors import SaysNoError

FRAME_BYTES = 16 << 20
_SILENCE_S = 30.0
"""After this without a frame a client connects again; the server pings every 15 s."""
_RETRIES = 20
_PAUSE_S = 0.25


class Api:
    """The HTTP calls of one account, or of nobody."""

    def __init__(self, url: str, token: str | None = None) -> None:
        self.url = url.rstrip("/")
        self.token = token
        headers = {} if token is None else {"Authorization": f"Bearer {token}"}
        self._http = httpx.AsyncClient(base_url=self.url, headers=headers, timeout=15.0)

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self._http.aclose()

    async def get(self, path: str) -> dict[str, Any]:
        """Return the answer to a GET."""
        return (await self._send("GET", path, None)).json()

    async def post(self, path: str, body: Mapping[str, Any]) -> dict[str, Any]:
        """Return the answer to a POST; one that may have been lost is sent again."""
        return (await self._send("POST", path, body)).json()

    async def export(self, match: str) -> bytes:
        """Return the verifiable file of a match."""
        return (await self._send("GET", f"/matches/{match}/export", None)).content

    async def new_account(self, name: str) -> str:
        """Return the token of a new account."""
        return (await self.post("/accounts", {"name": name}))["token"]

    async def new_match(self, game: str, seats: int) -> str:
        """Return the id of a new match."""
        return (await self.post("/matches", {"game": game, "seats": seats}))["match_id"]

    async def take_seat(self, match: str, **wanted: Any) -> int:
        """Take a seat, the first free one by default, and return its number."""
        body = {"client_seed": secrets.token_hex(32), **wanted}
        return (await self.post(f"/matches/{match}/seats", body))["seat"]

    async def _send(self, method: str, path: str, body: Mapping[str, Any] | None) -> httpx.Response:
        """Send a request; every call of the API may be repeated until it is answered."""
        key = {"Idempotency-Key": secrets.token_hex(16)} if method == "POST" else None
        for attempt in range(_RETRIES):
            try:
                response = await self._http.request(method, path, json=body, headers=key)
            except httpx.TransportError:
                if attempt == _RETRIES - 1:
                    raise
            else:
                if response.is_success:
                    return response
                if response.status_code != 503:
                    raise SaysNoError(_refusal(response))
            await asyncio.sleep(_PAUSE_S)
        msg = f"{self.url} does not answer"
        raise SaysNoError(msg)


def _refusal(response: httpx.Response) -> str:
    try:
        problem = response.json()
        return f"{problem['code']}: {problem['detail']}"
    except (ValueError, KeyError, TypeError):
        return f"the gateway answered {response.status_code}"


class Live:
    """The live socket of a match; ``send`` and ``frames`` until it ends."""

    def __init__(self, connection: ClientConnection) -> None:
        self._connection = connection

    async def send(self, frame: Mapping[str, Any]) -> None:
        """Send one frame."""
        await self._connection.send(json.dumps(frame))

    async def frames(self) -> AsyncGenerator[dict[str, Any]]:
        """Yield frames until the connection closes; TimeoutError after a long silence."""
        while True:
            async with asyncio.timeout(_SILENCE_S):
                frame = json.loads(await self._connection.recv())
            if frame["type"] != "ping":
                yield frame


@asynccontextmanager
async def live(url: str, match: str, hello: Mapping[str, Any]) -> AsyncGenerator[Live]:
    """Open the live socket of a match and say hello."""
    address = f"{url.replace('http', 'ws', 1)}/matches/{match}/live"
    async with connect(address, max_size=FRAME_BYTES, proxy=None) as connection:
        socket = Live(connection)
        await socket.send({"type": "hello", **hello})
        yield socket


LOST: tuple[type[Exception], ...] = (OSError, TimeoutError, WebSocketException)
"""What a lost connection raises; connect again."""


async def commits(url: str, match: str, token: str | None = None) -> AsyncGenerator[dict[str, Any]]:
    """Yield the frames ``commit`` and ``ended`` of a match from its first commit, gaplessly."""
    version = 0
    while True:
        hello = {"after": version, **({} if token is None else {"token": token})}
        try:
            async with live(url, match, hello) as socket:
                async for frame in socket.frames():
                    if frame["type"] == "commit":
                        version = frame["version"]
                        yield frame
                    elif frame["type"] == "ended":
                        yield frame
                        return
                    elif frame["type"] == "problem" and frame["code"] == "HISTORY_REWOUND":
                        raise SaysNoError(frame["detail"])
        except LOST:
            await asyncio.sleep(_PAUSE_S)
