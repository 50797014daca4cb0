"""Fields for hypothesis: few coordinates, so that things touch, meet and fall together often."""

from __future__ import annotations

from hypothesis import assume
from hypothesis import strategies as st

from engine.games.sorcery.geometry.bases import Base, Ground, Piece
from engine.games.sorcery.geometry.points import FIELD, Point
from engine.games.sorcery.geometry.shapes import Circle, ConvexPolygon

STEP = 250
RADII = st.sampled_from([750, 1_000])


def coordinates(low: int, high: int) -> st.SearchStrategy[int]:
    """Mostly on a grid of quarters of an inch, on which 3-4-5 triangles touch exactly."""
    grid = st.integers(low // STEP, high // STEP).map(lambda n: n * STEP)
    beside = st.builds(lambda n, d: min(high, max(low, n + d)), grid, st.sampled_from([-1, 1]))
    return st.one_of(grid, grid, grid, beside, st.integers(low, high))


def points(low: int = 1_000, high: int = 9_000) -> st.SearchStrategy[Point]:
    return st.tuples(coordinates(low, high), coordinates(low, high))


def hull(corners: list[Point]) -> list[Point]:
    """The corners of the convex hull."""
    ordered = sorted(set(corners))

    def half(ordered: list[Point]) -> list[Point]:
        found: list[Point] = []
        for p in ordered:
            while len(found) > 1:
                (ax, ay), (bx, by) = found[-2:]
                if (bx - ax) * (p[1] - ay) - (by - ay) * (p[0] - ax) > 0:
                    break
                found.pop()
            found.append(p)
        return found[:-1]

    return half(ordered) + half(ordered[::-1])


@st.composite
def polygons(draw: st.DrawFn, low: int = 1_000, high: int = 9_000) -> ConvexPolygon:
    corners = hull(draw(st.lists(points(low, high), min_size=3, max_size=7)))
    assume(len(corners) > 2)
    return ConvexPolygon(vertices=tuple(corners))


def circles(low: int = 1_000, high: int = 9_000) -> st.SearchStrategy[Circle]:
    return st.builds(Circle, centre=points(low, high), radius=coordinates(STEP, 2_500))


def shapes(low: int = 1_000, high: int = 9_000) -> st.SearchStrategy[Circle | ConvexPolygon]:
    return st.one_of(circles(low, high), polygons(low, high))


def bases(number: int, low: int = 1_000, high: int = 9_000) -> st.SearchStrategy[Base]:
    return st.builds(Base, st.just(number), points(low, high), RADII)


@st.composite
def grounds(draw: st.DrawFn) -> Ground:
    """Anything anywhere, even over one another; base 0 is the first."""

    def some(low: int) -> list[Piece]:
        found = draw(st.lists(shapes(), max_size=3))
        return [Piece(low + n, shape) for n, shape in enumerate(found)]

    places = draw(st.lists(st.tuples(points(), RADII), min_size=1, max_size=4))
    return Ground(
        bases=[Base(n, centre, radius) for n, (centre, radius) in enumerate(places)],
        blocking=some(0),
        hindering=some(100),
    )


def rotated(p: Point) -> Point:
    """A quarter turn of the field on itself."""
    return FIELD - p[1], p[0]


def mirrored(p: Point) -> Point:
    return FIELD - p[0], p[1]


def moved(p: Point) -> Point:
    return p[0] + 3_217, p[1] + 11_002
