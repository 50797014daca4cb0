"""Everything that is printed, as clients get it."""

from typing import Final

from engine.core.game import PrintedCards
from engine.games.spellwars.cards import COMPONENTS, COPIES, DEAD, TREASURE, WILD, WILD_COPIES
from engine.games.spellwars.dead_wizards import DEAD_WIZARDS
from engine.games.spellwars.ops import Component, DeadWizard, Treasure
from engine.games.spellwars.texts import text_of_card
from engine.games.spellwars.treasures import TREASURES


class Printed(PrintedCards):
    """The cards: what they do as data, and the same in words."""

    components: tuple[Component, ...]
    component_copies: int
    wild_magic_copies: int
    treasures: tuple[Treasure, ...]
    """One of each."""
    dead_wizards: tuple[DeadWizard, ...]


PRINTED: Final = Printed(
    components=tuple(COMPONENTS.values()),
    component_copies=COPIES,
    wild_magic_copies=WILD_COPIES,
    treasures=TREASURES,
    dead_wizards=DEAD_WIZARDS,
    texts={card: text_of_card(card) for card in (*COMPONENTS, WILD, *TREASURE, *DEAD)},
)
