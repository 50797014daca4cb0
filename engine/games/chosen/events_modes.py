"""What only some modes bring about. Append only."""

from typing import Literal

from engine.core.messages import Event
from engine.games.chosen.events_flow import Handles
from engine.games.chosen.state import Handle, Seat, Word


class PointsScored(Event):
    """The players in front of these have dropped out: a victory point for each [12.7]."""

    kind: Literal["points_scored"] = "points_scored"
    seats: tuple[Seat, ...]


class AllianceMade(Event):
    """Two players are a side from now on, and no opponents [13.3]."""

    kind: Literal["alliance_made"] = "alliance_made"
    seats: tuple[Seat, Seat]


class MixedTeamNamed(Event):
    """A player names a team with adventurers of his ally, who is asked next [13.4]."""

    kind: Literal["mixed_team_named"] = "mixed_team_named"
    seat: Seat
    target: Handle
    team: Handles


class MixedTeamRefused(Event):
    """An ally lets nobody go along; who asked asks no more in this turn [13.4]."""

    kind: Literal["mixed_team_refused"] = "mixed_team_refused"
    seat: Seat
    """Who asked."""
    team: Handles


class AdventurersExchanged(Event):
    """Two partners control an adventurer of each other, with all that is attached [14.8]."""

    kind: Literal["adventurers_exchanged"] = "adventurers_exchanged"
    give: Handle
    take: Handle


class Said(Event):
    """A player says something that all hear [19.4]."""

    kind: Literal["said"] = "said"
    seat: Seat
    what: Word
    target: Seat
    """Whom it is said of, or to."""
