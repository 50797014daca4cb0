"""How a match goes on: rounds, turns, spells, choices. Append only."""

from typing import Literal

from engine.core.messages import Event, Message
from engine.core.secrecy import Hidden
from engine.games.spellwars.cards import Card, Cards
from engine.games.spellwars.ops import Place
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
