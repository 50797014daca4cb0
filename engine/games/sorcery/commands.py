"""What a seat may ask for, what it brings, the options of a match, and the codes of refusals."""

from enum import StrEnum
from typing import Annotated, Literal

from pydantic import Field

from engine.core.messages import Command, Config, Message, Secret
from engine.games.sorcery.geometry.paths import MAX_POINTS
from engine.games.sorcery.geometry.points import Facing, FieldPoint
from engine.games.sorcery.models import CardId, Recruit

FieldName = Literal["crossroads", "old_quarry", "standing_stones", "marsh_ford"]
Ref = Annotated[
    str,
    Field(min_length=1, max_length=20, description="a number of the match, as `f3` for a figure"),
]
"""``f3`` a figure, ``b2`` a book, both numbered in the match."""
MAX_FIGURES = 12  # [2.2]
Path = Annotated[tuple[FieldPoint, ...], Field(max_length=MAX_POINTS)]


class SorceryConfig(Config):
    field: FieldName = "crossroads"
    points: Annotated[int, Field(ge=100, le=600, multiple_of=100)] = 300
    """The limit of an army [2.1]."""


class Ready(Message):
    army: Literal["ready"] = "ready"
    name: CardId


class Own(Message):
    army: Literal["own"] = "own"
    figures: Annotated[tuple[Recruit, ...], Field(min_length=1, max_length=MAX_FIGURES)]


SorceryEntry = Annotated[Ready | Own, Field(discriminator="army")]


class Deploy(Command):
    """Place a figure [3.2]."""

    kind: Literal["deploy"] = "deploy"
    figure: Ref
    at: FieldPoint
    facing: Facing | None = None


class Pass(Command):
    """End the phase, or do nothing when asked."""

    kind: Literal["pass"] = "pass"


class Syphon(Command):
    """Take a token off for damage to a friend [15.4]."""

    kind: Literal["syphon"] = "syphon"
    figure: Ref
    friend: Ref


class Probe(Command):
    """Get an ability of another figure [15.9]."""

    kind: Literal["probe"] = "probe"
    figure: Ref
    target: Ref
    ability: Annotated[str, Field(min_length=1, max_length=40)]


class Move(Command):
    """Move along a path, turn at its end [5.1]."""

    kind: Literal["move"] = "move"
    figure: Ref
    path: Path
    facing: Facing | None = None


class _Offensive(Command):
    figure: Ref
    breach: bool = False
    """Ignore magic defence and immunity [15.3]."""


class _Attack(_Offensive):
    attack_of: Ref | None = None
    """Whose attack value is used [15.13]."""


class Fight(_Attack):
    """Close combat [8.1]."""

    kind: Literal["fight"] = "fight"
    target: Ref


class Shoot(_Attack):
    """Ranged combat [9.2]."""

    kind: Literal["shoot"] = "shoot"
    targets: Annotated[tuple[Ref, ...], Field(min_length=1, max_length=3)]


class Cast(_Offensive):
    """Cast the memorised spell [12.4]."""

    kind: Literal["cast"] = "cast"
    way: Annotated[int, Field(ge=0, le=3)] = 0
    """Which of the spell's effects."""
    targets: Annotated[tuple[Ref, ...], Field(max_length=3)] = ()
    at: FieldPoint | None = None
    """Where its token is put, or who leaps lands."""


class Browse(Command):
    """Exchange the memorised spell [11.1]."""

    kind: Literal["browse"] = "browse"
    figure: Ref
    spell: Secret[CardId]


class PickUp(Command):
    """Pick up a dropped book [10.3]."""

    kind: Literal["pick_up"] = "pick_up"
    figure: Ref
    book: Ref


class Mend(Command):
    """Heal a friend in contact, or itself [15.17]."""

    kind: Literal["mend"] = "mend"
    figure: Ref
    friend: Ref


class Counter(Command):
    """Counter the spell that is announced [14.2]."""

    kind: Literal["counter"] = "counter"
    figure: Ref
    boost: bool = False
    """Use the memorised spell as well [14.6]."""


class Face(Command):
    """Turn a figure that was touched [5.7]."""

    kind: Literal["face"] = "face"
    facing: Facing


class Memorise(Command):
    """Pick the new memorised spell [12.6]."""

    kind: Literal["memorise"] = "memorise"
    spell: Secret[CardId | None]
    """None: no spell of the book lies face up."""


class SetAutoPass(Command):
    """Counter nothing from now on, or be asked again [14.7]."""

    kind: Literal["auto_pass"] = "auto_pass"
    on: bool


SorceryCommand = Annotated[
    Deploy
    | Pass
    | Syphon
    | Probe
    | Move
    | Fight
    | Shoot
    | Cast
    | Browse
    | PickUp
    | Mend
    | Counter
    | Face
    | Memorise
    | SetAutoPass,
    Field(discriminator="kind"),
]


class Code(StrEnum):
    """Why a command is refused; stable, because clients branch on it."""

    MATCH_OVER = "MATCH_OVER"
    NOT_ASKED = "NOT_ASKED"
    NOT_NOW = "NOT_NOW"
    NO_SUCH_FIGURE = "NO_SUCH_FIGURE"
    NOT_YOURS = "NOT_YOURS"
    HAS_ACTED = "HAS_ACTED"
    TWO_TOKENS = "TWO_TOKENS"
    TOO_FAR = "TOO_FAR"
    IN_THE_WAY = "IN_THE_WAY"
    OFF_THE_FIELD = "OFF_THE_FIELD"
    WRONG_PLACE = "WRONG_PLACE"
    IN_CONTACT = "IN_CONTACT"
    NOT_IN_CONTACT = "NOT_IN_CONTACT"
    NOT_IN_FRONT = "NOT_IN_FRONT"
    NO_LINE_OF_FIRE = "NO_LINE_OF_FIRE"
    WRONG_TARGETS = "WRONG_TARGETS"
    IMMUNE = "IMMUNE"
    CANT_ATTACK = "CANT_ATTACK"
    NO_ABILITY = "NO_ABILITY"
    NO_BOOK = "NO_BOOK"
    NO_SUCH_SPELL = "NO_SUCH_SPELL"
    CANT_CAST = "CANT_CAST"
    CANT_BROWSE = "CANT_BROWSE"
    CANT_COUNTER = "CANT_COUNTER"
    BARRED = "BARRED"
    TOO_MANY = "TOO_MANY"
    ENTRY_REFUSED = "ENTRY_REFUSED"
