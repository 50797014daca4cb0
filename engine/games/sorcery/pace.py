"""What a figure's move may cost, and what slows it or is in its way [5.2] to [5.4]."""

from typing import NamedTuple

from engine.games.sorcery.geometry.bases import Ground
from engine.games.sorcery.geometry.costs import path_cost
from engine.games.sorcery.geometry.points import Point
from engine.games.sorcery.ground import base, ground
from engine.games.sorcery.ops import Rough
from engine.games.sorcery.state import Figure, State
from engine.games.sorcery.traits import INCH, has, traits_on, value


class Pace(NamedTuple):
    """How a figure moves at the moment."""

    budget: int
    """What its move may cost, in mil-inches [5.3]."""
    factor: int
    """What a way costs for each mil of what it costs on this ground."""
    on: Ground
    """What is in the way and what slows; where it ends, all of the field counts."""

    def cost(self, start: Point, path: tuple[Point, ...]) -> int:
        """Return what a path costs, in mil-inches [5.4]."""
        return self.factor * path_cost(start, path, self.on.hindering)


def pace(state: State, figure: Figure, on: Ground) -> Pace:
    """Return how a figure on a field moves."""
    budget = value(state, figure, "speed") * INCH
    if has(state, figure, "flight"):  # [15.15]
        return Pace(budget, 1, Ground())
    if any(isinstance(trait, Rough) for trait in traits_on(state, figure)):
        return Pace(budget, 2, on._replace(hindering=()))
    return Pace(budget, 1, on)


def cost(state: State, figure: Figure, path: tuple[Point, ...]) -> int:
    """Return what a figure pays for a path, in mil-inches [5.4]."""
    return pace(state, figure, ground(state)).cost(base(figure).centre, path)
