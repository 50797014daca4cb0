"""Everything is restarted between any two commands of a turn, and the same question is open."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from engine.core.rng import Rng
from engine.games import discover
from schemas.verify import verify
from services.common.bootstrap import StoreSettings, open_store
from services.common.secrets import HostKey, MasterKey
from tests.services.clients import Account, command, new_account, patient, view
from tests.services.house import House, running_house
from tests.services.players import make_match

if TYPE_CHECKING:
    from pathlib import Path

    import httpx

pytestmark = pytest.mark.server

GAMES = discover()
GAME = GAMES.newest("spellwars")
SEATS = 3
KINDS = ["build"] * 3 + ["give", "give", "target", "absorb"]
"""What is waited for, one after the other."""
SEED = bytes([230]) * 32
"""The server seed that brings it about."""


async def test_a_turn_goes_on_with_the_same_question_after_any_restart(tmp_path: Path) -> None:
    policy, rng = GAME.policies["greedy"], Rng(bytes(32), 0)
    async with running_house(tmp_path, games=["spellwars"]) as (house, client):
        match, accounts = await seated(house, client)
        for number, kind in enumerate(KINDS):
            before = [await view(client, account, match) for account in accounts]
            if number:
                await house.restart()
            seen = [await view(client, account, match) for account in accounts]
            assert seen == before
            sealed = [*range(number)] if kind == "build" else []
            assert [one["seat"] for one in seen if "sealed" in one] == sealed
            awaited = seen[0]["pending"][0]
            own = seen[awaited["seat"]]
            question = own["view"]["question"]
            assert (question["subject"]["about"] if question else "build") == kind
            named = {"decision": awaited["decision"]} if kind == "build" else {}
            what = dict(policy(own, rng))
            answer = await command(client, accounts[awaited["seat"]], match, what, **named)
            assert answer.status_code == 200, answer.text
        assert await genuine(client, match, accounts), "as the same choices without any restart"


async def seated(house: House, client: httpx.AsyncClient) -> tuple[str, list[Account]]:
    """Start a match whose draws are known."""
    master, host = MasterKey.load(house.stack.data), HostKey.load(house.stack.data)
    new = make_match(GAME, master, host, seats=SEATS, match="spellwars22restarts2", seed=SEED)
    store = await open_store(StoreSettings(url=house.server.url, partitions=4))
    await store.create(new)
    await store.aclose()
    accounts = [await new_account(client, f"player {seat}") for seat in range(SEATS)]
    for seat, account in enumerate(accounts):
        body = {"seat": seat, "client_seed": bytes([seat] * 32).hex()}
        path = f"/matches/{new.match}/seats"
        answer, _ = await patient(client, "POST", path, json=body, headers=account.headers)
        assert answer.json() == {"seat": seat}
    return new.match, accounts


async def genuine(client: httpx.AsyncClient, match: str, accounts: list[Account]) -> bool:
    """End a match, and tell whether every decision in it is made again just so."""
    for account in accounts[1:]:
        await command(client, account, match, {"kind": "match.resign"})
    exported, _ = await patient(client, "GET", f"/matches/{match}/export")
    verdict = verify(exported.content, GAMES)
    assert verdict.status == "closed"
    return verdict.genuine
