"""Refusals about distances: how far it is, and how far it may be [1.3] [6.2]."""

from collections.abc import Iterable
from math import isqrt

from engine.core.rejection import Rejection, no
from engine.games.sorcery.cards import FIGURES
from engine.games.sorcery.commands import Code
from engine.games.sorcery.geometry.bases import CONTACT_SLACK
from engine.games.sorcery.geometry.obstacles import Blocker
from engine.games.sorcery.geometry.points import Point, root_up, squared_distance
from engine.games.sorcery.ground import base, named
from engine.games.sorcery.labels import name_of, names_of, sentence
from engine.games.sorcery.state import Figure, State


def how_far(a: Point, b: Point, most: int) -> int:
    """Return a distance in whole mil-inches: rounded so that it is more than ``most`` if it is."""
    square = squared_distance(a, b)
    return root_up(square) if square > most**2 else isqrt(square)


def not_touching(
    figure: Figure, other: Figure | None, touched: Iterable[Figure], whom: str, rule: str
) -> Rejection:
    """Refuse somebody who is not in contact, or nobody's number, with those who are."""
    there = f"In contact with {name_of(figure)} {whom}: {names_of(touched)}."
    if other is None or other.at is None or other.n == figure.n:
        return no(Code.NOT_IN_CONTACT, rule, there)
    here, rival = base(figure), base(other)
    sum_ = here.radius + rival.radius
    far = how_far(here.centre, rival.centre, sum_ + CONTACT_SLACK)
    return no(
        Code.NOT_IN_CONTACT,
        rule,
        f"{name_of(other)} is {far} mil from {name_of(figure)}, centre to centre; in contact they "
        f"are at {sum_} to {sum_ + CONTACT_SLACK}. {there}",
    )


def in_the_way_of(state: State, by: Blocker, figure: Figure) -> tuple[str, str]:
    """Say what is in the way of a figure's base, and how near to it the centre may come."""
    radius = FIGURES[figure.card].radius
    if by.kind != "base":
        return sentence(named(state, by)), f"its centre stays {radius} mil from it"
    other = base(state.figures[f"f{by.id}"])
    x, y = other.centre
    return (
        f"{named(state, by)}, at [{x}, {y}],",
        f"the centres stay {other.radius + radius} mil apart",
    )
