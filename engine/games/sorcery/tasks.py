"""What is left to do, as data: the agenda lies in the state while a question is open [18.4]."""

from dataclasses import dataclass
from typing import Annotated, Literal

from pydantic import Field

from engine.core.copying import Value

Step = Literal["deploy", "round", "command", "actions", "browsing", "turn_end", "resolve"]
"""Of deployment, rounds and turns [3.2] [3.3]; ``resolve``: the announced spell comes about."""


@dataclass(frozen=True, kw_only=True)  # no slots: copied with ``changed``
class Do(Value):
    """A step that needs nothing but the state."""

    task: Literal["do"] = "do"
    what: Step


@dataclass(frozen=True, kw_only=True)
class Turn(Value):
    """A player's turn, if he has figures then [3.3]."""

    task: Literal["turn"] = "turn"
    seat: int


@dataclass(frozen=True, kw_only=True)
class Touched(Value):
    """Figures that may still turn because a mover touched them [5.7]."""

    task: Literal["touched"] = "touched"
    left: tuple[str, ...]


@dataclass(frozen=True, kw_only=True)
class Counters(Value):
    """Seats that are still asked whether they counter the announced spell [14.2]."""

    task: Literal["counters"] = "counters"
    left: tuple[int, ...]


@dataclass(frozen=True, kw_only=True)
class After(Value):
    """What follows an action: pushing, then the rolls of a trance [4.3] [15.7]."""

    task: Literal["after"] = "after"
    figure: str
    pushed: bool
    trance: bool


@dataclass(frozen=True, kw_only=True)
class Remember(Value):
    """A figure's player picks a new memorised spell [12.6]."""

    task: Literal["remember"] = "remember"
    figure: str
    book: str
    used: str
    """The spell that was cast, or boosted a counter: it makes room for another."""


Task = Annotated[Do | Turn | Touched | Counters | After | Remember, Field(discriminator="task")]
Agenda = tuple[Task, ...]
"""The last task is done first."""
