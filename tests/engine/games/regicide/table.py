"""A short text for positions: ``table("JH QS", hands=["5C 10D", "2S"], damage=3, tavern="9D")``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, get_args

from engine.games.regicide import State
from engine.games.regicide.cards import Card
from engine.games.regicide.rules import HAND_LIMIT

if TYPE_CHECKING:
    from collections.abc import Sequence

    from engine.games.regicide.state import Step

CARDS = frozenset(get_args(Card))


def cards(text: str) -> tuple[Card, ...]:
    """Read cards, in the order they lie."""
    found = tuple(text.split())
    assert CARDS.issuperset(found), f"not all cards: {text}"
    return found  # pyright: ignore[reportReturnType]


def table(
    castle: str,
    *,
    hands: Sequence[str],
    tavern: str = "",
    discard: str = "",
    played: Sequence[str] = (),
    step: Step = "play",
    turn: int = 1,
    current: int = 0,
    damage: int = 0,
    shield: int = 0,
    cancelled: bool = False,
    yielded: Sequence[int] = (),
    exact_kill: Literal["must", "may"] = "must",
    jesters: int = 0,
    flips: int = 0,
    defeated: int = 0,
) -> State:
    """Return a position.

    ``castle`` begins with the enemy; the Tavern deck is given from its top, the discard pile from
    its bottom; ``played`` has one text a play; ``yielded`` are the seats whose last turn was a
    yield; ``jesters`` lie aside, ``flips`` are used up.
    """
    royals = cards(castle)
    return State(
        step=step,
        turn=turn,
        current=current,
        exact_kill=exact_kill,
        hand_limit=HAND_LIMIT[len(hands)],
        enemy=royals[0],
        castle_deck=royals[1:],
        tavern_deck=cards(tavern),
        discard_pile=cards(discard),
        hands=tuple(cards(hand) for hand in hands),
        played_against_enemy=tuple(cards(play) for play in played),
        damage_taken=damage,
        shield=shield,
        immunity_cancelled=cancelled,
        yielded_last_turn=tuple(seat in yielded for seat in range(len(hands))),
        signals=(None,) * len(hands),
        solo_jesters=jesters,
        flips=flips,
        enemies_defeated=defeated,
    )
