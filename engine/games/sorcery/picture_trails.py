"""What happened on the field, as lines: ways, attacks, spells, counters, and who fell."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from engine.games.sorcery.geometry.points import Point
from engine.games.sorcery.picture_marks import COLOURS, INK, STROKES, arrow, line, saltire, way
from engine.games.sorcery.scene import Scene, point, scenes

Told = Mapping[str, Any]


def trails(before: Told, events: Iterable[Told]) -> Iterator[str]:
    """Yield the lines of a turn, in the order in which it happened."""
    for scene, event in scenes(before, events):
        match event["kind"]:
            case "moved":
                n = event["figure"]
                ends = [scene.spots[n], *map(point, event["path"])]
                yield line(ends, way(COLOURS[scene.seats[n]]))
            case "displaced":
                ends = [scene.spots[event["figure"]], point(event["to"])]
                yield line(ends, STROKES["put elsewhere"])
            case "attacked":
                kind = "hit" if event["hit"] else "missed"
                yield _between(scene, event["figure"], event["target"], kind)
            case "spell_shown":
                yield from _cast(scene, event)
            case "counter_tried":
                yield from _countered(scene, event)
            case "eliminated" if event["figure"] in scene.spots:  # not one that was never placed
                n = event["figure"]
                style = f'stroke="{COLOURS[scene.seats[n]]}" stroke-width="200"'
                yield saltire(scene.spots[n], 500, style)
            case _:
                pass


def fallen(before: Told, events: Iterable[Told]) -> Iterator[tuple[str, Point]]:
    """Yield who fell in a turn, and where."""
    for scene, event in scenes(before, events):
        if event["kind"] == "eliminated" and event["figure"] in scene.spots:
            yield event["figure"], scene.spots[event["figure"]]


def _between(scene: Scene, n: str, target: str, kind: str) -> str:
    return arrow(scene.spots[n], scene.spots[target], scene.radii[target], kind)


def _cast(scene: Scene, event: Told) -> Iterator[str]:
    """Yield a spell's arrows from its caster to its targets and to the place it names."""
    caster = event["figure"]
    for target in event["targets"]:
        if target != caster:
            yield _between(scene, caster, target, "spell")
    if event["at"] is not None:
        yield arrow(scene.spots[caster], point(event["at"]), 0, "spell")


def _countered(scene: Scene, event: Told) -> Iterator[str]:
    """Yield the arrow of who counters to the caster, whose spell is crossed out if it is broken."""
    assert scene.shown is not None, "a spell is announced"
    caster = scene.shown["figure"]
    yield _between(scene, event["figure"], caster, "counter")
    if event["broken"]:
        x, y = scene.spots[caster]
        middle = x, y + scene.radii[caster] + 300
        yield saltire(middle, 300, f'stroke="{INK}" stroke-width="140"')
