"""Where a bot's figures had better stand."""

from typing import Final

from engine.core.options import CommandData, Option, Places
from engine.games.sorcery.bots_table import INCH, Table, Told, card_of, distance, point
from engine.games.sorcery.geometry.bases import Base, in_contact
from engine.games.sorcery.geometry.points import Point
from engine.games.sorcery.state import ROUNDS

_HELD: Final = 90
"""Standing on an objective."""
_HUNT: Final = 3
"""An inch nearer to the nearest enemy."""
_STEP: Final = 7
"""An inch nearer to the objective."""


def place_worth(table: Table, n: str, at: Point) -> int:
    """Return what it is worth for an own figure to stand somewhere."""
    figure = table.standing[n]
    late = 1 + (table.view["round"] > ROUNDS // 2) + (table.view["round"] > ROUNDS - 4)
    worth = _near_goal(table, n, at) * late - _HUNT * _far_off(table, figure, at) // INCH
    here = Base(0, at, figure["radius"])
    blows = [0]
    for enemy in table.enemies:
        if in_contact(here, Base(1, point(enemy["at"]), enemy["radius"])):
            if figure["range"]:
                worth -= 40
            if at != table.at(n):
                blows.append(table.blow(n, enemy["n"], "close") * 2 // 3)
                worth -= table.blow(enemy["n"], n, "close") // 4
        elif figure["range"] and distance(at, point(enemy["at"])) <= figure["range"] * INCH:
            blows.append(table.blow(n, enemy["n"], "ranged") // 3)
    return worth + max(blows)


def _far_off(table: Table, figure: Told, at: Point) -> int:
    """Return how much farther than its range the nearest enemy is, in mil-inches."""
    nearest = min((distance(at, point(enemy["at"])) for enemy in table.enemies), default=0)
    return max(0, nearest - max(1, figure["range"]) * INCH)


def _near_goal(table: Table, n: str, at: Point) -> int:
    goal = table.goals.get(n)
    if goal is None:
        return 0
    on = table.held(at) is not None
    return _HELD * on - _STEP * distance(at, goal) // INCH


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
