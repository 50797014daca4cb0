"""The field in a picture: terrain, objectives, tokens, bases."""

from collections.abc import Iterator, Mapping
from typing import Any, Final

from engine.games.sorcery.cards import FIELDS, FIGURES, SPELLS
from engine.games.sorcery.geometry.bases import TOKEN_RADIUS
from engine.games.sorcery.geometry.points import FIELD
from engine.games.sorcery.picture_marks import (
    COLOURS,
    INK,
    RINGS,
    TERRAIN,
    at,
    book,
    circle,
    front,
    outline,
    square,
    text,
)
from engine.games.sorcery.scene import point
from engine.games.sorcery.state import OBJECTIVE_RANGE

Told = Mapping[str, Any]
INCH: Final = 1_000
_TICK: Final = 6 * INCH
MARKER: Final = "#f2c300"
OBJECTIVE: Final = 'stroke-width="90" fill-opacity="0.18" stroke-dasharray="300 150"'
GLYPH: Final = 'stroke-width="50" fill="none" stroke-dasharray="80 160"'


def ground(view: Told) -> Iterator[str]:
    """Yield the field, its terrain and its objectives."""
    yield f'<rect width="{FIELD}" height="{FIELD}" fill="#f7f3e8"/>'
    field = FIELDS[view["field"]["id"]]
    for piece in field.terrain:
        yield outline(
            piece.outline, f'fill="{TERRAIN[piece.kind]}" stroke="{INK}" stroke-width="40"'
        )
    owners: list[int | None] = view["objectives"]
    for spot, owner in zip(field.objectives, owners, strict=True):
        colour = INK if owner is None else COLOURS[owner]
        yield circle(spot, OBJECTIVE_RANGE, f'stroke="{colour}" fill="{colour}" {OBJECTIVE}')


def tokens(view: Told) -> Iterator[str]:
    """Yield glyphs with their circles, and dropped books."""
    for effect in view["effects"]:
        if effect["at"] is None:
            continue
        spot, colour = point(effect["at"]), COLOURS[int(effect["seat"])]
        lasts = SPELLS[effect["spell"]].ways[int(effect["way"])].lasts
        if lasts is not None and lasts.inches is not None:
            yield circle(spot, lasts.inches * INCH, f'stroke="{colour}" {GLYPH}')
        yield circle(spot, TOKEN_RADIUS, f'stroke="{colour}" stroke-width="80" fill="#f4e4ff"')
    for one in view["books"]:
        if one["at"] is not None:
            yield book(point(one["at"]), one["n"])


def base(figure: Told) -> Iterator[str]:
    """Yield a figure, if it stands on the field."""
    if not figure["at"]:
        return
    spot, radius, seat = point(figure["at"]), int(figure["radius"]), int(figure["seat"])
    yield circle(spot, radius, f'fill="{COLOURS[seat]}" stroke="{INK}" stroke-width="40"')
    yield front(spot, point(figure["facing"]), radius, COLOURS[seat])
    ring = f'fill="none" stroke="#ffffff" stroke-width="80" stroke-dasharray="{RINGS[seat]}"'
    yield circle(spot, radius - 90, ring)
    x, y = at(spot)
    yield text((x, y + 160), figure["n"], 560, anchor="middle", fill="#ffffff", more=_BOLD)
    clicks = f"{figure['clicks_left']}/{len(FIGURES[figure['card']].dial)}"
    yield text((x, y + 530), clicks, 380, anchor="middle", fill="#ffffff")
    left = x - 120 * figure["tokens"]
    for token in range(figure["tokens"]):
        yield square((left + 240 * token, y - 600), 220, MARKER)


_BOLD: Final = ' font-weight="bold"'


def frame(box: tuple[int, int, int, int]) -> str:
    """Return what lies round the field, over all that stands out of it, with a scale in inches."""
    left, top, width, height = box
    right, bottom = left + width, top + height
    around = f"M{left},{top} H{right} V{bottom} H{left} Z M0,0 V{FIELD} H{FIELD} V0 Z"
    ticks = " ".join(
        f"M{far},{FIELD} v200 M0,{FIELD - far} h-200" for far in range(0, FIELD + 1, _TICK)
    )
    numbers = (
        text((far, FIELD + 620), str(far // INCH), 400, anchor="middle")
        + text((-300, FIELD - far + 140), str(far // INCH), 400, anchor="end")
        for far in range(0, FIELD + 1, _TICK)
    )
    return (
        f'<path d="{around}" fill="#ffffff" fill-rule="evenodd"/>'
        f'<rect width="{FIELD}" height="{FIELD}" fill="none" stroke="{INK}" stroke-width="60"/>'
        f'<path d="{ticks}" stroke="{INK}" stroke-width="60"/>' + "".join(numbers)
    )
