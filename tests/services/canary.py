"""Secrets as they could be spelt, and everything that a service writes or stores, to search in."""

from __future__ import annotations

import base64
import hashlib
from typing import TYPE_CHECKING, Any

import httpx
from redis import Redis

from engine.core.codec import audiences, codec_of
from engine.core.keyed import Keyed
from engine.core.match_messages import is_match_kind
from engine.core.rng import match_seed
from schemas.chain import salt
from services.common.bootstrap import StoreSettings, open_store
from services.common.fold import Folded, begin, fold
from services.common.secrets import MasterKey

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from pathlib import Path

    from engine.games import Registry
    from services.common.store_types import StoredCommit
    from tests.services.stack import Stack

Canaries = dict[str, list[bytes]]
"""What must not be seen, by name: each in every spelling."""


def spelt(secret: bytes) -> list[bytes]:
    """Return a secret as bytes, in hex, in base64 anywhere in a longer text, and in Python."""
    found = [secret, secret.hex().encode(), secret.hex().upper().encode()]
    for before in range(3):
        padded = bytes(before) + secret
        begin, whole = -(-8 * before // 6), 8 * len(padded) // 6
        found += [
            encode(padded)[begin:whole] for encode in (base64.b64encode, base64.urlsafe_b64encode)
        ]
    return [*found, repr(secret)[2:-1].encode()]


def words(*texts: str) -> list[bytes]:
    return [text.encode() for text in texts]


def token_spelt(token: str) -> list[bytes]:
    """Return a token and its hash in every spelling."""
    return [token.encode(), *spelt(hashlib.sha256(token.encode()).digest())]


def found_in(text: bytes, canaries: Mapping[str, Iterable[bytes]]) -> list[str]:
    """Return the names of those canaries that a text holds."""
    return [name for name, forms in canaries.items() if any(form in text for form in forms)]


# --- what a service knows -----------------------------------------------------------------------


async def commits_of(stack: Stack, match: str) -> tuple[bytes, tuple[StoredCommit, ...]]:
    """Return a match's header and its log."""
    store = await open_store(StoreSettings(url=stack.url, partitions=4))
    try:
        meta = await store.meta(match)
        assert meta is not None
        return meta.header, await store.read_log(match, count=10_000)
    finally:
        await store.aclose()


async def states_of(stack: Stack, registry: Registry, match: str) -> list[Folded]:
    """Return a match after each of its commits."""
    header, log = await commits_of(stack, match)
    states = [begin(registry, header)]
    for commit in log:
        states.append(fold(states[-1], [commit]))
    return states


async def tables_of(stack: Stack, registry: Registry, match: str) -> list[Any]:
    """Return the state of a match's game after each event of the game."""
    header, log = await commits_of(stack, match)
    folded = begin(registry, header)
    game, table = folded.game, folded.game.initial
    tables: list[Any] = []
    for commit in log:
        for event in codec_of(game).read_happened(commit.parts()).events:
            if not is_match_kind(event.kind):
                table = game.evolve(table, event)
                tables.append(table)
    return tables


async def match_keys(stack: Stack, match: str) -> tuple[bytes, bytes]:
    """Return the server seed and the salt key of a match."""
    store = await open_store(StoreSettings(url=stack.url, partitions=4))
    try:
        kept = await store.secrets(match)
    finally:
        await store.aclose()
    assert kept is not None
    master = MasterKey.load(stack.data)
    seed = master.decrypt("seed", match, kept.seed)
    return seed, master.decrypt("salt", match, kept.salt_key)


async def match_secrets(stack: Stack, match: str, client_seeds: Iterable[str]) -> Canaries:
    """Return the server seed, the salt key and the seed made of it and the clients'."""
    seed, salt_key = await match_keys(stack, match)
    drawn_from = match_seed(seed, match, [bytes.fromhex(one) for one in client_seeds])
    return {
        "server seed": spelt(seed),
        "salt key": spelt(salt_key),
        "match seed": spelt(drawn_from),
    }


async def salts(stack: Stack, match: str, seats: int, version: int) -> Canaries:
    """Return the salts of each audience's parts: with them a part could be guessed."""
    _, key = await match_keys(stack, match)
    return {
        name: [salt(Keyed(key), n, name).hex().encode() for n in range(1, version + 1)]
        for name in audiences(seats)
    }


def service_secrets(data: Path) -> Canaries:
    """Return the master key and the host's private key."""
    return {
        name: spelt(bytes.fromhex((data / name).read_text("ascii").strip()))
        for name in ("master.key", "host.key")
    }


# --- what a service shows or stores -------------------------------------------------------------


def written(stack: Stack) -> bytes:
    """Return every line that every process has written."""
    return "".join(stack.logs()).encode()


async def measured(stack: Stack) -> bytes:
    """Return the metrics of every process."""
    async with httpx.AsyncClient() as client:
        pages = [
            await client.get(f"http://127.0.0.1:{one.fact(f'{one.kind}_ready', 'metrics_port')}/")
            for one in stack.processes
        ]
    assert all(page.status_code == 200 for page in pages)
    return b"".join(page.content for page in pages)


def stored(url: str) -> bytes:
    """Return every key of the server with its whole value, uncompressed."""
    with Redis.from_url(url) as client:
        keys: Any = sorted(client.scan_iter(count=1000))
        return b"\n".join(_flat([[key, _value(client, key)] for key in keys]))


def _value(client: Any, key: bytes) -> Any:
    match client.type(key):
        case b"string":
            return client.get(key)
        case b"hash":
            return client.hgetall(key)
        case b"stream":
            return client.xrange(key)
        case b"zset":
            return client.zrange(key, 0, -1)
        case kind:
            msg = f"{key!r} is a {kind!r}, which the store has no use for"
            raise AssertionError(msg)


def _flat(node: Any) -> list[bytes]:
    if isinstance(node, dict):
        return _flat([*node.keys(), *node.values()])
    if isinstance(node, list | tuple):
        return [text for part in node for text in _flat(part)]
    return [node]
