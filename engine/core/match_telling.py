"""What everybody is told of where a match stands."""

from typing import Any

from engine.core.game import Game
from engine.core.match_due import deadlines
from engine.core.match_state import MatchState, awaited


def summary(game: Game[Any], state: MatchState) -> dict[str, Any]:
    """Return what everybody may know of a match, as JSON data."""
    return {
        "status": state.status,
        "version": state.version,
        "at": state.at,
        "seats": list(state.accounts),
        "pending": pending(game, state),
        "outcome": state.outcome,
        "parked": state.parked,
        **surroundings(state),
    }


def pending(game: Game[Any], state: MatchState) -> list[dict[str, Any]]:
    """Return who is awaited, as JSON data: ``{seat, decision, sealed?, deadline? (ms)}``."""
    when = {(of, seat): at for at, of, seat in deadlines(game, state)} if state.clocks else {}
    shown: list[dict[str, Any]] = []
    for entry in awaited(game, state):
        facts: dict[str, Any] = {"seat": entry.seat, "decision": entry.decision}
        if entry.sealed:
            facts["sealed"] = True
        if (entry.decision, entry.seat) in when:
            facts["deadline"] = when[entry.decision, entry.seat]
        shown.append(facts)
    return shown


def surroundings(state: MatchState) -> dict[str, Any]:
    """Return what surrounds the game, as JSON data; what there is nothing of is left out.

    ``{clocks?: [{bank_ms, periods, grace_ms, since?, credit_ms?}], paused?: {since, until, by},
    offers?: [{offer, what, seat, agreed}], absent?: [seat], out?: [seat]}``; times in ms. Once
    the match is over, nothing is paused, offered or missed any more.
    """
    over = state.status in {"ended", "closed"}
    told: dict[str, Any] = {}
    if state.clocks:
        told["clocks"] = [
            {"bank_ms": clock.bank, "periods": clock.periods, "grace_ms": clock.grace}
            | ({} if clock.since is None else {"since": clock.since, "credit_ms": clock.credit})
            for clock in state.clocks
        ]
    if state.paused is not None and not over:
        pause = state.paused
        told["paused"] = {"since": pause.since, "until": pause.until, "by": pause.by}
    if state.offers and not over:
        told["offers"] = [
            {"offer": one.number, "what": one.what, "seat": one.seat, "agreed": list(one.agreed)}
            for one in state.offers
        ]
    absent = [seat for seat, one in enumerate(state.attendance) if one.gone is not None]
    if absent and not over:
        told["absent"] = absent
    if state.resigned:
        told["out"] = list(state.resigned)
    return told
