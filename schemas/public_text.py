"""The texts of a commit, read strictly: what everybody gets, and what a private part may be.

It says nothing of whether the commands and events are some game's; the codec of the game does.
"""

import json
import re
from collections.abc import Mapping
from typing import Annotated, Any, Final, Literal, cast

from pydantic import Field, JsonValue, ValidationError
from pydantic_core import from_json, to_json

from engine.core.malformed import sentence
from engine.core.messages import Message
from engine.core.step import MAX_EVENTS
from engine.core.terms import MAX_WHOLE

Whole = Annotated[int, Field(ge=0, lt=MAX_WHOLE)]
_ODD_NUMBER: Final = re.compile(rb"[:\[,]-?[0-9]{1,15}+[0-9.eE]")
"""What looks like a number that is not whole, or has 16 digits, in a text without spaces."""
_PRIVATE_KEY: Final = re.compile(r"id|0|[1-9][0-9]{0,8}")
_Seat = Annotated[int, Field(ge=0, lt=64)]


class CommitTextError(ValueError):
    """The text is not one of a commit."""


def read_once(text: bytes) -> Any:
    """Return the data in a JSON text that all readers read alike; raises ValueError.

    Refused are a key that stands twice (readers take the first, the last, or both), numbers with a
    fraction or an exponent and those of 2^53 and more, the words ``NaN`` and ``Infinity``, lone
    surrogates, and what is nested too deeply.
    """
    data = from_json(text, allow_inf_nan=False)
    if isinstance(data, dict) and _says_all(to_json(data), text):
        return cast("Any", data)
    return json.loads(text, object_pairs_hook=_once, parse_float=_no_float, parse_int=_whole)


def _says_all(written: bytes, text: bytes) -> bool:
    """Tell whether a JSON object is read alike because its data, written again, is the text.

    Then no key stands twice, and a number has no fraction but where it shows. May say False of
    others that are read alike.
    """
    return written == text and not _ODD_NUMBER.search(text)


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    data = dict(pairs)
    if len(data) != len(pairs):
        msg = "a key stands twice"
        raise ValueError(msg)
    return data


def _no_float(text: str) -> float:
    msg = f"the number {text} is written with a fraction or an exponent"
    raise ValueError(msg)


def _whole(text: str) -> int:
    number = int(text)
    if abs(number) >= MAX_WHOLE:
        msg = f"the number {text} is not below 2^53"
        raise ValueError(msg)
    return number


class PublicCommand(Message):
    """A command as everybody sees it; secret fields are placeholders."""

    seat: _Seat | None = None
    """None: an official sent it."""
    at: Whole | None = None
    """Of a sealed choice: when the seat first chose (ms)."""
    command: dict[str, JsonValue]


class PublicAwaited(Message):
    seat: _Seat
    decision: str
    sealed: Literal[True] | None = None


class PublicText(Message):
    """What everybody sees of a commit."""

    n: Annotated[Whole, Field(ge=1)]
    at: Whole
    """Milliseconds since the epoch."""
    actor: Annotated[
        str,
        Field(pattern=r"^(seat:[0-9]{1,2}|sealed|system|(arbiter|creator):[A-Za-z0-9_-]{1,64})$"),
    ]
    commands: tuple[PublicCommand, ...]
    events: Annotated[tuple[dict[str, JsonValue], ...], Field(max_length=MAX_EVENTS)]
    awaited: tuple[PublicAwaited, ...]

    def kinds(self) -> tuple[Any, ...]:
        """Return the kinds of the events, in order."""
        return tuple([event.get("kind") for event in self.events])


def read_public(text: bytes) -> PublicText:
    """Read the public text of a commit; raises CommitTextError."""
    try:
        public = PublicText.model_validate_json(text, strict=True)
        if not _says_all(to_json(public, exclude_none=True), text):
            read_once(text)
    except ValidationError as error:
        msg = f"its public text is not that of a commit: {sentence(error, text)}"
        raise CommitTextError(msg) from None
    except ValueError as error:
        msg = f"its public text is not read alike everywhere: {error}"
        raise CommitTextError(msg) from None
    return public


def read_private(text: bytes) -> Mapping[str, Any]:
    """Read a private text that is not empty: values by placeholder, and an id.

    Raises:
        CommitTextError: it is something else.
    """
    try:
        data = read_once(text)
    except ValueError as error:
        msg = f"is no JSON text: {error}"
        raise CommitTextError(msg) from None
    if not isinstance(data, dict):
        msg = "is not a JSON object"
        raise CommitTextError(msg)
    told = cast("dict[str, Any]", data)
    if not all(map(_PRIVATE_KEY.fullmatch, told)):
        msg = "has a key that is neither the number of a placeholder nor `id`"
        raise CommitTextError(msg)
    return told
