"""All cards by id, and what the rules ask of them [1.3] [1.4] [1.5] [1.6].

Copies of a card can't be told apart, so a card in a hand, a pile or a spell is its id.
"""

from collections.abc import Mapping
from typing import Final, get_args

from engine.games.spellwars.dead_wizards import DEAD_WIZARDS
from engine.games.spellwars.deliveries import DELIVERIES
from engine.games.spellwars.ops import Component, DeadWizard, Place, Treasure
from engine.games.spellwars.qualities import QUALITIES
from engine.games.spellwars.sources import SOURCES
from engine.games.spellwars.treasures import TREASURES

Card = str
"""The id of a component or of Wild Magic."""
Cards = tuple[Card, ...]

PLACES: Final[tuple[Place, ...]] = get_args(Place)
"""In the order in which a spell is applied [5.3]."""
WILD: Final = "wild_magic"
COPIES: Final = 2
WILD_COPIES: Final = 8

COMPONENTS: Final[Mapping[Card, Component]] = {
    card.id: card for card in (*SOURCES, *QUALITIES, *DELIVERIES)
}
TREASURE: Final[Mapping[str, Treasure]] = {card.id: card for card in TREASURES}
DEAD: Final[Mapping[str, DeadWizard]] = {card.id: card for card in DEAD_WIZARDS}

SPELL_DECK: Final[Cards] = (
    *(card for card in COMPONENTS for _ in range(COPIES)),
    *(WILD for _ in range(WILD_COPIES)),
)
TREASURE_DECK: Final = tuple(TREASURE)
DEAD_DECK: Final = tuple(card.id for card in DEAD_WIZARDS for _ in range(card.copies))


def type_of(card: Card) -> Place | None:
    """Return a card's type; Wild Magic has none [1.4]."""
    return None if card == WILD else COMPONENTS[card].type


def fits(card: Card, place: Place) -> bool:
    """Tell whether a card may stand in a place of a spell [3.2] [3.3]."""
    return type_of(card) in {place, None}


def name_of(card: str) -> str:
    """Return the name of any card of the game; of what is none, the id itself."""
    if card == WILD:
        return "Wild Magic"
    printed: Component | Treasure | DeadWizard | None = (
        COMPONENTS.get(card) or TREASURE.get(card) or DEAD.get(card)
    )
    return card if printed is None else printed.name
