"""Open matches: what a worker holds of them, brought up to where the store has them.

As little is read as will do: nothing where a token tells its command, the mail alone where nobody
else has decided anything, the new commits of a match that is held, the snapshot and what follows it
of one that is not.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from services.common.fold import snapshot_of
from services.common.store import Store
from services.common.store_types import Loaded, LoadRequest, Token
from services.worker.limits import TimeLimit
from services.worker.matches import Held, Matches, TornError, catch_up

_FOLD_MS: Final = 20
"""How long one commit of a log may take to fold, beside the time of one decision."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """How much a worker takes on (see the settings of the same names)."""

    decide_ms: int
    snapshot_every: int
    reclaim_idle_ms: int


class Opener:
    """Loads and folds matches for a worker."""

    def __init__(self, store: Store, matches: Matches, limits: Limits) -> None:
        self._store = store
        self._matches = matches
        self._limits = limits

    async def load(self, tokens: Sequence[Token], *, mail: int) -> list[Loaded | None]:
        """Load the matches of tokens with at most so much mail; None where there is no such match.

        What is held is loaded without log and box, to be brought up to date by ``held``.
        """
        loads: list[Loaded | None] = []
        requests: dict[int, LoadRequest] = {}
        for place, token in enumerate(tokens):
            held = self._matches.get(token.match)
            loads.append(None if held is None else held.before(token))
            if loads[-1] is None:
                cold = held is None
                requests[place] = LoadRequest(
                    match=token.match, cold=cold, snapshot=cold, tail=cold, mail=mail
                )
        found = await self._store.load_many(list(requests.values()))
        for place, loaded in zip(requests, found, strict=True):
            loads[place] = loaded
        return loads

    async def held(self, loaded: Loaded) -> tuple[Held, Loaded]:
        """Return a match folded up to what was loaded, cold if what is held does not fit.

        Raises as ``Matches.begin``, CannotGoOnError, and TornError.
        """
        held = self._matches.get(loaded.match)
        if held is not None:
            if held.stands_at(loaded.standing):
                return held, loaded
            loaded = await self._again(loaded, cold=False, after=held.folded.version)
            with self._fold_limit(loaded):
                current = catch_up(held, loaded)
            if current is not None:
                return current, loaded
        for snapshot in (True, False):
            if not snapshot or not loaded.header:
                loaded = await self._again(loaded, cold=True, snapshot=snapshot)
            with self._fold_limit(loaded):
                opened = self._matches.open(loaded)
            if opened is not None:
                self._matches.hold(loaded.match, opened)
                if len(loaded.commits) >= self._limits.snapshot_every:
                    await self.snap(opened)
                return opened, loaded
        msg = f"the log of {loaded.match} does not end in its head"
        raise TornError(msg)

    async def snap(self, held: Held) -> None:
        """Leave a snapshot of a match."""
        every = self._limits.snapshot_every
        match = held.folded.header.match
        await self._store.put_snapshots(match, [snapshot_of(held.folded)], every=every)

    async def _again(self, loaded: Loaded, **how: Any) -> Loaded:
        """Load a match again, with more of it."""
        request = LoadRequest(match=loaded.match, mail=len(loaded.mail) or 1, **how)
        (again,) = await self._store.load_many([request])
        assert again is not None, "a match is never removed"
        return again

    def _fold_limit(self, loaded: Loaded) -> TimeLimit:
        return TimeLimit(self._limits.decide_ms + _FOLD_MS * len(loaded.commits))
