"""Whether a base can move along a path.

The base is a disc whose centre moves straight from point to point. It moves *through* another base
when the centres come nearer than the sum of the radii, through blocking terrain when its centre
comes nearer to it than its radius, and off the field when any of it passes the edge. What it only
touches is not in its way: so it may start in contact, leave, and slide along. Hindering terrain is
never in the way.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from engine.games.sorcery.geometry.bases import Base, Ground
from engine.games.sorcery.geometry.obstacles import Blocker, first_met, obstacles_near
from engine.games.sorcery.geometry.points import Point
from engine.games.sorcery.geometry.shapes import box_of

MAX_POINTS = 16
"""A path names at most so many points, where it starts not among them."""


@dataclass(frozen=True, slots=True)
class PathRefusal:
    """Why a base cannot move along a path.

    ``empty`` names no point, ``too_many_points`` more than 16; ``no_length`` is the first leg that
    ends where it begins; ``blocked``, if there is none, the first on which something is in the way.
    """

    why: Literal["empty", "too_many_points", "no_length", "blocked"]
    leg: int = 0
    """The number of the leg, the first is 0; the leg leads to the point of that number."""
    by: Blocker | None = None
    """What is in the way, and comes first on that leg, if it is blocked."""


def check_path(mover: Base, path: Sequence[Point], ground: Ground) -> PathRefusal | None:
    """Return why a base cannot move along a path, or None if it can.

    Args:
        mover: the base where it stands.
        path: the points its centre moves through, the last of them where it ends.
        ground: what is there; the mover itself may be among the bases.
    """
    if not path:
        return PathRefusal("empty")
    if len(path) > MAX_POINTS:
        return PathRefusal("too_many_points", MAX_POINTS)
    legs = [*zip((mover.centre, *path), path, strict=False)]
    for leg, (a, b) in enumerate(legs):
        if a == b:
            return PathRefusal("no_length", leg)
    for leg, (a, b) in enumerate(legs):
        near = obstacles_near(box_of(a, b), mover.radius, ground, (mover.id,))
        by = first_met(a, b, near) if near else None
        if by is not None:
            return PathRefusal("blocked", leg, by)
    return None
