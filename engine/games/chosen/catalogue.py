"""Everything that is printed, as clients get it."""

from typing import Final

from engine.core.game import PrintedCards
from engine.core.messages import Message
from engine.games.chosen.cards import CARDS, Card, Cards
from engine.games.chosen.cards.action_cards import ACTION_CARDS
from engine.games.chosen.cards.adventurers import ADVENTURERS
from engine.games.chosen.cards.allies import ALLIES
from engine.games.chosen.cards.buildings import BUILDINGS
from engine.games.chosen.cards.decks import READY_DECKS
from engine.games.chosen.cards.events import EVENTS
from engine.games.chosen.cards.obstacles import OBSTACLES
from engine.games.chosen.cards.quests import QUESTS
from engine.games.chosen.cards.tower_levels import TOWER_LEVELS
from engine.games.chosen.models import (
    ActionCard,
    Adventurer,
    Ally,
    Beast,
    Building,
    Event,
    Quest,
    TowerLevel,
    Trap,
)
from engine.games.chosen.texts import text_of


class PrintedDeck(Message):
    """A ready deck [1.5]."""

    name: str
    title: str
    plan: str
    """How it means to win."""
    cards: Cards
    levels: Cards
    omen: Card


class Printed(PrintedCards):
    """The cards: what they do as data, and the same in words."""

    adventurers: tuple[Adventurer, ...]
    quests: tuple[Quest, ...]
    buildings: tuple[Building, ...]
    tower_levels: tuple[TowerLevel, ...]
    obstacles: tuple[Trap | Beast, ...]
    events: tuple[Event, ...]
    action_cards: tuple[ActionCard, ...]
    allies: tuple[Ally, ...]
    ready_decks: tuple[PrintedDeck, ...]


PRINTED: Final = Printed(
    adventurers=ADVENTURERS,
    quests=QUESTS,
    buildings=BUILDINGS,
    tower_levels=TOWER_LEVELS,
    obstacles=OBSTACLES,
    events=EVENTS,
    action_cards=ACTION_CARDS,
    allies=ALLIES,
    ready_decks=tuple(
        PrintedDeck(
            name=deck.name,
            title=deck.title,
            plan=deck.plan,
            cards=deck.cards,
            levels=deck.levels,
            omen=deck.omen,
        )
        for deck in READY_DECKS
    ),
    texts={card: text_of(printed) for card, printed in CARDS.items()},
)
