"""Points and vectors of the field, whole numbers of thousandths of an inch (mil-inches)."""

from math import isqrt
from typing import Annotated

from pydantic import AfterValidator, Field, WithJsonSchema

FIELD = 36_000
"""The field is a square: x and y run from 0 to this, both included."""
MAX_FACING = 10_000

Point = tuple[int, int]
"""x and y in mil-inches."""
Vector = tuple[int, int]
"""A direction, or the way from one point to another."""

Coordinate = Annotated[int, Field(strict=True, ge=0, le=FIELD)]
FieldPoint = Annotated[
    tuple[Coordinate, Coordinate],
    Field(description="a point [x, y], in thousandths of an inch"),
]
"""A point of the field as messages carry it: whole numbers, none beyond the edges."""


def _points_somewhere(facing: Vector) -> Vector:
    if facing == (0, 0):
        msg = "[0, 0] points nowhere: give any other vector, such as [0, 1]"
        raise ValueError(msg)
    if max(map(abs, facing)) > MAX_FACING:
        msg = (
            f"Both numbers should be from -{MAX_FACING} to {MAX_FACING}: divide them by the same, "
            "only the direction counts"
        )
        raise ValueError(msg)
    return facing


_Component = Annotated[
    int,
    Field(strict=True),
    WithJsonSchema({"type": "integer", "minimum": -MAX_FACING, "maximum": MAX_FACING}),
]
Facing = Annotated[
    tuple[_Component, _Component],
    AfterValidator(_points_somewhere),
    Field(description="a direction [east, north], as [0, 1] for north; its length means nothing"),
]
"""Where a figure looks, as messages carry it: any vector but [0, 0]; its length means nothing."""


def minus(a: Point, b: Point) -> Vector:
    """Return the way from b to a."""
    return a[0] - b[0], a[1] - b[1]


def dot(u: Vector, v: Vector) -> int:
    """Return the scalar product: positive when the vectors point the same way."""
    return u[0] * v[0] + u[1] * v[1]


def cross(u: Vector, v: Vector) -> int:
    """Return the vector product: positive when v lies to the left of u (y upwards)."""
    return u[0] * v[1] - u[1] * v[0]


def squared_distance(a: Point, b: Point) -> int:
    """Return the square of the distance, in square mil-inches."""
    x, y = a[0] - b[0], a[1] - b[1]
    return x * x + y * y


def root_up(numerator: int, denominator: int = 1) -> int:
    """Return the least whole number whose square is at least the fraction given.

    The denominator is positive, the numerator not negative.
    """
    return isqrt(-(-numerator // denominator) - 1) + 1 if numerator else 0


def towards(start: Point, direction: Vector, distance: int) -> Point:
    """Return the point at a distance in a direction, each coordinate rounded towards the start.

    It is never farther than the distance, and less than 1.5 nearer.
    """
    dx, dy = direction
    square = dx * dx + dy * dy
    x = isqrt((dx * distance) ** 2 // square)
    y = isqrt((dy * distance) ** 2 // square)
    return start[0] + (x if dx > 0 else -x), start[1] + (y if dy > 0 else -y)


def beyond(start: Point, direction: Vector, distance: int) -> Point:
    """Return the point at a distance in a direction, each coordinate rounded away from the start.

    It is never nearer than the distance, and less than 1.5 farther.
    """
    square = dot(direction, direction)
    x, y = (root_up((part * distance) ** 2, square) for part in direction)
    return (
        start[0] + (x if direction[0] > 0 else -x),
        start[1] + (y if direction[1] > 0 else -y),
    )
