"""How a match of two sides ends: the duel, twins and teams [9.2] [9.3] [14.9] [14.10]."""

from collections.abc import Callable
from typing import TYPE_CHECKING

from engine.games.chosen.bonuses import side_glory
from engine.games.chosen.dropping import best, end, sides
from engine.games.chosen.state import State

if TYPE_CHECKING:
    from engine.games.chosen.running import Run


def at_once(needed: Callable[[State], int | None]) -> Callable[["Run"], None]:
    """Return what is seen at once; ``needed``: the DP that win then, None: none do."""

    def look(run: "Run") -> None:
        state = run.state
        standing = [
            side
            for side in sides(state)
            if any(state.towers[state.camp[s]] for s in state.living if state.side[s] == side)
        ]
        if len(standing) < len(sides(state)):
            end(run, "tower", standing)
            return
        dp = needed(state)
        winner = None if dp is None else best(state, dp)
        if winner is not None:
            end(run, "glory", (winner,))

    return look


def at_turn_end(needed: Callable[[State], int]) -> Callable[["Run"], None]:
    """Return what is seen at the end of a turn; ``needed``: the DP that win then."""

    def look(run: "Run") -> None:
        state = run.state
        winner = best(state, needed(state))
        if winner is not None:
            end(run, "glory", (winner,))
            return
        left = [
            side
            for side in sides(state)
            if any(state.players[s].future for s in state.living if state.side[s] == side)
        ]
        if len(left) == len(sides(state)):
            return
        if not left and all(side_glory(state, s) >= needed(state) for s in sides(state)):
            return  # equal, with enough: a new turn begins
        end(run, "future", left)

    return look
