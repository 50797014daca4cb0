"""Many commands to the server in one round trip, errors among the replies as values.

Every call of the store is safe to repeat (receipts, tokens and seen standings see to that), so a
lost connection is met by sending the whole pipeline again, until patience runs out. A server that
lost the store's functions (an older file, somebody's ``FUNCTION FLUSH``) is given them again.
"""

import asyncio
from collections.abc import Sequence
from typing import Any, Final, cast

from redis.asyncio.connection import AbstractConnection, ConnectionPool
from redis.exceptions import ConnectionError as RedisConnectionError
from redis.exceptions import ResponseError
from redis.exceptions import TimeoutError as RedisTimeoutError

from .store_link import Argument, Command, Link, Reply

__all__ = ["Argument", "Command", "Reply"]

CONNECTIONS: Final = 32
REPLY_TIMEOUT_S: Final = 10.0
_FIRST_PAUSE_S: Final = 0.02
_LONGEST_PAUSE_S: Final = 0.5

_LOST: Final = (RedisConnectionError, RedisTimeoutError, TimeoutError, OSError)
_NO_FUNCTION: Final = "Function not found"


class StoreUnavailableError(Exception):
    """The server did not answer in time; whether it did what was asked is not known."""


class MalformedCallError(Exception):
    """The server refused a call as malformed: a bug of the caller, nothing was changed."""


async def talk(
    link: Link, commands: Sequence[Command], timeout_s: float, functions: str
) -> list[Reply]:
    """Send commands over one connection and read as many replies.

    A connection that fails, or whose caller gives up, is closed: replies may be under way on it.
    Calls of functions that the server does not know are sent again after ``functions``, their text.

    Raises:
        RedisConnectionError, TimeoutError: the connection is lost.
    """
    try:
        async with asyncio.timeout(timeout_s):
            replies = await link.exchange(commands)
            unknown = [place for place, reply in enumerate(replies) if _no_function(reply)]
            if unknown and functions:
                load: Command = ("FUNCTION", "LOAD", functions)  # fails if another was faster
                again = await link.exchange([load, *(commands[place] for place in unknown)])
                for place, reply in zip(unknown, again[1:], strict=True):
                    replies[place] = reply
    except BaseException:
        await link.close()
        raise
    return replies


def _no_function(reply: Reply) -> bool:
    return isinstance(reply, ResponseError) and _NO_FUNCTION in str(reply)


class _Address:
    """A server's address; redis-py reads it and makes connections that are not open yet."""

    def __init__(self, url: str) -> None:
        self._factory = cast("Any", ConnectionPool).from_url(
            url, protocol=2, socket_timeout=REPLY_TIMEOUT_S
        )

    async def connect(self) -> Link:
        """Open a connection."""
        return await Link.open(cast("AbstractConnection", self._factory.make_connection()))


class Wire:
    """A pool of connections to one server."""

    def __init__(self, url: str, *, patience_s: float, functions: str = "") -> None:
        """Prepare connections; open none.

        ``patience_s``: how long lost ones are retried; ``functions``: the text of the library that
        the server is given again should it not know it.
        """
        self._address = _Address(url)
        self._idle: list[Link] = []
        self._room = asyncio.Semaphore(CONNECTIONS)
        self.patience_s = patience_s
        self._functions = functions

    async def send(self, commands: Sequence[Command]) -> list[Reply]:
        """Send commands in one pipeline (not a transaction) and return a reply for each.

        Raises:
            StoreUnavailableError: no connection lasted long enough within the patience.
        """
        if not commands:
            return []
        clock = asyncio.get_running_loop().time
        until, pause = clock() + self.patience_s, _FIRST_PAUSE_S
        while True:
            try:
                async with self._room:
                    return await self._send_once(commands)
            except _LOST as error:
                if clock() + pause > until:
                    raise StoreUnavailableError(str(error)) from error
                await asyncio.sleep(pause)
                pause = min(2 * pause, _LONGEST_PAUSE_S)

    async def _send_once(self, commands: Sequence[Command]) -> list[Reply]:
        while self._idle and self._idle[-1].closed:
            await self._idle.pop().close()
        link = self._idle.pop() if self._idle else await self._address.connect()
        replies = await talk(link, commands, REPLY_TIMEOUT_S, self._functions)
        self._idle.append(link)
        return replies

    async def call(self, *command: Argument) -> Reply:
        """Send one command and return its reply.

        Raises:
            StoreUnavailableError: as ``send``.
            MalformedCallError, ResponseError: the server refused it.
        """
        return good((await self.send([command]))[0])

    def line(self) -> "Line":
        """Return a connection of one's own, for blocking reads."""
        return Line(self._address, self._functions)

    async def aclose(self) -> None:
        """Close all connections."""
        while self._idle:
            await self._idle.pop().close()


class Line:
    """One connection that is used by one task only and is not retried."""

    def __init__(self, address: _Address, functions: str) -> None:
        self._address = address
        self._functions = functions
        self._link: Link | None = None

    async def send(self, commands: Sequence[Command], *, wait_s: float = 0.0) -> list[Reply]:
        """Send commands, allowing ``wait_s`` more than usual for those that block.

        Raises:
            StoreUnavailableError: the connection is lost; the next call opens a new one.
        """
        try:
            if self._link is None or self._link.closed:
                await self.aclose()
                self._link = await self._address.connect()
            return await talk(self._link, commands, REPLY_TIMEOUT_S + wait_s, self._functions)
        except _LOST as error:
            raise StoreUnavailableError(str(error)) from error

    async def aclose(self) -> None:
        """Close the connection."""
        if self._link is not None:
            await self._link.close()


def good(reply: Reply) -> Reply:
    """Return a reply that is no error.

    Raises:
        MalformedCallError: the store's functions refused a call as malformed.
        ResponseError: any other error of the server.
    """
    if isinstance(reply, ResponseError):
        if str(reply).startswith("MALFORMED"):
            raise MalformedCallError(str(reply)) from reply
        raise reply
    return reply


def is_full(reply: Reply) -> bool:
    """Tell whether the server refused a call because its memory is used up."""
    return isinstance(reply, ResponseError) and str(reply).startswith("OOM")


def raw(reply: Reply) -> bytes:
    """Return a reply that is bytes."""
    reply = good(reply)
    if not isinstance(reply, bytes):
        msg = f"expected bytes, the server sent {type(reply).__name__}"
        raise TypeError(msg)
    return reply


def text(reply: Reply) -> str:
    """Return a reply that is text."""
    return raw(reply).decode()


def number(reply: Reply) -> int:
    """Return a reply that is a whole number, sent as such or as text."""
    reply = good(reply)
    return reply if isinstance(reply, int) else int(raw(reply))


def server_ms(reply: Reply) -> int:
    """Return the server's time in milliseconds from its reply to ``TIME``."""
    seconds, micros = items(reply)
    return 1000 * number(seconds) + number(micros) // 1000


def items(reply: Reply) -> list[Reply]:
    """Return a reply that is an array."""
    reply = good(reply)
    if not isinstance(reply, list):
        msg = f"expected an array, the server sent {type(reply).__name__}"
        raise TypeError(msg)
    return reply


def pairs(reply: Reply) -> dict[str, bytes]:
    """Return a flat array of names and values as a dictionary."""
    flat = cast("list[bytes]", items(reply))
    return {name.decode(): value for name, value in zip(flat[::2], flat[1::2], strict=True)}
