"""What seats offer each other: draws, pauses, moves taken back, and gifts of time."""

from collections.abc import Collection
from typing import Any

from engine.core.game import Game
from engine.core.life_messages import (
    Adjudicated,
    Agree,
    Agreed,
    Decline,
    Declined,
    GiveTime,
    Offer,
    Offered,
    OfferKind,
    Paused,
    Resumed,
    TakenBack,
    TimeGiven,
)
from engine.core.match_state import MatchState, OpenOffer
from engine.core.messages import Event
from engine.core.rejection import Rejection, no


def decide_offer(
    game: Game[Any],
    state: MatchState,
    seat: int,
    command: Offer | Agree | Decline | GiveTime,
    boxed: Collection[int],
) -> tuple[Event, ...] | Rejection:
    """Answer what a seat offers, or how it answers an offer, in a match that runs.

    ``boxed``: seats that have a sealed choice in the box.
    """
    match command:
        case Offer():
            return _offer(game, state, seat, command.what, boxed)
        case Agree():
            return _agree(state, seat, command.offer, boxed)
        case Decline():
            offer = _standing(state, command.offer)
            return _closed() if offer is None else (Declined(seat=seat, offer=offer.number),)
        case GiveTime():
            return _give(state, seat, command)


def _offer(
    game: Game[Any], state: MatchState, seat: int, what: OfferKind, boxed: Collection[int]
) -> tuple[Event, ...] | Rejection:
    refused = _out_of_place(game, state, seat, what, boxed) or _repeated(state, seat, what)
    if refused is not None:
        return refused
    number = state.version + 1
    offer = OpenOffer(number=number, what=what, seat=seat, agreed=())
    offered = Offered(seat=seat, what=what, offer=number)
    return (offered, *_when_all_agree(state, offer))


def _repeated(state: MatchState, seat: int, what: OfferKind) -> Rejection | None:
    for offer in state.offers:
        if offer.what == what:
            return no("OFFER_STANDS", "M9.1", f"This is offered already: number {offer.number}.")
    bounds = state.terms.bounds
    most = bounds.take_backs if what == "take_back" else bounds.offers
    if state.made.count((seat, what)) >= most:
        return no("TOO_MANY_OFFERS", "M9.2", f"You may offer this {most} times in a match.")
    return None


def _out_of_place(
    game: Game[Any], state: MatchState, seat: int, what: OfferKind, boxed: Collection[int]
) -> Rejection | None:
    """Say why an offer of this kind cannot be made now."""
    match what:
        case "draw" if not game.draws:
            return no("NO_DRAWS", "M9.5", f"{game.title} knows no draw by agreement.")
        case "pause":
            return cannot_pause(state)
        case "resume":
            return cannot_resume(state) or _arbiters_pause(state)
        case "take_back":
            return _not_reversible(state, seat, boxed)
        case _:
            return None


def cannot_pause(state: MatchState) -> Rejection | None:
    """Say why nobody can pause the match [M9.4]."""
    if state.paused is None:
        return None
    return no("MATCH_PAUSED", "M9.4", "The match is paused already.")


def cannot_resume(state: MatchState) -> Rejection | None:
    """Say why nobody can let the match go on [M9.4]."""
    if state.paused is not None:
        return None
    return no("NOT_PAUSED", "M9.4", "The match is not paused.")


def _arbiters_pause(state: MatchState) -> Rejection | None:
    if state.paused is None or state.paused.by == "consent":
        return None
    return no("MATCH_PAUSED", "M9.4", "An arbiter paused the match, and an arbiter resumes it.")


def _not_reversible(state: MatchState, seat: int, boxed: Collection[int]) -> Rejection | None:
    undo = state.undo
    if undo is None or undo.seat != seat:
        return no(
            "NOTHING_TO_TAKE_BACK",
            "M9.6",
            "The newest move is not yours, or it revealed or drew something.",
        )
    if boxed:
        return no("NOTHING_TO_TAKE_BACK", "M9.6", "A sealed choice waits to be opened.")
    if state.paused is not None:
        return no("MATCH_PAUSED", "M9.4", "The match is paused; offer this when it goes on.")
    return None


def _agree(
    state: MatchState, seat: int, number: int, boxed: Collection[int]
) -> tuple[Event, ...] | Rejection:
    offer = _standing(state, number)
    if offer is None:
        return _closed()
    if seat == offer.seat or seat in offer.agreed:
        return no("AGREED_ALREADY", "M9.1", "You have agreed to this offer.")
    if offer.what == "take_back":
        refused = _not_reversible(state, offer.seat, boxed)
        if refused is not None:
            return refused
    agreed = OpenOffer(
        number=number, what=offer.what, seat=offer.seat, agreed=(*offer.agreed, seat)
    )
    return (Agreed(seat=seat, offer=number), *_when_all_agree(state, agreed))


def _when_all_agree(state: MatchState, offer: OpenOffer) -> tuple[Event, ...]:
    """Return what an offer brings about once every seat that is in has agreed [M9.1]."""
    for seat in range(state.terms.seats):
        if seat not in (offer.seat, *offer.agreed, *state.resigned):
            return ()
    match offer.what:
        case "draw":
            return (Adjudicated(verdict="draw", reason="All seats agreed."),)  # [M9.5]
        case "pause":
            return (Paused(by="consent"),)
        case "resume":
            return (Resumed(by="consent"),)
        case "take_back":
            assert state.undo is not None, "an offer is off when the game moves on"
            return (TakenBack(seat=offer.seat, version=state.undo.version),)


def _give(state: MatchState, seat: int, command: GiveTime) -> tuple[Event, ...] | Rejection:
    refused = cannot_give(state, command)
    if refused is not None:
        return refused
    if command.seat == seat:
        return no("OWN_SEAT", "M5.8", "Time is given to others.")
    most = state.terms.bounds.offers
    if state.made.count((seat, "time")) >= most:
        return no("TOO_MANY_OFFERS", "M9.2", f"You may give time {most} times in a match.")
    return (TimeGiven(seat=command.seat, ms=command.ms),)


def cannot_give(state: MatchState, command: GiveTime) -> Rejection | None:
    """Say why nobody can give this seat time [M5.8]."""
    if not state.clocks:
        return no("NO_CLOCK", "M5.8", "This match has no clock.")
    return not_in(state, command.seat)


def not_in(state: MatchState, seat: int) -> Rejection | None:
    """Say why a seat takes no part in the game."""
    if not 0 <= seat < state.terms.seats:
        last = state.terms.seats - 1
        return no("NO_SUCH_SEAT", "M1.4", f"The match has the seats 0 to {last}.")
    if seat in state.resigned:
        return no("SEAT_IS_OUT", "M4.2", f"Seat {seat} is out of the match.")
    return None


def _standing(state: MatchState, number: int) -> OpenOffer | None:
    return next((offer for offer in state.offers if offer.number == number), None)


def _closed() -> Rejection:
    return no("OFFER_CLOSED", "M9.3", "There is no such offer, or it is off.")
