"""Every part is killed while answers of partners and of those who make alliances are under way."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

import pytest

from engine.core.rng import Rng
from engine.games import discover
from schemas.verify import verify
from services.common.bootstrap import StoreSettings, open_store
from services.common.secrets import MasterKey
from tests.services.audit import assert_nothing_pending, audit
from tests.services.clients import Account, command, new_account, new_match, patient, view
from tests.services.house import running_house

if TYPE_CHECKING:
    from pathlib import Path

    import httpx

    from tests.services.house import House

pytestmark = [pytest.mark.server, pytest.mark.timeout(600)]

GAMES = discover()
GAME = GAMES.newest("chosen")
SEATS = 4
KILLS = ("worker", "gateway", "server", "projector", "worker", "server")
BETWEEN = 6
"""Questions from one kill to the next."""


@pytest.mark.parametrize("mode", ["alliances", "twins"])
async def test_kills_amid_the_answers_lose_and_double_nothing(tmp_path: Path, mode: str) -> None:
    async with running_house(tmp_path, games=["chosen"]) as (house, client):
        match, accounts = await seated(client, mode)
        rng = Rng(bytes(32), 0)
        for kind in KILLS:
            for _ in range(BETWEEN):
                await answered(client, match, accounts, rng)
            await asyncio.gather(house.kill(kind), answered(client, match, accounts, rng))
        for account in accounts:
            await command(client, account, match, {"kind": "match.resign"})
        await check(house, client, match, accounts)


async def seated(client: httpx.AsyncClient, mode: str) -> tuple[str, list[Account]]:
    accounts = [await new_account(client, f"player {seat}") for seat in range(SEATS)]
    match = await new_match(client, accounts[0], "chosen", SEATS, mode=mode)
    for seat, account in enumerate(accounts):
        body = {"seat": seat, "entry": {"deck": "ready", "name": "first_steps"}}
        path = f"/matches/{match}/seats"
        answer, _ = await patient(client, "POST", path, json=body, headers=account.headers)
        assert answer.json() == {"seat": seat}
    return match, accounts


async def answered(
    client: httpx.AsyncClient, match: str, accounts: list[Account], rng: Rng
) -> None:
    """Let all who are asked answer at the same time: one answer counts, the others come too late.

    Alliances are offered, and agreed to.
    """
    pending = (await view(client, accounts[0], match))["pending"]
    asked = [accounts[entry["seat"]] for entry in pending]
    seen = [await view(client, account, match) for account in asked]
    sent = [
        command(client, account, match, liked(one, rng), decision=pending[0]["decision"])
        for account, one in zip(asked, seen, strict=True)
    ]
    answers = await asyncio.gather(*sent)
    codes = sorted(answer.json().get("code", "") for answer in answers)
    assert codes == ["", *["DECISION_CLOSED"] * (len(asked) - 1)], [a.text for a in answers]


def liked(seen: dict[str, Any], rng: Rng) -> dict[str, Any]:
    commands = [option.get("command", {}) for option in seen["options"]]
    allied = [c for c in commands if c.get("kind") == "offer_alliance" or c.get("pick") == "yes"]
    return allied[0] if allied else dict(GAME.policies["greedy"](seen, rng))


async def check(
    house: House, client: httpx.AsyncClient, match: str, accounts: list[Account]
) -> None:
    """All that was told is in the log once, and the file is genuine."""
    told = {
        (account.id, command_id): receipt
        for account in accounts
        for command_id, receipt in account.told[match].items()
        if receipt.get("code") != "MATCH_CLOSED"  # the store's answer, which leaves no receipt
    }
    store = await open_store(StoreSettings(url=house.server.url, partitions=4))
    try:
        await audit(store, GAMES, MasterKey.load(house.stack.data), match, told)
        await assert_nothing_pending(house.server.url)
    finally:
        await store.aclose()
    exported, _ = await patient(client, "GET", f"/matches/{match}/export")
    verdict = verify(exported.content, GAMES)
    assert (verdict.genuine, verdict.status) == (True, "closed"), verdict
