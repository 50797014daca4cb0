"""Faults of every kind, drawn from a seed, on two of each process, while clients play."""

from __future__ import annotations

import asyncio
import itertools
import json
import os
import random
import signal
import time
from collections import Counter
from contextlib import AsyncExitStack
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, cast

import httpx
import pytest
from redis.asyncio import Redis

from engine.games import discover
from services.common.bootstrap import StoreSettings, open_store
from services.common.embedded import EmbeddedServer
from services.common.secrets import MasterKey
from services.projector.rebuild import rebuild
from services.worker.recover import recover
from tests.services.audit import assert_nothing_pending, audit
from tests.services.clients import Account, command, new_account, new_match, take_seat, view
from tests.services.proxy import Proxy
from tests.services.stack import Process, Stack
from tests.toys import TOYS

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable
    from pathlib import Path

    from services.common.store import Store

pytestmark = pytest.mark.server

GAMES = discover(TOYS)
SEATS = 3
COUNTERS, ROUNDS = 5, 5
"""Matches of the counter, and of the game with sealed choices."""
ROLES = ("worker 0", "worker 1", "gateway 0", "gateway 1", "projector 0")
SETTLED_WITHIN_S = 20


@dataclass
class World:
    """The service, its network, and what was done to it."""

    folder: Path
    dice: random.Random
    server: EmbeddedServer
    proxies: dict[str, Proxy] = field(default_factory=dict)
    parts: dict[str, Process] = field(default_factory=dict)
    dead: list[Process] = field(default_factory=list)
    done: Counter[str] = field(default_factory=Counter)

    def __post_init__(self) -> None:
        self.stack = Stack(self.server.url, self.folder / "data", extra_games=TOYS)

    async def start(self, role: str) -> None:
        kind = role.split(maxsplit=1)[0]
        settings = {"redis_url": self.proxies[role].url}
        self.parts[role] = await asyncio.to_thread(self.stack.start, kind, **settings)

    async def start_all(self) -> None:
        await asyncio.gather(*(self.start(role) for role in ROLES))

    def url(self, gateway: str) -> str:
        return self.parts[gateway].fact("gateway_ready", "url")

    async def keep_alive(self) -> None:
        """Start again what ended by itself, as a supervisor does."""
        for role in ROLES:
            if not self.parts[role].alive:
                self.done[f"{role.split(maxsplit=1)[0]} ended by itself"] += 1
                self.dead.append(self.parts[role])
                await self.start(role)

    # --- faults ---

    async def fault(self) -> None:
        faults: dict[Callable[[], Awaitable[None]], int] = {
            self.kill: 3,
            self.freeze: 3,
            self.kill_server: 2,
            self.freeze_server: 1,
            self.cut: 3,
            self.cut_in_the_middle: 6,
            self.stall: 2,
            self.rewrite: 1,
            self.forget_functions: 1,
            self.forget_the_feed: 1,
            self.reseed: 1,
            self.rebuild: 1,
        }
        act = self.dice.choices(list(faults), list(faults.values()))[0]
        self.done[cast("Any", act).__name__] += 1
        await act()
        await self.keep_alive()

    def _role(self) -> str:
        return self.dice.choice(ROLES)

    async def kill(self) -> None:
        role = self._role()
        await asyncio.to_thread(self.parts[role].kill)
        self.dead.append(self.parts[role])
        await self.start(role)

    async def freeze(self) -> None:
        """Stop a process for longer than others wait for it, and let it go on as a zombie."""
        process = self.parts[self._role()]
        process.child.send_signal(signal.SIGSTOP)
        await asyncio.sleep(self.dice.uniform(0.1, 2.0))
        process.child.send_signal(signal.SIGCONT)

    async def kill_server(self) -> None:
        await asyncio.to_thread(self.server.kill)
        await asyncio.sleep(self.dice.choice((0, 0, 1)))
        await asyncio.to_thread(self.server.start)

    async def freeze_server(self) -> None:
        pid = self.server.pid
        assert pid is not None
        os.kill(pid, signal.SIGSTOP)
        await asyncio.sleep(self.dice.uniform(0.1, 3.0))
        os.kill(pid, signal.SIGCONT)

    async def cut(self) -> None:
        self.proxies[self._role()].cut()

    async def cut_in_the_middle(self) -> None:
        proxy = self.proxies[self._role()]
        proxy.cut_after(self.dice.randrange(20_000), replies=self.dice.random() < 0.5)

    async def stall(self) -> None:
        proxy = self.proxies[self._role()]
        proxy.stall()
        await asyncio.sleep(self.dice.uniform(0.1, 2.0))
        if self.dice.random() < 0.5:
            proxy.cut()
        proxy.go_on()

    async def _by_hand(self, *words: Any) -> None:
        async with Redis.from_url(self.server.url) as client:
            await client.execute_command(*words)

    async def rewrite(self) -> None:
        await self._by_hand("BGREWRITEAOF")

    async def forget_functions(self) -> None:
        await self._by_hand("FUNCTION", "FLUSH")

    async def forget_the_feed(self) -> None:
        await self._by_hand("XTRIM", f"{{p0{self.dice.randrange(4)}}}:feed", "MAXLEN", 0)

    async def _operator(self, act: Callable[[Store], Awaitable[object]]) -> None:
        store = await open_store(StoreSettings(url=self.server.url, partitions=4))
        try:
            await act(store)
        finally:
            await store.aclose()

    async def reseed(self) -> None:
        master = MasterKey.load(self.stack.data)
        await self._operator(lambda store: recover(store, GAMES, master))

    async def rebuild(self) -> None:
        await self._operator(lambda store: rebuild(store, GAMES, lambda _: None))


