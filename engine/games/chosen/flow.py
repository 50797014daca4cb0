"""Doing what is left to do, until somebody is asked [18.3]."""

from collections.abc import Callable, Mapping
from typing import Final, assert_never

from engine.games.chosen import manoeuvres, obstacles, quests, timeline, turns
from engine.games.chosen.acts_teams import join
from engine.games.chosen.effects import apply
from engine.games.chosen.running import Run
from engine.games.chosen.tasks import (
    Activate,
    Answers,
    Apply,
    Do,
    Join,
    Obstruct,
    Step,
    Task,
    Variant,
)


def go(run: Run) -> None:
    """Do tasks until a question is put or the match is over."""
    while run.agenda and run.state.question is None and run.state.phase != "over":
        _do(run, run.agenda.pop())


def _do(run: Run, task: Task) -> None:
    match task:
        case Apply():
            apply(run, task)
        case Answers():
            timeline.answers(run, task)
        case Obstruct():
            manoeuvres.obstruct(run, task)
        case Activate():
            obstacles.activate(run, task)
        case Join():
            join(run, task)
        case Variant():
            assert run.variant.task is not None, "a task of no mode"
            run.variant.task(run, task)
        case Do(what="solve"):
            quests.solve(run, task)
        case Do():
            _STEPS[task.what](run)
        case _:
            assert_never(task)


_STEPS: Final[Mapping[Step, Callable[[Run], None]]] = {
    "turn": turns.start_turn,
    "opening": turns.opening,
    "resource": turns.resource,
    "resource_triggers": turns.resource_triggers,
    "manoeuvres": turns.manoeuvres,
    "ask_active": turns.ask_active,
    "act_over": turns.act_over,
    "closing": turns.closing,
    "closing_triggers": turns.closing_triggers,
    "turn_over": turns.turn_over,
    "manoeuvre": manoeuvres.start,
    "reveal": manoeuvres.reveal,
    "prepare": manoeuvres.prepare,
    "fight": manoeuvres.fight,
    "conditions": quests.conditions,
    "gain": manoeuvres.gain,
    "home": manoeuvres.home,
}
