"""Why the service says no: RFC 9457 problem bodies with a closed list of codes.

Besides these, a game refuses with codes of its own, always with the clause of its rules (422).
"""

from collections.abc import Mapping
from typing import Final, Literal, get_args

from engine.core.messages import Message, Sparse

ProblemCode = Literal[
    "ACCOUNT_NOT_FOUND",
    "AGREED_ALREADY",
    "ALREADY_SEATED",
    "ARBITER",
    "COMMAND_ID_REUSED",
    "COMMAND_NOT_FOUND",
    "DECISION_CLOSED",
    "DECISION_REQUIRED",
    "ENGINE_FAULT",
    "ENTRY_REFUSED",
    "FORBIDDEN",
    "GAME_NOT_FOUND",
    "HELD_ANOTHER_SEAT",
    "HISTORY_REWOUND",
    "IDEMPOTENCY_KEY_REUSED",
    "INBOX_FULL",
    "INTERNAL_ERROR",
    "MALFORMED",
    "MATCH_CLOSED",
    "MATCH_NOT_FOUND",
    "MATCH_NOT_OPEN",
    "MATCH_NOT_RUNNING",
    "MATCH_PARKED",
    "MATCH_PAUSED",
    "MAY_NOT_LOOK",
    "METHOD_NOT_ALLOWED",
    "NOTHING_TO_TAKE_BACK",
    "NOT_ARBITER",
    "NOT_AWAITED",
    "NOT_CREATOR",
    "NOT_FOUND",
    "NOT_PAUSED",
    "NOT_SEATED",
    "NOT_YET_KNOWN",
    "NO_CLOCK",
    "NO_DRAWS",
    "NO_SUCH_SEAT",
    "OFFER_CLOSED",
    "OFFER_STANDS",
    "ORIGIN_NOT_ALLOWED",
    "OWN_SEAT",
    "RESIGNED",
    "SEAT_IS_OUT",
    "SEAT_TAKEN",
    "SLOW_READER",
    "STORE_FULL",
    "TOKEN_IN_URL",
    "TOO_LARGE",
    "TOO_MANY_ACTS",
    "TOO_MANY_CHANGES",
    "TOO_MANY_LEAVES",
    "TOO_MANY_OFFERS",
    "TOO_MANY_REFUSALS",
    "TOO_MANY_UNDECIDED",
    "UNAUTHORIZED",
    "UNAVAILABLE",
    "VERSION_CONFLICT",
    "WRONG_WINNERS",
]

