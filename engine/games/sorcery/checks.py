"""Why a command would be refused now; every refusal names its clause."""

from collections.abc import Mapping
from typing import Final

from engine.core.rejection import Rejection, no
from engine.games.sorcery.acts import ACTS
from engine.games.sorcery.commands import Code, SetAutoPass, SorceryCommand
from engine.games.sorcery.state import MAX_SWITCHES, QuestionKind, State

_ASKED: Final[Mapping[QuestionKind, str]] = {
    "deploy": "First place your next figure.",
    "command": "It is your command phase: use what is used at the start, or end it.",
    "act": "It is your action phase: give an action, or end it.",
    "turn_end": "It is the end of your turn: browse for one mark, or pass.",
    "counter": "First say whether you counter the spell.",
    "face": "First say how the figure that was touched faces.",
    "memorise": "First pick the spell to be memorised.",
}


def check(state: State, seat: int, command: SorceryCommand) -> Rejection | None:
    """Return why a seat's command would be refused now, or None. Asking costs nothing [4.5]."""
    if state.phase == "over":
        return no(Code.MATCH_OVER, "16.1", "This battle is over.")
    if isinstance(command, SetAutoPass):
        return _check_auto_pass(state, seat, command)
    question = state.question
    if question is None or question.seat != seat:
        return no(Code.NOT_ASKED, "3.5", "You are not asked for anything at the moment.")
    act = ACTS[command.kind]
    if question.kind not in act.answers:
        return no(Code.NOT_NOW, "3.4", _ASKED[question.kind])
    return act.refuse(state, seat, command)


def _check_auto_pass(state: State, seat: int, command: SetAutoPass) -> Rejection | None:
    player = state.players[seat]
    if seat not in state.alive:
        return no(Code.NOT_ASKED, "14.7", "You have no figure left.")
    if player.auto_pass == command.on:
        return no(Code.NOT_NOW, "14.7", "It is set so already.")
    if player.switches >= MAX_SWITCHES:
        return no(Code.TOO_MANY, "17.3", f"It is switched at most {MAX_SWITCHES} times a turn.")
    return None
