"""Who may see how much of a match: the one place that every channel asks.

A channel never compares accounts, delays or stamps itself. It asks for the ``Sight`` of whoever it
serves, and shows nothing beyond it.
"""

from collections import OrderedDict
from collections.abc import Mapping
from typing import Final, NamedTuple

from engine.core.visibility import exists_for, has_part, horizon, insiders, tells_who_sealed
from schemas.header import Header
from schemas.problems import Problem, problem
from services.common.horizon import aged
from services.common.store import Store
from services.common.store_types import Meta
from services.gateway.refusals import check_match_id, no_such_match

_KNOWN: Final = 10_000
_NO_SEAT: Final = frozenset({"MATCH_CLOSED", "MATCH_NOT_OPEN", "MATCH_PARKED", "SEAT_TAKEN"})


class Sight(NamedTuple):
    """What of a match somebody may see at a moment (a tuple, for one is made for each frame)."""

    seat: int | None
    """Whose secrets; None: nobody's."""
    part: bool
    """Whether it has a part in the match."""
    until: int
    """The newest version."""
    over: bool
    """Whether it may see that the match is closed, and so everybody's secrets."""
    behind: bool
    """Whether it is kept behind: it sees the match as of ``until``, and not who has sealed."""


class Audience:
    """Who may see how much of one match."""

    def __init__(self, header: Header) -> None:
        self.header = header
        self.delay = header.delay
        self._inside = insiders(header)
        self._tells_all = tells_who_sealed(header.delay, part=False)

    @property
    def veiled(self) -> bool:
        """Whether not everybody may know of the match as it stands."""
        return self.header.visibility != "public" or self.delay.holds

    def has_part(self, account: str | None, seated: Mapping[str, int]) -> bool:
        """Tell whether an account has a part in the match."""
        return has_part(account, self._inside, seated)

    def admits(self, account: str | None, seated: Mapping[str, int]) -> bool:
        """Tell whether an account may know that there is such a match."""
        return exists_for(self.header, part=self.has_part(account, seated))

    def sight(
        self,
        account: str | None,
        seated: Mapping[str, int],
        *,
        version: int,
        closed: bool,
        aged: int,
    ) -> Sight | None:
        """Return what an account may see of the match as it stands; None: not even that it exists.

        ``aged``: up to which version it is old enough by its delay; of no matter without one.
        """
        part = self.has_part(account, seated)
        if not exists_for(self.header, part=part):
            return None
        seat = None if account is None else seated.get(account)
        if part or self._tells_all:
            return Sight(seat, part, version, over=closed, behind=False)
        until = horizon(self.delay, version, closed=closed, aged=aged)
        return Sight(None, part, until, over=closed and until == version, behind=True)

    def told(self, refusal: Problem, account: str, seated: Mapping[str, int]) -> Problem:
        """Return how somebody who wanted a seat is told that it can't have one.

        That this is so now can't be hidden. Spectators who are kept behind learn no more than that.
        """
        if not self.delay.holds or self.has_part(account, seated):
            return refusal
        if refusal.code in _NO_SEAT:
            return problem("SEAT_TAKEN", "You can't have this seat; there may be none.")
        return refusal.model_copy(update={"version": None})


class Audiences:
    """The audiences of matches, and what they may see by the store."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._known: OrderedDict[str, tuple[bytes, Audience]] = OrderedDict()
        """Each with the header that it was read from."""

    def of(self, match: str, header: bytes) -> Audience:
        """Return the audience of a match, from the bytes of its header."""
        text, known = self._known.get(match, (b"", None))
        if known is None or text != header:
            known = Audience(Header.decode(header))
            self._known[match] = header, known
            if len(self._known) > _KNOWN:
                self._known.popitem(last=False)
        return known

    async def admit(self, match: str, account: str | None) -> Audience:
        """Return the audience of a match; refuses MATCH_NOT_FOUND to who may not know of it."""
        check_match_id(match)
        (_, known), meta = self._known.get(match, (b"", None)), None
        if known is None:
            meta = await self._store.meta(match)
            if meta is None:
                no_such_match()
            known = self.of(match, meta.header)
        if not known.admits(account, {}):
            meta = meta or await self._store.meta(match)
            if meta is None or not known.admits(account, meta.accounts):
                no_such_match()
        return known

    async def sight(self, meta: Meta, account: str | None) -> Sight:
        """Return what an account may see of a match as it stands; refuses MATCH_NOT_FOUND."""
        audience, old = self.of(meta.match, meta.header), meta.version
        delay_ms = audience.delay.ms
        if delay_ms and not audience.has_part(account, meta.accounts):
            old = (await aged(self._store, meta.match, meta.version, delay_ms)).version
        closed = meta.status == "closed"
        sight = audience.sight(
            account, meta.accounts, version=meta.version, closed=closed, aged=old
        )
        if sight is None:
            no_such_match()
        return sight
