"""A decision under way: the events so far, the generator, and what is left to do."""

from collections.abc import Mapping, Sequence
from typing import Final, get_args

from engine.core.copying import changed
from engine.core.game import Draft
from engine.core.rng import Rng
from engine.core.secrecy import Hidden
from engine.games.spellwars.events import SpellWarsEvent
from engine.games.spellwars.events_flow import ChoicePut
from engine.games.spellwars.evolve import evolve
from engine.games.spellwars.state import State, Subject, Wizard
from engine.games.spellwars.tasks import Agenda, Do, Step, Task

DIE = 6
_DO: Final[Mapping[Step, Do]] = {step: Do(what=step) for step in get_args(Step)}


class Run:
    """Collects events and keeps the agenda, whose last task is done next."""

    __slots__ = ("agenda", "draft", "rng", "state")

    def __init__(self, state: State, rng: Rng, agenda: Agenda = ()) -> None:
        self.draft: Draft[State, SpellWarsEvent] = Draft(state, evolve)
        self.state = state
        self.rng = rng
        self.agenda: list[Task] = list(agenda)

    def wizard(self, seat: int) -> Wizard:
        return self.state.wizards[seat]

    def add(self, event: SpellWarsEvent) -> None:
        """Append an event and fold it."""
        self.draft.add(event)
        self.state = self.draft.state

    def then(self, *tasks: Task) -> None:
        """Put tasks before all that is left to do; the first of them comes first."""
        self.agenda.extend(reversed(tasks))

    def then_do(self, *steps: Step) -> None:
        """Put steps before all that is left to do."""
        self.agenda.extend([_DO[step] for step in reversed(steps)])

    def dice(self, count: int) -> tuple[int, ...]:
        """Return the pips of so many dice."""
        return tuple(self.rng.below(DIE) + 1 for _ in range(count))

    def ask(
        self,
        task: Task,
        seat: int,
        subject: Subject,
        picks: Sequence[str],
        own: Sequence[str] | None = None,
    ) -> str | None:
        """Return the answer to a question, or None after putting it [15.1].

        A question with one possible answer is not put, but for those about hands [15.4], which
        give ``own``: there even the number of answers is secret.
        """
        if len(picks) == 1 and own is None:
            return picks[0]
        answer: str | None = getattr(task, "answer", None)
        if answer is not None:
            return answer
        self.then(changed(task, answer=None))
        self.add(
            ChoicePut(
                number=self.state.questions + 1,
                seat=seat,
                subject=subject,
                picks=tuple(picks),
                own=Hidden(tuple(own or ()), (seat,)),
                agenda=Hidden(tuple(self.agenda)),
            )
        )
        return None
