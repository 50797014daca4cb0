"""How a game folds its events: a function for each kind."""

from collections.abc import Callable, Collection, Mapping
from typing import Any, TypeVar

from engine.core.messages import Event
from engine.core.rejection import ImpossibleEventError, impossible

S = TypeVar("S")


def by_kind(
    folds: Mapping[str, Callable[[S, Any], S]], told_only: Collection[str]
) -> Callable[[S, Event], S]:
    """Return a game's ``evolve``: (state, event) → state.

    ``folds``: by the event's kind. ``told_only``: kinds that tell how something came about, and
    change nothing themselves.

    It raises ImpossibleEventError for another kind, and for an event that names what is not there:
    a seat that is not at the table, a key that nothing has.
    """

    def evolve(state: S, event: Event) -> S:
        fold = folds.get(event.kind)
        if fold is None:
            if event.kind in told_only:
                return state
            impossible(f"{event.kind!r} is no event of this game")
        try:
            return fold(state, event)
        except IndexError as error:
            msg = f"{event.kind!r} names a seat, or what has a number, that there is not"
            raise ImpossibleEventError(msg) from error
        except KeyError as error:
            msg = f"{event.kind!r} names {error}, and there is none"
            raise ImpossibleEventError(msg) from error

    return evolve
