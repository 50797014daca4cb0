"""A gateway and a projector that fell far behind a short feed still deliver everything."""

from __future__ import annotations

import asyncio
import json
import signal
from typing import TYPE_CHECKING, Any

import httpx
import pytest
from websockets.asyncio.client import connect

from engine.games import discover
from services.common.fold import Folder
from tests.services.clients import Account, command, new_account, new_match, take_seat, view
from tests.services.players import Answers
from tests.services.projections import until
from tests.services.stack import Stack
from tests.toys import TOYS

if TYPE_CHECKING:
    from pathlib import Path

    from services.common.store import Store

pytestmark = pytest.mark.server

COMMITS = 1_000
FEED_CAP = 100


async def started(server_url: str, data: Path) -> tuple[Stack, str]:
    """A worker, a projector and a gateway; returns the gateway's address."""
    stack = Stack(server_url, data, extra_games=TOYS, feed_cap=FEED_CAP)

    def start() -> str:
        stack.start("worker")
        stack.start("projector")
        return stack.start("gateway").fact("gateway_ready", "url")

    return stack, await asyncio.get_running_loop().run_in_executor(None, start)


async def test_nothing_is_missed_after_a_thousand_commits_beyond_the_feed(
    server_url: str, tmp_path: Path, store: Store
) -> None:
    stack, url = await started(server_url, tmp_path / "data")
    try:
        async with httpx.AsyncClient(base_url=url, timeout=60) as client:
            await _play(stack, url, client, store)
    finally:
        await asyncio.get_running_loop().run_in_executor(None, stack.stop)


async def _play(stack: Stack, url: str, client: httpx.AsyncClient, store: Store) -> None:
    accounts = [await new_account(client, name) for name in ("ann", "ben")]
    match = await new_match(client, accounts[0], "poison", 2, goal=2_000)
    for account in accounts:
        await take_seat(client, account, match)
    _, projector, gateway = stack.processes
    live = f"{url.replace('http', 'ws')}/matches/{match}/live"
    async with connect(live) as socket:
        await socket.send(json.dumps({"type": "hello", "token": accounts[0].token, "after": 3}))
        await view(client, accounts[0], match)
        for process in (projector, gateway):
            process.child.send_signal(signal.SIGSTOP)
        waiting = asyncio.create_task(
            command(client, accounts[1], match, {"kind": "add", "amount": 1})
        )
        await _commit_many(store, match, accounts)
        for process in (projector, gateway):
            process.child.send_signal(signal.SIGCONT)
        answer = await waiting
        assert answer.json()["status"] == "accepted"
        meta = await store.meta(match)
        assert meta is not None
        versions = await _versions(socket, meta.version)
    assert versions == list(range(4, meta.version + 1)), "a gap or a double"
    await _check_views(client, store, match, accounts)


async def _commit_many(store: Store, match: str, accounts: list[Account]) -> None:
    """Let both seats add, past the stopped gateway."""
    async with Answers(store) as answers:
        for _ in range(COMMITS // 10):
            receipts = await asyncio.gather(
                *(
                    answers.send(match, account.id, {"kind": "add", "amount": 1})
                    for account in accounts
                    for _ in range(5)
                )
            )
            assert {receipt["status"] for receipt in receipts} == {"accepted"}


async def _versions(socket: Any, last: int) -> list[int]:
    versions: list[int] = []
    while not versions or versions[-1] < last:
        frame = json.loads(await asyncio.wait_for(socket.recv(), 30))
        if frame["type"] == "commit":
            versions.append(frame["version"])
    return versions


async def _check_views(
    client: httpx.AsyncClient, store: Store, match: str, accounts: list[Account]
) -> None:
    folded = await Folder(store, discover(TOYS)).state(match)
    assert folded is not None
    for seat, account in enumerate(accounts):
        shown = await view(client, account, match)
        assert shown["version"] == folded.version
        assert shown["view"] == folded.game.view(folded.state.game, seat).model_dump(mode="json")
    version = folded.version

    async def is_listed() -> bool:
        listed = (await client.get("/matches", params={"game": "poison"})).json()["matches"]
        return bool(listed) and listed[0]["version"] == version

    await until(is_listed)
