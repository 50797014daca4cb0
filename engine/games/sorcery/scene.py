"""What a turn's events are told by: where everybody stands, what is cast, what lasts."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from engine.games.sorcery.cards import FIGURES, SPELLS
from engine.games.sorcery.geometry.points import Point

Told = Mapping[str, Any]


@dataclass(kw_only=True)
class Scene:
    """The field as it is when something happens; goes on with each event."""

    names: Mapping[str, str]
    """Handle of a figure → its name with the handle."""
    seats: Mapping[str, int]
    radii: Mapping[str, int]
    spots: dict[str, Point]
    """Of who stands, and of who fell in this turn."""
    bearers: dict[str, str]
    """Book → who bears it."""
    effects: dict[str, Told]
    """Spells that last, by their handles."""
    shown: Told | None = None
    """The spell that is announced and is not over."""
    counter: str | None = None
    """Who countered it."""

    def spell_of(self, effect: str) -> str:
        """Return the name of a spell that lasts."""
        return SPELLS[self.effects[effect]["spell"]].name

    def go_on(self, event: Told) -> None:
        """Let an event have happened."""
        match event["kind"]:
            case "figure_deployed":
                self.spots[event["figure"]] = point(event["at"])
            case "moved" if event["path"]:
                self.spots[event["figure"]] = point(event["path"][-1])
            case "displaced":
                self.spots[event["figure"]] = point(event["to"])
            case "spell_shown":
                self.shown, self.counter = event, None
            case "counter_tried":
                self.counter = event["figure"]
            case "spell_over":
                self.shown = None
            case "effect_begun":
                self.effects[event["effect"]] = event
            case "book_taken":
                self.bearers[event["book"]] = event["figure"]
            case _:
                pass


def scenes(before: Told, events: Iterable[Told]) -> Iterator[tuple[Scene, Told]]:
    """Yield each event with the scene in which it happens."""
    figures: list[Told] = before["figures"]
    scene = Scene(
        names={one["n"]: f"{FIGURES[one['card']].name} {one['n']}" for one in figures},
        seats={one["n"]: one["seat"] for one in figures},
        radii={one["n"]: one["radius"] for one in figures},
        spots={one["n"]: point(one["at"]) for one in figures if one["at"]},
        bearers={one["book"]: one["n"] for one in figures if one["book"]},
        effects={one["n"]: one for one in before["effects"]},
    )
    if before["announced"] is not None:
        told = before["announced"]
        scene.shown = {**told, "figure": told["caster"]}
    for event in events:
        yield scene, event
        scene.go_on(event)


def point(told: Any) -> Point:
    """Return a point as a view or an event tells it."""
    x, y = told
    return x, y
