"""Events of figures: moving, attacks, damage, abilities."""

from typing import Literal

from engine.core.messages import Event, Message
from engine.games.sorcery.geometry.points import Point
from engine.games.sorcery.models import Mil
from engine.games.sorcery.ops import Ability
from engine.games.sorcery.state import Handle


class BrokeAway(Event):
    """Of a figure that would move out of contact [5.5]."""

    kind: Literal["broke_away"] = "broke_away"
    figure: Handle
    die: int
    free: bool


class Moved(Event):
    kind: Literal["moved"] = "moved"
    figure: Handle
    path: tuple[Point, ...]
    cost: Mil
    facing: Point


class Turned(Event):
    """Of a figure that was touched [5.7], or by a spell."""

    kind: Literal["turned"] = "turned"
    figure: Handle
    facing: Point


class Displaced(Event):
    """A spell put a figure elsewhere."""

    kind: Literal["displaced"] = "displaced"
    figure: Handle
    to: Point


class Modifier(Message):
    """A part of an attack's sum, as it is told."""

    what: str
    amount: int


class Attacked(Event):
    """Both sums, and what went into them [7.1]."""

    kind: Literal["attacked"] = "attacked"
    figure: Handle
    target: Handle
    how: Literal["close", "ranged", "spell"]
    dice: tuple[int, int]
    wrath: int | None = None
    """The die of 15.5."""
    value: int
    """The attack value, of whomever it is."""
    modifiers: tuple[Modifier, ...] = ()
    """Before the cap."""
    attack: int
    defence: int
    """Sums, after the cap."""
    hit: bool


class Damaged(Event):
    kind: Literal["damaged"] = "damaged"
    figure: Handle
    amount: int
    """After what reduces it; more than 0."""
    why: Literal["attack", "natural_2", "pushing", "spell", "syphon_energy", "magestone_trance"]


class Healed(Event):
    kind: Literal["healed"] = "healed"
    figure: Handle
    amount: int


class Eliminated(Event):
    """The figure leaves the field; its book is dropped where it stood [1.6] [10.2]."""

    kind: Literal["eliminated"] = "eliminated"
    figure: Handle


class Saved(Event):
    """A spell kept a figure at its last click."""

    kind: Literal["saved"] = "saved"
    figure: Handle
    click: int


class Syphoned(Event):
    kind: Literal["syphoned"] = "syphoned"
    figure: Handle
    friend: Handle


class Probed(Event):
    kind: Literal["probed"] = "probed"
    figure: Handle
    target: Handle
    ability: Ability


class TranceRolled(Event):
    """Two dice against the attack of the click [15.7]."""

    kind: Literal["trance_rolled"] = "trance_rolled"
    figure: Handle
    dice: tuple[int, int]
    attack: int
