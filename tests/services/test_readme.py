"""What README says a client is and what a proof is, done as it says."""

from __future__ import annotations

import asyncio
import json
import re
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import httpx
import pytest

from engine.core.rng import Rng
from engine.games import discover
from schemas.verify import verify
from tests.services.clients import PATIENCE_S, command, new_account, new_match, take_seat, view
from tests.services.gateway_helpers import url_of

if TYPE_CHECKING:
    from tests.services.stack import Stack

pytestmark = pytest.mark.server

ROOT = Path(__file__).parents[2]
GAMES = discover()


def readme_client() -> str:
    """The one Python block of README."""
    (block,) = re.findall(
        r"```python\n(.*?)```", (ROOT / "README.md").read_text("utf-8"), re.DOTALL
    )
    return block


def run(program: str, folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", program, *arguments],
        cwd=folder,
        capture_output=True,
        text=True,
        timeout=60,
        check=True,
    )


def test_the_client_of_readme_plays_a_match_that_verifies(service: Stack, tmp_path: Path) -> None:
    done = run(readme_client(), tmp_path, url_of(service))
    assert "enemies_defeated" in done.stdout
    (file,) = tmp_path.glob("*.match.jsonl")
    assert f"kept in {file.name}" in done.stdout
    assert "version 5: " in done.stdout, "it says something while it plays"
    verdict = verify(file.read_bytes(), GAMES)
    assert verdict.genuine, verdict
    assert verdict.status == "closed"


def changed(program: str, old: str, new: str) -> str:
    assert program.count(old) == 1
    return program.replace(old, new)


@pytest.mark.parametrize(
    ("game", "brought"),
    [
        ("regicide", {}),
        ("chosen", {"entry": {"deck": "ready", "name": "first_steps"}}),
        ("sorcery", {"entry": {"army": "ready", "name": "fire_and_stars"}}),
    ],
)
async def test_two_different_clients_play_a_match_that_verifies(
    service: Stack, tmp_path: Path, game: str, brought: dict[str, Any]
) -> None:
    """Seat 0 is README's client on the live socket, seat 1 asks over HTTP again and again."""
    loop = asyncio.get_running_loop()
    url = url_of(service)
    async with httpx.AsyncClient(base_url=url, timeout=15) as http:
        host, guest = await new_account(http, "host"), await new_account(http, "guest")
        match = await new_match(http, host, game, 2)
        creates = 'api.post("/matches", json={"game": "regicide", "seats": 1}).json()["match_id"]'
        program = changed(readme_client(), creates, repr(match))
        program = changed(program, '/seats", json={})', f'/seats", json={brought})')
        other = loop.run_in_executor(None, run, program, tmp_path, url)
        async with asyncio.timeout(PATIENCE_S):
            while (await take_seat(http, guest, match, 1, **brought)).status_code != 200:
                pass
            await _play_over_http(http, guest, match, game)
            await other
    file = (tmp_path / f"{match}.match.jsonl").read_bytes()
    verdict = verify(file, GAMES)
    assert verdict.genuine, verdict
    actors = {json.loads(json.loads(line)["public"])["actor"] for line in file.splitlines()[1:-1]}
    assert actors >= {"seat:0", "seat:1", "system"}


async def _play_over_http(http: httpx.AsyncClient, account: Any, match: str, game: str) -> None:
    policy, rng = GAMES.newest(game).policies["greedy"], Rng(bytes(32), 0)
    while (seen := await view(http, account, match))["status"] != "closed":
        if any(entry["seat"] == seen["seat"] for entry in seen["pending"]):
            answer = await command(http, account, match, dict(policy(seen, rng)))
            assert answer.status_code == 200, answer.text
