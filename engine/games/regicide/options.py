"""What a seat may do, as data; and what is done for it when its clock runs out."""

from functools import cache, lru_cache

from engine.core.messages import Command
from engine.core.options import Item, Option, Subset
from engine.games.regicide.cards import (
    RANK,
    SUIT,
    VALUE,
    Card,
    Set,
    cheapest,
    is_jester,
    legal_sets,
    value_of,
)
from engine.games.regicide.commands import ChooseNext, Discard, FlipJester, PlaceRoyal, Play, Yield
from engine.games.regicide.state import State

_GLYPH = {"C": "♣", "D": "♦", "H": "♥", "S": "♠"}
_YIELD = Option(label="Yield", command={"kind": "yield"})
_FLIP = Option(label="Flip a Jester: a new hand", command={"kind": "flip_jester"})
_ROYAL = (
    Option(
        label="Put the royal on top of the Tavern deck",
        command={"kind": "place_royal", "where": "tavern"},
    ),
    Option(
        label="Put the royal on the discard pile",
        command={"kind": "place_royal", "where": "discard"},
    ),
)
_SIGNALS = tuple(
    Option(label=f"Signal: {mood}", command={"kind": "signal", "mood": mood}, optional=True)
    for mood in ("willing", "reluctant")
)


def legal(state: State, seat: int) -> tuple[Option, ...]:
    """Return what a seat may do now; nothing when it is not its turn."""
    signals = _SIGNALS if state.may_signal(seat) else ()
    if seat != state.current:
        return signals
    match state.step:
        case "play":
            plays = _plays(state.hands[seat])
            yielding = (_YIELD,) if state.may_yield(seat) else ()
            return plays + yielding + _flip(state)
        case "suffer":
            hand = state.hands[seat]
            damage = state.effective_attack
            paying = (_discard(hand, damage),) if value_of(hand) >= damage else ()
            return paying + _flip(state)
        case "next":
            return tuple(_name(other) for other in range(state.seats)) + signals
        case "royal":
            return _ROYAL
        case _:
            return ()


def default(state: State, seat: int) -> Command:
    """Return what is done for an awaited seat that let its time pass."""
    hand = state.hands[seat]
    match state.step:
        case "play" if state.may_yield(seat):  # [10.1]
            return Yield()
        case "play" if hand:  # [10.1]
            return Play(cards=(min(hand, key=lambda card: (VALUE[card], card)),))
        case "suffer" if value_of(hand) >= state.effective_attack:  # [10.2]
            return Discard(cards=cheapest(hand, state.effective_attack))
        case "next":  # [10.3]
            return ChooseNext(seat=state.after(seat))
        case "royal":  # [10.4]
            return PlaceRoyal(where="tavern")
        case _:  # [10.5]
            return FlipJester()


def label(card: Card) -> str:
    """Return a card as people write it: ``5♣``, ``K♠``, ``Jester``."""
    return "Jester" if is_jester(card) else RANK[card] + _GLYPH[SUIT[card]]


def _flip(state: State) -> tuple[Option, ...]:
    return (_FLIP,) if state.solo_jesters else ()


@lru_cache(maxsize=4096)
def _plays(hand: Set) -> tuple[Option, ...]:
    return tuple(_play(cards) for cards in legal_sets(hand))


@cache
def _play(cards: Set) -> Option:
    if is_jester(cards[0]):
        return Option(label="Play a Jester", command={"kind": "play", "cards": [*cards]})
    return Option(
        label=f"Attack for {value_of(cards)}: {' '.join(map(label, cards))}",
        command={"kind": "play", "cards": [*cards]},
        any_order="cards" if len(cards) > 1 else None,
    )


@cache
def _item(card: Card) -> Item:
    return Item(value=card, weight=VALUE[card])


def _discard(hand: Set, damage: int) -> Option:
    return Option(
        label=f"Discard cards worth {damage} or more",
        shape=Subset(
            command={"kind": "discard"},
            field="cards",
            items=tuple(_item(card) for card in hand),
            min_weight=damage,
            min_count=1,
            max_count=len(hand),
        ),
    )


@cache
def _name(seat: int) -> Option:
    return Option(
        label=f"Seat {seat} has the next turn", command={"kind": "choose_next", "seat": seat}
    )
