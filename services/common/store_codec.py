"""Values of the store as arguments and replies of the server's functions, and back.

The order of arguments is that of the comments in ``lua/``.
"""

import functools
import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Final, cast

from redis.exceptions import ResponseError

from schemas.streams import GROUP, TOKEN_FIELD

from .store_readings import FeedEntry, RecordedRefusal
from .store_receipts import HASH_BYTES, shorten, version_of, whole
from .store_types import (
    Accepted,
    AcceptReply,
    Change,
    CommitReply,
    Committed,
    Finished,
    InboxKind,
    JoinWaits,
    Known,
    Mail,
    NotCommitted,
    OwnCommit,
    Park,
    Receipt,
    Refused,
    Results,
    SeatedAlready,
    Stale,
    Standing,
    Status,
    StoredCommit,
    StoreRefusal,
    Superseded,
    Token,
)
from .store_wire import Argument, MalformedCallError, Reply, is_full, items, number, raw, text

_TOKEN_FIELD: Final = TOKEN_FIELD.encode()
_MATCH: Final = re.compile(rb'"([0-9A-Za-z_-]{1,64})"')
"""A match id as the JSON string that a token carries."""
_GAP: Final = re.compile(rb"(0|[1-9][0-9]{0,13})-([1-9][0-9]{0,13})")
_PRESENCE: Final = re.compile(rb'\{"seat":(0|[1-9][0-9]?),"present":(true|false)\}')
_KINDS: Final[Mapping[bytes, InboxKind]] = {
    b"command": "command",
    b"join": "join",
    b"tick": "tick",
    b"presence": "presence",
}

# --- arguments ----------------------------------------------------------------------------------


def digest(text: str) -> bytes:
    """Return the 32 bytes of a SHA-256 in hex.

    Raises:
        MalformedCallError: it is none.
    """
    try:
        return bytes.fromhex(text)
    except ValueError as error:
        raise MalformedCallError(str(error)) from error


def commit_arguments(results: Results, feed_cap: int) -> list[Argument]:
    """Return the arguments of ``commit``."""
    token = results.token
    arguments: list[Argument] = [token.match, token.id, GROUP, feed_cap]
    arguments += _seen(results.seen)
    arguments.append(results.done)
    arguments += _commits(results.commits)
    arguments += _finished(results.finished, {one.n: one.head for one in results.commits})
    arguments += _change(results.change)
    arguments.append(results.fault)
    return arguments


def park_arguments(park: Park, feed_cap: int) -> list[Argument]:
    """Return the arguments of ``park``."""
    token = park.token
    arguments: list[Argument] = [token.match, token.id, GROUP, feed_cap]
    arguments += _seen(park.seen)
    arguments += _commits([park.commit])
    arguments += [park.stamp, park.summary, park.receipt, park.fault]
    return arguments


def own_arguments(own: OwnCommit, feed_cap: int) -> list[Argument]:
    """Return the arguments of ``unpark``, and the first ones of ``reseed``."""
    arguments: list[Argument] = [own.match, feed_cap]
    arguments += _seen(own.seen)
    arguments += _commits([own.commit])
    arguments += [own.stamp, own.summary, _optional(own.deadline)]
    return arguments


def _seen(seen: Standing) -> list[Argument]:
    return [seen.version, seen.done, digest(seen.head)]


def _commits(commits: Sequence[StoredCommit]) -> list[Argument]:
    arguments: list[Argument] = [len(commits)]
    for commit in commits:
        arguments += [commit.n, digest(commit.head), commit.public, len(commit.private)]
        arguments += commit.private
    return arguments


def _finished(finished: Sequence[Finished], heads: Mapping[int, str]) -> list[Argument]:
    arguments: list[Argument] = [len(finished)]
    for one in finished:
        receipt = shorten(one.receipt, heads)
        arguments += [one.account, one.command_id, one.status, receipt, one.body]
    return arguments


def _change(change: Change | None) -> list[Argument]:
    if change is None:
        return [""]
    arguments: list[Argument] = ["1", change.status, change.summary, change.stamp]
    arguments += [_optional(change.deadline), len(change.seats)]
    for account, seat in change.seats.items():
        arguments += [account, _optional(seat)]
    arguments.append(len(change.sealed))
    for seat, choice in change.sealed.items():
        arguments += [seat, "", b""] if choice is None else [seat, "1", choice]
    return arguments


def _optional(value: int | None) -> Argument:
    return "" if value is None else value


# --- replies ------------------------------------------------------------------------------------


def accept_reply(reply: Reply) -> AcceptReply:
    """Return what ``accept`` said."""
    if is_full(reply):
        return Refused(StoreRefusal.STORE_FULL)
    code, *rest = items(reply)
    match text(code):
        case "accepted":
            return Accepted(number(rest[0]), number(rest[1]))
        case "known":
            return Known(whole(raw(rest[0]), raw(rest[1]).hex() or None))
        case "seated":
            return SeatedAlready(number(rest[0]))
        case "join_waits":
            return JoinWaits(text(rest[0]))
        case refusal:
            return Refused(StoreRefusal(refusal))


def commit_reply(reply: Reply) -> CommitReply:
    """Return what ``commit`` or ``park`` said."""
    if isinstance(reply, ResponseError):
        return NotCommitted(str(reply))
    code, *rest = items(reply)
    match text(code):
        case "committed":
            return Committed(number(rest[0]), number(rest[1]) == 1)
        case "superseded":
            return Superseded()
        case _:
            return Stale()


