"""A worker in the test's own process: what it takes, and when, is in the test's hands."""

from __future__ import annotations

import json
import secrets
from typing import TYPE_CHECKING, Any

from engine.games import discover
from services.common.secrets import HostKey, MasterKey
from services.common.store_types import Accepted
from services.worker.opening import Limits
from services.worker.play import Worker
from tests.services.players import body_of, make_match
from tests.services.store_helpers import fetch, incoming
from tests.toys import TOYS

if TYPE_CHECKING:
    from pathlib import Path

    from engine.games import Registry
    from services.common.store import Store

GAMES = discover(TOYS)
POISON = GAMES.game("poison@1")


class Crew:
    """One worker, and players who do not wait for their answers."""

    def __init__(
        self,
        store: Store,
        data: Path,
        *,
        name: str = "crew",
        registry: Registry = GAMES,
        master: MasterKey | None = None,
        **limits: int,
    ) -> None:
        self.store = store
        self.name = name
        self.data = data
        self.master = master or MasterKey.load(data)
        values = {"decide_ms": 2_000, "snapshot_every": 10, "reclaim_idle_ms": 30_000, **limits}
        self.worker = Worker(store, registry, self.master, Limits(**values), name)

    async def start_match(
        self, *, seats: int = 2, decision_ms: int | None = None, **config: Any
    ) -> str:
        """Create a match and seat ``acc0``, ``acc1`` …"""
        host = HostKey.load(self.data)
        new = make_match(
            POISON, self.master, host, seats=seats, decision_ms=decision_ms, config=config
        )
        await self.store.create(new)
        for seat in range(seats):
            await self.send(new.match, {"kind": "match.join", "seat": seat}, seat=seat)
        await self.play()
        return new.match

    async def send(self, match: str, command: dict[str, Any], *, seat: int = 0) -> str:
        """Send a command and return its id; ``answer`` tells what came of it."""
        command_id = secrets.token_hex(8)
        kind = "join" if command["kind"] == "match.join" else "command"
        body = body_of(command).decode()
        sent = incoming(match, f"acc{seat}", command_id, body, kind)
        reply = await self.store.accept(sent)
        assert isinstance(reply, Accepted), reply
        return command_id

    async def add(self, match: str, *, seat: int = 0) -> str:
        return await self.send(match, {"kind": "add", "amount": 1}, seat=seat)

    async def answer(self, match: str, command_id: str, *, seat: int = 0) -> dict[str, Any]:
        receipt = await self.store.receipt(match, f"acc{seat}", command_id)
        assert receipt is not None
        return json.loads(receipt.outcome)

    async def play(self) -> None:
        """Play whatever is ready, until nothing is."""
        again = True
        while again:
            again = False
            for partition in range(self.store.partitions):
                tokens = await fetch(self.store, partition, self.name, count=64)
                if tokens:
                    again = True
                    await self.worker.play(tokens)
