"""What is wrong with data that has not the form it should have, said to who sent it.

Paths name what stands in the data, reasons say what would be right; the data is not repeated, and
neither the form that a tag has chosen nor the validator shows.
"""

from collections.abc import Iterator, Sequence
from typing import Any, Final, Literal, NamedTuple, cast, get_args, get_origin

from pydantic import BaseModel, ValidationError
from pydantic_core import ErrorDetails, from_json

_MAX_PATH = 80
"""Longer paths to a wrong field are cut: senders name the fields."""
_OWN_WORDS = "Value error, "
"""What the validator puts before a sentence of ours."""
_NO_FIELD: Final = "There is no such field"


class Fault(NamedTuple):
    """One thing that is wrong."""

    steps: tuple[str, ...]
    """Where, from the outside in; empty for the whole."""
    reason: str


def faults(error: ValidationError, data: object, form: object = None) -> Iterator[Fault]:
    """Yield all that is wrong with data; ``data`` may be its JSON text, as bytes.

    ``form``: what the whole should be, a type as one annotates it; of a field that there is not is
    then said which there are.
    """
    parsed = _parsed(data) if isinstance(data, bytes) else data
    all_ = error.errors(include_url=False, include_input=False)
    for one in all_:
        if one["type"] == "too_short" and any(_inside(other, one) for other in all_):
            continue  # the validator counts only items that are right
        steps = _steps(one["loc"], parsed, missing=one["type"] == "missing")
        yield Fault((*steps, *_tag(one)), _reason(one, form))


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


def _steps(loc: Sequence[int | str], data: object, *, missing: bool) -> Iterator[str]:
    """Yield a validator's path through data: without names of forms, which are not in the data."""
    node = cast("Any", data)
    for place, step in enumerate(loc):
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


def _reason(one: ErrorDetails, form: object) -> str:
    match one["type"]:
        case "union_tag_invalid":
            return f"Input should be one of {_context(one, 'expected_tags')}"
        case "union_tag_not_found":
            return "Field required"
        case "extra_forbidden":
            known = ", ".join(_known(form, one["loc"][:-1]))
            return f"{_NO_FIELD}; there are: {known}" if known else _NO_FIELD
        case "too_long" | "too_short":
            return _wrong_length(one)
        case _:
            return one["msg"].removeprefix(_OWN_WORDS)


def _known(form: object, loc: Sequence[int | str]) -> Sequence[str]:
    """Return the fields of what a form has at a validator's path; none if it may be several."""
    models = _models(form)
    for step in loc:
        if len(models) > 1:  # told apart by a tag, which is the step
            models = [model for model in models if step in _tags(model)]
        elif models and (field := models[0].model_fields.get(str(step))):
            models = _models(field.annotation)
    return tuple(models[0].model_fields) if len(models) == 1 else ()


def _models(form: object) -> list[type[BaseModel]]:
    """Return the models that an annotation names, however it is nested."""
    if isinstance(form, type) and issubclass(form, BaseModel):
        return [form]
    return [model for part in get_args(form) for model in _models(part)]


def _tags(model: type[BaseModel]) -> Iterator[object]:
    """Yield the words that a model can be told by."""
    for field in model.model_fields.values():
        if get_origin(field.annotation) is Literal:
            yield from get_args(field.annotation)


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
