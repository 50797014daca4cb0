"""Two programs that share only the API play Sorcery; the file tells who knew what when."""

from __future__ import annotations

import json
import sys
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from subprocess import run
from typing import TYPE_CHECKING, Any

import httpx
import pytest

from tests.services.cli import ROOT, in_process, json_lines
from tests.services.gateway_helpers import url_of
from tests.services.sorcery_spells import army, brought, spells_in

if TYPE_CHECKING:
    from pathlib import Path

    from tests.services.stack import Stack

pytestmark = pytest.mark.server

PROGRAMS = ("client_polling", "client_live")


@dataclass(frozen=True)
class Played:
    file: Path
    """The exported match."""
    told: dict[int, dict[str, Any]]
    """By version, what seat 0 was told of it."""


@pytest.fixture(scope="module")
def played(service: Stack, tmp_path_factory: pytest.TempPathFactory) -> Played:
    """A battle of two armies that no list has, each seat with a program of its own."""
    url, folder = url_of(service), tmp_path_factory.mktemp("battle")
    with httpx.Client(base_url=url) as api:
        token = api.post("/accounts", json={"name": "host"}).json()["token"]
        wanted = {"game": "sorcery", "seats": 2, "config": {"points": 200}}
        headers = {"Authorization": f"Bearer {token}"}
        match = api.post("/matches", json=wanted, headers=headers).json()["match_id"]

    def play(seat: int) -> str:
        entry = folder / f"{seat}.json"
        entry.write_text(json.dumps(army(seat)), "utf-8")
        client = (sys.executable, "-m", f"tests.services.{PROGRAMS[seat]}", "--greedy=sorcery")
        command = [*client, url, match, f"{seat}={entry}"]
        done = run(command, capture_output=True, text=True, timeout=100, check=False, cwd=ROOT)
        assert done.returncode == 0, done.stderr
        return done.stdout

    with ThreadPoolExecutor() as pool:
        polled, _ = pool.map(play, range(2))
    file = folder / "match.jsonl"
    assert in_process("export", match, "--url", url, "-o", file).returncode == 0
    views = [view for view in json_lines(polled) if view["seat"] == 0]
    return Played(file, {view["version"]: view for view in views})


def test_a_battle_of_two_different_clients_is_played_to_its_end_and_genuine(
    played: Played,
) -> None:
    (verdict,) = json_lines(in_process("verify", "--json", played.file).stdout)
    assert (verdict["genuine"], verdict["status"]) == (True, "closed")
    assert verdict["outcome"] == played.told[max(played.told)]["outcome"]
    commits = json_lines(in_process("replay", played.file, "--json").stdout)
    assert {sent["seat"] for commit in commits for sent in commit["commands"]} == {0, 1}


def test_an_army_of_ones_own_is_secret_in_the_log_and_open_after_the_end(played: Played) -> None:
    """Who stands there is seen at once, and what is in their books never by others."""
    first = min(version for version, seen in played.told.items() if seen["view"])
    view = played.told[first]["view"]
    names = [figure["card"] for figure in view["figures"]]
    assert names == [one["figure"] for seat in range(2) for one in army(seat)["figures"]]
    seen = spells_in(json.dumps(played.told[first]))
    assert seen == brought(0)
    public = json_lines(in_process("replay", played.file, "--as", "spectator", "--json").stdout)
    joins = [commit for commit in public if commit["version"] <= 2]
    assert spells_in(json.dumps(joins)) == set()
    opened = json_lines(in_process("replay", played.file, "--json").stdout)
    entries = {
        event["seat"]: event["entry"]
        for commit in opened
        for event in commit["events"]
        if event["kind"] == "match.joined"
    }
    assert entries == {0: army(0), 1: army(1)}


def test_the_turns_of_the_exported_battle_are_drawn(played: Played, tmp_path: Path) -> None:
    done = in_process("replay", played.file, "--svg", tmp_path)
    assert done.returncode == 0, done.stderr
    started = [
        event
        for commit in json_lines(in_process("replay", played.file, "--json").stdout)
        for event in commit["events"]
        if event["kind"] == "turn_started"
    ]
    drawn = sorted(tmp_path.iterdir())
    assert len(drawn) == len(started) + 1
    public = in_process("replay", played.file, "--as", "spectator", "--json").stdout
    for file in drawn:
        assert spells_in(file.read_text("utf-8")) <= spells_in(public)


def test_replay_shows_what_a_seat_knew_then_and_nothing_else(played: Played) -> None:
    told = played.told
    started = [version for version, seen in told.items() if seen["view"]]
    asked = [version for version in started if told[version]["options"]]
    for version in {started[0], started[len(started) // 2], *asked[1::30], started[-1]}:
        at = ("replay", played.file, "--as", "0", "--at", str(version))
        (shown,) = json_lines(in_process(*at, "--json").stdout)
        for part in ("version", "seat", "status", "view", "options", "outcome"):
            assert shown[part] == told[version][part], (version, part)
        assert spells_in(in_process(*at).stdout) <= spells_in(json.dumps(told[version]))
