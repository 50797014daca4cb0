"""A decision of Chosen under way."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Final, get_args

from engine.core import agenda
from engine.core.question import Names
from engine.core.rng import Rng
from engine.core.secrecy import Hidden
from engine.games.chosen.events import ChosenEvent
from engine.games.chosen.events_flow import QuestionPut
from engine.games.chosen.evolve import evolve
from engine.games.chosen.state import Player, QuestionKind, State, Subject
from engine.games.chosen.tasks import Agenda, Do, Step, Task

if TYPE_CHECKING:
    from engine.games.chosen.policy import Variant

NO_YES: Final = ("no", "yes")
"""Answers of who is asked whether he agrees; no is the first, for whoever is late [17.1]."""
_STEPS: Final[Mapping[Step, Do]] = {step: Do(what=step) for step in get_args(Step)}


class Run(agenda.Asking[State, ChosenEvent, Task, Step, Subject]):
    """Asks for choices [5.8], and for acts, answers and obstructions."""

    __slots__ = ("variant",)

    def __init__(self, state: State, rng: Rng, variant: "Variant", left: Agenda = ()) -> None:
        super().__init__(state, evolve, rng, _STEPS, left)
        self.variant = variant

    def player(self, seat: int) -> Player:
        return self.state.players[seat]

    def two_dice(self) -> tuple[int, int]:
        """Return the pips of two dice."""
        first, second = self.dice(2)
        return first, second

    def handle(self) -> str:
        """Return the name that the next card in play gets [16.7]."""
        return f"c{self.state.handles + 1}"

    def put(self, task: Task, what: QuestionKind, seats: tuple[int, ...]) -> None:
        """Ask for more than a choice; the task is done again when somebody has answered."""
        self.then(task)
        self.add(
            QuestionPut(
                number=self.state.questions + 1,
                what=what,
                seats=seats,
                own=Hidden((), seats),
                agenda=Hidden(tuple(self.agenda)),
            )
        )

    def question(
        self,
        seats: tuple[int, ...],
        subject: Subject,
        picks: Names,
        own: Hidden[Names],
        left: Hidden[Agenda],
    ) -> QuestionPut:
        return QuestionPut(
            number=self.state.questions + 1,
            what="choose",
            seats=seats,
            subject=subject,
            picks=picks,
            own=own,
            agenda=left,
        )
