"""What surrounds the game in a walk: officials, offers, pauses, gifts of time, presence."""

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from engine.core.match_state import MatchState
from engine.core.options import CommandData
from engine.core.rng import Rng
from engine.core.terms import Arbiter, Bounds

ARBITERS = (Arbiter(account="judge", may_look=True), Arbiter(account="watcher"))
CREATOR = "account-0"
_RARE = 40


class Mail(NamedTuple):
    """Who sends what; nobody sends of the presence at a seat, or nothing."""

    account: str | None
    command: CommandData | None = None
    presence: tuple[int, bool] | None = None


def bounds(rng: Rng, decision_ms: int) -> Bounds:
    """Return bounds that are met within a match."""
    return Bounds(
        pause_ms=3 * decision_ms,
        grace_ms=rng.choice((0, decision_ms // 4)),
        abandon_ms=rng.choice((None, None, 5 * decision_ms)),
        offers=rng.choice((2, 20)),
        take_backs=rng.choice((1, 10)),
    )


def sensible(rng: Rng, state: MatchState) -> Mail | None:
    """Return an act that may succeed in a match that runs; most often none.

    What stands open is answered soon: offers are off with the next move, and a pause is no game.
    """
    if state.offers and rng.below(4):
        return _answer(rng, state)
    if state.paused is not None:
        return rng.choice((_offer, _arbiter, _presence))(rng, state)
    if state.undo is not None and rng.below(3) == 0:
        return Mail(state.accounts[state.undo.seat], {"kind": "match.offer", "what": "take_back"})
    if rng.below(6):
        return None
    return rng.choice((_offer, _gift, _arbiter, _presence))(rng, state)


def random_act(rng: Rng, state: MatchState, strangers: tuple[str, ...]) -> Mail:
    """Return a well-formed act of anybody, whether or not it makes sense now."""
    accounts = [*strangers, *(a for a in state.accounts if a), *(a.account for a in ARBITERS)]
    kind = rng.choice([kind for kind in _COMMANDS if kind not in _ENDING or not rng.below(_RARE)])
    return Mail(rng.choice(accounts), {"kind": kind, **_COMMANDS[kind](rng, state)})


def tells_nothing(command: CommandData) -> bool:
    """Tell whether a command leaves the game as it is, or as it was before a move."""
    return command["kind"] not in _ENDING


def _answer(rng: Rng, state: MatchState) -> Mail:
    offer = rng.choice(state.offers)
    if rng.below(_RARE if offer.what == "draw" else 8) == 0 or offer.what == "draw":
        kind = rng.choice(("match.decline", "match.decline", "match.agree"))
    else:
        kind = "match.agree"
    waiting = [s for s in _in(state) if s not in (offer.seat, *offer.agreed)]
    seat = rng.choice(waiting or _in(state))
    return Mail(state.accounts[seat], {"kind": kind, "offer": offer.number})


def _offer(rng: Rng, state: MatchState) -> Mail:
    what = "resume" if state.paused is not None else rng.choice(("pause", "pause", "draw"))
    return Mail(_seated(rng, state), {"kind": "match.offer", "what": what})


def _gift(rng: Rng, state: MatchState) -> Mail:
    return Mail(_seated(rng, state), {"kind": "match.give_time", **_time(rng, state)})


def _arbiter(rng: Rng, state: MatchState) -> Mail:
    kinds = ["match.resume"] if state.paused is not None else ["match.pause"]
    kinds += ["match.give_time", "match.substitute", "match.look"]
    if rng.below(_RARE) == 0:
        kinds = ["match.adjudicate", "match.remove", "match.remove"]
    kind = rng.choice(kinds)
    return Mail(ARBITERS[0].account, {"kind": kind, **_COMMANDS[kind](rng, state)})


def _presence(rng: Rng, state: MatchState) -> Mail:
    seat = rng.below(state.terms.seats)
    news = rng.below(4) > 0
    return Mail(None, presence=(seat, (state.attendance[seat].gone is None) != news))


def _seated(rng: Rng, state: MatchState) -> str | None:
    return state.accounts[rng.choice(_in(state))]


def _in(state: MatchState) -> list[int]:
    """Return who is not out; before the start, and if all are, everybody."""
    seats = [s for s in range(state.terms.seats) if s not in state.resigned]
    return seats or [0]


def _nothing(_rng: Rng, _state: MatchState) -> Mapping[str, Any]:
    return {}


def _seat(rng: Rng, state: MatchState) -> Mapping[str, Any]:
    return {"seat": rng.below(state.terms.seats)}


def _time(rng: Rng, state: MatchState) -> Mapping[str, Any]:
    return {**_seat(rng, state), "ms": 1 + rng.below(500)}


def _number(rng: Rng, state: MatchState) -> Mapping[str, Any]:
    return {"offer": rng.choice([state.version, *(offer.number for offer in state.offers)])}


def _what(rng: Rng, _state: MatchState) -> Mapping[str, Any]:
    return {"what": rng.choice(("draw", "pause", "resume", "take_back"))}


def _removal(rng: Rng, state: MatchState) -> Mapping[str, Any]:
    return {**_seat(rng, state), "reason": "Broke the rules."}


def _substitution(rng: Rng, state: MatchState) -> Mapping[str, Any]:
    reserves = (f"reserve-{state.version}", state.accounts[0] or CREATOR)
    return {**_seat(rng, state), "account": rng.choice(reserves)}


def _verdict(rng: Rng, state: MatchState) -> Mapping[str, Any]:
    verdict = rng.choice(("award", "draw", "annul"))
    winners = [rng.below(state.terms.seats)] if verdict == "award" else []
    return {"verdict": verdict, "winners": winners, "reason": "So it was decided."}


_COMMANDS: Mapping[str, Callable[[Rng, MatchState], Mapping[str, Any]]] = {
    "match.offer": _what,
    "match.agree": _number,
    "match.decline": _number,
    "match.give_time": _time,
    "match.pause": _nothing,
    "match.resume": _nothing,
    "match.remove": _removal,
    "match.substitute": _substitution,
    "match.adjudicate": _verdict,
    "match.look": _seat,
    "match.cancel": _nothing,
}
_ENDING = frozenset({"match.remove", "match.adjudicate", "match.cancel"})
"""What ends a match or a seat's part in it: seldom, or no match would be played."""
