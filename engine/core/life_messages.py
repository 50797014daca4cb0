"""What surrounds a game: offers, pauses, time, presence, arbiters (``match.…``, M9 to M12)."""

from typing import Annotated, ClassVar, Literal

from pydantic import Field, StringConstraints

from engine.core.messages import Command, Event, Outcome, Secret
from engine.core.secrecy import Hidden
from engine.core.terms import DAY_MS, AccountId

Reason = Annotated[
    str,
    StringConstraints(
        min_length=1, max_length=200, pattern=r"^[^\p{C}\p{Z}](?:[^\p{C}]*[^\p{C}\p{Z}])?$"
    ),
]
"""Why an official acts: one line, shown to everybody."""
SeatNumber = Annotated[int, Field(ge=0, lt=64)]
Gift = Annotated[int, Field(ge=1, le=DAY_MS)]
OfferKind = Literal["draw", "pause", "resume", "take_back"]
Verdict = Literal["award", "draw", "annul"]

# --- commands of seats --------------------------------------------------------------------------


class Offer(Command):
    """Offer all other seats something that takes effect when all have agreed [M9.1]."""

    kind: Literal["match.offer"] = "match.offer"
    what: OfferKind


class Agree(Command):
    """Agree to an offer [M9.1]."""

    kind: Literal["match.agree"] = "match.agree"
    offer: int
    """Its number: the version at which it was made."""


class Decline(Command):
    """Decline an offer, or take one's own back [M9.3]."""

    kind: Literal["match.decline"] = "match.decline"
    offer: int


class GiveTime(Command):
    """Give another seat time; an arbiter gives to any seat [M5.8]."""

    kind: Literal["match.give_time"] = "match.give_time"
    seat: SeatNumber
    ms: Gift


# --- commands of officials ----------------------------------------------------------------------


class OfficialCommand(Command):
    """A command of an account without a seat; its id stays with the server."""

    private_to_server: ClassVar[bool] = True


class Pause(OfficialCommand):
    """Stop all clocks and take no commands of the game [M9.4]."""

    kind: Literal["match.pause"] = "match.pause"


class Resume(OfficialCommand):
    """Go on after a pause [M9.4]."""

    kind: Literal["match.resume"] = "match.resume"


class Remove(OfficialCommand):
    """Take a seat out of the game [M11.2]."""

    kind: Literal["match.remove"] = "match.remove"
    seat: SeatNumber
    reason: Reason


class Substitute(OfficialCommand):
    """Give a seat to another account [M11.3]."""

    kind: Literal["match.substitute"] = "match.substitute"
    seat: SeatNumber
    account: AccountId


class Adjudicate(OfficialCommand):
    """End the match by decision [M11.4]."""

    kind: Literal["match.adjudicate"] = "match.adjudicate"
    verdict: Verdict
    winners: Annotated[tuple[SeatNumber, ...], Field(max_length=64)] = ()
    """Of an award: at least one seat, ascending; else empty."""
    reason: Reason


class Look(OfficialCommand):
    """Ask for the right to see what a seat has seen so far; recorded [M11.6]."""

    kind: Literal["match.look"] = "match.look"
    seat: Secret[SeatNumber]


class Cancel(OfficialCommand):
    """Annul a match that has not started; its creator may [M10.2]."""

    kind: Literal["match.cancel"] = "match.cancel"
    reason: Reason = "Cancelled by its creator."


LifeCommand = (
    Offer
    | Agree
    | Decline
    | GiveTime
    | Pause
    | Resume
    | Remove
    | Substitute
    | Adjudicate
    | Look
    | Cancel
)

# --- events -------------------------------------------------------------------------------------


