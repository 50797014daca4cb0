"""Events of figures: moving, attacks, damage, abilities."""

from typing import Literal

from engine.core.messages import Event
from engine.games.sorcery.geometry.points import Point
from engine.games.sorcery.models import CardId, Mil
from engine.games.sorcery.ops import Ability
from engine.games.sorcery.state import Handle
from engine.games.sorcery.sums import Modifier, Sum, Wrath

Why = Literal["attack", "natural_2", "pushing", "spell", "syphon_energy", "magestone_trance"]
"""What deals damage."""


class BrokeAway(Event):
    """Of a figure that would move out of contact [5.5]."""

    kind: Literal["broke_away"] = "broke_away"
    figure: Handle
    die: int
    free: bool


class Moved(Event):
    """Of a figure that stands where it was placed, moved or put last [5.1]."""

    kind: Literal["moved"] = "moved"
    figure: Handle
    path: tuple[Point, ...]
    """The ends of the legs; the first begins where it stood. Empty: it only turned."""
    cost: Mil
    """Hindering terrain included [5.4]."""
    facing: Point
    """At the end."""


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


class Attacked(Event):
    """All sums, and what went into them, so that anybody can add up again [7.1].

    A 12 or a 2 of the dice decides whatever the sums are [7.2].
    """

    kind: Literal["attacked"] = "attacked"
    figure: Handle
    target: Handle
    how: Literal["close", "ranged", "spell"]
    spell: CardId | None = None
    """Whose effect the attack is [12.8]."""
    breach: bool = False
    """Spellbreach is used: no magic defence or immunity counts [15.3]."""
    attack_of: Handle | None = None
    """Whose attack value is used; None: the attacker's own [15.13]."""
    wrath: Wrath | None = None
    attack: Sum
    defence: Sum
    hit: bool
    damage: Sum | None = None
    """That is dealt, before what reduces it; None: the attack missed."""


class Damaged(Event):
    """What was dealt, what reduces it, and how far the dial turns [18.6].

    What a spell saves from is told in its stead, by ``saved``.
    """

    kind: Literal["damaged"] = "damaged"
    figure: Handle
    dealt: int
    """More than 0."""
    reduced: tuple[Modifier, ...] = ()
    """What takes how much off; amounts below 0 [7.8] [15.14]."""
    amount: int
    """Clicks that the dial turns: what is left of it, no more than there were clicks left [1.6]."""
    why: Why
    spell: CardId | None = None
    """That deals it without an attack."""


class Healed(Event):
    kind: Literal["healed"] = "healed"
    figure: Handle
    amount: int


class Eliminated(Event):
    """The figure leaves the field; its book is dropped where it stood [1.6] [10.2]."""

    kind: Literal["eliminated"] = "eliminated"
    figure: Handle


class Saved(Event):
    """A spell kept a figure at its last click; told instead of the damage [12.10] [18.6]."""

    kind: Literal["saved"] = "saved"
    figure: Handle
    click: int
    """The last of its dial, counted from 0."""
    by: CardId
    """The spell that saves."""
    dealt: int
    """More than 0."""
    reduced: tuple[Modifier, ...] = ()
    """What takes how much off; amounts below 0."""
    why: Why
    spell: CardId | None = None
    """That deals it without an attack."""


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
