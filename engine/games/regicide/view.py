"""What one seat, or a spectator, sees of the table."""

from typing import Literal

from engine.core.messages import Message, View
from engine.games.regicide.cards import Card
from engine.games.regicide.commands import Mood
from engine.games.regicide.rules import RegicideOutcome, outcome
from engine.games.regicide.state import State, Step

Cards = tuple[Card, ...]


class EnemyView(Message):
    card: Card
    health: int
    """So much damage defeats it [1.7]."""
    damage_taken: int
    """Added up over all plays [4.1]."""
    attack: int
    """As printed [1.7]."""
    shield: int
    """Raised by spades; taken off the attack [3.6]."""
    effective_attack: int
    """What a blow of it costs now: the attack less the shield [5.1]."""
    immunity_cancelled: bool


class RegicideView(View):
    seat: int | None
    """Whose view it is; None for a spectator."""
    seats: int
    """How many play."""
    step: Step
    turn: int
    """From 1."""
    current: int
    """The seat whose turn it is."""
    exact_kill: Literal["must", "may"]

    enemy: EnemyView
    played_against_enemy: tuple[Cards, ...]
    """One entry a play, oldest first."""
    enemies_defeated: int
    """Of 12."""
    castle_count: int
    """Royals face down behind the enemy [11.2]."""

    tavern_count: int
    """Cards in the Tavern deck, from which hands are filled."""
    tavern_known: Cards
    """Its upper cards, as far as everybody knows them, the top first [11.2]."""
    discard_count: int
    """Cards in the discard pile."""
    discard_top: Card | None
    """[11.3]."""

    hand: Cards | None
    """The viewer's own [11.1]."""
    hand_counts: tuple[int, ...]
    """By seat."""
    hand_limit: int
    """Cards that a hand holds at most."""
    yielded_last_turn: tuple[bool, ...]
    signals: tuple[Mood | None, ...]
    """Since the newest Jester."""
    solo_jesters: int
    """Jesters that lie aside and can be flipped."""
    outcome: RegicideOutcome | None


def view(state: State, seat: int | None) -> RegicideView:
    """Return what a seat sees, or what everybody sees if it is None; from the deal on."""
    return RegicideView(
        seat=seat,
        seats=state.seats,
        step=state.step,
        turn=state.turn,
        current=state.current,
        exact_kill=state.exact_kill,
        enemy=_enemy(state),
        played_against_enemy=state.played_against_enemy,
        enemies_defeated=state.enemies_defeated,
        castle_count=len(state.castle_deck),
        tavern_count=len(state.tavern_deck),
        tavern_known=state.tavern_deck[: state.known_on_top],
        discard_count=len(state.discard_pile),
        discard_top=state.discard_pile[-1] if state.discard_pile else None,
        hand=None if seat is None else state.hands[seat],
        hand_counts=tuple(len(hand) for hand in state.hands),
        hand_limit=state.hand_limit,
        yielded_last_turn=state.yielded_last_turn,
        signals=state.signals,
        solo_jesters=state.solo_jesters,
        outcome=outcome(state),
    )


def turn(state: State) -> str | None:
    """Return the turn that a state belongs to, in words; None before the first."""
    return f"turn {state.turn}, seat {state.current}" if state.turn else None


def _enemy(state: State) -> EnemyView:
    return EnemyView(
        card=state.foe,
        health=state.enemy_health,
        damage_taken=state.damage_taken,
        attack=state.enemy_attack,
        shield=state.shield,
        effective_attack=state.effective_attack,
        immunity_cancelled=state.immunity_cancelled,
    )
