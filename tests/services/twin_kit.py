"""What twin matches are made of: what is done in them, how they begin, for whom they are twins."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from engine.core.game import Game
    from engine.core.messages import Event

SEATS = 3
Viewer = int | None


@dataclass(frozen=True, kw_only=True)
class Act:
    """What a seat does: one command, or for a sealed decision a choice and others before it."""

    seat: int
    command: dict[str, Any]
    decision: str | None = None
    """The sealed decision that it is a choice for."""
    doubts: tuple[dict[str, Any], ...] = ()
    """What a seat chooses before, in the second match, where the viewer is somebody else."""
    instead: dict[str, Any] | None = None
    """What it chooses for good in the second match; for what the viewer is never shown."""
    survey: bool = False
    """Whether viewers look at everything after it."""


@dataclass(frozen=True, kw_only=True)
class Opening:
    """What is in the commit that starts a match."""

    events: Sequence[Event]
    entries: Sequence[Any] = (None,) * SEATS


@dataclass(frozen=True, kw_only=True)
class Twins:
    """Two matches under one id, for one viewer."""

    game: Game[Any]
    match: str
    viewer: Viewer
    openings: tuple[Opening, Opening]
    script: tuple[Act, ...]
    wrong: tuple[dict[str, Any], ...]
    """Commands that are refused whenever the viewer sends them."""
    wrong_choices: tuple[tuple[str, dict[str, Any]], ...] = ()
    """Choices for a sealed decision that are refused, too."""
    config: Mapping[str, Any] = field(default_factory=dict)


def rotated(row: list[Any], places: Sequence[int]) -> list[Any]:
    """Return a row in which the things at some places have each moved to the next of them."""
    turned = list(row)
    for place, source in zip(places, [*places[1:], *places[:1]], strict=True):
        turned[place] = row[source]
    return turned
