"""What cards bring about. Append only."""

from typing import Literal

from engine.core.messages import Event
from engine.core.secrecy import Hidden
from engine.games.chosen.cards import Card, Cards
from engine.games.chosen.ops import Awareness, Deed, Trait
from engine.games.chosen.state import Handle, Seat


class Triggered(Event):
    """Something happens by itself [2.12]."""

    kind: Literal["triggered"] = "triggered"
    seat: Seat
    card: Card
    target: str | None = None


class CardLeft(Event):
    """A card leaves play; what is attached to it goes as well [2.2] [2.10]."""

    kind: Literal["card_left"] = "card_left"
    n: Handle
    card: Card
    to: Literal["past", "hand", "storage", "future", "omen"]
    """Of its owner, but for Storage, which is its controller's; ``future``: under it; ``omen``: it
    is an Omen, and waits for the next turn [10.3]."""


class AwarenessChanged(Event):
    kind: Literal["awareness_changed"] = "awareness_changed"
    n: Handle
    to: Awareness
    cleared: bool = False
    """Its damage is off."""


class DamageDealt(Event):
    kind: Literal["damage_dealt"] = "damage_dealt"
    n: Handle
    amount: int
    """Negative for damage that is taken off."""


class BeastAttacked(Event):
    """One attack of a beast [8.10]."""

    kind: Literal["beast_attacked"] = "beast_attacked"
    card: Card
    dice: tuple[int, int]
    hit: bool


class TraitChanged(Event):
    kind: Literal["trait_changed"] = "trait_changed"
    n: Handle
    what: Trait
    amount: int


class StrengthChanged(Event):
    """In the manoeuvre that is running."""

    kind: Literal["strength_changed"] = "strength_changed"
    what: Literal["initiating", "obstructing", "wall"]
    amount: int


class SentHome(Event):
    kind: Literal["sent_home"] = "sent_home"
    n: Handle


class MpChanged(Event):
    """Gained or lost; a player never has less than none."""

    kind: Literal["mp_changed"] = "mp_changed"
    seat: Seat
    amount: int


class MpPaid(Event):
    """For a quest that is solved or an obstacle that is activated."""

    kind: Literal["mp_paid"] = "mp_paid"
    seat: Seat
    amount: int


class CardsDrawn(Event):
    kind: Literal["cards_drawn"] = "cards_drawn"
    seat: Seat
    count: int
    cards: Hidden[Cards]


class CardsDiscarded(Event):
    kind: Literal["cards_discarded"] = "cards_discarded"
    seat: Seat
    cards: Cards


class CardsMilled(Event):
    """The top cards of a Future go to the Past, where they lie open [16.5]."""

    kind: Literal["cards_milled"] = "cards_milled"
    seat: Seat
    cards: Cards


class Looked(Event):
    """A player looks at cards, for himself alone [16.3]."""

    kind: Literal["looked"] = "looked"
    seat: Seat
    at: Literal["hand", "future"]
    of: Seat
    cards: Hidden[Cards]


class Found(Event):
    """What a search took, if anything; the Future is shuffled."""

    kind: Literal["found"] = "found"
    seat: Seat
    took: bool
    shown: Card | None
    """What was taken, if the card that searched shows it."""
    card: Hidden[Card | None]
    future: Hidden[Cards]


class Recovered(Event):
    """A card goes from the Past to the hand."""

    kind: Literal["recovered"] = "recovered"
    seat: Seat
    card: Card


class ControlTaken(Event):
    kind: Literal["control_taken"] = "control_taken"
    seat: Seat
    n: Handle


class DeedBarred(Event):
    """A player can't do something for the rest of the turn."""

    kind: Literal["deed_barred"] = "deed_barred"
    seat: Seat
    what: Deed


class CountersChanged(Event):
    kind: Literal["counters_changed"] = "counters_changed"
    n: Handle
    amount: int
