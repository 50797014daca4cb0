"""All cards of the game, by id."""

from collections.abc import Mapping
from typing import Final

from engine.games.chosen.cards.action_cards import ACTION_CARDS
from engine.games.chosen.cards.adventurers import ADVENTURERS
from engine.games.chosen.cards.allies import ALLIES
from engine.games.chosen.cards.buildings import BUILDINGS
from engine.games.chosen.cards.events import EVENTS
from engine.games.chosen.cards.obstacles import OBSTACLES
from engine.games.chosen.cards.quests import QUESTS
from engine.games.chosen.cards.tower_levels import TOWER_LEVELS
from engine.games.chosen.models import CardModel

Card = str
"""A card by its id; copies are told apart in play only, by their handles [16.7]."""
Cards = tuple[Card, ...]

CARDS: Final[Mapping[Card, CardModel]] = {
    card.id: card
    for card in (
        *ADVENTURERS, *QUESTS, *BUILDINGS, *TOWER_LEVELS, *OBSTACLES, *EVENTS, *ACTION_CARDS,
        *ALLIES,
    )
}  # fmt: skip
CHEAPEST_ACTION_CARD: Final = min(card.mp for card in ACTION_CARDS)
"""With fewer MP nobody can answer from the hand [5.3]."""


def name_of(card: Card) -> str:
    """Return the printed name of a card."""
    return CARDS[card].name
