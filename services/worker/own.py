"""Commits of the service's own: parking, going on, reseeding."""

from pydantic import JsonValue
from pydantic_core import from_json, to_json

from engine.core.codec import codec_of
from engine.core.match_due import next_deadline
from engine.core.match_fold import fold_events
from engine.core.match_messages import Parked, Reseeded, Unparked
from engine.core.match_state import Commit, awaited
from engine.core.match_telling import summary
from engine.games import Registry
from schemas.chain import StoredCommit, seal
from services.common.secrets import MasterKey
from services.common.store import Store
from services.common.store_types import Loaded, LoadRequest, OwnCommit, Standing
from services.worker.matches import CannotGoOnError, Held, Matches


class CannotActError(Exception):
    """The service cannot act on a match; the message says why."""


def parking(held: Held, loaded: Loaded, at: int) -> tuple[StoredCommit, bytes]:
    """Return the system commit that stops a match, and its public summary from then on.

    Both stand on what is stored, not on the folded state, because folding may be what fails:
    nobody is awaited while a match is parked.
    """
    n = loaded.standing.version + 1
    commit = Commit(n=n, at=at, actor="system", commands=(), events=(Parked(),), awaited=())
    parts = codec_of(held.folded.game).write(commit, loaded.seats)
    told: dict[str, JsonValue] = from_json(loaded.summary)
    parked = {**told, "version": n, "at": at, "pending": list[JsonValue](), "parked": True}
    return seal(parts, n, loaded.standing.head, held.salt_key), to_json(parked)


def own_commit(held: Held, seen: Standing, event: Unparked | Reseeded, at: int) -> OwnCommit:
    """Return the system commit of one event, on top of the folded match."""
    game, before = held.folded.game, held.folded.state
    state = fold_events(game, before, (event,), at=at, actor="system")
    commit = Commit(
        n=state.version,
        at=at,
        actor="system",
        commands=(),
        events=(event,),
        awaited=awaited(game, state),
    )
    parts = codec_of(game).write(commit, state.terms.seats)
    return OwnCommit(
        match=before.terms.match_id,
        seen=seen,
        commit=seal(parts, commit.n, held.folded.head, held.salt_key),
        stamp=at,
        summary=to_json(summary(game, state)),
        deadline=next_deadline(game, state),
    )


async def loaded_cold(
    store: Store, registry: Registry, master_key: MasterKey, match: str
) -> tuple[Loaded, Held]:
    """Load and fold one match; raises CannotActError and UnknownRulesError."""
    (loaded,) = await store.load_many([LoadRequest(match=match)])
    if loaded is None:
        msg = f"there is no match {match}"
        raise CannotActError(msg)
    try:
        held = Matches(registry, master_key).open(loaded)
    except CannotGoOnError as error:
        msg = f"the match {match} cannot be folded: {error}"
        raise CannotActError(msg) from error
    if held is None:
        msg = f"the match {match} changed while it was read; try again"
        raise CannotActError(msg)
    return loaded, held
