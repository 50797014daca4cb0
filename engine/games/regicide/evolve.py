"""Fold an event into the table. Nothing is judged here; only the impossible is refused."""

from collections.abc import Callable, Mapping
from typing import Any, Final

from engine.core.copying import changed
from engine.core.messages import Event
from engine.core.piles import less
from engine.core.rejection import impossible
from engine.games.regicide.cards import Set
from engine.games.regicide.events import (
    CardsDiscarded,
    CardsDrawn,
    CardsPlayed,
    CastleTaken,
    DamageDealt,
    Dealt,
    DiscardRecycled,
    EnemyDefeated,
    EnemyRevealed,
    EnemyStruck,
    JesterFlipped,
    JesterPlayed,
    NextNamed,
    PlayerDied,
    RoyalOffered,
    RoyalPlaced,
    ShieldRaised,
    SignalSent,
    TurnStarted,
    Yielded,
)
from engine.games.regicide.state import State


def evolve(state: State, event: Event) -> State:
    """Return the table after an event.

    Raises:
        ImpossibleEventError: the event moves cards that are not where it takes them from.
    """
    fold = _FOLDS.get(type(event))
    if fold is None:
        impossible(f"{event.kind!r} is no event of this game")
    return fold(state, event)


def _dealt(state: State, event: Dealt) -> State:
    seats = len(event.hands)
    return changed(
        state,
        exact_kill=event.exact_kill,
        hand_limit=event.hand_limit,
        enemy=event.enemy,
        castle_deck=event.castle_deck.value,
        tavern_deck=event.tavern_deck.value,
        hands=tuple(hand.value for hand in event.hands),
        yielded_last_turn=(False,) * seats,
        signals=(None,) * seats,
        solo_jesters=event.solo_jesters,
    )


def _turn_started(state: State, event: TurnStarted) -> State:
    return changed(state, step="play", turn=state.turn + 1, current=event.seat)


def _cards_played(state: State, event: CardsPlayed) -> State:
    return _played(state, event.seat, event.cards)


def _jester_played(state: State, event: JesterPlayed) -> State:
    return changed(
        _played(state, event.seat, (event.card,)),
        step="next",
        immunity_cancelled=True,
        shield=state.shield + event.shield,
        signals=(None,) * state.seats,
    )


def _discard_recycled(state: State, event: DiscardRecycled) -> State:
    moved, left = event.moved.value, event.left.value
    if len(moved) + len(left) != len(state.discard_pile):
        impossible(
            f"{len(moved)} moved + {len(left)} left of {len(state.discard_pile)} discarded cards"
        )
    return changed(state, discard_pile=left, tavern_deck=state.tavern_deck + moved)


def _cards_drawn(state: State, event: CardsDrawn) -> State:
    count = 0
    hands = list(state.hands)
    for draw in event.draws:
        hands[draw.seat] += draw.cards.value
        count += draw.count
    return changed(_tavern_less(state, count), hands=tuple(hands))


def _shield_raised(state: State, event: ShieldRaised) -> State:
    return changed(state, shield=state.shield + event.amount)


def _damage_dealt(state: State, event: DamageDealt) -> State:
    return changed(state, damage_taken=state.damage_taken + event.amount)


def _enemy_defeated(state: State, _event: EnemyDefeated) -> State:
    return changed(state, enemies_defeated=state.enemies_defeated + 1)


def _royal_offered(state: State, event: RoyalOffered) -> State:
    return changed(state, step="royal", current=event.seat)


def _royal_placed(state: State, event: RoyalPlaced) -> State:
    if event.where == "discard":  # under the cards that defeated it [4.3]
        under = changed(state, enemy=None, discard_pile=(*state.discard_pile, event.royal))
        return _swept(under)
    on_top = changed(
        state,
        enemy=None,
        tavern_deck=(event.royal, *state.tavern_deck),
        known_on_top=state.known_on_top + 1,
    )
    return _swept(on_top)


