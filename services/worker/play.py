"""Play tokens: load matches, decide their mail, commit. Errors are caught per match.

A batch is loaded in one pipeline and committed in one pipeline. A match whose mail raises is played
alone, one command per commit; a command that cannot be decided in two tries is refused with
``ENGINE_FAULT``, and only a match that cannot go on at all is parked. What this worker cannot play
at all it leaves to others; nothing that one match does ends the worker or keeps others waiting.
"""

import asyncio
import functools
import time
from collections.abc import Generator, Sequence
from contextlib import contextmanager
from typing import Final

import structlog
from prometheus_client import Counter
from pydantic_core import from_json, to_json

from engine.core.rejection import UnknownFormatError
from engine.games import Registry, UnknownRulesError
from services.common import telemetry
from services.common.clock import now_ms
from services.common.secrets import MasterKey
from services.common.store import Store
from services.common.store_types import (
    Committed,
    Loaded,
    Mail,
    NotCommitted,
    Park,
    Results,
    Stale,
    Superseded,
    Token,
)
from services.common.store_wire import StoreUnavailableError
from services.worker.decide import Decided, decide, refuse_faulty
from services.worker.limits import TimeLimit
from services.worker.matches import CannotGoOnError, Held, Matches, WrongKeyError
from services.worker.opening import Limits, Opener
from services.worker.own import parking
from services.worker.tries import Tries

STALE_TRIES: Final = 3
MAX_TRIES: Final = 2
LAST_TRIES: Final = 4
"""After so many tries of one command, its refusal is what kills workers: the match is parked."""
MAIL_PER_COMMIT: Final = 16

_PATIENT_S: Final = 0.25
"""A batch that takes longer is committed in parts; also the pause while the server is away."""

_NOT_OURS: Final = (UnknownRulesError, UnknownFormatError, WrongKeyError)

log = structlog.get_logger()


class CommitRefusedError(Exception):
    """The store refused a commit: what was decided cannot be carried out."""


