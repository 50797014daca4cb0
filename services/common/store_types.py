"""What goes into the store and comes out of it.

Values only: bytes that are hashed or sealed stay bytes, heads are 64 lower-case hex digits, times
are integer milliseconds of the server's clock. Nothing here judges a match.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Final, Literal

from schemas.chain import StoredCommit

Status = Literal["open", "running", "closed"]
MailKind = Literal["command", "official", "join"]
"""An official's command needs no seat; the worker takes it for a command like any other."""
InboxKind = Literal["command", "join", "tick", "presence"]
Finish = Literal["accepted", "seated", "sealed", "replaced", "refused"]

PENDING: Final = b'{"status":"pending"}'
"""The receipt of a command that is accepted into the inbox and not decided yet."""


class StoreRefusal(StrEnum):
    """Why the store itself refused a call; nothing was stored."""

    COMMAND_ID_REUSED = "COMMAND_ID_REUSED"
    IDEMPOTENCY_KEY_REUSED = "IDEMPOTENCY_KEY_REUSED"
    INBOX_FULL = "INBOX_FULL"
    MATCH_CLOSED = "MATCH_CLOSED"
    MATCH_NOT_FOUND = "MATCH_NOT_FOUND"
    MATCH_NOT_OPEN = "MATCH_NOT_OPEN"
    MATCH_PARKED = "MATCH_PARKED"
    NOT_SEATED = "NOT_SEATED"
    STORE_FULL = "STORE_FULL"
    TOO_MANY_REFUSALS = "TOO_MANY_REFUSALS"
    TOO_MANY_UNDECIDED = "TOO_MANY_UNDECIDED"


# --- create -------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class EncryptedSecrets:
    """The secrets of a match as they are stored: encrypted with the service's master key."""

    seed: bytes
    salt_key: bytes


@dataclass(frozen=True, slots=True, kw_only=True)
class NewMatch:
    """A match to create, open and at version 0."""

    match: str
    request_hash: str
    """SHA-256 hex of the request; a repeated id with another one is ``IDEMPOTENCY_KEY_REUSED``."""
    header: bytes
    rules: str
    """For example ``regicide@1``."""
    game: str
    seats: int
    created: int
    deadline: int
    """When it must have started (ms)."""
    head: str
    """Head 0."""
    summary: bytes
    """Public summary, JSON."""
    secrets: EncryptedSecrets


@dataclass(frozen=True, slots=True)
class Created:
    """The match exists. ``header`` is the stored one, which may stem from an earlier call."""

    header: bytes
    fresh: bool


# --- accept -------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class Incoming:
    """A command that asks for its place in a match's order of arrival."""

    match: str
    account: str
    command_id: str
    body_hash: str
    """64 hex digits over {command, decision, expected_version} as the client sent them."""
    body: bytes
    kind: MailKind


@dataclass(frozen=True, slots=True)
class Accepted:
    """The command stands in the inbox; its receipt is pending. ``at`` is its stamp (ms)."""

    arrival: int
    at: int


@dataclass(frozen=True, slots=True)
class Known:
    """The same command was accepted before; this is its receipt (JSON), maybe still pending."""

    receipt: bytes


@dataclass(frozen=True, slots=True)
class SeatedAlready:
    """A join of an account that has a seat; nothing was stored."""

    seat: int


@dataclass(frozen=True, slots=True)
class JoinWaits:
    """Another join of the same account is undecided: wait for the receipt of that one."""

    command_id: str


@dataclass(frozen=True, slots=True)
class Refused:
    """The store refused; nothing was stored."""

    code: StoreRefusal


AcceptReply = Accepted | Known | SeatedAlready | JoinWaits | Refused


@dataclass(frozen=True, slots=True)
class Receipt:
    """What is recorded of a command: hash of its body and the outcome (JSON)."""

    body_hash: str
    outcome: bytes

    @property
    def pending(self) -> bool:
        """True while no worker has decided the command."""
        return self.outcome == PENDING


# --- caches ---------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Stamp:
    """What a cache was made from; a cache whose head is not in the log is worthless."""

    version: int
    head: str
    build: str


@dataclass(frozen=True, slots=True)
class Snapshot:
    """A cached state: bytes of our own making, if nobody else wrote there."""

    stamp: Stamp
    state: bytes


# --- load ---------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Mail:
    """An undecided command in the order of arrival, or mail of the service's own.

    The latter, a tick or who is there, has no account and no command id.
    """

    arrival: int
    at: int
    account: str
    command_id: str
    kind: InboxKind
    body: bytes
    gaps: tuple[tuple[int, int], ...] = ()
    """Downtime as (from, to) in ms, ascending: after the stamp before this mail's, not after it."""
    presence: tuple[int, bool] | None = None
    """Of presence: the seat, and whether somebody is there."""


@dataclass(frozen=True, slots=True)
class Token:
    """A ready token: the right to try the next commands of one match."""

    partition: int
    id: str
    """Stream id in ``ready``."""
    match: str
    mail: Mail | None = None
    """The command it was made for, if it came with it: for whoever holds the match as it stood
    before that command. The inbox stays the truth."""


