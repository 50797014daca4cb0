"""Places in contact, and places where a base may stand."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from engine.games.sorcery.geometry.bases import Base, Ground, Piece, in_contact
from engine.games.sorcery.geometry.obstacles import Blocker
from engine.games.sorcery.geometry.points import Vector, cross, dot, minus
from engine.games.sorcery.geometry.shapes import Circle
from engine.games.sorcery.geometry.spots import contact_point, in_the_way
from tests.engine.games.sorcery.geometry import fields

TARGET = Base(1, (10_000, 10_000), 1_000)
MOVER = Base(0, (20_000, 20_000), 750)
VECTORS = st.tuples(*[st.integers(-10_000, 10_000)] * 2).filter(any)


def test_a_contact_point_touches_exactly_along_an_axis() -> None:
    assert contact_point(TARGET, 750, (0, -5)) == (10_000, 8_250)
    assert contact_point(TARGET, 750, (3, 4)) == (11_050, 11_400)


@given(fields.bases(1), fields.RADII, VECTORS)
def test_a_contact_point_is_in_contact_in_its_direction(
    target: Base, radius: int, direction: Vector
) -> None:
    spot = contact_point(target, radius, direction)
    assert in_contact(target, Base(2, spot, radius))
    way = minus(spot, target.centre)
    assert dot(way, direction) > 0
    # Less than 2 mil-inches beside the ray.
    assert cross(way, direction) ** 2 < 4 * dot(direction, direction)


def test_what_is_in_the_way_of_standing_is_told() -> None:
    pond = Piece(3, Circle(centre=(5_000, 5_000), radius=600))
    ground = Ground([MOVER, TARGET], [pond])
    for centre, why in {
        (749, 10_000): Blocker("edge"),
        (750, 10_000): None,
        (11_749, 10_000): Blocker("base", 1),
        (11_750, 10_000): None,
        (6_349, 5_000): Blocker("terrain", 3),
        (6_350, 5_000): None,
        (20_001, 20_000): None,  # on what it covers now itself
    }.items():
        assert in_the_way(MOVER._replace(centre=centre), ground) == why
