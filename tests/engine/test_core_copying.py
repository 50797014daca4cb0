"""Fast copies are what ``dataclasses.replace`` gives, and name what does not fit."""

from dataclasses import dataclass, replace

import pytest

from engine.core.copying import changed


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
