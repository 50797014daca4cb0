"""What each mark of a picture means: rows with a sample and its words, in two columns."""

from collections.abc import Callable, Iterator
from functools import partial
from typing import Final

from engine.games.sorcery.geometry.points import FIELD, Point
from engine.games.sorcery.picture_field import GLYPH, MARKER, OBJECTIVE
from engine.games.sorcery.picture_marks import (
    COLOURS,
    INK,
    STROKES,
    TERRAIN,
    arrow,
    book,
    circle,
    front,
    line,
    saltire,
    square,
    text,
    way,
)

_LEFT: Final = FIELD + 2_400
_COLUMN: Final = 10_600
_HALF: Final = 700
_GREY: Final = "#666666"

Sample = Callable[[Point], str]
"""(middle, as a point of the field, which may lie beside it) → a mark."""


def legend() -> Iterator[Callable[[int], str]]:
    """Yield the rows, each a function of its height."""
    for first in range(0, len(_MARKS), 2):
        yield partial(_row, _MARKS[first : first + 2])


def _row(marks: tuple[tuple[str, Sample], ...], y: int) -> str:
    parts: list[str] = []
    for column, (words, sample) in enumerate(marks):
        left = _LEFT + column * _COLUMN
        parts += [sample((left + _HALF, FIELD - y + 180)), text((left + 1_800, y), words, 500)]
    return "".join(parts)


def _ends(middle: Point) -> tuple[Point, Point]:
    x, y = middle
    return (x - _HALF, y), (x + _HALF, y)


def _arrow(kind: str, middle: Point) -> str:
    return arrow(*_ends(middle), 0, kind)


def _base(middle: Point) -> str:
    round_ = f'fill="{_GREY}" stroke="{INK}" stroke-width="40"'
    return circle(middle, 330, round_) + front(middle, (1, 0), 330, _GREY)


def _token(middle: Point) -> str:
    return square((middle[0] - 110, FIELD - middle[1] - 110), 220, MARKER)


def _patch(kind: str, middle: Point) -> str:
    x, y = middle[0], FIELD - middle[1]
    return (
        f'<rect x="{x - 500}" y="{y - 220}" width="1000" height="440" fill="{TERRAIN[kind]}" '
        f'stroke="{INK}" stroke-width="40"/>'
    )


def _written(words: str, middle: Point) -> str:
    return text((middle[0], FIELD - middle[1] + 180), words, 520, anchor="middle")


_MARKS: Final[tuple[tuple[str, Sample], ...]] = (
    ("front: the light half, the tip", _base),
    ("clicks left of all its clicks", partial(_written, "3/5")),
    ("an action token; in lists ■", _token),
    ("in the lists: clicks left, lost", partial(_written, "●○")),
    ("an attack that hit", partial(_arrow, "hit")),
    ("an attack that missed", partial(_arrow, "missed")),
    ("a spell, to each of its targets", partial(_arrow, "spell")),
    ("a counterspell, to the caster", partial(_arrow, "counter")),
    ("the way that a figure went", lambda middle: line(_ends(middle), way(_GREY))),
    ("was put there by a spell", lambda middle: line(_ends(middle), STROKES["put elsewhere"])),
    (
        "black: a spell was broken",
        lambda middle: saltire(middle, 230, f'stroke="{INK}" stroke-width="140"'),
    ),
    (
        "coloured: a figure fell",
        lambda middle: saltire(middle, 250, f'stroke="{COLOURS[0]}" stroke-width="200"'),
    ),
    (
        "objective, in its holder's colour",
        lambda middle: circle(middle, 330, f'stroke="{INK}" fill="{INK}" {OBJECTIVE}'),
    ),
    (
        "a glyph; dotted: how far it works",
        lambda middle: (
            circle(middle, 330, f'stroke="{COLOURS[0]}" {GLYPH}')
            + circle(middle, 180, f'stroke="{COLOURS[0]}" stroke-width="60" fill="#f4e4ff"')
        ),
    ),
    ("blocking terrain", partial(_patch, "blocking")),
    ("hindering terrain", partial(_patch, "hindering")),
    ("a dropped book", lambda middle: f"{book(middle, 'b1')}"),
    ("beside the field: inches", partial(_written, "18")),
)
