"""Table talk: words that all hear and that change nothing [19.4]."""

from collections.abc import Iterator

from engine.core.options import Option, Slots
from engine.core.question import seat_ref
from engine.core.rejection import Rejection, no
from engine.games.chosen.commands import Code, Say
from engine.games.chosen.state import MAX_SAYINGS, State
from engine.games.chosen.variants import variant_of


def _spoken_of(state: State, seat: int) -> tuple[str, ...]:
    """Return whom a player may say something of: partners speak to each other only [19.2]."""
    partners = [one for one in state.members(state.camp[seat]) if one != seat]
    alone = variant_of(state).camps(state.seats).count(state.camp[seat]) == 1
    return tuple(map(seat_ref, state.clockwise(seat) if alone else partners))


def _refuse_speaking(state: State, seat: int) -> Rejection | None:
    if not variant_of(state).words:
        return no(Code.NOT_IN_THIS_MODE, "19.3", "In this mode nothing is said.")
    if state.players[seat].out:
        return no(Code.NOT_ASKED, "9.6", "You are out of the game.")
    if sum(one.seat == seat for one in state.said) >= MAX_SAYINGS:
        return no(Code.TOO_MANY, "19.5", f"You have said {MAX_SAYINGS} things in this turn.")
    return None


def refuse_saying(state: State, seat: int, command: Say) -> Rejection | None:
    """Say why this can't be said now."""
    refused = _refuse_speaking(state, seat)
    if refused is not None:
        return refused
    words, players = variant_of(state).words, _spoken_of(state, seat)
    clause = "19.2" if "mine" in words else "19.1"
    if command.what not in words:
        return no(Code.NOT_AN_ANSWER, clause, f"In this mode one says: {', '.join(words)}.")
    if command.target not in players:
        listed = ", ".join(players) or "nobody at the moment"
        return no(Code.NO_TARGET, clause, f"Name another player: {listed}.")
    return None


def offer_saying(state: State, seat: int) -> Iterator[Option]:
    """Yield what a seat may say, as one shape; nobody waits for it."""
    players = _spoken_of(state, seat)
    if players and _refuse_speaking(state, seat) is None:
        words = variant_of(state).words
        shape = Slots(
            command={"kind": "say"},
            slots={"what": words, "target": players},
            copies=dict.fromkeys((*words, *players), 1),
            min_filled=2,
        )
        yield Option(label="Say something that all hear", shape=shape, optional=True)
