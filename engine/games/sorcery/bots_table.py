"""A view as a bot reads it: who stands where, what damage and actions cost, where to go.

Worth is counted in tenths of a victory point [16.3], roughly: what a figure costs is lost with it
click by click, and once more when it goes.
"""

from collections.abc import Mapping
from math import isqrt
from typing import Any, Final, NamedTuple

from engine.games.sorcery.cards import FIGURES
from engine.games.sorcery.geometry.points import Point, squared_distance
from engine.games.sorcery.models import Click, FigureCard
from engine.games.sorcery.state import CONFUSION_RANGE, OBJECTIVE_RANGE, ROUNDS

Told = Mapping[str, Any]
"""A part of a view, or an option, as JSON data."""
INCH: Final = 1_000
_CROWD: Final = 6 * INCH
"""An objective seems so much farther for each friend that goes there already."""
_REST: Final = 80
"""A figure that takes its second token can't act in the next turn."""


def point(told: Any) -> Point:
    """Return a point of JSON data."""
    x, y = told
    return x, y


def distance(a: Point, b: Point) -> int:
    """Return a distance in mil-inches, rounded down."""
    return isqrt(squared_distance(a, b))


class Foe(NamedTuple):
    """An enemy on the field, as places are judged by it."""

    told: Told
    n: str
    seat: int
    at: Point
    radius: int
    shot: int
    """The square of how far it shoots; -1: it does not, or is kept from it by who touches it."""
    held_by: tuple[str, ...]
    """Which of the bot's figures touch it."""

    def shot_at_by(self, n: str) -> bool:
        """Tell whether no other figure of the bot's is in contact, so that one may shoot [9.2]."""
        return all(one == n for one in self.held_by)


class Table:
    """What a seat sees of the field."""

    def __init__(self, view: Told) -> None:
        self.view = view
        self.seat: int = view["seat"]
        self.standing: dict[str, Told] = {
            one["n"]: one for one in view["figures"] if one["at"] is not None
        }
        self.foes = [self._foe(one) for one in self.standing.values() if one["seat"] != self.seat]
        self.books: dict[str, Told] = {book["n"]: book for book in view["books"]}
        self.objectives: list[Point] = [point(at) for at in view["field"]["objectives"]]
        self.goals = self._goals()
        self.promises: dict[tuple[str, str, str, bool], int] = {}
        """What plain attacks promise, once that was asked."""
        self.left: int = ROUNDS - view["round"]
        """Rounds after this one."""

    def own(self, n: str) -> bool:
        return self.standing[n]["seat"] == self.seat

    @property
    def friends(self) -> list[Told]:
        return [one for one in self.standing.values() if one["seat"] == self.seat]

    def at(self, n: str) -> Point:
        return point(self.standing[n]["at"])

    def touched(self, n: str) -> bool:
        """Tell whether a figure is in contact with an enemy of its own."""
        seat = self.standing[n]["seat"]
        return any(self.standing[one]["seat"] != seat for one in self.standing[n]["touches"])

    def confused(self, target: Told) -> bool:
        """Tell whether nobody gangs up on a figure [15.11]."""
        at = point(target["at"])
        return any(
            "confusion" in one["abilities"]
            and squared_distance(at, point(one["at"])) <= CONFUSION_RANGE**2
            for one in self.standing.values()
        )

    def harm(self, n: str, amount: int, *, irreducible: bool = False) -> int:
        """Return what so much damage to a figure is worth to its enemies.

        In the last round nothing but elimination counts any more.
        """
        figure = self.standing[n]
        card = FIGURES[figure["card"]]
        if amount > 0 and not irreducible and "toughness" in figure["abilities"]:
            amount -= 1
        clicks = min(amount, figure["clicks_left"])
        gone = 10 * card.points if amount >= figure["clicks_left"] else 0
        hurt = 10 * card.points * clicks // len(card.dial)
        return (hurt if self.left else hurt // 10) + gone

    def tiring(self, n: str) -> int:
        """Return what it costs to give a figure an action now: pushing, and rest after it [4.3]."""
        figure = self.standing[n]
        trance = self._trance(n) if figure["acted"] else 0
        if not figure["tokens"]:
            return trance
        pushed = 0 if "fearless" in figure["abilities"] else self.harm(n, 1, irreducible=True)
        return trance + pushed * 3 // 2 + (_REST if self.left else 0)

    def _trance(self, n: str) -> int:
        """Return what a second action in a turn costs by the rolls after it, about [15.7].

        A roll that is less than the attack hurts, and one that is more ends it: so many clicks
        are lost for each that ends it, at the attack of the click.
        """
        figure = self.standing[n]
        attack = row_of(figure).attack
        sums = [a + b for a in range(1, 7) for b in range(1, 7)]
        less, more = (sum(one < attack for one in sums), sum(one > attack for one in sums))
        clicks = figure["clicks_left"] if not more else (2 * less + more) // (2 * more)
        return self.harm(n, clicks, irreducible=True) * 3 // 2

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

    def _foe(self, figure: Told) -> Foe:
        reach = figure["range"] * INCH
        return Foe(
            told=figure,
            n=figure["n"],
            seat=figure["seat"],
            at=point(figure["at"]),
            radius=figure["radius"],
            shot=reach**2 if reach and not self.touched(figure["n"]) else -1,
            held_by=tuple(one for one in figure["touches"] if self.own(one)),
        )

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


def row_of(figure: Told) -> Click:
    """Return what is printed for the click that a figure is at."""
    click: int = figure["click"]
    return card_of(figure).dial[click]
