"""What a seat may do, as data; and what is done for it when its clock runs out."""

from engine.core.messages import Command
from engine.core.options import Option
from engine.games.sorcery.acts import ACTS
from engine.games.sorcery.browsing import first_to_memorise
from engine.games.sorcery.commands import Memorise, Pass
from engine.games.sorcery.deploying import first_free_place
from engine.games.sorcery.state import MAX_SWITCHES, State


def legal(state: State, seat: int) -> tuple[Option, ...]:
    """Return what a seat may do now."""
    if state.phase in {"setup", "over"}:
        return ()
    return (*_asked(state, seat), *_auto_pass(state, seat))


def _asked(state: State, seat: int) -> list[Option]:
    question = state.question
    if question is None or question.seat != seat:
        return []
    return [
        option
        for act in ACTS.values()
        if question.kind in act.answers
        for option in act.offer(state, seat)
    ]


def _auto_pass(state: State, seat: int) -> list[Option]:
    player = state.players[seat]
    if seat not in state.alive or player.switches >= MAX_SWITCHES:
        return []
    on = not player.auto_pass
    label = "Counter nothing from now on" if on else "Be asked for counterspells again"
    return [Option(label=label, command={"kind": "auto_pass", "on": on}, optional=True)]


def default(state: State, seat: int) -> Command:
    """Return what is done for an awaited seat that let its time pass [17.1]."""
    question = state.question
    if question is not None and question.kind == "deploy":
        return first_free_place(state, seat)
    if question is not None and question.kind == "memorise":
        return Memorise(spell=first_to_memorise(state))
    return Pass()
