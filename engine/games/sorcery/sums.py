"""Sums as they are told: every part of them, so that anybody can add up again [18.5]."""

from collections.abc import Sequence
from typing import Self

from engine.core.messages import Message
from engine.games.sorcery.state import MODIFIER_CAP


class Modifier(Message):
    """A part of a sum by its name: a spell's, or what the rules call it."""

    what: str
    amount: int


def capped(amount: int) -> int:
    """Return what modifiers of so much in all add, at most 3 either way [7.3]."""
    return max(-MODIFIER_CAP, min(MODIFIER_CAP, amount))


class Sum(Message):
    """Dice, a value and what modifies it.

    ``total`` is the dice, the value with its modifiers, which is never less than 0, and what is
    not capped.
    """

    dice: tuple[int, ...] = ()
    value: int
    """Of the click, or as a spell says."""
    modifiers: tuple[Modifier, ...] = ()
    """Together no more than 3 either way; told before that cap [7.3]."""
    uncapped: tuple[Modifier, ...] = ()
    total: int

    @classmethod
    def of(
        cls,
        value: int,
        modifiers: Sequence[Modifier] = (),
        *,
        dice: tuple[int, ...] = (),
        uncapped: Sequence[Modifier] = (),
    ) -> Self:
        return cls(
            dice=dice,
            value=value,
            modifiers=tuple(modifiers),
            uncapped=tuple(uncapped),
            total=sum(dice)
            + max(0, value + capped(sum(part.amount for part in modifiers)))
            + sum(part.amount for part in uncapped),
        )


class Wrath(Message):
    """The die of wrath of nature: if it is no more than the damage, it is added [15.5]."""

    die: int
    damage: int
