"""Why a command would be refused now; every refusal names its clause."""

from collections.abc import Mapping
from typing import Final

from engine.core.rejection import Rejection, no
from engine.games.sorcery.acts import ACTS
from engine.games.sorcery.commands import Code, SetAutoPass, SorceryCommand
from engine.games.sorcery.labels import name_of
from engine.games.sorcery.state import MAX_SWITCHES, Question, QuestionKind, State

_ASKED: Final[Mapping[QuestionKind, tuple[str, str]]] = {
    "deploy": ("3.2", "to place a figure"),
    "command": ("3.4", "what is used at the start of the turn"),
    "act": ("3.5", "for an action"),
    "turn_end": ("11.5", "whether to browse for one mark"),
    "counter": ("14.2", "whether to counter the spell"),
    "face": ("5.7", "how to turn a figure that was touched"),
    "memorise": ("12.6", "which spell is memorised now"),
}
"""Which clause says who is asked, and for what."""


def check(state: State, seat: int, command: SorceryCommand) -> Rejection | None:
    """Return why a seat's command would be refused now, or None. Asking costs nothing [4.5]."""
    if state.phase == "over":
        return no(Code.MATCH_OVER, "16.1", "This battle is over.")
    if isinstance(command, SetAutoPass):
        return _check_auto_pass(state, seat, command)
    question = state.question
    assert question is not None, "until the end somebody is asked"
    if question.seat != seat:
        return _not_asked(state, question, seat)
    act = ACTS[command.kind]
    if question.kind not in act.answers:
        return _not_now(state, question, command.kind)
    return act.refuse(state, seat, command)


def _not_asked(state: State, question: Question, seat: int) -> Rejection:
    if seat not in state.alive:
        return no(Code.NOT_ASKED, "3.3", "You have no figure left.")
    clause, what = _asked(state, question)
    return no(Code.NOT_ASKED, clause, f"You are not asked: seat {question.seat} is, {what}.")


def _not_now(state: State, question: Question, kind: str) -> Rejection:
    clause, what = _asked(state, question)
    answers = " or ".join(f"`{name}`" for name, act in ACTS.items() if question.kind in act.answers)
    return no(Code.NOT_NOW, clause, f"You are asked {what}: answer {answers}, not `{kind}`.")


def _asked(state: State, question: Question) -> tuple[str, str]:
    """Return which clause asks, and for what, as everybody may know it [18.3]."""
    clause, what = _ASKED[question.kind]
    if question.figure is not None:
        what += f" ({name_of(state.figures[question.figure])})"
    elif question.kind == "counter" and state.announced is not None:
        what += f" of {name_of(state.figures[state.announced.caster])}"
    return clause, what


def _check_auto_pass(state: State, seat: int, command: SetAutoPass) -> Rejection | None:
    player = state.players[seat]
    if seat not in state.alive:
        return no(Code.NOT_ASKED, "14.7", "You have no figure left.")
    if player.auto_pass == command.on:
        detail = f"Auto-pass is {'on' if command.on else 'off'} already."
        return no(Code.NOT_NOW, "14.7", detail)
    if player.switches >= MAX_SWITCHES:
        return no(
            Code.TOO_MANY, "17.3", f"Auto-pass is switched at most {MAX_SWITCHES} times a turn."
        )
    return None
