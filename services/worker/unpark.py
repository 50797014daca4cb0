"""Let a parked match go on, after the fault that stopped it is mended."""

import uvloop

from engine.core.match_messages import Unparked
from engine.games import Registry, discover
from services.common.bootstrap import agree_on_key, open_store
from services.common.clock import now_ms
from services.common.secrets import MasterKey
from services.common.settings import Settings
from services.common.store import Store
from services.common.store_types import OwnCommit
from services.worker.own import CannotActError, loaded_cold, own_commit


def run(settings: Settings, match: str) -> int:
    """Unpark a match and return its new version; raises CannotActError."""
    return uvloop.run(_run(settings, match))


async def _run(settings: Settings, match: str) -> int:
    store = await open_store(settings.store())
    try:
        master_key = MasterKey.load(settings.data)
        await agree_on_key(store, master_key)
        games = discover(settings.extra_games, settings.games)
        return await unpark(store, games, master_key, match)
    finally:
        await store.aclose()


async def unpark(store: Store, registry: Registry, master_key: MasterKey, match: str) -> int:
    """Fold the match as the mended code does, and append the commit that lets it go on."""
    loaded, held = await loaded_cold(store, registry, master_key, match)
    if not loaded.parked:
        msg = f"the match {match} is not parked"
        raise CannotActError(msg)
    own = own_commit(held, loaded.standing, Unparked(), max(now_ms(), loaded.stamp))
    if not await store.unpark(own) and not await _is_ours(store, own):
        msg = f"the match {match} changed while it was read; try again"
        raise CannotActError(msg)
    return own.commit.n


async def _is_ours(store: Store, own: OwnCommit) -> bool:
    """Tell whether the commit is in the log: its first call may have gone through unheard."""
    written = await store.read_log(own.match, after=own.commit.n - 1, count=1)
    return any(commit.head == own.commit.head for commit in written)
