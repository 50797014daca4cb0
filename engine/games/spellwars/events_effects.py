"""What texts do to wizards and what they own, and what follows of death. Append only."""

from typing import Annotated, Literal

from pydantic import Field

from engine.core.messages import Event
from engine.core.secrecy import Hidden
from engine.games.spellwars.cards import DEAD_DECK, Card, Cards
from engine.games.spellwars.ops import Band, Place
from engine.games.spellwars.state import Seat

Names = tuple[str, ...]


class Aimed(Event):
    """The target of a text is fixed."""

    kind: Literal["aimed"] = "aimed"
    by: Seat
    card: str
    target: Seat | None
    """None: nobody fits, and what aims at the target does nothing [7.9]."""


class BloodPaid(Event):
    kind: Literal["blood_paid"] = "blood_paid"
    seat: Seat
    amount: int
    card: str
    what: Literal["component", "treasure"]


class DiceRolled(Event):
    """A Power Roll [6.5], or the dice of an amount [6.11]."""

    kind: Literal["dice_rolled"] = "dice_rolled"
    seat: Seat
    card: str
    why: Literal["power", "amount"]
    dice: tuple[int, ...]
    """Pips."""


class DiceRerolled(Event):
    kind: Literal["dice_rerolled"] = "dice_rerolled"
    seat: Seat
    card: str
    """The Treasure that did it."""
    dice: tuple[int, ...]
    """All dice of the roll afterwards."""


class RollCounted(Event):
    kind: Literal["roll_counted"] = "roll_counted"
    seat: Seat
    card: str
    total: int
    band: Band


class DiceAdded(Event):
    """Later Power Rolls of this turn of the wizard have more dice [6.6]."""

    kind: Literal["dice_added"] = "dice_added"
    seat: Seat
    count: int


class DamageDealt(Event):
    kind: Literal["damage_dealt"] = "damage_dealt"
    by: Seat
    card: str
    seat: Seat
    amount: int
    life: int
    """What is left."""


class DamageAbsorbed(Event):
    """A Creature took a dealing and is discarded [8.2]."""

    kind: Literal["damage_absorbed"] = "damage_absorbed"
    by: Seat
    card: str
    seat: Seat
    amount: int
    n: int
    creature: Card


class Healed(Event):
    kind: Literal["healed"] = "healed"
    seat: Seat
    amount: int
    life: int
    """Afterwards; at most 25 [1.2]."""


class BloodGained(Event):
    kind: Literal["blood_gained"] = "blood_gained"
    seat: Seat
    amount: int
    blood: int
    """Afterwards; at most 25 [1.2]."""
    why: str
    """The card, ``kill`` or ``castle``."""


class BloodStolen(Event):
    kind: Literal["blood_stolen"] = "blood_stolen"
    seat: Seat
    by: Seat
    amount: int
    """What the giver had of it [10.2]."""


class CastleTaken(Event):
    kind: Literal["castle_taken"] = "castle_taken"
    seat: Seat


class CastleWillYield(Event):
    """The Castle gives more at the end of this turn [13.3]."""

    kind: Literal["castle_will_yield"] = "castle_will_yield"
    amount: int


class TreasureGained(Event):
    """A Treasure came from the deck."""

    kind: Literal["treasure_gained"] = "treasure_gained"
    seat: Seat
    treasure: str
    owed: bool = False
    """It was owed since the last round [2.1]."""


class TreasureTaken(Event):
    kind: Literal["treasure_taken"] = "treasure_taken"
    seat: Seat
    by: Seat
    treasure: str


class TreasureReturned(Event):
    """A Treasure went under its deck; a card under it is discarded."""

    kind: Literal["treasure_returned"] = "treasure_returned"
    seat: Seat
    treasure: str


class TreasureOwed(Event):
    kind: Literal["treasure_owed"] = "treasure_owed"
    seat: Seat


class CardTucked(Event):
    kind: Literal["card_tucked"] = "card_tucked"
    seat: Seat
    treasure: str
    card: Card


class CardGiven(Event):
    kind: Literal["card_given"] = "card_given"
    seat: Seat
    to: Seat
    card: Hidden[Card]
    """For the two of them [16.5]."""


class CardDiscarded(Event):
    kind: Literal["card_discarded"] = "card_discarded"
    seat: Seat
    card: Card


class NothingGiven(Event):
    """The seat has no card of the type that was demanded."""

    kind: Literal["nothing_given"] = "nothing_given"
    seat: Seat
    type: Place


class CreatureKept(Event):
    """A Delivery stays in front of its owner, or one that attacked again does."""

    kind: Literal["creature_kept"] = "creature_kept"
    seat: Seat
    n: int
    card: Card


class CreatureDiscarded(Event):
    kind: Literal["creature_discarded"] = "creature_discarded"
    seat: Seat
    n: int
    card: Card
    why: Literal["no_keep", "banished"]


class ReactionWorked(Event):
    """A dying wizard's card is shown, works and is used up [12.3]."""

    kind: Literal["reaction_worked"] = "reaction_worked"
    seat: Seat
    n: int
    card: Card


class DeadDrawsGiven(Event):
    """The victim will draw more Dead Wizard cards [12.4]."""

    kind: Literal["dead_draws_given"] = "dead_draws_given"
    seat: Seat
    count: Annotated[int, Field(ge=1, le=len(DEAD_DECK))]


class HitUndone(Event):
    """A Creature in the victim's spell is discarded in its place [12.4]."""

    kind: Literal["hit_undone"] = "hit_undone"
    seat: Seat
    n: int
    card: Card
    life: int


class WizardSaved(Event):
    """A Reaction kept the wizard alive."""

    kind: Literal["wizard_saved"] = "wizard_saved"
    seat: Seat


class WizardDied(Event):
    """The hand, the spell and the Creatures were discarded [12.7]."""

    kind: Literal["wizard_died"] = "wizard_died"
    seat: Seat
    killer: Seat
    discarded: Cards
    """All of these, in the order in which they lie on the discard pile."""


class DeadWizardDrawn(Event):
    kind: Literal["dead_wizard_drawn"] = "dead_wizard_drawn"
    seat: Seat
    card: str


class DeadWizardSpent(Event):
    """A Dead Wizard card went under its deck."""

    kind: Literal["dead_wizard_spent"] = "dead_wizard_spent"
    seat: Seat
    card: str


class DeadHaveDrawn(Event):
    """Everybody has drawn the Dead Wizard cards there were."""

    kind: Literal["dead_have_drawn"] = "dead_have_drawn"
