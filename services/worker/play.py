"""Play tokens: load matches, decide their mail, commit. Errors are caught per match.

A batch is loaded in one pipeline and committed in one pipeline. A match whose mail raises is played
alone, one command per commit; a command that cannot be decided in two tries is refused with
``ENGINE_FAULT``, and only a match that cannot go on at all is parked.
"""

import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import structlog
from pydantic_core import to_json

from engine.games import Registry, UnknownRulesError
from services.common import telemetry
from services.common.clock import now_ms
from services.common.fold import snapshot_of
from services.common.secrets import MasterKey
from services.common.store import Store
from services.common.store_types import (
    Committed,
    Loaded,
    LoadRequest,
    Mail,
    Park,
    Results,
    Superseded,
    Token,
)
from services.worker.decide import Decided, decide, refuse_faulty
from services.worker.limits import time_limit
from services.worker.matches import CannotGoOnError, Held, Matches, catch_up
from services.worker.own import parking

STALE_TRIES: Final = 3
MAX_TRIES: Final = 2
MAIL_PER_COMMIT: Final = 16

log = structlog.get_logger()


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """How much a worker takes on (see the settings of the same names)."""

    decide_ms: int
    snapshot_every: int
    reclaim_idle_ms: int


class Worker:
    """Plays tokens for as long as it lives; holds nothing that another worker could not re-make."""

    def __init__(
        self, store: Store, registry: Registry, master_key: MasterKey, limits: Limits, name: str
    ) -> None:
        self._store = store
        self._matches = Matches(registry, master_key)
        self._limits = limits
        self._name = name
        self._faults: dict[str, str] = {}
        """Match -> traceback of its last failed try, until it is decided or refused."""

    # --- many matches, for the first time -------------------------------------------------------

    async def play(self, tokens: Sequence[Token]) -> None:
        """Play tokens as they come; what raises is played alone at once."""
        left = list(tokens)
        for _ in range(STALE_TRIES):
            if not left:
                return
            left = await self._play_once(left)
        for token in left:
            self._matches.forget(token.match)
            log.warning("left_to_the_reclaimer", match=token.match, reason="stale")

    async def _play_once(self, tokens: Sequence[Token]) -> list[Token]:
        """Play each token once; returns those whose match moved on in the meantime."""
        loads = await self._load(tokens, mail=MAIL_PER_COMMIT)
        decided: list[tuple[Token, Decided | Results]] = []
        alone: list[Token] = []
        began = time.monotonic()
        for place, (token, loaded) in enumerate(zip(tokens, loads, strict=True)):
            if loaded is None:
                continue
            try:
                decided.append((token, await self._decide(token, loaded)))
            except UnknownRulesError as error:
                self._leave(token, str(error))
            except Exception:  # noqa: BLE001  # any bug: play_alone tries again and records it
                alone.append(token)
            if (time.monotonic() - began) * 3000 > self._limits.reclaim_idle_ms:
                began = time.monotonic()
                await self._renew(tokens[place + 1 :])
        stale = await self._commit(decided)
        for token in alone:
            await self.play_alone(token)
        return stale

    async def _load(self, tokens: Sequence[Token], *, mail: int) -> list[Loaded | None]:
        requests: list[LoadRequest] = []
        for token in tokens:
            held = self._matches.get(token.match)
            version = 0 if held is None else held.folded.version
            requests.append(
                LoadRequest(match=token.match, after=version, cold=held is None, mail=mail)
            )
        return await self._store.load_many(requests)

    async def _decide(self, token: Token, loaded: Loaded) -> Decided | Results:
        held, loaded = await self._held(token, loaded)
        if loaded.parked or not loaded.mail:
            return Results(token=token, seen=loaded.standing, done=loaded.standing.done)
        return self._timed(held, loaded, token, loaded.mail)

    def _timed(self, held: Held, loaded: Loaded, token: Token, mail: Sequence[Mail]) -> Decided:
        now = now_ms()
        for one in mail:
            telemetry.QUEUE_WAIT_SECONDS.observe(max(0, now - one.at) / 1000)
        with telemetry.DECIDE_SECONDS.time(), time_limit(self._limits.decide_ms):
            return decide(held, loaded, token, mail)

    async def _held(self, token: Token, loaded: Loaded) -> tuple[Held, Loaded]:
        """Return the match folded up to what was loaded, cold if what is held does not fit."""
        held = self._matches.get(token.match)
        current = None if held is None else catch_up(held, loaded)
        if current is not None:
            return current, loaded
        snapshot = await self._store.snapshot(token.match)
        for candidate in (snapshot, None):
            after = 0 if candidate is None else candidate.stamp.version
            request = LoadRequest(
                match=token.match, after=after, cold=True, mail=len(loaded.mail) or 1
            )
            (cold,) = await self._store.load_many([request])
            assert cold is not None, "a match is never removed"
            opened = self._matches.open(cold, candidate)
            if opened is not None:
                self._matches.hold(token.match, opened)
                return opened, cold
        msg = f"the log of {token.match} does not end in its head"
        raise RuntimeError(msg)

    async def _commit(self, decided: Sequence[tuple[Token, Decided | Results]]) -> list[Token]:
        """Commit a batch; returns the tokens whose results were stale."""
        if not decided:
            return []
        results = [one.results if isinstance(one, Decided) else one for _, one in decided]
        with telemetry.COMMIT_SECONDS.time():
            replies = await self._store.commit_many(results)
        stale: list[Token] = []
        for (token, one), reply in zip(decided, replies, strict=True):
            if isinstance(reply, Committed):
                if isinstance(one, Decided):
                    await self._committed(token.match, one)
            elif isinstance(reply, Superseded):
                telemetry.SUPERSEDED.inc()
                self._matches.forget(token.match)
            else:
                telemetry.STALE_COMMITS.inc()
                self._matches.forget(token.match)
                stale.append(token)
        return stale

    async def _committed(self, match: str, decided: Decided) -> None:
        self._matches.hold(match, decided.held)
        for one in decided.results.finished:
            telemetry.COMMANDS.labels(outcome=one.status).inc()
            log.info(
                "command_decided",
                match=match,
                account=one.account,
                command_id=one.command_id,
                outcome=one.status,
                version=decided.held.folded.version,
            )
        every = self._limits.snapshot_every
        before = decided.results.seen.version // every
        if decided.held.folded.version // every > before:
            await self._store.put_snapshot(match, snapshot_of(decided.held.folded))

    async def _renew(self, tokens: Sequence[Token]) -> None:
        """Keep the tokens of a long batch from being taken over."""
        if tokens:
            await self._store.renew(tokens[0].partition, self._name, [t.id for t in tokens])

    def _leave(self, token: Token, reason: str) -> None:
        """Leave a token pending for a worker that knows the match's rules."""
        telemetry.UNKNOWN_RULES.inc()
        log.warning("left_to_another_worker", match=token.match, reason=reason)

    # --- one match, carefully -------------------------------------------------------------------

    async def play_alone(self, token: Token) -> None:
        """Play a redelivered or faulty token, one command per commit, each try counted before."""
        for _ in range(STALE_TRIES + MAX_TRIES):
            self._matches.forget(token.match)
            (loaded,) = await self._load([token], mail=1)
            if loaded is None:
                return
            try:
                held, loaded = await self._held(token, loaded)
            except UnknownRulesError as error:
                self._leave(token, str(error))
                return
            except CannotGoOnError as error:
                self._faults[token.match] = telemetry.where(error)
                await self._park(token, loaded, error.held)
                return
            if loaded.parked or not loaded.mail:
                empty = Results(token=token, seen=loaded.standing, done=loaded.standing.done)
                if not await self._commit([(token, empty)]):
                    return
                continue
            if await self._try(token, loaded, held):
                return
        log.warning("left_to_the_reclaimer", match=token.match, reason="moved on or faulty")

    async def _try(self, token: Token, loaded: Loaded, held: Held) -> bool:
        """Try the first command; True if the token is spent."""
        mail = loaded.mail[0]
        tries = await self._store.count_try(token, mail.arrival)
        if tries is None:
            return True
        faulty = tries > MAX_TRIES
        try:
            if faulty:
                decided = self._refuse(token, loaded, held, mail)
            else:
                decided = self._timed(held, loaded, token, (mail,))
        except Exception as error:
            log.exception("decision_failed", match=token.match, command_id=mail.command_id)
            self._faults[token.match] = telemetry.where(error)
            if faulty:
                await self._park(token, loaded, held)
            return faulty
        self._faults.pop(token.match, None)
        return not await self._commit([(token, decided)])

    def _refuse(self, token: Token, loaded: Loaded, held: Held, mail: Mail) -> Decided:
        telemetry.FAULTS.inc()
        log.error(
            "engine_fault", match=token.match, account=mail.account, command_id=mail.command_id
        )
        with time_limit(self._limits.decide_ms):
            return refuse_faulty(held, loaded, token, mail, self._fault(token, loaded))

    def _fault(self, token: Token, loaded: Loaded) -> str:
        """Return the dead letter's text: where, and the traceback if this worker saw it."""
        seen = self._faults.get(token.match, "the worker died while it decided")
        return f"{loaded.rules} at version {loaded.standing.version}\n{seen}"

    async def _park(self, token: Token, loaded: Loaded, held: Held) -> None:
        """Stop a match that cannot go on; its mail is answered MATCH_PARKED."""
        at = max(now_ms(), loaded.stamp)
        stored, summary = parking(held, loaded.standing, at)
        reply = await self._store.park(
            Park(
                token=token,
                seen=loaded.standing,
                commit=stored,
                stamp=at,
                summary=summary,
                receipt=to_json({**_PARKED_RECEIPT, "version": stored.n}),
                fault=self._fault(token, loaded).encode(),
            )
        )
        self._matches.forget(token.match)
        self._faults.pop(token.match, None)
        if isinstance(reply, Committed):
            telemetry.PARKED.inc()
            log.error("match_parked", match=token.match, version=stored.n)


_PARKED_RECEIPT: Final = {
    "status": "refused",
    "code": "MATCH_PARKED",
    "detail": "A fault of ours stopped this match; it goes on once the fault is mended.",
}