def token_of(partition: int, token_id: bytes, fields: Mapping[bytes, bytes]) -> Token | None:
    """Return the token that a raw stream entry carries; None if it is none of ours."""
    named = _MATCH.fullmatch(fields.get(_TOKEN_FIELD, b""))
    if named is None:
        return None
    try:
        mail = mail_of(int(fields[b"n"]), fields) if b"n" in fields else None
    except (ValueError, KeyError):
        return None
    return Token(partition, token_id.decode(), named[1].decode(), mail)


def entry_number(entry_id: Reply) -> int:
    """Return the number in front of an explicit stream id."""
    return int(raw(entry_id).split(b"-", 1)[0])


def entries(reply: Reply) -> Iterable[tuple[int, dict[bytes, bytes]]]:
    """Return the entries of a stream with explicit ids as (number, fields)."""
    for entry in items(reply):
        entry_id, fields = items(entry)
        yield entry_number(entry_id), fields_of(fields)


def fields_of(reply: Reply) -> dict[bytes, bytes]:
    """Return the fields of a stream entry."""
    flat = cast("list[bytes]", reply)
    return dict(zip(flat[::2], flat[1::2], strict=True))


@functools.cache
def private_names(seats: int) -> tuple[bytes, ...]:
    """Return the fields of a log entry that hold the private parts, in the order of audiences."""
    return (*(str(seat).encode() for seat in range(seats)), b"s")


def commit_of(n: int, fields: Mapping[bytes, bytes], names: Sequence[bytes]) -> StoredCommit:
    """Return a commit from its log entry, given ``private_names``."""
    private = tuple([fields.get(name, b"") for name in names])
    return StoredCommit(n, fields[b"p"], private, fields[b"h"].hex())


def receipt_version(stored: bytes | None) -> int | None:
    """Return the version whose head belongs into a receipt; None: no head does."""
    return None if stored is None else version_of(stored[HASH_BYTES:])


def receipt_of(stored: bytes, head: str | None) -> Receipt:
    """Return what is recorded of a command, with the head that ``receipt_version`` asks for."""
    return Receipt(stored[:HASH_BYTES].hex(), whole(stored[HASH_BYTES:], head))


def mail_of(arrival: int, fields: Mapping[bytes, bytes]) -> Mail:
    """Return an undecided command from its inbox entry.

    Raises:
        ValueError, KeyError: it is none.
    """
    kind, at, body = fields[b"k"], int(fields[b"t"]), fields[b"b"]
    return Mail(
        arrival=arrival,
        at=at,
        account=fields[b"a"].decode(),
        command_id=fields[b"c"].decode(),
        kind=_KINDS[kind],
        body=body,
        gaps=_gaps_of(fields[b"d"], at) if b"d" in fields else (),
        presence=_presence_of(body) if kind == b"presence" else None,
    )


def _gaps_of(value: bytes, at: int) -> tuple[tuple[int, int], ...]:
    gaps: list[tuple[int, int]] = []
    end = -1
    for text_ in value.split(b","):
        found = _GAP.fullmatch(text_)
        if found is None or not end < int(found[1]) < int(found[2]) <= at:
            msg = f"no gaps of downtime before {at}: {value!r}"
            raise ValueError(msg)
        end = int(found[2])
        gaps.append((int(found[1]), end))
    return tuple(gaps)


def _presence_of(body: bytes) -> tuple[int, bool]:
    found = _PRESENCE.fullmatch(body)
    if found is None:
        msg = f"not who is there: {body!r}"
        raise ValueError(msg)
    return int(found[1]), found[2] == b"true"


def refusal_of(place: bytes, fields: Reply) -> RecordedRefusal:
    """Return a refused command from its entry."""
    told = fields_of(fields)
    return RecordedRefusal(
        place=place.decode(),
        at=entry_number(place),
        account=told[b"a"].decode(),
        command_id=told[b"c"].decode(),
        receipt=told[b"r"],
        body=told[b"b"],
    )


def status_of(value: bytes) -> Status:
    """Return a stored status."""
    match value:
        case b"open":
            return "open"
        case b"running":
            return "running"
        case b"closed":
            return "closed"
        case _:
            msg = f"unknown status {value!r}"
            raise ValueError(msg)


def feed_entry_of(partition: int, change: int, fields: Mapping[bytes, bytes]) -> FeedEntry:
    """Return a change from its feed entry."""
    by_number: dict[int, dict[bytes, bytes]] = {}
    receipts: list[tuple[bytes, bytes]] = []
    for name, value in fields.items():
        kind, colon, of = name.partition(b":")
        if kind == b"r" and colon:
            receipts.append((of, value))
        elif colon:
            by_number.setdefault(int(of), {})[kind] = value
    names = private_names(int(fields[b"seats"]))
    commits = tuple([commit_of(n, by_number[n], names) for n in sorted(by_number)])
    heads = {one.n: one.head for one in commits}
    sealed = fields.get(b"sealed")
    return FeedEntry(
        partition=partition,
        change=change,
        match=fields[b"m"].decode(),
        version=int(fields[b"v"]),
        status=status_of(fields[b"status"]),
        commits=commits,
        finished=dict(_told(of, stored, heads) for of, stored in receipts),
        sealed=None if sealed is None else tuple(int(s) for s in sealed.split(b",") if s),
    )


def _told(of: bytes, stored: bytes, heads: Mapping[int, str]) -> tuple[tuple[str, str], bytes]:
    account, _, command_id = of.decode().partition("/")
    version = version_of(stored)
    return (account, command_id), whole(stored, None if version is None else heads[version])
