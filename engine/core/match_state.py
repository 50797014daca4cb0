"""The state of a match: the game's state and what surrounds it, folded from commits."""

from dataclasses import dataclass, replace
from typing import Any, Final, Literal

from engine.core.clock import SeatClock, new_clock
from engine.core.game import Decision, Game
from engine.core.life_messages import OfferKind
from engine.core.messages import Command, Event
from engine.core.terms import Arbiter, Terms

ABSENCE_MS: Final = 60_000
"""A seat is said to be absent at most once in such a time [M12.2]."""
Status = Literal["open", "running", "ended", "closed"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Awaited:
    """One seat that a decision waits for; public."""

    seat: int
    decision: str
    sealed: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Issued:
    """A command as it stands in a commit."""

    seat: int | None
    """None: an official sent it, who has none."""
    command: Command
    command_id: str
    at: int | None = None
    """In the commit of a sealed decision: when this seat first chose (ms); else None."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Commit:
    """The unit of the log: commands accepted together and the events they caused."""

    n: int
    at: int
    """Milliseconds since the epoch; never earlier than the commit before."""
    actor: str
    """``seat:<k>``, ``sealed`` (all choices of a sealed decision), ``arbiter:<account>``,
    ``creator:<account>`` or ``system``."""
    commands: tuple[Issued, ...]
    events: tuple[Event, ...]
    awaited: tuple[Awaited, ...]
    """Who is awaited afterwards."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Happened:
    """What a commit does to a match: all of it that a fold needs."""

    n: int
    at: int
    actor: str
    events: tuple[Event, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenOffer:
    """Something that all seats must agree to [M9.1]."""

    number: int
    """The version at which it was made."""
    what: OfferKind
    seat: int
    agreed: tuple[int, ...]
    """Who has agreed beside the seat that offers, in order."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Break:
    """A pause [M9.4]."""

    since: int
    until: int
    """When it ends by itself."""
    by: Literal["consent", "arbiter"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Attendance:
    """Whether somebody is there for a seat [M12.1]."""

    gone: int | None = None
    """Since when nobody is; pauses and downtime move it on."""
    last: int | None = None
    """Stamp of the last commit that said so [M12.2]."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Undo:
    """What the newest move would be taken back to [M9.6]."""

    seat: int
    version: int
    """The move's commit."""
    game: Any
    """The game's state before it."""
    clocks: tuple[SeatClock, ...]
    """The clocks when it was made, before any increment."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Right:
    """That an arbiter may see what a seat had seen at a version [M11.6]."""

    account: str
    seat: int
    version: int


@dataclass(frozen=True, kw_only=True)  # no slots: folds copy it with ``changed``
class MatchState:
    """Everything the match decider knows, after ``version`` commits."""

    terms: Terms
    status: Status
    started: bool
    """The game has been set up; a match can end without."""
    version: int
    at: int
    """Stamp of the newest commit; the creation's before the first."""
    accounts: tuple[str | None, ...]
    former: tuple[tuple[str, int], ...]
    """Accounts that gave a seat over to another, and which: they know its secrets [M11.3]."""
    client_seeds: tuple[str | None, ...]
    entries: tuple[Any, ...]
    resigned: tuple[int, ...]
    """Seats that are out: given up [M4.2], late [M5.5], gone [M12.4] or removed [M11.2]."""
    clocks: tuple[SeatClock, ...]
    """By seat; empty in a match without a clock."""
    lapsed: tuple[tuple[int, str], ...]
    """Seats whose choice for a sealed decision is the default, since they were late [M5.3]."""
    attendance: tuple[Attendance, ...]
    """By seat."""
    paused: Break | None
    offers: tuple[OpenOffer, ...]
    made: tuple[tuple[int, str], ...]
    """Each offer and gift made so far: seat and kind [M9.2]."""
    undo: Undo | None
    epoch: int
    """Moves taken back so far; names of decisions that come again tell it [M9.6]."""
    verdict: dict[str, Any] | None
    """How the match was decided outside the game."""
    looks: tuple[Right, ...]
    official: int
    """Acts of officials so far [M11.5]."""
    outcome: dict[str, Any] | None
    parked: bool
    """A fault of ours stopped the match: nobody is awaited and no clock runs."""
    leaves: int
    """Seats given up so far [M1.9]."""
    reseeds: tuple[str, ...]
    """Heads before each reseed, in hex, in order; the newest one goes into the draws [M8.1]."""
    game: Any
    """The game's own state."""

    def seat_of(self, account: str) -> int | None:
        """Return the seat of an account, or None."""
        return self.accounts.index(account) if account in self.accounts else None

    def arbiter(self, account: str) -> Arbiter | None:
        """Return an account's part as an arbiter, or None."""
        return next((one for one in self.terms.arbiters if one.account == account), None)


def new_match(game: Game[Any], terms: Terms) -> MatchState:
    """Return the state of a match before its first commit."""
    nobody = (None,) * terms.seats
    allowance = terms.allowance
    clock = None if allowance is None else new_clock(allowance, terms.bounds.grace_ms)
    return MatchState(
        terms=terms,
        status="open",
        started=False,
        version=0,
        at=terms.created,
        accounts=nobody,
        former=(),
        client_seeds=nobody,
        entries=nobody,
        resigned=(),
        clocks=() if clock is None else (clock,) * terms.seats,
        lapsed=(),
        attendance=(Attendance(),) * terms.seats,
        paused=None,
        offers=(),
        made=(),
        undo=None,
        epoch=0,
        verdict=None,
        looks=(),
        official=0,
        outcome=None,
        parked=False,
        leaves=0,
        reseeds=(),
        game=game.initial,
    )


def goes_on(state: MatchState) -> bool:
    """Tell whether the game takes commands: it runs, and nothing has stopped it."""
    running = state.status == "running" and not state.parked
    return running and state.paused is None and state.verdict is None


def counts_time(state: MatchState) -> bool:
    """Tell whether time matters now: a clock runs, or an absent seat will be out [M12.4]."""
    if not goes_on(state):
        return False
    return any(clock.since is not None for clock in state.clocks) or bool(missed(state))


def missed(state: MatchState) -> tuple[tuple[int, int], ...]:
    """Return seats that will be out if nobody comes, each with when that is (ms) [M12.4]."""
    limit = state.terms.bounds.abandon_ms
    if limit is None:
        return ()
    return tuple(
        (seat, attendance.gone + limit)
        for seat, attendance in enumerate(state.attendance)
        if attendance.gone is not None and seat not in state.resigned
    )


def open_decisions(game: Game[Any], state: MatchState) -> tuple[Decision, ...]:
    """Return what the game waits for, as the match names it: nothing unless the game goes on."""
    if not goes_on(state):
        return ()
    pending = game.pending(state.game)
    if not state.epoch:
        return pending
    return tuple([replace(one, id=f"{one.id}~{state.epoch}") for one in pending])  # [M9.6]


def decisions(game: Game[Any], state: MatchState) -> tuple[Decision, ...]:
    """Return what the match waits for; without seats whose choice the clock has made."""
    pending = open_decisions(game, state)
    if not state.lapsed:
        return pending
    left = [
        replace(one, seats=tuple([s for s in one.seats if (s, one.id) not in state.lapsed]))
        for one in pending
    ]
    return tuple([one for one in left if one.seats])


def awaited(game: Game[Any], state: MatchState) -> tuple[Awaited, ...]:
    """Return who is awaited, by decision, then seat; a function of public facts."""
    return tuple(
        Awaited(seat=seat, decision=decision.id, sealed=decision.sealed)
        for decision in decisions(game, state)
        for seat in decision.seats
    )


def turns(game: Game[Any], state: MatchState) -> dict[int, str]:
    """Return, by seat, the decision that its clock runs for [M5.1].

    It is the first that awaits the seat; sealed ones come last, since who has chosen waits.
    """
    found: dict[int, str] = {}
    for decision in sorted(decisions(game, state), key=lambda one: one.sealed):
        for seat in decision.seats:
            found.setdefault(seat, decision.id)
    return found
