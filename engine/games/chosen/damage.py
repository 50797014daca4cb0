"""Counting damage when a timeline has closed [8.9]; then it is seen who wins or drops out."""

from engine.games.chosen.bonuses import adventurer
from engine.games.chosen.cards import CARDS
from engine.games.chosen.events_effects import AwarenessChanged
from engine.games.chosen.leaving import lose, lose_aimless
from engine.games.chosen.ops import WinsAt
from engine.games.chosen.running import Run
from engine.games.chosen.state import Piece


def settle(run: Run) -> None:
    """Count damage, drop events without their target, and let the mode look [9.4]."""
    count_damage(run)
    lose_aimless(run)
    _cards_that_win(run)
    if run.state.phase != "over":
        run.variant.settle(run)


def count_damage(run: Run) -> None:
    """Damaged adventurers die or are injured; in a manoeuvre they only die."""
    running = run.state.manoeuvre is not None
    for piece in [p for p in run.state.present.values() if p.damage]:
        if piece.damage >= adventurer(piece).level or (
            not running and piece.awareness == "injured"
        ):
            lose(run, piece.n, "past")
        elif not running:
            run.add(AwarenessChanged(n=piece.n, to="injured", cleared=True))


def _cards_that_win(run: Run) -> None:
    """Cards with enough counters win for their controllers [9.10]."""
    for piece in [p for p in run.state.present.values() if _wins(p)]:
        if piece.n in run.state.present and run.state.phase != "over":
            run.variant.wins_by_card(run, piece.controller, piece.n)


def _wins(piece: Piece) -> bool:
    return piece.counters > 0 and any(
        isinstance(constant, WinsAt) and piece.counters >= constant.counters
        for constant in CARDS[piece.card].constants
    )
