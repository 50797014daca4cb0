"""Front and rear of a base, by where it faces.

The field is halved by the line through the centre at right angles to the facing. The front arc is
the half the facing points into, with the line; the rear is the rest.
"""

from engine.games.sorcery.geometry.points import Point, Vector, dot, minus


def in_front_arc(centre: Point, facing: Vector, point: Point) -> bool:
    """Tell whether a point lies in the front arc; the dividing line does."""
    return dot(facing, minus(point, centre)) >= 0


def in_rear(centre: Point, facing: Vector, point: Point) -> bool:
    """Tell whether a point lies in the rear half plane; the dividing line does not."""
    return not in_front_arc(centre, facing, point)
