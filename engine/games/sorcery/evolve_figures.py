"""Folds of figures: where they are, their dials, what they did this turn."""

from typing import Any

from engine.core.copying import changed
from engine.games.sorcery.events_figures import (
    Damaged,
    Displaced,
    Eliminated,
    Healed,
    Moved,
    Probed,
    Saved,
    Syphoned,
    Turned,
)
from engine.games.sorcery.events_flow import FigureDeployed
from engine.games.sorcery.state import Handle, State


def put(state: State, n: Handle, **changes: Any) -> State:
    """Return the state with some fields of a figure changed."""
    figure = changed(state.figures[n], **changes)
    return changed(state, figures={**state.figures, n: figure})


def put_book(state: State, n: Handle, **changes: Any) -> State:
    """Return the state with some fields of a book changed."""
    book = changed(state.books[n], **changes)
    return changed(state, books={**state.books, n: book})


def deployed(state: State, event: FigureDeployed) -> State:
    return put(state, event.figure, at=event.at, facing=event.facing)


def moved(state: State, event: Moved) -> State:
    at = event.path[-1] if event.path else state.figures[event.figure].at
    return put(state, event.figure, at=at, facing=event.facing)


def turned(state: State, event: Turned) -> State:
    return put(state, event.figure, facing=event.facing)


def displaced(state: State, event: Displaced) -> State:
    return put(state, event.figure, at=event.to)


def damaged(state: State, event: Damaged) -> State:
    return put(state, event.figure, click=state.figures[event.figure].click + event.amount)


def healed(state: State, event: Healed) -> State:
    return put(state, event.figure, click=state.figures[event.figure].click - event.amount)


def saved(state: State, event: Saved) -> State:
    return put(state, event.figure, click=event.click)


def eliminated(state: State, event: Eliminated) -> State:
    """It leaves the field; its book lies where it stood [10.2]."""
    figure = state.figures[event.figure]
    state = put(state, event.figure, at=None, gone=True, book=None, tokens=0)
    if figure.book is None:
        return state
    return put_book(state, figure.book, bearer=None, at=figure.at)


def syphoned(state: State, event: Syphoned) -> State:
    return _used(state, event.figure, "syphon_energy")


def probed(state: State, event: Probed) -> State:
    return put(_used(state, event.figure, "mind_probe"), event.figure, probed=event.ability)


def _used(state: State, n: Handle, what: str) -> State:
    return put(state, n, used=(*state.figures[n].used, what))
