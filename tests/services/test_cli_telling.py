"""How commits and views read as lines."""

from __future__ import annotations

from typing import Any

import pytest

from engine.core.secrecy import PLACEHOLDER
from services.cli.telling import HIDDEN, told_commit, told_view


@pytest.mark.parametrize(
    ("value", "lines"),
    [
        pytest.param([1, 2], ["things  1 2"], id="row"),
        pytest.param(list(range(30)), ["things  30, the last 24 25 26 27 28 29"], id="long row"),
        pytest.param([], [], id="nothing"),
        pytest.param({"hand": 0, "dead": False, "out": True}, ["things  (hand 0, out)"], id="one"),
        pytest.param([{"a": 3}, {"a": 4}], ["things  0: a 3", "        1: a 4"], id="several"),
        pytest.param([PLACEHOLDER, PLACEHOLDER], [f"things  {HIDDEN} / {HIDDEN}"], id="hidden"),
    ],
)
def test_a_view_is_told_part_by_part(value: Any, lines: list[str]) -> None:
    assert told_view({"things": value}, most=24) == lines


@pytest.mark.parametrize(
    ("event", "told"),
    [
        ({"kind": "match.credited", "start": 500, "end": 2_050}, "for 1.55 s, nobody's time"),
        ({"kind": "match.time_given", "seat": 1, "ms": 3_600_000}, "seat 1 gets 1 h"),
        ({"kind": "match.abandoned", "seat": 1, "absent": 5, "deadline": 60_005}, "away for 1 min"),
        ({"kind": "match.withdrawn", "seat": 2}, "seat 2 is out"),
        ({"kind": "match.declined", "seat": 2, "offer": 8}, "seat 2 declines offer 8"),
        ({"kind": "match.resumed", "by": "limit"}, "goes on after its limit"),
        ({"kind": "match.looked", "seat": PLACEHOLDER}, "looks at what a seat sees"),
        ({"kind": "match.looked", "seat": 3}, "looks at what seat 3 sees"),
        (
            {"kind": "match.adjudicated", "verdict": "award", "winners": [0, 2], "reason": "So."},
            "awarded to seats 0 2: So.",
        ),
        ({"kind": "match.adjudicated", "verdict": "draw", "reason": "So."}, "drawn: So."),
        ({"kind": "match.expired", "seats": 7}, "expired seats 7"),
    ],
)
def test_what_surrounds_a_game_is_told_in_words(event: dict[str, Any], told: str) -> None:
    _, _, (line,) = told_commit(
        {"version": 7, "actor": "system", "commands": [], "events": [event]}
    )
    assert told in line


@pytest.mark.parametrize(
    ("event", "told"),
    [
        ({"kind": "passed", "seat": 1, "as_active": False}, "passed seat 1"),
        ({"kind": "enemy_defeated", "enemy": "JD", "exact": True}, "enemy defeated JD, exact"),
        ({"kind": "turn_started", "turn": 2, "seat": 0}, "turn started seat 0, 2"),
        ({"kind": "aimed", "by": 0, "n": 3, "card": "imp"}, "aimed by seat 0, #3, Fib Goblin"),
        (
            {"kind": "entered", "n": "c7", "seat": 1, "cards": ["imp", "x"]},
            "seat 1, c7, Fib Goblin, x",
        ),
        ({"kind": "asked", "number": 4, "what": "act", "own": PLACEHOLDER}, "asked act"),
        ({"kind": "looked", "cards": [PLACEHOLDER, PLACEHOLDER]}, f"looked {HIDDEN}"),
        ({"kind": "aimed", "at": [{"by": 1, "card": "imp"}]}, "at (by seat 1, Fib Goblin)"),
    ],
)
def test_an_event_is_told_without_what_says_nothing(event: dict[str, Any], told: str) -> None:
    commit = {"version": 7, "actor": "system", "commands": [], "events": [event]}
    _, _, (line,) = told_commit(commit, {"imp": "Fib Goblin"})
    assert line.endswith(told)


def test_it_is_told_which_official_acts_and_why() -> None:
    command = {"kind": "match.remove", "seat": 1, "reason": "Broke the rules."}
    commit = {"version": 7, "commands": [{"command": command}], "events": []}
    for actor, done in (
        ("arbiter:judge", "arbiter judge (Broke the rules.)"),
        ("arbiter:\x1b", "arbiter \\x1b (Broke the rules.)"),
    ):
        assert told_commit({**commit, "actor": actor})[1] == done


@pytest.mark.parametrize(
    ("fields", "told"),
    [
        ({"source": PLACEHOLDER, "quality": PLACEHOLDER}, f"build {HIDDEN}"),
        ({"source": "ferrule", "quality": PLACEHOLDER}, f"build source ferrule, quality {HIDDEN}"),
        ({"agenda": [{"task": "do"}], "source": "ferrule"}, "build source ferrule"),
        ({}, "build"),
    ],
)
def test_a_command_is_told_without_what_says_nothing(fields: dict[str, Any], told: str) -> None:
    command = {"kind": "build", **fields}
    commit = {"version": 7, "commands": [{"seat": 1, "command": command}], "events": []}
    assert told_commit(commit) == ("   7  ", f"seat 1 {told}", [])
