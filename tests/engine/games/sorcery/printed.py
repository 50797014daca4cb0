"""Walking through what is printed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from engine.core.messages import Message

if TYPE_CHECKING:
    from collections.abc import Iterator


def parts(value: Any) -> Iterator[Message]:
    """Yield a message and all messages in it."""
    if isinstance(value, Message):
        yield value
        for field in type(value).model_fields:
            yield from parts(getattr(value, field))
    elif isinstance(value, tuple):
        for item in value:  # pyright: ignore[reportUnknownVariableType]
            yield from parts(item)
