"""Fast copies are what ``dataclasses.replace`` gives, and name what does not fit."""

import pickle
from dataclasses import dataclass, replace

import pytest

from engine.core.copying import changed, recast, unchecked
from engine.core.options import Item, Option, Subset, listed


@dataclass(frozen=True, kw_only=True)
class Point:
    x: int = 0
    y: int = 0


def test_a_copy_is_equal_to_a_replaced_one_and_the_original_stays() -> None:
    point = Point(x=1, y=2)
    assert changed(point, y=3) == replace(point, y=3)
    assert point == Point(x=1, y=2)
    assert hash(changed(point)) == hash(point)


def test_an_unknown_field_is_refused() -> None:
    with pytest.raises(TypeError, match="Point has no field"):
        changed(Point(), z=1)


@dataclass(frozen=True, kw_only=True)
class Place:
    x: int
    y: int
    name: str | None


def test_a_value_of_another_kind_has_the_same_fields_and_more() -> None:
    place = recast(Place, Point(x=1, y=2), y=3, name="here")
    assert place == Place(x=1, y=3, name="here")


def test_an_unchecked_message_is_the_same_as_a_checked_one() -> None:
    checked = Item(value="c1", weight=2)
    made = unchecked(Item, {"value": "c1", "weight": 2})
    assert made == checked
    assert made.model_dump_json() == checked.model_dump_json()
    assert made.model_copy(update={"weight": 3}) == Item(value="c1", weight=3)
    assert pickle.loads(pickle.dumps(made)) == checked  # noqa: S301  # our own


def test_listed_options_are_the_same_as_checked_ones() -> None:
    shape = Subset(command={"kind": "send"}, field="team", items=(Item(value="c1"),), max_count=1)
    assert listed("Go", {"kind": "go"}, decision="act.1") == Option(
        label="Go", command={"kind": "go"}, decision="act.1"
    )
    assert listed("Send", shape=shape, optional=True) == Option(
        label="Send", shape=shape, optional=True
    )
