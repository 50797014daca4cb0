"""Golden matches: histories kept for ever, and every one of them is still what the rules say.

A released rules version never changes its decisions: a file here is added, never changed. Until the
first release one may be made anew, with a reason in the CHANGELOG:
``playledger sim GAME --seats N --matches 1 --seed S --policy P --save FOLDER``. Those of Chosen and
Sorcery are made by ``python -m tests.engine.games.chosen.golden_matches`` and ``….sorcery.…``.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.games import discover
from schemas.verify import verify

GAMES = discover()
GOLDEN = sorted(Path(__file__).parent.glob("games/*/golden/*.match.jsonl"))


@pytest.mark.parametrize("path", GOLDEN, ids=lambda path: path.name)
def test_a_golden_match_is_made_again_to_the_letter(path: Path) -> None:
    verdict = verify(path.read_bytes(), GAMES)
    assert verdict.genuine, verdict
    assert verdict.status == "closed"
    assert "every draw and decision was re-made under the stated rules" in verdict.notes


def test_every_game_has_golden_matches() -> None:
    assert {path.parts[-3] for path in GOLDEN} == set(GAMES.names())
