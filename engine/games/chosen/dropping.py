"""Dropping out and the end of the match [9.5] [9.8] [9.9]."""

from collections.abc import Sequence
from typing import Literal

from engine.games.chosen.bonuses import side_glory
from engine.games.chosen.events_flow import MatchEnded, PlayersDropped
from engine.games.chosen.leaving import lose_aimless, turn_up
from engine.games.chosen.running import Run
from engine.games.chosen.state import EndReason, State


def sides(state: State) -> tuple[int, ...]:
    """Return the sides that are in the game, in the order of seats."""
    return tuple(dict.fromkeys(state.side[seat] for seat in state.living))


def seats_of(state: State, wanted: Sequence[int]) -> tuple[int, ...]:
    """Return the seats of some sides that are in the game."""
    return tuple([seat for seat in state.living if state.side[seat] in wanted])


def end(run: Run, why: EndReason, winning: Sequence[int]) -> None:
    """End the match for some sides; for none, with a draw."""
    run.add(MatchEnded(why=why, winners=seats_of(run.state, winning)))


def drop(
    run: Run,
    seats: Sequence[int],
    why: Literal["tower", "future", "eliminated", "left"],
    credited: Sequence[int | None] | None = None,
) -> None:
    """Let players drop out together [9.5]; then the mode looks what that means."""
    leavers = tuple(sorted(seats))
    if not leavers:
        return
    _uncover_orphans(run, leavers)
    credit = tuple(credited) if credited is not None else (None,) * len(leavers)
    run.add(PlayersDropped(seats=leavers, why=why, credited=credit))
    lose_aimless(run)
    run.variant.dropped(run, leavers)
    if run.state.phase != "over" and len(sides(run.state)) <= 1:  # [9.8]
        end(run, "left" if why == "left" else "last", sides(run.state))


def _uncover_orphans(run: Run, leavers: Sequence[int]) -> None:
    """Show what others have laid at cards that go out of the game."""
    state = run.state
    present = state.present
    left = {state.camp[seat] for seat in state.living if seat not in leavers}
    for piece in list(present.values()):
        at = present.get(piece.at or "")
        if at is None or at.controller not in leavers or piece.controller in leavers:
            continue
        if at.place != "tower" or state.camp[at.controller] not in left:  # [14.11]
            turn_up(run, piece.n)


def best(state: State, at_least: int) -> int | None:
    """Return the side with enough DP and more than every other one, or None."""
    ranked = sorted(((side_glory(state, side), side) for side in sides(state)), reverse=True)
    if ranked[0][0] < at_least or (len(ranked) > 1 and ranked[0][0] == ranked[1][0]):
        return None
    return ranked[0][1]


def end_by_turns(run: Run) -> None:
    """End the match after its last turn [9.9]."""
    winning = _foremost(run.state)
    end(run, "turns", winning if len(winning) == 1 else ())


def sharing(state: State) -> tuple[int, ...]:
    """Return the seats that share the draw with which a match ended."""
    if state.end is not None and state.end.why == "turns":
        return seats_of(state, _foremost(state))
    return state.living


def _foremost(state: State) -> list[int]:
    ranks = {side: _rank(state, side) for side in sides(state)}
    most = max(ranks.values())
    return [side for side, rank in ranks.items() if rank == most]


def _rank(state: State, side: int) -> tuple[int, int, int]:
    seats = seats_of(state, (side,))
    players = [state.players[seat] for seat in seats]
    credit = {
        "challenge": sum(player.eliminations for player in players),
        "round_attack": sum(player.points for player in players),
    }
    camps = {state.camp[seat] for seat in seats}
    levels = sum(len(state.towers[camp]) for camp in camps)
    return (
        credit.get(state.mode, 0),
        side_glory(state, side),
        levels,
    )
