"""Twin matches, written into the store as a worker would have."""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING, Any

from pydantic_core import to_json

from engine.core.codec import codec_of
from engine.core.match_fold import fold_events
from engine.core.match_messages import Join, Joined, Started
from engine.core.match_state import Commit, Issued, awaited, new_match
from engine.core.match_telling import summary
from engine.core.secrecy import Hidden
from schemas.chain import seal
from schemas.header import Header
from services.common.secrets import HostKey, MasterKey
from services.common.store_directory import Directory
from services.common.store_types import Change, Finished, Incoming, LoadRequest, NewMatch, Results
from tests.services.players import body_of, make_match
from tests.services.store_helpers import fetch
from tests.services.witness import Person

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

    from engine.core.messages import Event
    from schemas.chain import StoredCommit
    from services.common.store import Store
    from tests.services.twin_kit import Opening, Twins

SEED = hashlib.sha256(b"the server seed of twins").digest()
SALT_KEY = hashlib.sha256(b"the salt key of twins").digest()


def person(name: str) -> Person:
    """An account whose id and token follow from its name."""
    digest = hashlib.sha256(name.encode()).hexdigest()
    return Person(f"acc{digest[:17]}", f"token-{digest[:37]}")


def seated(match: str, seat: int) -> Person:
    return person(f"{match} {seat}")


STRANGER = person("a stranger")
PARTY = ("ada", "lea", "cleo", "dan", "bob")
"""Who may take a seat in an open match."""


async def write_account(store: Store, who: Person) -> None:
    hashed = hashlib.sha256(who.token.encode()).hexdigest()
    await Directory(store).create_account(who.account, "Somebody", hashed, 1_000)


# --- a started match, by hand -------------------------------------------------------------------


async def write_open_match(store: Store, data: Path, twins: Twins) -> NewMatch:
    """Write a match that nobody has joined."""
    new = make_match(
        twins.game,
        MasterKey.load(data),
        HostKey.load(data),
        seats=len(twins.openings[0].entries),
        match=twins.match,
        config=dict(twins.config),
        seed=SEED,
        salt_key=SALT_KEY,
    )
    await store.create(new)
    return new


async def write_match(store: Store, data: Path, twins: Twins, opening: Opening) -> None:
    """Write a match with all seats taken and its game begun; no worker may run yet."""
    new = await write_open_match(store, data, twins)
    people = [seated(twins.match, seat) for seat in range(new.seats)]
    await store.accept_many([_join(twins.match, who, n) for n, who in enumerate(people)])
    partition = store.keys.partition(twins.match)
    (token,) = await fetch(store, partition, "by hand", count=1)
    (loaded,) = await store.load_many([LoadRequest(match=twins.match)])
    assert loaded is not None
    commits, facts = _opened(new.header, new.head, twins, opening, people)
    await store.commit_many(
        [
            Results(
                token=token,
                seen=loaded.standing,
                done=len(people),
                commits=commits,
                finished=[
                    Finished(
                        account=who.account,
                        command_id=_join_id(n),
                        status="accepted",
                        receipt=to_json({"status": "accepted", "version": n + 1, "seat": n}),
                    )
                    for n, who in enumerate(people)
                ],
                change=Change(
                    status="running",
                    summary=to_json(facts),
                    stamp=0,
                    deadline=None,
                    seats={who.account: seat for seat, who in enumerate(people)},
                ),
            )
        ]
    )


def _join_id(seat: int) -> str:
    return f"join-{seat}"


def _join(match: str, who: Person, seat: int) -> Incoming:
    body = body_of({"kind": "match.join", "seat": seat})
    return Incoming(
        match=match,
        account=who.account,
        command_id=_join_id(seat),
        body_hash=hashlib.sha256(body).hexdigest(),
        body=body,
        kind="join",
    )


def _opened(
    header: bytes, head: str, twins: Twins, opening: Opening, people: Sequence[Person]
) -> tuple[list[StoredCommit], Mapping[str, Any]]:
    """Return the commits of joins and start, and the public summary after them."""
    game = twins.game
    state = new_match(game, Header.decode(header).terms(game))
    commits: list[StoredCommit] = []

    def append(actor: str, issued: tuple[Issued, ...], events: tuple[Event, ...]) -> None:
        nonlocal state
        state = fold_events(game, state, events, at=2_000 + state.version, actor=actor)
        commit = Commit(
            n=state.version,
            at=state.at,
            actor=actor,
            commands=issued,
            events=events,
            awaited=awaited(game, state),
        )
        parts = codec_of(game).write(commit, len(people))
        commits.append(seal(parts, commit.n, commits[-1].head if commits else head, SALT_KEY))

    for seat, (who, entry) in enumerate(zip(people, opening.entries, strict=True)):
        joined = Joined(
            seat=seat, account=who.account, client_seed=Hidden(None), entry=Hidden(entry)
        )
        join = Issued(seat=seat, command=Join(seat=seat, entry=entry), command_id=_join_id(seat))
        append(f"seat:{seat}", (join,), (joined,))
    shown = tuple(Hidden(entry, (seat,)) for seat, entry in enumerate(opening.entries))
    started = Started(
        client_seeds=(None,) * len(people), entries=() if game.entry is None else shown
    )
    append("system", (), (started, *opening.events))
    return commits, summary(game, state)
