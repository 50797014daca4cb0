"""Objectives, victory points and who has most [16.2] to [16.4]."""

from engine.games.sorcery.cards import FIELDS, FIGURES
from engine.games.sorcery.geometry.bases import within
from engine.games.sorcery.geometry.points import Point
from engine.games.sorcery.state import OBJECTIVE_RANGE, State

OBJECTIVE_POINTS = 100


def controllers(state: State) -> tuple[int | None, ...]:
    """Return who controls each objective of the field, or None [16.2]."""
    return tuple(_controller(state, spot) for spot in FIELDS[state.battlefield].objectives)


def _controller(state: State, spot: Point) -> int | None:
    there = [0] * state.seats
    for figure in state.standing:
        assert figure.at is not None
        there[figure.seat] += within(figure.at, spot, OBJECTIVE_RANGE)
    most = max(there)
    return there.index(most) if there.count(most) == 1 else None


def points(state: State) -> tuple[int, ...]:
    """Return everybody's points, by seat: eliminated enemies and objectives [16.3]."""
    held = controllers(state)
    gone = [figure for figure in state.figures.values() if figure.gone]
    return tuple(
        sum(FIGURES[figure.card].points for figure in gone if figure.seat != seat)
        + OBJECTIVE_POINTS * held.count(seat)
        for seat in range(state.seats)
    )


def leaders(state: State) -> tuple[int, ...]:
    """Return who has most points of those who have not left, by seat [16.4].

    Somebody has not: the battle ends when there are no two sides to go on.
    """
    scored = points(state)
    staying = [seat for seat, player in enumerate(state.players) if not player.left]
    most = max(scored[seat] for seat in staying)
    return tuple(seat for seat in staying if scored[seat] == most)
