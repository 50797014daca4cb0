"""What was found out about an immutable value, kept while the same value is looked at again."""

from collections.abc import Callable
from typing import TypeVar

K = TypeVar("K")
V = TypeVar("V")


def kept(find: Callable[[K], V]) -> Callable[[K], V]:
    """Return a function whose last answer is kept, as long as it is asked of the very same object.

    So what many rules ask of one table is found once for that table. The value must never change,
    and nobody may change the answer. An equal value that is another object is looked at afresh:
    comparing would cost more than finding.
    """
    last: tuple[K, V] | None = None

    def found(value: K) -> V:
        nonlocal last
        known = last  # read once: another thread may put its own in the place
        if known is not None and known[0] is value:
            return known[1]
        answer = find(value)
        last = (value, answer)
        return answer

    return found
