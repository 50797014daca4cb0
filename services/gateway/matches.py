"""Matches as they are created and summed up, and what of them never changes."""

import hashlib
import os
import re
from collections import OrderedDict
from collections.abc import Mapping
from typing import Any, Final

from pydantic import ValidationError
from pydantic_core import from_json, to_json

from engine.core.game import Game
from engine.core.match_due import next_deadline
from engine.core.match_state import new_match
from engine.core.match_telling import summary
from engine.core.rng import seed_commitment
from engine.core.terms import BankClock, Bounds, DecisionClock
from engine.games import Registry, UnknownRulesError
from schemas.api import (
    CreateMatch,
    MatchSummary,
    Surroundings,
    canonical,
)
from schemas.chain import first_head
from schemas.header import Header
from schemas.wanted import WantedBankClock, WantedDecisionClock
from services.common.build import build_digest
from services.common.clock import now_ms
from services.common.fold import Folded
from services.common.secrets import MasterKey
from services.common.store import Store
from services.common.store_types import EncryptedSecrets, Meta, NewMatch, Refused
from services.gateway.accounts import id_from, new_id
from services.gateway.reading import Present
from services.gateway.refusals import (
    malformed,
    malformed_field,
    no_such_game,
    no_such_match,
    refuse_as_store,
    unknown_rules,
)

_KNOWN: Final = 10_000
_IDEMPOTENCY_KEY: Final = re.compile(r"^[\x21-\x7e]{1,255}$")


class Matches:
    """Creates matches, and knows their games and the keys of their salts."""

    def __init__(self, store: Store, registry: Registry, master_key: MasterKey, key: str) -> None:
        self._store = store
        self._registry = registry
        self._master_key = master_key
        self._key = key
        self._salt_keys: OrderedDict[str, bytes] = OrderedDict()

    # --- creating -------------------------------------------------------------------------------

    async def create(
        self, account: str, wanted: CreateMatch, data: Mapping[str, Any], key: str | None
    ) -> str:
        """Create a match and return its id; the same request under the same key makes one match.

        ``data`` is the request as it was sent.
        """
        game = self.game_named(wanted.game)
        config = self._config(game, wanted)
        match = self._match_id(account, key)
        seed, salt_key = os.urandom(32), os.urandom(32)
        header = Header(
            match=match,
            rules=game.rules,
            build=build_digest(game),
            config=config,
            seats=wanted.seats,
            created=now_ms(),
            clock=_plain_clock(wanted.clock),
            creator=account,
            arbiters=wanted.arbiters,
            invited=wanted.invited,
            bounds=Bounds(**wanted.bounds.model_dump()),
            visibility=wanted.visibility,
            delay=wanted.delay,
            seed_commitment=seed_commitment(seed),
            key=self._key,
        )
        text, opened = header.encode(), new_match(game, header.terms(game))
        deadline = next_deadline(game, opened)
        assert deadline is not None, "a match that is open has a time to start by"
        new = NewMatch(
            match=match,
            request_hash=hashlib.sha256(canonical(data)).hexdigest(),
            header=text,
            rules=game.rules,
            game=game.name,
            seats=wanted.seats,
            created=header.created,
            deadline=deadline,
            head=first_head(text),
            summary=to_json(summary(game, opened)),
            secrets=EncryptedSecrets(
                seed=self._master_key.encrypt("seed", match, seed),
                salt_key=self._master_key.encrypt("salt", match, salt_key),
            ),
        )
        reply = await self._store.create(new)
        if isinstance(reply, Refused):
            refuse_as_store(reply.code)
        return match

    def game_named(self, name: str) -> Game[Any]:
        """Return the newest rules of a name, or those of ``name@version``; refuses if none are."""
        try:
            return self._registry.game(name) if "@" in name else self._registry.newest(name)
        except UnknownRulesError:
            no_such_game(self._registry.names())

    def _config(self, game: Game[Any], wanted: CreateMatch) -> dict[str, Any]:
        """Return the whole config, defaults filled in."""
        try:
            config = game.config.model_validate_json(canonical(wanted.config), strict=True)
        except ValidationError as error:
            malformed(error, wanted.config, at="config", form=game.config)
        refused = game.table_refused(config, wanted.seats)
        if refused is not None:
            malformed_field("seats", refused)
        return config.model_dump(mode="json")

    def _match_id(self, account: str, key: str | None) -> str:
        if key is None:
            return new_id()
        if not _IDEMPOTENCY_KEY.fullmatch(key):
            malformed_field("Idempotency-Key", "1 to 255 visible ASCII characters are taken")
        return id_from(self._master_key.mac(f"match\n{account}\n{key}".encode()))

    # --- knowing --------------------------------------------------------------------------------

    def game(self, rules: str) -> Game[Any]:
        """Return the game of a match's rules."""
        try:
            return self._registry.game(rules)
        except UnknownRulesError:
            unknown_rules()

    async def salt_key(self, match: str) -> bytes:
        """Return the key of a match's salts; it never leaves the service."""
        known = self._salt_keys.get(match)
        if known is None:
            secrets = await self._store.secrets(match)
            if secrets is None:
                no_such_match()
            known = self._master_key.decrypt("salt", match, secrets.salt_key)
            self._salt_keys[match] = known
            if len(self._salt_keys) > _KNOWN:
                self._salt_keys.popitem(last=False)
        return known


def _plain_clock(
    wanted: WantedDecisionClock | WantedBankClock | None,
) -> DecisionClock | BankClock | None:
    match wanted:
        case None:
            return None
        case WantedDecisionClock():
            return DecisionClock(**wanted.model_dump())
        case WantedBankClock():
            return BankClock(**wanted.model_dump())


def summed_up(present: Present, spectators: int) -> MatchSummary:
    """Return a match as it stands, to those who are not kept behind."""
    facts = {**present.summary, "pending": present.pending}
    return _summary(present.meta, facts, present.meta.head, spectators)


def summed_up_roughly(meta: Meta, spectators: int) -> MatchSummary:
    """Return a summary for a list: who has sealed a choice already is not looked up."""
    return _summary(meta, from_json(meta.summary), meta.head, spectators)


def summed_up_then(meta: Meta, then: Folded, spectators: int) -> MatchSummary:
    """Return a match as it stood at an earlier version; of its standing only what never changes."""
    return _summary(meta, summary(then.game, then.state), then.head, spectators)


def _summary(meta: Meta, facts: Mapping[str, Any], head: str, spectators: int) -> MatchSummary:
    header = Header.decode(meta.header)
    return MatchSummary.model_validate(
        {
            "match_id": meta.match,
            "game": meta.game,
            "rules": meta.rules,
            "config": header.config,
            "clock": header.clock,
            "visibility": header.visibility,
            "delay": header.delay,
            "creator": header.creator,
            "arbiters": header.arbiters,
            "invited": header.invited,
            "bounds": header.bounds,
            "created": meta.created,
            "status": facts["status"],
            "parked": facts["parked"],
            "version": facts["version"],
            "head": head,
            "at": facts["at"],
            "seats": facts["seats"],
            "pending": facts["pending"],
            "outcome": facts["outcome"],
            **{name: facts[name] for name in Surroundings.model_fields if name in facts},
            "spectators": spectators,
            "seed_commitment": header.seed_commitment,
            "key": header.key,
        }
    )
