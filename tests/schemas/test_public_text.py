"""Texts are taken if all readers read them alike, however quickly that was seen."""

import json
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from schemas.public_text import CommitTextError, read_once, read_private
from tests.schemas.forging import compact

BOUND = 2**53

words = st.text(st.characters(exclude_categories=["Cs"]), max_size=6)
numberlike = st.sampled_from(
    [":1.5", ',1e5,"', "[1.0]", ":NaN", '":9007199254740992', ":-0", "1.5"]
)
numbers = st.integers(-2 * BOUND, 2 * BOUND) | st.sampled_from([BOUND - 1, BOUND, -BOUND, 10**15])
values = st.recursive(
    st.none() | st.booleans() | numbers | st.floats() | words | numberlike,
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(words | numberlike, inner, max_size=3)
    ),
    max_leaves=8,
)


def whole(value: Any) -> bool:
    """Tell whether all numbers in a value are whole and below 2^53."""
    if isinstance(value, dict):
        return all(map(whole, value.values()))
    if isinstance(value, list):
        return all(map(whole, value))
    return not isinstance(value, float) and not (isinstance(value, int) and abs(value) >= BOUND)


@given(data=st.dictionaries(words | numberlike, values, max_size=3))
@example(data={"a": 1.0})
@example(data={"a": [0.5]})
@example(data={"a": {"b": float("nan")}})
@example(data={"a": float("-inf")})
@example(data={"a": -BOUND})
@example(data={"a": BOUND - 1, "b": 1 - BOUND})
@example(data={"a": "1.5", ":1.5": '":1.5'})
@pytest.mark.parametrize("spaced", [False, True])
def test_whole_numbers_only_are_read_and_all_other_data_is(
    data: dict[str, Any], *, spaced: bool
) -> None:
    text = (json.dumps(data) if spaced else compact(data)).encode()
    if whole(data):
        assert read_once(text) == data
    else:
        with pytest.raises(ValueError, match=r"number|constant|value"):
            read_once(text)


@pytest.mark.parametrize(
    "text",
    [
        '{"a":1,"a":1}',
        '{"a":1,"a":2}',
        '{"a":{"b":1,"b":1}}',
        '{"a":1e0}',
        '{"a":1E5}',
        '{"a":-1.0}',
        '{"a":[1,2.0]}',
        '{"a":1.0e-7}',
        '{"a":9007199254740992}',
        '{"a":12345678901234567890}',
        '{"a":[NaN]}',
        '{"a":-Infinity}',
        '{"a":"\\ud800"}',
        '{"0":' + "[" * 300 + "]" * 300 + "}",
    ],
)
def test_what_readers_read_differently_is_not_read(text: str) -> None:
    with pytest.raises(ValueError, match=r"."):
        read_once(text.encode())
    with pytest.raises(CommitTextError):
        read_private(text.replace('"a"', '"0"').encode())


@pytest.mark.parametrize(
    "text", ['{"a":-0}', '{"a": 1}', '{"\\u0061":1}', '{"a":"\\/"}', "[1]", "1"]
)
def test_another_spelling_is_read(text: str) -> None:
    assert read_once(text.encode()) == json.loads(text)
