"""What can happen, with its outcome inside. Append only: stored matches are made of these."""

from typing import Annotated, Literal

from pydantic import Field

from engine.core.messages import Event, Message
from engine.core.secrecy import Hidden
from engine.games.spellwars.cards import Card, Cards
from engine.games.spellwars.ops import Band, Place
from engine.games.spellwars.state import Kind, Mode
from engine.games.spellwars.tasks import Agenda

Names = tuple[str, ...]


class TableLaid(Event):
    """The decks were shuffled [1.7]."""

    kind: Literal["table_laid"] = "table_laid"
    mode: Mode
    dead_draw_on_death: bool
    seats: int
    spell_deck: Hidden[Cards]
    treasure_deck: Hidden[Names]
    dead_deck: Hidden[Names]


class RoundStarted(Event):
    """All players' wizards are alive with 20 Life [2.1]."""

    kind: Literal["round_started"] = "round_started"
    round: int


class TurnStarted(Event):
    kind: Literal["turn_started"] = "turn_started"
    turn: int
    """Of the round, from 1."""


class DeckShuffled(Event):
    """The discard pile became the spell deck [1.8]."""

    kind: Literal["deck_shuffled"] = "deck_shuffled"
    count: int
    deck: Hidden[Cards]


class CardsDrawn(Event):
    kind: Literal["cards_drawn"] = "cards_drawn"
    seat: int
    count: int
    cards: Hidden[Cards]
    """In the order drawn; for the drawer [16.1]."""


class BuildingStarted(Event):
    """The living may build their spells [3.1]."""

    kind: Literal["building_started"] = "building_started"


class Placed(Message):
    """A card in a place of a spell."""

    card: Card
    place: Place


class Built(Message):
    """What one seat built."""

    seat: int
    count: int
    cards: Hidden[tuple[Placed, ...]]
    """By place; for its seat until the spell is opened [16.3]."""


class SpellsBuilt(Event):
    """All have built."""

    kind: Literal["spells_built"] = "spells_built"
    spells: tuple[Built, ...]


class RollOff(Message):
    """One die of each of those who are tied, in the order of seats [4.3]."""

    seats: tuple[int, ...]
    dice: tuple[int, ...]


class OrderFixed(Event):
    kind: Literal["order_fixed"] = "order_fixed"
    order: tuple[int, ...]
    roll_offs: tuple[RollOff, ...]


class WizardActs(Event):
    """The initiative turn of a seat began."""

    kind: Literal["wizard_acts"] = "wizard_acts"
    seat: int


class SpellOpened(Event):
    kind: Literal["spell_opened"] = "spell_opened"
    seat: int
    name: str
    """As its wizard reads it [5.1]."""
    cards: tuple[Placed, ...]


class CardsRevealed(Event):
    """Cards were turned up from the spell deck; they lie aside until the search is done."""

    kind: Literal["cards_revealed"] = "cards_revealed"
    seat: int
    cards: Cards


class SearchDone(Event):
    """What was found has its place, the rest of what was revealed is discarded [5.2] [5.6]."""

    kind: Literal["search_done"] = "search_done"
    seat: int
    type: Place
    found: Cards
    into: Literal["spell", "creatures"]
    wild: int | None = None
    """The number of the Wild Magic that this replaces."""


class TopCardAdded(Event):
    """A Dead Wizard card gave the spell the top card of the deck [13.4]."""

    kind: Literal["top_card_added"] = "top_card_added"
    seat: int
    wild: int
    """Wild Magic above it, which went to the hand."""
    card: Card | None
    """None if the deck held no other."""


class CardJoined(Event):
    """A card of the hand was added to the spell [5.5]."""

    kind: Literal["card_joined"] = "card_joined"
    seat: int
    card: Card


class CardApplied(Event):
    """A card's text is begun; the card's Reaction is over."""

    kind: Literal["card_applied"] = "card_applied"
    seat: int
    n: int
    card: Card


class CreatureAttacks(Event):
    """A Creature of an earlier turn attacks again [9.4]."""

    kind: Literal["creature_attacks"] = "creature_attacks"
    seat: int
    n: int
    card: Card


class Aimed(Event):
    """The target of a text is fixed."""

    kind: Literal["aimed"] = "aimed"
    by: int
    card: str
    target: int


