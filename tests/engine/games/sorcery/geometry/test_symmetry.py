"""Nothing depends on where on the field things happen, or which way round it is."""

from __future__ import annotations

from collections.abc import Callable

from hypothesis import assume, given
from hypothesis import strategies as st

from engine.games.sorcery.geometry.arcs import in_front_arc
from engine.games.sorcery.geometry.bases import Base, Ground, Piece, in_contact, overlap
from engine.games.sorcery.geometry.costs import path_cost
from engine.games.sorcery.geometry.paths import check_path
from engine.games.sorcery.geometry.points import Point, minus
from engine.games.sorcery.geometry.reach import reach
from engine.games.sorcery.geometry.shapes import Circle, ConvexPolygon
from engine.games.sorcery.geometry.sight import line_of_fire
from engine.games.sorcery.geometry.surroundings import surroundings
from tests.engine.games.sorcery.geometry import fields

Change = Callable[[Point], Point]
CHANGES: tuple[Change, ...] = (fields.rotated, fields.mirrored, fields.moved)


def changed_shape(shape: Circle | ConvexPolygon, change: Change) -> Circle | ConvexPolygon:
    if isinstance(shape, ConvexPolygon):
        return ConvexPolygon(vertices=tuple(change(vertex) for vertex in shape.vertices))
    return Circle(centre=change(shape.centre), radius=shape.radius)


def changed(ground: Ground, change: Change) -> Ground:
    return Ground(
        *(
            [base._replace(centre=change(base.centre)) for base in ground.bases],
            [Piece(piece.id, changed_shape(piece.shape, change)) for piece in ground.blocking],
            [Piece(piece.id, changed_shape(piece.shape, change)) for piece in ground.hindering],
        )
    )


@given(fields.grounds(), st.lists(fields.points(), min_size=1, max_size=3), fields.bases(99))
def test_all_is_as_before_when_the_field_is_turned_mirrored_or_moved(
    ground: Ground, path: list[Point], target: Base
) -> None:
    mover = ground.bases[0]
    for change in CHANGES:
        there = changed(ground, change)
        moved = there.bases[0]
        way = [change(point) for point in path]
        assert check_path(moved, way, there) == check_path(mover, path, ground)
        assert path_cost(moved.centre, way, there.hindering) == path_cost(
            mover.centre, path, ground.hindering
        )
        aim = target._replace(centre=change(target.centre))
        assert line_of_fire(moved, aim, there) == line_of_fire(mover, target, ground)
        assert (in_contact(moved, aim), overlap(moved, aim)) == (
            in_contact(mover, target),
            overlap(mover, target),
        )
        facing = minus(way[0], moved.centre)
        assert in_front_arc(moved.centre, facing, aim.centre) == in_front_arc(
            mover.centre, minus(path[0], mover.centre), target.centre
        )


@given(fields.grounds(), fields.points(0, 36_000))
def test_reach_is_as_before_when_the_field_is_turned_or_mirrored(
    ground: Ground, ahead: Point
) -> None:
    mover = ground.bases[0]
    assume(ahead != mover.centre)
    here = reach(surroundings(mover, 800, ground), minus(ahead, mover.centre), 800)
    for change in (fields.rotated, fields.mirrored):
        there = changed(ground, change)
        moved = there.bases[0]
        turned = minus(change(ahead), moved.centre)
        assert reach(surroundings(moved, 800, there), turned, 800) == here._replace(
            end=change(here.end)
        )
