"""After history was rewound: give each live match a new server seed.

Commits that a server lost may have been seen. Deciding them again with the old seed would draw the
same cards for whoever remembers them; so each match that goes on gets a new seed first.
"""

import os
from collections.abc import AsyncIterator
from dataclasses import dataclass

import uvloop

from engine.core.match_messages import Reseeded
from engine.core.rejection import EngineError
from engine.core.rng import SEED_BYTES, seed_commitment
from engine.games import Registry, discover
from services.common.bootstrap import agree_on_key, open_store
from services.common.clock import now_ms
from services.common.secrets import MasterKey
from services.common.settings import Settings
from services.common.store import Store
from services.worker.own import CannotActError, loaded_cold, own_commit

_PAGE = 200
_TRIES = 20


@dataclass(frozen=True, slots=True, kw_only=True)
class Recovered:
    """What was done: matches reseeded, and those that could not be, with the reason."""

    reseeded: tuple[str, ...]
    failed: tuple[tuple[str, str], ...]


def run(settings: Settings) -> Recovered:
    """Reseed all live matches of a service; its workers may run meanwhile."""
    return uvloop.run(_run(settings))


async def _run(settings: Settings) -> Recovered:
    store = await open_store(settings.store())
    try:
        master_key = MasterKey.load(settings.data)
        await agree_on_key(store, master_key)
        return await recover(store, discover(settings.extra_games, settings.games), master_key)
    finally:
        await store.aclose()


async def recover(store: Store, registry: Registry, master_key: MasterKey) -> Recovered:
    """Reseed each match that is not closed."""
    reseeded: list[str] = []
    failed: list[tuple[str, str]] = []
    async for match in _matches(store):
        try:
            if await _reseed(store, registry, master_key, match):
                reseeded.append(match)
        except (CannotActError, EngineError) as error:
            failed.append((match, str(error)))
    return Recovered(reseeded=tuple(reseeded), failed=tuple(failed))


async def _matches(store: Store) -> AsyncIterator[str]:
    """Yield every match there is, once; one that changes meanwhile is met again further on."""
    for partition in range(store.partitions):
        page, seen = [("", 0)], set[str]()
        full = True
        while full:
            page = await store.changed_since(partition, page[-1][1], limit=_PAGE)
            full = len(page) == _PAGE  # a page that is not full ends with the newest change of all
            for match, _ in page:
                if match not in seen:
                    seen.add(match)
                    yield match


async def _reseed(store: Store, registry: Registry, master_key: MasterKey, match: str) -> bool:
    """Reseed one match; False if it is over."""
    for _ in range(_TRIES):
        loaded, held = await loaded_cold(store, registry, master_key, match)
        if loaded.status == "closed":
            return False
        seed = os.urandom(SEED_BYTES)
        event = Reseeded(seed_commitment=seed_commitment(seed), after=held.folded.head)
        own = own_commit(held, loaded.standing, event, max(now_ms(), loaded.stamp))
        if await store.reseed(own, master_key.encrypt("seed", match, held.seed + seed)):
            return True
    msg = f"the match {match} moves too fast to be reseeded; stop its workers first"
    raise CannotActError(msg)
