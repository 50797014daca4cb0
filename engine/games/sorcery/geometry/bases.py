"""Bases and tokens: circles that stand on the field; contact, overlap and distance.

A token is a base of radius 500 for all of these.
"""

from collections.abc import Sequence
from typing import NamedTuple

from engine.games.sorcery.geometry.points import FIELD, Point, squared_distance
from engine.games.sorcery.geometry.shapes import Circle, ConvexPolygon

MEDIUM_RADIUS = 750
LARGE_RADIUS = 1_000
TOKEN_RADIUS = 500
CONTACT_SLACK = 25
"""Bases are in contact up to this far from touching, so that whole coordinates can do it."""


class Base(NamedTuple):
    """The base of a figure, or a token, where it stands; ids are given by the game."""

    id: int
    centre: Point
    radius: int


class Piece(NamedTuple):
    """A piece of terrain; ids are given by the game."""

    id: int
    shape: Circle | ConvexPolygon


class Ground(NamedTuple):
    """Whatever a move or a line may meet. A base is not in its own way: it is known by its id."""

    bases: Sequence[Base] = ()
    blocking: Sequence[Piece] = ()
    hindering: Sequence[Piece] = ()


def overlap(a: Base, b: Base) -> bool:
    """Tell whether two bases overlap: the centres are nearer than the sum of the radii."""
    return squared_distance(a.centre, b.centre) < (a.radius + b.radius) ** 2


def in_contact(a: Base, b: Base) -> bool:
    """Tell whether two bases are in contact.

    They are when the distance of the centres is at least the sum of the radii and at most 25 more.
    """
    return touching(squared_distance(a.centre, b.centre), a.radius + b.radius)


def touching(square: int, radii: int) -> bool:
    """Tell whether bases with so large radii together are in contact, by how far the centres are.

    ``square``: of their distance.
    """
    return radii**2 <= square <= (radii + CONTACT_SLACK) ** 2


def touch(a: Base, b: Base) -> bool:
    """Tell whether two circles overlap or are in contact, as no two tokens may."""
    return squared_distance(a.centre, b.centre) <= (a.radius + b.radius + CONTACT_SLACK) ** 2


def within(a: Point, b: Point, distance: int) -> bool:
    """Tell whether two points are at most a distance apart."""
    return squared_distance(a, b) <= distance**2


def on_field(centre: Point, radius: int) -> bool:
    """Tell whether a circle lies wholly on the field; it may touch the edge."""
    x, y = centre
    return radius <= x <= FIELD - radius and radius <= y <= FIELD - radius
