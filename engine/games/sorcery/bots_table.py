"""A view as a bot reads it: who stands where, what a blow is worth, where to go.

Worth is counted in tenths of a victory point [16.3], roughly: what a figure costs is lost with it
click by click, and once more when it goes.
"""

from collections.abc import Mapping
from functools import cache
from math import isqrt
from typing import Any, Final

from engine.games.sorcery.cards import FIGURES
from engine.games.sorcery.geometry.arcs import in_front_arc
from engine.games.sorcery.geometry.points import Point, squared_distance
from engine.games.sorcery.models import FigureCard
from engine.games.sorcery.state import MODIFIER_CAP, OBJECTIVE_RANGE

Told = Mapping[str, Any]
"""A part of a view, or an option, as JSON data."""
INCH: Final = 1_000
WAYS: Final = 36
"""Two dice fall in so many ways."""
_CROWD: Final = 6 * INCH
"""An objective seems so much farther for each friend that goes there already."""


@cache
def hits(need: int) -> int:
    """Return in how many of 36 ways two dice hit who needs so much [7.1] [7.2]."""
    sums = [a + b for a in range(1, 7) for b in range(1, 7)]
    return sum(pips == 12 or (pips != 2 and pips >= need) for pips in sums)


def point(told: Any) -> Point:
    """Return a point of JSON data."""
    x, y = told
    return x, y


def distance(a: Point, b: Point) -> int:
    """Return a distance in mil-inches, rounded down."""
    return isqrt(squared_distance(a, b))


class Table:
    """What a seat sees of the field."""

    def __init__(self, view: Told) -> None:
        self.view = view
        self.seat: int = view["seat"]
        self.standing: dict[str, Told] = {
            one["n"]: one for one in view["figures"] if one["at"] is not None
        }
        self.books: dict[str, Told] = {book["n"]: book for book in view["books"]}
        self.objectives: list[Point] = [point(at) for at in view["field"]["objectives"]]
        self.goals = self._goals()

    def own(self, n: str) -> bool:
        return self.standing[n]["seat"] == self.seat

    @property
    def friends(self) -> list[Told]:
        return [one for one in self.standing.values() if one["seat"] == self.seat]

    @property
    def enemies(self) -> list[Told]:
        return [one for one in self.standing.values() if one["seat"] != self.seat]

    def at(self, n: str) -> Point:
        return point(self.standing[n]["at"])

    def harm(self, n: str, amount: int) -> int:
        """Return what so much damage to a figure is worth to its enemies."""
        figure = self.standing[n]
        card = FIGURES[figure["card"]]
        if amount > 0 and "toughness" in figure["abilities"]:
            amount -= 1
        clicks = min(amount, figure["clicks_left"])
        gone = 10 * card.points if amount >= figure["clicks_left"] else 0
        return 10 * card.points * clicks // len(card.dial) + gone

    def blow(
        self, n: str, target: str, how: str, *, bonus: int = 0, damage: int | None = None
    ) -> int:
        """Return what an attack promises: worth times the chance, as if nothing were in the way.

        ``how``: as in the rules, ``close``, ``ranged`` or ``spell``; ``damage``: of a spell.
        """
        figure, other = self.standing[n], self.standing[target]
        card = FIGURES[figure["card"]]
        kind = {"close": "sword", "spell": "wand"}.get(how, card.attack_type)
        more = bonus + (card.attack_bonus if kind == card.attack_type else 0)
        if not in_front_arc(point(other["at"]), point(other["facing"]), point(figure["at"])):
            more += 1
        if how == "close":
            more += sum(self.own(one) == self.own(n) for one in other["touches"] if one != n)
        guarded = kind == "wand" and FIGURES[other["card"]].defence_type == "magic"
        need = other["defence"] + guarded - figure["attack"] - min(MODIFIER_CAP, more)
        if damage is None:
            damage = int(figure["damage" if how == "close" else "ranged_damage"])
        return self.harm(target, damage) * hits(need) // WAYS

    def tiring(self, n: str) -> int:
        """Return what it costs to give a figure an action now: pushing, and rest after it [4.3]."""
        figure = self.standing[n]
        if not figure["tokens"]:
            return 0
        pushed = 0 if "fearless" in figure["abilities"] else self.harm(n, 1) * 3 // 2
        return pushed + 40

    def near(self, middle: Point, inches: int) -> list[Told]:
        """Return the figures whose centres are so near."""
        reach = (inches * INCH) ** 2
        return [
            one
            for one in self.standing.values()
            if squared_distance(middle, point(one["at"])) <= reach
        ]

    def held(self, at: Point) -> int | None:
        """Return the objective that a place is within range of [16.2]."""
        for number, objective in enumerate(self.objectives):
            if squared_distance(at, objective) <= OBJECTIVE_RANGE**2:
                return number
        return None

    def _goals(self) -> dict[str, Point]:
        """Return to which objective each own figure goes: the near ones first, spread out."""
        waiting = {one["n"]: point(one["at"]) for one in self.friends}
        going = [0] * len(self.objectives)
        goals: dict[str, Point] = {}
        while waiting and self.objectives:
            _, n, number = min(
                (distance(at, objective) + _CROWD * going[number], n, number)
                for n, at in waiting.items()
                for number, objective in enumerate(self.objectives)
            )
            goals[n] = self.objectives[number]
            going[number] += 1
            del waiting[n]
        return goals


def card_of(figure: Told) -> FigureCard:
    """Return what is printed of a figure."""
    return FIGURES[figure["card"]]
