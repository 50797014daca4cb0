"""Ending a phase, or doing nothing when asked."""

from typing import Final

from engine.core.copying import changed
from engine.core.options import Option
from engine.core.rejection import Rejection
from engine.games.sorcery.commands import Pass
from engine.games.sorcery.running import Act, Run
from engine.games.sorcery.state import QuestionKind, State
from engine.games.sorcery.tasks import Counters, Task, Touched

_LABELS: Final[dict[QuestionKind, str]] = {
    "command": "End the command phase",
    "act": "End the action phase",
    "turn_end": "Browse no more",
    "counter": "Counter nothing",
    "face": "Stay as it is",
}


def _refuse(_state: State, _seat: int, _command: Pass) -> Rejection | None:
    return None


def _do(run: Run, _seat: int, _command: Pass, task: Task) -> None:
    if isinstance(task, Counters | Touched) and len(task.left) > 1:  # the next is asked
        run.then(changed(task, left=task.left[1:]))


def _offer(state: State, _seat: int) -> list[Option]:
    question = state.question
    assert question is not None, "somebody is asked"
    return [Option(label=_LABELS[question.kind], command={"kind": "pass"}, decision=question.id)]


PASS = Act(answers=frozenset(_LABELS), refuse=_refuse, do=_do, offer=_offer)
