"""How commits and views read as lines."""

from __future__ import annotations

from typing import Any

import pytest

from engine.core.secrecy import PLACEHOLDER
from services.cli.registry import load_registry
from services.cli.telling import HIDDEN, Telling, news, told_view


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
    _, _, (line,) = Telling().commit(
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
    _, _, (line,) = Telling(None, {"imp": "Fib Goblin"}).commit(commit)
    assert line.endswith(told)


def test_it_is_told_which_official_acts_and_why() -> None:
    command = {"kind": "match.remove", "seat": 1, "reason": "Broke the rules."}
    commit = {"version": 7, "commands": [{"command": command}], "events": []}
    for actor, done in (
        ("arbiter:judge", "arbiter judge (Broke the rules.)"),
        ("arbiter:\x1b", "arbiter \\x1b (Broke the rules.)"),
    ):
        assert Telling().commit({**commit, "actor": actor})[1] == done


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
    assert Telling().commit(commit) == ("   7  ", f"seat 1 {told}", [])


def test_a_move_that_is_taken_back_has_not_happened_for_what_comes_later() -> None:
    """The game's words know where everybody stands; here a rider is put 3 inches away, not 6."""
    game = load_registry().newest("sorcery")
    telling = Telling(game, {})
    laid = {"kind": "table_laid", "figures": [{"card": "axe_rider", "seat": 0, "book": None}]}
    put = {"kind": "displaced", "figure": "f1"}
    commits: list[list[dict[str, Any]]] = [
        [laid, {"kind": "figure_deployed", "figure": "f1", "at": [9_000, 2_000], "facing": [0, 1]}],
        [{**put, "to": [9_000, 11_000]}],
        [{"kind": "match.taken_back", "seat": 0, "version": 2}],
        [{**put, "to": [9_000, 5_000]}],
    ]
    told = [
        telling.commit({"version": n, "actor": "seat:0", "commands": [], "events": events})[2]
        for n, events in enumerate(commits, 1)
    ]
    assert told[0] == ["Axe Rider f1 is placed at (9.0, 2.0)"]
    assert told[2:] == [
        ["move 2 of seat 0 is taken back"],
        ["Axe Rider f1 is put 3.0 inches N to (9.0, 5.0), by a spell that lasts"],
    ]


def test_a_hostile_file_is_told_field_by_field() -> None:
    telling = Telling(load_registry().newest("sorcery"), {})
    events = [{"kind": "moved", "figure": "f1"}, {"kind": "attacked"}, {"kind": "x\x1b"}]
    commit = {"version": 1, "actor": "seat:0", "commands": [], "events": events}
    assert telling.commit(commit)[2] == ["moved f1", "attacked", "x\\x1b"]


def test_what_is_new_is_told_below_what_it_belongs_to() -> None:
    before = ["a", "one", "  x", "two", "  y", "    z"]
    now = ["a", "one", "  x", "two", "  y", "    new", "  more"]
    assert news(before, now) == ["two", "  y", "    new", "  more"]
    assert news(now, now) == []
