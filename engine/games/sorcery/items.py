"""Picking up dropped books [10.3]."""

from typing import Final

from engine.core.options import Option
from engine.core.rejection import Rejection, no
from engine.core.secrecy import Hidden
from engine.games.sorcery.acting import cant_act, own_figure, take
from engine.games.sorcery.cards import BOOKS, FIGURES
from engine.games.sorcery.commands import Code, PickUp
from engine.games.sorcery.distances import how_far
from engine.games.sorcery.events_magic import BookTaken
from engine.games.sorcery.geometry.bases import TOKEN_RADIUS, within
from engine.games.sorcery.ground import base
from engine.games.sorcery.labels import name_of
from engine.games.sorcery.running import Act, Run
from engine.games.sorcery.state import Book, Figure, State
from engine.games.sorcery.tasks import Task


def _refuse(state: State, seat: int, command: PickUp) -> Rejection | None:
    figure = own_figure(state, seat, command.figure)
    if isinstance(figure, Rejection):
        return figure
    refusal = cant_act(state, figure) or _cant_bear(figure)
    if refusal is not None:
        return refusal
    book = state.books.get(command.book)
    if book is None or not _at_hand(figure, book):
        return no(Code.NO_BOOK, "10.3", _not_at_hand(state, figure, command.book))
    return None


def _not_at_hand(state: State, figure: Figure, n: str) -> str:
    book = state.books.get(n)
    if book is not None and book.bearer is not None:
        return f"{_named(book)} is not dropped: {name_of(state.figures[book.bearer])} bears it."
    if book is None or book.at is None:
        there = ", ".join(_named(one) for one in state.books.values() if one.at is not None)
        return f"There is no book {n!r}; dropped are: {there or 'none'}."
    most = _reach(figure)
    (x, y), far = book.at, how_far(base(figure).centre, book.at, most)
    return (
        f"{_named(book)} lies at [{x}, {y}], {far} mil from {name_of(figure)}, who reaches {most}."
    )


def _named(book: Book) -> str:
    return f"{BOOKS[book.card].name} {book.n}"


def _cant_bear(figure: Figure) -> Rejection | None:
    if figure.book is not None:
        return no(Code.NO_BOOK, "10.3", f"{name_of(figure)} bears a book already.")
    if not FIGURES[figure.card].slots:
        return no(Code.NO_BOOK, "10.3", f"{name_of(figure)} has no slot for a book.")
    return None


def _at_hand(figure: Figure, book: Book) -> bool:
    assert figure.at is not None
    return book.at is not None and within(figure.at, book.at, _reach(figure))


def _reach(figure: Figure) -> int:
    return FIGURES[figure.card].radius + TOKEN_RADIUS


def _do(run: Run, seat: int, command: PickUp, task: Task) -> None:
    run.then(task)
    take(run, command.figure, "special")
    leaves = run.state.books[command.book].leaves
    seen = tuple((leaf.spell, leaf.up) for leaf in leaves)
    run.add(BookTaken(figure=command.figure, book=command.book, leaves=Hidden(seen, (seat,))))


def _offer(state: State, seat: int) -> list[Option]:
    return [
        Option(
            label=f"{name_of(figure)} picks up {_named(book)}",
            command={"kind": "pick_up", "figure": figure.n, "book": book.n},
        )
        for book in state.books.values()
        if book.at is not None
        for figure in state.of(seat)
        if _at_hand(figure, book) and cant_act(state, figure) is None and _cant_bear(figure) is None
    ]


PICK_UP: Final = Act(answers=frozenset({"act"}), refuse=_refuse, do=_do, offer=_offer)
