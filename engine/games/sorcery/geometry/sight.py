"""Line of fire: the straight line from the centre of one base to the centre of another.

It is blocked by any other base whose centre is nearer to it than that base's radius, and by
blocking terrain whose interior it meets. It is hindered when it meets the interior of hindering
terrain, wherever along its length, or when the target's centre lies in hindering terrain, the
boundary included.
"""

from typing import NamedTuple

from engine.games.sorcery.geometry.bases import Base, Ground
from engine.games.sorcery.geometry.obstacles import Blocker, first_met, obstacles_near
from engine.games.sorcery.geometry.shapes import apart, box_of, contains, meets


class LineOfFire(NamedTuple):
    blocked_by: Blocker | None
    """What blocks it, the first from the shooter on; None if it is free."""
    hindered: bool
    """Whether it passes through or ends in hindering terrain, be it free or not."""


def line_of_fire(shooter: Base, target: Base, ground: Ground) -> LineOfFire:
    """Return what is on the line between two bases, which may be among the bases of the ground."""
    a, b = shooter.centre, target.centre
    box = box_of(a, b)
    near = obstacles_near(box, 0, ground, (shooter.id, target.id))
    return LineOfFire(
        blocked_by=first_met(a, b, near) if near else None,
        hindered=any(
            meets(piece.shape, a, b, 0) or contains(piece.shape, b)
            for piece in ground.hindering
            if not apart(piece.shape, box, 0)
        ),
    )
