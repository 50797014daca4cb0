"""What words at the keyboard put into the places of a shape."""

from __future__ import annotations

import pytest

from engine.core.options import Item, Place, Places, Slots, Subset
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
    words = hint("7", shape).splitlines()[0].partition("as in: 7 ")[2].split()
    command = filled(shape, words)
    assert not isinstance(command, str), command
    assert shape.contains(command)


def test_what_weighs_nothing_is_told_without_a_weight() -> None:
    items = (Item(value="c7"), Item(value="c9", weight=2))
    shape = Subset(command={"kind": "send_team"}, field="team", items=items, max_count=2)
    assert told_shape(shape, Printed(None)) == (": c7 c9(2)", [])


WALK = Places(
    command={"kind": "move", "facing": None},
    field="path",
    path=True,
    budget=80,
    places=(
        Place(name="in contact with Pike f9", at=(1, 2), cost=70),
        Place(name="north", at=(3, 4), cost=80),
        Place(name="north-east", at=(5, 6), cost=80),
    ),
)
PUT = Places(command={"kind": "put"}, field="at", places=(Place(name="inn", at=(1, 2)),))


@pytest.mark.parametrize(
    ("words", "command"),
    [
        ("f9", {"facing": None, "path": [[1, 2]]}),
        ("in contact", {"facing": None, "path": [[1, 2]]}),
        ("pike f9", {"facing": None, "path": [[1, 2]]}),
        ("North", {"facing": None, "path": [[3, 4]]}),
        ("north-e facing:0,-1", {"facing": [0, -1], "path": [[5, 6]]}),
        ("7,8 9,10", {"facing": None, "path": [[7, 8], [9, 10]]}),
    ],
)
def test_a_place_is_called_by_its_name_or_given_as_a_path(
    words: str, command: dict[str, object]
) -> None:
    assert filled(WALK, words.split()) == {"kind": "move", **command}


def test_a_single_place_is_a_point() -> None:
    assert filled(PUT, ["3,4"]) == {"kind": "put", "at": [3, 4]}
    assert filled(PUT, ["3,4", "5,6"]) == "one point is enough"


@pytest.mark.parametrize(
    ("words", "says"),
    [
        ("nor", "'nor' may be north or north-east"),
        ("8", "'8' may be none of these"),
        ("", "'' may be none of these"),
        ("north speed:1,2", "'north speed:1,2' may be none of these"),
        ("north 1,2", "'north 1,2' may be none of these"),
    ],
)
def test_a_place_that_is_not_clear_is_not_guessed(words: str, says: str) -> None:
    assert filled(WALK, words.split()) == says


def test_places_are_told_with_what_they_cost_and_what_is_in_the_way() -> None:
    wall = Place(name="east", at=(7, 8), cost=40, stopped_by="the wall")
    _, lines = told_shape(WALK.model_copy(update={"places": (wall,)}), Printed(None))
    assert [line.strip() for line in lines] == ["east (40, then the wall)"]
    most, lines = told_shape(WALK, Printed(None))
    assert (most, [line.strip() for line in lines]) == (
        " up to 80",
        ["in contact with Pike f9 (70), north, north-east"],
    )
    assert told_shape(PUT, Printed(None))[0] == ""
    assert hint("3", WALK) == (
        "After 3 comes the beginning or end of a place's name, or points x,y of a path, "
        "then maybe facing:x,y"
    )
