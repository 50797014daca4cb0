"""Hidden values: where a secret stands in the open, and who gets it.

An event field of type ``Hidden[T]`` holds a value and its audience. Written for the log, the
value leaves the public text and a placeholder stays, the same for every hidden value; the
values are numbered from 0 in the order of their placeholders in the text.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Generic, TypeVar, cast, get_args

from pydantic import GetCoreSchemaHandler, GetJsonSchemaHandler
from pydantic_core import CoreSchema, core_schema, to_json

T = TypeVar("T")

PLACEHOLDER: Mapping[str, bool] = {"hidden": True}
PLACEHOLDER_TEXT = to_json(PLACEHOLDER)
"""As it stands in a public text, where nothing else can have these bytes."""


class Hidden(Generic[T]):
    """A value that only the seats in ``to`` may know; ``()`` is the server alone.

    Hide a whole tuple to hide its length too. Immutable; no dataclass, because pydantic would
    then pass over the schema given here and write the value in the open.
    """

    __slots__ = ("_to", "_value")
    __match_args__ = ("value", "to")

    def __init__(self, value: T, to: tuple[int, ...] = ()) -> None:
        if len(to) > 1 and list(to) != sorted(set(to)):
            msg = f"the audience {to} of a hidden value: give each seat once, ascending"
            raise ValueError(msg)
        self._value = value
        self._to = to

    @property
    def value(self) -> T:
        return self._value

    @property
    def to(self) -> tuple[int, ...]:
        """Seats in ascending order; itself secret."""
        return self._to

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Hidden):
            return NotImplemented
        there = cast("Hidden[Any]", other)
        return self._value == there.value and self._to == there.to

    def __hash__(self) -> int:
        return hash((self._value, self._to))

    def __repr__(self) -> str:
        return f"Hidden({self._value!r}, {self._to!r})"

    @classmethod
    def __get_pydantic_core_schema__(cls, source: Any, handler: GetCoreSchemaHandler) -> CoreSchema:
        inner = handler.generate_schema(get_args(source)[0])
        return core_schema.no_info_wrap_validator_function(
            _validate,
            inner,
            serialization=core_schema.wrap_serializer_function_ser_schema(
                _serialize, schema=inner, info_arg=True
            ),
        )

    @classmethod
    def __get_pydantic_json_schema__(
        cls, schema: CoreSchema, handler: GetJsonSchemaHandler
    ) -> dict[str, Any]:
        known = handler(cast("Any", schema)["schema"])
        unknown = {
            "type": "object",
            "properties": {"hidden": {"const": True}},
            "required": ["hidden"],
            "additionalProperties": False,
        }
        return {"anyOf": [known, unknown], "description": "A hidden value, or its placeholder."}


@dataclass(slots=True)
class Split:
    """Collects the hidden values while a commit is written; pass it as the dump's context."""

    found: list[tuple[Any, tuple[int, ...]]] = field(
        default_factory=list[tuple[Any, tuple[int, ...]]]
    )
    """(value as JSON data, audience), in the order of the placeholders."""

    def hide(self, value: Any, to: tuple[int, ...]) -> Mapping[str, bool]:
        """Note a hidden value and return what stands in its place."""
        self.found.append((value, to))
        return PLACEHOLDER


def _validate(value: object, handler: Callable[[Any], Any]) -> Hidden[Any]:
    if isinstance(value, Hidden):
        hidden = cast("Hidden[Any]", value)
        return Hidden(handler(hidden.value), hidden.to)
    if isinstance(value, Mapping) and set(cast("Mapping[str, Any]", value)) == {"value", "to"}:
        full = cast("Mapping[str, Any]", value)
        return Hidden(handler(full["value"]), tuple(full["to"]))
    msg = 'a hidden value is Hidden(value, to) or {"value": …, "to": [seats]}'
    raise ValueError(msg)


def _serialize(value: Hidden[Any], handler: Callable[[Any], Any], info: Any) -> Any:
    inner = handler(value.value)
    if isinstance(info.context, Split):
        return info.context.hide(inner, value.to)
    return {"value": inner, "to": list(value.to)}


def is_placeholder(value: object) -> bool:
    """Tell whether a piece of parsed public text stands for a hidden value."""
    if not isinstance(value, dict):
        return False
    members = cast("dict[str, Any]", value)
    return len(members) == 1 and members.get("hidden") is True


def fill(public: Any, values: Iterator[Any]) -> Any:
    """Return parsed public text with each placeholder replaced by the next value.

    The text is changed in place.
    """
    if is_placeholder(public):
        return next(values)
    for place, value in _places(public):
        if isinstance(value, dict | list):  # most values are plain
            public[place] = fill(value, values)
    return public


def _places(node: dict[Any, Any] | list[Any]) -> Iterable[tuple[Any, Any]]:
    return node.items() if isinstance(node, dict) else enumerate(node)
