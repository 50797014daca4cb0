"""Names in a picture, put where they lie over neither bases nor each other, if there is room."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final, Literal, NamedTuple

from engine.games.sorcery.cards import FIELDS, FIGURES, SPELLS
from engine.games.sorcery.geometry.bases import TOKEN_RADIUS
from engine.games.sorcery.geometry.points import FIELD, Point
from engine.games.sorcery.picture_marks import at, haloed
from engine.games.sorcery.scene import point
from engine.games.sorcery.state import OBJECTIVE_RANGE

Told = Mapping[str, Any]
Anchor = Literal["start", "middle", "end"]
_SIZE: Final = 420
_WIDTH: Final = 56
"""Of a letter, in hundredths of its size."""


class _Box(NamedTuple):
    """A rectangle in the picture, whose y runs down."""

    left: int
    top: int
    right: int
    bottom: int

    def meets(self, other: "_Box") -> bool:
        return (
            self.left < other.right
            and other.left < self.right
            and self.top < other.bottom
            and other.top < self.bottom
        )


class Names:
    """Puts one name after the other; the first ones have the choice."""

    def __init__(self, bases: Iterable[tuple[Point, int]]) -> None:
        """``bases``: points of the field and radii that are to be seen."""
        self._bases = [(at(middle), radius) for middle, radius in bases]
        self._taken: list[_Box] = []

    def put(self, words: str, middle: Point, radius: int) -> str:
        """Return a name beside a round thing on the field: below it if there is room."""
        places = [*_beside(at(middle), radius)]
        boxes = [_box(words, *place) for place in places]
        # The first of the best places.
        best = min(range(len(places)), key=lambda n: self._covered(boxes[n]))
        self._taken.append(boxes[best])
        where, anchor = places[best]
        return haloed(where, words, _SIZE, anchor=anchor)

    def _covered(self, box: _Box) -> int:
        outside = min(box.left, box.top) < 0 or max(box.right, box.bottom) > FIELD
        bases = sum(_reaches(base, box) for base in self._bases)
        return outside + bases + sum(box.meets(other) for other in self._taken)


def _beside(middle: Point, radius: int) -> Iterator[tuple[Point, Anchor]]:
    """Yield baselines below, above, to the right, to the left, and farther off."""
    x, y = middle
    yield (x, y + radius + 420), "middle"
    yield (x, y - radius - 150), "middle"
    for aside in (150, 600):
        for up in (130, -400, 700):
            yield (x + radius + aside, y + up), "start"
            yield (x - radius - aside, y + up), "end"
    yield (x, y + radius + 900), "middle"
    yield (x, y - radius - 630), "middle"


def _box(words: str, where: Point, anchor: Anchor) -> _Box:
    width = len(words) * _SIZE * _WIDTH // 100
    left = where[0] - {"start": 0, "middle": width // 2, "end": width}[anchor]
    return _Box(left, where[1] - 340, left + width, where[1] + 100)


def _reaches(base: tuple[Point, int], box: _Box) -> bool:
    """Tell whether a base lies in part under a name."""
    (x, y), radius = base
    aside = max(box.left - x, 0, x - box.right)
    over = max(box.top - y, 0, y - box.bottom)
    return aside * aside + over * over < radius * radius


def names(view: Told, fallen: Iterable[tuple[str, Point]]) -> Iterator[str]:
    """Yield the names of all that is on the field, and of who fell."""
    standing = [one for one in view["figures"] if one["at"]]
    books = [point(one["at"]) for one in view["books"] if one["at"] is not None]
    glyphs = [one for one in view["effects"] if one["at"] is not None]
    rest = [(one["n"], point(one["at"]), int(one["radius"])) for one in standing]
    placed = Names(
        [(spot, radius) for _, spot, radius in rest]
        + [(spot, 450) for spot in books]
        + [(point(one["at"]), TOKEN_RADIUS) for one in glyphs]
    )
    for one in standing:
        book = f", {one['book']}" if one["book"] else ""
        words = FIGURES[one["card"]].name + book
        yield placed.put(words, point(one["at"]), one["radius"])
    for n, spot in fallen:
        yield placed.put(f"{n} falls", spot, 550)
    for one in glyphs:
        yield placed.put(SPELLS[one["spell"]].name, point(one["at"]), TOKEN_RADIUS)
    field = FIELDS[view["field"]["id"]]
    for number, (spot, owner) in enumerate(zip(field.objectives, view["objectives"], strict=True)):
        held = "nobody" if owner is None else f"seat {owner}"
        yield placed.put(f"objective {number}: {held}", spot, OBJECTIVE_RANGE)
    for piece in field.terrain:
        shape = piece.outline
        corners = [shape.centre] if shape.shape == "circle" else shape.vertices
        x = sum(x for x, _ in corners) // len(corners)
        y = sum(y for _, y in corners) // len(corners)
        yield placed.put(piece.name, (x, y), -290)
