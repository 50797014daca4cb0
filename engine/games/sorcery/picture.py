"""A turn of the battle as a picture (SVG): what all may see, and what happened in the turn.

Made of a spectator's view before and after, and of events without secrets; so no picture can show
what lies in a book.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any, Final

from engine.games.sorcery.cards import FIELDS, FIGURES, SPELLS
from engine.games.sorcery.geometry.bases import TOKEN_RADIUS
from engine.games.sorcery.geometry.points import FIELD, Point
from engine.games.sorcery.picture_lines import kinds, lines_of_fire, segment, shooter
from engine.games.sorcery.picture_marks import (
    COLOURS,
    INK,
    PATTERNS,
    RINGS,
    at,
    circle,
    front,
    line,
    outline,
    saltire,
    text,
)
from engine.games.sorcery.picture_words import happened, names_of
from engine.games.sorcery.state import OBJECTIVE_RANGE

Told = Mapping[str, Any]
_INCH: Final = 1_000
_MARGIN: Final = 1_500
_TITLE: Final = 3_000
_PANEL: Final = 22_000
_LEFT: Final = FIELD + _MARGIN
_ROW: Final = 760
_LINES: Final = 16
"""Of what happened, at most; the last ones are told."""
_BOLD: Final = ' font-weight="bold"'


def picture(before: Told, after: Told, events: Sequence[Told], commits: str) -> str:
    """Return a turn as SVG: a spectator's views before and after it, what all know happened.

    ``commits``: those that the turn is made of, in words.
    """
    title = _title(before, after)
    beside = [*_sides(after), *_lasting(after), *_legend(after), *_happened(after, events)]
    height = _TITLE + max(FIELD, len(beside) * _ROW) + _MARGIN
    width = FIELD + 3 * _MARGIN + _PANEL
    box = f'viewBox="{-_MARGIN} {-_TITLE} {width} {height}"'
    standing = [figure for figure in after["figures"] if figure["at"]]
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" role="img" font-family="sans-serif" {box}>',
        f"<title>{title}</title>",
        PATTERNS,
        f'<rect x="{-_MARGIN}" y="{-_TITLE}" width="{width}" height="{height}" fill="#ffffff"/>',
        text((0, -_TITLE + 1_800), title, 1_100, more=_BOLD),
        text((_LEFT, -_TITLE + 1_800), commits, 640),
        f'<rect width="{FIELD}" height="{FIELD}" fill="#f7f3e8" stroke="{INK}" stroke-width="60"/>',
        *_ground(after),
        *_tokens(after),
        *lines_of_fire(after),
        *map(_name, standing),
        *_trails(before, events),
        *(part for figure in standing for part in _figure(figure)),
        *(row(_ROW * (n + 1)) for n, row in enumerate(beside)),
        "</svg>",
    ]
    return "\n".join(parts) + "\n"


def _title(before: Told, after: Told) -> str:
    name = FIELDS[after["field"]["id"]].name
    if before["phase"] == "deployment":
        return f"{name}: deployment"
    return f"{name}: round {before['round']}, turn of seat {before['turn']}"


def _ground(view: Told) -> Iterator[str]:
    field = FIELDS[view["field"]["id"]]
    for piece in field.terrain:
        yield outline(piece.outline, f'fill="url(#{piece.kind})" stroke="{INK}" stroke-width="40"')
        shape = piece.outline
        corners = [shape.centre] if shape.shape == "circle" else shape.vertices
        middle = (
            sum(x for x, _ in corners) // len(corners),
            sum(y for _, y in corners) // len(corners),
        )
        yield text(at(middle), piece.name, 420, anchor="middle", more=_HALO)
    for number, (spot, owner) in enumerate(zip(field.objectives, view["objectives"], strict=True)):
        colour = INK if owner is None else _colour(owner)
        style = f'stroke="{colour}" stroke-width="90" fill="{colour}" fill-opacity="0.18"'
        yield circle(spot, OBJECTIVE_RANGE, f'{style} stroke-dasharray="300 150"')
        held = "nobody" if owner is None else f"seat {owner}"
        x, y = at(spot)
        label = f"objective {number}: {held}"
        yield text((x, y - OBJECTIVE_RANGE - 150), label, 420, anchor="middle", more=_HALO)


_HALO: Final = ' stroke="#ffffff" stroke-width="90" paint-order="stroke"'


def _tokens(view: Told) -> Iterator[str]:
    """Yield glyphs with their circles, and dropped books."""
    for effect in view["effects"]:
        if effect["at"] is None:
            continue
        spot = _point(effect["at"])
        colour = _colour(effect["seat"])
        lasts = SPELLS[effect["spell"]].ways[int(effect["way"])].lasts
        if lasts is not None and lasts.inches is not None:
            style = f'stroke="{colour}" stroke-width="50" fill="none" stroke-dasharray="80 160"'
            yield circle(spot, lasts.inches * _INCH, style)
        style = f'stroke="{colour}" stroke-width="80" fill="#f4e4ff"'
        yield circle(spot, TOKEN_RADIUS, style)
        yield text(at(spot), SPELLS[effect["spell"]].name, 380, anchor="middle", more=_HALO)
    for book in view["books"]:
        if book["at"] is not None:
            x, y = at(_point(book["at"]))
            yield (
                f'<rect x="{x - 300}" y="{y - 380}" width="600" height="760" fill="#fff7d6" '
                f'stroke="{INK}" stroke-width="60"/>'
            )
            yield text((x, y + 130), book["n"], 400, anchor="middle")


def _trails(before: Told, events: Sequence[Told]) -> Iterator[str]:
    """Yield the ways that figures went, whom they attacked, and where they fell."""
    spots = {one["n"]: _point(one["at"]) for one in before["figures"] if one["at"]}
    seats = {one["n"]: one["seat"] for one in before["figures"]}
    for event in events:
        match event["kind"]:
            case "figure_deployed":
                spots[event["figure"]] = _point(event["at"])
            case "moved" | "displaced":
                path = event["path"] if event["kind"] == "moved" else [event["to"]]
                way = [spots[event["figure"]], *map(_point, path)]
                spots[event["figure"]] = way[-1]
                colour = _colour(seats[event["figure"]])
                yield line(
                    way,
                    f'stroke="{colour}" stroke-width="150" stroke-opacity="0.45" '
                    'stroke-dasharray="350 200"',
                )
            case "attacked":
                colour, dash = ("#c00000", "none") if event["hit"] else ("#777777", "200 200")
                ends = [spots[event["figure"]], spots[event["target"]]]
                yield line(ends, f'stroke="{colour}" stroke-width="110" stroke-dasharray="{dash}"')
            case "eliminated":
                x, y = at(spots[event["figure"]])
                style = f'stroke="{_colour(seats[event["figure"]])}" stroke-width="200"'
                yield saltire(spots[event["figure"]], 500, style)
                label = f"{event['figure']} falls"
                yield text((x, y + 1_000), label, 420, anchor="middle", more=_HALO)
            case _:
                pass


def _figure(figure: Told) -> Iterator[str]:
    spot, radius = _point(figure["at"]), int(figure["radius"])
    seat: int = figure["seat"]
    card = FIGURES[figure["card"]]
    yield circle(spot, radius, f'fill="{COLOURS[seat]}" stroke="{INK}" stroke-width="40"')
    yield front(spot, _point(figure["facing"]), radius, COLOURS[seat])
    dashes = f'stroke-dasharray="{RINGS[seat]}"'
    ring = f'fill="none" stroke="#ffffff" stroke-width="80" {dashes}'
    yield circle(spot, radius - 90, ring)
    x, y = at(spot)
    yield text((x, y + 60), figure["n"], 560, anchor="middle", fill="#ffffff", more=_BOLD)
    clicks = f"{figure['clicks_left']}/{len(card.dial)}"
    yield text((x, y + 480), clicks, 380, anchor="middle", fill="#ffffff")
    for token in range(figure["tokens"]):
        left = x + radius - 150 + 330 * token
        yield (
            f'<rect x="{left}" y="{y - radius - 150}" width="280" height="280" fill="#f2c300" '
            f'stroke="{INK}" stroke-width="40"/>'
        )
    if figure["book"]:
        corner = (x - radius, y - radius + 100)
        yield text(corner, figure["book"], 380, anchor="middle", more=_HALO)


def _name(figure: Told) -> str:
    x, y = at(_point(figure["at"]))
    words = FIGURES[figure["card"]].name
    return text((x, y + figure["radius"] + 420), words, 400, anchor="middle", more=_HALO)


Row = Callable[[int], str]
"""A line beside the field, at a height."""


def _sides(view: Told) -> Iterator[Row]:
    """Yield who has what left."""
    for seat, player in enumerate(view["players"]):
        yield from (_gap,) * bool(seat)
        yield partial(_side, seat, player)
        for figure in view["figures"]:
            if figure["seat"] == seat:
                gone = ' text-decoration="line-through"' if figure["gone"] else ""
                yield partial(_beside, _row(figure), 520, gone)


def _side(seat: int, player: Told, y: int) -> str:
    words = f"seat {seat} ({player['edge']}): {player['points']} points"
    dashes = f'stroke-dasharray="{RINGS[seat]}"'
    return (
        f'<rect x="{_LEFT}" y="{y - 520}" width="600" height="600" fill="{COLOURS[seat]}"/>'
        f'<rect x="{_LEFT + 90}" y="{y - 430}" width="420" height="420" fill="none" '
        f'stroke="#ffffff" stroke-width="80" {dashes}/>' + _beside(words, 640, _BOLD, y)
    )


def _lasting(view: Told) -> Iterator[Row]:
    """Yield the spells that last, after a heading."""
    if view["effects"]:
        yield from (_gap, partial(_beside, "spells that last", 640, _BOLD))
    for effect in view["effects"]:
        where = f" on {effect['on']}" if effect["on"] else ""
        left = f", {effect['left']} more rounds" if effect["left"] else ""
        words = f"{SPELLS[effect['spell']].name} of {effect['caster']}{where}{left}"
        yield partial(_beside, words, 520, "")


def _legend(view: Told) -> Iterator[Row]:
    """Yield how lines of fire are drawn, after a heading that says whose they are."""
    seat, found = shooter(view), kinds(view)
    if seat is not None and found:
        yield from (_gap, partial(_beside, f"lines of fire of seat {seat}", 640, _BOLD))
        for kind in found:
            yield partial(_sample, seat, kind)


def _sample(seat: int, kind: str, y: int) -> str:
    left, height = _LEFT + 900, FIELD - y + 180
    ends = ((left, height), (left + 2_400, height))
    return segment(seat, kind, *ends) + text((left + 2_900, y), kind, 520)


def _happened(view: Told, events: Sequence[Told]) -> Iterator[Row]:
    """Yield what happened, the last of it if it was much."""
    words = [*happened(names_of(view), events)]
    if words:
        yield from (_gap, partial(_beside, "in this turn", 640, _BOLD))
    for line_ in words if len(words) <= _LINES else ["…", *words[1 - _LINES :]]:
        yield partial(_beside, line_, 520, "")


def _gap(_y: int) -> str:
    return ""


def _beside(words: str, size: int, more: str, y: int) -> str:
    return text((_LEFT + 900, y), words, size, more=more)


def _row(figure: Told) -> str:
    card = FIGURES[figure["card"]]
    clicks = "●" * figure["clicks_left"] + "○" * (len(card.dial) - figure["clicks_left"])
    book = f" {figure['book']}" if figure["book"] and not figure["gone"] else ""
    tokens = f" {'■' * figure['tokens']}" if figure["tokens"] else ""
    return f"{figure['n']} {card.name} {clicks if not figure['gone'] else 'gone'}{tokens}{book}"


def _colour(seat: int) -> str:
    return COLOURS[seat]


def _point(told: Any) -> Point:
    x, y = told
    return x, y
