"""Who could fire at whom, and what is in between: the same for all who look on [6.3] [18.1]."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from engine.core.copying import Value, changed
from engine.core.kept import kept
from engine.games.sorcery.cards import FIGURES
from engine.games.sorcery.ground import Blocked, faces, line, near
from engine.games.sorcery.state import Handle, State
from engine.games.sorcery.traits import INCH, value


@dataclass(frozen=True, slots=True, kw_only=True)
class LineView(Value):
    """The line of fire of a figure that shoots, casts or counters, to an enemy in its range [6.2].

    It runs from centre to centre.
    """

    figure: Handle
    """Whose line it is."""
    target: Handle
    """At whom it ends."""
    in_front: bool
    """Whether the target is in the figure's front arc [6.1]; who counters needs no arc [14.1]."""
    blocked: Blocked | None
    """What blocks it; None: it is clear [6.4]."""
    hindered: bool
    """Whether it passes through what hinders, or ends in it [6.5]."""


def _found(state: State) -> Iterator[LineView]:
    for figure in state.standing:
        if not (FIGURES[figure.card].range or figure.book):
            continue
        reach = value(state, figure, "range") * INCH
        for target in state.standing:
            if target.seat != figure.seat and near(figure, target, reach):
                seen = line(state, figure, target)
                yield LineView(
                    figure=figure.n,
                    target=target.n,
                    in_front=faces(figure, target),
                    blocked=seen.blocked,
                    hindered=seen.hindered,
                )


def _lines(state: State) -> tuple[LineView, ...]:
    """Return the lines of all figures, by their numbers and then those of the targets."""
    return tuple(_found(changed(state, books={})))  # nothing in a book may tell by them [10.1]


lines: Final = kept(_lines)
"""State → the lines of fire on the field."""
