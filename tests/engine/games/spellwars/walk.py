"""Walking through what is printed on cards: all parts of it, and what it might say instead."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, get_args

from pydantic import ValidationError

from engine.core.messages import Message
from engine.games.spellwars.cards import COMPONENTS, DEAD, TREASURE
from engine.games.spellwars.ops import Aim, Condition, Count, Glyph, Many, Moment, Place

if TYPE_CHECKING:
    from collections.abc import Iterator

    from engine.games.spellwars.ops import Component, DeadWizard, Treasure

PRINTED: dict[str, Component | Treasure | DeadWizard] = {**COMPONENTS, **TREASURE, **DEAD}
"""All cards with a text of their own."""

APART = {"id", "name", "type", "glyph", "initiative", "copies"}
"""Fields of a card that are printed beside its text."""
_MODES = ("double", "also", "instead", "rolled", "unkept")
_LATER = ("creature", "winner_draws_fewer", "top_card", "creature_die")
_WORDS = (
    *(
        word
        for words in (Aim, Condition, Count, Glyph, Many, Moment, Place)
        for word in get_args(words)
    ),
    *_MODES,
    *_LATER,
    *("target", "killer", "self"),
)
"""Whatever a field of a text may say."""


def parts(value: Any) -> Iterator[Message]:
    """Yield a message and all messages in it."""
    if isinstance(value, Message):
        yield value
        for field in type(value).model_fields:
            yield from parts(getattr(value, field))
    elif isinstance(value, tuple):
        for item in value:
            yield from parts(item)


def all_parts() -> Iterator[Message]:
    """Yield all parts of all cards."""
    for card in PRINTED.values():
        yield from parts(card)


def variants(card: Message) -> Iterator[Any]:
    """Yield cards that differ from this one in one thing that it does."""
    data = card.model_dump()
    for field in data.keys() - APART:
        for other in _variants(data[field]):
            try:
                yield type(card).model_validate({**data, field: other})
            except ValidationError:  # such a thing can't be printed
                continue


def _variants(value: Any) -> Iterator[Any]:
    match value:
        case bool():
            yield not value
        case int():
            yield value + 1
        case str() | None:
            yield from (word for word in _WORDS if word != value)
        case dict():
            yield from _of_fields(value)
        case tuple() | list():
            yield from _of_row([*value])
        case _:
            msg = f"cards have nothing like {value!r}"
            raise TypeError(msg)


def _of_fields(data: dict[str, Any]) -> Iterator[Any]:
    yield None
    for field, old in data.items():
        if field != "each" or data["per"]:  # each of what?
            yield from ({**data, field: other} for other in _variants(old))


def _of_row(row: list[Any]) -> Iterator[Any]:
    if row != row[::-1]:
        yield row[::-1]
    for at, old in enumerate(row):
        yield row[:at] + row[at + 1 :]
        yield [*row[:at], old, *row[at:]]
        yield from ([*row[:at], other, *row[at + 1 :]] for other in _variants(old))
