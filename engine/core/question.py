"""A question to some seats: what may be answered, as names, and what stands around it.

An answer is a name that says what is meant: ``seat:2``, ``card:ferrule``, ``yes``, or what else a
game has. Some may be known to those alone who are asked.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Annotated, Literal

from pydantic import Field

from engine.core.copying import Value
from engine.core.messages import Command, Secret
from engine.core.options import Option
from engine.core.rejection import Rejection, no

Names = tuple[str, ...]


@dataclass(frozen=True, kw_only=True)  # no slots: folds copy it with ``changed``
class Question(Value):
    """What is waited for; the agenda in the state goes on from it. A game adds its subject."""

    number: int
    """From 1 in the match."""
    seats: tuple[int, ...]
    """Any of them answers."""
    picks: Names = ()
    """The answers that everybody may know."""
    own: Names = ()
    """Further ones, which tell of what only those seats know."""

    @property
    def answers(self) -> Names:
        return self.picks + self.own

    def told(self, pick: str) -> str | None:
        """Return an answer as everybody is told of it: None if later events tell."""
        return None if pick in self.own else pick


class Choose(Command):
    """Answer the question that is put to the seat."""

    kind: Literal["choose"] = "choose"
    pick: Secret[Annotated[str, Field(min_length=1, max_length=60)]]
    """One of the answers listed."""


def choices(
    answers: Iterable[str], label: Callable[[str], str], decision: str
) -> tuple[Option, ...]:
    """Return the answers to a question as options; a late one meets no other question."""
    return tuple(
        [
            Option(label=label(pick), command={"kind": "choose", "pick": pick}, decision=decision)
            for pick in answers
        ]
    )


def no_answer(pick: str, answers: Names, code: str, rule: str) -> Rejection | None:
    """Return why something is no answer to a question, or None."""
    if pick in answers:
        return None
    return no(code, rule, f"Choose one of these: {', '.join(answers)}.")


def seat_ref(seat: int) -> str:
    """Return the name of a seat."""
    return f"seat:{seat}"


def seat_of(pick: str) -> int:
    """Return the seat that ``seat:N`` names."""
    return int(pick.removeprefix("seat:"))


def card_picks(cards: Iterable[str]) -> list[str]:
    """Return different cards as answers; copies can't be told apart."""
    return [f"card:{card}" for card in dict.fromkeys(cards)]


def card_of(pick: str) -> str:
    """Return the card that ``card:ID`` names."""
    return pick.removeprefix("card:")
