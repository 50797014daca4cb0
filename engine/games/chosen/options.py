"""What a seat may do, as data; and what is done for it when its clock runs out."""

from collections.abc import Sequence
from functools import partial

from engine.core.messages import Command
from engine.core.options import Option, listed
from engine.core.question import Choose, choices
from engine.games.chosen.acts import acts_of
from engine.games.chosen.commands import Pass
from engine.games.chosen.labels import choice_label, pass_label
from engine.games.chosen.obstacles import answers_of
from engine.games.chosen.state import MAX_SWITCHES, State
from engine.games.chosen.talk import offer_saying


def legal(state: State, seat: int) -> tuple[Option, ...]:
    """Return what a seat may do now."""
    if state.phase in {"setup", "over"}:
        return ()
    return (*_asked(state, seat), *_auto_pass(state, seat), *offer_saying(state, seat))


def _asked(state: State, seat: int) -> Sequence[Option]:
    question = state.question
    if question is None or seat not in question.seats:
        return []
    decision = question.id  # a late answer meets no other question
    if question.kind == "choose":
        assert question.subject is not None, "a choice about nothing"
        answers = answers_of(state, question, seat)
        return choices(answers, partial(choice_label, state, question.subject), decision)
    options = [listed(pass_label(state, seat), {"kind": "pass"}, decision=decision)]
    for act in acts_of(state).values():
        options += act.offer(state, seat)
    return options


def _auto_pass(state: State, seat: int) -> list[Option]:
    player = state.players[seat]
    if player.out or player.switches >= MAX_SWITCHES:
        return []
    on = not player.auto_pass
    label = "Auto-pass: be asked for no answers" if on else "Auto-pass off: be asked again"
    return [listed(label, {"kind": "auto_pass", "on": on}, optional=True)]


def default(state: State, seat: int) -> Command:
    """Return what is done for an awaited seat that let its time pass [17.1]."""
    question = state.question
    if question is not None and question.kind == "choose" and seat in question.seats:
        return Choose(pick=question.answers[0])
    return Pass()
