"""How far straight on, and the polygon of places reached straight."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from engine.games.sorcery.geometry.areas import reachable_area
from engine.games.sorcery.geometry.bases import Base, Ground, Piece, on_field
from engine.games.sorcery.geometry.costs import path_cost
from engine.games.sorcery.geometry.directions import COMPASS, compass
from engine.games.sorcery.geometry.obstacles import Blocker
from engine.games.sorcery.geometry.paths import check_path
from engine.games.sorcery.geometry.points import Point, Vector, cross, minus, towards
from engine.games.sorcery.geometry.reach import Reach, reach
from engine.games.sorcery.geometry.shapes import Circle, ConvexPolygon
from engine.games.sorcery.geometry.spots import in_the_way
from tests.engine.games.sorcery.geometry import fields

MOVER = Base(0, (10_000, 10_000), 750)
VECTORS = st.tuples(*[st.integers(-40, 40)] * 2).filter(any)
BUDGETS = st.sampled_from([0, 1, 2, 400, 1_000, 5_000])
MARSH = Piece(
    2, ConvexPolygon(vertices=((12_000, 0), (36_000, 0), (36_000, 36_000), (12_000, 36_000)))
)


def can_move(mover: Base, end: Point, budget: int, ground: Ground) -> bool:
    if end == mover.centre:
        return True
    cost = path_cost(mover.centre, [end], ground.hindering)
    return cost <= budget and check_path(mover, [end], ground) is None


@pytest.mark.parametrize(
    ("direction", "ground", "expected"),
    [
        ((1, 0), Ground(), Reach(6_000, (16_000, 10_000), None)),
        ((-3, 4), Ground(), Reach(6_001, (6_400, 14_800), None)),
        ((1, 0), Ground(hindering=[MARSH]), Reach(4_000, (14_000, 10_000), None)),
        (
            (2, 0),
            Ground([MOVER, Base(4, (15_000, 10_000), 1_000)]),
            Reach(3_250, (13_250, 10_000), Blocker("base", 4)),
        ),
        (
            (0, -7),
            Ground(blocking=[Piece(3, Circle(centre=(10_000, 7_000), radius=1_000))]),
            Reach(1_250, (10_000, 8_750), Blocker("terrain", 3)),
        ),
    ],
)
def test_a_base_goes_as_far_as_it_can(direction: Vector, ground: Ground, expected: Reach) -> None:
    assert reach(MOVER, direction, 6_000, ground) == expected


def test_a_base_stops_at_the_edge() -> None:
    mover = MOVER._replace(centre=(1_000, 10_000))
    assert reach(mover, (-1, 0), 6_000, Ground()) == Reach(250, (750, 10_000), Blocker("edge"))
    assert reach(mover, (-1, 0), 250, Ground()).stopped_by == Blocker("edge")


@given(fields.grounds(), VECTORS, BUDGETS)
def test_a_reach_is_as_long_as_can_be(ground: Ground, direction: Vector, budget: int) -> None:
    mover = ground.bases[0]
    found = reach(mover, direction, budget, ground)
    assert found.end == towards(mover.centre, direction, found.distance)
    assert can_move(mover, found.end, budget, ground)
    further = towards(mover.centre, direction, found.distance + 1)
    assert not can_move(mover, further, budget, ground)
    refusal = check_path(mover, [further], ground)
    assert found.stopped_by == (refusal and refusal.by)


def test_the_compass_turns_evenly() -> None:
    assert len(set(COMPASS)) == 64
    assert COMPASS[0] == (1, 0)
    assert COMPASS[16] == (0, 1)
    assert compass(4) == ((1, 0), (0, 1), (-1, 0), (0, -1))
    assert compass(8)[1] == (1, 1)
    for u, v in pairwise((*COMPASS, COMPASS[0])):
        # tan 5.625 degrees is 0.0985; the sine of the angle between is that of 4.6 to 6.6.
        turn = cross(u, v)
        assert turn > 0
        square = turn**2 * 10**6
        lengths = (u[0] ** 2 + u[1] ** 2) * (v[0] ** 2 + v[1] ** 2)
        assert 80**2 < square // lengths < 115**2


def test_an_open_field_is_reached_almost_all_round() -> None:
    mover = MOVER._replace(centre=(18_000, 18_000))
    area = reachable_area(mover, 10_000, Ground())
    assert len(area) == 64
    doubled = sum(cross(a, b) for a, b in pairwise((*area, area[0])))
    assert 2 * 310_000_000 < doubled < 2 * 314_159_266
    assert area[0] == (28_000, 18_000)


def test_hindering_terrain_halves_what_is_reached() -> None:
    swamp = Ground(hindering=[Piece(1, Circle(centre=MOVER.centre, radius=9_000))])
    assert reachable_area(MOVER, 8_000, swamp)[0] == (14_000, 10_000)
    beside = reachable_area(MOVER, 8_000, Ground(hindering=[MARSH]))
    assert 14_900 < beside[0][0] <= 15_000
    assert beside[32] == (2_000, 10_000)


@given(fields.grounds(2), st.sampled_from([30, 1_000, 4_000]), st.data())
def test_all_of_an_area_is_reached(ground: Ground, budget: int, data: st.DataObject) -> None:
    mover = ground.bases[0]
    assume(in_the_way(mover, ground) is None)
    area = reachable_area(mover, budget, ground, compass(16))
    number = data.draw(st.integers(0, 15))
    left, right = area[number - 1], area[number]
    start = mover.centre
    for _ in range(5):
        i, j = data.draw(st.tuples(*[st.integers(0, 60)] * 2))
        total = max(60, i + j)
        inside = tuple(
            start[n] + ((left[n] - start[n]) * i + (right[n] - start[n]) * j) // total
            for n in (0, 1)
        )
        corners = start, left, right
        if all(
            cross(minus(b, a), minus(inside, a)) >= 0 for a, b in pairwise((*corners, corners[0]))
        ):
            assert can_move(mover, inside, budget, ground)
    for end in area:
        assert can_move(mover, end, budget, ground)
        assert on_field(end, mover.radius)
