"""Pieces of an SVG: whole numbers only, in mil-inches; north is up, and texts are escaped."""

from collections.abc import Iterable
from html import escape
from typing import Final, Literal

from engine.games.sorcery.geometry.points import FIELD, Point, Vector, towards
from engine.games.sorcery.geometry.shapes import Circle, ConvexPolygon

COLOURS: Final = ("#0072b2", "#d55e00", "#007a5e", "#a3478a")
"""One a seat; they differ in lightness and for the colour-blind."""
RINGS: Final = ("none", "420 200", "110 150", "520 130 110 130")
"""Dashes of the ring on a base, one kind a seat: told apart without any colour."""
INK: Final = "#222222"
PATTERNS: Final = (
    "<defs>"
    '<pattern id="blocking" width="600" height="600" patternUnits="userSpaceOnUse" '
    'patternTransform="rotate(45)"><rect width="600" height="600" fill="#8d8d8d"/>'
    '<rect width="200" height="600" fill="#6b6b6b"/></pattern>'
    '<pattern id="hindering" width="700" height="700" patternUnits="userSpaceOnUse">'
    '<rect width="700" height="700" fill="#dfe8cf"/>'
    '<circle cx="350" cy="350" r="110" fill="#a9bd87"/></pattern>'
    "</defs>"
)


def at(point: Point) -> Point:
    """Return where a point of the field lies in the picture, whose y runs down."""
    return point[0], FIELD - point[1]


def text(
    where: Point,
    words: str,
    size: int = 480,
    *,
    anchor: Literal["start", "middle", "end"] = "start",
    fill: str = INK,
    more: str = "",
) -> str:
    """Return a line of text at a place in the picture."""
    x, y = where
    return (
        f'<text x="{x}" y="{y}" font-size="{size}" text-anchor="{anchor}" fill="{fill}"{more}>'
        f"{escape(words)}</text>"
    )


def circle(centre: Point, radius: int, style: str) -> str:
    """Return a circle around a point of the field."""
    x, y = at(centre)
    return f'<circle cx="{x}" cy="{y}" r="{radius}" {style}/>'


def outline(shape: Circle | ConvexPolygon, style: str) -> str:
    """Return a piece of terrain."""
    if isinstance(shape, Circle):
        return circle(shape.centre, shape.radius, style)
    return f'<polygon points="{_listed(shape.vertices)}" {style}/>'


def line(points: Iterable[Point], style: str) -> str:
    """Return a line through points of the field."""
    return f'<polyline points="{_listed(points)}" fill="none" {style}/>'


def saltire(middle: Point, half: int, style: str) -> str:
    """Return a diagonal cross on a point of the field, so wide and high to each side."""
    x, y = at(middle)
    whole = 2 * half
    return (
        f'<path d="M{x - half},{y - half} l{whole},{whole} m0,{-whole} l{-whole},{whole}" {style}/>'
    )


def _listed(points: Iterable[Point]) -> str:
    return " ".join(f"{x},{y}" for x, y in map(at, points))


def front(centre: Point, facing: Vector, radius: int, colour: str) -> str:
    """Return the front half of a base, and a tip that shows where it looks [6.1]."""
    x, y = facing
    edge = towards(centre, facing, radius)
    (ax, ay), (bx, by) = (at(towards(centre, way, radius)) for way in ((-y, x), (y, -x)))
    (cx, cy), (dx, dy) = (at(towards(edge, way, radius // 3)) for way in ((-y, x), (y, -x)))
    tx, ty = at(towards(edge, facing, radius // 3))
    return (
        f'<path d="M{cx},{cy} L{tx},{ty} L{dx},{dy} Z" fill="{colour}"/>'
        f'<path d="M{ax},{ay} A{radius},{radius} 0 0 1 {bx},{by} Z" fill="#ffffff" '
        'fill-opacity="0.3"/>'
    )
