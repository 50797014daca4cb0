"""Round attack: everybody attacks the player in front of him."""

from typing import TYPE_CHECKING, Final

from engine.games.chosen.dropping import drop, end
from engine.games.chosen.events_effects import CountersChanged
from engine.games.chosen.events_modes import PointsScored
from engine.games.chosen.ops import ManoeuvreKind
from engine.games.chosen.policy import Variant
from engine.games.chosen.state import Piece, State
from engine.games.chosen.variants import common
from engine.games.chosen.variants.eliminating import Eliminating, eliminated

if TYPE_CHECKING:
    from engine.games.chosen.running import Run

ELIMINATING_DP = 11  # [12.5]


def in_front(state: State, seat: int) -> int:
    """Return the next player clockwise who is in the game [12.1]."""
    return state.clockwise(seat)[0]


def _may_attack(state: State, seat: int, opponent: int, kind: ManoeuvreKind) -> bool:
    if state.sieges_only and kind != "siege":  # [12.9]
        return False
    return opponent == in_front(state, seat)  # [12.2]


def _may_obstruct(state: State, initiator: int, opponent: int) -> bool:
    return opponent == in_front(state, initiator)  # [12.2]


def _may_quest(_state: State, seat: int, of: int) -> bool:
    return of == seat  # [12.3]


def _whom(state: State, seat: int) -> int:
    return in_front(state, seat)


def _fit(_piece: Piece) -> bool:
    return True  # [12.5]


def _eliminates_by_card(run: "Run", seat: int, n: str) -> None:
    """The player in front drops out, and the card begins again [12.6]."""
    run.add(CountersChanged(n=n, amount=-run.state.present[n].counters))
    drop(run, (in_front(run.state, seat),), "eliminated", (seat,))


def _dropped(run: "Run", leavers: tuple[int, ...]) -> None:
    """A point for whoever was behind one of them [12.7]; enough of them win [12.8]."""
    state = run.state
    ring = sorted((*state.living, *leavers))
    behind = [ring[ring.index(seat) - 1] for seat in leavers]
    scoring = tuple(seat for seat in state.living if seat in behind)
    if scoring:
        run.add(PointsScored(seats=scoring))
    players = run.state.players
    winning = [s for s in run.state.living if players[s].points >= state.victory_points]
    if winning:
        end(run, "points", [run.state.side[seat] for seat in winning])


ROUND_ATTACK: Final = Variant(
    mode="round_attack",
    seats=(3, 4, 5, 6, 7, 8),  # [1.1]
    camps=common.each_alone,
    levels=common.three_levels,
    order=common.mp_order,
    first=common.richest,
    after_act=common.richest_if_paid,
    after_pass=common.next_in_order,
    may_attack=_may_attack,
    may_obstruct=_may_obstruct,
    may_quest=_may_quest,
    opening=common.nothing,
    settle=common.towers_fall,
    turn_end=common.futures_end,  # no DP win by themselves [12.4]
    dropped=_dropped,
    wins_by_card=_eliminates_by_card,
    acts={
        "eliminate": Eliminating(needed=ELIMINATING_DP, clause="12.5", whom=_whom, fit=_fit).act()
    },
    resolve=eliminated,
)
