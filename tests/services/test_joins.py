"""Joins and leaves that race, over the API of a real gateway with a real worker."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import httpx
import pytest

from services.common.bootstrap import open_store
from services.common.store_settings import StoreSettings
from tests.services.clients import command, new_account, new_match, take_seat
from tests.services.gateway_helpers import url_of

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from services.common.store import Store
    from tests.services.stack import Stack

pytestmark = pytest.mark.server


@pytest.fixture
async def client(service: Stack) -> AsyncIterator[httpx.AsyncClient]:
    limits = httpx.Limits(max_connections=200)
    async with httpx.AsyncClient(base_url=url_of(service), timeout=15, limits=limits) as opened:
        yield opened


@pytest.fixture
async def store(service: Stack) -> AsyncIterator[Store]:
    """What the shared service keeps its matches in."""
    opened = await open_store(StoreSettings(url=service.url, partitions=4))
    yield opened
    await opened.aclose()


async def test_fifty_accounts_join_one_last_seat_and_one_gets_it(
    client: httpx.AsyncClient, store: Store
) -> None:
    """Half of them ask twice: the winner's repetition gets its seat again."""
    host = await new_account(client, "host")
    match = await new_match(client, host, "rps", 2)
    await take_seat(client, host, match, 0)
    accounts = [await new_account(client, f"guest {i}") for i in range(50)]
    tries = [account for i, account in enumerate(accounts) for _ in range(1 + i % 2)]
    answers = await asyncio.gather(*(take_seat(client, account, match) for account in tries))
    by_account: dict[str, list[httpx.Response]] = {}
    for account, answer in zip(tries, answers, strict=True):
        by_account.setdefault(account.id, []).append(answer)
    winners = [name for name, got in by_account.items() if got[0].status_code == 200]
    assert len(winners) == 1
    for name, got in by_account.items():
        for answer in got:
            if name == winners[0]:
                assert answer.json() == {"seat": 1}
            else:
                assert (answer.status_code, answer.json()["code"]) == (409, "SEAT_TAKEN")
    log = await store.read_log(match, after=0, count=100)
    assert sum(b'"match.started"' in commit.public for commit in log) == 1
    late = await take_seat(client, await new_account(client, "late"), match)
    assert (late.status_code, late.json()["code"]) == (409, "SEAT_TAKEN")


async def test_a_leave_that_races_the_last_join_gives_either_order(
    client: httpx.AsyncClient, store: Store
) -> None:
    """Never a started match with an empty seat."""
    first, second = await new_account(client, "first"), await new_account(client, "second")
    for i in range(12):
        match = await new_match(client, first, "rps", 2)
        await take_seat(client, first, match, 0)
        leave = command(client, first, match, {"kind": "match.leave"})
        join = take_seat(client, second, match, 1)
        both = (leave, join) if i % 2 else (join, leave)
        answers = await asyncio.gather(*both)
        left, joined = answers if i % 2 else answers[::-1]
        assert joined.json() == {"seat": 1}
        meta = await store.meta(match)
        assert meta is not None
        if left.status_code == 200:
            assert (meta.status, dict(meta.accounts)) == ("open", {second.id: 1})
        else:
            assert (left.status_code, left.json()["code"]) == (409, "MATCH_NOT_OPEN")
            assert (meta.status, dict(meta.accounts)) == ("running", {first.id: 0, second.id: 1})
