"""What is left to do while a choice is open, as data [15.1]: see ``engine/core/agenda.py``."""

from dataclasses import dataclass
from typing import Annotated, Literal

from pydantic import Field

from engine.core.copying import Value
from engine.games.spellwars.ops import Place

Part = Literal["text", "reaction", "paid", "timed", "gained", "at_once"]
"""Which text of a card: a component's, its Reaction, a Treasure's three, a Dead Wizard's."""
Stage = Literal["pay", "aim", "roll", "settle", "run", "leash"]
Block = Literal["does", "low", "mid", "high", "paid", "castle"]

Step = Literal[
    "round", "deal", "turn", "draw_dead", "build", "next", "opening", "open", "cards", "re_attacks",
    "closing", "clear", "end", "turn_over", "deaths", "round_over",
]  # fmt: skip


@dataclass(frozen=True, kw_only=True)  # no slots: copied with ``changed``
class Apply(Value):
    """A text that is being applied [6.1]."""

    task: Literal["apply"] = "apply"
    by: int
    """Whose text it is: who chooses, pays and counts as the dealer of its damage."""
    card: str
    part: Part = "text"
    n: int | None = None
    """The card's number in the spell, or the Creature's that attacks again."""
    re_attack: bool = False
    """A Creature of an earlier turn attacks again [9.4]."""
    killer: int | None = None
    """Of a Reaction: who dealt the deadly damage."""

    stage: Stage = "pay"
    paid: int = 0
    target: int | None = None
    dice: tuple[int, ...] = ()
    blocks: tuple[Block, ...] = ()
    """Operations left, block by block; the first is under way."""
    at: int = 0
    """The next operation in it."""
    kept: bool = False
    answer: str | None = None


@dataclass(frozen=True, kw_only=True)
class Strike(Value):
    """An action that deals damage [8.5]."""

    task: Literal["strike"] = "strike"
    by: int
    """Whose card it is, and so whose kill [12.6]."""
    card: str
    hits: tuple[tuple[int, int], ...]
    """(seat, amount) in order, those left."""
    answer: str | None = None


@dataclass(frozen=True, kw_only=True)
class Demand(Value):
    """A seat is to give or discard a card of a type."""

    task: Literal["demand"] = "demand"
    seat: int
    type: Place
    by: int
    """Who demands it."""
    give: bool
    """Whether who demands it gets it, or it is discarded."""
    card: str
    """The card that demands it."""
    answer: str | None = None


@dataclass(frozen=True, kw_only=True)
class Offer(Value):
    """A wizard may pay for one of its Treasures [11.5]."""

    task: Literal["offer"] = "offer"
    seat: int
    when: Literal["opening", "closing"]
    answer: str | None = None


@dataclass(frozen=True, kw_only=True)
class Welcome(Value):
    """What a seat gets at the start of a round [2.1]."""

    task: Literal["welcome"] = "welcome"
    seat: int


@dataclass(frozen=True, kw_only=True)
class Do(Value):
    """A step that needs nothing but the state, or the answer to its one question."""

    task: Literal["do"] = "do"
    what: Step
    answer: str | None = None


Task = Annotated[Apply | Strike | Demand | Offer | Welcome | Do, Field(discriminator="task")]
Agenda = tuple[Task, ...]
