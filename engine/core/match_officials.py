"""What arbiters may do, and the creator before the start."""

from typing import Any, Final

from engine.core.game import Game
from engine.core.life_messages import (
    Adjudicate,
    Adjudicated,
    Cancel,
    GiveTime,
    Look,
    Looked,
    Pause,
    Paused,
    Remove,
    Resume,
    Resumed,
    Substitute,
    Substituted,
    TimeGiven,
)
from engine.core.match_due import withdrawn
from engine.core.match_offers import cannot_give, cannot_pause, cannot_resume, not_in
from engine.core.match_state import MatchState
from engine.core.messages import Event
from engine.core.rejection import Rejection, no
from engine.core.secrecy import Hidden
from engine.core.terms import Arbiter

MAX_ACTS: Final = 1_000
"""So often may arbiters act on a match, all together [M11.5]."""


def decide_official(
    game: Game[Any], state: MatchState, account: str, command: Any, server_seed: bytes
) -> tuple[Event, ...] | Rejection:
    """Answer the command of an official, in a match that is not over."""
    if isinstance(command, Cancel):
        return _cancel(state, account, command)
    arbiter = state.arbiter(account)
    if arbiter is None:
        return no("NOT_ARBITER", "M11.1", "You are no arbiter of this match.")
    if isinstance(command, Adjudicate):
        return _adjudicate(state, command)
    if state.official >= MAX_ACTS:
        return no("TOO_MANY_ACTS", "M11.5", f"Arbiters act at most {MAX_ACTS} times on a match.")
    if state.status != "running":
        return no("MATCH_NOT_RUNNING", "M2.5", "The match has not started yet.")
    return _arbitrate(game, state, arbiter, command, server_seed)


def _arbitrate(
    game: Game[Any], state: MatchState, arbiter: Arbiter, command: Any, server_seed: bytes
) -> tuple[Event, ...] | Rejection:
    """Answer an arbiter in a match that runs."""
    match command:
        case Pause():
            return cannot_pause(state) or (Paused(by="arbiter"),)
        case Resume():
            return cannot_resume(state) or (Resumed(by="arbiter"),)
        case GiveTime():
            given = TimeGiven(seat=command.seat, ms=command.ms)
            return cannot_give(state, command) or (given,)
        case Remove():
            gone = not_in(state, command.seat)
            return gone or withdrawn(game, state, (command.seat,), server_seed)  # [M11.2]
        case Substitute():
            return _substitute(state, command)
        case Look():
            return _look(state, arbiter, command)
        case _:
            msg = f"{command} is no arbiter's command"
            raise AssertionError(msg)


def _cancel(state: MatchState, account: str, command: Cancel) -> tuple[Event, ...] | Rejection:
    if account != state.terms.creator:
        return no("NOT_CREATOR", "M10.2", "Only who created the match may cancel it.")
    if state.status != "open":
        return no("MATCH_NOT_OPEN", "M10.2", "The match has started; an arbiter may decide it.")
    return (Adjudicated(verdict="annul", reason=command.reason),)


def _adjudicate(state: MatchState, command: Adjudicate) -> tuple[Event, ...] | Rejection:
    """Decide the match; before its start it can be annulled only [M11.4]."""
    if state.status == "open" and command.verdict != "annul":
        return no("MATCH_NOT_RUNNING", "M11.4", "A match that has not started is annulled only.")
    winners = command.winners
    if (command.verdict == "award") != bool(winners):
        return no("WRONG_WINNERS", "M11.4", "An award names its winners, nothing else does.")
    if list(winners) != sorted(set(winners)):
        return no("WRONG_WINNERS", "M11.4", "Name each winner once, the lowest seat first.")
    if winners and winners[-1] >= state.terms.seats:
        last = state.terms.seats - 1
        return no("NO_SUCH_SEAT", "M1.4", f"The match has the seats 0 to {last}.")
    return (Adjudicated(verdict=command.verdict, winners=winners, reason=command.reason),)


def _substitute(state: MatchState, command: Substitute) -> tuple[Event, ...] | Rejection:
    """Give a seat to another account [M11.3]."""
    refused = not_in(state, command.seat)
    if refused is not None:
        return refused
    if command.account in state.accounts:
        return no("ALREADY_SEATED", "M11.3", "That account has a seat in this match.")
    if any(one == command.account and seat != command.seat for one, seat in state.former):
        return no("HELD_ANOTHER_SEAT", "M11.3", "That account knows the secrets of another seat.")
    if state.arbiter(command.account) is not None:
        return no("ARBITER", "M11.1", "An arbiter can't play in the match.")
    return (Substituted(seat=command.seat, account=command.account),)


def _look(state: MatchState, arbiter: Arbiter, command: Look) -> tuple[Event, ...] | Rejection:
    if not arbiter.may_look:
        return no("MAY_NOT_LOOK", "M11.6", "Looking at hidden parts is not among your rights.")
    if not 0 <= command.seat < state.terms.seats:
        last = state.terms.seats - 1
        return no("NO_SUCH_SEAT", "M1.4", f"The match has the seats 0 to {last}.")
    return (Looked(seat=Hidden(command.seat)),)
