"""How far straight on."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.games.sorcery.geometry.bases import Base, Ground, Piece
from engine.games.sorcery.geometry.costs import path_cost
from engine.games.sorcery.geometry.directions import COMPASS, compass
from engine.games.sorcery.geometry.obstacles import Blocker
from engine.games.sorcery.geometry.paths import check_path
from engine.games.sorcery.geometry.points import Point, Vector, cross, towards
from engine.games.sorcery.geometry.reach import Reach, reach
from engine.games.sorcery.geometry.shapes import Circle, ConvexPolygon
from engine.games.sorcery.geometry.surroundings import surroundings
from tests.engine.games.sorcery.geometry import fields

MOVER = Base(0, (10_000, 10_000), 750)
VECTORS = st.tuples(*[st.integers(-40, 40)] * 2).filter(any)
BUDGETS = st.sampled_from([0, 1, 2, 400, 1_000, 5_000])
MARSH = Piece(
    2, ConvexPolygon(vertices=((12_000, 0), (36_000, 0), (36_000, 36_000), (12_000, 36_000)))
)


def straight(mover: Base, direction: Vector, budget: int, ground: Ground) -> Reach:
    return reach(surroundings(mover, budget, ground), direction, budget)


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
    assert straight(MOVER, direction, 6_000, ground) == expected


def test_a_base_stops_at_the_edge() -> None:
    mover = MOVER._replace(centre=(1_000, 10_000))
    assert straight(mover, (-1, 0), 6_000, Ground()) == Reach(250, (750, 10_000), Blocker("edge"))
    assert straight(mover, (-1, 0), 250, Ground()).stopped_by == Blocker("edge")


@given(fields.grounds(), VECTORS, BUDGETS)
def test_a_reach_is_as_long_as_can_be(ground: Ground, direction: Vector, budget: int) -> None:
    mover = ground.bases[0]
    found = straight(mover, direction, budget, ground)
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