def _enemy_revealed(state: State, event: EnemyRevealed) -> State:
    if state.castle_deck[:1] != (event.enemy,):
        impossible(f"{event.enemy} turned up, but the castle deck is {state.castle_deck}")
    return changed(
        state,
        enemy=event.enemy,
        castle_deck=state.castle_deck[1:],
        damage_taken=0,
        shield=0,
        immunity_cancelled=False,
    )


def _enemy_struck(state: State, event: EnemyStruck) -> State:
    return changed(state, step="suffer", current=event.seat)


def _cards_discarded(state: State, event: CardsDiscarded) -> State:
    return changed(
        state,
        hands=_hands_less(state, event.seat, event.cards),
        discard_pile=state.discard_pile + event.cards,
    )


def _yielded(state: State, event: Yielded) -> State:
    return changed(state, yielded_last_turn=_put(state.yielded_last_turn, event.seat, value=True))


def _next_named(state: State, _event: NextNamed) -> State:
    return state


def _signal_sent(state: State, event: SignalSent) -> State:
    return changed(state, signals=_put(state.signals, event.seat, value=event.mood))


def _jester_flipped(state: State, event: JesterFlipped) -> State:
    emptied = _hands_less(state, event.seat, event.discarded)
    return changed(
        _tavern_less(state, event.count),
        hands=_put(emptied, event.seat, value=event.drawn.value),
        discard_pile=state.discard_pile + event.discarded,
        solo_jesters=state.solo_jesters - 1,
        flips=state.flips + 1,
    )


def _castle_taken(state: State, _event: CastleTaken) -> State:
    return changed(_swept(state), step="over")


def _player_died(state: State, event: PlayerDied) -> State:
    return changed(state, step="over", loss=event.reason)


def _played(state: State, seat: int, cards: Set) -> State:
    return changed(
        state,
        hands=_hands_less(state, seat, cards),
        played_against_enemy=(*state.played_against_enemy, cards),
        yielded_last_turn=_put(state.yielded_last_turn, seat, value=False),  # [7.3]
    )


def _swept(state: State) -> State:
    """Discard what was played against an enemy, now that it is put away [4.2]."""
    cards = tuple(card for play in state.played_against_enemy for card in play)
    return changed(state, discard_pile=state.discard_pile + cards, played_against_enemy=())


def _hands_less(state: State, seat: int, cards: Set) -> tuple[Set, ...]:
    hand = less(state.hands[seat], cards, f"the hand of seat {seat}")
    return _put(state.hands, seat, value=hand)


def _tavern_less(state: State, count: int) -> State:
    if count > len(state.tavern_deck):
        impossible(f"{count} cards drawn from a Tavern deck of {len(state.tavern_deck)}")
    return changed(
        state,
        tavern_deck=state.tavern_deck[count:],
        known_on_top=max(0, state.known_on_top - count),
    )


def _put(row: tuple[Any, ...], seat: int, *, value: object) -> tuple[Any, ...]:
    return (*row[:seat], value, *row[seat + 1 :])


_FOLDS: Final[Mapping[type[Event], Callable[[State, Any], State]]] = {
    Dealt: _dealt,
    TurnStarted: _turn_started,
    CardsPlayed: _cards_played,
    JesterPlayed: _jester_played,
    DiscardRecycled: _discard_recycled,
    CardsDrawn: _cards_drawn,
    ShieldRaised: _shield_raised,
    DamageDealt: _damage_dealt,
    EnemyDefeated: _enemy_defeated,
    RoyalOffered: _royal_offered,
    RoyalPlaced: _royal_placed,
    EnemyRevealed: _enemy_revealed,
    EnemyStruck: _enemy_struck,
    CardsDiscarded: _cards_discarded,
    Yielded: _yielded,
    NextNamed: _next_named,
    SignalSent: _signal_sent,
    JesterFlipped: _jester_flipped,
    CastleTaken: _castle_taken,
    PlayerDied: _player_died,
}
