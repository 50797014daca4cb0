"""The bodies of HTTP calls, requests strict about types and unknown fields."""

import hashlib
from collections.abc import Mapping
from typing import Annotated, Any, Final, Literal

import orjson
from pydantic import AfterValidator, Field, JsonValue, StringConstraints

from engine.core.life_messages import OfferKind
from engine.core.match_messages import SeedHex
from engine.core.messages import Message, Sparse
from engine.core.options import Option
from engine.core.terms import Arbiter, Bounds, Clock, Visibility
from engine.core.visibility import Delay, Invited
from schemas.problems import FieldError
from schemas.wanted import WantedBounds, WantedClock, each_once

COMMAND_ID: Final = r"^[A-Za-z0-9_-]{1,64}$"
CommandId = Annotated[str, Field(pattern=COMMAND_ID)]
Version = Annotated[int, Field(ge=0)]

# --- requests -----------------------------------------------------------------------------------


class CreateAccount(Message):
    """A new account."""

    name: Annotated[
        str,
        StringConstraints(
            min_length=1, max_length=40, pattern=r"^[^\p{C}\p{Z}](?:[^\p{C}]*[^\p{C}\p{Z}])?$"
        ),
    ]
    """Shown to others; no control characters, no space at the ends."""


class CreateMatch(Message):
    """A new match; its creator is not seated."""

    game: str
    """The newest rules of a game (``regicide``), or certain ones (``regicide@1``)."""
    seats: int
    config: Annotated[dict[str, JsonValue], Field(default_factory=dict)]
    """As the game's config schema says; defaults are filled in."""
    visibility: Visibility = "public"
    """``unlisted``: for those who know its id; ``private``: for those who have a part in it."""
    delay: Delay = Delay()
    """How far behind the match spectators are kept: those who have no part in it."""
    clock: WantedClock | None = None
    """None: a match without a clock."""
    bounds: WantedBounds = WantedBounds()
    arbiters: Annotated[tuple[Arbiter, ...], Field(max_length=8), AfterValidator(each_once)] = ()
    """Accounts that may act on the match; they can't take a seat in it."""
    invited: Annotated[Invited, AfterValidator(each_once)] = ()
    """If any: only they and the creator may take a seat, as it is in a private match anyway."""


class TakeSeat(Message):
    """Take a seat."""

    seat: int | None = None
    """The first free one, if it is left out."""
    client_seed: SeedHex | None = None
    """32 bytes of one's own randomness in lower-case hex; shown to others at the start."""
    entry: JsonValue = None
    """What a player brings, as the game's ``entry_schema`` says; null for a game without one."""


class SendCommand(Message):
    """A command of the caller's seat."""

    command_id: CommandId
    """Chosen by the client: the same id with the same body has the same outcome for ever."""
    expected_version: Version | None = None
    """Refuse the command if the match has moved on from this version."""
    decision: Annotated[str, Field(max_length=100)] | None = None
    """Which decision it answers; compulsory for a sealed choice."""
    command: dict[str, JsonValue]


# --- answers ------------------------------------------------------------------------------------


class AccountCreated(Message):
    """The token is shown this once."""

    account_id: str
    token: str


class Me(Message):
    """Who a token is."""

    account_id: str
    name: str
    created: int
    scopes: tuple[str, ...]


class Pending(Sparse):
    """One seat that is awaited."""

    seat: int
    decision: str
    sealed: bool = False
    """The choice is secret and may be changed until all are in."""
    deadline: int | None = None


LeftOut = Field(exclude_if=lambda value: value is None)
"""Of a field that is left out when there is nothing to tell."""


class SeatTime(Sparse):
    """A seat's clock: what is left of bank, overtime and grace, before the run under way."""

    bank_ms: int
    periods: int
    grace_ms: int
    """Time of absence that will not count."""
    since: Annotated[int | None, LeftOut] = None
    """While it runs: since when; in a pause it stands still as of the pause's ``since``."""
    credit_ms: Annotated[int | None, LeftOut] = None
    """While it runs: of the time since then, what does not count."""


class Pause(Message):
    """A pause."""

    since: int
    until: int
    """When it ends by itself."""
    by: Literal["consent", "arbiter"]


class StandingOffer(Message):
    """What a seat offers all others, who may agree to it or decline it."""

    offer: int
    """Its number: the version at which it was made."""
    what: OfferKind
    seat: int
    agreed: tuple[int, ...]
    """Who has agreed beside the seat that offers."""


class Surroundings(Sparse):
    """What surrounds the game; what there is nothing of is left out."""

    clocks: Annotated[tuple[SeatTime, ...] | None, LeftOut] = None
    """By seat, in a match with a clock."""
    paused: Annotated[Pause | None, LeftOut] = None
    offers: Annotated[tuple[StandingOffer, ...] | None, LeftOut] = None
    absent: Annotated[tuple[int, ...] | None, LeftOut] = None
    """Seats for which nobody has been there for a while."""
    out: Annotated[tuple[int, ...] | None, LeftOut] = None
    """Seats that are out: resigned, late, gone or removed."""


