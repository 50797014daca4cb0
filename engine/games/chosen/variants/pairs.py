"""Two pairs, or two teams, against each other; teams are as twins but for the numbers [15.1]."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from engine.games.chosen.policy import Variant
from engine.games.chosen.state import Mode, State
from engine.games.chosen.variants import common
from engine.games.chosen.variants.exchange import EXCHANGE, exchanged
from engine.games.chosen.variants.two_sides import at_once, at_turn_end

if TYPE_CHECKING:
    from engine.games.chosen.running import Run

TWINS_AT_ONCE = 28  # [14.9]
TWINS_AT_TURN_END = 18  # [14.10]
TEAMS_DP_BASE = 9  # [15.2]
TEAMS_IMMEDIATE_EXTRA = 10
TEAMS_IMMEDIATE_WIN = True
BUILDINGS = 4  # [14.4]


def _alternately(seats: int) -> tuple[int, ...]:
    """Even seats against odd ones [1.2]."""
    return tuple(seat % 2 for seat in range(seats))


def _levels(seats: int) -> int:
    return seats // 2 + 2  # [1.7]


def _order(state: State) -> tuple[int, ...]:
    """The richer camp; with equal MP the one that was active first in this turn [14.1]."""
    order = common.mp_order(state)
    first = state.first_active
    if len(order) == 2 and first in order:
        mps = [common.camp_mp(state, camp) for camp in order]
        if mps[0] == mps[1] and order[0] != first:
            return order[::-1]
    return order


def _first(state: State) -> int | None:
    return next(iter(_order(state)), None)


def _after_act(state: State) -> int | None:
    return _first(state) if state.paid else state.active


def _after_pass(run: "Run", camp: int) -> int | None:
    """The other side; if the one that is behind has passed, the phase ends [14.3]."""
    order = _order(run.state)
    after = order.index(camp) + 1
    return order[after] if after < len(order) else None


def _teams_at_turn_end(state: State) -> int:
    return TEAMS_DP_BASE + state.seats


def _teams_at_once(state: State) -> int | None:
    return _teams_at_turn_end(state) + TEAMS_IMMEDIATE_EXTRA if TEAMS_IMMEDIATE_WIN else None


def _pairs(
    mode: Mode,
    seats: tuple[int, ...],
    once: Callable[[State], int | None],
    turn_end: Callable[[State], int],
) -> Variant:
    return Variant(
        mode=mode,
        seats=seats,
        camps=_alternately,
        levels=_levels,
        order=_order,
        first=_first,
        after_act=_after_act,
        after_pass=_after_pass,
        may_attack=common.any_attack,
        may_obstruct=common.any_opponent,
        may_quest=common.any_opponent,
        building_limit=BUILDINGS,
        opening=common.nothing,
        settle=at_once(once),
        turn_end=at_turn_end(turn_end),
        dropped=common.nobody_gains,
        wins_by_card=common.win_by_card,
        acts={"exchange": EXCHANGE},
        resolve=exchanged,
        words=("mine", "yours"),  # [19.2]
    )


TWINS: Final = _pairs("twins", (4,), lambda _s: TWINS_AT_ONCE, lambda _s: TWINS_AT_TURN_END)
TEAMS: Final = _pairs("teams", (4, 6, 8), _teams_at_once, _teams_at_turn_end)
