"""Folds of cards, adventurers and MP."""

from typing import Any

from engine.core.copying import changed
from engine.core.piles import less, off_top
from engine.core.rejection import impossible
from engine.games.chosen.cards import CARDS, Card, Cards
from engine.games.chosen.events_effects import (
    AwarenessChanged,
    CardLeft,
    CardsDiscarded,
    CardsDrawn,
    CardsMilled,
    ControlTaken,
    CountersChanged,
    DamageDealt,
    DeedBarred,
    Found,
    MpChanged,
    MpPaid,
    Recovered,
    SentHome,
    StrengthChanged,
    TraitChanged,
)
from engine.games.chosen.state import Bar, Changed, Handle, Manoeuvre, Piece, Player, State


def put(state: State, seat: int, **changes: Any) -> State:
    """Return the table with something changed at one player."""
    players = list(state.players)
    players[seat] = changed(players[seat], **changes)
    return changed(state, players=tuple(players))


def piece_of(state: State, n: Handle) -> Piece:
    """Return a card in play; raises ImpossibleEventError if it is not."""
    piece = state.present.get(n)
    if piece is None:
        impossible(f"{n!r} is not in play")
    return piece


def touch(state: State, n: Handle, **changes: Any) -> State:
    """Return the table with something changed at one card in play."""
    piece = piece_of(state, n)
    return changed(state, present={**state.present, n: changed(piece, **changes)})


def enter(state: State, piece: Piece) -> State:
    """Return the table with a card that came into play under the next number."""
    if piece.n != f"c{state.handles + 1}":
        impossible(f"{piece.n!r} comes after {state.handles} cards")
    present = {**state.present, piece.n: piece}
    return changed(state, present=present, handles=state.handles + 1)


def into_past(state: State, owner: int, card: Card) -> State:
    """Return the table with a card in its owner's Past, or out of the game [2.2]."""
    player: Player = state.players[owner]
    if player.out:
        return changed(state, gone=(*state.gone, card))
    return put(state, owner, past=(*player.past, card))


def without(state: State, n: Handle) -> State:
    """Return the table without a card in play: out of towers and teams too."""
    present = {k: piece for k, piece in state.present.items() if k != n}
    towers = tuple(tuple(level for level in tower if level != n) for tower in state.towers)
    return changed(
        state, present=present, towers=towers, manoeuvre=without_member(state.manoeuvre, n)
    )


def without_member(manoeuvre: Manoeuvre | None, n: Handle) -> Manoeuvre | None:
    """Return a manoeuvre without an adventurer."""
    if manoeuvre is None:
        return None
    return changed(
        manoeuvre,
        team=tuple(m for m in manoeuvre.team if m != n),
        opposing=tuple(m for m in manoeuvre.opposing if m != n),
        losers=tuple(m for m in manoeuvre.losers if m != n),
    )


def leave(state: State, n: Handle, to: str) -> State:
    """Return the table after a card left play, with what was attached to it."""
    piece = piece_of(state, n)
    state = detach(without(state, n), n)
    owner = state.players[piece.owner]
    if to == "storage":
        stored = changed(piece, place="storage", at=None, used=(), face_down=False)
        return changed(state, present=_in_order({**state.present, n: stored}))
    if owner.out or to == "past":
        return into_past(state, piece.owner, piece.card)
    if to == "omen":
        return put(state, piece.owner, omen=piece.card)
    if to == "hand":
        return put(state, piece.owner, hand=(*owner.hand, piece.card))
    return put(state, piece.owner, future=(*owner.future, piece.card))


def detach(state: State, n: Handle) -> State:
    """Return the table without what was attached to a card [2.10] [8.5]."""
    for attached in state.at(n):
        living = not state.players[attached.controller].out
        ally = CARDS[attached.card].type == "ally"
        state = leave(state, attached.n, "storage" if ally and living else "past")
    return state


def _in_order(present: dict[Handle, Piece]) -> dict[Handle, Piece]:
    return dict(sorted(present.items(), key=lambda entry: int(entry[0][1:])))


