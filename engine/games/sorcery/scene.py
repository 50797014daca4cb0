"""What events are told by: who is who, where everybody stands, what is cast, what lasts."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from engine.games.sorcery.cards import FIGURES, SPELLS
from engine.games.sorcery.geometry.points import Point

Told = Mapping[str, Any]


@dataclass(kw_only=True)
class Scene:
    """The field as it is when something happens; goes on with each event."""

    names: dict[str, str] = field(default_factory=dict[str, str])
    """Handle of a figure → its name with the handle."""
    seats: dict[str, int] = field(default_factory=dict[str, int])
    radii: dict[str, int] = field(default_factory=dict[str, int])
    spots: dict[str, Point] = field(default_factory=dict[str, Point])
    """Of who stands, and of who fell in this turn."""
    bearers: dict[str, str] = field(default_factory=dict[str, str])
    """Book → who bears it."""
    effects: dict[str, Told] = field(default_factory=dict[str, Told])
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
            case "table_laid":
                self._lay(event)
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

    def _lay(self, event: Told) -> None:
        """Number figures and books as the rules do [3.1]."""
        for number, one in enumerate(event["figures"], 1):
            n, card = f"f{number}", FIGURES[one["card"]]
            self.names[n], self.seats[n] = f"{card.name} {n}", one["seat"]
            self.radii[n] = card.radius
            if one["book"] is not None:
                self.bearers[f"b{len(self.bearers) + 1}"] = n


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
