"""How far a base can move straight on in a direction."""

from math import isqrt
from typing import Final, NamedTuple

from engine.games.sorcery.geometry.bases import LARGE_RADIUS
from engine.games.sorcery.geometry.costs import leg_cost
from engine.games.sorcery.geometry.obstacles import Blocker, Obstacle, first_met, is_met
from engine.games.sorcery.geometry.points import Point, Vector, towards
from engine.games.sorcery.geometry.shapes import meets
from engine.games.sorcery.geometry.surroundings import BEYOND, Surroundings

_ASIDE: Final = 3
"""A way to a rounded point lies less than 1.5 beside the way to the point itself, and so less than
this beside every other way in the same direction."""


class Reach(NamedTuple):
    """How far a base can move straight on."""

    distance: int
    end: Point
    """The point at that distance, each coordinate rounded towards the start."""
    stopped_by: Blocker | None
    """What is in the way of going on; None if only the cost is."""


def reach(around: Surroundings, direction: Vector, budget: int, short: int = 0) -> Reach:
    """Return how far a base can move straight on, in whole mil-inches.

    It can move to the point at that distance, unless that is where it stands, and cannot to the
    one at a distance of 1 more: found by halving with the very questions that a path is asked.

    Args:
        around: the base, and what it may meet if it moves as far as the budget.
        direction: any vector but (0, 0).
        budget: what the move may cost, at least 0.
        short: by how much the answer may be less than it could be; that is found sooner.
    """
    start = around.mover.centre
    far = budget + BEYOND  # its end is more than the budget away, however it is rounded
    end = towards(start, direction, far)
    obstacles, barred = _ahead(around, end, far)
    hindering = [one for one in around.hindering if meets(one.shape, start, end, _ASIDE)]

    def goes(distance: int) -> bool:
        if distance >= barred:
            return False
        end = towards(start, direction, distance)
        if end == start:
            return True
        for obstacle in obstacles:
            if is_met(obstacle, start, end):
                return False
        easy = distance <= budget and not hindering  # it costs no more than the distance
        return easy or leg_cost(start, end, hindering) <= budget

    near, middle = 0, budget  # where nothing is in the way it goes so far, or 1 farther
    while far - near > short + 1:
        if goes(middle):
            near = middle
        else:
            far = middle
        middle = (near + far) // 2
    stopped_by = first_met(start, towards(start, direction, far), obstacles)
    return Reach(near, towards(start, direction, near), stopped_by)


def _ahead(around: Surroundings, end: Point, far: int) -> tuple[list[Obstacle], int]:
    """Return what may be met on the way to a point, and from what distance on a base surely is.

    Bases behind that are left out.
    """
    start, radius = around.mover.centre, around.mover.radius
    met: list[tuple[int, Obstacle]] = []
    barred = far + 1
    for square, number, obstacle, *_ in around.bases:
        if square > (barred + radius + LARGE_RADIUS + _ASIDE) ** 2:
            break
        if is_met(obstacle, start, end, aside=_ASIDE):
            met.append((number, obstacle))
            if is_met(obstacle, start, end, aside=-_ASIDE):
                barred = min(barred, isqrt(square) + _ASIDE)
    others = [one for one in around.others if is_met(one, start, end, aside=_ASIDE)]
    return [*others, *(obstacle for _, obstacle in sorted(met))], barred