def card_left(state: State, event: CardLeft) -> State:
    if piece_of(state, event.n).card != event.card:
        impossible(f"{event.n!r} is not {event.card!r}")
    return leave(state, event.n, event.to)


def awareness_changed(state: State, event: AwarenessChanged) -> State:
    damage = 0 if event.cleared else piece_of(state, event.n).damage
    return touch(state, event.n, awareness=event.to, damage=damage)


def damage_dealt(state: State, event: DamageDealt) -> State:
    piece = piece_of(state, event.n)
    return touch(state, event.n, damage=max(0, piece.damage + event.amount))


def trait_changed(state: State, event: TraitChanged) -> State:
    change = Changed(what=event.what, amount=event.amount)
    return touch(state, event.n, changes=(*piece_of(state, event.n).changes, change))


def strength_changed(state: State, event: StrengthChanged) -> State:
    running = state.manoeuvre
    if running is None:
        impossible("no manoeuvre is running")
    match event.what:
        case "initiating":
            running = changed(running, strength=running.strength + event.amount)
        case "obstructing":
            running = changed(running, opposing_strength=running.opposing_strength + event.amount)
        case "wall":
            running = changed(running, wall=running.wall + event.amount)
    return changed(state, manoeuvre=running)


def sent_home(state: State, event: SentHome) -> State:
    if piece_of(state, event.n).awareness == "awake":
        state = touch(state, event.n, awareness="resting")
    return changed(state, manoeuvre=without_member(state.manoeuvre, event.n))


def mp_changed(state: State, event: MpChanged) -> State:
    return put(state, event.seat, mp=max(0, state.players[event.seat].mp + event.amount))


def pay(state: State, seat: int, amount: int) -> State:
    """Return the table after a payment, noted if the active camp made it [4.6]."""
    left = state.players[seat].mp - amount
    if left < 0:
        impossible(f"seat {seat} pays {amount} MP and has {state.players[seat].mp}")
    if state.camp[seat] == state.active:
        state = changed(state, paid=True)
    return put(state, seat, mp=left)


def mp_paid(state: State, event: MpPaid) -> State:
    return pay(state, event.seat, event.amount)


def draw(state: State, seat: int, cards: Cards) -> State:
    """Return the table with the top cards of a Future in the hand."""
    player = state.players[seat]
    future = off_top(player.future, cards, f"the Future of seat {seat}")
    return put(state, seat, future=future, hand=player.hand + cards)


def cards_drawn(state: State, event: CardsDrawn) -> State:
    return draw(state, event.seat, event.cards.value)


def cards_discarded(state: State, event: CardsDiscarded) -> State:
    player = state.players[event.seat]
    hand = less(player.hand, event.cards, f"the hand of seat {event.seat}")
    return put(state, event.seat, hand=hand, past=player.past + event.cards)


def cards_milled(state: State, event: CardsMilled) -> State:
    player = state.players[event.seat]
    future = off_top(player.future, event.cards, f"the Future of seat {event.seat}")
    return put(state, event.seat, future=future, past=player.past + event.cards)


def found(state: State, event: Found) -> State:
    player = state.players[event.seat]
    card = event.card.value
    hand = player.hand if card is None else (*player.hand, card)
    return put(state, event.seat, hand=hand, future=event.future.value)


def recovered(state: State, event: Recovered) -> State:
    player = state.players[event.seat]
    past = less(player.past, (event.card,), f"the Past of seat {event.seat}")
    return put(state, event.seat, past=past, hand=(*player.hand, event.card))


def control_taken(state: State, event: ControlTaken) -> State:
    state = detach(state, event.n)
    injured = piece_of(state, event.n).awareness == "injured"
    awareness = "injured" if injured else "resting"
    return touch(state, event.n, controller=event.seat, awareness=awareness)


def deed_barred(state: State, event: DeedBarred) -> State:
    return changed(state, bars=(*state.bars, Bar(seat=event.seat, what=event.what)))


def counters_changed(state: State, event: CountersChanged) -> State:
    counters = piece_of(state, event.n).counters + event.amount
    return touch(state, event.n, counters=max(0, counters))
