"""Let a parked match go on, after the fault that stopped it is mended."""

import uvloop
from pydantic_core import to_json

from engine.core.match import next_deadline, summary
from engine.games import Registry, discover
from services.common.bootstrap import open_store
from services.common.clock import now_ms
from services.common.secrets import MasterKey
from services.common.settings import Settings
from services.common.store import Store
from services.common.store_types import LoadRequest, Unpark
from services.worker.decide import unparking
from services.worker.matches import CannotGoOnError, Matches


class CannotUnparkError(Exception):
    """The match cannot go on; the message says why."""


def run(settings: Settings, match: str) -> int:
    """Unpark a match and return its new version; raises CannotUnparkError."""
    return uvloop.run(_run(settings, match))


async def _run(settings: Settings, match: str) -> int:
    store = await open_store(settings.store())
    try:
        registry = discover(settings.extra_games)
        return await unpark(store, registry, MasterKey.load(settings.data), match)
    finally:
        await store.aclose()


async def unpark(store: Store, registry: Registry, master_key: MasterKey, match: str) -> int:
    """Fold the match as the mended code does, and append the commit that lets it go on."""
    (loaded,) = await store.load_many([LoadRequest(match=match)])
    if loaded is None:
        msg = f"there is no match {match}"
        raise CannotUnparkError(msg)
    if not loaded.parked:
        msg = f"the match {match} is not parked"
        raise CannotUnparkError(msg)
    try:
        held = Matches(registry, master_key).open(loaded, None)
    except CannotGoOnError as error:
        msg = f"the fault of {match} is not mended: {error}"
        raise CannotUnparkError(msg) from error
    if held is None:
        msg = f"the match {match} changed while it was read; try again"
        raise CannotUnparkError(msg)
    at = max(now_ms(), loaded.stamp)
    commit, state = unparking(held, at)
    game = held.folded.game
    done = await store.unpark(
        Unpark(
            match=match,
            seen=loaded.standing,
            commit=commit,
            stamp=at,
            summary=to_json(summary(game, state)),
            deadline=next_deadline(game, state),
        )
    )
    if not done:
        msg = f"the match {match} changed while it was read; try again"
        raise CannotUnparkError(msg)
    return commit.n
