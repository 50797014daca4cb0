"""Shapes as messages carry them, and when lines and discs meet them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import TypeAdapter, ValidationError

from engine.games.sorcery.geometry.shapes import (
    Circle,
    ConvexPolygon,
    Shape,
    apart,
    box_of,
    contains,
    meets,
)
from tests.engine.games.sorcery.geometry import fields, reference

if TYPE_CHECKING:
    from engine.games.sorcery.geometry.points import Point

SHAPE: TypeAdapter[Circle | ConvexPolygon] = TypeAdapter(Shape)
SQUARE = ConvexPolygon(vertices=((2_000, 2_000), (4_000, 2_000), (4_000, 4_000), (2_000, 4_000)))
DISC = Circle(centre=(3_000, 3_000), radius=1_000)


@pytest.mark.parametrize("shape", [SQUARE, DISC])
def test_a_shape_comes_back_from_json(shape: Circle | ConvexPolygon) -> None:
    assert SHAPE.validate_json(SHAPE.dump_json(shape)) == shape
    assert {*SHAPE.dump_python(shape)} in ({"shape", "vertices"}, {"shape", "centre", "radius"})


def test_corners_are_kept_counter_clockwise() -> None:
    clockwise = ConvexPolygon(vertices=(SQUARE.vertices[0], *SQUARE.vertices[:0:-1]))
    assert clockwise == SQUARE


@pytest.mark.parametrize(
    ("corners", "why"),
    [
        ([(0, 0), (1, 1)], "at least 3"),
        ([(n, n * n) for n in range(17)], "at most 16"),
        ([(0, 0), (5, 0), (10, 0), (5, 9)], "not strictly convex"),
        ([(0, 0), (10, 0), (3, 3), (0, 10)], "not strictly convex"),
        ([(0, 0), (5, 0), (9, 0)], "not strictly convex"),
        ([(10, 0), (2, 6), (5, 0), (8, 6), (0, 0)], "not strictly convex"),
        ([(50, 90), (74, 18), (12, 62), (88, 62), (26, 18)], "not strictly convex"),  # a star
        ([(0, 0), (9, 0), (0, 9), (0, 0)], "given twice"),
        ([(0, 0), (9, 0), (0, 36_001)], "less than or equal to 36000"),
        ([(0, 0), (9, 0), (0, 9.0)], "valid integer"),
    ],
)
def test_what_is_no_convex_polygon_is_refused(corners: list[Point], why: str) -> None:
    with pytest.raises(ValidationError, match=why):
        ConvexPolygon(vertices=tuple(corners))


@pytest.mark.parametrize("radius", [0, -1, 36_001, 10**400])
def test_a_circle_has_a_radius(radius: int) -> None:
    with pytest.raises(ValidationError):
        Circle(centre=(0, 0), radius=radius)


@pytest.mark.parametrize("shape", [SQUARE, DISC])
def test_what_only_touches_does_not_meet(shape: Circle | ConvexPolygon) -> None:
    assert not meets(shape, (1_000, 4_000), (5_000, 4_000), 0)
    assert meets(shape, (1_000, 3_999), (5_000, 3_999), 0)
    assert not meets(shape, (1_000, 4_750), (5_000, 4_750), 750)
    assert meets(shape, (1_000, 4_749), (5_000, 4_749), 750)
    assert contains(shape, (4_000, 3_000))
    assert not contains(shape, (4_001, 3_000))


def test_a_line_past_a_corner_does_not_meet() -> None:
    assert not meets(SQUARE, (1_000, 3_000), (3_000, 5_000), 0)
    assert meets(SQUARE, (1_000, 2_999), (3_000, 4_999), 0)


def test_a_disc_overlaps_a_corner() -> None:
    assert not meets(SQUARE, (4_450, 4_600), (4_450, 4_600), 750)
    assert meets(SQUARE, (4_449, 4_600), (4_449, 4_600), 750)


@given(fields.shapes(), fields.points(), fields.points())
def test_a_line_meets_an_interior(shape: Circle | ConvexPolygon, a: Point, b: Point) -> None:
    assert meets(shape, a, b, 0) == reference.meets_interior(shape, a, b)
    assert meets(shape, a, b, 0) == meets(shape, b, a, 0)


@given(fields.shapes(), fields.points(), fields.points(), st.sampled_from([250, 750, 1_000]))
def test_a_moved_disc_overlaps(
    shape: Circle | ConvexPolygon, a: Point, b: Point, radius: int
) -> None:
    ends = reference.exact(a), reference.exact(b)
    assert meets(shape, a, b, radius) == reference.is_near(shape, *ends, radius)
    assert meets(shape, a, a, radius) == reference.is_near(shape, ends[0], ends[0], radius)
    if apart(shape, box_of(a, b), radius):
        assert not meets(shape, a, b, radius)


@given(fields.shapes(), fields.points())
def test_a_point_lies_in_a_shape(shape: Circle | ConvexPolygon, p: Point) -> None:
    place = reference.exact(p)
    if isinstance(shape, ConvexPolygon):
        inside = reference.in_interior(shape, place) or reference.on_boundary(shape, place)
    else:
        inside = reference.square(place, reference.exact(shape.centre)) <= shape.radius**2
    assert contains(shape, p) == inside
