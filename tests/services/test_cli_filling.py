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
        ("egg:second egg", {"first": "egg", "second": "egg"}),
    ],
)
def test_a_word_goes_where_it_fits(words: str, courses: dict[str, str]) -> None:
    empty = {"kind": "eat", "first": None, "second": None, "third": None}
    assert filled(MEAL, words.split()) == {**empty, **courses}


@pytest.mark.parametrize(
    ("words", "says"),
    [
        ("fi sou:first", "'sou:first' may be soup or soufflé"),
        ("soup soufflé", "soufflé does not fit first, which is taken"),
        ("egg", "egg fits first and second: say which, as egg:first"),
        ("soup:second", "soup does not fit any place of that name"),
        ("egg:nowhere", "egg does not fit any place of that name"),
        ("stone", "'stone' may be none of these"),
        (":first", "':first' may be none of these"),
        ("", "that many cannot be placed"),
    ],
)
def test_what_is_wrong_with_words_is_named(words: str, says: str) -> None:
    told = filled(MEAL, words.split())
    assert isinstance(told, str)
    assert told.startswith(says)


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
    assert not isinstance(command, str), command
    assert shape.contains(command)
