"""Doing what is left to do, until somebody has to choose [15.1]."""

from collections.abc import Callable, Mapping
from typing import Final, assert_never

from engine.games.spellwars import rounds, spells
from engine.games.spellwars.damage import deaths, draw_dead, strike
from engine.games.spellwars.effects import apply
from engine.games.spellwars.hands import demand
from engine.games.spellwars.running import Run
from engine.games.spellwars.tasks import (
    Apply,
    Demand,
    Do,
    Offer,
    Step,
    Strike,
    Task,
    Welcome,
)


def go(run: Run) -> None:
    """Do tasks until a question is put, spells are to be built, or the match is decided."""
    while run.agenda and run.state.question is None and run.state.step != "over":
        _do(run, run.agenda.pop())


def _do(run: Run, task: Task) -> None:
    match task:
        case Apply():
            apply(run, task)
        case Strike():
            strike(run, task)
        case Demand():
            demand(run, task)
        case Offer():
            spells.offer(run, task)
        case Welcome():
            rounds.welcome(run, task.seat)
        case Do():
            _step(run, task)
        case _:
            assert_never(task)


def _step(run: Run, task: Do) -> None:
    step = _STEPS.get(task.what)
    if step is not None:
        step(run)
        return
    seat = run.state.acting
    if seat is not None and run.wizard(seat).living:  # [5.9]
        _OF_THE_ACTING[task.what](run, task, seat)


_STEPS: Final[Mapping[Step, Callable[[Run], None]]] = {
    "round": rounds.start_round,
    "deal": rounds.deal,
    "turn": rounds.start_turn,
    "build": rounds.start_building,
    "next": spells.next_wizard,
    "end": rounds.end_turn,
    "turn_over": rounds.turn_over,
    "deaths": deaths,
    "draw_dead": draw_dead,
    "round_over": rounds.round_over,
}
_OF_THE_ACTING: Final[Mapping[Step, Callable[[Run, Do, int], None]]] = {
    "opening": spells.opening,
    "open": spells.open_spell,
    "cards": spells.apply_cards,
    "re_attacks": spells.re_attacks,
    "closing": spells.closing,
    "clear": spells.clear,
}
