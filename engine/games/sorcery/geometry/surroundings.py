"""What a base may meet on straight ways from where it stands: found once, for many of them."""

from math import isqrt
from typing import Final, NamedTuple

from engine.games.sorcery.geometry.bases import Base, Ground, Piece
from engine.games.sorcery.geometry.obstacles import Obstacle, is_met, obstacles_near
from engine.games.sorcery.geometry.points import Point, Vector, cross, dot, minus, root_up
from engine.games.sorcery.geometry.shapes import Box, apart

BEYOND: Final = 2
"""How much farther than a distance something may lie that tells where a way so long ends."""
_RING: Final = 8
"""So many bases at most stand round one; those farther off hide little."""


class Near(NamedTuple):
    """A base that may be in the way."""

    square: int
    """The square of how far its centre is."""
    number: int
    """Which of the obstacles it is, in the order they are named in."""
    obstacle: Obstacle
    way: Vector
    """From the mover's centre to its own."""
    apart: int
    """How far the centres are if the bases touch."""

    def hides(self, way: Vector, distance: int) -> bool:
        """Tell whether it is in the way to all places so near to where a way leads.

        It is if they lie between the two tangents to the circle within which the mover meets it,
        and no nearer than its centre.
        """
        if dot(way, way) < (isqrt(self.square) + 1 + distance) ** 2 or self.square < self.apart**2:
            return False
        tangent = root_up(self.square - self.apart**2)
        inside = self.apart * dot(way, self.way) - tangent * abs(cross(way, self.way))
        return inside > distance * self.square


class Surroundings(NamedTuple):
    """What of a ground counts for a base that moves no farther than a distance."""

    mover: Base
    bases: tuple[Near, ...]
    """The nearest first: what is in the way is mostly near."""
    others: tuple[Obstacle, ...]
    """The edge and terrain, in the order they are named in: all of it before bases."""
    hindering: tuple[Piece, ...]

    def clear(self, end: Point) -> bool:
        """Tell whether the base can move straight to a point within the distance."""
        return self._free(self.mover.centre, end)

    def stands(self, spot: Point) -> bool:
        """Tell whether the base could stand at a point within the distance."""
        return self._free(spot, spot)

    def hidden(self, point: Point, distance: int) -> bool:
        """Tell whether a base is in the way to all places so near to a point.

        If False, there may still be something in the way to each of them.
        """
        way = minus(point, self.mover.centre)
        return any(near.hides(way, distance) for near in self.bases[:_RING])

    def _free(self, a: Point, b: Point) -> bool:
        for near in self.bases:  # not by ``any``: it is asked for hundreds of places
            if is_met(near.obstacle, a, b):
                return False
        return not any(is_met(obstacle, a, b) for obstacle in self.others)


def surroundings(mover: Base, distance: int, ground: Ground) -> Surroundings:
    """Return what a base may meet that moves no farther than a distance.

    Args:
        mover: the base where it stands.
        distance: from its centre, in mil-inches.
        ground: what is there; the mover itself may be among the bases.
    """
    x, y = start = mover.centre
    far = distance + BEYOND
    box = Box(x - far, y - far, x + far, y + far)
    bases: list[Near] = []
    others: list[Obstacle] = []
    for number, obstacle in enumerate(obstacles_near(box, mover.radius, ground, (mover.id,))):
        if isinstance(obstacle.shape, Base):
            way = minus(obstacle.shape.centre, start)
            touching = obstacle.shape.radius + obstacle.clearance
            bases.append(Near(dot(way, way), number, obstacle, way, touching))
        else:
            others.append(obstacle)
    return Surroundings(
        mover=mover,
        bases=tuple(sorted(bases)),
        others=tuple(others),
        hindering=tuple(p for p in ground.hindering if not apart(p.shape, box, 0)),
    )
