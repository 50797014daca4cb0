"""A decision under way: the events so far, the generator, and what is left to do."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Final, get_args

from engine.core.copying import changed
from engine.core.game import Draft
from engine.core.rng import Rng
from engine.core.secrecy import Hidden
from engine.games.chosen.events import ChosenEvent
from engine.games.chosen.events_flow import QuestionPut
from engine.games.chosen.evolve import evolve
from engine.games.chosen.state import Player, QuestionKind, State, Subject
from engine.games.chosen.tasks import Agenda, Do, Step, Task

if TYPE_CHECKING:
    from engine.games.chosen.policy import Variant

DIE = 6
NO_YES: Final = ("no", "yes")
"""Answers of who is asked whether he agrees; no is the first, for whoever is late [17.1]."""
_DO: Final[Mapping[Step, Do]] = {step: Do(what=step) for step in get_args(Step)}


class Run:
    """Collects events and keeps the agenda, whose last task is done next."""

    __slots__ = ("agenda", "draft", "rng", "state", "variant")

    def __init__(self, state: State, rng: Rng, variant: "Variant", agenda: Agenda = ()) -> None:
        self.draft: Draft[State, ChosenEvent] = Draft(state, evolve)
        self.state = state
        self.rng = rng
        self.variant = variant
        self.agenda: list[Task] = list(agenda)

    def player(self, seat: int) -> Player:
        return self.state.players[seat]

    def add(self, event: ChosenEvent) -> None:
        """Append an event and fold it."""
        self.draft.add(event)
        self.state = self.draft.state

    def then(self, *tasks: Task) -> None:
        """Put tasks before all that is left to do; the first of them comes first."""
        self.agenda.extend(reversed(tasks))

    def then_do(self, *steps: Step) -> None:
        """Put steps before all that is left to do."""
        self.agenda.extend([_DO[step] for step in reversed(steps)])

    def dice(self) -> tuple[int, int]:
        """Return the pips of two dice."""
        return (self.rng.below(DIE) + 1, self.rng.below(DIE) + 1)

    def handle(self) -> str:
        """Return the name that the next card in play gets [16.7]."""
        return f"c{self.state.handles + 1}"

    def put(
        self,
        task: Task,
        what: QuestionKind,
        seats: tuple[int, ...],
        *,
        subject: Subject | None = None,
        picks: Sequence[str] = (),
        own: Sequence[str] = (),
    ) -> None:
        """Ask; the task is done again with the answer."""
        self.then(task)
        self.add(
            QuestionPut(
                number=self.state.questions + 1,
                what=what,
                seats=seats,
                subject=subject,
                picks=tuple(picks),
                own=Hidden(tuple(own), seats),
                agenda=Hidden(tuple(self.agenda)),
            )
        )

    def choose(
        self,
        task: Task,
        seats: tuple[int, ...],
        subject: Subject,
        picks: Sequence[str],
        own: Sequence[str] | None = None,
    ) -> str | None:
        """Return the answer to a choice, or None after putting it [5.8].

        A choice with one possible answer is not put, but for those about what only its seats know,
        which give ``own``: there even the number of answers is secret.
        """
        if len(picks) == 1 and own is None:
            return picks[0]
        answer: str | None = getattr(task, "answer", None)
        if answer is not None:
            return answer
        self.put(
            changed(task, answer=None), "choose", seats, subject=subject, picks=picks, own=own or ()
        )
        return None
