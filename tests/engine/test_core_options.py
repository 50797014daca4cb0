"""Options as clients and bots use them: what they contain, and samples of them."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.core.options import Item, Option, Place, Places, Slots, Subset
from engine.core.rng import Rng

COST = Subset(
    command={"kind": "pay", "to": "bank"},
    field="coins",
    items=(
        Item(value="a", weight=1),
        Item(value="b", weight=2),
        Item(value="c", weight=5),
    ),
    min_weight=5,
    min_count=1,
    max_count=3,
)


def pay(*coins: Any, **rest: Any) -> dict[str, Any]:
    return {"kind": "pay", "to": "bank", "coins": list(coins), **rest}


@pytest.mark.parametrize("command", [pay("c"), pay("c", "a"), pay("a", "c", "b")])
def test_a_shape_contains_what_weighs_enough_in_any_order(command: dict[str, Any]) -> None:
    assert COST.contains(command)
    assert Option(label="Pay", shape=COST).contains(command)


@pytest.mark.parametrize(
    "command",
    [
        pay(),
        pay("a", "b"),
        pay("c", "c"),
        pay("c", "d"),
        pay("c", 1),
        pay("c", ["a"]),
        pay("c", to="me"),
        pay("c", more=1),
        {"kind": "pay", "to": "bank"},
        {"kind": "pay", "to": "bank", "coins": "c"},
        {"kind": "pay", "to": "bank", "coins": {"c": 1}},
        {"kind": "pay", "coins": ["c"]},
    ],
)
def test_a_shape_contains_nothing_else(command: dict[str, Any]) -> None:
    assert not COST.contains(command)


MEAL = Slots(
    command={"kind": "eat"},
    slots={"first": ("soup", "egg"), "second": ("fish", "egg"), "third": ()},
    copies={"soup": 1, "fish": 1, "egg": 1},
)


@pytest.mark.parametrize(
    "courses",
    [
        {"first": "soup"},
        {"first": "egg", "second": "fish", "third": None},
        {"first": None, "second": "egg"},
    ],
    ids=str,
)
def test_slots_may_be_filled_or_left_empty(courses: dict[str, Any]) -> None:
    assert MEAL.contains({"kind": "eat", **courses})
    assert Option(label="Eat", shape=MEAL).contains({"kind": "eat", **courses})


@pytest.mark.parametrize(
    "command",
    [
        {"kind": "eat"},
        {"kind": "eat", "first": None},
        {"kind": "eat", "first": "fish"},
        {"kind": "eat", "first": "egg", "second": "egg"},
        {"kind": "eat", "third": "egg"},
        {"kind": "eat", "first": ["egg"]},
        {"kind": "eat", "first": 1},
        {"kind": "eat", "fourth": "egg"},
        {"kind": "drink", "first": "soup"},
        {"first": "soup"},
    ],
    ids=str,
)
def test_slots_take_what_they_list_as_often_as_there_is_some(command: dict[str, Any]) -> None:
    assert not MEAL.contains(command)


@given(n=st.integers(0, 1_000), least=st.integers(1, 3))
def test_samples_of_slots_are_of_their_shape(n: int, least: int) -> None:
    values = ("a", "b", "c")
    shape = Slots(
        command={},
        slots=dict.fromkeys(("x", "y", "z"), values),
        copies={"a": 1, "b": 1, "c": 2},
        min_filled=least,
    )
    assert shape.contains(shape.sample(Rng(bytes(32), n)))


weights = st.lists(st.integers(0, 9), min_size=1, max_size=8)


@given(weights=weights, data=st.data(), n=st.integers(0, 1_000))
def test_what_a_shape_samples_it_contains(weights: list[int], data: st.DataObject, n: int) -> None:
    """Where all items together suffice, which the owner of a shape guarantees."""
    shape = Subset(
        command={"kind": "pay"},
        field="coins",
        items=tuple(Item(value=str(i), weight=w) for i, w in enumerate(weights)),
        min_weight=data.draw(st.integers(0, sum(weights))),
        min_count=data.draw(st.integers(0, len(weights))),
        max_count=len(weights),
    )
    assert shape.contains(shape.sample(Rng(bytes(32), n)))


@given(n=st.integers(0, 1_000), low=st.integers(0, 4), more=st.integers(0, 4))
def test_samples_keep_to_the_numbers_of_items(n: int, low: int, more: int) -> None:
    shape = Subset(
        command={},
        field="x",
        items=tuple(Item(value=str(i)) for i in range(8)),
        min_count=low,
        max_count=low + more,
    )
    assert low <= len(shape.sample(Rng(bytes(32), n))["x"]) <= low + more


@given(n=st.integers(0, 1_000), most=st.integers(1, 3))
def test_samples_weigh_enough_though_not_all_items_fit(n: int, most: int) -> None:
    """It is enough for the heaviest ones to suffice within the number of items."""
    light = tuple(Item(value=str(i)) for i in range(6))
    shape = Subset(
        command={},
        field="x",
        items=(*light, Item(value="heavy", weight=1)),
        min_weight=1,
        min_count=1,
        max_count=most,
    )
    assert shape.contains(shape.sample(Rng(bytes(32), n)))


def test_samples_reach_all_numbers_of_items() -> None:
    shape = Subset(
        command={},
        field="x",
        items=tuple(Item(value=str(i)) for i in range(8)),
        min_count=1,
        max_count=4,
    )
    assert {len(shape.sample(Rng(bytes(32), n))["x"]) for n in range(200)} == {1, 2, 3, 4}


@pytest.mark.parametrize("fields", [{}, {"command": {"kind": "pay"}, "shape": COST}])
def test_an_option_is_a_command_or_a_shape(fields: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match="'Pay'"):
        Option(label="Pay", **fields)


def test_a_listed_command_contains_itself_only() -> None:
    option = Option(label="Play", command={"kind": "play", "cards": ["5C", "5D"]})
    assert option.contains({"kind": "play", "cards": ["5C", "5D"]})
    assert not option.contains({"kind": "play", "cards": ["5D", "5C"]})
    assert not option.contains({"kind": "play"})
    assert option.sample(Rng(bytes(32), 1)) == {"kind": "play", "cards": ["5C", "5D"]}


@pytest.mark.parametrize(
    ("cards", "same"),
    [
        (["5C", "5D"], True),
        (["5D", "5C"], True),
        (("5D", "5C"), True),
        (["5C"], False),
        (["5C", "5C"], False),
        (["5C", 1], False),
        ("5C5D", False),
        (None, False),
    ],
)
def test_a_list_may_be_given_in_any_order_where_that_is_said(cards: Any, same: bool) -> None:
    option = Option(
        label="Play", command={"kind": "play", "cards": ["5C", "5D"]}, any_order="cards"
    )
    assert option.contains({"kind": "play", "cards": cards}) is same


GO = Option(label="Go", command={"kind": "go", "who": "f1", "to": [1, 2]}, free=("to",))


def test_a_free_field_may_have_any_value_and_the_others_none_but_theirs() -> None:
    other = {"kind": "go", "who": "f1", "to": [3, 4]}
    assert GO.contains({"kind": "go", "who": "f1", "to": [1, 2]})
    assert not GO.contains(other)
    assert GO.allows(other)
    assert not GO.allows({**other, "who": "f2"})
    assert not GO.allows({**other, "fast": True})
    assert GO.sample(Rng(bytes(32), 1)) == {"kind": "go", "who": "f1", "to": [1, 2]}


def test_without_free_fields_an_option_allows_what_it_contains() -> None:
    assert Option(label="Pay", shape=COST).allows(pay("c"))
    assert not Option(label="Pay", shape=COST).allows(pay("a"))


def test_free_fields_are_those_of_a_command() -> None:
    with pytest.raises(ValueError, match="free fields of no command and no places"):
        Option(label="Pay", shape=COST, free=("coins",))


INN = Places(
    command={"kind": "put", "who": "f1"},
    field="at",
    places=(Place(name="inn", at=(1, 2)), Place(name="mill", at=(3, 4), cost=9)),
)
ROAD = Places(
    command={"kind": "go", "who": "f1", "then": None},
    field="way",
    path=True,
    budget=9,
    places=(Place(name="inn", at=(1, 2), cost=5, through=("mud",), stopped_by="a wall"),),
)


@pytest.mark.parametrize(
    ("shape", "command"),
    [
        (INN, {"kind": "put", "who": "f1", "at": [1, 2]}),
        (INN, {"kind": "put", "who": "f1", "at": (3, 4)}),
        (ROAD, {"kind": "go", "who": "f1", "then": None, "way": [[1, 2]]}),
        (ROAD, {"kind": "go", "who": "f1", "then": None, "way": ((1, 2),)}),
    ],
)
def test_places_are_named_by_a_point_or_by_a_path_to_it(shape: Places, command: Any) -> None:
    assert shape.contains(command)
    assert Option(label="Go", shape=shape).allows(command)


@pytest.mark.parametrize(
    ("shape", "command"),
    [
        (INN, {"kind": "put", "who": "f1", "at": [2, 1]}),
        (INN, {"kind": "put", "who": "f1", "at": [[1, 2]]}),
        (INN, {"kind": "put", "who": "f1", "at": "inn"}),
        (INN, {"kind": "put", "who": "f1"}),
        (INN, {"kind": "put", "who": "f2", "at": [1, 2]}),
        (INN, {"kind": "put", "who": "f1", "at": [1, 2], "more": 1}),
        (ROAD, {"kind": "go", "who": "f1", "then": None, "way": [1, 2]}),
        (ROAD, {"kind": "go", "who": "f1", "then": None, "way": [[1, 2], [3, 4]]}),
        (ROAD, {"kind": "go", "who": "f1", "way": [[1, 2]]}),
    ],
    ids=str,
)
def test_places_contain_nothing_else(shape: Places, command: Any) -> None:
    assert not shape.contains(command)


def test_other_places_may_be_free() -> None:
    option = Option(label="Go", shape=ROAD, free=("way", "then"))
    other = {"kind": "go", "who": "f1", "then": 1, "way": [[7, 7], [8, 8]]}
    assert not option.contains(other)
    assert option.allows(other)
    assert not option.allows({**other, "who": "f2"})


def test_samples_of_places_reach_them_all() -> None:
    found = [INN.sample(Rng(bytes(32), n)) for n in range(40)]
    assert all(map(INN.contains, found))
    assert {tuple(one["at"]) for one in found} == {(1, 2), (3, 4)}


def test_what_a_place_has_nothing_of_is_not_sent() -> None:
    option = Option(label="Go", shape=INN).model_dump(mode="json", exclude_none=True)
    inn, mill = option["shape"]["places"]
    assert inn == {"name": "inn", "at": [1, 2]}
    assert mill["cost"] == 9
