"""What can happen, with its outcome inside. Append only: stored matches are made of these."""

from typing import Annotated, ClassVar, Literal

from pydantic import Field

from engine.core.messages import Event, Message
from engine.core.secrecy import Hidden
from engine.games.regicide.cards import Card
from engine.games.regicide.commands import Mood, Place

Cards = tuple[Card, ...]
LossReason = Literal["cannot_pay", "cannot_play", "withdrawn"]


class Dealt(Event):
    """The table was laid out [1.3] [1.4] [1.5]."""

    kind: Literal["dealt"] = "dealt"
    exact_kill: Literal["must", "may"]
    enemy: Card
    castle_deck: Hidden[Cards]
    """The royals behind the first, the next one first."""
    tavern_deck: Hidden[Cards]
    """What the deal left; the first card is the top."""
    tavern_count: int
    hands: tuple[Hidden[Cards], ...]
    hand_limit: int
    solo_jesters: int
    """Jesters that lie aside [8.1]."""


class TurnStarted(Event):
    reversible: ClassVar[bool] = True

    kind: Literal["turn_started"] = "turn_started"
    seat: int


class CardsPlayed(Event):
    """An attack; its effects follow as events of their own."""

    kind: Literal["cards_played"] = "cards_played"
    seat: int
    cards: Cards
    value: int
    """The attack value [2.8]."""


class JesterPlayed(Event):
    """The enemy has no immunity any more, and a seat is to be named."""

    kind: Literal["jester_played"] = "jester_played"
    seat: int
    card: Card
    shield: int
    """What the blocked spades give now [6.3]."""


class DiscardRecycled(Event):
    """Hearts worked [3.2]."""

    kind: Literal["discard_recycled"] = "discard_recycled"
    count: int
    """How many cards went under the Tavern deck."""
    moved: Hidden[Cards]
    """These, the uppermost first."""
    left: Hidden[Cards]
    """The discard pile afterwards, the last on top."""
    top: Card | None
    """Its new top card [11.4]."""


class Draw(Message):
    """What one player drew."""

    seat: int
    count: int
    cards: Hidden[Cards]
    """In the order drawn; for the drawer [11.5]."""


class CardsDrawn(Event):
    """Diamonds worked [3.3]: one card at a time, in the order of ``draws``, round and round."""

    kind: Literal["cards_drawn"] = "cards_drawn"
    draws: tuple[Draw, ...]


class ShieldRaised(Event):
    kind: Literal["shield_raised"] = "shield_raised"
    amount: int


class DamageDealt(Event):
    kind: Literal["damage_dealt"] = "damage_dealt"
    amount: int
    """Doubling included [3.5]; may exceed the health that is left."""


class EnemyDefeated(Event):
    """Its damage has reached its health [4.2]."""

    kind: Literal["enemy_defeated"] = "enemy_defeated"
    enemy: Card
    exact: bool
    """The damage is exactly the health."""


class RoyalOffered(Event):
    """A seat is to say where the defeated royal goes [4.5]."""

    kind: Literal["royal_offered"] = "royal_offered"
    seat: int


class RoyalPlaced(Event):
    """A defeated royal was put away; the cards played against it are discarded after it [4.2]."""

    kind: Literal["royal_placed"] = "royal_placed"
    royal: Card
    where: Place


class EnemyRevealed(Event):
    kind: Literal["enemy_revealed"] = "enemy_revealed"
    enemy: Card


class EnemyStruck(Event):
    """A seat is to pay for a blow [5.1]."""

    kind: Literal["enemy_struck"] = "enemy_struck"
    seat: int
    damage: int


class CardsDiscarded(Event):
    """A blow was paid for."""

    kind: Literal["cards_discarded"] = "cards_discarded"
    seat: int
    cards: Cards


class Yielded(Event):
    """Followed by a blow it can't be taken back: that the player can pay is news [11.7]."""

    reversible: ClassVar[bool] = True

    kind: Literal["yielded"] = "yielded"
    seat: int


class NextNamed(Event):
    reversible: ClassVar[bool] = True  # [11.7]

    kind: Literal["next_named"] = "next_named"
    seat: int
    named: int


class SignalSent(Event):
    kind: Literal["signal_sent"] = "signal_sent"
    seat: int
    mood: Mood


class JesterFlipped(Event):
    """A player alone took a new hand [8.2]."""

    kind: Literal["jester_flipped"] = "jester_flipped"
    seat: int
    discarded: Cards
    drawn: Hidden[Cards]
    count: int
    """How many cards were drawn."""


class CastleTaken(Event):
    """The party has won [9.1]; the cards played against the last royal are discarded [4.2]."""

    kind: Literal["castle_taken"] = "castle_taken"


class PlayerDied(Event):
    """The party has lost [9.2]."""

    kind: Literal["player_died"] = "player_died"
    seat: int
    reason: LossReason


RegicideEvent = Annotated[
    Dealt
    | TurnStarted
    | CardsPlayed
    | JesterPlayed
    | DiscardRecycled
    | CardsDrawn
    | ShieldRaised
    | DamageDealt
    | EnemyDefeated
    | RoyalOffered
    | RoyalPlaced
    | EnemyRevealed
    | EnemyStruck
    | CardsDiscarded
    | Yielded
    | NextNamed
    | SignalSent
    | JesterFlipped
    | CastleTaken
    | PlayerDied,
    Field(discriminator="kind"),
]
