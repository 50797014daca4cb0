"""How a match goes on: rounds, turns, spells, choices. Append only."""

from typing import Annotated, ClassVar, Literal

from pydantic import Field

from engine.core.messages import Event, Message
from engine.core.secrecy import Hidden
from engine.games.spellwars.cards import WILD_COPIES, Card, Cards
from engine.games.spellwars.ops import Place
from engine.games.spellwars.state import MAX_SEATS, MIN_SEATS, Mode, Seat, Subject
from engine.games.spellwars.tasks import Agenda

Names = tuple[str, ...]


class TableLaid(Event):
    """The decks were shuffled [1.7]."""

    kind: Literal["table_laid"] = "table_laid"
    mode: Mode
    dead_draw_on_death: bool
    seats: Annotated[int, Field(ge=MIN_SEATS, le=MAX_SEATS)]
    spell_deck: Hidden[Cards]
    treasure_deck: Hidden[Names]
    dead_wizard_deck: Hidden[Names]


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
    seat: Seat
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

    seat: Seat
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
    order: tuple[Seat, ...]
    roll_offs: tuple[RollOff, ...]


class WizardActs(Event):
    """The initiative turn of a seat began."""

    kind: Literal["wizard_acts"] = "wizard_acts"
    seat: Seat


class SpellOpened(Event):
    kind: Literal["spell_opened"] = "spell_opened"
    seat: Seat
    name: str
    """As its wizard reads it [5.1]."""
    cards: tuple[Placed, ...]


class CardsRevealed(Event):
    """Cards were turned up from the spell deck; they lie aside until the search is done."""

    kind: Literal["cards_revealed"] = "cards_revealed"
    seat: Seat
    cards: Cards


class SearchDone(Event):
    """What was found has its place, the rest of what was revealed is discarded [5.2] [5.6]."""

    kind: Literal["search_done"] = "search_done"
    seat: Seat
    type: Place
    found: Cards
    into: Literal["spell", "creatures"]
    wild: int | None = None
    """The number of the Wild Magic that this replaces."""


class TopCardAdded(Event):
    """A Dead Wizard card gave the spell the top card of the deck [13.4]."""

    kind: Literal["top_card_added"] = "top_card_added"
    seat: Seat
    wild: Annotated[int, Field(ge=0, le=WILD_COPIES)]
    """Wild Magic above it, which went to the hand."""
    card: Card | None
    """None if the deck held no other."""


class CardJoined(Event):
    """A card of the hand was added to the spell [5.5]."""

    kind: Literal["card_joined"] = "card_joined"
    seat: Seat
    card: Card


class CardApplied(Event):
    """A card's text is begun; the card's Reaction is over."""

    kind: Literal["card_applied"] = "card_applied"
    seat: Seat
    n: int
    card: Card


class CreatureReAttacks(Event):
    """A Creature of an earlier turn attacks again [9.4]."""

    kind: Literal["creature_re_attacks"] = "creature_re_attacks"
    seat: Seat
    n: int
    card: Card


class SpellCleared(Event):
    """What was not kept of a spell is discarded [5.8]."""

    kind: Literal["spell_cleared"] = "spell_cleared"
    seat: Seat
    discarded: Cards


class TurnEnded(Event):
    kind: Literal["turn_ended"] = "turn_ended"


class RoundWon(Event):
    """One wizard is left and takes a token [14.1]."""

    kind: Literal["round_won"] = "round_won"
    seat: Seat


class RoundEnded(Event):
    """Everything is put away for a new round [14.4]."""

    kind: Literal["round_ended"] = "round_ended"
    winner: Seat | None
    discarded: Cards
    """Hands, spells and Creatures, in the order in which they lie on the discard pile."""


class ChoicePut(Event):
    """A seat is asked; the rest of what is under way waits [15.1]."""

    bookkeeping: ClassVar[bool] = True

    kind: Literal["choice_put"] = "choice_put"
    number: int
    """From 1 in the match [17.3]."""
    seat: Seat
    subject: Subject
    picks: Names
    own: Hidden[Names]
    """Further answers: cards of the seat's hand."""
    agenda: Hidden[Agenda]
    """What is left to do, the next last; nobody's business but the rules' [17.4]."""


class Chosen(Event):
    bookkeeping: ClassVar[bool] = True

    kind: Literal["chosen"] = "chosen"
    number: int
    """Of the choice."""
    seat: Seat
    pick: str | None
    """None for a card of the hand, of which later events tell."""


class WizardLeft(Event):
    """A player is out of the match [14.7]."""

    kind: Literal["wizard_left"] = "wizard_left"
    seat: Seat
    discarded: Cards


class MatchDecided(Event):
    kind: Literal["match_decided"] = "match_decided"
    why: Literal["tokens", "rounds", "last_player"]
