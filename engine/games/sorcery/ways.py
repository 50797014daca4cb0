"""Straight ways of a figure: up to others, to goals, as far as it goes in sixteen directions [5].

They are kept for those figures that were asked of last: from one question to the next most of them
stand where they stood, with the same around them.
"""

from functools import lru_cache
from typing import Final, NamedTuple

from engine.games.sorcery.geometry.bases import CONTACT_SLACK, Base, Ground, within
from engine.games.sorcery.geometry.costs import leg_cost
from engine.games.sorcery.geometry.directions import compass
from engine.games.sorcery.geometry.obstacles import Blocker
from engine.games.sorcery.geometry.points import Point, Vector, dot, minus, squared_distance
from engine.games.sorcery.geometry.reach import reach
from engine.games.sorcery.geometry.shapes import meets
from engine.games.sorcery.geometry.spots import contact_point, in_the_way
from engine.games.sorcery.geometry.surroundings import Surroundings, surroundings
from engine.games.sorcery.traits import INCH

_SHORT: Final = 100
"""Mil-inches by which a place that is offered may be nearer than the farthest there is."""
_KEPT: Final = 512
"""Figures with what is around them; an army has 12 at most."""


class Way(NamedTuple):
    """Where a straight move leads."""

    at: Point
    cost: int
    through: tuple[int, ...]
    """The ids of the terrain that slows on the way."""
    stopped_by: Blocker | None
    """What is in the way of going farther on."""


class Ways(NamedTuple):
    """Where a figure may move straight; None where it does not get."""

    up_to: tuple[Way | None, ...]
    """In contact with each rival."""
    towards: tuple[Way | None, ...]
    """To each goal, or as near to it as it gets."""
    straight_on: tuple[Way | None, ...]
    """As far as it goes in each of sixteen directions, as the compass gives them."""


class Mover(NamedTuple):
    """A figure that may move, and what is around it."""

    around: Surroundings
    budget: int
    """What the move may cost, in mil-inches."""
    factor: int
    """What a way costs for each mil of what it costs on this ground."""
    over: Ground | None
    """What it flies over and can't end on [15.15]; None if it does not fly."""

    @property
    def most(self) -> int:
        """How far it goes where nothing slows it, in mil-inches."""
        return self.budget // self.factor

    def cost(self, spot: Point) -> int:
        return self.factor * leg_cost(self.around.mover.centre, spot, self.around.hindering)

    def goes(self, spot: Point) -> bool:
        """Tell whether it gets straight to a point."""
        return (
            within(self.around.mover.centre, spot, self.most)
            and self.around.clear(spot)
            and self.cost(spot) <= self.budget
        )

    def lands(self, spot: Point) -> bool:
        """Tell whether it may end at a point to which it gets."""
        there = self.around.mover._replace(centre=spot)
        return self.over is None or in_the_way(there, self.over) is None


@lru_cache(maxsize=_KEPT)
def ways(mover: Mover, rivals: tuple[Base, ...], goals: tuple[Point, ...]) -> Ways:
    """Return where a figure may move straight.

    Args:
        mover: the figure.
        rivals: whom it may go up to.
        goals: points it may go to.
    """
    return Ways(
        up_to=tuple(_up_to(mover, rival) for rival in rivals),
        towards=tuple(_towards(mover, goal) for goal in goals),
        straight_on=tuple(_as_far(mover, direction) for direction in compass(16)),
    )


def _up_to(mover: Mover, other: Base) -> Way | None:
    """Return the way to the nearest of 16 places in contact with a base that is reached."""
    here = mover.around.mover
    apart = here.radius + other.radius
    if mover.around.hidden(other.centre, apart + CONTACT_SLACK):
        return None
    beside = here._replace(centre=other.centre)
    ring = mover.over and surroundings(beside, apart, mover.over)
    way = minus(here.centre, other.centre)
    for wind in sorted(compass(16), key=lambda wind: -_along(wind, way)):
        spot = contact_point(other, here.radius, wind)
        if spot != here.centre and mover.goes(spot) and (ring is None or ring.stands(spot)):
            return _way(mover, spot)
    return None


def _along(wind: Vector, way: Vector) -> int:
    """Order directions by the angle between them and a way, the sharpest last."""
    length = dot(wind, wind)
    along = dot(wind, way)
    return along * abs(along) * 1_000 // length


def _towards(mover: Mover, goal: Point) -> Way | None:
    start = mover.around.mover.centre
    if goal == start:
        return None
    if mover.goes(goal) and mover.lands(goal):
        return _way(mover, goal)
    way = _as_far(mover, minus(goal, start))
    nearer = way and squared_distance(way.at, goal) < squared_distance(start, goal)
    return way if nearer else None


def _as_far(mover: Mover, direction: Vector) -> Way | None:
    """Return the farthest way in a direction, if it is an inch long and one may end there."""
    there = reach(mover.around, direction, mover.most, _SHORT)
    if there.distance < INCH or not mover.lands(there.end):
        return None
    return _way(mover, there.end, there.stopped_by)


def _way(mover: Mover, at: Point, by: Blocker | None = None) -> Way:
    start = mover.around.mover.centre
    through = tuple(
        piece.id for piece in mover.around.hindering if meets(piece.shape, start, at, 0)
    )
    return Way(at, mover.cost(at), through, by)
