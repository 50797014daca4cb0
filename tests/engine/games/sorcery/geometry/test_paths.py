"""Where a base can move, and what it is told when it cannot."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.games.sorcery.geometry.bases import Base, Ground, Piece
from engine.games.sorcery.geometry.obstacles import Blocker
from engine.games.sorcery.geometry.paths import PathRefusal, check_path
from engine.games.sorcery.geometry.shapes import Circle, ConvexPolygon
from tests.engine.games.sorcery.geometry import fields, reference

if TYPE_CHECKING:
    from engine.games.sorcery.geometry.points import Point

MOVER = Base(0, (5_000, 5_000), 750)
OTHER = Base(7, (8_000, 5_000), 1_000)
WALL = Piece(
    3, ConvexPolygon(vertices=((4_000, 8_000), (9_000, 8_000), (9_000, 9_000), (4_000, 9_000)))
)
POND = Piece(4, Circle(centre=(5_000, 1_500), radius=500))
GROUND = Ground([MOVER, OTHER], [WALL, POND])


def blocked(leg: int, kind: str, number: int | None = None) -> PathRefusal:
    return PathRefusal("blocked", leg, Blocker(kind, number))  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("path", "refusal"),
    [
        ([(5_000, 7_250)], None),
        ([(5_000, 7_251)], blocked(0, "terrain", 3)),
        ([(5_000, 20_000)], blocked(0, "terrain", 3)),
        ([(6_250, 5_000)], None),
        ([(6_251, 5_000)], blocked(0, "base", 7)),
        ([(12_000, 5_000)], blocked(0, "base", 7)),
        ([(5_000, 2_750), (12_000, 2_750)], None),
        ([(5_000, 2_749)], blocked(0, "terrain", 4)),
        ([(750, 5_000)], None),
        ([(749, 5_000)], blocked(0, "edge")),
        ([(5_000, 6_000), (-500, 5_000)], blocked(1, "edge")),
        ([(5_000, 6_000), (5_000, 5_000), (12_000, 5_000), (0, 0)], blocked(2, "base", 7)),
        ([], PathRefusal("empty")),
        ([(5_000, 5_000)], PathRefusal("no_length", 0)),
        ([(5_000, 6_000), (5_000, 6_000)], PathRefusal("no_length", 1)),
        ([(-500, 5_000), (-500, 5_000)], PathRefusal("no_length", 1)),
        ([(5_000, 5_100 + n) for n in range(17)], PathRefusal("too_many_points", 16)),
        ([(5_000, 5_100 + n) for n in range(16)], None),
        ([(10**400, 5_000)], blocked(0, "edge")),
        ([(5_000, -(10**400))], blocked(0, "edge")),
    ],
)
def test_a_path_is_free_or_says_where_it_is_blocked(
    path: list[Point], refusal: PathRefusal | None
) -> None:
    assert check_path(MOVER, path, GROUND) == refusal


def test_a_base_leaves_what_it_stands_in_contact_with() -> None:
    exactly, hardly = (MOVER._replace(centre=(x, 5_000)) for x in (6_250, 6_225))
    for mover in (exactly, hardly):
        assert check_path(mover, [(5_000, 5_000)], GROUND) is None
    assert check_path(exactly, [(6_251, 5_000)], GROUND) == blocked(0, "base", 7)
    assert check_path(hardly, [(6_250, 5_000)], GROUND) is None


def test_a_base_slides_along_what_it_touches() -> None:
    beside = MOVER._replace(centre=(4_000, 6_750))
    assert check_path(beside, [(12_000, 6_750)], GROUND) is None
    assert check_path(beside, [(12_000, 6_749)], GROUND) == blocked(0, "base", 7)


@pytest.mark.parametrize(("x", "y"), [(1, 0), (-1, 0), (0, 1), (0, -1)])
def test_a_base_is_passed_at_touching_distance_on_each_side(x: int, y: int) -> None:
    mover = MOVER._replace(centre=(15_000 - 3_000 * y, 15_000 - 3_000 * x))
    path = [(15_000 + 3_000 * y, 15_000 + 3_000 * x)]
    for distance, refusal in ((1_750, None), (1_749, blocked(0, "base", 7))):
        other = OTHER._replace(centre=(15_000 + distance * x, 15_000 + distance * y))
        assert check_path(mover, path, Ground([other])) == refusal


def test_what_comes_first_along_the_leg_is_named() -> None:
    far = Base(1, (15_000, 5_000), 1_000)
    ground = Ground([far, OTHER], [Piece(2, Circle(centre=(12_000, 5_000), radius=400))])
    assert check_path(MOVER, [(35_900, 5_000)], ground) == blocked(0, "base", 7)
    back = MOVER._replace(centre=(20_000, 5_000))
    assert check_path(back, [(100, 5_000)], ground) == blocked(0, "base", 1)
    between = MOVER._replace(centre=(13_200, 5_000))
    assert check_path(between, [(0, 5_000)], ground) == blocked(0, "terrain", 2)


@given(fields.grounds(), st.lists(fields.points(500, 9_000), min_size=1, max_size=3))
def test_a_path_is_blocked_by_what_is_met_first(ground: Ground, path: list[Point]) -> None:
    mover = ground.bases[0]
    legs = [*zip((mover.centre, *path), path, strict=False)]
    still = [PathRefusal("no_length", leg) for leg, (start, end) in enumerate(legs) if start == end]
    expected = next(iter(still), None)
    for leg, (start, end) in enumerate(legs):
        met = reference.blockers(mover, start, end, ground)
        if met and expected is None:
            kind, number = min(met, key=met.__getitem__)  # of equals the first
            expected = blocked(leg, kind, number)
    assert check_path(mover, path, ground) == expected
