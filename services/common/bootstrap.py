"""Open the store on a server: check that it keeps what it acknowledges, and lay the ground.

May be run by any number of processes at the same time, again and again: what exists is kept, and
what exists differently is an error that says so.
"""

import re
from typing import Final

from redis.exceptions import ResponseError

from schemas.streams import GROUP, SERVICE, Keys

from .secrets import MasterKey
from .store import Store
from .store_feed import Copies, Fence
from .store_library import Library, library
from .store_settings import StoreSettings
from .store_wire import Command, Wire, good, items, number, pairs, text

FORMAT: Final = "playledger store 2"
OLDEST_SERVER: Final = (7, 0)
REQUIRED: Final = {
    "appendonly": "yes",
    "appendfsync": "always",
    "maxmemory-policy": "noeviction",
}


class UnfitServerError(Exception):
    """The server can't be the store of this service; the message says what to change."""


async def open_store(settings: StoreSettings) -> Store:
    """Check and prepare the server, and return the store.

    Raises:
        UnfitServerError: version, durability, partitions or format don't fit.
        StoreUnavailableError: no connection within the patience.
    """
    keys, functions = Keys(settings.partitions), library()
    wire = Wire(settings.url, patience_s=settings.patience_s, functions=functions.code)
    try:
        await _check_version(wire)
        if not settings.allow_loss:
            await _check_durability(wire)
        await _agree_on_service(wire, settings.partitions)
        await _load_functions(wire, functions)
        await _make_groups(wire, keys)
    except BaseException:
        await wire.aclose()
        raise
    fence = Fence(wire, keys, Copies(settings.replicas, settings.fence_timeout_ms, functions))
    return Store(wire, keys, functions, feed_cap=settings.feed_cap, fence=fence)


async def agree_on_key(store: Store, master_key: MasterKey) -> None:
    """Make sure that all processes of the service have the same master key.

    Raises:
        UnfitServerError: the store was first used with another one.
    """
    mine = master_key.fingerprint
    first = await store.wire.call("HGET", SERVICE, "key")
    if first is None:
        number(await store.wire.call("HSETNX", SERVICE, "key", mine))
        first = await store.wire.call("HGET", SERVICE, "key")
    if text(first) != mine:
        msg = (
            "The matches of this store were encrypted with another master key. "
            "Name the data folder, or the key, that the service was first started with."
        )
        raise UnfitServerError(msg)


async def _check_version(wire: Wire) -> None:
    info = text(await wire.call("INFO", "server"))
    if "redis_mode:cluster" in info:
        msg = "The server is part of a cluster, which is not supported yet: name one of its own."
        raise UnfitServerError(msg)
    found = re.search(r"^redis_version:(\d+)\.(\d+)", info, re.MULTILINE)
    version = (int(found[1]), int(found[2])) if found else (0, 0)
    if version < OLDEST_SERVER:
        msg = (
            f"The server speaks version {version[0]}.{version[1]}; "
            "server functions need Redis 7.0 or Valkey 7.2 or newer."
        )
        raise UnfitServerError(msg)


async def _check_durability(wire: Wire) -> None:
    wrong: list[str] = []
    for name, required in REQUIRED.items():
        try:
            found = pairs(await wire.call("CONFIG", "GET", name)).get(name, b"").decode()
        except ResponseError as error:
            found = f"not shown ({error})"
        if found != required:
            wrong.append(f"{name} is {found} and must be {required}")
    if wrong:
        msg = (
            f"The server may lose what it acknowledged: {'; '.join(wrong)}. "
            "Change its configuration, or allow loss explicitly."
        )
        raise UnfitServerError(msg)


async def _agree_on_service(wire: Wire, partitions: int) -> None:
    told = {"partitions": str(partitions), "format": FORMAT}
    stored = pairs(await wire.call("HGETALL", SERVICE))
    if told.keys() - stored.keys():  # of several first starts the first one counts
        for reply in await wire.send([("HSETNX", SERVICE, *one) for one in told.items()]):
            good(reply)
        stored = pairs(await wire.call("HGETALL", SERVICE))
    if (found := stored["format"].decode()) != FORMAT:
        msg = f"The store has the format {found!r}; this build reads {FORMAT!r}."
        raise UnfitServerError(msg)
    if (found := stored["partitions"].decode()) != told["partitions"]:
        msg = (
            f"This service was first started with {found} partitions, which can't be changed; "
            f"it was told {partitions} now (PLAYLEDGER_PARTITIONS)."
        )
        raise UnfitServerError(msg)


async def _load_functions(wire: Wire, functions: Library) -> None:
    if await _loaded(wire, functions):
        return
    (reply,) = await wire.send([("FUNCTION", "LOAD", functions.code)])
    if not await _loaded(wire, functions):  # another process may have been faster
        good(reply)


async def _loaded(wire: Wire, functions: Library) -> bool:
    listed = items(await wire.call("FUNCTION", "LIST", "LIBRARYNAME", functions.name, "WITHCODE"))
    if not listed:
        return False
    flat = items(listed[0])
    facts = {text(flat[i]): flat[i + 1] for i in range(0, len(flat), 2)}
    if text(facts["library_code"]) != functions.code:
        msg = f"The server holds other functions under the name {functions.name}."
        raise UnfitServerError(msg)
    return True


async def _make_groups(wire: Wire, keys: Keys) -> None:
    streams = [keys.ready(partition) for partition in range(keys.partitions)]
    found = await wire.send([("XINFO", "GROUPS", stream) for stream in streams])
    # At id 0: what was made ready before the first worker came must reach it.
    commands: list[Command] = [
        ("XGROUP", "CREATE", stream, GROUP, "0", "MKSTREAM")
        for stream, reply in zip(streams, found, strict=True)
        if isinstance(reply, ResponseError) or not items(reply)
    ]
    for reply in await wire.send(commands):
        if not (isinstance(reply, ResponseError) and str(reply).startswith("BUSYGROUP")):
            good(reply)
