"""Matches as they stand now, and what a viewer sees of them.

A standing and the box of sealed choices are read one after the other; they belong together only if
nothing was decided in between, which a second look at the standing tells.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from pydantic_core import from_json, to_json

from engine.core.answer import view_answer
from engine.core.game import Game
from engine.games import Registry, UnknownRulesError
from schemas.show import pending_after
from services.common.build import build_digest
from services.common.fold import Folded, Folder
from services.common.store import Store
from services.common.store_types import Meta
from services.gateway.audience import Audiences, Sight
from services.gateway.refusals import (
    RefusedError,
    never_came,
    no_such_match,
    refuse,
    refused,
    unknown_rules,
)

_TRIES: Final = 20


@dataclass(frozen=True, slots=True)
class Present:
    """A match now: its standing and its box of sealed choices, which belong together."""

    meta: Meta
    summary: Mapping[str, Any]
    """The public summary, parsed."""
    box: Mapping[int, bytes]
    """Sealed choices by seat, as the worker stored them."""

    @property
    def pending(self) -> list[Mapping[str, Any]]:
        """Who is still awaited."""
        return pending_after(self.summary["pending"], self.box)

    def own_choice(self, seat: int | None) -> dict[str, Any] | None:
        """Return a seat's own sealed choice, if it has one in the box."""
        if seat is None or seat not in self.box:
            return None
        choice = from_json(self.box[seat])
        return {name: choice[name] for name in ("decision", "command", "command_id")}


@dataclass(frozen=True, slots=True)
class Seen:
    """The newest view answer that somebody may have."""

    version: int
    box: frozenset[int]
    """Seats of which it is told that they have sealed a choice."""
    answer: dict[str, Any]


class Reading:
    """Reads matches for viewers."""

    def __init__(
        self, store: Store, registry: Registry, folder: Folder, audiences: Audiences
    ) -> None:
        self._store = store
        self._registry = registry
        self._folder = folder
        self.audiences = audiences

    async def meta(self, match: str) -> Meta:
        """Return a match's standing; refuses MATCH_NOT_FOUND."""
        return _found(await self._store.meta(match))

    async def present(self, match: str) -> Present:
        """Return a match as it stands; refuses MATCH_NOT_FOUND."""
        meta = await self.meta(match)
        for _ in range(_TRIES):
            summary = from_json(meta.summary)
            if not any(entry.get("sealed") for entry in summary["pending"]):
                return Present(meta, summary, {})
            box = await self._store.box(match)
            again = await self.meta(match)
            if (again.version, again.done) == (meta.version, meta.done):
                return Present(meta, summary, box)
            meta = again
        raise _too_fast()

    async def folded(self, meta: Meta) -> Folded | None:
        """Return the state that a standing tells of; None if the match has moved on."""
        kept = self._folder.kept(meta.match)
        if kept is not None and (kept.version, kept.head) == (meta.version, meta.head):
            return kept
        found = await self.state(meta.match)
        return found if (found.version, found.head) == (meta.version, meta.head) else None

    async def state(self, match: str, *, at: int | None = None) -> Folded:
        """Return a match at a version, or now."""
        try:
            return _found(await self._folder.state(match, at=at))
        except UnknownRulesError:
            unknown_rules()

    def _game(self, rules: str) -> Game[Any]:
        try:
            return self._registry.game(rules)
        except UnknownRulesError:
            unknown_rules()

    async def answer(self, match: str, seat: int | None) -> tuple[Present, dict[str, Any]]:
        """Return a match as it stands, and the view answer of a seat or a spectator."""
        for _ in range(_TRIES):
            present = await self.present(match)
            answer = await self._answer(present.meta, seat)
            if answer is None:
                continue
            answer["pending"] = pending_after(answer["pending"], present.box)
            own = present.own_choice(seat)
            if own is not None:
                answer["sealed"] = own
            return present, answer
        raise _too_fast()

    async def _answer(self, meta: Meta, seat: int | None) -> dict[str, Any] | None:
        """Return a view answer without the box: the projector's, or one made on demand."""
        cached = await self._store.views(meta.match)
        if cached is not None and (cached.stamp.version, cached.stamp.head) == (
            meta.version,
            meta.head,
        ):
            view = cached.views.get("spectator" if seat is None else f"seat:{seat}")
            if view is not None and cached.stamp.build == build_digest(self._game(meta.rules)):
                return from_json(view)
        folded = await self.folded(meta)
        return None if folded is None else from_json(folded.view(seat))

    async def answer_at(
        self, match: str, seat: int | None, at: int, *, newest: bool = False
    ) -> dict[str, Any]:
        """Return the view answer of an earlier version: no box, and no options.

        ``newest``: it is the newest for somebody who is kept behind, so it has the options too.
        """
        folded = await self.state(match, at=at)
        if folded.version != at:
            never_came(folded.version, at)
        answer = view_answer(folded.game, folded.state, seat)
        if not newest:
            del answer["options"]
        return from_json(to_json(answer))

    async def seen(
        self, match: str, account: str | None, seat_of: Callable[[Sight], int | None]
    ) -> Seen:
        """Return the newest view answer that an account may have, of the seat it may have it of.

        ``seat_of`` says which seat's, given what the account may see; it may refuse.
        """
        meta = await self.meta(match)
        for _ in range(_TRIES):
            sight = await self.audiences.sight(meta, account)
            seat = seat_of(sight)
            if sight.behind:
                answer = await self.answer_at(match, seat, sight.until, newest=True)
                return Seen(sight.until, frozenset(), answer)
            present, answer = await self.answer(match, seat)
            if present.meta.version == meta.version:
                return Seen(meta.version, frozenset(present.box), answer)
            meta = present.meta  # seats change hands, and who has a part
            again = await self.audiences.sight(meta, account)
            if (seat_of(again), again.behind) == (seat, False):
                return Seen(meta.version, frozenset(present.box), answer)
        raise _too_fast()

    async def fence(self) -> None:
        """Wait until what was read stands on enough copies; refuses UNAVAILABLE."""
        if not await self._store.fence():
            refuse("UNAVAILABLE", "Too few copies of the match answer; try again.")


def _too_fast() -> RefusedError:
    return refused("UNAVAILABLE", "The match moves too fast to be read; try again.")


def _found(value: Any) -> Any:
    if value is None:
        no_such_match()
    return value
