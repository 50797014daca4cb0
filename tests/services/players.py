"""Play matches on a store without a gateway: create, send a command, await its answer."""

from __future__ import annotations

import asyncio
import hashlib
import json
import secrets
from collections import defaultdict
from typing import TYPE_CHECKING, Any, Self

from pydantic_core import to_json

from engine.core.codec import audiences
from engine.core.match_state import new_match
from engine.core.match_telling import summary
from engine.core.rng import seed_commitment
from engine.core.terms import Bounds, DecisionClock
from schemas.chain import first_head
from schemas.header import Header
from schemas.match_file import Signer, write_lines
from services.common.build import build_digest
from services.common.secrets import HostKey, MasterKey
from services.common.store_types import Accepted, EncryptedSecrets, Incoming, Known, NewMatch

if TYPE_CHECKING:
    from pathlib import Path

    from engine.core.game import Game
    from services.common.store import Store

LATE_MS = 10**13
"""No match made here has to start before the year 2286."""
FINAL = {"accepted", "seated", "replaced", "refused"}


def make_match(
    game: Game[Any],
    master: MasterKey,
    host: HostKey,
    *,
    seats: int,
    match: str | None = None,
    config: dict[str, Any] | None = None,
    seed: bytes | None = None,
    salt_key: bytes | None = None,
    decision_ms: int | None = None,
    **terms: Any,
) -> NewMatch:
    """A match as a gateway makes it; ids and secrets are random unless given.

    ``terms``: who the match is for.
    """
    match = match or secrets.token_hex(10)
    seed = seed or secrets.token_bytes(32)
    salt_key = salt_key or secrets.token_bytes(32)
    header = Header(
        match=match,
        rules=game.rules,
        build=build_digest(game),
        config=game.config.model_validate(config or {}).model_dump(mode="json"),
        seats=seats,
        created=1_000,
        clock=None if decision_ms is None else DecisionClock(decision_ms=decision_ms),
        bounds=Bounds(start_ms=LATE_MS),  # created long ago
        seed_commitment=seed_commitment(seed),
        key=f"{host.kind}:{host.public_hex}",
        **terms,
    )
    return NewMatch(
        match=match,
        request_hash=hashlib.sha256(match.encode()).hexdigest(),
        header=header.encode(),
        rules=game.rules,
        game=game.name,
        seats=seats,
        created=1_000,
        deadline=1_000 + LATE_MS,
        head=first_head(header.encode()),
        summary=to_json(summary(game, new_match(game, header.terms(game)))),
        secrets=EncryptedSecrets(
            seed=master.encrypt("seed", match, seed),
            salt_key=master.encrypt("salt", match, salt_key),
        ),
    )


def body_of(command: dict[str, Any], **more: Any) -> bytes:
    return json.dumps({"command": command, **more}, sort_keys=True, separators=(",", ":")).encode()


class Answers:
    """Sends commands of any account and awaits their receipts on the feed."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._waiting: dict[tuple[str, str, str], asyncio.Future[dict[str, Any]]] = {}
        self._reading: asyncio.Task[None] | None = None
        self._closed: dict[str, asyncio.Event] = defaultdict(asyncio.Event)

    async def __aenter__(self) -> Self:
        cursors = {p: await self._store.newest_change(p) for p in range(self._store.partitions)}
        reader = self._store.feed_reader(cursors)

        async def read() -> None:
            while True:
                batch = await reader.read(block_ms=200, count=500)
                for entry in batch.entries:
                    if entry.status == "closed":
                        self._closed[entry.match].set()
                    for (account, command_id), receipt in entry.finished.items():
                        future = self._waiting.get((entry.match, account, command_id))
                        if future is not None and not future.done():
                            future.set_result(json.loads(receipt))

        self._reading = asyncio.create_task(read())
        return self

    async def __aexit__(self, *_: object) -> None:
        assert self._reading is not None
        self._reading.cancel()
        await asyncio.gather(self._reading, return_exceptions=True)

    async def send(
        self,
        match: str,
        account: str,
        command: dict[str, Any],
        *,
        command_id: str | None = None,
        timeout: float = 20,  # noqa: ASYNC109
        **more: Any,
    ) -> dict[str, Any]:
        """Send a command (a ``match.join`` included) and return its receipt."""
        command_id = command_id or secrets.token_hex(8)
        key = (match, account, command_id)
        future = self._waiting.setdefault(key, asyncio.get_running_loop().create_future())
        body = body_of(command, **more)
        reply = await self._store.accept(
            Incoming(
                match=match,
                account=account,
                command_id=command_id,
                body_hash=hashlib.sha256(body).hexdigest(),
                body=body,
                kind="join" if command["kind"] == "match.join" else "command",
            )
        )
        if isinstance(reply, Known) and json.loads(reply.receipt)["status"] != "pending":
            return json.loads(reply.receipt)
        if not isinstance(reply, Accepted | Known):
            return {"status": "not accepted", "reply": reply}
        return await asyncio.wait_for(asyncio.shield(future), timeout)

    async def closed(self, match: str) -> None:
        """Wait until a match is over."""
        await asyncio.wait_for(self._closed[match].wait(), 20)


async def start_match(
    store: Store,
    data: Path,
    answers: Answers,
    game: Game[Any],
    seats: int,
    **more: Any,
) -> str:
    """Create a match with the keys of a data folder and seat ``acc0``, ``acc1`` …"""
    new = make_match(game, MasterKey.load(data), HostKey.load(data), seats=seats, **more)
    await store.create(new)
    for seat in range(seats):
        receipt = await answers.send(new.match, f"acc{seat}", {"kind": "match.join", "seat": seat})
        assert receipt["status"] == "accepted", receipt
        assert receipt["seat"] == seat
    return new.match


async def exported(store: Store, data: Path, match: str) -> bytes:
    """The verifiable file of a match, every part shown."""
    meta = await store.meta(match)
    kept = await store.secrets(match)
    assert meta is not None
    assert kept is not None
    host = HostKey.load(data)
    return b"".join(
        write_lines(
            match,
            meta.header,
            await store.read_log(match, after=0, count=10_000),
            head=first_head(meta.header),
            salt_key=MasterKey.load(data).decrypt("salt", match, kept.salt_key),
            shown=audiences(meta.seats),
            closed=meta.status == "closed",
            signer=Signer(f"host:{host.public_hex}", host.sign),
        )
    )