PROBLEMS: Final[Mapping[ProblemCode, tuple[int, str]]] = {
    "ACCOUNT_NOT_FOUND": (422, "No such account"),
    "AGREED_ALREADY": (409, "You have agreed already"),
    "ALREADY_SEATED": (409, "The account has a seat already"),
    "ARBITER": (403, "Arbiters do not play"),
    "COMMAND_ID_REUSED": (409, "The command id belongs to another command"),
    "COMMAND_NOT_FOUND": (404, "No such command of yours"),
    "DECISION_CLOSED": (409, "The decision is not open"),
    "DECISION_REQUIRED": (422, "The decision must be named"),
    "ENGINE_FAULT": (500, "A fault of ours"),
    "ENTRY_REFUSED": (422, "What you bring may not be played"),
    "FORBIDDEN": (403, "Not for you"),
    "GAME_NOT_FOUND": (404, "No such game"),
    "HELD_ANOTHER_SEAT": (422, "The account knows another seat's secrets"),
    "HISTORY_REWOUND": (409, "The match has not come so far"),
    "IDEMPOTENCY_KEY_REUSED": (409, "The idempotency key belongs to another request"),
    "INBOX_FULL": (429, "Too many commands wait in this match"),
    "INTERNAL_ERROR": (500, "A fault of ours"),
    "MALFORMED": (400, "Not well formed"),
    "MATCH_CLOSED": (409, "The match is over"),
    "MATCH_NOT_FOUND": (404, "No such match"),
    "MATCH_NOT_OPEN": (409, "The match has started"),
    "MATCH_NOT_RUNNING": (409, "The match does not run"),
    "MATCH_PARKED": (409, "The match is stopped by a fault of ours"),
    "MATCH_PAUSED": (409, "The match is paused"),
    "MAY_NOT_LOOK": (403, "Not among your rights"),
    "METHOD_NOT_ALLOWED": (405, "No such call"),
    "NOTHING_TO_TAKE_BACK": (409, "There is nothing to take back"),
    "NOT_ARBITER": (403, "You are no arbiter of this match"),
    "NOT_AWAITED": (422, "You are not awaited"),
    "NOT_CREATOR": (403, "You did not create this match"),
    "NOT_FOUND": (404, "No such address"),
    "NOT_PAUSED": (409, "The match is not paused"),
    "NOT_SEATED": (403, "You have no seat in this match"),
    "NOT_YET_KNOWN": (503, "The outcome is not known yet"),
    "NO_CLOCK": (422, "The match has no clock"),
    "NO_DRAWS": (422, "The game knows no draws"),
    "NO_SUCH_SEAT": (422, "No such seat"),
    "OFFER_CLOSED": (409, "The offer is off"),
    "OFFER_STANDS": (409, "This is offered already"),
    "ORIGIN_NOT_ALLOWED": (403, "This web origin may not use the service"),
    "OWN_SEAT": (422, "Not for your own seat"),
    "RESIGNED": (422, "You are out of the match"),
    "SEAT_IS_OUT": (422, "The seat is out of the match"),
    "SEAT_TAKEN": (409, "The seat is taken"),
    "SLOW_READER": (429, "You read too slowly"),
    "STORE_FULL": (503, "The service is full"),
    "TOKEN_IN_URL": (400, "A token has no place in a URL"),
    "TOO_LARGE": (413, "Too large"),
    "TOO_MANY_ACTS": (422, "Arbiters acted too often"),
    "TOO_MANY_CHANGES": (422, "Your choice was changed too often"),
    "TOO_MANY_LEAVES": (422, "Seats were left too often"),
    "TOO_MANY_OFFERS": (422, "You have offered too often"),
    "TOO_MANY_REFUSALS": (429, "Too many refused commands"),
    "TOO_MANY_UNDECIDED": (429, "Too many undecided commands"),
    "UNAUTHORIZED": (401, "No valid token"),
    "UNAVAILABLE": (503, "The service can't answer now"),
    "VERSION_CONFLICT": (409, "The match has moved on"),
    "WRONG_WINNERS": (422, "The winners do not fit"),
}

RULE_STATUS: Final = 422
RULE_TITLE: Final = "A rule of the game says no"
CONTENT_TYPE: Final = "application/problem+json"

RETRY_AFTER_S: Final[Mapping[str, int]] = {
    "INBOX_FULL": 1,
    "NOT_YET_KNOWN": 1,
    "STORE_FULL": 30,
    "TOO_MANY_REFUSALS": 3600,
    "TOO_MANY_UNDECIDED": 1,
    "UNAVAILABLE": 1,
}
"""Seconds after which to try again, sent as ``Retry-After``."""

assert set(get_args(ProblemCode)) == set(PROBLEMS), "each code has a status and a title"


class FieldError(Message):
    """One thing that is wrong with a body."""

    path: str
    """Where, with dots: ``command.cards.0``; empty for the whole body."""
    reason: str


class Problem(Sparse):
    """The body of every refusal."""

    type: str
    """``urn:playledger:problem:<code in lower case, with hyphens>``."""
    title: str
    status: int
    detail: str
    """One sentence that a player can act on."""
    code: str
    """Stable: one of the service's codes, or one of the game's (then ``rule`` is set)."""
    rule: str | None = None
    """The clause that says no: of the game's RULES, or ``M…`` of the match's."""
    version: int | None = None
    """The version of the match at the refusal."""
    errors: tuple[FieldError, ...] | None = None
    command_id: str | None = None

    def encode(self) -> bytes:
        """Return the body as it is sent."""
        return self.model_dump_json(exclude_none=True).encode()


def problem(
    code: str,
    detail: str,
    *,
    rule: str | None = None,
    version: int | None = None,
    errors: tuple[FieldError, ...] | None = None,
    command_id: str | None = None,
) -> Problem:
    """Return the problem of a code; a code that is not of the service's list is a game's."""
    listed: Mapping[str, tuple[int, str]] = {**PROBLEMS}
    status, title = listed.get(code, (RULE_STATUS, RULE_TITLE))
    return Problem(
        type=f"urn:playledger:problem:{code.lower().replace('_', '-')}",
        title=title,
        status=status,
        detail=detail,
        code=code,
        rule=rule,
        version=version,
        errors=errors,
        command_id=command_id,
    )
