"""Folds of what only some modes bring about."""

from engine.core.copying import changed
from engine.games.chosen import evolve_cards as cards
from engine.games.chosen.events_modes import (
    AdventurersExchanged,
    AllianceMade,
    MixedTeamNamed,
    MixedTeamRefused,
    PointsScored,
    Said,
)
from engine.games.chosen.state import Saying, State


def points_scored(state: State, event: PointsScored) -> State:
    for seat in event.seats:
        state = cards.put(state, seat, points=state.players[seat].points + 1)
    return state


def alliance_made(state: State, event: AllianceMade) -> State:
    first, second = event.seats
    side = [state.side[first] if seat == second else of for seat, of in enumerate(state.side)]
    return changed(state, side=tuple(side))


def done_this_turn(state: State, seat: int, what: str) -> State:
    """Return the table with something done that the mode allows once a turn."""
    return cards.put(state, seat, done_this_turn=(*state.players[seat].done_this_turn, what))


def mixed_team_named(state: State, _event: MixedTeamNamed) -> State:
    return changed(state, question=None, agenda=())


def mixed_team_refused(state: State, event: MixedTeamRefused) -> State:
    return done_this_turn(state, event.seat, "join")


def adventurers_exchanged(state: State, event: AdventurersExchanged) -> State:
    give, take = cards.piece_of(state, event.give), cards.piece_of(state, event.take)
    for piece, to in ((give, take.controller), (take, give.controller)):
        for moving in (piece, *state.at(piece.n)):
            state = cards.touch(state, moving.n, controller=to)
    return state


def said(state: State, event: Said) -> State:
    heard = Saying(seat=event.seat, what=event.what, target=event.target)
    return changed(state, said=(*state.said, heard))
