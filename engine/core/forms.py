"""The form of data, a type as one annotates it: what stands in it, and what it is in words."""

from collections.abc import Iterator, Mapping, Sequence
from types import NoneType, UnionType
from typing import Annotated, Any, Final, Literal, Union, get_args, get_origin

from pydantic import BaseModel
from pydantic.fields import FieldInfo

_PLAIN: Final[Mapping[object, tuple[str, str]]] = {
    str: ("a text", "texts"),
    int: ("a whole number", "whole numbers"),
    bool: ("true or false", "true or false"),
}
"""What one is called, and what several are."""


def form_at(form: object, loc: Sequence[int | str]) -> object:
    """Return the form of what stands at a validator's path; None if it can't be told."""
    for step in loc:
        form = _inside(form, step)
    return form


def fields_of(form: object) -> tuple[str, ...]:
    """Return the fields of a form; none if it may be several, or has none."""
    models = _models(form)
    return tuple(models[0].model_fields) if len(models) == 1 else ()


def is_one_of_several(form: object) -> bool:
    """Tell whether data is of one of several forms that are told apart by a field."""
    return len(_models(form)) > 1


def tags_of(form: object, name: str) -> tuple[str, ...]:
    """Return what may stand in the field that tells several forms apart."""
    return tuple(
        tag
        for model in _models(form)
        if (field := model.model_fields.get(name)) is not None
        for tag in _literals(field)
    )


def words_of(form: object) -> str | None:
    """Say what data of a form is, as in "Input should be …"; None if there is no word for it."""
    for mark in getattr(form, "__metadata__", ()):
        if isinstance(mark, FieldInfo) and mark.description:
            return mark.description
        if isinstance(mark, FieldInfo) and isinstance(tag := mark.discriminator, str):
            return f"an object with `{tag}`, one of {', '.join(map(repr, tags_of(form, tag)))}"
    inner = _unwrapped(form)
    if inner is not form:
        return words_of(inner)
    models = _models(form)
    if len(models) == 1:
        return f"an object with {', '.join(f'`{name}`' for name in models[0].model_fields)}"
    if get_origin(form) is tuple:
        return _words_of_list(get_args(form))
    return "an object" if models else _PLAIN.get(form, (None,))[0]


def _inside(form: object, step: int | str) -> object:
    models = _models(form)
    if is_one_of_several(form):  # the step is what tells them apart
        return next((one for one in models if step in _tags(one)), None)
    if models:
        field = models[0].model_fields.get(str(step))
        return None if field is None else Annotated[field.annotation, field]
    bare = _bare(form)
    args = get_args(bare)
    if get_origin(bare) is not tuple or not isinstance(step, int):
        return None
    if args[-1:] == (...,):
        return args[0]
    return args[step] if step < len(args) else None


def _words_of_list(items: tuple[object, ...]) -> str:
    if not items:
        return "a list"
    plain = _PLAIN.get(_bare(items[0]))
    count = "" if items[-1] is ... else f"{len(items)} "
    if plain is not None:
        return f"a list of {count}{plain[1]}"
    one = words_of(items[0])
    return "a list" if one is None else f"a list, each item {one}"


def _bare(form: object) -> object:
    """Return a form without what is said of it, and without None if that may stand as well."""
    inner = _unwrapped(form)
    return form if inner is form else _bare(inner)


def _unwrapped(form: object) -> object:
    if hasattr(form, "__metadata__"):
        return get_args(form)[0]
    rest = [part for part in get_args(form) if part is not NoneType]
    return rest[0] if get_origin(form) in {Union, UnionType} and len(rest) == 1 else form


def _models(form: object) -> list[type[BaseModel]]:
    """Return the models that something may be; none if it is a list of them."""
    bare: Any = _bare(form)
    if isinstance(bare, type) and issubclass(bare, BaseModel):
        return [bare]
    if get_origin(bare) not in {Union, UnionType}:
        return []
    return [model for part in get_args(bare) for model in _models(part)]


def _tags(model: type[BaseModel]) -> Iterator[object]:
    """Yield the words that a model can be told by."""
    for field in model.model_fields.values():
        yield from _literals(field)


def _literals(field: FieldInfo) -> tuple[Any, ...]:
    return get_args(field.annotation) if get_origin(field.annotation) is Literal else ()
