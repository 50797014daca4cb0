"""What the laws for all games need to know of this one: twins, and positions of real matches.

A twin of a position differs from it only in what a viewer may not know.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from pydantic import TypeAdapter

from engine.core.game import Move
from engine.core.rejection import Rejection
from engine.core.rng import Rng
from engine.games.regicide import GAME, RegicideConfig, State
from engine.games.regicide.cards import COURT, Card, value_of
from tests.engine.scenario import fold

if TYPE_CHECKING:
    from collections.abc import Iterator

COMMANDS = TypeAdapter[Any](GAME.command)
_TRIES = 100
_OUT_OF_SIGHT = 21
"""One command draws no more cards: a companion and a King, one of them of diamonds."""


def twin(state: State, seat: int | None, rng: Rng) -> State:
    """Return a position that a viewer can't tell from this one by looking at it.

    All cards it doesn't see change places: other hands, the Tavern deck behind its known top, the
    discard pile under its top, the royals that are face down (rank by rank).
    """
    below = state.discard_pile[:-1]
    known = state.tavern_deck[: state.known_on_top]
    deep = state.tavern_deck[state.known_on_top :]
    pool = (*deep, *below, *_others(state, seat))
    for _ in range(_TRIES):
        cards = list(rng.shuffle(pool))
        tavern = (*known, *_take(cards, len(deep)))
        discard = (*_take(cards, len(below)), *state.discard_pile[len(below) :])
        hands = _redeal(state, seat, cards)
        castle = tuple(
            royal
            for rank in COURT
            for royal in rng.shuffle([card for card in state.castle_deck if card in rank])
        )
        other = replace(
            state, tavern_deck=tavern, discard_pile=discard, hands=hands, castle_deck=castle
        )
        if _believable(other):
            return other
    return state


def quiet_twin(state: State, seat: int | None, rng: Rng) -> State:
    """Return a twin that stays one after any one command of the viewer.

    What the command could bring to light is the same: only other hands and the cards far down in
    the Tavern deck change places.
    """
    near, far = state.tavern_deck[:_OUT_OF_SIGHT], state.tavern_deck[_OUT_OF_SIGHT:]
    pool = (*far, *_others(state, seat))
    for _ in range(_TRIES):
        cards = list(rng.shuffle(pool))
        tavern = (*near, *_take(cards, len(far)))
        other = replace(state, tavern_deck=tavern, hands=_redeal(state, seat, cards))
        if _believable(other):
            return other
    return state


def positions(config: RegicideConfig, seats: int, seed: int) -> Iterator[tuple[State, Rng]]:
    """Play a match by options picked at random; give each position and the rng that decides on it.

    Optional commands are sent as well.
    """
    secret = seed.to_bytes(32, "big")
    choices = Rng(secret, 0)
    state = fold(GAME, GAME.initial, GAME.setup(config, (None,) * seats, Rng(secret, 1)))
    n = 1
    while True:
        n += 1
        yield state, Rng(secret, n)
        moves = [(seat, option) for seat in range(seats) for option in GAME.legal(state, seat)]
        if not moves:
            return
        seat, option = choices.choice(moves)
        command = COMMANDS.validate_python(option.sample(choices))
        answer = GAME.decide(state, (Move(seat=seat, command=command),), Rng(secret, n))
        assert not isinstance(answer, Rejection), f"{option} was offered to {seat}: {answer}"
        state = fold(GAME, state, answer)


def _others(state: State, seat: int | None) -> tuple[Card, ...]:
    return tuple(card for other, hand in enumerate(state.hands) if other != seat for card in hand)


def _redeal(state: State, seat: int | None, cards: list[Card]) -> tuple[tuple[Card, ...], ...]:
    return tuple(
        hand if other == seat else _take(cards, len(hand)) for other, hand in enumerate(state.hands)
    )


def _take(cards: list[Card], count: int) -> tuple[Card, ...]:
    taken = tuple(cards[:count])
    del cards[:count]
    return taken


def _believable(state: State) -> bool:
    """Tell whether the position could have come about: who is asked to pay is able to."""
    if state.step != "suffer" or state.solo_jesters:
        return True
    return value_of(state.hands[state.current]) >= state.effective_attack
