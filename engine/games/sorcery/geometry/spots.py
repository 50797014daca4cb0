"""Places where a base may stand, and places in contact with another base."""

from functools import lru_cache

from engine.games.sorcery.geometry.bases import Base, Ground
from engine.games.sorcery.geometry.obstacles import Blocker, first_met, obstacles_near
from engine.games.sorcery.geometry.points import Point, Vector, beyond
from engine.games.sorcery.geometry.shapes import box_of


def in_the_way(base: Base, ground: Ground) -> Blocker | None:
    """Return why a base cannot stand where it is, or None if it can.

    It must be wholly on the field, overlap no other base, and no blocking terrain: its centre must
    not be nearer to that than its radius. The edge is named first, then terrain, then bases.
    """
    near = obstacles_near(box_of(base.centre), base.radius, ground, (base.id,))
    return first_met(base.centre, base.centre, near)


def contact_point(target: Base, radius: int, direction: Vector) -> Point:
    """Return the centre of a base of a radius in contact with a target, in a direction from it.

    It lies where the bases touch exactly, each coordinate rounded away from the target.
    """
    x, y = _offset(direction, target.radius + radius)
    return target.centre[0] + x, target.centre[1] + y


@lru_cache(maxsize=1_024)
def _offset(direction: Vector, distance: int) -> Vector:
    """Return the way to a place in contact: there are few directions and sizes of bases."""
    return beyond((0, 0), direction, distance)
