"""The protocol of live sockets below their messages: what a hostile client may make it hold.

The server's own protocol answers each ping at once, keeps any number of fragments, and waits for
ever for a client to take what was sent before it closes.
"""

import asyncio
from typing import Final

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame

MAX_FRAGMENTS: Final = 256
"""Frames that one message may come in; empty ones would cost memory and count as no bytes."""
LINGER_S: Final = 15.0
"""After its end, how long a connection may take to deliver what was sent last."""


class FrameProtocol(WebSocketsSansIOProtocol):
    """The server's protocol with bounds."""

    _lingering: asyncio.TimerHandle | None = None

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
        await super().run_asgi()
        if not self.disconnected:
            self._lingering = self.loop.call_later(LINGER_S, self.transport.abort)

    def connection_lost(self, exc: Exception | None) -> None:
        """Note that the connection is gone."""
        if self._lingering is not None:
            self._lingering.cancel()
        super().connection_lost(exc)
