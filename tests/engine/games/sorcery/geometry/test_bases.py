"""Contact, overlap, distance, front and rear, and what a message may say of them."""

from __future__ import annotations

import json
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import TypeAdapter, ValidationError

from engine.games.sorcery.geometry.arcs import in_front_arc, in_rear
from engine.games.sorcery.geometry.bases import (
    LARGE_RADIUS,
    MEDIUM_RADIUS,
    TOKEN_RADIUS,
    Base,
    in_contact,
    on_field,
    overlap,
    touch,
    within,
)
from engine.games.sorcery.geometry.points import FIELD, Facing, FieldPoint, Point
from tests.engine.games.sorcery.geometry import fields, reference

POINT: TypeAdapter[Point] = TypeAdapter(FieldPoint)
FACING: TypeAdapter[Point] = TypeAdapter(Facing)


def at(x: int, y: int = 5_000, radius: int = MEDIUM_RADIUS) -> Base:
    return Base(1, (x, y), radius)


@pytest.mark.parametrize(
    ("distance", "overlapping", "contact", "touching"),
    [
        (1_499, True, False, True),
        (1_500, False, True, True),
        (1_525, False, True, True),
        (1_526, False, False, False),
    ],
)
def test_bases_are_in_contact_from_touching_to_25_more(
    distance: int, overlapping: bool, contact: bool, touching: bool
) -> None:
    a, b = at(5_000), at(5_000 + distance)
    assert (overlap(a, b), in_contact(a, b), touch(a, b)) == (overlapping, contact, touching)


def test_radii_count_in_contact() -> None:
    assert in_contact(at(5_000, radius=LARGE_RADIUS), at(6_750))
    assert in_contact(at(5_000, radius=LARGE_RADIUS), at(6_525, radius=TOKEN_RADIUS))
    assert not in_contact(at(5_000, radius=LARGE_RADIUS), at(6_526, radius=TOKEN_RADIUS))


@given(fields.bases(1), fields.bases(2))
def test_contact_and_overlap_agree_with_the_distance(a: Base, b: Base) -> None:
    low, high = reference.roots(reference.square(*map(reference.exact, (a.centre, b.centre))))
    gap_low, gap_high = low - a.radius - b.radius, high - a.radius - b.radius
    tiny = Fraction(1, 2**200)
    assert overlap(a, b) == overlap(b, a) == (gap_high < tiny and gap_low < -tiny)
    assert in_contact(a, b) == in_contact(b, a) == (gap_high > 0 and gap_low <= 25)
    assert touch(a, b) == (overlap(a, b) or in_contact(a, b))


def test_range_reaches_to_its_end() -> None:
    assert within((0, 0), (3_000, 4_000), 5_000)
    assert not within((0, 0), (3_000, 4_001), 5_000)


def test_a_base_may_touch_the_edge_of_the_field() -> None:
    assert on_field((750, FIELD - 750), 750)
    assert not on_field((749, 5_000), 750)
    assert not on_field((5_000, FIELD - 749), 750)


def test_the_dividing_line_is_front() -> None:
    assert in_front_arc((0, 0), (1, 2), (2, -1))
    assert in_front_arc((0, 0), (1, 2), (2, 0))
    assert in_rear((0, 0), (1, 2), (2, -2))
    assert not in_rear((0, 0), (1, 2), (2, -1))


@given(fields.points(), fields.points(), st.tuples(*[st.integers(-10_000, 10_000)] * 2))
def test_what_is_ahead_is_behind_after_half_a_turn(
    centre: Point, point: Point, facing: Point
) -> None:
    about = (-facing[0], -facing[1])
    aside = facing[0] * (point[0] - centre[0]) + facing[1] * (point[1] - centre[1]) == 0
    assert in_front_arc(centre, facing, point) == (aside or in_rear(centre, about, point))
    doubled = (facing[0] * 2, facing[1] * 2)
    assert in_rear(centre, doubled, point) == in_rear(centre, facing, point)


@pytest.mark.parametrize("point", ["[0, 36000]", "[36000, 0]"])
def test_a_point_is_read_from_json(point: str) -> None:
    assert list(POINT.validate_json(point)) == json.loads(point)


@pytest.mark.parametrize(
    "point", ["[-1, 0]", "[36001, 0]", "[0.5, 1]", "[1.0, 1]", '["1", 1]', "[1]", "[1, 1, 1]",
              "[true, 1]", "[1" + "0" * 400 + ", 1]", "null"]
)  # fmt: skip
def test_what_is_no_point_of_the_field_is_refused(point: str) -> None:
    with pytest.raises(ValidationError):
        POINT.validate_json(point)


@pytest.mark.parametrize("facing", ["[0, 1]", "[-10000, 10000]"])
def test_a_facing_is_any_vector(facing: str) -> None:
    assert list(FACING.validate_json(facing)) == json.loads(facing)


@pytest.mark.parametrize("facing", ["[0, 0]", "[10001, 0]", "[0, -10001]", "[0.1, 0]"])
def test_what_is_no_facing_is_refused(facing: str) -> None:
    with pytest.raises(ValidationError):
        FACING.validate_json(facing)


def test_the_zero_facing_is_told_what_would_be_right() -> None:
    with pytest.raises(ValidationError, match=r"points nowhere: give any other vector"):
        FACING.validate_python((0, 0))
