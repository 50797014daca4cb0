"""A decision of Spell Wars under way."""

from collections.abc import Mapping
from typing import Final, get_args

from engine.core import agenda
from engine.core.question import Names
from engine.core.rng import Rng
from engine.core.secrecy import Hidden
from engine.games.spellwars.events import SpellWarsEvent
from engine.games.spellwars.events_flow import ChoicePut
from engine.games.spellwars.evolve import evolve
from engine.games.spellwars.state import State, Subject, Wizard
from engine.games.spellwars.tasks import Agenda, Do, Step, Task

_STEPS: Final[Mapping[Step, Do]] = {step: Do(what=step) for step in get_args(Step)}


class Run(agenda.Asking[State, SpellWarsEvent, Task, Step, Subject]):
    """Asks one seat at a time [15.1]; questions about hands are put in any case [15.4]."""

    __slots__ = ()

    def __init__(self, state: State, rng: Rng, left: Agenda = ()) -> None:
        super().__init__(state, evolve, rng, _STEPS, left)

    def wizard(self, seat: int) -> Wizard:
        return self.state.wizards[seat]

    def question(
        self,
        seats: tuple[int, ...],
        subject: Subject,
        picks: Names,
        own: Hidden[Names],
        left: Hidden[Agenda],
    ) -> ChoicePut:
        (seat,) = seats
        number = self.state.questions + 1
        return ChoicePut(
            number=number, seat=seat, subject=subject, picks=picks, own=own, agenda=left
        )