class Worker:
    """Plays tokens for as long as it lives; holds nothing that another worker could not re-make."""

    def __init__(
        self, store: Store, registry: Registry, master_key: MasterKey, limits: Limits, name: str
    ) -> None:
        self._store = store
        self._matches = Matches(registry, master_key)
        self._opener = Opener(store, self._matches, limits)
        self._limits = limits
        self._name = name
        self._tries = Tries(store, name)
        self._in_hand: dict[str, int] = {}
        """Tokens being played -> by how many tasks."""
        self._left: set[str] = set()
        """Tokens left to workers that know more, or to a later day."""
        self._stopping = False

    def holds(self, token_id: str) -> bool:
        """Tell whether a token is being played here, or left to others on purpose."""
        return token_id in self._in_hand or token_id in self._left

    def in_hand(self, token_id: str) -> bool:
        """Tell whether a token is being played here."""
        return token_id in self._in_hand

    def stop(self) -> None:
        """Wait no longer for a server that is away: what is under way is left to others."""
        self._stopping = True

    @contextmanager
    def _holding(self, tokens: Sequence[Token]) -> Generator[None]:
        for token in tokens:
            self._in_hand[token.id] = self._in_hand.get(token.id, 0) + 1
            self._left.discard(token.id)
        try:
            yield
        finally:
            for token in tokens:
                self._in_hand[token.id] -= 1
                if not self._in_hand[token.id]:
                    del self._in_hand[token.id]

    # --- many matches, for the first time -------------------------------------------------------

    async def play(self, tokens: Sequence[Token]) -> None:
        """Play tokens as they come; what raises is played alone at once.

        A server that is away is waited for: nobody else would take these tokens for a long time.
        """
        with self._holding(tokens):
            left, stale = list(tokens), 0
            while left and stale < STALE_TRIES:
                try:
                    left = await self._play_once(left)
                    stale += 1
                except StoreUnavailableError as error:
                    if self._stopping:
                        raise
                    log.warning("store_unavailable", reason=str(error))
                    await asyncio.sleep(_PATIENT_S)
        for token in left:
            self._matches.forget(token.match)
            log.warning("left_to_the_reclaimer", match=token.match, reason="stale")

    async def _play_once(self, tokens: Sequence[Token]) -> list[Token]:
        """Play each token once; returns those whose match moved on in the meantime."""
        loads = await self._opener.load(tokens, mail=MAIL_PER_COMMIT)
        decided: list[tuple[Token, Decided | Results]] = []
        alone: list[Token] = []
        stale: list[Token] = []
        began = time.monotonic()
        for place, (token, loaded) in enumerate(zip(tokens, loads, strict=True)):
            if loaded is None:
                await self._discard(token)
                continue
            try:
                decided.append((token, await self._decide(token, loaded)))
            except _NOT_OURS as error:
                self._leave(token, str(error))
            except StoreUnavailableError:
                raise
            except Exception:  # noqa: BLE001  # any bug: play_alone tries again and records it
                alone.append(token)
            if time.monotonic() - began > _PATIENT_S:  # those who are decided wait no longer
                stale += await self._commit(decided, alone)
                decided = []
                await self._renew([*alone, *tokens[place + 1 :]])
                began = time.monotonic()
        stale += await self._commit(decided, alone)
        for place, token in enumerate(alone):
            await self._renew(alone[place:])
            await self.play_alone(token)
        return stale

    async def _decide(self, token: Token, loaded: Loaded) -> Decided | Results:
        if _nothing_to_do(loaded):
            return _nothing(token, loaded)
        held, loaded = await self._opener.held(loaded)
        if _nothing_to_do(loaded):
            return _nothing(token, loaded)
        return self._timed(held, loaded, token, loaded.mail)

    def _timed(self, held: Held, loaded: Loaded, token: Token, mail: Sequence[Mail]) -> Decided:
        now = now_ms()
        for one in mail:
            telemetry.QUEUE_WAIT_SECONDS.observe(max(0, now - one.at) / 1000)
        began = time.perf_counter()
        try:
            with TimeLimit(self._limits.decide_ms):
                return decide(held, loaded, token, mail)
        finally:
            telemetry.DECIDE_SECONDS.observe(time.perf_counter() - began)

    async def _commit(
        self, decided: Sequence[tuple[Token, Decided | Results]], refused: list[Token]
    ) -> list[Token]:
        """Commit a batch; returns the tokens whose results were stale, and adds those refused."""
        if not decided:
            return []
        results = [one.results if isinstance(one, Decided) else one for _, one in decided]
        with telemetry.COMMIT_SECONDS.time():
            replies = await self._store.commit_many(results)
        stale: list[Token] = []
        for (token, one), reply in zip(decided, replies, strict=True):
            if not isinstance(reply, Committed):
                self._matches.forget(token.match)
            match reply:
                case Committed():
                    if isinstance(one, Decided):
                        await self._committed(token.match, one)
                case Superseded():
                    telemetry.SUPERSEDED.inc()
                case Stale():
                    telemetry.STALE_COMMITS.inc()
                    stale.append(token)
                case NotCommitted():
                    log.error("commit_refused", match=token.match, reason=reply.reason)
                    refused.append(token)
        return stale

    async def _committed(self, match: str, decided: Decided) -> None:
        self._matches.hold(match, decided.held)
        for one in decided.results.finished:
            _commands(one.status).inc()
            if one.status == "refused":
                telemetry.REFUSALS.labels(code=from_json(one.receipt)["code"], by="worker").inc()
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
            await self._opener.snap(decided.held)

    async def _renew(self, tokens: Sequence[Token]) -> None:
        """Keep the tokens of a long batch from being taken over."""
        if tokens:
            await self._store.renew(tokens[0].partition, self._name, [t.id for t in tokens])

    def _leave(self, token: Token, reason: str) -> None:
        """Leave a token pending for a worker that knows the match's rules, or its key."""
        telemetry.UNKNOWN_RULES.inc()
        log.warning("left_to_another_worker", match=token.match, reason=reason)
        self._left.add(token.id)

    async def _discard(self, token: Token) -> None:
        log.warning("token_of_no_match", match=token.match)
        await self._store.discard(token)

    # --- one match, carefully -------------------------------------------------------------------

    async def play_alone(self, token: Token) -> None:
        """Play a redelivered or faulty token, one command per commit, each try counted before.

        Raises nothing but StoreUnavailableError: other matches wait.
        """
        with self._holding([token]):
            try:
                played = await self._play_carefully(token)
            except StoreUnavailableError:
                raise
            except Exception:
                log.exception("match_not_played", match=token.match)
                played = False
        if not played:
            telemetry.UNPLAYED.inc()
            self._left.add(token.id)

    async def _play_carefully(self, token: Token) -> bool:
        """Return whether the token is spent, or left on purpose."""
        for _ in range(STALE_TRIES + LAST_TRIES):
            self._matches.forget(token.match)
            (loaded,) = await self._opener.load([token], mail=1)
            if loaded is None:
                await self._discard(token)
                return True
            try:
                start = self._matches.begin(loaded)
            except _NOT_OURS as error:
                self._leave(token, str(error))
                return True
            if await self._try(token, loaded, start):
                return True
        log.warning("left_to_the_reclaimer", match=token.match, reason="moved on or faulty")
        return False

    async def _try(self, token: Token, loaded: Loaded, start: Held) -> bool:
        """Try the first command; True if the token is spent.

        The try is counted before the match is folded, which may be what ends the process.
        """
        if _nothing_to_do(loaded):
            return await self._is_spent(token, _nothing(token, loaded))
        tries = await self._tries.count(token, loaded.mail[0].arrival)
        if tries is None:
            return True
        if tries > LAST_TRIES:
            return await self._park(token, loaded, start)
        try:
            return await self._decide_first(token, loaded, faulty=tries > MAX_TRIES)
        except StoreUnavailableError:
            raise
        except Exception as error:
            log.exception("decision_failed", match=token.match, arrival=loaded.mail[0].arrival)
            self._tries.failed(token.match, error)
            if tries > MAX_TRIES or isinstance(error, CannotGoOnError):
                return await self._park(token, loaded, start)
            return False

    async def _decide_first(self, token: Token, loaded: Loaded, *, faulty: bool) -> bool:
        """Decide the first command, or refuse it as faulty; True if the token is spent."""
        first = loaded.mail[0]
        held, loaded = await self._opener.held(loaded)
        if _nothing_to_do(loaded) or loaded.mail[0].arrival != first.arrival:
            return False
        if faulty:
            decided = self._refuse(token, loaded, held, first)
        else:
            decided = self._timed(held, loaded, token, (first,))
        try:
            spent = await self._is_spent(token, decided)
        except StoreUnavailableError:
            if not faulty:
                self._tries.not_heard_of(token.match, first.arrival)
            raise
        if spent:
            self._tries.over(token.match)
        return spent

    async def _is_spent(self, token: Token, decided: Decided | Results) -> bool:
        refused: list[Token] = []
        stale = await self._commit([(token, decided)], refused)
        if refused:
            msg = f"the store refused the commit of {token.match}"
            raise CommitRefusedError(msg)
        return not stale

    def _refuse(self, token: Token, loaded: Loaded, held: Held, mail: Mail) -> Decided:
        telemetry.FAULTS.inc()
        log.error(
            "engine_fault", match=token.match, account=mail.account, command_id=mail.command_id
        )
        with TimeLimit(self._limits.decide_ms):
            return refuse_faulty(held, loaded, token, mail, self._tries.told(token, loaded))

    async def _park(self, token: Token, loaded: Loaded, start: Held) -> bool:
        """Stop a match that cannot go on; its mail is answered MATCH_PARKED."""
        at = max(now_ms(), loaded.stamp)
        stored, summary = parking(start, loaded, at)
        reply = await self._store.park(
            Park(
                token=token,
                seen=loaded.standing,
                commit=stored,
                stamp=at,
                summary=summary,
                receipt=to_json({**_PARKED_RECEIPT, "version": stored.n}),
                fault=self._tries.told(token, loaded).encode(),
            )
        )
        self._matches.forget(token.match)
        if isinstance(reply, Committed):
            telemetry.PARKED.inc()
            log.error("match_parked", match=token.match, version=stored.n)
        if isinstance(reply, NotCommitted):
            log.error("parking_refused", match=token.match, reason=reply.reason)
            return False
        if isinstance(reply, Stale):
            return False
        self._tries.over(token.match)
        return True


@functools.cache
def _commands(outcome: str) -> Counter:
    """Return the counter of an outcome; the library looks for it under a lock each time."""
    return telemetry.COMMANDS.labels(outcome=outcome)


def _nothing_to_do(loaded: Loaded) -> bool:
    return loaded.parked or not loaded.mail


def _nothing(token: Token, loaded: Loaded) -> Results:
    return Results(token=token, seen=loaded.standing, done=loaded.standing.done)


_PARKED_RECEIPT: Final = {
    "status": "refused",
    "code": "MATCH_PARKED",
    "detail": "A fault of ours stopped this match; it goes on once the fault is mended.",
}
