"""Fold what becomes of the table when players are out [9.6]."""

from engine.core.copying import changed
from engine.games.chosen import evolve_cards as cards
from engine.games.chosen import evolve_manoeuvres as manoeuvres
from engine.games.chosen.cards import CARDS
from engine.games.chosen.events_flow import PlayersDropped
from engine.games.chosen.state import State


def players_dropped(state: State, event: PlayersDropped) -> State:
    """All they control is out of the game, and what they own in hidden zones [9.6]."""
    leavers = set(event.seats)
    gone: list[str] = list(state.gone)
    for seat in event.seats:
        player = state.players[seat]
        gone += [*player.future, *sorted(player.hand), *player.past]
        gone += [] if player.omen is None else [player.omen]
        state = cards.put(
            state, seat, out=True, mp=0, future=(), hand=(), past=(), omen=None, challenged=None
        )
    shared = {s for s in leavers if state.members(state.camp[s])}
    for item in state.timeline:
        if item.seat in leavers and item.kind == "summon" and item.card is not None:
            gone.append(item.card)
    timeline = tuple([item for item in state.timeline if item.seat not in leavers])
    removed = [
        piece
        for piece in state.present.values()
        if piece.controller in leavers
        and not (piece.place == "tower" and piece.controller in shared)
    ]
    gone += [piece.card for piece in removed]
    for piece in removed:
        state = cards.without(state, piece.n)
    for level in [p for p in state.present.values() if p.controller in leavers]:  # [14.11]
        camp = state.camp[level.controller]
        heir = next(s for s in state.clockwise(level.controller) if state.camp[s] == camp)
        state = cards.touch(state, level.n, controller=heir)
    orphans = {
        n for n, p in state.present.items() if p.at is not None and p.at not in state.present
    }
    state = changed(state, timeline=timeline, gone=tuple(gone), question=None, agenda=())
    for n in sorted(orphans):
        to = "storage" if CARDS[state.present[n].card].type == "ally" else "past"
        state = cards.leave(state, n, to)
    return manoeuvres.without_leavers(_credited(state, event))


def _credited(state: State, event: PlayersDropped) -> State:
    """Eliminations are credited, and challenges at an end [11.2] [11.6]."""
    for credited in event.credited:
        if credited is not None and not state.players[credited].out:
            more = state.players[credited].eliminations + 1
            state = cards.put(state, credited, eliminations=more)
    for seat in state.living:
        if state.players[seat].challenged in event.seats:
            state = cards.put(state, seat, challenged=None)
    return state
