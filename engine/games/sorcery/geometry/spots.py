"""Places where a base may stand, and places in contact with another base."""

from collections.abc import Iterator, Sequence

from engine.games.sorcery.geometry.bases import Base, Ground
from engine.games.sorcery.geometry.directions import COMPASS
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
    return beyond(target.centre, direction, target.radius + radius)


def standing_spots(
    mover: Base, target: Base, ground: Ground, directions: Sequence[Vector] = COMPASS
) -> Iterator[Point]:
    """Yield where a base could stand in contact with a target, in the order of the directions."""
    for direction in directions:
        spot = contact_point(target, mover.radius, direction)
        if in_the_way(mover._replace(centre=spot), ground) is None:
            yield spot
