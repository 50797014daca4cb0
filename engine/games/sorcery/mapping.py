"""The field as a small map of characters, made of a view: two inches a line, one and a half a cell.

A cell of three characters is as wide as a line is high, so that what stands in contact stands in
neighbouring cells.
"""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final

from engine.games.sorcery.cards import FIELDS
from engine.games.sorcery.geometry.points import FIELD
from engine.games.sorcery.geometry.shapes import contains
from engine.games.sorcery.models import Terrain

Told = Mapping[str, Any]
_LINE: Final = 2_000
"""Mil-inches that a line is high."""
_ROWS: Final = FIELD // _LINE
_COLUMNS: Final = 3 * _ROWS
_AXIS: Final = 6
"""Inches from one number of the axis below to the next."""
_SIGNS: Final = {"blocking": "#", "hindering": ":"}
_LEGEND: Final = (
    "north is up, inches; # blocking, : hindering, (0) objective, e token, b dropped book"
)


def told_map(view: Told) -> list[str]:
    """Return the field from north to south with all that stands or lies on it, and a legend."""
    terrain = FIELDS[view["field"]["id"]].terrain
    rows = [[_ground(terrain, x, y) for x in range(_COLUMNS)] for y in range(_ROWS)]
    taken = [[False] * _COLUMNS for _ in rows]
    for words, (x, y) in _things(view):
        row = min(_ROWS - 1, y // _LINE)
        _write(rows[row], taken[row], words, x * _COLUMNS // FIELD)
    lines = [f"{2 * n:>4} |{''.join(row)}|" for n, row in enumerate(rows)]
    marks = range(0, FIELD // 1_000 + 1, _AXIS)
    axis = "".join(f"{x:<{_AXIS * _COLUMNS * 1_000 // FIELD}}" for x in marks)
    return [_LEGEND, *reversed(lines), f"      {axis}".rstrip()]


def _ground(terrain: Iterable[Terrain], column: int, row: int) -> str:
    """Return the sign of a character: of terrain if it covers some of it."""
    x = (2 * column + 1) * FIELD // (2 * _COLUMNS)
    heights = [row * _LINE + part * _LINE // 6 for part in (1, 3, 5)]
    for piece in terrain:
        if any(contains(piece.outline, (x, y)) for y in heights):
            return _SIGNS[piece.kind]
    return " "


def _things(view: Told) -> Iterator[tuple[str, tuple[int, int]]]:
    """Yield what stands or lies somewhere, the weightiest first."""
    for kind in ("figures", "books", "effects"):
        yield from ((one["n"], one["at"]) for one in view[kind] if one["at"])
    for number, spot in enumerate(FIELDS[view["field"]["id"]].objectives):
        yield f"({number})", spot


def _write(row: list[str], taken: list[bool], words: str, middle: int) -> None:
    """Write a word where it belongs, or as near to that as there is room in the line."""
    size = len(words)
    wanted = middle - size // 2
    starts = (start for start in range(_COLUMNS - size + 1) if not any(taken[start : start + size]))
    start = min(starts, key=lambda start: abs(start - wanted), default=None)
    if start is None:
        return
    row[start : start + size] = words
    for column in range(max(0, start - 1), min(_COLUMNS, start + size + 1)):
        taken[column] = True  # two names never run together
