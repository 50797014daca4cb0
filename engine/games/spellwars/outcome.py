"""How a match ended [14.5] [14.6] [14.7]."""

from typing import Literal

from engine.core.messages import Outcome
from engine.games.spellwars.state import Mode, State


class SpellWarsOutcome(Outcome):
    mode: Mode
    reason: Literal["tokens", "rounds", "last_player"]
    rounds: int
    """Rounds begun."""
    last_wizard_tokens: tuple[int, ...]
    """Last Wizard tokens, seat by seat: rounds won."""
    kill_points: tuple[int, ...]
    """Rivals killed, seat by seat."""
    points: tuple[int, ...]
    """Kills and rounds won: what counts in ``quick`` [14.6]."""


def outcome(state: State) -> SpellWarsOutcome | None:
    """Return how the match ended, or None while it goes on."""
    if state.end is None:
        return None
    tokens = tuple(wizard.last_wizard_tokens for wizard in state.wizards)
    kills = tuple(wizard.kill_points for wizard in state.wizards)
    points = tuple(map(sum, zip(tokens, kills, strict=True)))
    winners = _winners(state, points)
    draw = state.mode == "classic" and len(winners) > 1  # [14.5]
    return SpellWarsOutcome(
        winners=() if draw else winners,
        draw=draw,
        mode=state.mode,
        reason=state.end,
        rounds=state.round,
        last_wizard_tokens=tokens,
        kill_points=kills,
        points=points,
    )


def _winners(state: State, points: tuple[int, ...]) -> tuple[int, ...]:
    """Return who leads among those who have not left [14.5] [14.6] [14.7]."""
    scores = (
        points if state.mode == "quick" else [wizard.last_wizard_tokens for wizard in state.wizards]
    )
    best = max(scores[seat] for seat in state.players)
    return tuple(seat for seat in state.players if scores[seat] == best)
