"""Two players against each other."""

from typing import TYPE_CHECKING, Final

from engine.games.chosen.policy import Variant
from engine.games.chosen.state import State
from engine.games.chosen.variants import common
from engine.games.chosen.variants.two_sides import at_once, at_turn_end

if TYPE_CHECKING:
    from engine.games.chosen.running import Run

DP_AT_ONCE = 19  # [9.2]
DP_AT_TURN_END = 11  # [9.3]


def _after_act(state: State) -> int | None:
    return common.richest(state)  # [4.8]


def _after_pass(run: "Run", camp: int) -> int | None:
    """The other player; two passes in a row end the phase [4.8]."""
    if run.state.passes >= 2:
        return None
    return next((other for other in common.mp_order(run.state) if other != camp), None)


DUEL: Final = Variant(
    mode="duel",
    seats=(2,),  # [1.1]
    camps=common.each_alone,
    levels=common.three_levels,
    order=common.mp_order,
    first=common.richest,
    after_act=_after_act,
    after_pass=_after_pass,
    may_attack=common.any_attack,
    may_obstruct=common.any_opponent,
    may_quest=common.any_opponent,
    opening=common.nothing,
    settle=at_once(lambda _state: DP_AT_ONCE),
    turn_end=at_turn_end(lambda _state: DP_AT_TURN_END),
    dropped=common.nobody_gains,
    wins_by_card=common.win_by_card,
)
