"""One connection to the server: a pipeline goes out in one write, its replies come back in order.

A connection is set up by redis-py (address, TLS, authentication, database); then its transport is
taken over, since redis-py reads each reply on its own: that costs as much as a worker's work.
"""

import asyncio
from collections.abc import Callable, Sequence
from typing import Any, Final, cast

import hiredis
from redis.asyncio.connection import AbstractConnection
from redis.exceptions import ConnectionError as RedisConnectionError
from redis.exceptions import ResponseError

Argument = bytes | str | int
Command = tuple[Argument, ...]
Reply = bytes | int | ResponseError | list["Reply"] | None

_NOT_NOW: Final = (
    *("READONLY", "MISCONF", "NOREPLICAS", "UNBLOCKED", "LOADING", "NOAUTH"),
    *("MASTERDOWN", "CLUSTERDOWN", "TRYAGAIN", "ERR max number of clients"),
)
"""How errors begin that pass by themselves or with another server: as good as no connection."""

_pack: Final[Callable[[Command], bytes]] = cast("Any", hiredis).pack_command
"""In C; its annotation knows commands of one word only."""


class Link(asyncio.Protocol):
    """An open connection, used by one task at a time."""

    def __init__(self, connection: AbstractConnection) -> None:
        self._connection = cast("Any", connection)  # its annotations are mostly missing
        self._transport: asyncio.Transport = self._connection._writer.transport  # noqa: SLF001 - there is no other way to it
        self._parser = hiredis.Reader(replyError=ResponseError)
        self._replies: list[Reply] = []
        self._expected = 0
        self._done: asyncio.Future[list[Reply]] | None = None
        self.closed = False
        self._transport.set_protocol(self)

    @classmethod
    async def open(cls, connection: AbstractConnection) -> "Link":
        """Connect.

        Raises:
            RedisConnectionError, RedisTimeoutError, OSError: the server can't be reached.
        """
        await connection.connect()
        link = cls(connection)
        task = asyncio.current_task()
        if task is not None and task.cancelling():
            # asyncio.wait_for of Python 3.11, which redis-py connects with, swallows a cancellation
            # that comes just as what it waits for is there.
            await link.close()
            raise asyncio.CancelledError
        return link

    async def exchange(self, commands: Sequence[Command]) -> list[Reply]:
        """Send commands and return as many replies, errors among them as values.

        Who gives up waiting must close the link: replies may be under way.

        Raises:
            RedisConnectionError: the connection is lost, or the server serves nobody now.
        """
        if self.closed:
            msg = "the connection is closed"
            raise RedisConnectionError(msg)
        self._replies, self._expected = [], len(commands)
        self._done = asyncio.get_running_loop().create_future()
        self._transport.write(b"".join(map(_pack, commands)))
        replies = await self._done
        self._replies, self._expected = [], 0
        for reply in replies:
            if isinstance(reply, ResponseError) and str(reply).startswith(_NOT_NOW):
                raise RedisConnectionError(str(reply))
        return replies

    async def close(self) -> None:
        """Close the connection at once."""
        self.closed = True
        await self._connection.disconnect(nowait=True)

    # --- called by the event loop ---------------------------------------------------------------

    def data_received(self, data: bytes) -> None:
        """Take what came in; the last reply ends the exchange."""
        self._parser.feed(data)
        try:
            while (reply := self._parser.gets()) is not False:
                self._replies.append(cast("Reply", reply))
        except hiredis.ProtocolError as error:
            self._fail(error)
            return
        if len(self._replies) > self._expected:
            self._fail(None)
        elif len(self._replies) == self._expected and self._done and not self._done.done():
            self._done.set_result(self._replies)

    def connection_lost(self, exc: Exception | None) -> None:
        """End the exchange that is under way, if one is."""
        self._fail(exc)

    def _fail(self, error: Exception | None) -> None:
        self.closed = True
        self._transport.abort()
        if self._done is not None and not self._done.done():
            self._done.set_exception(RedisConnectionError(f"the connection was lost: {error}"))
