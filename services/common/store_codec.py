"""Values of the store as arguments and replies of the server's functions, and back.

The order of arguments is that of the comments in ``lua/``.
"""

import json
from collections.abc import Iterable, Mapping, Sequence

from redis.exceptions import ResponseError

from schemas.streams import GROUP

from .store_readings import FeedEntry
from .store_types import (
    Accepted,
    AcceptReply,
    Change,
    CommitReply,
    Committed,
    Finished,
    JoinWaits,
    Known,
    Mail,
    NotCommitted,
    OwnCommit,
    Park,
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
from .store_wire import Argument, Reply, is_full, items, number, pairs, raw, text

# --- arguments ----------------------------------------------------------------------------------


def commit_arguments(results: Results, feed_cap: int) -> list[Argument]:
    """Return the arguments of ``commit``."""
    token = results.token
    arguments: list[Argument] = [token.match, token.id, GROUP, feed_cap]
    arguments += _seen(results.seen)
    arguments.append(results.done)
    arguments += _commits(results.commits)
    arguments += _finished(results.finished)
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
    return [seen.version, seen.done, seen.head]


def _commits(commits: Sequence[StoredCommit]) -> list[Argument]:
    arguments: list[Argument] = [len(commits)]
    for commit in commits:
        arguments += [commit.n, commit.head, commit.public, len(commit.private)]
        arguments += commit.private
    return arguments


def _finished(finished: Sequence[Finished]) -> list[Argument]:
    arguments: list[Argument] = [len(finished)]
    for one in finished:
        arguments += [one.account, one.command_id, one.status, one.receipt, one.body]
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
            return Known(raw(rest[0]))
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


def token_of(partition: int, token_id: bytes, data: bytes | None) -> Token | None:
    """Return the token that a raw stream entry carries; None if it is none of ours."""
    try:
        match: object = json.loads(data or b"")
    except ValueError:
        return None
    return Token(partition, token_id.decode(), match) if isinstance(match, str) else None


def entry_number(entry_id: Reply) -> int:
    """Return the number in front of an explicit stream id."""
    return int(raw(entry_id).split(b"-", 1)[0])


def entries(reply: Reply) -> Iterable[tuple[int, dict[str, bytes]]]:
    """Return the entries of a stream with explicit ids as (number, fields)."""
    for entry in items(reply):
        entry_id, fields = items(entry)
        yield entry_number(entry_id), pairs(fields)


def commit_of(n: int, fields: Mapping[str, bytes], seats: int) -> StoredCommit:
    """Return a commit from its log entry."""
    private = (*(fields.get(str(seat), b"") for seat in range(seats)), fields.get("s", b""))
    return StoredCommit(n, fields["p"], private, fields["h"].decode())


def mail_of(arrival: int, fields: Mapping[str, bytes]) -> Mail:
    """Return an undecided command from its inbox entry."""
    kind = fields["k"]
    return Mail(
        arrival=arrival,
        at=int(fields["t"]),
        account=fields["a"].decode(),
        command_id=fields["c"].decode(),
        kind="tick" if kind == b"tick" else "join" if kind == b"join" else "command",
        body=fields["b"],
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


def feed_entry_of(partition: int, change: int, fields: Mapping[str, bytes]) -> FeedEntry:
    """Return a change from its feed entry."""
    seats = int(fields["seats"])
    by_number: dict[int, dict[str, bytes]] = {}
    finished: dict[tuple[str, str], bytes] = {}
    for name, value in fields.items():
        kind, colon, of = name.partition(":")
        if kind == "r" and colon:
            account, _, command_id = of.partition("/")
            finished[account, command_id] = value
        elif colon:
            by_number.setdefault(int(of), {})[kind] = value
    sealed = fields.get("sealed")
    return FeedEntry(
        partition=partition,
        change=change,
        match=fields["m"].decode(),
        version=int(fields["v"]),
        status=status_of(fields["status"]),
        commits=tuple(commit_of(n, by_number[n], seats) for n in sorted(by_number)),
        finished=finished,
        sealed=None if sealed is None else tuple(int(s) for s in sealed.split(b",") if s),
    )
