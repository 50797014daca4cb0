"""What words at the keyboard put into the places of a shape."""

from __future__ import annotations

import pytest

from engine.core.options import Item, Slots, Subset
from services.cli.filling import filled, hint, told_shape
from services.cli.printed import Printed

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
        ("", "name at least 1"),
    ],
)
def test_what_is_wrong_with_words_is_named(words: str, says: str) -> None:
    told = filled(MEAL, words.split())
    assert isinstance(told, str)
    assert told.startswith(says)


PRICE = Subset(
    command={"kind": "pay"},
    field="coins",
    items=(Item(value="A", weight=1), Item(value="B", weight=2)),
    min_weight=2,
    min_count=1,
    max_count=2,
)


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ("b", {"kind": "pay", "coins": ["B"]}),
        ("a", "that is worth 1, and 2 are needed"),
        ("b B", "B is named twice"),
        ("c", "'c' is none of A B"),
        ("", "1 to 2 are taken, not 0"),
    ],
)
def test_a_subset_is_filled_or_what_is_wrong_is_named(words: str, told: object) -> None:
    assert filled(PRICE, words.split()) == told


def test_what_there_is_too_little_of_is_named() -> None:
    one_egg = MEAL.model_copy(update={"copies": {"egg": 1}})
    assert filled(one_egg, ["egg:first", "egg:second"]) == "egg is there 1 times, not 2"


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


def test_what_weighs_nothing_is_told_without_a_weight() -> None:
    items = (Item(value="c7"), Item(value="c9", weight=2))
    shape = Subset(command={"kind": "send_team"}, field="team", items=items, max_count=2)
    assert told_shape(shape, Printed(None)) == (": c7 c9(2)", [])
