"""Places that a move is offered to: straight on, to objectives and books, up to enemies [5]."""

from collections.abc import Iterator
from typing import Final, NamedTuple

from engine.core.options import Place
from engine.games.sorcery.cards import FIELDS
from engine.games.sorcery.geometry.bases import CONTACT_SLACK, Base, Ground, within
from engine.games.sorcery.geometry.directions import compass
from engine.games.sorcery.geometry.obstacles import Blocker
from engine.games.sorcery.geometry.points import Point, Vector, dot, minus, squared_distance
from engine.games.sorcery.geometry.reach import reach
from engine.games.sorcery.geometry.shapes import meets
from engine.games.sorcery.geometry.spots import contact_point, in_the_way
from engine.games.sorcery.geometry.surroundings import Surroundings, surroundings
from engine.games.sorcery.ground import base, named
from engine.games.sorcery.labels import WINDS, name_of
from engine.games.sorcery.pace import Pace
from engine.games.sorcery.state import Figure, State
from engine.games.sorcery.traits import INCH

_SHORT: Final = 100
"""Mil-inches by which a place that is offered may be nearer than the farthest there is."""


def places(state: State, figure: Figure, on: Ground, how: Pace) -> tuple[Place, ...]:
    """Return where a figure may move straight, each place once.

    Up to each enemy in reach; to each objective and dropped book, or as near as it gets; as far as
    it goes in sixteen directions.
    """
    mover = _mover(figure, on, how)
    found: dict[Point, Place] = {}
    for place in (
        *_up_to_enemies(state, mover, figure.seat),
        *_towards_goals(state, mover),
        *_straight_on(state, mover),
    ):
        found.setdefault(place.at, place)
    return tuple(found.values())


class _Mover(NamedTuple):
    """A figure that may move, and what is around it."""

    here: Base
    how: Pace
    most: int
    """How far it goes where nothing slows it, in mil-inches."""
    way: Surroundings
    over: Ground | None
    """What it flies over and can't end on [15.15]; None if it does not fly."""

    def goes(self, spot: Point) -> bool:
        """Tell whether it gets straight to a point."""
        start = self.here.centre
        return (
            within(start, spot, self.most)
            and self.way.clear(spot)
            and self.how.cost(start, (spot,)) <= self.how.budget
        )

    def lands(self, spot: Point) -> bool:
        """Tell whether it may end at a point to which it gets."""
        over = self.over
        return over is None or in_the_way(self.here._replace(centre=spot), over) is None


def _mover(figure: Figure, on: Ground, how: Pace) -> _Mover:
    here, most = base(figure), how.budget // how.factor
    way = surroundings(here, most, how.on)
    return _Mover(
        here=here,
        how=how._replace(on=how.on._replace(hindering=way.hindering)),
        most=most,
        way=way,
        over=None if how.on.bases is on.bases else on,
    )


def _up_to_enemies(state: State, mover: _Mover, seat: int) -> Iterator[Place]:
    for other in state.standing:
        if other.seat != seat:
            spot = _contact(mover, base(other))
            if spot is not None:
                yield _place(state, mover, f"in contact with {name_of(other)}", spot)


def _contact(mover: _Mover, other: Base) -> Point | None:
    """Return the nearest of 16 places in contact with a base that is reached straight."""
    here = mover.here
    apart = here.radius + other.radius
    if not within(here.centre, other.centre, mover.most + apart):
        return None
    if mover.way.hidden(other.centre, apart + CONTACT_SLACK):
        return None
    beside = here._replace(centre=other.centre)
    ring = mover.over and surroundings(beside, apart, mover.over)
    way = minus(here.centre, other.centre)
    for wind in sorted(compass(16), key=lambda wind: -_along(wind, way)):
        spot = contact_point(other, here.radius, wind)
        if spot != here.centre and mover.goes(spot) and (ring is None or ring.stands(spot)):
            return spot
    return None


def _along(wind: Vector, way: Vector) -> int:
    """Order directions by the angle between them and a way, the sharpest last."""
    length = dot(wind, wind)
    along = dot(wind, way)
    return along * abs(along) * 1_000 // length


def _towards_goals(state: State, mover: _Mover) -> Iterator[Place]:
    start = mover.here.centre
    goals = [(f"objective {n}", at) for n, at in enumerate(FIELDS[state.battlefield].objectives)]
    goals += [(f"book {b.n}", b.at) for b in state.books.values() if b.at is not None]
    for name, goal in goals:
        if goal == start:
            continue
        if mover.goes(goal) and mover.lands(goal):
            yield _place(state, mover, f"on {name}", goal)
        else:
            place = _as_far(state, mover, minus(goal, start), f"towards {name}")
            if place and squared_distance(place.at, goal) < squared_distance(start, goal):
                yield place


def _straight_on(state: State, mover: _Mover) -> Iterator[Place]:
    for wind, direction in zip(WINDS, compass(len(WINDS)), strict=True):
        place = _as_far(state, mover, direction, wind)
        if place is not None:
            yield place


def _as_far(state: State, mover: _Mover, direction: Vector, name: str) -> Place | None:
    """Return the farthest place in a direction, if it is an inch away and one may end there."""
    there = reach(mover.way, direction, mover.most, _SHORT)
    if there.distance < INCH or not mover.lands(there.end):
        return None
    return _place(state, mover, name, there.end, there.stopped_by)


def _place(state: State, mover: _Mover, name: str, at: Point, by: Blocker | None = None) -> Place:
    start = mover.here.centre
    through = tuple(
        FIELDS[state.battlefield].terrain[piece.id].name
        for piece in mover.way.hindering
        if meets(piece.shape, start, at, 0)
    )
    return Place(
        name=name,
        at=at,
        cost=mover.how.cost(start, (at,)),
        through=through or None,
        stopped_by=None if by is None else named(state, by),
    )
