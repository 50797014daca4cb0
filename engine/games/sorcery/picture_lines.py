"""Lines of fire in a picture, of the player whose turn it is or who is asked [6.3 to 6.5]."""

from collections.abc import Iterator, Mapping
from math import isqrt
from typing import Any, Final

from engine.games.sorcery.cards import FIELDS
from engine.games.sorcery.geometry.bases import Base
from engine.games.sorcery.geometry.points import Point, cross, dot, minus, towards
from engine.games.sorcery.geometry.shapes import ConvexPolygon, Outline, clip
from engine.games.sorcery.picture_marks import COLOURS, line, saltire
from engine.games.sorcery.state import MAX_TOKENS

Told = Mapping[str, Any]
_KINDS: Final = {
    "clear": 'stroke-width="60"',
    "hindered": 'stroke-width="110" stroke-dasharray="0 220" stroke-linecap="round"',
    "blocked": 'stroke-width="60" stroke-dasharray="240 160" stroke-opacity="0.7"',
}


def shooter(view: Told) -> int | None:
    """Return the seat whose lines are drawn; None if it is nobody's turn."""
    asked = view["question"]
    return view["turn"] if asked is None or view["turn"] is None else asked["seat"]


def drawn(view: Told) -> list[Told]:
    """Return the lines that are drawn: into the front arcs of figures that have not two tokens.

    So a figure that can't be given an action leaves the picture to the others [4.2] [6.3]. While it
    is asked who counters, those to the caster: from figures without a token, whatever they face
    [14.1].
    """
    seat, asked = shooter(view), view["question"]
    tokens = {one["n"]: one["tokens"] for one in view["figures"] if one["seat"] == seat}
    own = [one for one in view["lines"] if one["figure"] in tokens]
    if asked is not None and asked["kind"] == "counter":
        caster = view["announced"]["caster"]
        return [one for one in own if one["target"] == caster and not tokens[one["figure"]]]
    return [one for one in own if one["in_front"] and tokens[one["figure"]] < MAX_TOKENS]


def kinds(view: Told) -> list[str]:
    """Return which kinds of lines are drawn, in an order that is always the same."""
    found = {_kind(one) for one in drawn(view)}
    return [kind for kind in _KINDS if kind in found]


def _kind(told: Told) -> str:
    if told["blocked"] is not None:
        return "blocked"
    return "hindered" if told["hindered"] else "clear"


def segment(seat: int, kind: str, start: Point, end: Point) -> str:
    """Return a line of fire of a kind: a blocked one ends in a cross."""
    colour = COLOURS[seat]
    cross_ = saltire(end, 150, f'stroke="{colour}" stroke-width="90"') if kind == "blocked" else ""
    return line((start, end), f'stroke="{colour}" {_KINDS[kind]}') + cross_


def lines_of_fire(view: Told) -> Iterator[str]:
    """Yield the lines, a blocked one as far as what blocks it.

    Where nothing on the field does, as sight that ends, it goes as far as the target.
    """
    seats = {one["n"]: one["seat"] for one in view["figures"]}
    bases = {one["n"]: _base(one) for one in view["figures"] if one["at"]}
    pieces = {piece.name: piece.outline for piece in FIELDS[view["field"]["id"]].terrain}
    for told in drawn(view):
        n, blocked = told["figure"], told["blocked"]
        start, target = bases[n].centre, bases[told["target"]]
        end = target.centre
        if blocked is not None:
            by = bases.get(blocked["figure"]) or pieces.get(blocked["terrain"]) or target
            end = _met(start, end, by)
        yield segment(seats[n], _kind(told), start, end)


def _met(a: Point, b: Point, shape: Outline) -> Point:
    """Return where the way from a to b comes to a shape that it meets, to be drawn."""
    way = minus(b, a)
    if isinstance(shape, ConvexPolygon):
        part = clip(shape, a, b)
        assert part is not None, "the line meets what blocks it"
        return a[0] + way[0] * part[0] // part[1], a[1] + way[1] * part[0] // part[1]
    middle, square = minus(shape.centre, a), dot(way, way)
    aside = cross(way, middle) ** 2 // square
    along = dot(way, middle) // isqrt(square)
    return towards(a, way, max(0, along - isqrt(shape.radius**2 - aside)))


def _base(figure: Told) -> Base:
    x, y = figure["at"]
    return Base(0, (x, y), figure["radius"])
