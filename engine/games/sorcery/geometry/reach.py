"""How far a base can move straight on in a direction."""

from typing import NamedTuple

from engine.games.sorcery.geometry.bases import Base, Ground
from engine.games.sorcery.geometry.costs import leg_cost
from engine.games.sorcery.geometry.obstacles import (
    Blocker,
    first_met,
    is_met,
    obstacles_near,
)
from engine.games.sorcery.geometry.points import Point, Vector, towards
from engine.games.sorcery.geometry.shapes import apart, box_of


class Reach(NamedTuple):
    """How far a base can move straight on."""

    distance: int
    end: Point
    """The point at that distance, each coordinate rounded towards the start."""
    stopped_by: Blocker | None
    """What is in the way of going on; None if only the cost is."""


def reach(mover: Base, direction: Vector, budget: int, ground: Ground, short: int = 0) -> Reach:
    """Return how far a base can move straight on, in whole mil-inches.

    It can move to the point at that distance, unless that is where it stands, and cannot to the
    one at a distance of 1 more: found by halving with the very questions that a path is asked.

    Args:
        mover: the base where it stands.
        direction: any vector but (0, 0).
        budget: what the move may cost, at least 0.
        ground: what is there; the mover itself may be among the bases.
        short: by how much the answer may be less than it could be; that is found sooner.
    """
    start = mover.centre
    far = budget + 2  # its end is more than the budget away, however it is rounded
    box = box_of(start, towards(start, direction, far))
    obstacles = obstacles_near(box, mover.radius, ground, (mover.id,))
    hindering = [piece for piece in ground.hindering if not apart(piece.shape, box, 0)]

    def goes(distance: int) -> bool:
        end = towards(start, direction, distance)
        return end == start or (
            leg_cost(start, end, hindering) <= budget
            and not any(is_met(obstacle, start, end) for obstacle in obstacles)
        )

    near, middle = 0, budget  # where nothing is in the way it goes so far, or 1 farther
    while far - near > short + 1:
        if goes(middle):
            near = middle
        else:
            far = middle
        middle = (near + far) // 2
    stopped_by = first_met(start, towards(start, direction, far), obstacles)
    return Reach(near, towards(start, direction, near), stopped_by)
