"""All that is printed, by id."""

from collections.abc import Mapping
from typing import Final

from engine.games.sorcery.cards.armies import READY_ARMIES
from engine.games.sorcery.cards.books import ALL_BOOKS
from engine.games.sorcery.cards.enchantments import ENCHANTMENTS
from engine.games.sorcery.cards.fields import ALL_FIELDS
from engine.games.sorcery.cards.figures import ALL_FIGURES
from engine.games.sorcery.cards.glyphs import GLYPHS
from engine.games.sorcery.cards.illusions import ILLUSIONS
from engine.games.sorcery.cards.sorceries import SORCERIES
from engine.games.sorcery.models import (
    ArmyCard,
    BookCard,
    CardId,
    FieldCard,
    FigureCard,
    Spell,
)

FIGURES: Final[Mapping[CardId, FigureCard]] = {card.id: card for card in ALL_FIGURES}
BOOKS: Final[Mapping[CardId, BookCard]] = {card.id: card for card in ALL_BOOKS}
SPELLS: Final[Mapping[CardId, Spell]] = {
    card.id: card for card in (*SORCERIES, *ENCHANTMENTS, *GLYPHS, *ILLUSIONS)
}
ARMIES: Final[Mapping[CardId, ArmyCard]] = {card.id: card for card in READY_ARMIES}
FIELDS: Final[Mapping[CardId, FieldCard]] = {card.id: card for card in ALL_FIELDS}
