"""Where a bot's figures had better stand, and what they look at."""

from collections.abc import Iterator
from typing import Final

from engine.core.options import CommandData, Option, Places
from engine.games.sorcery.bots_odds import promise
from engine.games.sorcery.bots_table import INCH, Table, Told, card_of, distance, point
from engine.games.sorcery.geometry.bases import Base, in_contact
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
    worth = _near_goal(table, n, at) - _HUNT * _far_off(table, figure, at) // INCH
    now: int = figure["tokens"] if tokens is None else tokens
    ready = _READY[min(2, now)]
    blows, threats = [0], [0]
    crowded = False
    for enemy, how in _in_reach(table, figure, at):
        if how == "close":
            crowded = True
            threats.append(promise(table, enemy["n"], n, "close") * _readiness(enemy))
        if how != "none" and ready:
            blows.append(promise(table, n, enemy["n"], how, at) * ready)
        if how != "close" and _shoots_at(table, enemy, at):
            threats.append(promise(table, enemy["n"], n, "ranged") * _readiness(enemy))
    if crowded and figure["range"]:
        worth -= 40
    return worth + (max(blows) - max(threats) - sum(threats) // 3) // 10


def _readiness(figure: Told) -> int:
    tokens: int = figure["tokens"]
    return _READY[tokens]


def _in_reach(table: Table, figure: Told, at: Point) -> Iterator[tuple[Told, str]]:
    """Yield the enemies with how a figure could attack each from a place: close, ranged, none."""
    here = Base(0, at, figure["radius"])
    reach = (figure["range"] * INCH) ** 2
    for enemy in table.enemies:
        there = point(enemy["at"])
        if in_contact(here, Base(1, there, enemy["radius"])):
            yield enemy, "close"
        elif reach and squared_distance(at, there) <= reach:
            yield enemy, "ranged"
        else:
            yield enemy, "none"


def _shoots_at(table: Table, enemy: Told, at: Point) -> bool:
    """Tell whether an enemy could shoot at who stands somewhere."""
    reach = enemy["range"] * INCH
    return (
        reach > 0
        and not table.touched(enemy["n"])
        and squared_distance(at, point(enemy["at"])) <= reach**2
    )


def _far_off(table: Table, figure: Told, at: Point) -> int:
    """Return how much farther than its range the nearest enemy is, in mil-inches."""
    nearest = min((distance(at, point(enemy["at"])) for enemy in table.enemies), default=0)
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
    ways = [minus(point(enemy["at"]), at) for enemy in table.enemies]
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
