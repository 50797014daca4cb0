"""A match of two seats by hand: what the store needs to see of one, and nothing of any game."""

from __future__ import annotations

import hashlib
import json
from contextlib import asynccontextmanager
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from redis.asyncio import Redis

from schemas.streams import GROUP
from services.common.bootstrap import StoreSettings, open_store
from services.common.store_codec import fields_of, token_of
from services.common.store_types import (
    Change,
    EncryptedSecrets,
    Finish,
    Finished,
    Incoming,
    Loaded,
    LoadRequest,
    Mail,
    MailKind,
    NewMatch,
    Results,
    StoredCommit,
    Token,
)
from services.common.store_wire import items, raw

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from services.common.store import Store

HEAD_0 = hashlib.sha256(b"head 0").hexdigest()


def new_match(match: str, *, request: str = "request", seats: int = 2) -> NewMatch:
    return NewMatch(
        match=match,
        request_hash=digest(request),
        header=b'{"format":"playledger/1"}',
        rules="toy@1",
        game="toy",
        seats=seats,
        created=1_000,
        deadline=10**13,
        head=HEAD_0,
        summary=b"{}",
        secrets=EncryptedSecrets(seed=b"\x00seed", salt_key=b"\xffsalt"),
    )


def digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


def incoming(
    match: str, account: str, command_id: str, body: str = "{}", kind: MailKind = "command"
) -> Incoming:
    return Incoming(
        match=match,
        account=account,
        command_id=command_id,
        body_hash=digest(body),
        body=body.encode(),
        kind=kind,
    )


def commit(n: int, *, public: bytes = b'{"n":0}', seats: int = 2) -> StoredCommit:
    """A commit whose seat 0 and server parts hold bytes that no text has."""
    private = (b"\x00\xff" + str(n).encode(), *(b"" for _ in range(seats - 1)), b"server\x80")
    return StoredCommit(n, public, private, digest(f"head {n}"))


def receipt(status: Finish, **more: Any) -> bytes:
    return json.dumps({"status": status, **more}, separators=(",", ":")).encode()


def finish(mail: Mail, status: Finish = "accepted", **more: Any) -> Finished:
    return Finished(
        account=mail.account,
        command_id=mail.command_id,
        status=status,
        receipt=receipt(status, **more),
        body=mail.body if status == "refused" else b"",
    )


RUNNING = Change(status="running", summary=b'{"s":1}', stamp=0, deadline=None)


async def load(store: Store, match: str) -> Loaded:
    (loaded,) = await store.load_many([LoadRequest(match=match)])
    assert loaded is not None
    return loaded


async def fetch(store: Store, partition: int, consumer: str, *, count: int) -> list[Token]:
    """Take new tokens of a partition for a consumer, as FastStream does."""
    reply = await store.wire.call(
        *("XREADGROUP", "GROUP", GROUP, consumer, "COUNT", count),
        *("STREAMS", store.keys.ready(partition), ">"),
    )
    if reply is None:
        return []
    found = [items(entry) for entry in items(items(items(reply)[0])[1])]
    tokens = [token_of(partition, raw(token_id), fields_of(fields)) for token_id, fields in found]
    return [token for token in tokens if token is not None]


async def take(store: Store, match: str, consumer: str = "worker") -> Token:
    """Take the one token there is."""
    tokens = await fetch(store, store.keys.partition(match), consumer, count=10)
    (token,) = [token for token in tokens if token.match == match]
    return token


async def accept_all(store: Store, token: Token) -> Results:
    """Results that accept each waiting command with a commit of its own."""
    loaded = await load(store, token.match)
    commands = [mail for mail in loaded.mail if mail.account]
    version = loaded.standing.version
    return Results(
        token=token,
        seen=loaded.standing,
        done=loaded.mail[-1].arrival if loaded.mail else loaded.standing.done,
        commits=[commit(version + i) for i in range(1, len(commands) + 1)],
        finished=[finish(mail, version=version + i) for i, mail in enumerate(commands, 1)],
        change=RUNNING,
    )


async def seat_two(store: Store, match: str) -> None:
    """Create a match and seat ``ada`` and ``bob`` in it; version 2, running, no token left."""
    await store.create(new_match(match))
    await store.accept_many(
        [incoming(match, "ada", "j1", kind="join"), incoming(match, "bob", "j2", kind="join")]
    )
    results = await accept_all(store, await take(store, match))
    change = replace(RUNNING, seats={"ada": 0, "bob": 1})
    await store.commit_many([replace(results, change=change)])


async def waiting(store: Store, match: str, *command_ids: str) -> Token:
    """Seat ada and bob, accept these commands of ada, and take the token."""
    await seat_two(store, match)
    await store.accept_many([incoming(match, "ada", command_id) for command_id in command_ids])
    return await take(store, match)


async def tokens_of(store: Store, match: str) -> list[str]:
    """Ids of all tokens of a match that stand in ``ready``."""
    reply = await store.wire.call("XRANGE", store.keys.ready(store.keys.partition(match)), "-", "+")
    assert isinstance(reply, list)
    return [
        entry[0].decode()  # type: ignore[index, union-attr]
        for entry in reply
        if entry[1][1] == f'"{match}"'.encode()  # type: ignore[index]
    ]


async def pending_tokens(store: Store, match: str) -> int:
    reply = await store.wire.call("XPENDING", store.keys.ready(store.keys.partition(match)), GROUP)
    assert isinstance(reply, list)
    assert isinstance(reply[0], int)
    return reply[0]


async def everything(url: str) -> dict[bytes, bytes]:
    """Each key with its whole value, to see that nothing changed."""
    async with Redis.from_url(url) as client:
        keys = sorted([key async for key in client.scan_iter(count=1000)])
        return {key: await client.dump(key) or b"" for key in keys}


@asynccontextmanager
async def fresh_store(url: str, **settings: Any) -> AsyncIterator[Store]:
    """Open a store with two partitions on the server, emptied before."""
    async with Redis.from_url(url) as client:
        await client.flushdb()
    store = await open_store(StoreSettings(url=url, **{"partitions": 2, **settings}))
    try:
        yield store
    finally:
        await store.aclose()
