"""What belongs to no game: the commands and events of the match itself (``match.…``)."""

from typing import Annotated, Any, ClassVar, Literal

from pydantic import Field, JsonValue

from engine.core.life_messages import LifeCommand, LifeEvent
from engine.core.messages import Command, Event, Secret
from engine.core.secrecy import Hidden

SeedHex = Annotated[str, Field(pattern=r"^[0-9a-f]{64}$")]
"""A client seed: 32 bytes in lower-case hex."""


class Join(Command):
    """Take a seat [M1.1]."""

    private_to_server: ClassVar[bool] = True

    kind: Literal["match.join"] = "match.join"
    seat: int | None = None
    client_seed: Secret[SeedHex | None] = None
    entry: Secret[JsonValue] = None


class Leave(Command):
    """Give the seat up before the start [M1.6]."""

    private_to_server: ClassVar[bool] = True

    kind: Literal["match.leave"] = "match.leave"


class Resign(Command):
    """Give the game up [M4.1]."""

    kind: Literal["match.resign"] = "match.resign"


MatchCommand = Join | Leave | Resign | LifeCommand


class Joined(Event):
    """An account took a seat; what it brought stays with the server until the start [M1.7]."""

    kind: Literal["match.joined"] = "match.joined"
    seat: int
    account: str
    client_seed: Hidden[str | None]
    entry: Hidden[JsonValue]


class Left(Event):
    """A seat is free again [M1.6]."""

    kind: Literal["match.left"] = "match.left"
    seat: int


class Started(Event):
    """All seats are taken; the game's opening follows in the same commit [M1.8]."""

    kind: Literal["match.started"] = "match.started"
    client_seeds: tuple[str | None, ...]
    entries: tuple[Hidden[JsonValue], ...]
    """What each seat brought, for that seat; empty in games to which nothing is brought."""


class Resigned(Event):
    """A seat gave up; what the game's rules say follows in the same commit [M4.1]."""

    kind: Literal["match.resigned"] = "match.resigned"
    seat: int


class Expired(Event):
    """Time ran out; what follows of it stands in the same commit [M5.3] [M5.5].

    The arithmetic of each late seat stands in its ``match.clock_stopped``.
    """

    kind: Literal["match.expired"] = "match.expired"
    decision: str
    seats: tuple[int, ...]
    """Who was late."""
    deadline: int
    """Stamp of this commit (ms)."""


class Withdrawn(Event):
    """A seat is out: late [M5.5], gone [M12.4] or removed [M11.2].

    What the game's rules say follows in the same commit.
    """

    kind: Literal["match.withdrawn"] = "match.withdrawn"
    seat: int


class Ended(Event):
    """The game has an outcome [M6.1]."""

    kind: Literal["match.ended"] = "match.ended"
    outcome: dict[str, Any]


class Closed(Event):
    """The server seed is revealed; nothing follows [M6.2]."""

    kind: Literal["match.closed"] = "match.closed"
    server_seed: str
    """32 bytes in lower-case hex; after them 32 more for each reseed, in order [M8.1]."""


class Parked(Event):
    """A fault of ours stopped the match; it goes on after ``match.unparked``."""

    kind: Literal["match.parked"] = "match.parked"


class Unparked(Event):
    """The fault is mended and the match goes on."""

    kind: Literal["match.unparked"] = "match.unparked"


class Reseeded(Event):
    """History was rewound; later draws come from a new server seed [M8.1]."""

    kind: Literal["match.reseeded"] = "match.reseeded"
    seed_commitment: str
    """Binds the host to the new seed, as the header does to the first."""
    after: str
    """The head of the commit before this one, in hex: the history that was kept."""


MatchEvent = (
    Joined
    | Left
    | Started
    | Resigned
    | Expired
    | Withdrawn
    | Ended
    | Closed
    | Parked
    | Unparked
    | Reseeded
    | LifeEvent
)
MATCH_PREFIX = "match."
"""What the kinds of the match's own messages begin with; a game's may not."""


def is_match_kind(kind: str) -> bool:
    """Tell whether a kind of command or event belongs to the match, not to a game."""
    return kind.startswith(MATCH_PREFIX)
