"""Doing what is left to do, until somebody is asked [18.4]."""

from collections.abc import Callable, Mapping
from typing import Final, assert_never

from engine.games.sorcery import casting, counters, moving, turns
from engine.games.sorcery.acting import after
from engine.games.sorcery.browsing import remember
from engine.games.sorcery.running import Run
from engine.games.sorcery.tasks import After, Counters, Do, Remember, Step, Task, Touched, Turn


def go(run: Run) -> None:
    """Do tasks until a question is put or the battle is over."""
    while run.agenda and run.state.question is None and run.state.phase != "over":
        if turns.over(run.state):  # [16.1]
            turns.finish(run)
            return
        _do(run, run.agenda.pop())


def _do(run: Run, task: Task) -> None:
    match task:
        case Turn():
            turns.start_turn(run, task)
        case Touched():
            moving.touched(run, task)
        case Counters():
            counters.ask(run, task)
        case After():
            after(run, task)
        case Remember():
            remember(run, task)
        case Do():
            _STEPS[task.what](run)
        case _:
            assert_never(task)


_STEPS: Final[Mapping[Step, Callable[[Run], None]]] = {
    "deploy": turns.deploy,
    "round": turns.start_round,
    "command": turns.command,
    "actions": turns.actions,
    "browsing": turns.browsing,
    "turn_end": turns.turn_end,
    "resolve": casting.resolve,
}
