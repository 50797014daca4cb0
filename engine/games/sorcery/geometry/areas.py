"""A polygon of places that a base reaches by a straight move, for bots and pictures.

The polygon is never too large: a base can move straight to each point of whole coordinates in it,
within the budget. It may be too small, because between two neighbouring directions it goes only as
far as the whole triangle between them is free, and because hindering terrain that is met anywhere
in the triangle is taken to fill all of the triangle beyond.
"""

from collections.abc import Callable, Sequence
from math import isqrt

from engine.games.sorcery.geometry.bases import Base, Ground
from engine.games.sorcery.geometry.directions import COMPASS
from engine.games.sorcery.geometry.obstacles import Obstacle, is_met, obstacles_near
from engine.games.sorcery.geometry.points import (
    Point,
    Vector,
    cross,
    dot,
    minus,
    squared_distance,
)
from engine.games.sorcery.geometry.shapes import ConvexPolygon, Outline, apart, box_of, meets

Triangle = tuple[Point, Point, Point]
"""Counter-clockwise; it may have shrunk to a point or a line."""


def reachable_area(
    mover: Base, budget: int, ground: Ground, directions: Sequence[Vector] = COMPASS
) -> tuple[Point, ...]:
    """Return a polygon of places that a base reaches by a straight move, a vertex a direction.

    A vertex in a direction that is blocked at once is where the base stands.

    Args:
        mover: the base where it stands.
        budget: what the move may cost, at least 0.
        ground: what is there; the mover itself may be among the bases.
        directions: counter-clockwise, less than half a turn from each to the next.
    """
    depths = [
        _depth(mover, (u, v), budget, ground)
        for u, v in zip(directions, (*directions[1:], directions[0]), strict=True)
    ]
    return tuple(
        _on_ray(mover.centre, direction, min(before, after))
        for direction, before, after in zip(
            directions, (depths[-1], *depths[:-1]), depths, strict=True
        )
    )


def _on_ray(start: Point, direction: Vector, distance: int) -> Point:
    """Return the farthest point of whole coordinates on a ray, at most a distance away."""
    steps = isqrt(distance * distance // dot(direction, direction))
    return start[0] + direction[0] * steps, start[1] + direction[1] * steps


def _depth(mover: Base, sides: tuple[Vector, Vector], budget: int, ground: Ground) -> int:
    """Return how far the triangle between two directions is reached, all of it."""
    start = mover.centre

    def triangle(depth: int) -> Triangle:
        return start, _on_ray(start, sides[0], depth), _on_ray(start, sides[1], depth)

    box = box_of(*triangle(budget))
    obstacles = obstacles_near(box, mover.radius, ground, (mover.id,))
    hindering = [piece.shape for piece in ground.hindering if not apart(piece.shape, box, 0)]
    easy = _deepest(budget, lambda depth: not _hinders(triangle(depth), hindering))
    # The free part of a way ends at the line between the ends of the easy triangle, or beyond.
    _, left, right = triangle(easy)
    chord = squared_distance(left, right)
    free = isqrt(cross(minus(left, start), minus(right, start)) ** 2 // chord) if chord else 0
    affordable = max(easy, (budget + free) // 2)
    return _deepest(affordable, lambda depth: not _obstructed(triangle(depth), obstacles))


def _deepest(limit: int, holds: Callable[[int], bool]) -> int:
    """Return the greatest depth up to a limit for which something holds; for 0 it is not asked."""
    if holds(limit):
        return limit
    near, far = 0, limit
    while far - near > 1:
        middle = (near + far) // 2
        if holds(middle):
            near = middle
        else:
            far = middle
    return near


def _hinders(triangle: Triangle, shapes: Sequence[Outline]) -> bool:
    return any(_meets_triangle(shape, triangle, 0) for shape in shapes)


def _obstructed(triangle: Triangle, obstacles: Sequence[Obstacle]) -> bool:
    """Tell whether a disc whose centre is anywhere in a triangle meets an obstacle."""
    return any(
        is_met(obstacle, triangle[1], triangle[2])
        if obstacle.shape is None
        else _meets_triangle(obstacle.shape, triangle, obstacle.clearance)
        for obstacle in obstacles
    )


def _meets_triangle(shape: Outline, triangle: Triangle, clearance: int) -> bool:
    """Tell whether a triangle meets the shape grown by a clearance."""
    a, b, c = triangle
    if any(meets(shape, start, end, clearance) for start, end in ((a, b), (b, c), (c, a))):
        return True
    inner = shape.vertices[0] if isinstance(shape, ConvexPolygon) else shape.centre
    return all(
        cross(minus(end, start), minus(inner, start)) > 0 for start, end in ((a, b), (b, c), (c, a))
    )
