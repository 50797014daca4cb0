"""The language of cards: closed vocabularies of operations as data, and how they are worked off.

A card's text is a ``Clause``: what must hold (``Conditional``), what is named before anything is
done, then its operations, one after the other. An operation is a message told apart by ``op``, with
a closed set of fields, and holds no state; one with a number is ``Amounted``, and whom it means is
its ``who``.

A game has its own union ``Op``: the verbs here and verbs of its own, with its names of what can be
counted and of whom a verb may mean. One function of the game, ``operate``, does them, a case each;
one tells them in words, made of ``card_texts.py``. A text under way is a task of the agenda with a
pointer ``at``, so it can wait for an answer in the middle of an operation.
"""

from collections.abc import Callable, Sequence
from typing import Generic, Literal, Self, TypeVar

from pydantic import Field, model_validator

from engine.core.copying import changed
from engine.core.messages import Message

Count = TypeVar("Count", bound=str)
"""Names of what can be counted."""
Whom = TypeVar("Whom", bound=str)
"""Names of whom or what an operation may mean."""
Condition = TypeVar("Condition")
Target = TypeVar("Target")
Op = TypeVar("Op")
R = TypeVar("R")
T = TypeVar("T")


class Amounted(Message, Generic[Count]):
    """An operation with a number: ``flat`` + the pips of ``dice`` dice + ``each`` times ``per``."""

    flat: int = Field(default=0, ge=0)
    dice: int = Field(default=0, ge=0)
    each: int = Field(default=1, ge=1)
    per: Count | None = None

    @model_validator(mode="after")
    def _a_number_at_all(self) -> Self:
        if not (self.flat or self.dice or self.per):
            msg = "an amount of nothing: give flat, dice or per"
            raise ValueError(msg)
        return self

    def total(self, pips: Sequence[int], counted: Callable[[Count], int]) -> int:
        """Return the number, from the pips of its dice and from what is counted now."""
        more = 0 if self.per is None else self.each * counted(self.per)
        return self.flat + sum(pips) + more


class Damage(Amounted[Count], Generic[Count, Whom]):
    op: Literal["damage"] = "damage"
    who: Whom


class Heal(Amounted[Count], Generic[Count, Whom]):
    """So much of the damage is undone."""

    op: Literal["heal"] = "heal"
    who: Whom


class Clause(Message, Generic[Target, Op]):
    """A text, or a part of one that has a moment of its own."""

    target: Target | None = None
    """Named before anything is done; the operations say ``target``."""
    does: tuple[Op, ...] = Field(min_length=1)


class Conditional(Clause[Target, Op], Generic[Condition, Target, Op]):
    """A clause that does nothing unless something holds at that moment."""

    condition: Condition | None = None


def done(task: T, **over: object) -> T:
    """Return a text with its operation under way done: it goes on at the next one.

    ``over``: fields of the task that only that operation needed, as they are without one.
    """
    at: int = getattr(task, "at")  # noqa: B009  # any game's task with a pointer
    return changed(task, at=at + 1, answer=None, **over)


def go_on(run: R, task: T, step: Callable[[R, T], T | None], may: Callable[[R, T], bool]) -> None:
    """Work a text off, step by step, while it may go on.

    A step returns the text as it goes on, or None if it is done or has handed over: to a question,
    or to tasks that come before the rest of it, which it has put on the agenda itself.
    """
    going: T | None = task
    while going is not None and may(run, going):
        going = step(run, going)
