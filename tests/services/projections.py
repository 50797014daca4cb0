"""What a projector must have made of a store, worked out from the logs by the engine alone."""

from __future__ import annotations

import asyncio
from contextlib import asynccontextmanager
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from pydantic_core import to_json

from engine.core.answer import view_answer
from engine.core.codec import Parts, audiences, codec_of
from engine.core.match_fold import fold_commit
from engine.core.match_state import new_match
from engine.games import discover
from schemas.chain import first_head
from schemas.header import Header
from services.common.secrets import HostKey, MasterKey
from services.common.store_directory import Directory, DirectoryEntry
from tests.services.players import Answers, make_match
from tests.services.stack import Stack
from tests.services.store_helpers import fresh_store

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
    from pathlib import Path

    from engine.core.game import Game
    from engine.core.match_state import MatchState
    from services.common.store import Store

TOYS = ("tests.toys.rps", "tests.toys.poison")
GAMES = discover(TOYS)
FIGURES = ("rock", "paper", "scissors")
FAR = 1 << 42
"""Milliseconds; long after any test."""


async def until(condition: Callable[[], Awaitable[bool]], seconds: float = 30) -> None:
    """Wait for what another process does."""
    async with asyncio.timeout(seconds):
        while not await condition():  # noqa: ASYNC110 - it happens in another process
            await asyncio.sleep(0.02)


async def folded(
    store: Store, match: str, *, at: int | None = None
) -> tuple[Game[Any], MatchState, str]:
    """Return a match folded from its whole log, and its head."""
    meta = await store.meta(match)
    assert meta is not None
    header = Header.decode(meta.header)
    game = GAMES.game(header.rules)
    state, head = new_match(game, header.terms(game)), first_head(meta.header)
    names = audiences(header.seats)
    for commit in (await store.read_log(match, after=0, count=100_000))[:at]:
        parts = Parts(commit.public, dict(zip(names, commit.private, strict=True)))
        state, head = fold_commit(game, state, codec_of(game).read(parts)), commit.head
    return game, state, head


async def views_of_log(store: Store, match: str) -> tuple[int, str, dict[str, bytes]]:
    """Return version, head and the view of every viewer."""
    game, state, head = await folded(store, match)
    seats: dict[str, int | None] = {f"seat:{seat}": seat for seat in range(state.terms.seats)}
    viewers = {**seats, "spectator": None}
    views = {name: to_json(view_answer(game, state, seat)) for name, seat in viewers.items()}
    return state.version, head, views


async def entry_of_log(store: Store, match: str) -> DirectoryEntry:
    game, state, _ = await folded(store, match)
    assert state.status != "ended"
    return DirectoryEntry(
        match=match,
        version=state.version,
        created=state.terms.created,
        status=state.status,
        game=game.name,
        accounts=tuple(account for account in state.accounts if account is not None),
    )


async def shown(store: Store, match: str) -> bool:
    """Tell whether the views are the newest, for every viewer."""
    cached = await store.views(match)
    if cached is None:
        return False
    return (cached.stamp.version, cached.stamp.head, dict(cached.views)) == await views_of_log(
        store, match
    )


async def listed(store: Store, matches: list[str]) -> bool:
    """Tell whether the directory lists exactly these matches, by what they are now."""
    found = {e.match: replace(e, version=0) for e in await Directory(store).find(limit=1_000)}
    wanted = [replace(await entry_of_log(store, match), version=0) for match in matches]
    return found == {entry.match: entry for entry in wanted}


async def complete(store: Store, matches: list[str]) -> bool:
    """Tell whether directory and views of these matches, all followed, are the newest."""
    return await listed(store, matches) and all([await shown(store, m) for m in matches])


class Table:
    """Creates matches and plays them, through the store and a worker."""

    def __init__(self, store: Store, answers: Answers, master: MasterKey, host: HostKey) -> None:
        self._store = store
        self._answers = answers
        self._keys = master, host

    async def open(
        self, rules: str, seats: int, *, terms: Mapping[str, Any] | None = None, **config: object
    ) -> str:
        """Create a match and seat ``acc0`` to ``acc<seats - 1>``; ``terms``: who it is for."""
        game = GAMES.game(rules)
        new = make_match(game, *self._keys, seats=seats, config=config, **(terms or {}))
        await self._store.create(new)
        for seat in range(seats):
            await self._send(new.match, seat, {"kind": "match.join", "seat": seat})
        return new.match

    async def count(self, match: str, seats: int, times: int) -> None:
        """Add one to a poison counter, again and again, all seats in turn."""
        for place in range(times):
            await self._send(match, place % seats, {"kind": "add", "amount": 1})

    async def choose(self, match: str, seats: int, number: int) -> None:
        """Play one round of rock, paper, scissors, each seat with its card."""
        await self._send(match, 0, {"kind": "signal", "say": "ha"})
        for seat in range(seats):
            command = {
                "kind": "choose",
                "choice": FIGURES[(seat + number) % 3],
                "spend": number == seat + 1,
            }
            await self._send(match, seat, command, decision=f"round.{number}")

    async def _send(self, match: str, seat: int, command: dict[str, Any], **more: Any) -> None:
        receipt = await self._answers.send(match, f"acc{seat}", command, **more)
        assert receipt["status"] in {"accepted", "sealed"}, receipt


@asynccontextmanager
async def playing(
    url: str, data: Path, *, partitions: int = 4, feed_cap: int = 10_000
) -> AsyncIterator[tuple[Store, Stack, Table]]:
    """A store with a worker; projectors are the tests' own to start."""
    async with fresh_store(url, partitions=partitions, feed_cap=feed_cap) as store:
        stack = Stack(url, data, partitions=partitions, feed_cap=feed_cap, extra_games=TOYS)
        try:
            stack.start("worker")
            async with at_table(store, data) as table:
                yield store, stack, table
        finally:
            stack.stop()


@asynccontextmanager
async def at_table(store: Store, data: Path) -> AsyncIterator[Table]:
    """A table whose answers come over a connection of its own: a new one for a new server."""
    async with Answers(store) as answers:
        yield Table(store, answers, MasterKey.load(data), HostKey.load(data))
