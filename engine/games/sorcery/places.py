"""Places that a move is offered to: straight on, to objectives and books, up to enemies [5]."""

from collections.abc import Iterator
from typing import Final

from engine.core.options import Place
from engine.games.sorcery.cards import FIELDS
from engine.games.sorcery.geometry.bases import Base, Ground, within
from engine.games.sorcery.geometry.directions import compass
from engine.games.sorcery.geometry.obstacles import Blocker
from engine.games.sorcery.geometry.paths import clear
from engine.games.sorcery.geometry.points import Point, Vector, dot, minus, squared_distance
from engine.games.sorcery.geometry.reach import reach
from engine.games.sorcery.geometry.shapes import meets
from engine.games.sorcery.geometry.spots import in_the_way, standing_spots
from engine.games.sorcery.ground import base, named
from engine.games.sorcery.labels import name_of
from engine.games.sorcery.pace import Pace
from engine.games.sorcery.state import Figure, State
from engine.games.sorcery.traits import INCH

_WINDS: Final = (
    "east", "east-north-east", "north-east", "north-north-east",
    "north", "north-north-west", "north-west", "west-north-west",
    "west", "west-south-west", "south-west", "south-south-west",
    "south", "south-south-east", "south-east", "east-south-east",
)  # fmt: skip
_SHORT: Final = 100
"""Mil-inches by which a place that is offered may be nearer than the farthest there is."""


def places(state: State, figure: Figure, on: Ground, how: Pace) -> tuple[Place, ...]:
    """Return where a figure may move straight, each place once.

    Up to each enemy in reach; to each objective and dropped book, or as near as it gets; as far as
    it goes in sixteen directions.
    """
    here = base(figure)
    found: dict[Point, Place] = {}
    for place in (
        *_up_to_enemies(state, here, figure.seat, on, how),
        *_towards_goals(state, here, on, how),
        *_straight_on(state, here, on, how),
    ):
        found.setdefault(place.at, place)
    return tuple(found.values())


def _up_to_enemies(state: State, here: Base, seat: int, on: Ground, how: Pace) -> Iterator[Place]:
    for other in state.standing:
        if other.seat != seat:
            spot = _contact(here, base(other), on, how)
            if spot is not None:
                yield _place(state, here, how, f"in contact with {name_of(other)}", spot)


def _contact(here: Base, other: Base, on: Ground, how: Pace) -> Point | None:
    """Return the nearest of 16 places in contact with a base that is reached straight."""
    most = how.budget // how.factor
    if not within(here.centre, other.centre, most + here.radius + other.radius):
        return None
    way = minus(here.centre, other.centre)
    nearest_first = sorted(compass(16), key=lambda wind: -_along(wind, way))
    for spot in standing_spots(here, other, on, nearest_first):
        if spot == here.centre or not within(here.centre, spot, most):
            continue
        if clear(here, spot, how.on) and how.cost(here.centre, (spot,)) <= how.budget:
            return spot
    return None


def _along(wind: Vector, way: Vector) -> int:
    """Order directions by the angle between them and a way, the sharpest last."""
    length = dot(wind, wind)
    along = dot(wind, way)
    return along * abs(along) * 1_000 // length


def _towards_goals(state: State, here: Base, on: Ground, how: Pace) -> Iterator[Place]:
    goals = [(f"objective {n}", at) for n, at in enumerate(FIELDS[state.battlefield].objectives)]
    goals += [(f"book {b.n}", b.at) for b in state.books.values() if b.at is not None]
    for name, goal in goals:
        if goal == here.centre:
            continue
        if _may_end(here, goal, on, how):
            yield _place(state, here, how, f"on {name}", goal)
        else:
            place = _as_far(state, here, minus(goal, here.centre), f"towards {name}", on, how)
            if place and squared_distance(place.at, goal) < squared_distance(here.centre, goal):
                yield place


def _may_end(here: Base, spot: Point, on: Ground, how: Pace) -> bool:
    return (
        within(here.centre, spot, how.budget // how.factor)
        and in_the_way(here._replace(centre=spot), on) is None
        and clear(here, spot, how.on)
        and how.cost(here.centre, (spot,)) <= how.budget
    )


def _straight_on(state: State, here: Base, on: Ground, how: Pace) -> Iterator[Place]:
    for wind, direction in zip(_WINDS, compass(len(_WINDS)), strict=True):
        place = _as_far(state, here, direction, wind, on, how)
        if place is not None:
            yield place


def _as_far(
    state: State, here: Base, direction: Vector, name: str, on: Ground, how: Pace
) -> Place | None:
    """Return the farthest place in a direction, if it is an inch away and one may end there."""
    there = reach(here, direction, how.budget // how.factor, how.on, _SHORT)
    if there.distance < INCH:
        return None
    if how.on is not on and in_the_way(here._replace(centre=there.end), on) is not None:
        return None
    return _place(state, here, how, name, there.end, there.stopped_by)


def _place(
    state: State, here: Base, how: Pace, name: str, at: Point, by: Blocker | None = None
) -> Place:
    through = tuple(
        FIELDS[state.battlefield].terrain[piece.id].name
        for piece in how.on.hindering
        if meets(piece.shape, here.centre, at, 0)
    )
    return Place(
        name=name,
        at=at,
        cost=how.cost(here.centre, (at,)),
        through=through or None,
        stopped_by=None if by is None else named(state, by),
    )
