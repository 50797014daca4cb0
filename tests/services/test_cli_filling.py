"""What words at the keyboard put into the places of a shape."""

from __future__ import annotations

import pytest

from engine.core.options import Item, Slots, Subset
from services.cli.filling import filled, hint

MEAL = Slots(
    command={"kind": "eat"},
    slots={"first": ("soup", "soufflé", "egg"), "second": ("fish", "egg"), "third": ()},
    copies={"soup": 1, "soufflé": 1, "fish": 1, "egg": 2},
)


@pytest.mark.parametrize(
    ("words", "courses"),
    [
        ("soup", {"first": "soup"}),
        ("fish, Soup", {"first": "soup", "second": "fish"}),
        ("egg:second", {"second": "egg"}),
        ("e:f", {"first": "egg"}),
        ("egg fish", {"first": "egg", "second": "fish"}),
        ("fi sou:first", None),
        ("egg:second egg", {"first": "egg", "second": "egg"}),
        ("soup soufflé", None),
        ("egg", None),
        ("soup:second", None),
        ("egg:third", None),
        ("egg:nowhere", None),
        ("stone", None),
        (":first", None),
        ("", None),
    ],
)
def test_a_word_goes_where_it_fits(words: str, courses: dict[str, str] | None) -> None:
    empty = {"kind": "eat", "first": None, "second": None, "third": None}
    assert filled(MEAL, words.split()) == (None if courses is None else {**empty, **courses})


@pytest.mark.parametrize(
    "shape",
    [
        pytest.param(MEAL, id="places"),
        pytest.param(MEAL.model_copy(update={"slots": {"a": (), "b": ("egg",)}}), id="one place"),
        pytest.param(MEAL.model_copy(update={"slots": dict.fromkeys("ab", ("egg",))}), id="any"),
        pytest.param(
            Subset(command={}, field="f", items=(Item(value="A"), Item(value="B")), max_count=2),
            id="subset",
        ),
    ],
)
def test_the_example_of_a_hint_does_what_it_says(shape: Slots | Subset) -> None:
    words = hint(7, shape).splitlines()[0].partition("as in: 7 ")[2].split()
    command = filled(shape, words)
    assert command is not None
    assert shape.contains(command)
