"""The battle as geometry sees it: bases, terrain, who touches whom, lines of fire [1.3] [6]."""

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import combinations
from typing import Final, NamedTuple

from engine.core.copying import Value
from engine.core.kept import kept
from engine.games.sorcery.cards import FIELDS, FIGURES
from engine.games.sorcery.geometry.arcs import in_front_arc
from engine.games.sorcery.geometry.bases import Base, Ground, Piece, in_contact, within
from engine.games.sorcery.geometry.obstacles import Blocker
from engine.games.sorcery.geometry.points import Vector
from engine.games.sorcery.geometry.sight import line_of_fire
from engine.games.sorcery.labels import name_of
from engine.games.sorcery.models import CardId
from engine.games.sorcery.ops import Cover, Sight
from engine.games.sorcery.state import Figure, Handle, State
from engine.games.sorcery.traits import INCH, has, illusions_on, traits_on

_PIECES: Final[Mapping[CardId, tuple[tuple[Piece, ...], tuple[Piece, ...]]]] = {
    card.id: (
        tuple(Piece(n, t.outline) for n, t in enumerate(card.terrain) if t.kind == "blocking"),
        tuple(Piece(n, t.outline) for n, t in enumerate(card.terrain) if t.kind == "hindering"),
    )
    for card in FIELDS.values()
}


def base(figure: Figure) -> Base:
    """Return the base of a figure on the field; its id is the figure's number."""
    assert figure.at is not None, "a figure that is not on the field"
    return Base(int(figure.n[1:]), figure.at, FIGURES[figure.card].radius)


def _bases(figures: Mapping[Handle, Figure]) -> tuple[Base, ...]:
    return tuple(base(figure) for figure in figures.values() if figure.at is not None)


_bases_of: Final = kept(_bases)
"""Figures of a state → the bases of those on the field; many events leave them as they are."""


def ground(state: State) -> Ground:
    """Return what a move or a line may meet; its bases are in the order of those standing."""
    blocking, hindering = _PIECES[state.battlefield]
    return Ground(_bases_of(state.figures), blocking, hindering)


def _contacts(figures: Mapping[Handle, Figure]) -> Mapping[Handle, tuple[Figure, ...]]:
    standing = [figure for figure in figures.values() if figure.at is not None]
    found: dict[Handle, tuple[Figure, ...]] = {figure.n: () for figure in standing}
    for (a, here), (b, there) in combinations(zip(standing, _bases_of(figures), strict=True), 2):
        if in_contact(here, there):
            found[a.n] = (*found[a.n], b)
            found[b.n] = (*found[b.n], a)
    return found


_contacts_of: Final = kept(_contacts)
"""Figures of a state → the number of each on the field, and whom it touches."""


def touching(state: State, figure: Figure) -> tuple[Figure, ...]:
    """Return the other figures in contact with one on the field."""
    return _contacts_of(state.figures)[figure.n]


def enemies_touching(state: State, figure: Figure) -> tuple[Figure, ...]:
    """Return the enemies in contact with a figure: those of other players [1.8]."""
    return tuple(other for other in touching(state, figure) if other.seat != figure.seat)


def near(figure: Figure, other: Figure, distance: int) -> bool:
    """Tell whether the centres are at most so many mil-inches apart [6.2]."""
    assert figure.at is not None
    assert other.at is not None
    return within(figure.at, other.at, distance)


def faces(figure: Figure, other: Figure) -> bool:
    """Tell whether another figure is in one's front arc [6.1]."""
    assert figure.at is not None
    assert other.at is not None
    return in_front_arc(figure.at, figure.facing, other.at)


@dataclass(frozen=True, slots=True, kw_only=True)
class Blocked(Value):
    """What blocks a line of fire, the first on it [6.4]."""

    words: str
    """As a refusal says it."""
    figure: Handle | None = None
    """Whose base it is."""
    terrain: str | None = None
    """The name of a piece of the field. Neither stands there if sight ends, or stealth hides."""


class Line(NamedTuple):
    """A line of fire [6.3]."""

    blocked: Blocked | None
    """None: it is clear."""
    hindered: bool


def line(state: State, shooter: Figure, target: Figure) -> Line:
    """Return what lies between two figures [6.4] [6.5]."""
    for trait in illusions_on(state, shooter):
        if isinstance(trait, Sight) and not near(shooter, target, trait.inches * INCH):
            dark = Blocked(words=f"nobody sees farther than {trait.inches} inches")
            return Line(dark, hindered=False)
    seen = line_of_fire(base(shooter), base(target), ground(state))
    hindered = seen.hindered or any(isinstance(trait, Cover) for trait in traits_on(state, target))
    if seen.blocked_by is not None:
        return Line(_blocked(state, seen.blocked_by), hindered)
    if hindered and has(state, target, "stealth"):  # [15.16]
        return Line(Blocked(words="the target's stealth"), hindered)
    return Line(None, hindered)


def _blocked(state: State, by: Blocker) -> Blocked:
    words = named(state, by)
    if by.kind == "base":
        return Blocked(words=words, figure=f"f{by.id}")
    return Blocked(words=words, terrain=words)


def named(state: State, by: Blocker) -> str:
    """Return what is in the way, in words."""
    if by.kind == "edge":
        return "the edge of the field"
    if by.kind == "terrain" and by.id is not None:
        return FIELDS[state.battlefield].terrain[by.id].name
    return name_of(state.figures[f"f{by.id}"])


def facing_along(way: Vector) -> Vector:
    """Return a facing in the direction of a way on the field [1.5]."""
    longest = max(abs(way[0]), abs(way[1]))
    if longest <= 10_000:
        return way
    return (
        _shortened(way[0], longest),
        _shortened(way[1], longest),
    )


def _shortened(part: int, longest: int) -> int:
    short = abs(part) * 10_000 // longest
    return short if part >= 0 else -short