class Anywhere:
    """A client of both gateways: each request goes to one of them by chance."""

    def __init__(self, world: World) -> None:
        self._world = world
        self._client = httpx.AsyncClient(timeout=15)

    async def request(self, method: str, path: str, **request: Any) -> httpx.Response:
        gateway = self._world.dice.choice(("gateway 0", "gateway 1"))
        return await self._client.request(method, self._world.url(gateway) + path, **request)

    async def aclose(self) -> None:
        await self._client.aclose()


@dataclass
class Load:
    """Seats that play for ever, and how long they waited for each answer."""

    client: httpx.AsyncClient
    over: bool = False
    answered: Counter[str] = field(default_factory=Counter)
    tasks: list[asyncio.Task[None]] = field(default_factory=list)

    async def count(self, account: Account, match: str) -> None:
        for i in itertools.count():
            if self.over:
                return
            what = {"kind": "add", "amount": 9 if i % 4 else 1}
            answer = await command(self.client, account, match, what)
            assert answer.status_code in {200, 422}, answer.text
            self.answered[account.id] += 1

    async def choose(self, account: Account, match: str) -> None:
        """Choose in each round, often twice; commands that came too late are refused."""
        for i in itertools.count():
            shown = await view(self.client, account, match)
            if self.over or shown["status"] == "closed":
                return
            decision = shown["pending"][0]["decision"]
            what = {"kind": "choose", "choice": ("rock", "paper", "scissors")[i % 3]}
            answer = await command(self.client, account, match, what, decision=decision)
            assert answer.status_code in {200, 409, 422}, answer.text
            self.answered[account.id] += 1
            await asyncio.sleep(0.2)

    async def progress(self, within_s: float) -> None:
        """Wait until every counting seat has been answered twice more."""
        goal = {account: count + 2 for account, count in self.answered.items()}
        until = time.monotonic() + within_s
        while any(
            self.answered[key] < count and key not in self.finished for key, count in goal.items()
        ):
            for task in self.tasks:
                if task.done():
                    task.result()
            assert time.monotonic() < until, "no progress"
            await asyncio.sleep(0.05)

    finished: set[str] = field(default_factory=set)


async def seated(client: httpx.AsyncClient, game: str, **config: Any) -> tuple[str, list[Account]]:
    accounts = [await new_account(client, f"player {seat}") for seat in range(SEATS)]
    match = await new_match(client, accounts[0], game, SEATS, **config)
    for seat, account in enumerate(accounts):
        answer = await take_seat(client, account, match, seat)
        assert answer.json() == {"seat": seat}
    return match, accounts


