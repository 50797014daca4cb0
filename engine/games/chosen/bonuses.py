"""What constant effects make of printed numbers [2.5] [2.12]."""

from collections.abc import Mapping, Sequence
from typing import Any, Final, TypeVar

from engine.core.kept import kept
from engine.core.question import seat_ref
from engine.games.chosen.cards import CARDS, Card
from engine.games.chosen.models import Adventurer, Building, TowerLevel
from engine.games.chosen.ops import Bars, Bonus, Constant, Deed, Discount, Glory, Trait, WallBonus
from engine.games.chosen.state import COMMON_GROUND, Handle, Manoeuvre, Piece, State

_IN_FORCE: Final = frozenset({"row", "building", "event", "attached", "tower"})
_Kind = TypeVar("_Kind", Bonus, WallBonus, Discount, Bars)
_CONSTANTS: Final[Mapping[Card, tuple[Constant, ...]]] = {
    card.id: card.constants for card in CARDS.values() if card.constants
}
_GLORIOUS: Final = frozenset(
    card.id
    for card in CARDS.values()
    if hasattr(card, "dp") or any(isinstance(one, Glory) for one in card.constants)
)


@kept
def _working(present: Mapping[Handle, Piece]) -> Mapping[type, list[tuple[Piece, Any]]]:
    """Return the constant effects in play by their kind; those of face-down cards are none."""
    found: dict[type, list[tuple[Piece, Any]]] = {}
    for piece in present.values():
        if piece.card in _CONSTANTS and not piece.face_down and piece.place in _IN_FORCE:
            for constant in _CONSTANTS[piece.card]:
                found.setdefault(type(constant), []).append((piece, constant))
    return found


def in_force(state: State, kind: type[_Kind]) -> Sequence[tuple[Piece, _Kind]]:
    """Return the constant effects of a kind in play, in the order of the cards' numbers."""
    return _working(state.present).get(kind, ())


def adventurer(piece: Piece) -> Adventurer:
    """Return what is printed on an adventurer in play."""
    card = CARDS[piece.card]
    assert isinstance(card, Adventurer), f"{piece.card} is no adventurer"
    return card


def trait(state: State, piece: Piece, what: Trait) -> int:
    """Return a trait of an adventurer as it is now, at least 0 [2.5]."""
    card = adventurer(piece)
    value: int = getattr(card, what)
    for change in piece.changes:
        value += change.amount if change.what == what else 0
    bonuses = _bonuses(state.present)
    for _, bonus in bonuses.get((what, piece.n), ()):
        value += bonus.amount if _fits(state, bonus, piece, card) else 0
    for giver, bonus in bonuses.get((what, None), ()):
        if _serves(state, giver, piece.controller) and _fits(state, bonus, piece, card):
            value += bonus.amount
    return max(0, value - piece.damage if what == "level" else value)


@kept
def _bonuses(
    present: Mapping[Handle, Piece],
) -> Mapping[tuple[Trait, Handle | None], Sequence[tuple[Piece, Bonus]]]:
    """Return bonuses by trait and whom they mean; those for whole Rows under None."""
    found: dict[tuple[Trait, Handle | None], list[tuple[Piece, Bonus]]] = {}
    for giver, bonus in _working(present).get(Bonus, ()):
        meant = {"self": giver.n, "bearer": giver.at, "target": giver.target, "own_row": None}
        found.setdefault((bonus.what, meant[bonus.who]), []).append((giver, bonus))
    return found


def _fits(state: State, bonus: Bonus, piece: Piece, card: Adventurer) -> bool:
    """Tell whether a bonus that is meant for an adventurer, or its Row, counts for it now."""
    if bonus.calling is not None and bonus.calling != card.calling:
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


@kept
def _glories(present: Mapping[Handle, Piece]) -> Mapping[int, int]:
    """Return the DP that cards in play give, by their controllers."""
    found: dict[int, int] = {}
    for piece in present.values():
        if piece.card in _GLORIOUS:
            found[piece.controller] = found.get(piece.controller, 0) + glory_of(piece)
    return found


def glory(state: State, seat: int) -> int:
    """Return the DP of a player [9.1]."""
    return _glories(state.present).get(seat, 0)


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
    return any(
        constant.what == what and (constant.who == "everybody" or giver.target == seat_ref(seat))
        for giver, constant in in_force(state, Bars)
    )
