"""The public text of a commit, read strictly: what everybody gets, and all a redacted file shows.

It says nothing of whether the commands and events are some game's; the codec of the game does.
"""

from typing import Annotated, Any, Literal

from pydantic import Field, JsonValue, ValidationError

from engine.core.codec import sentence
from engine.core.messages import Message

_Whole = Annotated[int, Field(ge=0, lt=1 << 53)]
"""A number that every JSON reader can hold."""
_Seat = Annotated[int, Field(ge=0, lt=64)]


class PublicTextError(ValueError):
    """The text is not the public text of a commit."""


class PublicCommand(Message):
    """A command as everybody sees it; secret fields are placeholders."""

    seat: _Seat
    at: _Whole | None = None
    """Of a sealed choice: when the seat first chose (ms)."""
    command: dict[str, JsonValue]


class PublicAwaited(Message):
    seat: _Seat
    decision: str
    sealed: Literal[True] | None = None


class PublicText(Message):
    """What everybody sees of a commit."""

    n: Annotated[int, Field(ge=1, lt=1 << 53)]
    at: _Whole
    """Milliseconds since the epoch."""
    actor: Annotated[str, Field(pattern=r"^(seat:[0-9]{1,2}|sealed|system)$")]
    commands: tuple[PublicCommand, ...]
    events: tuple[dict[str, JsonValue], ...]
    awaited: tuple[PublicAwaited, ...]

    def kinds(self) -> tuple[Any, ...]:
        """Return the kinds of the events, in order."""
        return tuple(event.get("kind") for event in self.events)


def read_public(text: bytes) -> PublicText:
    """Read the public text of a commit; raises PublicTextError."""
    try:
        return PublicText.model_validate_json(text, strict=True)
    except ValidationError as error:
        msg = f"its public text is not that of a commit: {sentence(error)}"
        raise PublicTextError(msg) from None