class BloodPaid(Event):
    kind: Literal["blood_paid"] = "blood_paid"
    seat: int
    amount: int
    card: str
    what: Literal["component", "treasure"]


class DiceRolled(Event):
    """A Power Roll [6.5], or the dice of an amount or a choice."""

    kind: Literal["dice_rolled"] = "dice_rolled"
    seat: int
    card: str
    why: Literal["power", "amount", "chance"]
    dice: tuple[int, ...]
    """Pips; of ``chance`` the seat that it chose."""


class DiceRerolled(Event):
    kind: Literal["dice_rerolled"] = "dice_rerolled"
    seat: int
    card: str
    """The Treasure that did it."""
    dice: tuple[int, ...]
    """All dice of the roll afterwards."""


class RollCounted(Event):
    kind: Literal["roll_counted"] = "roll_counted"
    seat: int
    card: str
    total: int
    band: Band


class DiceAdded(Event):
    """Later Power Rolls of this turn of the wizard have more dice [6.6]."""

    kind: Literal["dice_added"] = "dice_added"
    seat: int
    count: int


class DamageDealt(Event):
    kind: Literal["damage_dealt"] = "damage_dealt"
    by: int
    card: str
    seat: int
    amount: int
    life: int
    """What is left."""


class DamageCancelled(Event):
    """A Creature took a dealing and is discarded [8.2]."""

    kind: Literal["damage_cancelled"] = "damage_cancelled"
    by: int
    card: str
    seat: int
    amount: int
    n: int
    creature: Card


class Healed(Event):
    kind: Literal["healed"] = "healed"
    seat: int
    amount: int
    life: int
    """Afterwards; at most 25 [1.2]."""


class BloodGained(Event):
    kind: Literal["blood_gained"] = "blood_gained"
    seat: int
    amount: int
    blood: int
    """Afterwards; at most 25 [1.2]."""
    why: str
    """The card, ``kill`` or ``castle``."""


class BloodStolen(Event):
    kind: Literal["blood_stolen"] = "blood_stolen"
    seat: int
    by: int
    amount: int
    """What the giver had of it [10.2]."""


class CastleTaken(Event):
    kind: Literal["castle_taken"] = "castle_taken"
    seat: int


class CastleWillYield(Event):
    """The Castle gives more at the end of this turn [13.3]."""

    kind: Literal["castle_will_yield"] = "castle_will_yield"
    amount: int


class TreasureGained(Event):
    """A Treasure came from the deck."""

    kind: Literal["treasure_gained"] = "treasure_gained"
    seat: int
    treasure: str
    owed: bool = False
    """It was owed since the last round [2.1]."""


class TreasureTaken(Event):
    kind: Literal["treasure_taken"] = "treasure_taken"
    seat: int
    by: int
    treasure: str


class TreasureReturned(Event):
    """A Treasure went under its deck; a card under it is discarded."""

    kind: Literal["treasure_returned"] = "treasure_returned"
    seat: int
    treasure: str


class TreasureOwed(Event):
    kind: Literal["treasure_owed"] = "treasure_owed"
    seat: int


class CardTucked(Event):
    kind: Literal["card_tucked"] = "card_tucked"
    seat: int
    treasure: str
    card: Card


class CardGiven(Event):
    kind: Literal["card_given"] = "card_given"
    seat: int
    to: int
    card: Hidden[Card]
    """For the two of them [16.5]."""


class CardDiscarded(Event):
    kind: Literal["card_discarded"] = "card_discarded"
    seat: int
    card: Card


class NothingGiven(Event):
    """The seat has no card of the type that was demanded."""

    kind: Literal["nothing_given"] = "nothing_given"
    seat: int
    type: Place


class CreatureKept(Event):
    """A Delivery stays in front of its owner, or one that attacked again does."""

    kind: Literal["creature_kept"] = "creature_kept"
    seat: int
    n: int
    card: Card


class CreatureDiscarded(Event):
    kind: Literal["creature_discarded"] = "creature_discarded"
    seat: int
    n: int
    card: Card
    why: Literal["no_keep", "banished"]


class ReactionWorked(Event):
    """A dying wizard's card is shown, works and is used up [12.3]."""

    kind: Literal["reaction_worked"] = "reaction_worked"
    seat: int
    n: int
    card: Card


