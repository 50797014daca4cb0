"""What constant effects make of printed numbers [2.5] [2.12]."""

from collections.abc import Iterator, Mapping
from typing import Final, TypeVar

from engine.core.question import seat_ref
from engine.games.chosen.cards import CARDS, Card
from engine.games.chosen.models import Adventurer, Building, TowerLevel
from engine.games.chosen.ops import Bars, Bonus, Constant, Deed, Discount, Glory, Trait, WallBonus
from engine.games.chosen.state import COMMON_GROUND, Manoeuvre, Piece, State

_IN_FORCE: Final = frozenset({"row", "building", "event", "attached", "tower"})
_Kind = TypeVar("_Kind", Bonus, WallBonus, Discount, Bars)
_WITH: Final[Mapping[type[Constant], frozenset[Card]]] = {
    kind: frozenset(
        card.id
        for card in CARDS.values()
        if any(isinstance(constant, kind) for constant in card.constants)
    )
    for kind in (Bonus, WallBonus, Discount, Bars)
}


def in_force(state: State, kind: type[_Kind]) -> Iterator[tuple[Piece, _Kind]]:
    """Yield the constant effects of a kind in play; those of face-down cards are none."""
    cards = _WITH[kind]
    for piece in state.present.values():
        if piece.card in cards and not piece.face_down and piece.place in _IN_FORCE:
            for constant in CARDS[piece.card].constants:
                if isinstance(constant, kind):
                    yield piece, constant


def adventurer(piece: Piece) -> Adventurer:
    """Return what is printed on an adventurer in play."""
    card = CARDS[piece.card]
    assert isinstance(card, Adventurer), f"{piece.card} is no adventurer"
    return card


def trait(state: State, piece: Piece, what: Trait) -> int:
    """Return a trait of an adventurer as it is now, at least 0 [2.5]."""
    card = adventurer(piece)
    value = getattr(card, what) + sum([c.amount for c in piece.changes if c.what == what])
    for giver, constant in in_force(state, Bonus):
        if constant.what == what:
            value += constant.amount if _applies(state, giver, constant, piece, card) else 0
    return max(0, value - piece.damage if what == "level" else value)


def _applies(state: State, giver: Piece, bonus: Bonus, piece: Piece, card: Adventurer) -> bool:
    match bonus.who:
        case "self":
            meant = giver.n == piece.n
        case "bearer":
            meant = giver.at == piece.n
        case "own_row":
            meant = _serves(state, giver, piece.controller)
        case "target":
            meant = giver.target == piece.n
    if not meant or bonus.calling not in {None, card.calling}:
        return False
    if bonus.character not in {None, card.character}:
        return False
    return bonus.when == "always" or _moment(state.manoeuvre, bonus, piece)


def _serves(state: State, giver: Piece, seat: int) -> bool:
    """Tell whether a card works for a player: the own; levels and buildings are common [14.4]."""
    if giver.place in COMMON_GROUND:
        return state.camp[giver.controller] == state.camp[seat]
    return giver.controller == seat


def _moment(running: Manoeuvre | None, bonus: Bonus, piece: Piece) -> bool:
    if running is None:
        return False
    if bonus.when == "obstructing":
        return piece.n in running.opposing
    return running.kind == bonus.when and piece.n in running.team


def team_level(state: State, team: tuple[str, ...]) -> int:
    """Return the current levels of a team together [8.1]."""
    return sum(trait(state, state.present[n], "level") for n in team)


def wall(state: State, running: Manoeuvre) -> int:
    """Return the wall in a siege or capture, at least 0."""
    if running.target is None or running.kind not in {"siege", "capture"}:
        return 0
    piece = state.present[running.target]
    card = CARDS[piece.card]
    assert isinstance(card, TowerLevel | Building), "only levels and buildings have walls"
    of = "levels" if running.kind == "siege" else "buildings"
    camp = state.camp[piece.controller]
    more = sum(
        constant.amount
        for giver, constant in in_force(state, WallBonus)
        if constant.of == of and state.camp[giver.controller] == camp
    )
    return max(0, card.wall + more + running.wall)


def glory_of(piece: Piece) -> int:
    """Return the DP that a card in play gives its controller [9.1]."""
    card = CARDS[piece.card]
    if piece.place == "solved":
        return getattr(card, "dp", 0)
    value = getattr(card, "dp", 0) if piece.place == "building" else 0
    if piece.face_down or piece.place not in _IN_FORCE:
        return value
    for constant in card.constants:
        if isinstance(constant, Glory):
            value += constant.amount * (piece.counters if constant.per_counter else 1)
    return value


def glory(state: State, seat: int) -> int:
    """Return the DP of a player [9.1]."""
    return sum(glory_of(p) for p in state.present.values() if p.controller == seat)


def side_glory(state: State, side: int) -> int:
    """Return the DP of those of a side who are in the game."""
    return sum(glory(state, seat) for seat in state.living if state.side[seat] == side)


def discounted(state: State, seat: int, on: str, mp: int) -> int:
    """Return what somebody pays."""
    less = sum(
        constant.amount
        for giver, constant in in_force(state, Discount)
        if constant.on == on and _serves(state, giver, seat)
    )
    return max(0, mp - less)


def forbidden(state: State, seat: int, what: Deed) -> bool:
    """Tell whether an effect forbids something to a player."""
    if state.barred(seat, what):
        return True
    for giver, constant in in_force(state, Bars):
        if constant.what == what:
            own = giver.controller
            if (
                constant.who == "everybody"
                or (constant.who == "you" and _serves(state, giver, seat))
                or (constant.who == "opponents" and state.side[own] != state.side[seat])
                or (constant.who == "target" and giver.target == seat_ref(seat))
            ):
                return True
    return False
