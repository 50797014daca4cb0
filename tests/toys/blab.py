"""Rock, paper, scissors with two bugs that quote what nobody may know, for logs to keep it back."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from tests.toys import rps

if TYPE_CHECKING:
    from collections.abc import Sequence

    from engine.core.game import Move
    from engine.core.rejection import Rejection
    from engine.core.rng import Rng


def decide(
    state: rps.State, moves: tuple[Move, ...], rng: Rng
) -> Sequence[rps.RpsEvent] | Rejection:
    """Raise when a seat says "hm"."""
    if isinstance(moves[0].command, rps.Signal) and moves[0].command.say == "hm":
        msg = f"a bug that quotes {state.cards}"
        raise RuntimeError(msg)
    return rps.decide(state, moves, rng)


def view(state: rps.State, seat: int | None) -> rps.RpsView:
    """Raise after a seat has said "ha"."""
    if state.signalled:
        msg = f"a bug that quotes {state.cards}"
        raise RuntimeError(msg)
    return rps.view(state, seat)


GAME = replace(rps.GAME, name="blab", title="Blab", decide=decide, view=view)
VERSIONS = (GAME,)
