"""The battle: everything the rules know, folded from events."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Annotated, Final, Literal

from pydantic import Field

from engine.core.copying import Value
from engine.games.sorcery.geometry.points import Point
from engine.games.sorcery.models import CardId
from engine.games.sorcery.ops import Ability, SpellType
from engine.games.sorcery.tasks import Agenda

Phase = Literal["setup", "deployment", "command", "action", "end", "over"]
QuestionKind = Literal["deploy", "command", "act", "turn_end", "counter", "face", "memorise"]
Handle = str
"""``f3`` a figure, ``b2`` a book, ``e7`` a lasting spell: numbered in the match."""

MIN_SEATS: Final = 2  # [2.1]
MAX_SEATS: Final = 4
Seat = Annotated[int, Field(ge=0, lt=MAX_SEATS)]

DEPTH = 3_000  # [3.2]
OBJECTIVE_RANGE = 1_000  # [16.2]
ROUNDS = 20  # [16.1]
MAX_TOKENS = 2  # [4.2]
MODIFIER_CAP = 3  # [7.3]
BREAK_AWAY = 4  # [5.5]
CONFUSION_RANGE = 10_000  # [15.11]
COUNTERSPELL_NEEDS_RANGE = True  # [14.1]
TIE_BREAKS_SPELL = False  # [14.5]
MAX_SWITCHES = 8  # [17.3]


@dataclass(frozen=True, kw_only=True)  # no slots: folds copy it with ``changed``
class Figure(Value):
    n: Handle
    card: CardId
    seat: int
    at: Point | None = None
    """None: not placed yet, or eliminated."""
    gone: bool = False
    """Eliminated."""
    facing: Point = (0, 1)
    click: int = 0
    """From 0 [1.6]."""
    tokens: int = 0
    acted: int = 0
    """Actions of this turn."""
    book: Handle | None = None
    probed: Ability | None = None
    """Until the turn ends [15.9]."""
    used: tuple[Literal["syphon_energy", "mind_probe", "browse"], ...] = ()
    """What is allowed once a turn, and was done."""

    @property
    def waits(self) -> bool:
        """Whether it is still to be placed [3.2]."""
        return self.at is None and not self.gone


@dataclass(frozen=True, kw_only=True)
class Leaf(Value):
    """A spell in a book."""

    spell: CardId
    up: bool = True
    """It lies face up."""


@dataclass(frozen=True, kw_only=True)
class Book(Value):
    n: Handle
    card: CardId
    bearer: Handle | None
    """None: it is dropped [10.2]."""
    at: Point | None = None
    """Where it was dropped."""
    taken: bool = False
    """It was picked up: who bears it is not who filled it [12.1]."""
    leaves: tuple[Leaf, ...] = ()
    """The first is the top."""


@dataclass(frozen=True, kw_only=True)
class Effect(Value):
    """A spell that lasts."""

    n: Handle
    """Its number in the match, ``e7``."""
    spell: CardId
    way: int
    """Which of the spell's effects, from 0."""
    type: SpellType
    book: Handle
    """The number of the book that it comes from, and goes to."""
    caster: Handle
    """The number of the figure that cast it."""
    seat: int
    """Who cast it."""
    on: Handle | None = None
    """The figure that an enchantment lies on."""
    at: Point | None = None
    """Of a glyph: the centre of its token, whose radius is 500 [13.4]."""
    begun: int
    """In which round."""
    left: int | None = None
    """Rounds [13.11]."""
    breach: bool = False
    """Cast so that magic immunity is ignored [15.3]."""


@dataclass(frozen=True, kw_only=True)
class Announced(Value):
    """A spell that was shown and has not come about yet [18.4]."""

    caster: Handle
    """The number of a figure."""
    book: Handle
    """The number of the caster's book."""
    spell: CardId
    way: int = 0
    """Which of the spell's effects, from 0."""
    targets: tuple[Handle, ...] = ()
    """Numbers of figures, as they were named."""
    at: Point | None = None
    """Where its token is put, or who leaps lands."""
    breach: bool = False
    """It ignores magic defence and immunity [15.3]."""


@dataclass(frozen=True, kw_only=True)
class Question(Value):
    """What somebody is asked; everybody may know it."""

    number: int
    kind: QuestionKind
    seat: int
    figure: Handle | None = None
    """Who may turn, or whose new spell is memorised."""

    @property
    def id(self) -> str:
        return f"q{self.number}"


@dataclass(frozen=True, kw_only=True)
class Player(Value):
    auto_pass: bool = False
    switches: int = 0
    """Of auto-pass in this turn [17.3]."""
    left: bool = False
    """Resigned or was removed [17.2]."""


EndReason = Literal["rounds", "last_side", "nobody_left"]


@dataclass(frozen=True, kw_only=True)
class End(Value):
    """How it ended."""

    winners: tuple[int, ...]
    why: EndReason
    points: tuple[int, ...]


@dataclass(frozen=True, kw_only=True)
class State(Value):
    phase: Phase = "setup"
    battlefield: str = ""
    """Its card's id."""
    limit: int = 0
    """Points of an army."""
    order: tuple[int, ...] = ()
    """Seats in the order of turns [3.1]."""
    round: int = 0
    turn: int | None = None
    """Whose turn it is."""
    actions: int = 0
    """Left in this turn."""
    players: tuple[Player, ...] = ()
    figures: Mapping[Handle, Figure] = field(default_factory=dict[Handle, Figure])
    """All there ever were, in the order of their numbers; those without a place are not on the
    field."""
    books: Mapping[Handle, Book] = field(default_factory=dict[Handle, Book])
    effects: Mapping[Handle, Effect] = field(default_factory=dict[Handle, Effect])
    effects_made: int = 0
    announced: Announced | None = None
    question: Question | None = None
    questions: int = 0
    agenda: Agenda = ()
    end: End | None = None

    @property
    def seats(self) -> int:
        return len(self.players)

    @property
    def standing(self) -> tuple[Figure, ...]:
        """Figures on the field."""
        return tuple(figure for figure in self.figures.values() if figure.at is not None)

    def of(self, seat: int) -> tuple[Figure, ...]:
        """Return a player's figures on the field."""
        return tuple(figure for figure in self.standing if figure.seat == seat)

    def after(self, seat: int) -> tuple[int, ...]:
        """Return the other seats in the order of turns, the next first."""
        here = self.order.index(seat)
        return (*self.order[here + 1 :], *self.order[:here])

    @property
    def alive(self) -> tuple[int, ...]:
        """Seats with figures that are not eliminated, in the order of turns.

        Figures that wait to be placed count.
        """
        seats = {figure.seat for figure in self.figures.values() if not figure.gone}
        return tuple(seat for seat in self.order if seat in seats)


def pieces(state: State) -> Counter[str]:
    """Count all figures, books and spells, wherever they are."""
    found = Counter[str](figure.card for figure in state.figures.values())
    found.update(book.card for book in state.books.values())
    for book in state.books.values():
        found.update(leaf.spell for leaf in book.leaves)
    found.update(effect.spell for effect in state.effects.values() if effect.type != "glyph")
    return found
