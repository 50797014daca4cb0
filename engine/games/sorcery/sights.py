"""Why a figure does not reach another from afar: range, front arc, line of fire [6]."""

from engine.core.rejection import Rejection, no
from engine.games.sorcery.commands import Code
from engine.games.sorcery.distances import how_far
from engine.games.sorcery.ground import base, enemies_touching, faces, line, near
from engine.games.sorcery.labels import name_of, names_of
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
        f"{name_of(target)} is {_far(figure, target, reach)} mil from {name_of(figure)}, "
        f"whose range is {reach} inches, {reach * INCH} mil.",
    )


def _far(figure: Figure, target: Figure, reach: int) -> int:
    return how_far(base(figure).centre, base(target).centre, reach * INCH)


def behind(figure: Figure, target: Figure, rule: str) -> Rejection | None:
    """Return why a figure is not in another's front arc, or None [6.1]."""
    if faces(figure, target):
        return None
    x, y = figure.facing
    return no(
        Code.NOT_IN_FRONT,
        rule,
        f"{name_of(target)} is behind {name_of(figure)}, who faces [{x}, {y}].",
    )


def touched(state: State, figure: Figure, rule: str) -> Rejection | None:
    """Return by whom a figure is kept from acting at a distance: an enemy in contact; or None."""
    enemies = enemies_touching(state, figure)
    if not enemies:
        return None
    detail = f"{name_of(figure)} is in contact with the enemy {names_of(enemies)}."
    return no(Code.IN_CONTACT, rule, detail)


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
