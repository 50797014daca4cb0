"""Refusals are values; exceptions are bugs.

- ``Rejection``: a rule says no, with code and clause; shown to the player.
- ``EngineError``: our code or data is wrong; the command is refused ``ENGINE_FAULT``. Its kinds
  are ``ImpossibleEventError``, an event that cannot have happened in the state it was folded
  into, and ``UnknownFormatError``, stored data of a form that this build cannot read.
"""

from dataclasses import dataclass
from typing import NoReturn


@dataclass(frozen=True, slots=True, kw_only=True)
class Rejection:
    """A command refused by a rule. It changes nothing and is never part of the match."""

    code: str
    """Stable, UPPER_SNAKE; clients branch on it."""
    rule: str
    """The clause of RULES.md that says no: the game's, or ``M…`` for engine/core/RULES.md."""
    detail: str
    """One sentence that a player can act on; tells nothing the player may not know."""


def no(code: str, rule: str, detail: str) -> Rejection:
    """Return a refusal, in the order in which a reader wants it."""
    return Rejection(code=code, rule=rule, detail=detail)


class EngineError(Exception):
    """Our own code or data is wrong."""


class ImpossibleEventError(EngineError):
    """An event was folded into a state where it cannot have happened."""


class UnknownFormatError(EngineError):
    """A stored commit has a form that this build cannot read."""


def impossible(why: str) -> NoReturn:
    """Refuse an event: it can't have happened in the state that it is folded into."""
    raise ImpossibleEventError(why)
