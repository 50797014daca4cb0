"""What is around a base answers as the whole field does."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hypothesis import given
from hypothesis import strategies as st

from engine.games.sorcery.geometry.bases import Base, Ground, within
from engine.games.sorcery.geometry.paths import check_path
from engine.games.sorcery.geometry.spots import in_the_way
from engine.games.sorcery.geometry.surroundings import surroundings
from tests.engine.games.sorcery.geometry import fields

if TYPE_CHECKING:
    from engine.games.sorcery.geometry.points import Point

MOVER = Base(0, (10_000, 10_000), 750)


@given(fields.grounds(), fields.points(500, 9_000))
def test_what_is_around_a_base_is_in_its_way_or_not(ground: Ground, end: Point) -> None:
    mover = ground.bases[0]
    around = surroundings(mover, 15_000, ground)
    if end != mover.centre:
        assert around.clear(end) == (check_path(mover, [end], ground) is None)
    assert around.stands(end) == (in_the_way(mover._replace(centre=end), ground) is None)


def test_what_is_farther_than_a_base_goes_is_left_out() -> None:
    far, near = Base(1, (15_000, 10_000), 1_000), Base(2, (10_000, 12_000), 750)
    around = surroundings(MOVER, 3_000, Ground([MOVER, far, near]))
    assert [one.obstacle.blocker.id for one in around.bases] == [2]


def test_a_base_hides_what_is_close_behind_it() -> None:
    around = surroundings(MOVER, 8_000, Ground([MOVER, Base(1, (12_000, 10_000), 750)]))
    assert around.hidden((15_000, 10_000), 1_500)
    assert not around.hidden((15_000, 14_000), 1_500)
    assert not around.hidden((5_000, 10_000), 1_500)


@given(fields.grounds(), fields.points(500, 9_000), st.integers(0, 2_000), st.data())
def test_no_place_is_reached_that_is_hidden(
    ground: Ground, point: Point, distance: int, data: st.DataObject
) -> None:
    around = surroundings(ground.bases[0], 15_000, ground)
    if around.hidden(point, distance):
        x, y = data.draw(st.tuples(*[st.integers(-distance, distance)] * 2))
        place = point[0] + x, point[1] + y
        assert not within(point, place, distance) or not around.clear(place)
