"""Each golden match named for something really contains it."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest
from pydantic_core import from_json

GOLDEN = Path(__file__).parent / "golden"
CONTENTS: dict[str, dict[str, int]] = {
    "victory": {"castle_taken": 1},
    "life": {
        "match.expired": 2,
        "match.paused": 1,
        "match.resumed": 1,
        "match.substituted": 1,
        "match.taken_back": 1,
        "match.time_given": 1,
        "match.credited": 1,
        "match.absent": 1,
        "match.present": 1,
    },
}
"""File -> how often an event stands in it."""


@pytest.mark.parametrize("name", CONTENTS)
def test_a_golden_match_contains_what_its_name_says(name: str) -> None:
    lines = [from_json(line) for line in (GOLDEN / f"{name}.match.jsonl").read_bytes().splitlines()]
    commits = [from_json(line["public"]) for line in lines if "public" in line]
    found = Counter(event["kind"] for commit in commits for event in commit["events"])
    assert {kind: found[kind] for kind in CONTENTS[name]} == CONTENTS[name]