class DeadDrawsGiven(Event):
    """The victim will draw more Dead Wizard cards [12.4]."""

    kind: Literal["dead_draws_given"] = "dead_draws_given"
    seat: int
    count: int


class HitUndone(Event):
    """A Creature in the victim's spell is discarded in its place [12.4]."""

    kind: Literal["hit_undone"] = "hit_undone"
    seat: int
    n: int
    card: Card
    life: int


class WizardSaved(Event):
    """A Reaction kept the wizard alive."""

    kind: Literal["wizard_saved"] = "wizard_saved"
    seat: int


class WizardDied(Event):
    """The hand, the spell and the Creatures were discarded [12.7]."""

    kind: Literal["wizard_died"] = "wizard_died"
    seat: int
    killer: int
    discarded: Cards
    """All of these, in the order in which they lie on the discard pile."""


class DeadWizardDrawn(Event):
    kind: Literal["dead_wizard_drawn"] = "dead_wizard_drawn"
    seat: int
    card: str


class DeadWizardSpent(Event):
    """A Dead Wizard card went under its deck."""

    kind: Literal["dead_wizard_spent"] = "dead_wizard_spent"
    seat: int
    card: str


class DeathsDone(Event):
    """Everybody has drawn the Dead Wizard cards there were."""

    kind: Literal["deaths_done"] = "deaths_done"


class SpellCleared(Event):
    """What was not kept of a spell is discarded [5.8]."""

    kind: Literal["spell_cleared"] = "spell_cleared"
    seat: int


class TurnEnded(Event):
    kind: Literal["turn_ended"] = "turn_ended"


class RoundWon(Event):
    """One wizard is left and takes a token [14.1]."""

    kind: Literal["round_won"] = "round_won"
    seat: int


class RoundEnded(Event):
    """Everything is put away for a new round [14.4]."""

    kind: Literal["round_ended"] = "round_ended"
    winner: int | None
    discarded: Cards
    """Hands, spells and Creatures, in the order in which they lie on the discard pile."""


class ChoicePut(Event):
    """A seat is asked; the rest of what is under way waits [15.1]."""

    kind: Literal["choice_put"] = "choice_put"
    seat: int
    about: Kind
    card: str
    picks: Names
    own: Hidden[Names]
    """Further answers: cards of the seat's hand."""
    agenda: Agenda
    """What is left to do, the next last [17.4]."""


class Chosen(Event):
    kind: Literal["chosen"] = "chosen"
    seat: int
    pick: str | None
    """None for a card of the hand, of which later events tell."""


class WizardLeft(Event):
    """A player is out of the match [14.7]."""

    kind: Literal["wizard_left"] = "wizard_left"
    seat: int
    discarded: Cards


class MatchDecided(Event):
    kind: Literal["match_decided"] = "match_decided"
    why: Literal["tokens", "rounds", "last_player"]


SpellWarsEvent = Annotated[
    TableLaid
    | RoundStarted
    | TurnStarted
    | DeckShuffled
    | CardsDrawn
    | BuildingStarted
    | SpellsBuilt
    | OrderFixed
    | WizardActs
    | SpellOpened
    | CardsRevealed
    | SearchDone
    | TopCardAdded
    | CardJoined
    | CardApplied
    | CreatureAttacks
    | Aimed
    | BloodPaid
    | DiceRolled
    | DiceRerolled
    | RollCounted
    | DiceAdded
    | DamageDealt
    | DamageCancelled
    | Healed
    | BloodGained
    | BloodStolen
    | CastleTaken
    | CastleWillYield
    | TreasureGained
    | TreasureTaken
    | TreasureReturned
    | TreasureOwed
    | CardTucked
    | CardGiven
    | CardDiscarded
    | NothingGiven
    | CreatureKept
    | CreatureDiscarded
    | ReactionWorked
    | DeadDrawsGiven
    | HitUndone
    | WizardSaved
    | WizardDied
    | DeadWizardDrawn
    | DeadWizardSpent
    | DeathsDone
    | SpellCleared
    | TurnEnded
    | RoundWon
    | RoundEnded
    | ChoicePut
    | Chosen
    | WizardLeft
    | MatchDecided,
    Field(discriminator="kind"),
]