@dataclass(frozen=True, slots=True)
class Standing:
    """The present standing of a match that ``commit`` compares: version, done and head."""

    version: int
    done: int
    """Arrivals decided."""
    head: str


@dataclass(frozen=True, slots=True, kw_only=True)
class LoadRequest:
    """A match to load for a worker."""

    match: str
    after: int = 0
    """Version of the cached state; only later commits are read."""
    cold: bool = True
    """Read header, summary and secrets too (a worker caches them with the state)."""
    snapshot: bool = False
    """Read the newest snapshot too, and only the commits after it."""
    tail: bool = True
    """Read the log after ``after`` and the box too. Without it ``commits`` and ``box`` are empty:
    for a caller that holds both as of a standing. It must load again if it finds another one."""
    mail: int = 16
    """At most this many undecided commands."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Loaded:
    """A match as a worker needs it: one reading, good for one try to commit."""

    match: str
    standing: Standing
    status: Status
    parked: bool
    rules: str
    seats: int
    stamp: int
    """Newest stamp given out or committed (ms)."""
    summary: bytes
    """Public summary as of the standing, JSON. Empty unless cold."""
    commits: tuple[StoredCommit, ...]
    """Commits after the requested version, gapless up to ``standing.version``."""
    snapshot: Snapshot | None = None
    """What ``commits`` follow, if asked for and there is one; not compared with the log."""
    mail: tuple[Mail, ...]
    box: Mapping[int, bytes]
    """Sealed choices by seat, as the worker stored them."""
    header: bytes
    """Empty unless cold."""
    secrets: EncryptedSecrets | None
    """None unless cold."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Meta:
    """Everything public about a match's standing, for gateways."""

    match: str
    header: bytes
    rules: str
    game: str
    seats: int
    created: int
    status: Status
    parked: bool
    version: int
    head: str
    arrivals: int
    done: int
    stamp: int
    summary: bytes
    accounts: Mapping[str, int]
    """Account -> seat."""


# --- commit -------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class Finished:
    """The outcome of one command. ``sealed`` may be followed by a later, final one."""

    account: str
    command_id: str
    status: Finish
    receipt: bytes
    """The whole receipt, JSON."""
    body: bytes = b""
    """Of refused commands: the command's bytes, kept for arbiters."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Change:
    """What a decision changes beside log and receipts; absent when it changes nothing of it."""

    status: Status
    summary: bytes
    stamp: int
    """Stamp of the newest commit or mail decided (ms); the store keeps the maximum."""
    deadline: int | None
    """Earliest deadline (ms), None when no clock runs."""
    seats: Mapping[str, int | None] = field(default_factory=dict[str, int | None])
    """Accounts that took a seat (its number) or gave it up (None)."""
    sealed: Mapping[int, bytes | None] = field(default_factory=dict[int, bytes | None])
    """Seats whose sealed choice is stored (bytes) or taken out of the box (None)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Results:
    """What a worker made of a token: to be committed as a whole or not at all."""

    token: Token
    seen: Standing
    """As loaded."""
    done: int
    """Arrivals decided now."""
    commits: Sequence[StoredCommit] = ()
    finished: Sequence[Finished] = ()
    change: Change | None = None
    """Compulsory with commits."""
    fault: bytes = b""
    """Dead-letter text of an ``ENGINE_FAULT`` (version, traceback); empty: none."""


@dataclass(frozen=True, slots=True)
class Committed:
    """All of it is in the log. ``change`` is 0 when there was nothing to tell anybody."""

    change: int
    more: bool
    """Mail is left, and a new token for it stands in ``ready``."""


@dataclass(frozen=True, slots=True)
class Superseded:
    """The token was not the live one; it is acknowledged and gone, nothing else happened."""


@dataclass(frozen=True, slots=True)
class Stale:
    """The match has moved on since it was read; nothing changed, the token is still live."""


@dataclass(frozen=True, slots=True)
class NotCommitted:
    """The server refused the call, which is a bug of ours; nothing changed, the token is live."""

    reason: str


CommitReply = Committed | Superseded | Stale | NotCommitted


@dataclass(frozen=True, slots=True, kw_only=True)
class Park:
    """Stop a match that can't go on: one system commit, clocks off, waiting mail answered."""

    token: Token
    seen: Standing
    commit: StoredCommit
    stamp: int
    summary: bytes
    receipt: bytes
    """Receipt (JSON) for every waiting command: refused, ``MATCH_PARKED``."""
    fault: bytes
    """Dead-letter text: version, traceback."""


@dataclass(frozen=True, slots=True, kw_only=True)
class OwnCommit:
    """One system commit that decides no mail: a parked match goes on, or a match is reseeded."""

    match: str
    seen: Standing
    commit: StoredCommit
    stamp: int
    summary: bytes
    deadline: int | None
