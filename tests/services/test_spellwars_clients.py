"""Two programs that share only the API play Spell Wars; the file tells who knew what when."""

from __future__ import annotations

import json
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from subprocess import run
from typing import TYPE_CHECKING, Any

import httpx
import pytest

from tests.services.cli import in_process, json_lines
from tests.services.gateway_helpers import url_of
from tests.services.spellwars_cards import cards_in

if TYPE_CHECKING:
    from tests.services.stack import Stack

pytestmark = pytest.mark.server

PROGRAMS = {"client_polling.py": ("0", "2"), "client_live.py": ("1", "3")}
Played = tuple[Path, dict[int, dict[str, Any]]]
"""The exported file of a match, and by version what seat 2 was told of it."""


@pytest.fixture(scope="module")
def played(service: Stack, tmp_path_factory: pytest.TempPathFactory) -> Played:
    url = url_of(service)
    with httpx.Client(base_url=url) as api:
        token = api.post("/accounts", json={"name": "host"}).json()["token"]
        table = {"game": "spellwars", "seats": 4}
        headers = {"Authorization": f"Bearer {token}"}
        match = api.post("/matches", json=table, headers=headers).json()["match_id"]

    def play(program: str) -> str:
        command = [sys.executable, Path(__file__).parent / program, url, match, *PROGRAMS[program]]
        done = run(command, capture_output=True, text=True, timeout=100, check=False)
        assert done.returncode == 0, done.stderr
        return done.stdout

    with ThreadPoolExecutor() as pool:
        polled, _ = pool.map(play, PROGRAMS)
    file = tmp_path_factory.mktemp("played") / "match.jsonl"
    assert in_process("export", match, "--url", url, "-o", file).returncode == 0
    return file, {view["version"]: view for view in json_lines(polled) if view["seat"] == 2}


def test_a_match_of_two_different_clients_is_played_to_its_end_and_genuine(played: Played) -> None:
    file, told = played
    (verdict,) = json_lines(in_process("verify", "--json", file).stdout)
    assert (verdict["genuine"], verdict["status"]) == (True, "closed")
    assert verdict["outcome"] == told[max(told)]["outcome"]
    commits = json_lines(in_process("replay", file, "--json").stdout)
    assert {sent["seat"] for commit in commits for sent in commit["commands"]} == {0, 1, 2, 3}


def test_replay_shows_what_a_seat_knew_then_and_nothing_else(played: Played) -> None:
    file, told = played
    started = [version for version, seen in told.items() if seen["view"]]
    asked = [version for version in started if told[version]["options"]]
    for version in {*started[::24], *asked[:4], started[-1]}:
        at = ("replay", file, "--as", "2", "--at", str(version))
        (shown,) = json_lines(in_process(*at, "--json").stdout)
        for part in ("version", "seat", "status", "view", "options", "outcome"):
            assert shown[part] == told[version][part], (version, part)
        assert cards_in(in_process(*at).stdout) <= cards_in(json.dumps(told[version]))
    assert {True, False} == {bool(told[version]["options"]) for version in started}
