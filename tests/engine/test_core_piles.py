"""Cards that leave a hand or a pile."""

import pytest

from engine.core.piles import less, off_top
from engine.core.rejection import ImpossibleEventError


def test_a_card_is_taken_once_for_each_time_it_is_named() -> None:
    assert less(("a", "b", "a", "c"), ("a", "c"), "the hand") == ("b", "a")
    with pytest.raises(ImpossibleEventError, match="a is not in the hand"):
        less(("a", "b"), ("a", "a"), "the hand")


def test_cards_are_taken_off_the_top() -> None:
    assert off_top(("a", "b", "c"), ("a", "b"), "the deck") == ("c",)
    with pytest.raises(ImpossibleEventError, match="were not the top of the deck"):
        off_top(("a", "b"), ("b",), "the deck")
    with pytest.raises(ImpossibleEventError, match="were not the top of the deck"):
        off_top(("a",), ("a", "a"), "the deck")
