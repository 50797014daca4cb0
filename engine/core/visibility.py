"""Who may know of a match, who may sit down in it, and how far behind spectators are kept.

The clauses M13 as functions of what the match announces about itself, and of who asks.
"""

from collections.abc import Container
from typing import Annotated, Protocol

from pydantic import Field

from engine.core.messages import Message
from engine.core.rejection import Rejection
from engine.core.terms import DAY_MS, AccountId, Arbiter, Milliseconds, Visibility

Invited = Annotated[tuple[AccountId, ...], Field(max_length=64)]


class Delay(Message):
    """How far behind the match spectators are kept; both hold together."""

    commits: Annotated[int, Field(ge=0, le=1_000)] = 0
    ms: Annotated[Milliseconds, Field(le=30 * DAY_MS)] = 0

    @property
    def holds(self) -> bool:
        """Whether spectators are kept behind at all."""
        return bool(self.commits or self.ms)


class Announced(Protocol):
    """What a match says of who it is for."""

    @property
    def creator(self) -> str | None:
        """Who created it."""
        ...

    @property
    def arbiters(self) -> tuple[Arbiter, ...]:
        """Who may act on it without a seat."""
        ...

    @property
    def invited(self) -> tuple[str, ...]:
        """Who may take a seat, if it is not for everybody."""
        ...

    @property
    def visibility(self) -> Visibility:
        """Who may know of it."""
        ...


def insiders(match: Announced) -> frozenset[str]:
    """Return the accounts that have a part in a match from its creation on [M13.1]."""
    creator = () if match.creator is None else (match.creator,)
    arbiters = (arbiter.account for arbiter in match.arbiters)
    return frozenset((*creator, *arbiters, *match.invited))


def has_part(account: str | None, inside: Container[str], seated: Container[str]) -> bool:
    """Tell whether an account has a part in a match [M13.1].

    ``inside``: its ``insiders``; ``seated``: who holds a seat now. None is somebody unknown.
    """
    return account is not None and (account in seated or account in inside)


def exists_for(match: Announced, *, part: bool) -> bool:
    """Tell whether there is such a match for somebody with a part in it, or without [M13.2]."""
    return part or match.visibility != "private"


def listed_for(match: Announced, *, part: bool) -> bool:
    """Tell whether a match stands in the lists that somebody gets [M13.3]."""
    return part or match.visibility == "public"


def seat_refused(match: Announced, account: str) -> Rejection | None:
    """Say why an account may not sit down here, whichever seat it wants [M13.4]."""
    for_all = match.visibility != "private" and not match.invited
    if for_all or account == match.creator or account in match.invited:
        return None
    detail = "Only accounts that the creator of the match invited may take a seat in it."
    return Rejection(code="FORBIDDEN", rule="M13.4", detail=detail)


def horizon(delay: Delay, version: int, *, closed: bool, aged: int) -> int:
    """Return the newest version that spectators may see; 0 is the match as it was created [M13.5].

    ``aged``: the newest version that is old enough by the delay's time. Of a closed match no more
    commits come that could bring the last ones forth [M13.6].
    """
    told = version if closed else max(0, version - delay.commits)
    return min(told, aged) if delay.ms else told


def tells_who_sealed(delay: Delay, *, part: bool) -> bool:
    """Tell whether somebody may know who has sealed a choice already [M13.7]."""
    return part or not delay.holds
