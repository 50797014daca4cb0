"""What a move costs.

A leg costs its length and once more the length of its parts inside hindering terrain, rounded up
to a whole mil-inch. Inside is the interior: along a boundary nothing is added. A part inside
several pieces is added once. A path costs the sum of its legs.

The rounding is exact: lengths are enclosed between fractions of 2^-32 and, where a whole number
lies between the bounds, of 2^-2048. A cost that is still not told apart from a whole number is
that number.
"""

from collections.abc import Iterator, Sequence
from math import isqrt
from typing import NamedTuple

from engine.games.sorcery.geometry.bases import Piece
from engine.games.sorcery.geometry.points import Point, dot, minus, root_up, squared_distance
from engine.games.sorcery.geometry.shapes import (
    Circle,
    ConvexPolygon,
    apart,
    box_of,
    clip,
    nearer,
)

_COARSE, _FINE = 32, 2_048
"""Bits after the point."""


class _Bounds(NamedTuple):
    """A length, enclosed between two fractions of a power of two."""

    low: int
    high: int


def path_cost(start: Point, path: Sequence[Point], hindering: Sequence[Piece]) -> int:
    """Return what a path costs, in mil-inches.

    Args:
        start: where the base stands.
        path: the points it moves through, the last of them where it ends.
        hindering: the hindering terrain of the field.
    """
    return sum(leg_cost(a, b, hindering) for a, b in zip((start, *path), path, strict=False))


def leg_cost(a: Point, b: Point, hindering: Sequence[Piece]) -> int:
    """Return what a straight move costs, in mil-inches; one of no length costs nothing."""
    if a == b:
        return 0
    box = box_of(a, b) if hindering else None
    near = [piece.shape for piece in hindering if box and not apart(piece.shape, box, 0)]
    if near:
        low, high = _ceilings(a, b, near, _COARSE)
        return low if low == high else _ceilings(a, b, near, _FINE)[0]
    return root_up(squared_distance(a, b))


def _ceilings(
    a: Point, b: Point, shapes: Sequence[Circle | ConvexPolygon], bits: int
) -> tuple[int, int]:
    """Return the least and the greatest that the cost can be, by lengths of so many bits."""
    square = squared_distance(a, b)
    inner: list[tuple[int, int]] = []
    outer: list[tuple[int, int]] = []
    for entry, exit_ in _parts(a, b, shapes, bits):
        inner.append((entry.high, exit_.low))
        outer.append((entry.low, exit_.high))
    low = isqrt(square << 2 * bits) + _united(inner)
    high = root_up(square << 2 * bits) + _united(outer)
    return -(-low >> bits), -(-high >> bits)


def _united(parts: Sequence[tuple[int, int]]) -> int:
    """Return the length of all parts together, what they share counted once."""
    total = reached = 0
    for start, end in sorted(parts):
        if end > max(start, reached):
            total += end - max(start, reached)
            reached = end
    return total


def _parts(
    a: Point, b: Point, shapes: Sequence[Circle | ConvexPolygon], bits: int
) -> Iterator[tuple[_Bounds, _Bounds]]:
    """Yield where the segment from a to b enters and leaves each interior that it meets."""
    square = squared_distance(a, b) << 2 * bits
    for shape in shapes:
        if isinstance(shape, ConvexPolygon):
            part = clip(shape, a, b)
            if part is not None:
                yield _fraction(part[:2], square), _fraction(part[2:], square)
        elif nearer(shape.centre, a, b, shape.radius):
            yield _chord(shape, a, b, bits)


def _fraction(part: tuple[int, int], square: int) -> _Bounds:
    """Return a fraction of a length that is given by its square."""
    numerator, denominator = part
    whole = numerator * numerator * square
    return _Bounds(isqrt(whole) // denominator, -(-root_up(whole) // denominator))


def _chord(circle: Circle, a: Point, b: Point, bits: int) -> tuple[_Bounds, _Bounds]:
    """Return where the segment from a to b enters and leaves a circle's interior it meets."""
    way, inwards = minus(b, a), minus(circle.centre, a)
    square = dot(way, way)
    along = dot(way, inwards)  # the foot of the centre is along / sqrt(square) from a
    outside = dot(inwards, inwards) - circle.radius**2
    # Half the chord is the root of (along² - square * outside) / square.
    half = _root(along * along - square * outside, square, bits)
    foot = _root(along * along, square, bits)
    if along < 0:
        foot = _Bounds(-foot.high, -foot.low)
    length = _root(square, 1, bits)
    entry = _Bounds(max(0, foot.low - half.high), max(0, foot.high - half.low))
    exit_ = _Bounds(min(length.low, foot.low + half.low), min(length.high, foot.high + half.high))
    return entry, exit_


def _root(numerator: int, denominator: int, bits: int) -> _Bounds:
    """Enclose the root of a fraction."""
    scaled = numerator << 2 * bits
    return _Bounds(isqrt(scaled // denominator), root_up(scaled, denominator))
