"""Why a figure does not reach another from afar: range, front arc, line of fire [6]."""

from engine.core.rejection import Rejection, no
from engine.games.sorcery.commands import Code
from engine.games.sorcery.ground import faces, line, near
from engine.games.sorcery.labels import name_of
from engine.games.sorcery.state import Figure, State
from engine.games.sorcery.traits import INCH, value


def too_far(state: State, figure: Figure, target: Figure, rule: str) -> Rejection | None:
    """Return why a figure is out of another's range, or None [6.2]."""
    reach = value(state, figure, "range")
    if near(figure, target, reach * INCH):
        return None
    return no(
        Code.TOO_FAR,
        rule,
        f"{name_of(target)} is out of the range of {name_of(figure)}, {reach} inches.",
    )


def behind(figure: Figure, target: Figure, rule: str) -> Rejection | None:
    """Return why a figure is not in another's front arc, or None [6.1]."""
    if faces(figure, target):
        return None
    return no(Code.NOT_IN_FRONT, rule, f"{name_of(target)} is behind {name_of(figure)}.")


def no_line(state: State, figure: Figure, target: Figure, rule: str) -> Rejection | None:
    """Return what blocks the line of fire to a figure, or None [6.4]."""
    blocked = line(state, figure, target).blocked
    if blocked is None:
        return None
    return no(
        Code.NO_LINE_OF_FIRE,
        rule,
        f"The line of fire to {name_of(target)} is blocked: {blocked.words}.",
    )


def in_sight(state: State, figure: Figure, target: Figure, rule: str) -> Rejection | None:
    """Return why a figure is not within another's range, arc and line of fire, or None [6.3]."""
    return (
        too_far(state, figure, target, rule)
        or behind(figure, target, rule)
        or no_line(state, figure, target, rule)
    )
