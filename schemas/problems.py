"""Why the service says no: RFC 9457 problem bodies with a closed list of codes.

Besides these, a game refuses with codes of its own, always with the clause of its rules (422).
"""

from collections.abc import Mapping
from typing import Final, Literal, get_args

from engine.core.messages import Message, Sparse

ProblemCode = Literal[
    "ALREADY_SEATED",
    "COMMAND_ID_REUSED",
    "COMMAND_NOT_FOUND",
    "DECISION_CLOSED",
    "DECISION_REQUIRED",
    "ENGINE_FAULT",
    "ENTRY_REFUSED",
    "FORBIDDEN",
    "GAME_NOT_FOUND",
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
    "METHOD_NOT_ALLOWED",
    "NOT_AWAITED",
    "NOT_FOUND",
    "NOT_SEATED",
    "NOT_SUPPORTED",
    "NOT_YET_KNOWN",
    "NO_SUCH_SEAT",
    "ORIGIN_NOT_ALLOWED",
    "RESIGNED",
    "SEAT_TAKEN",
    "SLOW_READER",
    "STORE_FULL",
    "TOKEN_IN_URL",
    "TOO_LARGE",
    "TOO_MANY_CHANGES",
    "TOO_MANY_LEAVES",
    "TOO_MANY_REFUSALS",
    "TOO_MANY_UNDECIDED",
    "UNAUTHORIZED",
    "UNAVAILABLE",
    "VERSION_CONFLICT",
]

PROBLEMS: Final[Mapping[ProblemCode, tuple[int, str]]] = {
    "ALREADY_SEATED": (409, "You have a seat already"),
    "COMMAND_ID_REUSED": (409, "The command id belongs to another command"),
    "COMMAND_NOT_FOUND": (404, "No such command of yours"),
    "DECISION_CLOSED": (409, "The decision is not open"),
    "DECISION_REQUIRED": (422, "The decision must be named"),
    "ENGINE_FAULT": (500, "A fault of ours"),
    "ENTRY_REFUSED": (422, "What you bring may not be played"),
    "FORBIDDEN": (403, "Not yours to see"),
    "GAME_NOT_FOUND": (404, "No such game"),
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
    "METHOD_NOT_ALLOWED": (405, "No such call"),
    "NOT_AWAITED": (422, "You are not awaited"),
    "NOT_FOUND": (404, "No such address"),
    "NOT_SEATED": (403, "You have no seat in this match"),
    "NOT_SUPPORTED": (400, "Not supported yet"),
    "NOT_YET_KNOWN": (503, "The outcome is not known yet"),
    "NO_SUCH_SEAT": (422, "No such seat"),
    "ORIGIN_NOT_ALLOWED": (403, "This web origin may not use the service"),
    "RESIGNED": (422, "You have resigned"),
    "SEAT_TAKEN": (409, "The seat is taken"),
    "SLOW_READER": (429, "You read too slowly"),
    "STORE_FULL": (503, "The service is full"),
    "TOKEN_IN_URL": (400, "A token has no place in a URL"),
    "TOO_LARGE": (413, "Too large"),
    "TOO_MANY_CHANGES": (422, "Your choice was changed too often"),
    "TOO_MANY_LEAVES": (422, "Seats were left too often"),
    "TOO_MANY_REFUSALS": (429, "Too many refused commands"),
    "TOO_MANY_UNDECIDED": (429, "Too many undecided commands"),
    "UNAUTHORIZED": (401, "No valid token"),
    "UNAVAILABLE": (503, "The service can't answer now"),
    "VERSION_CONFLICT": (409, "The match has moved on"),
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
