"""Why a command would be refused now; every refusal names its clause [16.6]."""

from collections.abc import Mapping
from typing import Final

from engine.core.question import Choose, no_answer
from engine.core.rejection import Rejection, no
from engine.games.chosen.acts import acts_of
from engine.games.chosen.commands import ChosenCommand, Code, Pass, Say, SetAutoPass
from engine.games.chosen.obstacles import answers_of
from engine.games.chosen.state import MAX_SWITCHES, Question, QuestionKind, State
from engine.games.chosen.talk import refuse_saying
from engine.games.chosen.variants import VARIANTS, variant_of

_WHO_IS_ASKED: Final[Mapping[QuestionKind, tuple[str, str]]] = {
    "act": ("4.3", "for an act"),
    "answer": ("5.2", "for an answer to the act on top"),
    "prepare": ("7.8", "for a fast effect before the fight"),
    "obstruct": ("7.9", "whether to obstruct"),
    "choose": ("5.8", "to choose"),
}
"""Which clause says who is asked, and for what."""


def check(state: State, seat: int, command: ChosenCommand) -> Rejection | None:
    """Return why a seat's command would be refused now, or None."""
    if state.phase == "over":
        return no(Code.MATCH_OVER, "9.8", "This game is over.")
    if isinstance(command, SetAutoPass):
        return _check_auto_pass(state, seat, command)
    if isinstance(command, Say):
        return refuse_saying(state, seat, command)
    question = state.question
    assert question is not None, "until the end somebody is asked"
    if seat not in question.seats:
        return _not_asked(state, question, seat)
    if isinstance(command, Choose):
        return _check_choice(state, question, seat, command)
    return _check_act(state, question, seat, command)


def _not_asked(state: State, question: Question, seat: int) -> Rejection:
    if state.players[seat].out:
        return no(Code.NOT_ASKED, "9.6", "You are out of the game.")
    clause, what = _WHO_IS_ASKED[question.kind]
    listed = " or ".join(map(str, question.seats))
    return no(Code.NOT_ASKED, clause, f"You are not asked: seat {listed} is, {what}.")


def _check_act(
    state: State, question: Question, seat: int, command: ChosenCommand
) -> Rejection | None:
    if question.kind == "choose":
        return no(Code.NOT_NOW, "5.8", "First make the choice that is put to you.")
    if isinstance(command, Pass):
        return None  # [6.8]
    act = acts_of(state).get(command.kind)
    if act is not None:
        return act.refuse(state, seat, command)
    if question.kind == "obstruct":
        return no(Code.NOT_NOW, "7.9", "First say whether you obstruct.")
    if command.kind in variant_of(state).acts:
        return no(Code.NOT_NOW, "4.3", "That is done by the active player.")
    modes = ", ".join(mode for mode, variant in VARIANTS.items() if command.kind in variant.acts)
    detail = f"There is no such act in the mode {state.mode}, only in: {modes}."
    return no(Code.NOT_IN_THIS_MODE, "1.1", detail)


def _check_auto_pass(state: State, seat: int, command: SetAutoPass) -> Rejection | None:
    player = state.players[seat]
    if player.out:
        return no(Code.NOT_ASKED, "9.6", "You are out of the game.")
    if player.auto_pass == command.on:
        return no(Code.NOT_NOW, "5.9", "It is set so already.")
    if player.switches >= MAX_SWITCHES:
        return no(Code.TOO_MANY, "5.9", f"It is switched at most {MAX_SWITCHES} times a turn.")
    return None


def _check_choice(state: State, question: Question, seat: int, command: Choose) -> Rejection | None:
    if question.kind != "choose":
        return no(Code.NOT_ASKED, "5.8", "No choice is put to you at the moment.")
    return no_answer(command.pick, answers_of(state, question, seat), Code.NOT_AN_ANSWER, "5.8")
