"""Kill each part under load: nothing acknowledged is lost, nothing is applied twice."""

from __future__ import annotations

import asyncio
import itertools
import time
from collections import Counter
from typing import TYPE_CHECKING, Any

import pytest

from engine.games import discover
from services.common.bootstrap import StoreSettings, open_store
from services.common.secrets import MasterKey
from tests.services.audit import assert_nothing_pending, audit
from tests.services.clients import (
    PATIENCE_S,
    Account,
    command,
    new_account,
    new_match,
    take_seat,
    view,
)
from tests.services.house import running_house
from tests.toys import TOYS

if TYPE_CHECKING:
    from pathlib import Path

    import httpx

    from tests.services.house import House

pytestmark = pytest.mark.server

GAMES = discover(TOYS)
MATCHES = 6
SEATS = 3
ANSWER_AFTER_RESTART_S = 10


class Load:
    """Every seat adds to its match's counter; three of four commands are against the rules."""

    def __init__(self, client: httpx.AsyncClient) -> None:
        self._client = client
        self._answered: Counter[str] = Counter()
        self._changed = asyncio.Event()
        self._tasks: list[asyncio.Task[None]] = []
        self._over = False

    def add(self, account: Account, match: str) -> None:
        self._tasks.append(asyncio.create_task(self._play(account, match)))
        self._answered[account.id] = 0

    async def _play(self, account: Account, match: str) -> None:
        for i in itertools.count():
            if self._over:
                return
            what = {"kind": "add", "amount": 9 if i % 4 else 1}
            answer = await command(self._client, account, match, what)
            assert answer.status_code in {200, 422}, answer.text
            self._answered[account.id] += 1
            self._changed.set()

    async def progress(self) -> None:
        """Wait until every seat of every match has been answered twice more."""
        goal = {account: count + 2 for account, count in self._answered.items()}
        while any(self._answered[account] < count for account, count in goal.items()):
            failed = [task for task in self._tasks if task.done()]
            assert not failed, failed
            self._changed.clear()
            await asyncio.wait_for(self._changed.wait(), PATIENCE_S)

    async def end(self) -> None:
        self._over = True
        await asyncio.gather(*self._tasks)


async def seated(client: httpx.AsyncClient, game: str, **config: Any) -> tuple[str, list[Account]]:
    accounts = [await new_account(client, f"player {seat}") for seat in range(SEATS)]
    match = await new_match(client, accounts[0], game, SEATS, **config)
    for seat, account in enumerate(accounts):
        answer = await take_seat(client, account, match, seat)
        assert answer.json() == {"seat": seat}
    return match, accounts


@pytest.mark.timeout(900)
@pytest.mark.parametrize(
    "rounds",
    [pytest.param(1, id="short"), pytest.param(12, id="long", marks=pytest.mark.long)],
)
async def test_kills_under_load_lose_and_double_nothing(tmp_path: Path, rounds: int) -> None:
    async with running_house(tmp_path) as (house, client):
        matches = [await seated(client, "poison", goal=1000) for _ in range(MATCHES)]
        under = Load(client)
        for match, accounts in matches:
            for account in accounts:
                under.add(account, match)
        for kind in ("worker", "gateway", "server", "projector", "worker", "server") * rounds:
            await under.progress()
            await house.kill(kind)
        recovered = time.monotonic()
        await under.progress()
        assert time.monotonic() - recovered < ANSWER_AFTER_RESTART_S
        await under.end()
        await _check(house, client, matches)


async def test_answers_come_soon_after_a_restart_with_the_settings_of_every_day(
    tmp_path: Path,
) -> None:
    """No worker died, so nothing may wait for a reclaimer that thinks one might have."""
    async with running_house(tmp_path, reclaim_idle_ms=30_000, sweep_ms=5_000) as (house, client):
        matches = [await seated(client, "poison", goal=1000) for _ in range(MATCHES)]
        under = Load(client)
        for match, accounts in matches:
            for account in accounts:
                under.add(account, match)
        for _ in range(5):
            await under.progress()
            await house.kill("server")
            recovered = time.monotonic()
            await under.progress()
            assert time.monotonic() - recovered < ANSWER_AFTER_RESTART_S
        await under.end()
        await _check(house, client, matches)


async def _check(
    house: House, client: httpx.AsyncClient, matches: list[tuple[str, list[Account]]]
) -> None:
    store = await open_store(StoreSettings(url=house.server.url, partitions=4))
    try:
        master = MasterKey.load(house.stack.data)
        for match, accounts in matches:
            told = {
                (account.id, command_id): receipt
                for account in accounts
                for command_id, receipt in account.told[match].items()
            }
            folded = await audit(store, GAMES, master, match, told)
            for seat, account in enumerate(accounts):
                shown = await view(client, account, match)
                assert shown["version"] == folded.version
                assert shown["view"] == folded.game.view(folded.state.game, seat).model_dump(
                    mode="json"
                )
        await assert_nothing_pending(house.server.url)
    finally:
        await store.aclose()


async def test_a_kill_between_two_sealings_keeps_the_first(tmp_path: Path) -> None:
    """Each part in turn dies while one choice lies in the box and the others are awaited."""
    async with running_house(tmp_path) as (house, client):
        match, accounts = await seated(client, "rps", rounds=4)
        for kind in ("worker", "gateway", "server", "projector"):
            decision = (await view(client, accounts[0], match))["pending"][0]["decision"]
            for place, account in enumerate(accounts, 1):
                choice = {"kind": "choose", "choice": "rock" if place == 1 else "scissors"}
                answer = await command(client, account, match, choice, decision=decision)
                last = place == len(accounts)
                assert answer.json()["status"] == ("accepted" if last else "sealed"), answer.text
                if place == 1:
                    await house.kill(kind)
        shown = await view(client, accounts[0], match)
        assert shown["status"] == "closed"
