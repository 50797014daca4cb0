"""The cards as short ids, what they are worth, and which sets of them may be played [1.2]."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import combinations
from typing import Final, Literal, get_args

Suit = Literal["C", "D", "H", "S"]
Rank = Literal["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "X"]

# fmt: off
Card = Literal[
    "AC", "2C", "3C", "4C", "5C", "6C", "7C", "8C", "9C", "10C", "JC", "QC", "KC",
    "AD", "2D", "3D", "4D", "5D", "6D", "7D", "8D", "9D", "10D", "JD", "QD", "KD",
    "AH", "2H", "3H", "4H", "5H", "6H", "7H", "8H", "9H", "10H", "JH", "QH", "KH",
    "AS", "2S", "3S", "4S", "5S", "6S", "7S", "8S", "9S", "10S", "JS", "QS", "KS",
    "X1", "X2",
]
# fmt: on
Set = tuple[Card, ...]
"""Some cards in an order that means something, or in the deck's where it means nothing."""

DECK: Final[Set] = get_args(Card)
JESTERS: Final[Set] = ("X1", "X2")
RANK: Final[Mapping[Card, Rank]] = {
    card: "X" if card in JESTERS else card[:-1]  # pyright: ignore[reportAssignmentType]
    for card in DECK
}
SUIT: Final[Mapping[Card, Suit]] = {
    card: card[-1]  # pyright: ignore[reportAssignmentType]
    for card in DECK
    if card not in JESTERS
}
"""The suit of every card but the Jesters."""
WORTH: Final[Mapping[Rank, int]] = {
    "A": 1, "2": 2, "3": 3, "4": 4, "5": 5, "6": 6, "7": 7, "8": 8, "9": 9, "10": 10,
    "J": 10, "Q": 15, "K": 20, "X": 0,
}  # fmt: skip
VALUE: Final[Mapping[Card, int]] = {card: WORTH[RANK[card]] for card in DECK}

HEALTH: Final[Mapping[Rank, int]] = {"J": 20, "Q": 30, "K": 40}  # [1.7]
ATTACK: Final[Mapping[Rank, int]] = {"J": 10, "Q": 15, "K": 20}  # [1.7]

TAVERN: Final[Set] = tuple(c for c in DECK if RANK[c] not in {"J", "Q", "K", "X"})  # [1.4]
COURT: Final[tuple[Set, ...]] = tuple(
    tuple(card for card in DECK if RANK[card] == rank) for rank in ("J", "Q", "K")
)
"""The royals, rank by rank, in the order the castle deck turns them up [1.3]."""
ENEMIES: Final = 12

_PLACE: Final[Mapping[Card, int]] = {card: place for place, card in enumerate(DECK)}
_COMBO_LIMIT = 10


def value_of(cards: Iterable[Card]) -> int:
    """Return what cards are worth together, in an attack [2.8] or against a blow [5.3]."""
    return sum(VALUE[card] for card in cards)


def is_jester(card: Card) -> bool:
    return RANK[card] == "X"


def is_legal_set(cards: Sequence[Card]) -> bool:
    """Tell whether cards, wherever they are, may be played together."""
    if not cards or len(set(cards)) != len(cards):  # [2.7]
        return False
    if len(cards) == 1:  # [2.4]
        return True
    ranks = {RANK[card] for card in cards}
    if "X" in ranks:  # [6.1]
        return False
    if "A" in ranks:  # [2.5]
        return len(cards) == 2
    return len(ranks) == 1 and value_of(cards) <= _COMBO_LIMIT  # [2.6]


@lru_cache(maxsize=4096)
def legal_sets(hand: Set) -> tuple[Set, ...]:
    """Return every set that a hand can play, each in the deck's order; small sets first."""
    held: list[Card] = sorted(hand, key=_PLACE.__getitem__)
    small: list[Card] = [card for card in held if VALUE[card] * 2 <= _COMBO_LIMIT]
    sets: list[Set] = [(card,) for card in held]
    sets += [pair for pair in _sets(held, 2) if is_legal_set(pair)]
    sets += [some for size in (3, 4) for some in _sets(small, size) if is_legal_set(some)]
    return tuple(sets)


@lru_cache(maxsize=4096)
def cheapest(hand: Set, damage: int) -> Set:
    """Return the sufficient set of the lowest value, ties by ids, in the order of ids [10.2].

    The hand must suffice.
    """
    held: list[Card] = sorted(hand)
    sets = (some for size in range(1, len(held) + 1) for some in _sets(held, size))
    return min((value_of(some), some) for some in sets if value_of(some) >= damage)[1]


def _sets(cards: Sequence[Card], size: int) -> Iterator[Set]:
    return combinations(cards, size)
