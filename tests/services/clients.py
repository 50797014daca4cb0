"""Clients of the public API that never give up: they repeat a command by its id."""

from __future__ import annotations

import asyncio
import secrets
import time
from dataclasses import dataclass, field
from typing import Any

import httpx

PATIENCE_S = 60
_PAUSE_S = 0.05


@dataclass
class Account:
    """An account and everything it was told, by match and command id."""

    id: str
    token: str
    told: dict[str, dict[str, dict[str, Any]]] = field(default_factory=dict)
    slowest_s: float = 0.0
    repeats: int = 0

    @property
    def headers(self) -> dict[str, str]:
        return {"Authorization": f"Bearer {self.token}"}


async def patient(
    client: httpx.AsyncClient, method: str, path: str, **request: Any
) -> tuple[httpx.Response, int]:
    """Send a request until it is answered for good; returns the answer and the repetitions."""
    until = time.monotonic() + PATIENCE_S
    for repeats in range(10_000):
        try:
            answer = await client.request(method, path, **request)
            if answer.status_code not in {429, 503}:
                return answer, repeats
        except httpx.TransportError:
            pass
        assert time.monotonic() < until, f"{method} {path} was not answered in {PATIENCE_S} s"
        await asyncio.sleep(_PAUSE_S)
    raise AssertionError


async def new_account(client: httpx.AsyncClient, name: str) -> Account:
    answer, _ = await patient(client, "POST", "/accounts", json={"name": name})
    body = answer.json()
    return Account(body["account_id"], body["token"])


async def new_match(
    client: httpx.AsyncClient, account: Account, game: str, seats: int, **config: Any
) -> str:
    answer, _ = await patient(
        client,
        "POST",
        "/matches",
        json={"game": game, "seats": seats, "config": config},
        headers={**account.headers, "Idempotency-Key": secrets.token_hex(8)},
    )
    assert answer.status_code == 201, answer.text
    return answer.json()["match_id"]


async def take_seat(
    client: httpx.AsyncClient,
    account: Account,
    match: str,
    seat: int | None = None,
    **brought: Any,
) -> httpx.Response:
    answer, _ = await patient(
        client,
        "POST",
        f"/matches/{match}/seats",
        json={**brought} if seat is None else {"seat": seat, **brought},
        headers=account.headers,
    )
    return answer


async def command(
    client: httpx.AsyncClient,
    account: Account,
    match: str,
    what: dict[str, Any],
    **more: Any,
) -> httpx.Response:
    """Send a command until it is answered, and note what was told."""
    command_id = secrets.token_hex(8)
    began = time.monotonic()
    answer, repeats = await patient(
        client,
        "POST",
        f"/matches/{match}/commands",
        json={"command_id": command_id, "command": what, **more},
        headers=account.headers,
    )
    account.slowest_s = max(account.slowest_s, time.monotonic() - began)
    account.repeats += repeats
    body = answer.json()
    status = "refused" if answer.status_code >= 400 else body["status"]
    account.told.setdefault(match, {})[command_id] = {**body, "status": status}
    return answer


async def view(client: httpx.AsyncClient, account: Account, match: str) -> dict[str, Any]:
    answer, _ = await patient(client, "GET", f"/matches/{match}/view", headers=account.headers)
    assert answer.status_code == 200, answer.text
    return answer.json()