class ClockStopped(Event):
    """A seat's clock stood still after it ran for a decision [M5.1]; all in ms."""

    kind: Literal["match.clock_stopped"] = "match.clock_stopped"
    seat: int
    decision: str
    """What it ran for."""
    since: int
    """Stamp at which it began to run."""
    until: int
    """Stamp at which it stood still: of a sealed choice the first one's arrival [M5.6]."""
    credit: int
    """Of the time between, what does not count: pauses, downtime, grace."""
    spent: int
    """``until - since - credit``."""
    before: int
    """The bank before, without what the same commit gives."""
    increment: int
    """0 while the decision still waits, because another one goes first, and if it was added for it
    before: a choice that is in stops a clock again that a fault let begin anew."""
    bank: int
    """The bank after: before, less what was spent of it, and the increment."""
    periods: int
    """Periods of overtime left."""
    grace: int
    """Grace left for times of absence."""


class Credited(Event):
    """The service was down: the time does not count [M5.7]."""

    kind: Literal["match.credited"] = "match.credited"
    start: int
    end: int
    """Stamp of this commit (ms)."""


class TimeGiven(Event):
    """A seat's bank grows [M5.8]."""

    kind: Literal["match.time_given"] = "match.time_given"
    seat: int
    ms: int


class Absent(Event):
    """Nobody has been there for a seat for a while [M12.1]."""

    kind: Literal["match.absent"] = "match.absent"
    seat: int


class Present(Event):
    """Somebody is there again [M12.1]."""

    kind: Literal["match.present"] = "match.present"
    seat: int


class Abandoned(Event):
    """A seat was absent too long [M12.4]; that it is out stands in the same commit."""

    kind: Literal["match.abandoned"] = "match.abandoned"
    seat: int
    absent: int
    """Since when it was absent (ms), times of downtime and pauses moved out of the way."""
    deadline: int
    """Stamp of this commit (ms)."""


class Offered(Event):
    """A seat offers something [M9.1]; it agrees itself."""

    kind: Literal["match.offered"] = "match.offered"
    seat: int
    what: OfferKind
    offer: int


class Agreed(Event):
    """A seat agrees to an offer [M9.1]; when all have, what was offered follows at once."""

    kind: Literal["match.agreed"] = "match.agreed"
    seat: int
    offer: int


class Declined(Event):
    """An offer is off [M9.3]."""

    kind: Literal["match.declined"] = "match.declined"
    seat: int
    offer: int


class Paused(Event):
    """No clock runs and the game takes no commands [M9.4]."""

    kind: Literal["match.paused"] = "match.paused"
    by: Literal["consent", "arbiter"]


class Resumed(Event):
    """The match goes on after a pause [M9.4]."""

    kind: Literal["match.resumed"] = "match.resumed"
    by: Literal["consent", "arbiter", "limit"]


class TakenBack(Event):
    """The game stands as before a move [M9.6]."""

    kind: Literal["match.taken_back"] = "match.taken_back"
    seat: int
    """Whose move it was."""
    version: int
    """The commit that is taken back; it stays in the log."""


class Substituted(Event):
    """A seat has changed hands [M11.3]."""

    kind: Literal["match.substituted"] = "match.substituted"
    seat: int
    account: str


class Adjudicated(Event):
    """The match was decided outside the game [M9.5] [M10.1] [M10.2] [M11.4]."""

    kind: Literal["match.adjudicated"] = "match.adjudicated"
    verdict: Verdict
    winners: tuple[int, ...] = ()
    reason: str


class Looked(Event):
    """An arbiter may see what a seat has seen up to here [M11.6]; open after the match."""

    kind: Literal["match.looked"] = "match.looked"
    seat: Hidden[int]


LifeEvent = (
    ClockStopped
    | Credited
    | TimeGiven
    | Absent
    | Present
    | Abandoned
    | Offered
    | Agreed
    | Declined
    | Paused
    | Resumed
    | TakenBack
    | Substituted
    | Adjudicated
    | Looked
)


class DecidedOutcome(Outcome):
    """How a match ended that was decided outside the game; the same for all games."""

    verdict: Verdict
    reason: str
