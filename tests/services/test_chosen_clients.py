"""Two programs that share only the API play Chosen; the file tells who knew what when."""

from __future__ import annotations

import json
import sys
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from subprocess import PIPE, Popen, TimeoutExpired
from typing import TYPE_CHECKING, Any

import httpx
import pytest

from engine.games.chosen.cards.decks import READY_DECKS
from engine.games.chosen.cards.tower_levels import TOWER_LEVELS
from engine.games.chosen.variants import VARIANTS
from tests.engine.games.chosen.naming import cards_in
from tests.services.cli import ROOT, json_lines, playledger
from tests.services.gateway_helpers import url_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from concurrent.futures import Future
    from pathlib import Path

    from engine.games.chosen.state import Mode
    from tests.services.stack import Stack

pytestmark = [pytest.mark.server, pytest.mark.timeout(900)]

STANDSTILL_S = 60
MODES: list[Mode] = sorted(VARIANTS)
DECK = READY_DECKS[-1]
LEVELS = [level.id for level in TOWER_LEVELS][-3:]
OWN = {
    "deck": "own",
    "cards": [card for card in [*dict.fromkeys(DECK.cards)][:14] for _ in range(3)],
    "levels": LEVELS,
    "omen": DECK.omen,
}
"""A deck that is no ready one, with a tower of its own."""
READY = {"deck": "ready", "name": READY_DECKS[0].name}


@dataclass(frozen=True)
class Played:
    file: Path
    """The exported match."""
    told: dict[int, dict[str, Any]]
    """By version, what seat 0 was told of it."""
    seats: int


@pytest.fixture(scope="module")
def matches(
    service: Stack, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[dict[str, Future[Played]]]:
    """A match of each mode; some are played at the same time, while files of others are judged.

    So files are judged by processes of their own: here the threads would meet their settings.
    """
    with ThreadPoolExecutor(max_workers=2) as pool:
        yield {
            mode: pool.submit(match_of, mode, url_of(service), tmp_path_factory.mktemp(mode))
            for mode in MODES
        }


@pytest.fixture(scope="module", params=MODES)
def played(request: pytest.FixtureRequest, matches: dict[str, Future[Played]]) -> Played:
    return matches[request.param].result()


def match_of(mode: Mode, url: str, folder: Path) -> Played:
    seats = VARIANTS[mode].seats[0]
    with httpx.Client(base_url=url) as api:
        token = api.post("/accounts", json={"name": "host"}).json()["token"]
        wanted = {"game": "chosen", "seats": seats, "config": {"mode": mode}}
        headers = {"Authorization": f"Bearer {token}"}
        match = api.post("/matches", json=wanted, headers=headers).json()["match_id"]
    places: dict[str, list[str]] = {"client_polling": [], "client_live": []}
    for seat in range(seats):
        entry = folder / f"{seat}.json"
        entry.write_text(json.dumps(OWN if seat < 2 else READY), "utf-8")
        places[[*places][seat % 2]].append(f"{seat}={entry}")

    def play(program: str) -> str:
        client = (sys.executable, "-m", f"tests.services.{program}", "--greedy=chosen")
        command = [*client, url, match, *places[program]]
        return output_while_it_goes_on(command, url, match)

    with ThreadPoolExecutor() as pool:
        polled, _ = pool.map(play, places)
    file = folder / "match.jsonl"
    file.write_bytes(httpx.get(f"{url}/matches/{match}/export").raise_for_status().content)
    views = [view for view in json_lines(polled) if view["seat"] == 0]
    return Played(file, {view["version"]: view for view in views}, seats)


def output_while_it_goes_on(command: Sequence[str], url: str, match: str) -> str:
    """Return what a program writes; it has its time as long as the match moves on.

    Some matches take ten times as many answers as most, and the machine may have much else to do.
    """
    client = Popen(command, stdout=PIPE, stderr=PIPE, text=True, cwd=ROOT)
    version = -1
    while True:
        try:
            written, errors = client.communicate(timeout=STANDSTILL_S)
        except TimeoutExpired:
            before, version = version, httpx.get(f"{url}/matches/{match}").json()["version"]
            if version == before:
                client.kill()
                raise
        else:
            assert client.returncode == 0, errors
            return written


def test_a_match_of_two_different_clients_is_played_to_its_end_and_genuine(played: Played) -> None:
    (verdict,) = json_lines(playledger("verify", "--json", played.file).stdout)
    assert (verdict["genuine"], verdict["status"]) == (True, "closed")
    assert verdict["outcome"] == played.told[max(played.told)]["outcome"]
    commits = json_lines(playledger("replay", played.file, "--json").stdout)
    active = {sent["seat"] for commit in commits for sent in commit["commands"]}
    assert {seat % 2 for seat in active} == {0, 1}, "both programs"


def test_the_deck_that_was_brought_is_the_one_that_is_played(played: Played) -> None:
    first = min(version for version, seen in played.told.items() if seen["view"])
    view = played.told[first]["view"]
    assert {*view["hand"]} <= {*OWN["cards"]}
    down = {piece["card"] for piece in view["present"] if piece["place"] == "tower"}
    assert OWN["levels"][0] in down, "of a pair, others have brought the rest"


def test_replay_shows_what_a_seat_knew_then_and_nothing_else(played: Played) -> None:
    told = played.told
    started = [version for version, seen in told.items() if seen["view"]]
    asked = [version for version in started if told[version]["options"]]
    for version in {started[0], started[len(started) // 2], *asked[1::80], started[-1]}:
        at = ("replay", played.file, "--as", "0", "--at", str(version))
        (shown,) = json_lines(playledger(*at, "--json").stdout)
        for part in ("version", "seat", "status", "view", "options", "outcome"):
            assert shown[part] == told[version][part], (version, part)
        assert cards_in(playledger(*at).stdout) <= cards_in(json.dumps(told[version]))
