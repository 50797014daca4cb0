"""The eight spellbooks; the more pages, the more points [2.6]."""

from typing import Final

from engine.games.sorcery.models import BookCard

ALL_BOOKS: Final[tuple[BookCard, ...]] = (
    BookCard(id="pocket_almanac", name="Pocket Almanac", capacity=6, points=6),
    BookCard(id="stitched_notes", name="Stitched Notes", capacity=7, points=8),
    BookCard(id="copper_clasp", name="Copper Clasp", capacity=8, points=10),
    BookCard(id="pilgrims_ledger", name="Pilgrim's Ledger", capacity=9, points=12),
    BookCard(id="grey_codex", name="Grey Codex", capacity=10, points=15),
    BookCard(id="chained_folio", name="Chained Folio", capacity=11, points=18),
    BookCard(id="amber_compendium", name="Amber Compendium", capacity=12, points=21),
    BookCard(id="book_of_tides_and_ash", name="Book of Tides and Ash", capacity=14, points=26),
)
