"""Taking a seat [M1.1] to [M1.5]."""

from dataclasses import dataclass
from typing import Any

from pydantic import JsonValue, ValidationError

from engine.core.codec import codec_of
from engine.core.game import Game
from engine.core.malformed import sentence
from engine.core.match_messages import Join, Joined
from engine.core.match_state import MatchState
from engine.core.rejection import Rejection, no
from engine.core.secrecy import Hidden
from engine.core.visibility import seat_refused


@dataclass(frozen=True, slots=True, kw_only=True)
class AlreadySeated:
    """The answer to a repeated join: nothing changes [M1.3]."""

    seat: int


def join(
    game: Game[Any], state: MatchState, account: str, command: Join
) -> tuple[Joined] | Rejection:
    """Seat an account, or say why not."""
    free = [seat for seat, holder in enumerate(state.accounts) if holder is None]
    seat = free[0] if command.seat is None and free else command.seat  # [M1.1]
    refused = (
        _official(state, account)
        or seat_refused(state.terms, account)
        or _seat_refused(state, state.seat_of(account), seat)
        or _entry_refused(game, state, seat or 0, command.entry)
    )
    if refused is not None or seat is None:
        return refused or _all_taken()
    joined = Joined(
        seat=seat,
        account=account,
        client_seed=Hidden(command.client_seed),  # [M1.7]
        entry=Hidden(command.entry),
    )
    return (joined,)


def _official(state: MatchState, account: str) -> Rejection | None:
    if state.arbiter(account) is None:
        return None
    return no("ARBITER", "M11.1", "You are an arbiter of this match and can't play in it.")


def _seat_refused(state: MatchState, mine: int | None, seat: int | None) -> Rejection | None:
    """Say why an account cannot have a seat; ``mine`` is the one it has, ``seat`` the wanted."""
    if mine is not None:
        return no("ALREADY_SEATED", "M1.3", f"You have seat {mine} in this match.")
    if seat is None:
        return _all_taken()
    if not 0 <= seat < state.terms.seats:
        last = state.terms.seats - 1
        return no("NO_SUCH_SEAT", "M1.4", f"The match has the seats 0 to {last}.")
    if state.accounts[seat] is not None:
        return no("SEAT_TAKEN", "M1.2", f"Seat {seat} is taken.")
    return None


def _all_taken() -> Rejection:
    return no("SEAT_TAKEN", "M1.2", "All seats of the match are taken.")


def _entry_refused(
    game: Game[Any], state: MatchState, seat: int, brought: JsonValue
) -> Rejection | None:
    """Say why a player may not bring this [M1.5]."""
    if game.entry is None and brought is not None:
        return no("ENTRY_REFUSED", "M1.5", "Nothing is brought to this game; leave `entry` out.")
    if game.entry is not None and brought is None:
        return no(
            "ENTRY_REFUSED",
            "M1.5",
            "Something is brought to this game: send `entry`, as the game's `entry_schema` says.",
        )
    try:
        entry = codec_of(game).entry(brought)
    except ValidationError as error:
        wrong = sentence(error, brought, game.entry)
        return no("ENTRY_REFUSED", "M1.5", f"What you bring is not well formed: {wrong}")
    return game.check_entry(state.terms.config, seat, entry) if game.check_entry else None
