"""Cards that leave play: what lay face down is turned up first, since the Past lies open [16.5]."""

from typing import Literal

from engine.core.question import seat_of
from engine.games.chosen.events_effects import CardLeft
from engine.games.chosen.events_flow import CardTurned
from engine.games.chosen.running import Run


def turn_up(run: Run, n: str) -> None:
    """Show a face-down card to everybody."""
    piece = run.state.present[n]
    if piece.face_down:
        run.add(CardTurned(n=n, card=piece.card))


def uncover(run: Run, n: str) -> None:
    """Show what lies at a card, before it goes."""
    for piece in run.state.at(n):
        turn_up(run, piece.n)


def lose(run: Run, n: str, to: Literal["past", "hand", "storage", "future", "omen"]) -> None:
    """Let a card leave play, with what lies at it [2.2]."""
    uncover(run, n)
    turn_up(run, n)
    run.add(CardLeft(n=n, card=run.state.present[n].card, to=to))


def lose_aimless(run: Run) -> None:
    """A permanent event goes with its target [2.9]; an Omen waits for the next turn."""
    for piece in [p for p in run.state.present.values() if p.target is not None]:
        target = piece.target
        assert target is not None, "just looked at"
        if target.startswith("seat:"):
            gone = run.state.players[seat_of(target)].out
        else:
            gone = target not in run.state.present
        if gone:
            lose(run, piece.n, "omen" if piece.omen else "past")
