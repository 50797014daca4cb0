"""Where a bot's figures had better stand, and what they look at."""

from collections.abc import Iterable
from math import isqrt
from typing import Final

from engine.core.options import CommandData, Option, Places
from engine.games.sorcery.bots_odds import promise
from engine.games.sorcery.bots_table import INCH, Foe, Table, Told, card_of, distance
from engine.games.sorcery.geometry.bases import touching
from engine.games.sorcery.geometry.points import Point, Vector, minus, squared_distance
from engine.games.sorcery.ground import facing_along
from engine.games.sorcery.state import ROUNDS

_HELD: Final = 60
"""Standing on an objective, early."""
_HUNT: Final = 6
"""An inch nearer to the nearest enemy."""
_STEP: Final = 5
"""An inch nearer to the objective, early."""
_READY: Final = (6, 3, 0)
"""Tenths of a blow that count, by the tokens of who would strike in the next turn."""


def place_worth(table: Table, n: str, at: Point, *, tokens: int | None = None) -> int:
    """Return what it is worth for an own figure to stand somewhere, with so many tokens then."""
    figure = table.standing[n]
    radius: int = figure["radius"]
    reach = (figure["range"] * INCH) ** 2
    now: int = figure["tokens"] if tokens is None else tokens
    ready = _READY[min(2, now)]
    far = [(foe, squared_distance(at, foe.at)) for foe in table.foes]
    met = [foe for foe, square in far if touching(square, radius + foe.radius)]
    worth = _near_goal(table, n, at) - _HUNT * _far_off(figure, far) // INCH
    blows, threats = [0], [0]
    for foe in met:
        threats.append(promise(table, foe.n, n, "close") * _readiness(foe.told))
        if ready:
            blows.append(promise(table, n, foe.n, "close", at) * ready)
    if met and reach:
        worth -= 40
    beside = {foe.seat for foe in met}
    for foe, square in far:
        if square <= foe.shot and foe.seat not in beside:  # nobody shoots past his own [9.2]
            threats.append(promise(table, foe.n, n, "ranged") * _readiness(foe.told))
        if ready and not met and square <= reach and foe.shot_at_by(n):  # [9.1]
            blows.append(promise(table, n, foe.n, "ranged", at) * ready)
    return worth + (max(blows) - max(threats) - sum(threats) // 3) // 10


def _readiness(figure: Told) -> int:
    tokens: int = figure["tokens"]
    return _READY[tokens]


def _far_off(figure: Told, far: Iterable[tuple[Foe, int]]) -> int:
    """Return how much farther than its range the nearest enemy is, in mil-inches."""
    nearest = isqrt(min((square for _, square in far), default=0))
    return max(0, nearest - max(1, figure["range"]) * INCH)


def _near_goal(table: Table, n: str, at: Point) -> int:
    """Return what it is worth to be near an objective: little, but more and more late."""
    goal = table.goals.get(n)
    if goal is None:
        return 0
    on = table.held(at) is not None
    late = 1 + (table.left < ROUNDS // 2) + 2 * (table.left < 5) + 3 * (table.left < 2)
    return (_HELD * on - _STEP * distance(at, goal) // INCH) * late


def facing_at(table: Table, at: Point) -> Vector | None:
    """Return where a figure had better look from a place: at the nearest enemy."""
    ways = [minus(foe.at, at) for foe in table.foes]
    if not ways:
        return None
    return facing_along(min(ways, key=lambda way: way[0] ** 2 + way[1] ** 2))


def placed(table: Table, options: list[Told]) -> CommandData:
    """Place the strongest figure next, before the objective that is emptiest of friends."""
    figures = {one["n"]: one for one in table.view["figures"]}
    shapes = [Option.model_validate(option).shape for option in options]
    rows = [shape for shape in shapes if isinstance(shape, Places)]
    shape = max(rows, key=lambda one: card_of(figures[str(one.command["figure"])]).points)
    goals = [*table.goals.values()]
    _, _, place = min(
        (distance(place.at, objective) + 4 * INCH * goals.count(objective), number, place)
        for number, place in enumerate(shape.places)
        for objective in table.objectives
    )
    return {**shape.command, shape.field: shape.value(place)}
