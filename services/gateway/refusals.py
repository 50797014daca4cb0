"""How the gateway says no: one exception that carries a problem, raised at the edge only."""

import re
from collections.abc import Iterable, Mapping
from itertools import islice
from typing import Any, Final, NoReturn

import structlog
from pydantic import ValidationError

from engine.core.malformed import faults
from schemas.problems import FieldError, Problem, problem
from services.common import telemetry
from services.common.store_types import StoreRefusal
from services.common.store_wire import StoreUnavailableError

log = structlog.get_logger()

_MATCH_ID: Final = re.compile(r"^[a-z0-9]{8,40}$")
MAX_ERRORS: Final = 20
"""What is wrong with one request is told up to this many times: an answer stays small."""
MAX_PATH: Final = 200
"""Characters of a path that are told."""


class RefusedError(Exception):
    """The request is answered with a problem."""

    def __init__(self, refusal: Problem) -> None:
        super().__init__(refusal.code)
        self.problem = refusal


def refused(code: str, detail: str, *, by: str = "gateway", **members: Any) -> RefusedError:
    """Return what answers with a problem; ``members`` as of ``schemas.problems.problem``."""
    telemetry.REFUSALS.labels(code=code, by=by).inc()
    return RefusedError(problem(code, detail, **members))


def refuse(code: str, detail: str, *, by: str = "gateway", **members: Any) -> NoReturn:
    """Answer with a problem; ``members`` as of ``schemas.problems.problem``."""
    raise refused(code, detail, by=by, **members)


def no_such_match() -> NoReturn:
    """Answer that there is no such match, also if it only must not be known of [M13.2]."""
    refuse("MATCH_NOT_FOUND", "There is no such match.")


def no_such_game(names: Iterable[str]) -> NoReturn:
    """Answer that there is no such game, and which there are."""
    refuse("GAME_NOT_FOUND", f"There is no such game; there are: {', '.join(names)}.")


def check_match_id(match: str) -> None:
    """Refuse MATCH_NOT_FOUND for what can be no match's id."""
    if not _MATCH_ID.fullmatch(match):
        no_such_match()


def never_came(version: int, wanted: int) -> NoReturn:
    """Answer that the match has not come to a version that the client knows of."""
    detail = f"The match is at version {version} and has not come to {wanted}."
    refuse("HISTORY_REWOUND", detail, version=version)


def was_rewound(version: int) -> NoReturn:
    """Answer that the match has lost commits that were shown, and stands at a version now."""
    detail = f"The history of the match was rewound to version {version}."
    refuse("HISTORY_REWOUND", detail, version=version)


def unknown_rules() -> NoReturn:
    """Answer that this build can't read a match; another gateway may."""
    refuse("UNAVAILABLE", "This gateway does not know the rules of the match.")


def malformed(
    error: ValidationError,
    data: object,
    *,
    at: str = "",
    form: object = None,
    **members: Any,
) -> NoReturn:
    """Answer that data is not well formed, naming each field; the data is not repeated.

    ``at``: where in the body it stands; ``form``: what it should be, a type.
    """
    errors = field_errors(error, data, at=at, form=form)
    first = errors[0]
    detail = f"{first.path or 'The body'}: {first.reason}"
    refuse("MALFORMED", detail, errors=errors, **members)


def malformed_field(path: str, reason: str, **members: Any) -> NoReturn:
    """Answer that one field is wrong."""
    error = field_error(path, reason)
    refuse("MALFORMED", f"{error.path}: {reason}", errors=(error,), **members)


def field_errors(
    error: ValidationError, data: object, *, at: str = "", form: object = None
) -> tuple[FieldError, ...]:
    """Return path and reason of the first errors, paths below ``at``; see ``malformed``."""
    return tuple(
        field_error(".".join([*([at] if at else []), *fault.steps]), fault.reason)
        for fault in islice(faults(error, data, form), MAX_ERRORS)
    )


def field_error(path: str, reason: str) -> FieldError:
    """Return what is wrong with a field; senders name the fields, so a long path is cut."""
    return FieldError(path=path if len(path) <= MAX_PATH else f"{path[:MAX_PATH]}…", reason=reason)


_STORE_DETAILS: Mapping[StoreRefusal, str] = {
    StoreRefusal.COMMAND_ID_REUSED: (
        "You sent another command under this id before; choose a new id for a new command."
    ),
    StoreRefusal.IDEMPOTENCY_KEY_REUSED: (
        "You sent another request under this key before; choose a new key for a new match."
    ),
    StoreRefusal.INBOX_FULL: "Too many commands wait to be decided in this match; try again soon.",
    StoreRefusal.MATCH_CLOSED: "The match is over and takes no commands.",
    StoreRefusal.MATCH_NOT_FOUND: "There is no such match.",
    StoreRefusal.MATCH_NOT_OPEN: "The match has started and takes no more players.",
    StoreRefusal.MATCH_PARKED: (
        "A fault of ours stopped this match; it goes on once the fault is mended."
    ),
    StoreRefusal.NOT_SEATED: "You have no seat in this match.",
    StoreRefusal.STORE_FULL: "The service takes nothing new for now; try again later.",
    StoreRefusal.TOO_MANY_REFUSALS: (
        "Too many of your commands in this match were refused today; try again later."
    ),
    StoreRefusal.TOO_MANY_UNDECIDED: (
        "Too many of your commands wait to be decided; wait for their answers first."
    ),
}


def refuse_as_store(code: StoreRefusal, *, command_id: str | None = None) -> NoReturn:
    """Answer with what the store refused; nothing was stored."""
    refuse(str(code), _STORE_DETAILS[code], by="store", command_id=command_id)


def refusal_of(receipt: Mapping[str, Any], command_id: str) -> Problem:
    """Return the problem that a recorded refusal is."""
    return problem(
        receipt["code"],
        receipt.get("detail") or "The command was refused.",
        rule=receipt.get("rule"),
        version=receipt.get("version"),
        command_id=command_id,
    )


def problem_of(error: RefusedError | StoreUnavailableError) -> Problem:
    """Return the problem that an exception of the edge stands for."""
    if isinstance(error, RefusedError):
        return error.problem
    return problem("UNAVAILABLE", "The service can't reach its store; try again soon.")


def fault(error: Exception, **ids: object) -> Problem:
    """Note a bug of ours and return the problem to answer with.

    Where it was raised is logged, not its message: that may quote what nobody may know.
    """
    log.error("gateway_fault", where=telemetry.where(error), **ids)
    return problem("INTERNAL_ERROR", "A fault of ours; it is recorded.")
