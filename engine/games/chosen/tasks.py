"""What is left to do while a question is open, as data [18.3]: see ``engine/core/agenda.py``."""

from dataclasses import dataclass
from typing import Annotated, Literal

from pydantic import Field

from engine.core.copying import Value

Step = Literal[
    # the turn [3.1]
    "turn", "opening", "resource", "resource_triggers", "manoeuvres", "ask_active", "act_over",
    "closing", "closing_triggers", "turn_over",
    # the manoeuvre that is running, if one is [7.6] [7.7]
    "manoeuvre", "reveal", "prepare", "fight", "conditions", "solve", "gain", "home",
]  # fmt: skip
Part = Literal["summoned", "use", "trigger", "trap"]
"""Whose operations: of an event or action card, a use, a trigger, a trap."""


@dataclass(frozen=True, kw_only=True)  # no slots: copied with ``changed``
class Do(Value):
    """A step that needs nothing but the state, or the answer to its one question."""

    task: Literal["do"] = "do"
    what: Step
    answer: str | None = None


@dataclass(frozen=True, kw_only=True)
class Answers(Value):
    """The camps that are still asked for an answer to the act on top, or for a preparation."""

    task: Literal["answers"] = "answers"
    preparing: bool = False
    left: tuple[int, ...] | None = None
    """None: to be made from MP order."""


@dataclass(frozen=True, kw_only=True)
class Obstruct(Value):
    """The camps that are still asked whether they obstruct [7.9]."""

    task: Literal["obstruct"] = "obstruct"
    left: tuple[int, ...] | None = None


@dataclass(frozen=True, kw_only=True)
class Activate(Value):
    """The controllers' camps that are still asked whether they activate an obstacle [7.10]."""

    task: Literal["activate"] = "activate"
    left: tuple[int, ...] | None = None
    answer: str | None = None
    by: int | None = None
    """Who answered."""


@dataclass(frozen=True, kw_only=True)
class Apply(Value):
    """Operations of a card that are being applied."""

    task: Literal["apply"] = "apply"
    by: int
    """Whose effect it is."""
    card: str
    part: Part
    at_part: int = 0
    """Which use or trigger."""
    source: str | None = None
    """The card's handle, if it is or was in play."""
    target: str | None = None
    named: bool = True
    """False: the pair still has to name the player whom it means [14.7]."""
    aimed: bool = True
    """False: the target is still to be picked [2.12]."""
    at: int = 0
    """The next operation."""
    hit: tuple[int, ...] = ()
    """Seats that an operation still asks; those not asked yet."""
    asking: bool = False
    answer: str | None = None


@dataclass(frozen=True, kw_only=True)
class Join(Value):
    """An ally who is still asked whether his adventurers go along in a mixed team [13.4]."""

    task: Literal["join"] = "join"
    seat: int
    """Who sends the team."""
    ally: int
    target: str
    team: tuple[str, ...]
    answer: str | None = None


@dataclass(frozen=True, kw_only=True)
class Variant(Value):
    """A task of the mode's own; ``what`` is known to it alone."""

    task: Literal["variant"] = "variant"
    what: str
    seats: tuple[int, ...] = ()
    card: str | None = None
    answer: str | None = None
    by: int | None = None


Task = Annotated[
    Do | Answers | Obstruct | Activate | Apply | Join | Variant, Field(discriminator="task")
]
Agenda = tuple[Task, ...]
