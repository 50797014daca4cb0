"""Line of fire."""

from __future__ import annotations

import pytest
from hypothesis import given

from engine.games.sorcery.geometry.bases import Base, Ground, Piece
from engine.games.sorcery.geometry.obstacles import Blocker
from engine.games.sorcery.geometry.shapes import Circle, ConvexPolygon
from engine.games.sorcery.geometry.sight import LineOfFire, line_of_fire
from tests.engine.games.sorcery.geometry import fields, reference

SHOOTER = Base(0, (2_000, 5_000), 750)
TARGET = Base(1, (12_000, 5_000), 1_000)


def see(
    *bases: Base, blocking: tuple[Piece, ...] = (), hindering: tuple[Piece, ...] = ()
) -> LineOfFire:
    return line_of_fire(SHOOTER, TARGET, Ground([SHOOTER, TARGET, *bases], blocking, hindering))


def square(left: int, bottom: int, right: int, top: int) -> Piece:
    corners = (left, bottom), (right, bottom), (right, top), (left, top)
    return Piece(5, ConvexPolygon(vertices=corners))


def test_the_two_ends_do_not_block() -> None:
    assert see() == LineOfFire(None, hindered=False)


@pytest.mark.parametrize(("y", "blocks"), [(5_749, True), (5_750, False), (4_250, False)])
def test_a_base_blocks_the_line_that_passes_over_it(y: int, blocks: bool) -> None:
    line = see(Base(9, (7_000, y), 750))
    assert line.blocked_by == (Blocker("base", 9) if blocks else None)


@pytest.mark.parametrize("bottom", [4_999, 5_000])
def test_blocking_terrain_blocks_by_its_interior(bottom: int) -> None:
    line = see(blocking=(square(5_000, bottom, 6_000, 7_000),))
    assert line.blocked_by == (Blocker("terrain", 5) if bottom < 5_000 else None)


def test_the_first_on_the_line_is_named() -> None:
    bases = Base(8, (9_000, 5_000), 750), Base(9, (4_000, 5_500), 750)
    wall = square(6_000, 0, 7_000, 9_000)
    assert see(*bases, blocking=(wall,)).blocked_by == Blocker("base", 9)
    assert see(bases[0], blocking=(wall,)).blocked_by == Blocker("terrain", 5)


@pytest.mark.parametrize(
    ("piece", "hindered"),
    [
        (square(6_000, 0, 7_000, 9_000), True),
        (square(6_000, 5_000, 7_000, 9_000), False),  # along its edge
        (square(11_000, 4_000, 13_000, 6_000), True),  # the target stands in it
        (square(12_000, 4_000, 13_000, 6_000), True),  # on its boundary
        (square(1_000, 4_000, 2_000, 6_000), False),  # the shooter on its boundary
        (square(1_000, 4_000, 3_000, 6_000), True),  # the shooter stands in it
        (Piece(5, Circle(centre=(7_000, 6_000), radius=1_000)), False),
        (Piece(5, Circle(centre=(7_000, 5_999), radius=1_000)), True),
    ],
)
def test_hindering_terrain_never_blocks_and_is_told(piece: Piece, hindered: bool) -> None:
    assert see(hindering=(piece,)) == LineOfFire(None, hindered=hindered)


@given(fields.grounds(), fields.bases(99))
def test_a_line_agrees_with_the_reference(ground: Ground, target: Base) -> None:
    shooter = ground.bases[0]
    a, b = shooter.centre, target.centre
    blockers = {
        Blocker("terrain", piece.id)
        for piece in ground.blocking
        if reference.meets_interior(piece.shape, a, b)
    } | {
        Blocker("base", base.id)
        for base in ground.bases
        if base.id != shooter.id and reference.meets_interior(base, a, b)
    }
    line = line_of_fire(shooter, target, ground)
    assert (line.blocked_by in blockers) if blockers else (line.blocked_by is None)
    end = reference.exact(b)
    assert line.hindered == any(
        reference.meets_interior(shape, a, b)
        or (
            reference.on_boundary(shape, end)
            if isinstance(shape, ConvexPolygon)
            else reference.square(end, reference.exact(shape.centre)) == shape.radius**2
        )
        for _, shape in ground.hindering
    )
    back = line_of_fire(target, shooter, ground)
    assert (back.blocked_by is None) == (line.blocked_by is None)
