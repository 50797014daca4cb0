"""The long form: a thousand random matches of each number of seats, each proved from its file."""

from __future__ import annotations

from time import monotonic

import pytest

from engine.games import discover
from engine.games.spellwars import GAME, SpellWarsConfig
from schemas.verify import verify
from services.cli.local import LocalMatch, Secrets, policy_rng
from services.cli.policies import play_out, policy_of

GAMES = discover()
MATCHES = 1_000
BUDGET_S = 6 * 60
"""For one number of seats: half an hour in all, however slow the machine is."""
ENOUGH = 200


@pytest.mark.long
@pytest.mark.timeout(2 * BUDGET_S)
@pytest.mark.parametrize("seats", range(GAME.min_seats, GAME.max_seats + 1))
def test_a_thousand_random_matches_hold_the_laws(seats: int) -> None:
    until = monotonic() + BUDGET_S
    played = 0
    while played < MATCHES and monotonic() < until:
        quick, policy = bool(played % 2), ("random", "greedy")[played // 2 % 2]
        config = SpellWarsConfig(mode="quick" if quick else "classic")
        secrets = Secrets(played, f"thousand {seats}", played)
        match = LocalMatch(GAME, config, seats, secrets)
        cards = GAME.pieces(match.state.game)
        play_out(match, policy_of(GAME, policy), {s: policy_rng(secrets, s) for s in range(seats)})
        assert GAME.pieces(match.state.game) == cards, played
        verdict = verify(match.write(), GAMES)
        assert verdict.genuine, (played, verdict)
        assert verdict.status == "closed"
        played += 1
    assert played >= ENOUGH, f"{played} matches in {BUDGET_S} s"
