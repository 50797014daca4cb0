"""Pieces of an SVG: whole numbers only, in mil-inches; north is up, and texts are escaped."""

from collections.abc import Iterable
from html import escape
from typing import Final, Literal

from engine.games.sorcery.geometry.points import (
    FIELD,
    Point,
    Vector,
    minus,
    squared_distance,
    towards,
)
from engine.games.sorcery.geometry.shapes import Circle, ConvexPolygon

COLOURS: Final = ("#0072b2", "#d55e00", "#007a5e", "#a3478a")
"""One a seat; they differ in lightness and for the colour-blind."""
RINGS: Final = ("none", "420 200", "110 150", "520 130 110 130")
"""Dashes of the ring on a base, one kind a seat: told apart without any colour."""
INK: Final = "#222222"
TERRAIN: Final = {"blocking": "#8d8d8d", "hindering": "#dfe8cf"}
"""Fills; plain ones, since some programs draw no patterns."""
HIT, MISSED, SPELL = "#c00000", "#777777", "#5e35b1"
STROKES: Final = {
    "hit": f'stroke="{HIT}" stroke-width="110"',
    "missed": f'stroke="{MISSED}" stroke-width="110" stroke-dasharray="200 200"',
    "spell": f'stroke="{SPELL}" stroke-width="260" stroke-opacity="0.35"',
    "counter": f'stroke="{INK}" stroke-width="110" stroke-dasharray="420 160"',
    "put elsewhere": (
        f'stroke="{SPELL}" stroke-width="170" stroke-dasharray="0 330" stroke-linecap="round"'
    ),
}
"""How what happened between two points is drawn."""


def way(colour: str) -> str:
    """Return how the way that a figure went is drawn."""
    return f'stroke="{colour}" stroke-width="150" stroke-opacity="0.45" stroke-dasharray="350 200"'


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


def haloed(
    where: Point, words: str, size: int, *, anchor: Literal["start", "middle", "end"] = "middle"
) -> str:
    """Return a line of text on a halo, which is a text of its own: every program draws that."""
    halo = ' stroke="#ffffff" stroke-width="110" stroke-linejoin="round" aria-hidden="true"'
    return text(where, words, size, anchor=anchor, fill="#ffffff", more=halo) + text(
        where, words, size, anchor=anchor
    )


def square(where: Point, side: int, fill: str) -> str:
    """Return a square in the picture by its upper left corner."""
    x, y = where
    return (
        f'<rect x="{x}" y="{y}" width="{side}" height="{side}" fill="{fill}" stroke="{INK}" '
        'stroke-width="40"/>'
    )


def book(middle: Point, handle: str) -> str:
    """Return a dropped book on a point of the field."""
    x, y = at(middle)
    return (
        f'<rect x="{x - 300}" y="{y - 380}" width="600" height="760" fill="#fff7d6" '
        f'stroke="{INK}" stroke-width="60"/>' + text((x, y + 130), handle, 400, anchor="middle")
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


def arrow(start: Point, end: Point, before: int, kind: str) -> str:
    """Return an arrow between two points of the field that ends so far before the second."""
    back = minus(start, end)
    if squared_distance(start, end) <= before * before:
        return ""
    tip = towards(end, back, before)
    foot = towards(tip, back, 480)
    x, y = back
    sides = (towards(foot, side, 210) for side in ((-y, x), (y, -x)))
    colour = {"hit": HIT, "missed": MISSED, "counter": INK}.get(kind, SPELL)
    head = f'<polygon points="{_listed([tip, *sides])}" fill="{colour}"/>'
    return line((start, foot), STROKES[kind]) + head


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
