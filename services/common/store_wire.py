"""Many commands to the server in one round trip, errors among the replies as values.

Connections, their set-up and the protocol are redis-py's; its command layer, which parses each
reply on its own, is left out: it would cost as much again as the work of a worker.

Every call of the store is safe to repeat (receipts, tokens and seen standings see to that), so a
lost connection is met by sending the whole pipeline again, until patience runs out. A server that
lost the store's functions (an older file, somebody's ``FUNCTION FLUSH``) is given them again.
"""

import asyncio
import math
from collections.abc import Callable, Sequence
from typing import Any, Final, cast

import hiredis
from redis.asyncio.connection import AbstractConnection, BlockingConnectionPool
from redis.exceptions import (
    ClusterDownError,
    OutOfMemoryError,
    ReadOnlyError,
    ResponseError,
    TryAgainError,
)
from redis.exceptions import (
    ConnectionError as RedisConnectionError,
)
from redis.exceptions import (
    TimeoutError as RedisTimeoutError,
)

Argument = bytes | str | int
Command = tuple[Argument, ...]
Reply = bytes | int | ResponseError | list["Reply"] | None

CONNECTIONS: Final = 32
REPLY_TIMEOUT_S: Final = 10.0
_FIRST_PAUSE_S: Final = 0.02
_LONGEST_PAUSE_S: Final = 0.5

_LOST: Final = (RedisConnectionError, RedisTimeoutError, TimeoutError, OSError)

_ELSEWHERE: Final = (ReadOnlyError, ClusterDownError, TryAgainError)
_NOT_NOW: Final = ("MISCONF", "NOREPLICAS", "UNBLOCKED")
"""Errors, or how they begin, that pass by themselves or with another server: as good as no
connection."""

_NO_FUNCTION: Final = "Function not found"


_pack: Final[Callable[[Command], bytes]] = cast("Any", hiredis).pack_command
"""In C; its annotation knows commands of one word only."""


class StoreUnavailableError(Exception):
    """The server did not answer in time; whether it did what was asked is not known."""


class MalformedCallError(Exception):
    """The server refused a call as malformed: a bug of the caller, nothing was changed."""


async def talk(
    connection: AbstractConnection, commands: Sequence[Command], timeout_s: float, functions: str
) -> list[Reply]:
    """Send commands over one connection and read as many replies.

    A connection that fails, or whose caller gives up, is closed: replies may be under way on it.
    Calls of functions that the server does not know are sent again after ``functions``, their text.

    Raises:
        RedisConnectionError, RedisTimeoutError, TimeoutError, OSError: the connection is lost.
    """
    link = cast("Any", connection)  # redis-py's own annotations are mostly missing here
    try:
        async with asyncio.timeout(timeout_s):
            replies = await _exchange(link, commands)
            unknown = [place for place, reply in enumerate(replies) if _no_function(reply)]
            if unknown and functions:
                load: Command = ("FUNCTION", "LOAD", functions)  # fails if another was faster
                again = await _exchange(link, [load, *(commands[place] for place in unknown)])
                for place, reply in zip(unknown, again[1:], strict=True):
                    replies[place] = reply
    except BaseException:
        await link.disconnect(nowait=True)
        raise
    return replies


async def _exchange(link: Any, commands: Sequence[Command]) -> list[Reply]:
    await link.send_packed_command([b"".join(map(_pack, commands))], check_health=False)
    _honour_cancellation()
    replies: list[Reply] = []
    for _ in commands:
        try:
            replies.append(await link.read_response(timeout=math.inf))
        except ResponseError as error:
            if isinstance(error, _ELSEWHERE) or str(error).startswith(_NOT_NOW):
                raise RedisConnectionError(str(error)) from error
            replies.append(error)
    return replies


def _no_function(reply: Reply) -> bool:
    return isinstance(reply, ResponseError) and _NO_FUNCTION in str(reply)


def _honour_cancellation() -> None:
    """Give up if the task was cancelled.

    ``asyncio.wait_for`` of Python 3.11, which redis-py sends with, swallows a cancellation that
    comes just as the bytes are gone.
    """
    task = asyncio.current_task()
    if task is not None and task.cancelling():
        raise asyncio.CancelledError


class Wire:
    """A pool of connections to one server."""

    def __init__(self, url: str, *, patience_s: float, functions: str = "") -> None:
        """Prepare connections; open none.

        ``patience_s``: how long lost ones are retried; ``functions``: the text of the library that
        the server is given again should it not know it.
        """
        self._pool = cast("Any", BlockingConnectionPool).from_url(
            url,
            max_connections=CONNECTIONS,
            timeout=None,
            protocol=2,
            socket_timeout=REPLY_TIMEOUT_S,
        )
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
                connection = await self._pool.get_connection()
                try:
                    return await talk(connection, commands, REPLY_TIMEOUT_S, self._functions)
                finally:
                    await self._pool.release(connection)
            except _LOST as error:
                if clock() + pause > until:
                    raise StoreUnavailableError(str(error)) from error
                await asyncio.sleep(pause)
                pause = min(2 * pause, _LONGEST_PAUSE_S)

    async def call(self, *command: Argument) -> Reply:
        """Send one command and return its reply.

        Raises:
            StoreUnavailableError: as ``send``.
            MalformedCallError, ResponseError: the server refused it.
        """
        return good((await self.send([command]))[0])

    def line(self) -> "Line":
        """Return a connection of one's own, for blocking reads."""
        return Line(self._pool.make_connection(), self._functions)

    async def aclose(self) -> None:
        """Close all connections."""
        await self._pool.aclose()


class Line:
    """One connection that is used by one task only and is not retried."""

    def __init__(self, connection: AbstractConnection, functions: str) -> None:
        self._connection = cast("Any", connection)
        self._functions = functions

    async def send(self, commands: Sequence[Command], *, wait_s: float = 0.0) -> list[Reply]:
        """Send commands, allowing ``wait_s`` more than usual for those that block.

        Raises:
            StoreUnavailableError: the connection is lost; the next call opens a new one.
        """
        try:
            await self._connection.connect()
            return await talk(self._connection, commands, REPLY_TIMEOUT_S + wait_s, self._functions)
        except _LOST as error:
            raise StoreUnavailableError(str(error)) from error

    async def aclose(self) -> None:
        """Close the connection."""
        await self._connection.disconnect(nowait=True)


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
    return isinstance(reply, OutOfMemoryError)


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


def items(reply: Reply) -> list[Reply]:
    """Return a reply that is an array."""
    reply = good(reply)
    if not isinstance(reply, list):
        msg = f"expected an array, the server sent {type(reply).__name__}"
        raise TypeError(msg)
    return reply


def pairs(reply: Reply) -> dict[str, bytes]:
    """Return a flat array of names and values as a dictionary."""
    flat = items(reply)
    return {text(flat[i]): raw(flat[i + 1]) for i in range(0, len(flat), 2)}
