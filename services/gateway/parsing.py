"""Bodies and frames from outside: parsed strictly, within limits, before anything reads them."""

import json
import re
from collections.abc import Iterator
from typing import Any, Final, TypeVar, cast

from pydantic import JsonValue, TypeAdapter, ValidationError
from pydantic_core import from_json

from engine.core.messages import Message
from schemas.api import COMMAND_ID, canonical
from schemas.live import ClientFrame, CommandFrame, Pong
from services.gateway.refusals import malformed, malformed_field, refuse

MAX_BYTES: Final = 64 * 1024
MAX_DEPTH: Final = 64
MAX_INT: Final = 2**53 - 1
"""Numbers beyond are not read alike everywhere."""

M = TypeVar("M", bound=Message)


def parse(text: bytes | str) -> dict[str, Any]:
    """Return the JSON object in a text.

    Refuses: too many bytes, what is no JSON object in UTF-8, lone surrogates, deep nesting, numbers
    that are not whole or beyond 2^53 - 1, a key that stands twice in an object.
    """
    size = len(text) if isinstance(text, bytes) else len(text.encode("utf-8", "surrogatepass"))
    if size > MAX_BYTES:
        refuse("TOO_LARGE", f"At most {MAX_BYTES} bytes are taken at once.")
    try:
        data: Any = from_json(text, allow_inf_nan=False)
    except ValueError as error:
        refuse("MALFORMED", f"This is no JSON text in UTF-8: {error}.")
    if not isinstance(data, dict):
        refuse("MALFORMED", "A JSON object is expected.")
    for path, reason in _oddities(cast("JsonValue", data)):
        malformed_field(path, reason)
    _READ_ONCE.decode(text if isinstance(text, str) else text.decode())
    return cast("dict[str, Any]", data)


def _once(pairs: list[tuple[str, object]]) -> None:
    """Refuse a key that stands twice: readers take the first, the last, or both."""
    names = {name for name, _ in pairs}
    for name, _ in pairs:
        if name not in names:
            malformed_field(name, "the key stands twice in one object")
        names.remove(name)


_READ_ONCE: Final = json.JSONDecoder(object_pairs_hook=_once)


def _oddities(data: JsonValue) -> Iterator[tuple[str, str]]:
    """Yield what JSON allows and the service does not, with its path."""
    nodes: list[tuple[tuple[str, ...], JsonValue]] = [((), data)]
    while nodes:
        path, node = nodes.pop()
        if len(path) > MAX_DEPTH:
            yield ".".join(path[:4]) + "…", f"nested more than {MAX_DEPTH} levels deep"
            return
        if isinstance(node, dict):
            nodes += [((*path, name), value) for name, value in node.items()]
        elif isinstance(node, list):
            nodes += [((*path, str(place)), value) for place, value in enumerate(node)]
        elif isinstance(node, float):
            yield ".".join(path), "only whole numbers are taken"
        elif isinstance(node, int) and abs(node) > MAX_INT:
            yield ".".join(path), "the number is too large"


def command_named(text: bytes | str) -> str | None:
    """Return the command id that a frame names, however wrong the frame is otherwise."""
    try:
        data: Any = from_json(text)
    except ValueError:
        return None
    named = cast("dict[str, Any]", data).get("command_id") if isinstance(data, dict) else None
    return named if isinstance(named, str) and re.fullmatch(COMMAND_ID, named) else None


def read(form: type[M], data: object) -> M:
    """Return a request of a form; refuses wrong types and unknown fields, naming each."""
    try:
        return form.model_validate_json(canonical(data), strict=True)
    except ValidationError as error:
        malformed(error, data, form=form)


def read_frame(data: dict[str, Any]) -> CommandFrame | Pong:
    """Return a client's frame, told apart by ``type``; see ``read``."""
    try:
        return _CLIENT_FRAME.validate_json(canonical(data), strict=True)
    except ValidationError as error:
        malformed(error, data, form=ClientFrame)


_CLIENT_FRAME: Final[TypeAdapter[CommandFrame | Pong]] = TypeAdapter(ClientFrame)
