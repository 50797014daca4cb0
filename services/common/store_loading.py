"""Readings of a match put together from the replies of one pipeline."""

from collections.abc import Mapping, Sequence
from typing import Final

from redis.exceptions import ResponseError

from schemas.streams import Keys

from .store_codec import commit_of, entries, mail_of, status_of
from .store_types import EncryptedSecrets, Loaded, LoadRequest, Meta, Snapshot, Stamp, Standing
from .store_wire import Command, Reply, good, items, number, pairs, raw, text

_STANDING: Final = ("version", "done", "head")
_REST: Final = ("status", "parked", "rules", "seats", "stamp", "summary")
_SEAT: Final = "seat:"


def load_commands(keys: Keys, request: LoadRequest, snapshot: Snapshot | None) -> list[Command]:
    """Return the commands that read a match: meta, log, inbox, box; header and secrets if cold."""
    match = request.match
    after = request.after if snapshot is None else snapshot.stamp.version
    commands: list[Command] = [
        ("HMGET", keys.meta(match), *_STANDING, *_REST),
        ("XRANGE", keys.log(match), f"{after + 1}-0", "+"),
        ("XRANGE", keys.inbox(match), "-", "+", "COUNT", request.mail),
        ("HGETALL", keys.sealed(match)),
    ]
    if request.cold:
        commands += [
            ("HGET", keys.meta(match), "header"),
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
    meta, log, inbox, box, *rest = replies
    version, done, head, status, parked, rules, seats, stamp, summary = items(meta)
    if good(version) is None:
        return None
    standing = Standing(number(version), number(done), text(head))
    audience = number(seats)
    commits = (commit_of(n, f, audience) for n, f in entries(log) if n <= standing.version)
    mail = (mail_of(arrival, f) for arrival, f in entries(inbox) if arrival > standing.done)
    header, secrets = rest if request.cold else (b"", None)
    return Loaded(
        match=request.match,
        standing=standing,
        status=status_of(raw(status)),
        parked=good(parked) is not None,
        rules=text(rules),
        seats=audience,
        stamp=number(stamp),
        summary=raw(summary),
        commits=tuple(commits),
        snapshot=snapshot,
        mail=tuple(mail),
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
        head=fields["head"].decode(),
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
