"""What is printed on each type of card."""

from typing import Annotated, Literal

from pydantic import Field, model_validator

from engine.core.messages import Message
from engine.games.chosen.ops import (
    Attribute,
    Calling,
    Character,
    Clause,
    Constant,
    Ops,
    Trigger,
    Use,
)

MAX_TEAM = 3  # [7.2]
LEVEL_MP = 4
"""The MP of a tower level that is summoned [2.7]."""
LEVEL_OBSTACLES = 2


class Printed(Message):
    """What all cards have."""

    id: str = Field(pattern=r"^[a-z][a-z_]*$", max_length=40)
    name: str
    constants: tuple[Constant, ...] = ()
    triggers: tuple[Trigger, ...] = ()
    uses: tuple[Use, ...] = ()


class Adventurer(Printed):
    type: Literal["adventurer"] = "adventurer"
    mp: int = Field(ge=0)
    level: int = Field(ge=1, le=5)
    physique: int = Field(ge=3, le=10)
    astral: int = Field(ge=3, le=10)
    mental: int = Field(ge=3, le=10)
    calling: Calling
    character: Character


class TeamLevel(Message):
    """The current levels of the team together."""

    needs: Literal["level"] = "level"
    at_least: int = Field(ge=1)


class HasCalling(Message):
    """Somebody of a class is in the team."""

    needs: Literal["calling"] = "calling"
    calling: Calling


class Test(Message):
    """2d6 not more than the best attribute in the team."""

    needs: Literal["test"] = "test"
    attribute: Attribute


Need = Annotated[TeamLevel | HasCalling | Test, Field(discriminator="needs")]


class Quest(Printed):
    type: Literal["quest"] = "quest"
    dp: int = Field(ge=2, le=3)
    solve_mp: int = Field(ge=1, le=2)
    needs: tuple[Need, Need, Need]
    """One of them is enough [8.7]."""
    obstacles: int = Field(ge=0, le=3)


class Building(Printed):
    type: Literal["building"] = "building"
    mp: int = Field(ge=0)
    dp: Literal[1] = 1
    wall: int = Field(ge=0)
    attackers: int = Field(default=MAX_TEAM, ge=1, le=MAX_TEAM)
    defenders: int = Field(default=MAX_TEAM, ge=1, le=MAX_TEAM)
    obstacles: int = Field(default=2, ge=0, le=3)


class TowerLevel(Printed):
    type: Literal["tower_level"] = "tower_level"
    wall: int = Field(ge=2, le=3)


class Trap(Printed):
    type: Literal["obstacle"] = "obstacle"
    kind: Literal["trap"] = "trap"
    mp: int = Field(default=0, ge=0)
    """For activating it."""
    rests_own: bool = False
    """As a price an awake adventurer of who activates it is resting."""
    does: Annotated[Ops, Field(min_length=1)]


class Beast(Printed):
    type: Literal["obstacle"] = "obstacle"
    kind: Literal["beast"] = "beast"
    mp: int = Field(default=0, ge=0)
    rests_own: bool = False
    number: int = Field(ge=1, le=6)
    attack: int = Field(ge=2, le=12)
    damage: int = Field(ge=1)


class Event(Printed, Clause):
    type: Literal["event"] = "event"
    mp: int = Field(ge=0)
    duration: Literal["instant", "turn", "permanent"]
    does: Ops = ()
    """Of an instant event."""

    @model_validator(mode="after")
    def _an_instant_event_does_something(self) -> "Event":
        if (self.duration == "instant") != bool(self.does):
            msg = f"{self.id}: instant events, and no others, have operations"
            raise ValueError(msg)
        return self

    @property
    def fit_as_omen(self) -> bool:
        """Tell whether it may be an Omen [1.8]."""
        return self.duration == "permanent" and bool(self.condition or self.target)


class ActionCard(Printed, Clause):
    type: Literal["action_card"] = "action_card"
    mp: int = Field(ge=1)
    """At least 1, so that nobody without MP need be asked [5.3]."""


class Ally(Printed):
    type: Literal["ally"] = "ally"
    mp: int = Field(ge=0)


CardModel = Adventurer | Quest | Building | TowerLevel | Trap | Beast | Event | ActionCard | Ally
