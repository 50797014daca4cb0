"""Deployment, rounds, turns and their phases [3]; the end of the battle [16]."""

from engine.games.sorcery.abilities import uses_at_the_start
from engine.games.sorcery.events_flow import (
    MatchEnded,
    PhaseStarted,
    RoundStarted,
    TokensChanged,
    TurnStarted,
)
from engine.games.sorcery.lasting import close_turn, count_down
from engine.games.sorcery.running import Run
from engine.games.sorcery.scoring import controllers, leaders, points
from engine.games.sorcery.state import ROUNDS, State
from engine.games.sorcery.tasks import Do, Turn


def next_to_deploy(state: State) -> int | None:
    """Return whose figure is placed next, or None [3.2]."""
    waiting = [figure for figure in state.figures.values() if figure.waits]
    if not waiting:
        return None
    placed = {seat: len(state.of(seat)) for seat in state.order}
    left = {figure.seat for figure in waiting}
    return min((seat for seat in state.order if seat in left), key=lambda seat: placed[seat])


def deploy(run: Run) -> None:
    """Ask for the next figure, or begin the first round."""
    seat = next_to_deploy(run.state)
    if seat is None:
        run.then_do("round")
    else:
        run.put(Do(what="deploy"), "deploy", seat)


def start_round(run: Run) -> None:
    """Begin the next round, or end the battle after the last [16.1]."""
    if run.state.round == ROUNDS:
        finish(run)
        return
    run.add(RoundStarted(round=run.state.round + 1))
    run.then(*(Turn(seat=seat) for seat in run.state.order), Do(what="round"))


def start_turn(run: Run, task: Turn) -> None:
    """Begin a player's turn, if he has figures [3.3]."""
    if task.seat not in run.state.alive:
        count_down(run, task.seat)  # [13.11]
        return
    run.add(TurnStarted(seat=task.seat, actions=max(1, run.state.limit // 100)))  # [3.5]
    run.add(PhaseStarted(phase="command"))
    run.then_do("command", "actions", "browsing", "turn_end")


def command(run: Run) -> None:
    """Ask for what is used at the start, as long as there is something [3.4]."""
    seat = _acting(run)
    if seat is not None and uses_at_the_start(run.state, seat):
        run.put(Do(what="command"), "command", seat)


def actions(run: Run) -> None:
    """Ask for an action, as long as there is one left [3.5]."""
    seat = _acting(run)
    if seat is None:
        return
    if run.state.phase == "command":
        run.add(PhaseStarted(phase="action"))
    if run.state.actions:
        run.put(Do(what="actions"), "act", seat)


def browsing(run: Run) -> None:
    """Ask for browsing for one mark, as long as a sorcerer has not done so [11.5]."""
    seat = _acting(run)
    if run.state.phase != "end":
        run.add(PhaseStarted(phase="end"))
    if seat is not None and any(
        figure.book is not None and "browse" not in figure.used for figure in run.state.of(seat)
    ):
        run.put(Do(what="browsing"), "turn_end", seat)


def turn_end(run: Run) -> None:
    """Do what happens at the end of a turn [3.6]."""
    seat = run.state.turn
    assert seat is not None, "a turn is under way"
    close_turn(run)
    for figure in run.state.of(seat):
        if figure.tokens and not figure.acted:
            run.add(TokensChanged(figure=figure.n, to=0, why="rested"))
    count_down(run, seat)


def _acting(run: Run) -> int | None:
    seat = run.state.turn
    return seat if seat in run.state.alive else None


def over(state: State) -> bool:
    """Tell whether at most one player has figures left [16.1]."""
    return state.phase not in {"setup", "over"} and len(state.alive) <= 1


def finish(run: Run) -> None:
    """End the battle: the winners, their points, who controls what [16.3] [16.4]."""
    state = run.state
    first = leaders(state)
    why = "rounds" if len(state.alive) > 1 else "last_side" if state.alive else "nobody_left"
    run.add(
        MatchEnded(
            winners=first if len(first) == 1 else (),
            why=why,
            points=points(state),
            objectives=controllers(state),
        )
    )
