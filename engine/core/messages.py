"""The base classes of everything a game says: commands, events, views, configs, outcomes."""

from collections.abc import Iterable
from types import UnionType
from typing import Annotated, Any, ClassVar, TypeVar, Union, get_args, get_origin

from pydantic import BaseModel, ConfigDict, model_validator

from engine.core.describing import Described
from engine.core.rejection import EngineError


class Message(Described, BaseModel):
    """An immutable value with a closed set of fields.

    Unknown fields are refused, not ignored: a misspelt field in a stored event must stop the
    build, never silently weaken a rule.
    """

    model_config = ConfigDict(
        frozen=True, extra="forbid", json_schema_serialization_defaults_required=True
    )


class Sparse(Message):
    """A message whose empty fields are left out when it is sent; its schema tells so."""

    model_config = ConfigDict(json_schema_serialization_defaults_required=False)


class _SecretMark:
    """Marks the field of a command that only its own seat may know."""


T = TypeVar("T")
Secret = Annotated[T, _SecretMark()]
"""A command's field that goes into the actor's private part; opened by later events only.

Whole fields of a command are secret, nothing less: ``Secret[str | None]``, not
``Secret[str] | None``.
"""


class Command(Message):
    """What a seat asks for, in the imperative. It never carries the seat: the account does.

    Subclasses give ``kind: Literal["..."]``. Fields marked ``Secret`` are split off the public
    part of the commit for the actor's seat (see ``secret_fields``).
    """

    sealed: ClassVar[bool] = False
    """True if this command answers a sealed decision (a simultaneous choice in secret)."""
    private_to_server: ClassVar[bool] = False
    """True if the secret fields and the id go to the server part, because the seat may still
    change hands (joins and leaves)."""

    kind: Any
    """A literal string of its own in each subclass; fields are invariant, hence no ``str``."""


class Event(Message):
    """What happened, in the past tense, with its outcome inside.

    Subclasses give ``kind: Literal["..."]``. A value that not everybody may know is a
    ``Hidden`` field.
    """

    reversible: ClassVar[bool] = False
    """True if it reveals and draws nothing: a move of such events only can be taken back."""
    bookkeeping: ClassVar[bool] = False
    """True if people need not be told: that a question was put or answered, and the like. What
    came of it, the command and other events tell."""

    kind: Any
    """A literal string of its own in each subclass; fields are invariant, hence no ``str``."""


class View(Message):
    """What one seat (or a spectator) sees of a game."""


class Config(Message):
    """The options of a match, fixed when it is created."""


class Outcome(Message):
    """How a match ended. Games add their own fields (scores, medals)."""

    winners: tuple[int, ...]
    """Seats that won; empty if nobody did; all of them in a co-operative win."""
    draw: bool = False

    @model_validator(mode="after")
    def _a_draw_has_no_winner(self) -> "Outcome":
        if self.draw and self.winners:
            msg = f"a draw with the winners {self.winners}: give winners or a draw, not both"
            raise ValueError(msg)
        return self


def members_of(union: Any) -> tuple[type[Message], ...]:
    """Return the models of a union of messages, however it is nested and annotated."""
    if get_origin(union) in {Union, UnionType}:
        return tuple(member for part in get_args(union) for member in members_of(part))
    if hasattr(union, "__metadata__"):
        return members_of(get_args(union)[0])
    return (union,)


def secret_fields(command: type[Message]) -> frozenset[str]:
    """Return the names of a command's fields that are marked ``Secret``.

    Raises:
        EngineError: a mark stands deeper than that, where nothing would heed it.
    """
    fields = command.model_fields.items()
    lost = [name for name, field in fields if _marked_inside(field.annotation, {command})]
    if lost:
        msg = f"{command.__name__} marks parts of {', '.join(lost)} secret: mark the whole field"
        raise EngineError(msg)
    return frozenset(name for name, field in fields if _marked(field.metadata))


def _marked(metadata: Iterable[object]) -> bool:
    return any(isinstance(mark, _SecretMark) for mark in metadata)


def _marked_inside(annotation: Any, seen: set[Any]) -> bool:
    if _marked(getattr(annotation, "__metadata__", ())):
        return True
    if not (isinstance(annotation, type) and issubclass(annotation, BaseModel)):
        return any(_marked_inside(part, seen) for part in get_args(annotation))
    if annotation in seen:
        return False
    seen.add(annotation)
    fields = annotation.model_fields.values()
    return any(_marked(f.metadata) or _marked_inside(f.annotation, seen) for f in fields)
