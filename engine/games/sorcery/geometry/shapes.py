"""Circles and convex polygons: the outlines of terrain, and when a line or a disc meets them.

A shape's interior is the shape without its boundary. A shape *grown* by a clearance is all that is
nearer to the shape than the clearance, the boundary of that again left out; grown by 0 it is the
interior. So one question decides both whether a line meets the interior (clearance 0) and whether
a disc that is moved along the line overlaps the shape (clearance: the disc's radius); what only
touches does neither.
"""

from functools import cached_property
from typing import Annotated, Literal, NamedTuple, Protocol

from pydantic import AfterValidator, Field

from engine.core.messages import Message
from engine.games.sorcery.geometry.points import (
    FIELD,
    FieldPoint,
    Point,
    cross,
    minus,
    squared_distance,
)

MAX_VERTICES = 16


class Box(NamedTuple):
    """The least upright rectangle around something."""

    left: int
    bottom: int
    right: int
    top: int


class Round(Protocol):
    """Whatever has the outline of a circle."""

    @property
    def centre(self) -> Point: ...
    @property
    def radius(self) -> int: ...


class Circle(Message):
    shape: Literal["circle"] = "circle"
    centre: FieldPoint
    radius: int = Field(strict=True, ge=1, le=FIELD)
    """Mil-inches."""


def _convex(vertices: tuple[Point, ...]) -> tuple[Point, ...]:
    """Return the vertices counter-clockwise, or refuse what is not strictly convex."""
    if len(set(vertices)) < len(vertices):
        msg = "a corner is given twice: give each once, the first not again at the end"
        raise ValueError(msg)
    a, b, c, *_ = vertices
    if cross(minus(b, a), minus(c, b)) < 0:
        vertices = (a, *reversed(vertices[1:]))
    for start, end in zip(vertices, (*vertices[1:], vertices[0]), strict=True):
        for vertex in vertices:
            if vertex not in {start, end} and cross(minus(end, start), minus(vertex, start)) <= 0:
                msg = (
                    f"not strictly convex: the corner {list(vertex)} should lie on the inner side "
                    f"of the edge between {list(start)} and {list(end)}; give the corners in order "
                    "round the outline, none of them on the line between two others"
                )
                raise ValueError(msg)
    return vertices


class ConvexPolygon(Message):
    """A polygon all of whose corners are less than 180 degrees.

    Vertices may be given in either sense of rotation; they are kept counter-clockwise (y upwards),
    the first one first.
    """

    shape: Literal["polygon"] = "polygon"
    vertices: Annotated[
        tuple[FieldPoint, ...],
        Field(min_length=3, max_length=MAX_VERTICES),
        AfterValidator(_convex),
    ]
    """Points, counter-clockwise."""

    @cached_property
    def edges(self) -> tuple[tuple[Point, Point], ...]:
        """The edges, each from a vertex to the next."""
        return tuple(zip(self.vertices, (*self.vertices[1:], self.vertices[0]), strict=True))

    @cached_property
    def box(self) -> Box:
        return box_of(*self.vertices)


Shape = Annotated[Circle | ConvexPolygon, Field(discriminator="shape")]
"""A shape as messages carry it."""
Outline = Round | ConvexPolygon


def box_of(*points: Point) -> Box:
    """Return the least box around some points."""
    xs, ys = [x for x, _ in points], [y for _, y in points]
    return Box(min(xs), min(ys), max(xs), max(ys))


def apart(shape: Outline, box: Box, clearance: int) -> bool:
    """Tell cheaply that nothing in a box is nearer to the shape than a clearance.

    If False, it may or may not be so.
    """
    left, bottom, right, top = box
    if isinstance(shape, ConvexPolygon):
        own = shape.box
        return (
            left - clearance > own.right
            or right + clearance < own.left
            or bottom - clearance > own.top
            or top + clearance < own.bottom
        )
    x, y = shape.centre
    clearance += shape.radius
    return (
        left - x > clearance
        or x - right > clearance
        or bottom - y > clearance
        or y - top > clearance
    )


def nearer(point: Point, a: Point, b: Point, distance: int) -> bool:
    """Tell whether the segment from a to b (perhaps one point) is nearer to a point than this."""
    dx, dy = b[0] - a[0], b[1] - a[1]
    px, py = point[0] - a[0], point[1] - a[1]
    along = px * dx + py * dy
    if along <= 0:
        return px * px + py * py < distance * distance
    square = dx * dx + dy * dy
    if along >= square:
        return squared_distance(point, b) < distance * distance
    aside = px * dy - py * dx
    return aside * aside < distance * distance * square


def contains(shape: Outline, point: Point) -> bool:
    """Tell whether a point lies in the shape; its boundary belongs to it."""
    if isinstance(shape, ConvexPolygon):
        return all(cross(minus(b, a), minus(point, a)) >= 0 for a, b in shape.edges)
    return squared_distance(shape.centre, point) <= shape.radius**2


def meets(shape: Outline, a: Point, b: Point, clearance: int) -> bool:
    """Tell whether the segment from a to b meets the shape grown by a clearance.

    a and b may be the same point.
    """
    if not isinstance(shape, ConvexPolygon):
        return nearer(shape.centre, a, b, shape.radius + clearance)
    if _beside(shape.box, a, b, clearance):
        return False
    if clip(shape, a, b) is not None:
        return True
    return clearance > 0 and any(
        nearer(start, a, b, clearance)
        or nearer(a, start, end, clearance)
        or nearer(b, start, end, clearance)
        for start, end in shape.edges
    )


def _beside(box: Box, a: Point, b: Point, clearance: int) -> bool:
    """Tell whether the segment from a to b lies all on one side of a box and a clearance."""
    left, bottom, right, top = box
    return (
        (a[0] < left - clearance and b[0] < left - clearance)
        or (a[0] > right + clearance and b[0] > right + clearance)
        or (a[1] < bottom - clearance and b[1] < bottom - clearance)
        or (a[1] > top + clearance and b[1] > top + clearance)
    )


Part = tuple[int, int, int, int]
"""From n/d to m/e of the way along a segment, as (n, d, m, e); d and e are positive."""


def clip(polygon: ConvexPolygon, a: Point, b: Point) -> Part | None:
    """Return the part of the segment from a to b in the polygon's interior, or None if none is."""
    direction = minus(b, a)
    n, d, m, e = 0, 1, 1, 1
    for start, end in polygon.edges:
        edge = minus(end, start)
        inside = cross(edge, minus(a, start))  # positive: a is on the inner side of this edge
        gain = cross(edge, direction)
        if gain > 0:  # inside from -inside / gain on
            if -inside * d > n * gain:
                n, d = -inside, gain
        elif gain < 0:  # inside up to inside / -gain
            if inside * e < m * -gain:
                m, e = inside, -gain
        elif inside <= 0:
            return None
    return (n, d, m, e) if n * e < m * d else None