async def run_chaos(folder: Path, seed: int, seconds: float) -> dict[str, Any]:
    """Play with faults for some seconds; returns figures. Raises if anything is wrong."""
    server = EmbeddedServer(folder / "server")
    await asyncio.to_thread(server.start)
    world = World(folder, random.Random(seed), server)
    async with AsyncExitStack() as stack:
        stack.callback(server.stop)
        stack.callback(world.stack.stop)
        for role in ROLES:
            proxy = Proxy(server.url, folder / f"{role.replace(' ', '-')}.sock")
            world.proxies[role] = await stack.enter_async_context(proxy)
        await world.start_all()
        anywhere = Anywhere(world)
        stack.push_async_callback(anywhere.aclose)
        return await _play(world, cast("httpx.AsyncClient", anywhere), seconds)


async def _play(world: World, client: httpx.AsyncClient, seconds: float) -> dict[str, Any]:
    counters = [await seated(client, "poison", goal=2000) for _ in range(COUNTERS)]
    rounds = [await seated(client, "rps", rounds=9) for _ in range(ROUNDS)]
    load = Load(client)
    for matches, play in ((counters, load.count), (rounds, load.choose)):
        for match, accounts in matches:
            for account in accounts:
                load.tasks.append(asyncio.create_task(play(account, match)))
                if play == load.count:
                    load.answered[account.id] = 0
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        await world.fault()
        await asyncio.sleep(world.dice.uniform(0, 0.6))
        for task in load.tasks:
            if task.done():
                task.result()
    calm = time.monotonic()
    for proxy in world.proxies.values():
        proxy.go_on()
    load.finished = {a.id for _, accounts in rounds for a in accounts}
    await load.progress(SETTLED_WITHIN_S)
    settled = time.monotonic() - calm
    load.over = True
    await asyncio.gather(*load.tasks)
    await _check(world, client, [*counters, *rounds])
    accounts = [account for _, seats in (*counters, *rounds) for account in seats]
    return {
        "faults": dict(world.done),
        "answers": sum(load.answered.values()),
        "repeats": sum(account.repeats for account in accounts),
        "slowest_s": round(max(account.slowest_s for account in accounts), 1),
        "settled_s": round(settled, 1),
    }


async def _check(
    world: World, client: httpx.AsyncClient, matches: list[tuple[str, list[Account]]]
) -> None:
    store = await open_store(StoreSettings(url=world.server.url, partitions=4))
    try:
        master = MasterKey.load(world.stack.data)
        for match, accounts in matches:
            told = {
                (account.id, command_id): receipt
                for account in accounts
                for command_id, receipt in account.told[match].items()
                if receipt["status"] != "sealed" and receipt.get("code") != "MATCH_CLOSED"
            }
            await _check_sealed(store, match, accounts)
            folded = await audit(store, GAMES, master, match, told)
            for seat, account in enumerate(accounts):
                shown = await view(client, account, match)
                assert shown["version"] == folded.version
                assert shown["view"] == folded.game.view(folded.state.game, seat).model_dump(
                    mode="json"
                )
        await assert_nothing_pending(world.server.url)
    finally:
        await store.aclose()
    log = "".join(world.stack.logs())
    for never in ("orphaned_matches", "engine_fault", "match_parked", "upkeep_failed"):
        assert never not in log, never


async def _check_sealed(store: Store, match: str, accounts: list[Account]) -> None:
    """Whoever was told that a choice is sealed can learn what became of it."""
    sealed = [
        (match, account.id, command_id)
        for account in accounts
        for command_id, receipt in account.told[match].items()
        if receipt["status"] == "sealed"
    ]
    meta = await store.meta(match)
    assert meta is not None
    final = {"accepted", "replaced", "refused"}
    allowed = final if meta.status == "closed" else {*final, "sealed"}
    for receipt in await store.receipts(sealed):
        assert receipt is not None
        assert json.loads(receipt.outcome)["status"] in allowed


@pytest.mark.long
@pytest.mark.timeout(300)
@pytest.mark.parametrize("seed", [1, 2])
async def test_random_faults_lose_and_double_nothing(
    tmp_path: Path, seed: int, record_property: Callable[[str, object], None]
) -> None:
    figures = await run_chaos(tmp_path, seed, seconds=45)
    record_property("figures", figures)
