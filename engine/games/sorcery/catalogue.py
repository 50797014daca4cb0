"""Everything that is printed, as clients get it."""

from typing import Final

from engine.core.game import PrintedCards
from engine.games.sorcery.cards import ARMIES, BOOKS, FIELDS, FIGURES, SPELLS
from engine.games.sorcery.models import ArmyCard, BookCard, FieldCard, FigureCard, Spell
from engine.games.sorcery.texts import text_of_book, text_of_figure, text_of_spell


class Printed(PrintedCards):
    """Figures, books, spells, fields and ready armies as data, and the first three in words."""

    figures: tuple[FigureCard, ...]
    books: tuple[BookCard, ...]
    spells: tuple[Spell, ...]
    fields: tuple[FieldCard, ...]
    armies: tuple[ArmyCard, ...]


PRINTED: Final = Printed(
    figures=tuple(FIGURES.values()),
    books=tuple(BOOKS.values()),
    spells=tuple(SPELLS.values()),
    fields=tuple(FIELDS.values()),
    armies=tuple(ARMIES.values()),
    texts={
        **{card.id: text_of_figure(card) for card in FIGURES.values()},
        **{card.id: text_of_book(card) for card in BOOKS.values()},
        **{card.id: text_of_spell(card) for card in SPELLS.values()},
    },
)
