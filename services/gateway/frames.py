"""The protocol of live sockets below their messages: the way out, and what a client may cost.

The server's own protocol passes each frame through several layers on its way out, answers each ping
at once, keeps any number of fragments, and waits for ever for a client to take what was sent before
it closes. It also pings each client by a timer of its own; those pings are left out, since one task
pings all (``pinger``).
"""

import asyncio
from collections.abc import Iterable
from typing import Final

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame
from websockets.protocol import State

MAX_FRAGMENTS: Final = 256
"""Frames that one message may come in; empty ones would cost memory and count as no bytes."""
LINGER_S: Final = 15.0
"""After its end, how long a connection may take to deliver what was sent last."""

EXTENSION: Final = "playledger.frames"
"""Where the protocol of a socket stands among the extensions of its scope."""

_TEXT: Final = 0x81
"""The first byte of a text that comes in one frame (RFC 6455, section 5.2)."""
_PING: Final = b"\x89\x00"
"""A ping that carries nothing (section 5.5.2); clients answer it by themselves."""
_BY_TWO: Final = 126
_BY_EIGHT: Final = 127


class FrameProtocol(WebSocketsSansIOProtocol):
    """The server's protocol with bounds, and a straight way out."""

    _lingering: asyncio.TimerHandle | None = None
    heard_at: float = 0.0
    """When bytes came last, by the loop's clock."""

    def data_received(self, data: bytes) -> None:
        """Take bytes."""
        self.heard_at = self.loop.time()
        super().data_received(data)

    def write_texts(self, texts: Iterable[bytes]) -> None:
        """Send texts, a frame each, in one go; nothing is sent once the connection is closing."""
        if self.conn.state is State.OPEN and not self.transport.is_closing():
            self.transport.write(b"".join(_head(len(text)) + text for text in texts))

    def write_ping(self) -> None:
        """Ask for a sign of life."""
        if self.conn.state is State.OPEN and not self.transport.is_closing():
            self.transport.write(_PING)

    def handle_ping(self) -> None:
        """Answer a ping, unless the client does not take what was sent before."""
        output = self.conn.data_to_send()
        if self.writable.is_set():
            self.transport.write(b"".join(output))

    def handle_cont(self, event: Frame) -> None:
        """Take a fragment; closes on too many."""
        if self.close_sent:
            return
        if len(self.frames) >= MAX_FRAGMENTS:
            self.frames = []
            self.conn.fail(1009, f"more than {MAX_FRAGMENTS} fragments")
            self.handle_parser_exception()
            return
        super().handle_cont(event)

    async def run_asgi(self) -> None:
        """Serve the client; the connection ends soon after, whether or not it reads."""
        self.scope.setdefault("extensions", {})[EXTENSION] = self  # pyright: ignore[reportArgumentType]
        await super().run_asgi()
        if not self.disconnected:
            self._lingering = self.loop.call_later(LINGER_S, self.transport.abort)

    def connection_lost(self, exc: Exception | None) -> None:
        """Note that the connection is gone."""
        if self._lingering is not None:
            self._lingering.cancel()
        super().connection_lost(exc)


def _head(size: int) -> bytes:
    """Return what stands before an unmasked text of a size (RFC 6455, section 5.2)."""
    if size < _BY_TWO:
        return bytes((_TEXT, size))
    if size < 1 << 16:
        return bytes((_TEXT, _BY_TWO)) + size.to_bytes(2, "big")
    return bytes((_TEXT, _BY_EIGHT)) + size.to_bytes(8, "big")
