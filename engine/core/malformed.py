"""What is wrong with data that has not the form it should have, said to who sent it.

Paths name what stands in the data, reasons say what would be right; the data is not repeated, and
neither the form that a tag has chosen nor the validator shows.
"""

from collections.abc import Iterator, Sequence
from typing import Any, Final, NamedTuple, cast

from pydantic import ValidationError
from pydantic_core import ErrorDetails, from_json

from engine.core.forms import fields_of, form_at, is_one_of_several, tags_of, words_of

_MAX_PATH = 80
"""Longer paths to a wrong field are cut: senders name the fields."""
_OWN_WORDS = "Value error, "
"""What the validator puts before a sentence of ours."""
_NO_FIELD: Final = "There is no such field"
_REQUIRED: Final = "Field required"
_OF_ANOTHER_TYPE: Final = {
    "dict_type": "an object",
    "model_type": "an object",
    "model_attributes_type": "an object",
    "tuple_type": "a list",
    "string_type": "a text",
    "int_type": "a whole number",
    "bool_type": "true or false",
}
"""What should stand there, if the form tells nothing better."""


class Fault(NamedTuple):
    """One thing that is wrong."""

    steps: tuple[str, ...]
    """Where, from the outside in; empty for the whole."""
    reason: str


def faults(error: ValidationError, data: object, form: object = None) -> Iterator[Fault]:
    """Yield all that is wrong with data; ``data`` may be its JSON text, as bytes.

    ``form``: what the whole should be, a type as one annotates it; of a field that there is not is
    then said which there are, of what is something else, what it should be. Fields that there are
    not come first: a misspelt one is why another is missing.
    """
    parsed = _parsed(data) if isinstance(data, bytes) else data
    all_ = error.errors(include_url=False, include_input=False)
    for one in sorted(all_, key=lambda one: one["type"] != "extra_forbidden"):
        if one["type"] == "too_short" and any(_inside(other, one) for other in all_):
            continue  # the validator counts only items that are right
        missing = one["type"] == "missing"
        loc = one["loc"]
        if missing and isinstance(loc[-1], int):  # a list that is too short, as a point
            loc, missing = loc[:-1], False
        steps = _steps(loc, parsed, form, missing=missing)
        yield Fault((*steps, *_tag(one)), _reason(one, loc, form))


def sentence(error: ValidationError, data: object, form: object = None) -> str:
    """Say in one sentence what is wrong with data; see ``faults``."""
    first, *others = faults(error, data, form)
    where = ".".join(first.steps)[:_MAX_PATH]
    tail = f" (and {len(others)} more)" if others else ""
    return f"{where}: {first.reason}{tail}." if where else f"{first.reason}{tail}."


def _parsed(text: bytes) -> Any:
    try:
        return from_json(text)
    except ValueError:
        return None


def _inside(one: ErrorDetails, other: ErrorDetails) -> bool:
    """Tell whether a fault lies in what another is about."""
    depth = len(other["loc"])
    return len(one["loc"]) > depth and one["loc"][:depth] == other["loc"]


def _steps(loc: Sequence[int | str], data: object, form: object, *, missing: bool) -> Iterator[str]:
    """Yield a validator's path through data: without names of forms, which are not in the data."""
    node = cast("Any", data)
    for place, step in enumerate(loc):
        if is_one_of_several(form_at(form, loc[:place])):
            continue  # which of them; the data may have a field of this name
        if missing and place == len(loc) - 1:
            yield str(step)
            return
        try:
            node = node[step]
        except (LookupError, TypeError):
            continue
        yield str(step)


def _tag(one: ErrorDetails) -> tuple[str, ...]:
    """Return the field that tells forms apart, if that is the one that is wrong."""
    if one["type"] not in {"union_tag_invalid", "union_tag_not_found"}:
        return ()
    return (_context(one, "discriminator").strip("'"),)


def _reason(one: ErrorDetails, loc: tuple[int | str, ...], form: object) -> str:
    match one["type"]:
        case "union_tag_invalid":
            return f"Input should be one of {_context(one, 'expected_tags')}"
        case "union_tag_not_found":
            tags = ", ".join(map(repr, tags_of(form_at(form, loc), *_tag(one))))
            return f"{_REQUIRED}{tags and f', one of {tags}'}"
        case "missing":
            return _REQUIRED if loc == one["loc"] else _should_be(form, loc, "a longer list")
        case "extra_forbidden":
            known = ", ".join(fields_of(form_at(form, loc[:-1])))
            return f"{_NO_FIELD}{known and f'; there are: {known}'}"
        case "too_long" | "too_short":
            return _wrong_length(one)
        case kind:
            otherwise = _OF_ANOTHER_TYPE.get(kind)
            own = one["msg"].removeprefix(_OWN_WORDS)
            return own if otherwise is None else _should_be(form, loc, otherwise)


def _should_be(form: object, loc: tuple[int | str, ...], otherwise: str) -> str:
    return f"Input should be {words_of(form_at(form, loc)) or otherwise}"


def _wrong_length(one: ErrorDetails) -> str:
    """Say how many items there may be, without the validator's name for a list."""
    most = one["type"] == "too_long"
    bound = _context(one, "max_length" if most else "min_length")
    has = _context(one, "actual_length")
    items = "item" if bound == 1 else "items"
    found = "more" if has is None else has
    return f"Input should have at {'most' if most else 'least'} {bound} {items}, not {found}"


def _context(one: ErrorDetails, name: str) -> Any:
    return one.get("ctx", {})[name]
