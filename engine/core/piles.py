"""Cards that leave a hand or a pile, in a fold: they must have been there."""

from collections.abc import Iterable
from typing import TypeVar

from engine.core.rejection import impossible

C = TypeVar("C")


def less(cards: tuple[C, ...], taken: Iterable[C], where: str) -> tuple[C, ...]:
    """Return cards without some of them; raises ImpossibleEventError if one is not there."""
    left = list(cards)
    for card in taken:
        if card not in left:
            impossible(f"{card} is not in {where}: {cards}")
        left.remove(card)
    return tuple(left)


def off_top(pile: tuple[C, ...], cards: tuple[C, ...], where: str) -> tuple[C, ...]:
    """Return a pile without the cards on its top, the first; else raises ImpossibleEventError."""
    if pile[: len(cards)] != cards:
        impossible(f"{cards} were not the top of {where}")
    return pile[len(cards) :]
