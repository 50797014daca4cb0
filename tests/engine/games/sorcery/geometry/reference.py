"""The same geometry once more, slowly and by other means: with exact fractions and no shortcuts."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise
from math import isqrt
from typing import TYPE_CHECKING

from engine.games.sorcery.geometry.points import FIELD
from engine.games.sorcery.geometry.shapes import ConvexPolygon

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from engine.games.sorcery.geometry.bases import Base, Ground
    from engine.games.sorcery.geometry.points import Point
    from engine.games.sorcery.geometry.shapes import Outline

    Place = tuple[Fraction, Fraction]

BITS = 300


def at(a: Point, b: Point, part: Fraction) -> Place:
    return a[0] + (b[0] - a[0]) * part, a[1] + (b[1] - a[1]) * part


def exact(point: Point) -> Place:
    return Fraction(point[0]), Fraction(point[1])


def square(p: Place, q: Place) -> Fraction:
    return (p[0] - q[0]) ** 2 + (p[1] - q[1]) ** 2


def square_to_segment(point: Place, a: Place, b: Place) -> Fraction:
    """The squared distance of a point to the nearest point of a segment."""
    length = square(a, b)
    if length == 0:
        return square(point, a)
    part = ((point[0] - a[0]) * (b[0] - a[0]) + (point[1] - a[1]) * (b[1] - a[1])) / length
    part = min(Fraction(1), max(Fraction(0), part))
    foot = a[0] + (b[0] - a[0]) * part, a[1] + (b[1] - a[1]) * part
    return square(point, foot)


def side(a: Place, b: Place, p: Place) -> int:
    turn = (b[0] - a[0]) * (p[1] - a[1]) - (b[1] - a[1]) * (p[0] - a[0])
    return (turn > 0) - (turn < 0)


def square_between(a: Place, b: Place, c: Place, d: Place) -> Fraction:
    """The squared distance of two segments."""
    if side(a, b, c) * side(a, b, d) < 0 and side(c, d, a) * side(c, d, b) < 0:
        return Fraction(0)
    return min(
        square_to_segment(a, c, d),
        square_to_segment(b, c, d),
        square_to_segment(c, a, b),
        square_to_segment(d, a, b),
    )


def edges(polygon: ConvexPolygon) -> Iterator[tuple[Place, Place]]:
    corners = [exact(vertex) for vertex in polygon.vertices]
    yield from pairwise([*corners, corners[0]])


def on_boundary(polygon: ConvexPolygon, p: Place) -> bool:
    return any(square_to_segment(p, a, b) == 0 for a, b in edges(polygon))


def in_interior(shape: Outline, p: Place) -> bool:
    """By the number of edges that a ray to the right crosses."""
    if not isinstance(shape, ConvexPolygon):
        return square(exact(shape.centre), p) < shape.radius**2
    if on_boundary(shape, p):
        return False
    crossed = 0
    for a, b in edges(shape):
        if (a[1] > p[1]) != (b[1] > p[1]):
            x = a[0] + (b[0] - a[0]) * (p[1] - a[1]) / (b[1] - a[1])
            crossed += x > p[0]
    return crossed % 2 == 1


def square_to_shape(shape: ConvexPolygon, a: Place, b: Place) -> Fraction:
    """The squared distance of a segment to a polygon; 0 if they meet."""
    if in_interior(shape, a) or in_interior(shape, b):
        return Fraction(0)
    return min(square_between(a, b, c, d) for c, d in edges(shape))


def roots(value: Fraction) -> tuple[Fraction, Fraction]:
    """Enclose a square root between two fractions."""
    scaled = (value.numerator << 2 * BITS) // value.denominator
    low = Fraction(isqrt(scaled), 1 << BITS)
    return low, low + Fraction(1, 1 << BITS)


def crossings(shape: Outline, a: Point, b: Point) -> list[Fraction]:
    """Where along a segment, in parts of it, its line crosses the outline (roots nearly)."""
    way = b[0] - a[0], b[1] - a[1]
    found: list[Fraction] = []
    if isinstance(shape, ConvexPolygon):
        for c, d in edges(shape):
            normal = d[1] - c[1], c[0] - d[0]
            gain = normal[0] * way[0] + normal[1] * way[1]
            if gain:
                found.append((normal[0] * (c[0] - a[0]) + normal[1] * (c[1] - a[1])) / gain)
        return found
    inwards = a[0] - shape.centre[0], a[1] - shape.centre[1]
    length = way[0] ** 2 + way[1] ** 2
    half = Fraction(way[0] * inwards[0] + way[1] * inwards[1], length)
    rest = Fraction(inwards[0] ** 2 + inwards[1] ** 2 - shape.radius**2, length)
    if half**2 - rest > 0:
        root, _ = roots(half**2 - rest)
        found += [-half - root, -half + root]
    return found


def meets_interior(shape: Outline, a: Point, b: Point) -> bool:
    """By looking at a point in each part between crossings, and at the ends."""
    if a == b:
        return in_interior(shape, exact(a))
    if not isinstance(shape, ConvexPolygon):
        reached = square_to_segment(exact(shape.centre), exact(a), exact(b))
        return reached < shape.radius**2
    return any(in_interior(shape, at(a, b, middle)) for _, middle in stretches([shape], a, b))


def stretches(shapes: Sequence[Outline], a: Point, b: Point) -> Iterator[tuple[Fraction, Fraction]]:
    """Cut a segment wherever it crosses an outline: how long each part is, and its middle."""
    cuts = {Fraction(0), Fraction(1)}
    cuts |= {part for shape in shapes for part in crossings(shape, a, b) if 0 < part < 1}
    for start, end in pairwise(sorted(cuts)):
        yield end - start, (start + end) / 2


def cost(a: Point, b: Point, hindering: Sequence[Outline]) -> Fraction:
    """The length of a leg, and again of what is inside; right to far less than 2^-200."""
    parts = Fraction(1)
    for length, middle in stretches(hindering, a, b):
        if any(in_interior(shape, at(a, b, middle)) for shape in hindering):
            parts += length
    return roots(square(exact(a), exact(b)))[0] * parts


def is_near(shape: Outline, a: Place, b: Place, clearance: int) -> bool:
    """Whether a disc of a radius (not 0) overlaps a shape somewhere from a to b."""
    if isinstance(shape, ConvexPolygon):
        return square_to_shape(shape, a, b) < clearance**2
    reach = shape.radius + clearance
    return square_to_segment(exact(shape.centre), a, b) < reach**2


def off_field(p: Place, radius: int) -> bool:
    return not all(radius <= part <= FIELD - radius for part in p)


def blockers(mover: Base, a: Point, b: Point, ground: Ground) -> dict[tuple[str, int | None], int]:
    """What is in the way of a leg, in order, and in which of 65,536 parts it is met."""

    def part_of(is_met_until: Callable[[Place], bool]) -> int | None:
        low, high = -1, 65_536
        if not is_met_until(at(a, b, Fraction(1))):
            return None
        while high - low > 1:
            middle = (low + high) // 2
            if is_met_until(at(a, b, Fraction(middle, 65_536))):
                high = middle
            else:
                low = middle
        return high

    start = exact(a)
    parts: dict[tuple[str, int | None], int | None] = {
        ("edge", None): part_of(
            lambda end: off_field(start, mover.radius) or off_field(end, mover.radius)
        )
    }
    for piece in ground.blocking:
        parts["terrain", piece.id] = part_of(
            lambda end, shape=piece.shape: is_near(shape, start, end, mover.radius)
        )
    for base in ground.bases:
        if base.id != mover.id:
            parts["base", base.id] = part_of(
                lambda end, base=base: is_near(base, start, end, mover.radius)
            )
    return {key: part for key, part in parts.items() if part is not None}
