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
    assert told_commit(commit) == ("   7  ", f"seat 1 {told} → ", [])
