"""Whom an operation means: players and adventurers."""

from engine.core.question import seat_of
from engine.games.chosen.obstacles import going
from engine.games.chosen.ops import Who, Whom
from engine.games.chosen.state import State
from engine.games.chosen.tasks import Apply


def who(state: State, task: Apply, meant: Who) -> tuple[int, ...]:
    """Return the players an operation means, those in the game."""
    match meant:
        case "you":
            seats = (task.by,)
        case "each_opponent":
            seats = state.opponents(task.by)
        case "initiator":
            seats = () if state.manoeuvre is None else (going(state)[0],)
        case "target":
            seats = of_target(task)
    return tuple([seat for seat in seats if not state.players[seat].out])


def of_target(task: Apply) -> tuple[int, ...]:
    """Return the player who is the target."""
    return () if task.target is None else (seat_of(task.target),)


def whom(state: State, task: Apply, meant: Whom) -> tuple[str, ...]:
    """Return the adventurers an operation means, those still in play."""
    match meant:
        case "target":
            found = () if task.target is None else (task.target,)
        case "self":
            found = () if task.source is None else (task.source,)
        case "bearer":
            ally = state.present.get(task.source or "")
            found = () if ally is None or ally.at is None else (ally.at,)
        case "own_row":
            return tuple([piece.n for piece in state.of(task.by, "row")])
        case "other_team":
            found = _other_team(state, task)
        case "initiating_team":
            found = () if state.manoeuvre is None else going(state)[1]
    return tuple([n for n in found if n in state.present and state.present[n].place == "row"])


def _other_team(state: State, task: Apply) -> tuple[str, ...]:
    running = state.manoeuvre
    if running is None:
        return ()
    leads = state.side[task.by] == state.side[running.seat]
    return running.opposing if leads else running.team
