"""What the laws for all games need to know of this one: twins.

A twin of a position differs from it only in what a viewer may not know: what lies in the books of
others and in dropped ones, in what order, and face up or down.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from engine.core.rng import Rng
    from engine.games.sorcery.state import Book, Leaf, State

WALKS = 6
"""Matches are long: one in each style of walk, so that all laws look at the same few."""


def twin(state: State, seat: int | None, rng: Rng) -> State:
    """Return a position that a viewer can't tell from this one by looking at it.

    All spells of all books that it may not look into change places; each lies as it likes.
    """
    return _mixed(state, [b for b in state.books.values() if not _open(state, b, seat)], 0, rng)


def quiet_twin(state: State, seat: int | None, rng: Rng) -> State:
    """Return a twin that stays one after any one command of the viewer.

    One command may show or use what is memorised, or pick up a dropped book: only what lies below
    the top of books that are borne changes places.
    """
    borne = [b for b in state.books.values() if b.bearer and not _open(state, b, seat)]
    return _mixed(state, borne, 1, rng)


def _open(state: State, book: Book, seat: int | None) -> bool:
    return book.bearer is not None and state.figures[book.bearer].seat == seat


def _mixed(state: State, books: list[Book], below: int, rng: Rng) -> State:
    """Let the spells of some books change places, but for so many on top, and the shown one."""
    kept = {b.n: max(below, _shown(state, b)) for b in books}
    pool = list(rng.shuffle([leaf for b in books for leaf in b.leaves[kept[b.n] :]]))
    mixed = dict(state.books)
    for book in books:
        top, low = book.leaves[: kept[book.n]], book.leaves[kept[book.n] :]
        mixed[book.n] = replace(book, leaves=(*top, *_drawn(top, len(low), pool, rng)))
    return replace(state, books=mixed)


def _drawn(top: tuple[Leaf, ...], count: int, pool: list[Leaf], rng: Rng) -> list[Leaf]:
    """Take leaves from the pool, each lying up or down; no spell is twice in a book."""
    drawn: list[Leaf] = []
    for _ in range(count):
        names = {leaf.spell for leaf in (*top, *drawn)}
        found = next((leaf for leaf in pool if leaf.spell not in names), pool[0])
        pool.remove(found)
        drawn.append(replace(found, up=bool(rng.below(2))))
    return drawn


def _shown(state: State, book: Book) -> int:
    """Return how many leaves lie above and with the announced spell: all know that one."""
    shown = state.announced
    if shown is None or shown.book != book.n:
        return 0
    return 1 + next(n for n, leaf in enumerate(book.leaves) if leaf.spell == shown.spell)
