"""Answers that are kept for the value that was looked at last."""

from engine.core.kept import kept


def test_the_same_value_is_looked_at_once_and_another_one_afresh() -> None:
    looked: list[list[int]] = []

    @kept
    def total(numbers: list[int]) -> int:
        looked.append(numbers)
        return sum(numbers)

    first, equal, other = [1, 2], [1, 2], [5]
    assert [total(first), total(first), total(equal), total(other), total(first)] == [3, 3, 3, 5, 3]
    assert [any(one is seen for one in (first, equal, other)) for seen in looked] == [True] * 4
    assert len(looked) == 4
