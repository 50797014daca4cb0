"""Folds of figures: where they are, their dials, what they did this turn."""

from typing import Any

from engine.core.copying import changed
from engine.core.rejection import impossible
from engine.games.sorcery.cards import FIGURES
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
from engine.games.sorcery.state import Figure, Handle, State


def put(state: State, n: Handle, **changes: Any) -> State:
    """Return the state with some fields of a figure changed."""
    figure = changed(state.figures[n], **changes)
    return changed(state, figures={**state.figures, n: figure})


def put_book(state: State, n: Handle, **changes: Any) -> State:
    """Return the state with some fields of a book changed."""
    book = changed(state.books[n], **changes)
    return changed(state, books={**state.books, n: book})


def standing(state: State, n: Handle) -> Figure:
    """Return a figure on the field; raises ImpossibleEventError for one that is not."""
    figure = state.figures[n]
    if figure.at is None:
        impossible(f"{n} is not on the field")
    return figure


def deployed(state: State, event: FigureDeployed) -> State:
    if state.phase != "deployment" or not state.figures[event.figure].waits:
        impossible(f"{event.figure} does not wait to be placed")
    return put(state, event.figure, at=event.at, facing=event.facing)


def moved(state: State, event: Moved) -> State:
    here = standing(state, event.figure).at
    at = event.path[-1] if event.path else here
    return put(state, event.figure, at=at, facing=event.facing)


def turned(state: State, event: Turned) -> State:
    return put(state, standing(state, event.figure).n, facing=event.facing)


def displaced(state: State, event: Displaced) -> State:
    return put(state, standing(state, event.figure).n, at=event.to)


def damaged(state: State, event: Damaged) -> State:
    figure = standing(state, event.figure)
    return _turn_dial(state, figure, figure.click + event.amount, past=1)


def healed(state: State, event: Healed) -> State:
    figure = standing(state, event.figure)
    return _turn_dial(state, figure, figure.click - event.amount)


def saved(state: State, event: Saved) -> State:
    return _turn_dial(state, standing(state, event.figure), event.click)


def _turn_dial(state: State, figure: Figure, click: int, *, past: int = 0) -> State:
    """Return the state with a dial turned; ``past``: so far beyond its last click [1.6]."""
    if not 0 <= click < len(FIGURES[figure.card].dial) + past:
        impossible(f"{figure.n} has no click {click}")
    return put(state, figure.n, click=click)


def eliminated(state: State, event: Eliminated) -> State:
    """It leaves the field; its book lies where it stood [10.2]."""
    figure = state.figures[event.figure]
    if figure.gone:
        impossible(f"{event.figure} is eliminated already")
    state = put(state, event.figure, at=None, gone=True, book=None, tokens=0)
    if figure.book is None:
        return state
    return put_book(state, figure.book, bearer=None, at=figure.at)


def syphoned(state: State, event: Syphoned) -> State:
    standing(state, event.friend)
    return _used(state, event.figure, "syphon_energy")


def probed(state: State, event: Probed) -> State:
    standing(state, event.target)
    return put(_used(state, event.figure, "mind_probe"), event.figure, probed=event.ability)


def _used(state: State, n: Handle, what: str) -> State:
    figure = standing(state, n)
    if what in figure.used:
        impossible(f"{n} used its {what} this turn")
    return put(state, n, used=(*figure.used, what))
