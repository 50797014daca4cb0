"""Why a command would be refused now; every refusal names its clause [11.6]."""

from typing import assert_never

from engine.core.rejection import Rejection
from engine.games.regicide.cards import Set, is_legal_set, value_of
from engine.games.regicide.commands import (
    ChooseNext,
    Code,
    Discard,
    FlipJester,
    PlaceRoyal,
    Play,
    RegicideCommand,
    Signal,
    Yield,
)
from engine.games.regicide.state import State

_WAITING_FOR = {
    "setup": "the deal",
    "play": "a play",
    "suffer": "cards to pay for the enemy's blow",
    "next": "the name of the next player",
    "royal": "where the defeated royal goes",
    "over": "nothing",
}


def check(state: State, seat: int, command: RegicideCommand) -> Rejection | None:
    """Return why a seat's command would be refused now, or None."""
    if state.step == "over":
        return Rejection(code=Code.MATCH_OVER, rule="9.5", detail="This game is over.")
    if isinstance(command, Signal):
        return _check_signal(state, seat)
    if seat != state.current:
        return Rejection(
            code=Code.NOT_YOUR_TURN, rule="2.1", detail=f"It is the turn of seat {state.current}."
        )
    return _check_turn(state, seat, command)


def _check_turn(
    state: State, seat: int, command: Play | Yield | Discard | ChooseNext | PlaceRoyal | FlipJester
) -> Rejection | None:
    match command:
        case Play():
            refusal = _wrong_step(state, "play") or _check_play(state.hands[seat], command.cards)
        case Yield():
            refusal = _wrong_step(state, "play") or _check_yield(state, seat)
        case Discard():
            refusal = _wrong_step(state, "suffer") or _check_discard(state, seat, command.cards)
        case ChooseNext():
            refusal = _wrong_step(state, "next") or _check_next(state, command)
        case PlaceRoyal():
            refusal = _wrong_step(state, "royal")
        case FlipJester():
            refusal = _check_flip(state)
        case _:
            assert_never(command)
    return refusal


def _wrong_step(state: State, *steps: str) -> Rejection | None:
    if state.step in steps:
        return None
    wanted = _WAITING_FOR[state.step]
    return Rejection(code=Code.WRONG_STEP, rule="2.2", detail=f"This step waits for {wanted}.")


def _check_play(hand: Set, cards: Set) -> Rejection | None:
    missing = _not_held(hand, cards)
    if missing is not None:
        return Rejection(code=Code.NOT_IN_HAND, rule="2.3", detail=missing)
    if not is_legal_set(cards):
        return Rejection(
            code=Code.NOT_A_LEGAL_SET,
            rule="2.7",
            detail="Play one card, a companion with one other card that is no Jester, or cards of "
            "the same number worth 10 at most.",
        )
    return None


def _check_yield(state: State, seat: int) -> Rejection | None:
    if state.may_yield(seat):
        return None
    if state.seats == 1:
        return Rejection(
            code=Code.MAY_NOT_YIELD, rule="7.4", detail="You play alone and may not yield."
        )
    return Rejection(
        code=Code.MAY_NOT_YIELD,
        rule="7.2",
        detail="All other players yielded in their last turn; you have to play.",
    )


def _check_discard(state: State, seat: int, cards: Set) -> Rejection | None:
    missing = _not_held(state.hands[seat], cards)
    if missing is not None:
        return Rejection(code=Code.NOT_IN_HAND, rule="5.4", detail=missing)
    if len(set(cards)) != len(cards):
        return Rejection(
            code=Code.CARD_NAMED_TWICE, rule="5.4", detail="Name each card you discard once."
        )
    if value_of(cards) < state.effective_attack:
        return Rejection(
            code=Code.NOT_ENOUGH,
            rule="5.3",
            detail=f"The blow costs {state.effective_attack}; "
            f"these cards are worth {value_of(cards)}.",
        )
    return None


def _check_next(state: State, command: ChooseNext) -> Rejection | None:
    if command.seat < state.seats:
        return None
    return Rejection(
        code=Code.NO_SUCH_SEAT, rule="6.5", detail=f"Name a seat from 0 to {state.seats - 1}."
    )


def _check_flip(state: State) -> Rejection | None:
    if not state.solo_jesters:
        return Rejection(
            code=Code.NO_SOLO_JESTER, rule="8.2", detail="No Jester lies aside to be flipped."
        )
    return _wrong_step(state, "play", "suffer")


def _check_signal(state: State, seat: int) -> Rejection | None:
    if state.step != "next":
        return Rejection(
            code=Code.WRONG_STEP,
            rule="6.6",
            detail="Signals are sent after a Jester, until the next player is named.",
        )
    if not state.may_signal(seat):
        return Rejection(
            code=Code.SIGNAL_ALREADY_SENT,
            rule="6.6",
            detail="You have sent your signal for this Jester.",
        )
    return None


def _not_held(hand: Set, cards: Set) -> str | None:
    missing = next((card for card in cards if card not in hand), None)
    return None if missing is None else f"You don't hold {missing}."
