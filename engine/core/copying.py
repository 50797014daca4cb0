"""The values that states and views are made of, and copies of them with some fields changed.

Copies are what each fold makes, many times a match.
"""

from typing import Any, ClassVar, TypeVar

from pydantic import ConfigDict

T = TypeVar("T")


class Value:
    """A frozen dataclass that is stored or shown: as for messages, a field unknown is refused."""

    __pydantic_config__: ClassVar = ConfigDict(
        extra="forbid", json_schema_serialization_defaults_required=True
    )


def changed(value: T, **changes: Any) -> T:
    """Return a copy of a frozen dataclass with some fields changed.

    Like ``dataclasses.replace``, in a tenth of the time: the fields are copied as one dictionary
    and ``__init__`` is not called. So the class must have no ``slots`` and no ``__post_init__``.

    Raises:
        TypeError: a change names a field that the value does not have.
    """
    known = value.__dict__
    fields = known | changes
    if len(fields) != len(known):
        msg = f"{type(value).__name__} has no field for one of {sorted(changes)}"
        raise TypeError(msg)
    copy = object.__new__(type(value))
    object.__setattr__(copy, "__dict__", fields)
    return copy
