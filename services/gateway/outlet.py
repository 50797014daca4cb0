"""The way out of a socket: whole frames, to a client that takes them in time.

A frame goes straight to the connection. Only when the client has not taken what was sent before is
there anything to wait for; who does not take it in time is cut off and told where to resume.
"""

import asyncio
from typing import Final, NoReturn

import structlog
from fastapi import WebSocket
from starlette.websockets import WebSocketDisconnect, WebSocketState

from schemas.live import ping_frame, problem_frame
from schemas.problems import problem
from services.common import telemetry
from services.gateway.frames import EXTENSION, FrameProtocol
from services.gateway.limits import Limits

log = structlog.get_logger()

POLICY: Final = 1008
_MOST_BYTES: Final = 1 << 15
"""Of one turn; more go out at once, so that a client that does not take them is noticed."""


class ClosedError(Exception):
    """The socket is done: it was closed, by either side."""


class Outlet:
    """Sends frames of one socket."""

    def __init__(self, websocket: WebSocket, match: str, limits: Limits) -> None:
        self.sign_of_life = ping_frame(match)
        self.sent = 0
        """The version that the client has been brought to."""
        self._websocket = websocket
        self._protocol: FrameProtocol = websocket.scope["extensions"][EXTENSION]
        self._match = match
        self._limits = limits
        self._loop = asyncio.get_running_loop()
        self.cut = asyncio.Event()
        """Set once the client is cut off: its socket is to end."""
        self._over = False
        """Nothing more is sent but the last words."""
        self._farewell: asyncio.Task[None] | None = None
        self._turn: list[bytes] = []
        """Frames of this turn of the event loop, which go out together at its end."""
        self._waiting_bytes = 0

    @property
    def ready(self) -> bool:
        """Whether the client has taken what was sent, so that ``write`` may be used."""
        return self._protocol.writable.is_set() and not self._over

    def write(self, frame: bytes) -> None:
        """Send a frame with the others of this turn; raises ClosedError.

        On a connection that is closing it gets lost; whoever reads from it notices that.
        """
        if self._over:
            raise ClosedError
        if not self._turn:
            self._loop.call_soon(self._flush)
        self._turn.append(frame)
        self._waiting_bytes += len(frame)
        if self._waiting_bytes > _MOST_BYTES:
            self._flush()

    def _flush(self) -> None:
        if self._turn:
            frames, self._turn, self._waiting_bytes = self._turn, [], 0
            self._protocol.write_texts(frames)

    async def send(self, frame: bytes) -> None:
        """Send a frame once the client has taken the ones before; cuts off who is too slow."""
        if not self._protocol.writable.is_set():
            try:
                async with asyncio.timeout(self._limits.send_s):
                    await self._protocol.writable.wait()
            except TimeoutError:
                self.cut_off()
        self.write(frame)

    def cut_off(self) -> NoReturn:
        """Part with a reader that is too slow; once it reads again, it is told where to resume."""
        if not self._over:
            self._over = True
            self.cut.set()
            telemetry.SLOW_READERS.inc()
            log.info("slow_reader", match=self._match, version=self.sent)
            self._farewell = asyncio.create_task(self._say_farewell())
        raise ClosedError

    async def _say_farewell(self) -> None:
        refusal = problem(
            "SLOW_READER",
            f"You read too slowly. Connect again with `after` {self.sent}.",
            version=self.sent,
        )
        try:
            async with asyncio.timeout(self._limits.farewell_s):
                await self._protocol.writable.wait()
                self._flush()
                self._protocol.write_texts([problem_frame(self._match, refusal, fatal=True)])
                await self._websocket.close(POLICY)
        except (TimeoutError, WebSocketDisconnect, RuntimeError):
            pass

    async def parted(self) -> None:
        """Return once the last words are said, or there were none."""
        if self._farewell is not None:
            await self._farewell

    @property
    def silence_s(self) -> float:
        """How long nothing has been heard of the client, not even an answer to a ping."""
        return self._loop.time() - self._protocol.heard_at

    def ping(self) -> None:
        """Send a sign of life, and ask for one."""
        self.write(self.sign_of_life)
        self._protocol.write_ping()

    def abandon(self) -> None:
        """End the connection to a client that is gone."""
        self._protocol.transport.abort()

    async def close(self, code: int) -> None:
        """Close the socket; what was sent before still goes out, if the client takes it in time."""
        if self._over:
            raise ClosedError
        self._over = True
        self._flush()
        if self._websocket.application_state is WebSocketState.CONNECTED:
            try:
                async with asyncio.timeout(self._limits.farewell_s):
                    await self._websocket.close(code)
            except (TimeoutError, WebSocketDisconnect, RuntimeError):
                raise ClosedError from None
