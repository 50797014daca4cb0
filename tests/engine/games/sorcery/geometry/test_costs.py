"""What a move costs: its length, and once more what is inside hindering terrain."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from hypothesis import assume, given
from hypothesis import strategies as st

from engine.games.sorcery.geometry.bases import Piece
from engine.games.sorcery.geometry.costs import leg_cost, path_cost
from engine.games.sorcery.geometry.shapes import Circle, ConvexPolygon
from tests.engine.games.sorcery.geometry import fields, reference

if TYPE_CHECKING:
    from engine.games.sorcery.geometry.points import Point

SQUARE = Piece(
    1, ConvexPolygon(vertices=((2_000, 2_000), (4_000, 2_000), (4_000, 4_000), (2_000, 4_000)))
)
DISC = Piece(2, Circle(centre=(3_000, 3_000), radius=1_000))
TRIANGLE = Piece(3, ConvexPolygon(vertices=((3_000, 1_000), (7_000, 1_000), (3_000, 5_000))))


def test_a_leg_costs_its_length_rounded_up() -> None:
    assert leg_cost((0, 0), (3_000, 4_000), ()) == 5_000
    assert leg_cost((0, 0), (1, 1), ()) == 2
    assert leg_cost((3_000, 3_000), (3_000, 3_000), [SQUARE, DISC]) == 0
    assert path_cost((0, 0), [(1, 1), (2, 2), (2, 5)], ()) == 2 + 2 + 3


def test_what_is_inside_hindering_terrain_costs_double() -> None:
    assert leg_cost((1_000, 3_000), (9_000, 3_000), [SQUARE]) == 8_000 + 2_000
    assert leg_cost((1_000, 3_000), (9_000, 3_000), [DISC]) == 8_000 + 2_000
    assert leg_cost((2_500, 3_000), (3_500, 3_000), [DISC]) == 1_000 + 1_000
    assert leg_cost((3_000, 3_000), (9_000, 3_000), [DISC]) == 6_000 + 1_000
    assert leg_cost((1_000, 3_000), (3_250, 3_000), [DISC]) == 2_250 + 1_250


def test_what_is_inside_two_pieces_costs_double_once() -> None:
    assert leg_cost((1_000, 3_000), (9_000, 3_000), [SQUARE, DISC]) == 8_000 + 2_000
    assert leg_cost((1_000, 3_000), (9_000, 3_000), [SQUARE, TRIANGLE]) == 8_000 + 3_000


def test_along_a_boundary_nothing_is_added() -> None:
    assert leg_cost((1_000, 4_000), (9_000, 4_000), [SQUARE, DISC]) == 8_000


def test_a_whole_cost_is_not_rounded_up_though_its_parts_are_no_whole_numbers() -> None:
    # From corner to corner of a 3-4-5 triangle through the circle's centre: 5 000 + 2 x 1 000.
    assert leg_cost((1_500, 1_000), (4_500, 5_000), [DISC]) == 7_000
    third = Piece(
        4, ConvexPolygon(vertices=((1_001, 0), (2_501, 0), (2_501, 9_000), (1_001, 9_000)))
    )
    assert leg_cost((0, 0), (3_000, 4_000), [third]) == 5_000 + 2_500


@given(st.lists(fields.shapes(), max_size=4), fields.points(), fields.points())
def test_a_cost_is_never_too_low_and_less_than_one_too_high(
    shapes: list[Circle | ConvexPolygon], a: Point, b: Point
) -> None:
    assume(a != b)
    pieces = [Piece(n, shape) for n, shape in enumerate(shapes)]
    exact = reference.cost(a, b, shapes)
    tiny = Fraction(1, 2**200)
    assert exact - tiny < leg_cost(a, b, pieces) < exact + 1
    assert leg_cost(b, a, pieces) == leg_cost(a, b, pieces[::-1]) == leg_cost(a, b, pieces)
