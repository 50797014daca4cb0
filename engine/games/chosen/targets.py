"""What may be named as a target, what is counted, and which conditions hold."""

from collections.abc import Iterable
from typing import Final

from engine.core.question import seat_of, seat_ref
from engine.games.chosen.bonuses import trait
from engine.games.chosen.cards import CARDS
from engine.games.chosen.ops import Condition, Count, Target, Untouchable
from engine.games.chosen.state import Item, Piece, Place, State

_PLACES: dict[str, Place] = {
    "adventurer": "row",
    "building": "building",
    "event": "event",
    "omen": "event",
    "ally": "attached",
    "obstacle": "attached",
    "level": "tower",
}


def candidates(state: State, seat: int, target: Target) -> list[str]:
    """Return what a player may name, in the order of numbers; opponents clockwise [6.7]."""
    if target.what == "opponent":
        return [seat_ref(s) for s in state.opponents(seat)]
    if target.what == "act":
        return [item.n for item in state.timeline if _fitting_act(state, seat, target, item)]
    return [piece.n for piece in _fitting(state, seat, target)]


def _fitting_act(state: State, seat: int, target: Target, item: Item) -> bool:
    if not _whose(state, seat, target, item.seat):
        return False
    return not target.acts or item.kind in target.acts


def _whose(state: State, seat: int, target: Target, of: int) -> bool:
    match target.whose:
        case "own":
            return of == seat
        case "opposing":
            return state.side[of] != state.side[seat]
        case "any":
            return True


def _fitting(state: State, seat: int, target: Target) -> Iterable[Piece]:
    place, sides = _PLACES[target.what], state.side
    match target.whose:
        case "own":
            found = state.of(seat, place)
        case "opposing":
            found = [p for p in state.lying(place) if sides[p.controller] != sides[seat]]
        case "any":
            found = state.lying(place)
    of_kind = _such if target.what == "adventurer" else _of_kind
    return [
        piece
        for piece in found
        if of_kind(state, piece, target)
        and (piece.card not in _UNTOUCHABLE or _touchable(state, seat, piece))
    ]


def _of_kind(_state: State, piece: Piece, target: Target) -> bool:
    match target.what:
        case "obstacle" | "level":
            return piece.face_down
        case "event":
            return not piece.omen  # [10.2]
        case "ally":
            return CARDS[piece.card].type == "ally"
        case "omen":
            return piece.omen
        case _:
            return True


_UNTOUCHABLE: Final = frozenset(
    card.id
    for card in CARDS.values()
    if any(isinstance(constant, Untouchable) for constant in card.constants)
)


def _touchable(state: State, seat: int, piece: Piece) -> bool:
    """Tell whether somebody may aim at a card that opponents can't."""
    return piece.face_down or state.side[piece.controller] == state.side[seat]


def _such(state: State, piece: Piece, target: Target) -> bool:
    if target.awareness is not None and target.awareness != piece.awareness:
        return False
    if target.max_level is not None and trait(state, piece, "level") > target.max_level:
        return False
    if not target.in_manoeuvre:
        return True
    running = state.manoeuvre
    return running is not None and piece.n in running.team + running.opposing


def still_there(state: State, ref: str) -> bool:
    """Tell whether what was named is still there [5.7]."""
    if ref.startswith("seat:"):
        return not state.players[seat_of(ref)].out
    if ref.startswith("a"):
        return any(item.n == ref for item in state.timeline)
    return ref in state.present


def counted(state: State, seat: int, what: Count) -> int:
    """Return how many of something a player has."""
    match what:
        case "adventurers":
            return len(state.of(seat, "row"))
        case "awake":
            return sum(p.awareness == "awake" for p in state.of(seat, "row"))
        case "levels":
            return len(state.towers[state.camp[seat]])
        case "mp":
            return state.players[seat].mp


def holds(state: State, seat: int, condition: Condition | None) -> bool:
    """Tell whether a condition holds for a player."""
    return condition is None or counted(state, seat, condition.count) >= condition.at_least
