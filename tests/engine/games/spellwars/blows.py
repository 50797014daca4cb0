"""Blows that no card of the set can deal, but the rules speak of."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from engine.games.spellwars.state import Question, Subject
from engine.games.spellwars.tasks import Do, Strike
from tests.engine.games.spellwars.table import Duel

if TYPE_CHECKING:
    from engine.games.spellwars.state import State


def blow(state: State, *, by: int, hits: tuple[tuple[int, int], ...]) -> Duel:
    """Return a duel in which an action of a seat has just dealt its damage, or somebody is asked.

    ``hits`` are pairs of seat and amount.
    """
    waiting = Question(number=1, seats=(by,), subject=Subject(about="use"), picks=("none",))
    agenda = (Strike(by=by, card="hurling_urn", hits=hits), Do(what="draw_dead"))
    return Duel(replace(state, step="act", question=waiting, agenda=agenda)).choose("none")
