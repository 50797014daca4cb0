"""Readings of a match put together from the replies of one pipeline."""

from collections.abc import Mapping, Sequence
from typing import Final

from redis.exceptions import ResponseError

from schemas.streams import Keys

from .store_codec import commit_of, entries, mail_of, private_names, status_of
from .store_types import EncryptedSecrets, Loaded, LoadRequest, Meta, Snapshot, Stamp, Standing
from .store_wire import Command, Reply, good, items, number, pairs, raw, text

_STANDING: Final = ("version", "done", "head", "status", "parked", "rules", "seats", "stamp")
_SEAT: Final = "seat:"
_NOT_READ: Final[Reply] = [b"", b""]


def load_commands(keys: Keys, request: LoadRequest, snapshot: Snapshot | None) -> list[Command]:
    """Return the commands that read a match, in the order that ``loaded_from`` expects."""
    match = request.match
    meta = keys.meta(match)
    commands: list[Command] = [
        ("HMGET", meta, *_STANDING),
        ("XRANGE", keys.inbox(match), "-", "+", "COUNT", request.mail),
    ]
    if request.tail:
        after = request.after if snapshot is None else snapshot.stamp.version
        commands += [
            ("XRANGE", keys.log(match), f"{after + 1}-0", "+"),
            ("HGETALL", keys.sealed(match)),
        ]
    if request.cold:
        commands += [
            ("HMGET", meta, "header", "summary"),
            ("HMGET", keys.secret(match), "seed", "salt_key"),
        ]
    return commands


def loaded_from(
    request: LoadRequest, snapshot: Snapshot | None, replies: Sequence[Reply]
) -> Loaded | None:
    """Return a match from the replies to ``load_commands``; None if there is no such match.

    Commits beyond the version in meta and mail that is decided already were written after meta was
    read; they are left out.
    """
    meta, inbox, *rest = replies
    version, done, head, status, parked, rules, seats, stamp = items(meta)
    if good(version) is None:
        return None
    standing = Standing(number(version), number(done), raw(head).hex())
    audience = number(seats)
    log, box = rest[:2] if request.tail else ([], [])
    fixed, secrets = rest[-2:] if request.cold else (_NOT_READ, None)
    header, summary = items(fixed)
    names = private_names(audience)
    return Loaded(
        match=request.match,
        standing=standing,
        status=status_of(raw(status)),
        parked=good(parked) is not None,
        rules=text(rules),
        seats=audience,
        stamp=number(stamp),
        summary=raw(summary),
        commits=tuple([commit_of(n, f, names) for n, f in entries(log) if n <= standing.version]),
        snapshot=snapshot,
        mail=tuple(
            [mail_of(arrival, f) for arrival, f in entries(inbox) if arrival > standing.done]
        ),
        box={int(seat): choice for seat, choice in pairs(box).items()},
        header=raw(header),
        secrets=None if secrets is None else secrets_from(secrets),
    )


def secrets_from(reply: Reply) -> EncryptedSecrets | None:
    """Return the encrypted secrets of a match from (seed, salt key); None if there are none."""
    seed, salt_key = items(reply)
    return None if seed is None else EncryptedSecrets(seed=raw(seed), salt_key=raw(salt_key))


def snapshot_from(reply: Reply) -> Snapshot | None:
    """Return a cached state from (head, build and state; version); None if it cannot be read.

    A cache may hold anything, of any type.
    """
    if isinstance(reply, ResponseError):
        return None
    try:
        stamped, version = items(reply)
        stamp, _, state = raw(stamped).partition(b"\n")
        head, build = stamp.decode().split(" ")
        return Snapshot(Stamp(number(version), head, build), state)
    except ValueError:
        return None


def meta_from(match: str, fields: Mapping[str, bytes]) -> Meta | None:
    """Return a match's public standing from its meta hash; None if that is empty."""
    if not fields:
        return None
    return Meta(
        match=match,
        header=fields["header"],
        rules=fields["rules"].decode(),
        game=fields["game"].decode(),
        seats=int(fields["seats"]),
        created=int(fields["created"]),
        status=status_of(fields["status"]),
        parked="parked" in fields,
        version=int(fields["version"]),
        head=fields["head"].hex(),
        arrivals=int(fields["arrivals"]),
        done=int(fields["done"]),
        stamp=int(fields["stamp"]),
        summary=fields["summary"],
        accounts={
            name.removeprefix(_SEAT): int(seat)
            for name, seat in fields.items()
            if name.startswith(_SEAT)
        },
    )
