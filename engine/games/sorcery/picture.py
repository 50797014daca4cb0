"""A turn of the battle as a picture (SVG): what all may see, and what happened in the turn.

Made of a spectator's view before and after, and of events without secrets; so no picture can show
what lies in a book. It has nothing but shapes and texts with plain fills and strokes, which every
program draws.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from itertools import chain
from textwrap import wrap
from typing import Any, Final

from engine.games.sorcery.cards import FIELDS, FIGURES, SPELLS
from engine.games.sorcery.event_words import happened, rounds
from engine.games.sorcery.geometry.points import FIELD
from engine.games.sorcery.picture_field import base, frame, ground, tokens
from engine.games.sorcery.picture_legend import legend
from engine.games.sorcery.picture_lines import kinds, lines_of_fire, segment, shooter
from engine.games.sorcery.picture_marks import COLOURS, RINGS, text
from engine.games.sorcery.picture_names import names
from engine.games.sorcery.picture_trails import fallen, trails

Told = Mapping[str, Any]
MARGIN: Final = 1_500
_TITLE: Final = 3_000
_PANEL: Final = 22_000
_LEFT: Final = FIELD + MARGIN
_WIDTH: Final = FIELD + 3 * MARGIN + _PANEL
_ROW: Final = 760
_BOLD: Final = ' font-weight="bold"'
_COLUMN: Final = (_WIDTH - 2 * MARGIN) // 2
_LETTERS: Final = 94
"""Of a line in one of the two columns of what happened."""


def picture(before: Told, after: Told, events: Sequence[Told], commits: str) -> str:
    """Return a turn as SVG: a spectator's views before and after it, what all know happened.

    ``commits``: those that the turn is made of, in words.
    """
    title = _title(before, after)
    beside = [*_sides(after), *_lasting(after), *_gap_before(legend()), *_fire(after)]
    below = max(FIELD, len(beside) * _ROW) + 2 * MARGIN
    told = [*_happened(before, events)]
    rows = (len(told) + 1) // 2
    height = _TITLE + below + (rows + 2) * _ROW * bool(told)
    box = f'viewBox="{-MARGIN} {-_TITLE} {_WIDTH} {height}"'
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" role="img" font-family="sans-serif" {box}>',
        f"<title>{title}</title>",
        *ground(after),
        *tokens(after),
        *trails(before, events),
        *lines_of_fire(after),
        *chain.from_iterable(map(base, after["figures"])),
        frame((-MARGIN, -_TITLE, _WIDTH, height)),
        *names(after, fallen(before, events)),
        text((0, -_TITLE + 1_500), title, 1_100, more=_BOLD),
        text((_LEFT, -_TITLE + 1_500), commits, 640),
        *(row(_ROW * (n + 1)) for n, row in enumerate(beside)),
        *_columns(told, rows, below),
        "</svg>",
    ]
    return "\n".join(parts) + "\n"


def _title(before: Told, after: Told) -> str:
    name = FIELDS[after["field"]["id"]].name
    if before["phase"] == "deployment":
        return f"{name}: deployment"
    return f"{name}: round {before['round']}, turn of seat {before['turn']}"


def _happened(before: Told, events: Sequence[Told]) -> Iterator[str]:
    """Yield what happened, in lines that are short enough for a column."""
    for words in happened(before, events):
        inset = " " * (len(words) - len(words.lstrip()))
        yield from wrap(words, _LETTERS, initial_indent=inset, subsequent_indent="      ")


def _columns(told: Sequence[str], rows: int, top: int) -> Iterator[str]:
    """Yield what happened under the field, in two columns."""
    if told:
        yield text((0, top), "in this turn", 640, more=_BOLD)
    for number, words in enumerate(told):
        inset = 260 * (len(words) - len(words.lstrip()))
        x, y = number // rows * _COLUMN + inset, top + _ROW * (number % rows + 1)
        yield text((x, y), words.strip(), 520)


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
        left = f", {rounds(effect['left'])}" if effect["left"] else ""
        words = f"{SPELLS[effect['spell']].name} of {effect['caster']}{where}{left}"
        yield partial(_beside, words, 520, "")


def _gap_before(rows: Iterator[Row]) -> Iterator[Row]:
    yield _gap
    yield partial(_beside, "what is what; north is up", 640, _BOLD)
    yield from (partial(_drawn, row) for row in rows)


def _drawn(row: Row, y: int) -> str:
    return row(y)


def _fire(view: Told) -> Iterator[Row]:
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
