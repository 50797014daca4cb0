"""What is in the way along a line, and which of several things comes first.

Along a leg the first is found by halving: the leg is cut into 65,536 equal parts, and what is met
by the shortest run of parts from the start comes first. Things met within the same part count as
met at once; of those the edge is named first, then terrain, then bases, each in the order given.
"""

from collections.abc import Sequence
from typing import Literal, NamedTuple

from engine.games.sorcery.geometry.bases import Base, Ground, on_field
from engine.games.sorcery.geometry.points import FIELD, Point
from engine.games.sorcery.geometry.shapes import Box, ConvexPolygon, Outline, apart, meets, nearer

_PARTS = 65_536


class Blocker(NamedTuple):
    """What is in the way; the edge of the field has no id."""

    kind: Literal["edge", "terrain", "base"]
    id: int | None = None


class Obstacle(NamedTuple):
    """Something that may be in the way of a disc, whose radius is the clearance it needs.

    The edge has no shape.
    """

    blocker: Blocker
    shape: Outline | None
    clearance: int


EDGE = Blocker("edge")


def obstacles_near(box: Box, radius: int, ground: Ground, ignored: Sequence[int]) -> list[Obstacle]:
    """Return what a disc may meet whose centre stays in a box.

    Args:
        box: where the centre may be.
        radius: of the disc; 0 for a line that is no disc.
        ground: what is there; its bases in the order they are named in.
        ignored: ids of bases that are not in the way.
    """
    near = [
        Obstacle(Blocker("terrain", piece.id), piece.shape, radius)
        for piece in ground.blocking
        if not apart(piece.shape, box, radius)
    ]
    left, bottom, right, top = box
    for base in ground.bases:  # not by ``apart``: most of what is asked is asked here
        x, y = base.centre
        clear = base.radius + radius
        if (
            x + clear > left
            and x - clear < right
            and y + clear > bottom
            and y - clear < top
            and base.id not in ignored
        ):
            near.append(Obstacle(Blocker("base", base.id), base, radius))
    if not (on_field((left, bottom), radius) and on_field((right, top), radius)):
        near.insert(0, Obstacle(EDGE, None, radius))
    return near


def is_met(obstacle: Obstacle, a: Point, b: Point, *, aside: int = 0, field: int = FIELD) -> bool:
    """Tell whether a disc that is moved from a to b meets an obstacle.

    ``aside``: how much larger the disc is taken to be; ``field``: the size of the field.
    """
    _, shape, clearance = obstacle
    clearance += aside
    if isinstance(shape, Base):  # not by ``meets``: most of what is asked is asked here
        return nearer(shape.centre, a, b, shape.radius + clearance)
    if shape is not None:
        return meets(shape, a, b, clearance)
    low, high = clearance, field - clearance
    return not (
        low <= a[0] <= high and low <= a[1] <= high and low <= b[0] <= high and low <= b[1] <= high
    )


def first_met(a: Point, b: Point, obstacles: Sequence[Obstacle]) -> Blocker | None:
    """Return which obstacle a disc meets first on its straight way from a to b."""
    met = [obstacle for obstacle in obstacles if is_met(obstacle, a, b)]
    if not met:
        return None
    if len(met) > 1 and a != b:
        met = _first(a, b, met)
    return met[0].blocker


def _first(a: Point, b: Point, met: Sequence[Obstacle]) -> Sequence[Obstacle]:
    """Return those that are met in the first part of the leg in which any is."""
    start = a[0] * _PARTS, a[1] * _PARTS
    step = b[0] - a[0], b[1] - a[1]
    live: list[tuple[Obstacle, Obstacle]] = [(one, _magnified(one)) for one in met]
    free, blocked = -1, _PARTS
    while blocked - free > 1 and len(live) > 1:
        middle = (free + blocked) // 2
        point = start[0] + step[0] * middle, start[1] + step[1] * middle
        reached = [pair for pair in live if is_met(pair[1], start, point, field=FIELD * _PARTS)]
        if reached:
            live, blocked = reached, middle
        else:
            free = middle
    return [obstacle for obstacle, _ in live]


def _magnified(obstacle: Obstacle) -> Obstacle:
    """Return the obstacle with all lengths so many times as long as a leg has parts."""
    clearance = obstacle.clearance * _PARTS
    match obstacle.shape:
        case None:
            shape = None
        case ConvexPolygon(vertices=vertices):
            shape = ConvexPolygon.model_construct(
                vertices=tuple((x * _PARTS, y * _PARTS) for x, y in vertices)
            )
        case circle:
            x, y = circle.centre
            shape = Base(0, (x * _PARTS, y * _PARTS), circle.radius * _PARTS)
    return Obstacle(obstacle.blocker, shape, clearance)
