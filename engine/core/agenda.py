"""What is left to do, as data, and a decision under way that works it off.

The last task of an agenda is done first. Each task can be begun again where it stands: one that
needs an answer puts itself back, asks, and is done again with the answer in it. So the agenda can
lie in the state, as part of the event that asks, while a question is open.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Generic, TypeVar

from engine.core.copying import changed
from engine.core.game import Draft
from engine.core.messages import Event
from engine.core.question import Names
from engine.core.rng import Rng
from engine.core.secrecy import Hidden

S = TypeVar("S")
E = TypeVar("E", bound=Event)
Task = TypeVar("Task")
"""The union of a game's tasks: frozen dataclasses, told apart by ``task``. One that asks has
``answer: str | None = None``."""
Step = TypeVar("Step", bound=str)
"""Names of tasks that need nothing but the state."""
Subject = TypeVar("Subject")
"""What a question of the game is about."""

DIE = 6


class Run(Generic[S, E, Task, Step]):
    """Collects events and keeps the agenda."""

    __slots__ = ("_steps", "agenda", "draft", "rng", "state")

    def __init__(
        self,
        state: S,
        evolve: Callable[[S, Any], S],
        rng: Rng,
        steps: Mapping[Step, Task],
        agenda: Sequence[Task],
    ) -> None:
        self.draft: Draft[S, E] = Draft(state, evolve)
        self.state = state
        self.rng = rng
        self.agenda: list[Task] = list(agenda)
        self._steps = steps

    def add(self, event: E) -> None:
        """Append an event and fold it."""
        self.draft.add(event)
        self.state = self.draft.state

    def then(self, *tasks: Task) -> None:
        """Put tasks before all that is left to do; the first of them comes first."""
        self.agenda.extend(reversed(tasks))

    def then_do(self, *steps: Step) -> None:
        """Put steps before all that is left to do."""
        self.agenda.extend([self._steps[step] for step in reversed(steps)])

    def dice(self, count: int) -> tuple[int, ...]:
        """Return the pips of so many dice."""
        return tuple([self.rng.below(DIE) + 1 for _ in range(count)])


class Asking(Run[S, E, Task, Step], ABC, Generic[S, E, Task, Step, Subject]):
    """A run whose tasks ask questions with listed answers (``question.py``)."""

    __slots__ = ()

    def ask(
        self,
        task: Task,
        seats: tuple[int, ...],
        subject: Subject,
        picks: Sequence[str],
        own: Sequence[str] | None = None,
    ) -> str | None:
        """Return the answer to a question of a task under way, or None after putting it.

        Any of the seats may answer. A question with one possible answer is not put, but for those
        about what only its seats know, which give ``own``: there even the number of answers is
        secret. Whoever gets None returns at once: the task is done again with the answer.
        """
        if len(picks) == 1 and own is None:
            return picks[0]
        answer: str | None = getattr(task, "answer", None)
        if answer is not None:
            return answer
        self.then(changed(task, answer=None))
        further = Hidden(tuple(own or ()), seats)
        left = Hidden(tuple(self.agenda))
        self.add(self.question(seats, subject, tuple(picks), further, left))
        return None

    def answer(self, pick: str, **by: int) -> None:
        """Give the task that asked the answer; it is what is done next.

        ``by``: the task's field for who answered, where it has one.
        """
        self.then(changed(self.agenda.pop(), answer=pick, **by))

    @abstractmethod
    def question(
        self,
        seats: tuple[int, ...],
        subject: Subject,
        picks: Names,
        own: Hidden[Names],
        left: Hidden[tuple[Task, ...]],
    ) -> E:
        """Return the game's event that asks ``seats``; its fold keeps what is left in the state."""
