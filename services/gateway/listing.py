"""A page of the match list, as one caller may know of matches.

The directory lists matches to everybody by what everybody may know; those that not everybody may
know of as they stand are listed once more to each account with a part in them. A page is made of
both. Whether somebody has a part is asked of the match itself: the directory may be late.
"""

from typing import Final

from schemas.api import MatchSummary
from services.common.store_types import Meta, Status
from services.gateway.context import Gateway
from services.gateway.matches import summed_up_roughly, summed_up_then
from services.gateway.refusals import RefusedError

Place = tuple[int, str]
"""Where a match stands in lists: (created ms, match)."""
_NOT_SHOWN: Final = frozenset({"MATCH_NOT_FOUND", "UNAVAILABLE"})
"""No reason to keep the others back: who lists gets what can be told."""


class Listing:
    """The match list of one caller; None is somebody without a token."""

    def __init__(self, gateway: Gateway, caller: str | None) -> None:
        self._gateway = gateway
        self._caller = caller

    async def page(
        self,
        *,
        status: Status | None,
        game: str | None,
        account: str | None,
        before: Place | None,
        limit: int,
    ) -> tuple[list[MatchSummary], Place | None]:
        """Return summaries, the newest first, and the place after which to go on, if anywhere."""
        store, directory, caller = self._gateway.store, self._gateway.directory, self._caller
        for_all = await directory.find(
            status=status, game=game, account=account, before=before, limit=limit
        )
        inner = await directory.find_inner(
            caller, status=status, game=game, account=account, before=before, limit=limit
        )
        found = {(entry.created, entry.match) for entry in (*for_all, *inner)}
        places = sorted(found, reverse=True)[:limit]
        matches = [match for _, match in places]
        outside, inside = ({entry.match for entry in some} for some in (for_all, inner))
        summaries: list[MatchSummary] = []
        for meta, spectators in zip(
            await store.metas(matches),
            await self._gateway.hub.watching.everywhere(matches),
            strict=True,
        ):
            if meta is None:
                continue
            summary = await self._summary(
                meta, spectators, outside=meta.match in outside, inside=meta.match in inside
            )
            if summary is not None:
                summaries.append(summary)
        return summaries, places[-1] if len(places) == limit else None

    async def _summary(
        self, meta: Meta, spectators: int, *, outside: bool, inside: bool
    ) -> MatchSummary | None:
        """Return how a match is listed to the caller; None if it is not, in the list it was in."""
        audiences, reading = self._gateway.audiences, self._gateway.reading
        veiled = audiences.of(meta.match, meta.header).veiled
        try:
            sight = await audiences.sight(meta, self._caller)
            if not (inside if veiled and sight.part else outside):
                return None
            if not sight.behind:
                return summed_up_roughly(meta, spectators)
            then = await reading.state(meta.match, at=sight.until)
        except RefusedError as error:
            if error.problem.code in _NOT_SHOWN:
                return None
            raise
        return summed_up_then(meta, then, spectators)
