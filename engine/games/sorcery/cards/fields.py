"""The four fields. Each looks the same when it is turned by half a turn."""

from typing import Final, Literal

from engine.games.sorcery.geometry.points import FIELD, Point
from engine.games.sorcery.geometry.shapes import Circle, ConvexPolygon
from engine.games.sorcery.models import FieldCard, Terrain

Kind = Literal["blocking", "hindering"]
_MIDDLE: Point = (FIELD // 2, FIELD // 2)


def _opposite(point: Point) -> Point:
    return FIELD - point[0], FIELD - point[1]


def _circle(name: str, kind: Kind, centre: Point, radius: int) -> Terrain:
    return Terrain(name=name, kind=kind, outline=Circle(centre=centre, radius=radius))


def _area(name: str, kind: Kind, *corners: Point) -> Terrain:
    return Terrain(name=name, kind=kind, outline=ConvexPolygon(vertices=corners))


def _circles(one: str, other: str, kind: Kind, centre: Point, radius: int) -> tuple[Terrain, ...]:
    """Return a circle and the one opposite."""
    return _circle(one, kind, centre, radius), _circle(other, kind, _opposite(centre), radius)


def _areas(one: str, other: str, kind: Kind, *corners: Point) -> tuple[Terrain, ...]:
    """Return a polygon and the one opposite."""
    return _area(one, kind, *corners), _area(other, kind, *map(_opposite, corners))


ALL_FIELDS: Final[tuple[FieldCard, ...]] = (
    FieldCard(
        id="crossroads",
        name="Crossroads",
        terrain=(
            *_areas(
                "the south barn", "the north barn", "blocking",
                (10_000, 10_000), (14_000, 10_000), (14_000, 12_500), (10_000, 12_500),
            ),
            *_circles("the east grove", "the west grove", "hindering", (25_500, 12_000), 2_600),
            *_areas(
                "the east fold", "the west fold", "hindering",
                (25_000, 19_500), (28_500, 20_000), (29_000, 23_500), (25_500, 23_000),
            ),
        ),
        objectives=(_MIDDLE, (6_500, 18_000), (29_500, 18_000)),
    ),
    FieldCard(
        id="old_quarry",
        name="Old Quarry",
        terrain=(
            *_areas(
                "the south face", "the north face", "blocking",
                (15_000, 9_500), (21_500, 9_500), (20_500, 11_000), (15_500, 11_000),
            ),
            *_circles("the east spoil", "the west spoil", "hindering", (28_500, 14_000), 3_000),
            *_circles("the east block", "the west block", "blocking", (24_000, 18_000), 1_300),
            *_areas(
                "the south pit", "the north pit", "hindering",
                (8_500, 12_500), (12_500, 11_500), (14_000, 14_500), (10_500, 16_500),
            ),
        ),
        objectives=(_MIDDLE, (9_500, 9_000), (26_500, 27_000)),
    ),
    FieldCard(
        id="standing_stones",
        name="Standing Stones",
        terrain=(
            *_circles("the first stone", "the fifth stone", "blocking", (18_000, 12_000), 700),
            *_circles("the second stone", "the sixth stone", "blocking", (23_200, 15_000), 700),
            *_circles("the third stone", "the seventh stone", "blocking", (23_200, 21_000), 700),
            *_circles("the south heath", "the north heath", "hindering", (10_500, 9_500), 3_000),
        ),
        objectives=(_MIDDLE, (27_000, 9_500), (9_000, 26_500)),
    ),
    FieldCard(
        id="marsh_ford",
        name="Marsh Ford",
        terrain=(
            *_areas(
                "the west marsh", "the east marsh", "hindering",
                (4_500, 15_500), (13_500, 16_500), (13_500, 19_500), (4_500, 20_500),
            ),
            *_circles("the south reeds", "the north reeds", "hindering", (18_000, 10_500), 2_200),
            *_areas(
                "the south hut", "the north hut", "blocking",
                (25_000, 9_500), (28_000, 9_500), (28_000, 11_500), (25_000, 11_500),
            ),
            *_circles("the south rock", "the north rock", "blocking", (9_500, 9_500), 1_100),
        ),
        objectives=(_MIDDLE, (22_500, 13_000), (13_500, 23_000)),
    ),
)  # fmt: skip