class MatchSummary(Surroundings):
    """What everybody may know of a match."""

    match_id: str
    game: str
    rules: str
    """Binding, for example ``regicide@1``."""
    config: dict[str, JsonValue]
    clock: Clock | None
    visibility: Visibility
    delay: Delay
    """How far behind the match spectators are kept; to them all below is as of then."""
    creator: str | None
    arbiters: tuple[Arbiter, ...]
    invited: tuple[str, ...]
    """If any: only they and the creator may take a seat."""
    bounds: Bounds
    created: int
    status: Literal["open", "running", "closed"]
    parked: bool
    """Stopped by a fault of ours; it goes on once that is mended."""
    version: int
    head: str
    at: int
    """Stamp of the newest commit."""
    seats: tuple[str | None, ...]
    """The account on each seat, None where it is free."""
    pending: tuple[Pending, ...]
    outcome: dict[str, JsonValue] | None
    """As the game's outcome schema says; ``{winners, draw, verdict, reason}`` if it was decided
    outside the game: awarded, a draw by agreement, or annulled."""
    spectators: int
    """Who watches now, live or by the followed log, without a part in the match."""
    seed_commitment: str
    key: str
    """The host's key when the match was created."""


class MatchList(Message):
    """Matches, newest first."""

    matches: tuple[MatchSummary, ...]
    cursor: str | None
    """Give it back to get the next ones; None: there are no more."""


class Seated(Message):
    """The seat taken, or held already."""

    seat: int


class CommandOutcome(Sparse):
    """What became of a command."""

    command_id: str
    status: Literal["pending", "accepted", "seated", "sealed", "replaced", "refused", "unknown"]
    """``unknown`` is said on the socket only: ask again with the same id."""
    version: int | None = None
    """Accepted: the command's commit. Refused: the version it was refused at."""
    head: str | None = None
    seat: int | None = None
    decision: str | None = None
    code: str | None = None
    rule: str | None = None
    detail: str | None = None
    errors: tuple[FieldError, ...] | None = None


class RefusedCommand(Sparse):
    """A command that was refused; what it said is not told, for it may be hidden."""

    at: int
    """When it was refused."""
    version: Annotated[int | None, LeftOut] = None
    """At which version; left out if the match was stopped by a fault."""
    account: str
    seat: Annotated[int | None, LeftOut] = None
    """The one that the account holds now."""
    command_id: str
    kind: str
    code: str
    rule: Annotated[str | None, LeftOut] = None
    detail: Annotated[str | None, LeftOut] = None
    """Until the match is over, of the match's own rules only: a game's may tell what is hidden."""


class RefusedCommands(Message):
    """Refused commands, the newest last; of each match about the newest 1,000 are kept."""

    refusals: tuple[RefusedCommand, ...]
    cursor: str | None
    """Give it back as `after` to get what comes later; None before the first."""


class ViewAnswer(Surroundings):
    """What a seat, or a spectator, sees of a match at one version."""

    match_id: str
    version: int
    seat: int | None
    """None for a spectator."""
    status: Literal["open", "running", "ended", "closed"]
    view: dict[str, JsonValue] | None
    """As the game's view schema says; None before the start."""
    pending: tuple[Pending, ...]
    options: tuple[Option, ...] | None = None
    """What the seat may do; left out below the current version."""
    sealed: dict[str, JsonValue] | None = None
    """The caller's own sealed choice, while others are awaited."""
    outcome: dict[str, JsonValue] | None
    parked: bool
    """True while a fault of the service keeps the match from going on."""


class HostKeyInfo(Message):
    """A key that signs heads."""

    key: str
    """``<kind>:<Ed25519 public key in hex>``."""
    current: bool


class Keys(Message):
    """The host's keys."""

    keys: tuple[HostKeyInfo, ...]


class GameInfo(Message):
    """A game that can be played."""

    id: str
    title: str
    rules: str
    """The newest rules version."""
    min_seats: int
    max_seats: int
    config_schema: dict[str, JsonValue]
    rules_url: str | None
    """Where its RULES stand."""
    cards_url: str | None
    """Where its printed cards stand; None for a game that has none."""


class GameDetails(GameInfo):
    """A game with the schemas of all it says and takes."""

    all_rules: tuple[str, ...]
    """Every rules version that matches can be created under."""
    command_schema: dict[str, JsonValue]
    event_schema: dict[str, JsonValue]
    view_schema: dict[str, JsonValue]
    outcome_schema: dict[str, JsonValue]
    entry_schema: dict[str, JsonValue] | None
    cards_schema: dict[str, JsonValue] | None


class Alive(Message):
    """The process runs."""

    status: Literal["ok"] = "ok"


# --- the hash of a command ----------------------------------------------------------------------


def canonical(data: object) -> bytes:
    """Return parsed JSON data in one spelling: keys sorted, compact, UTF-8."""
    return orjson.dumps(data, option=orjson.OPT_SORT_KEYS)


def command_body(sent: Mapping[str, Any]) -> bytes:
    """Return what is stored and hashed of a command, as the client sent it."""
    names = ("command", "decision", "expected_version")
    return canonical({name: sent[name] for name in names if name in sent})


def body_hash(body: bytes) -> str:
    """Return the hash that tells whether a command id stands for the same command."""
    return hashlib.sha256(body).hexdigest()
