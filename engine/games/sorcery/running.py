"""A decision of Sorcery under way."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final, get_args

from engine.core import agenda
from engine.core.options import Option
from engine.core.rejection import Rejection
from engine.core.rng import Rng
from engine.core.secrecy import Hidden
from engine.games.sorcery.events import SorceryEvent
from engine.games.sorcery.events_flow import QuestionPut
from engine.games.sorcery.evolve import evolve
from engine.games.sorcery.state import Figure, Handle, QuestionKind, State
from engine.games.sorcery.tasks import Agenda, Do, Step, Task

_STEPS: Final[Mapping[Step, Do]] = {step: Do(what=step) for step in get_args(Step)}


class Run(agenda.Run[State, SorceryEvent, Task, Step]):
    """Asks for acts; the task that asks is handed to the act that answers."""

    __slots__ = ()

    def __init__(self, state: State, rng: Rng, left: Agenda = ()) -> None:
        super().__init__(state, evolve, rng, _STEPS, left)

    def figure(self, n: Handle) -> Figure:
        return self.state.figures[n]

    def die(self) -> int:
        """Return the pips of a die."""
        return self.dice(1)[0]

    def two_dice(self) -> tuple[int, int]:
        """Return the pips of two dice."""
        first, second = self.dice(2)
        return first, second

    def put(
        self, task: Task, what: QuestionKind, seat: int, *, figure: Handle | None = None
    ) -> None:
        """Ask; the task is handed to the act that answers."""
        self.then(task)
        self.add(
            QuestionPut(
                number=self.state.questions + 1,
                what=what,
                seat=seat,
                figure=figure,
                agenda=Hidden(tuple(self.agenda)),
            )
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Act:
    """What answers a question: one kind of command."""

    answers: frozenset[QuestionKind]
    refuse: Callable[[State, int, Any], Rejection | None]
    """(state, seat, command) → why it is not done; the question is one that it answers."""
    do: Callable[[Run, int, Any, Task], None]
    """(run, seat, command, the task that asked): what follows; the task is put back if it is to
    ask again."""
    offer: Callable[[State, int], list[Option]]
    """(state, seat asked) → what the seat may send."""


Acts = Mapping[str, Act]
