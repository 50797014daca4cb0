"""How commits change a match: the one fold of all who read a log. It judges nothing."""

from collections.abc import Iterable, Mapping
from typing import Any, Final

from engine.core.clock import SeatClock, after, grace_used, still
from engine.core.copying import changed
from engine.core.game import Drafted, Game
from engine.core.life_messages import ClockStopped, TakenBack
from engine.core.match_due import stops
from engine.core.match_evolve import Where, evolve_match, is_of_match
from engine.core.match_messages import Withdrawn
from engine.core.match_state import (
    Commit,
    Happened,
    MatchState,
    Undo,
    goes_on,
    open_decisions,
    turns,
)
from engine.core.messages import Event
from engine.core.rejection import impossible
from engine.core.terms import Allowance

_OF_EACH_SEAT: Final = (Withdrawn, ClockStopped)
"""Of the match's own events, those of which a commit may hold one for each seat."""


def fold_commit(game: Game[Any], state: MatchState, commit: Commit | Happened) -> MatchState:
    """Return the state after a commit; judges nothing, but refuses a gap."""
    if commit.n != state.version + 1:
        impossible(f"commit {commit.n} cannot follow version {state.version}")
    return fold_events(game, state, commit.events, at=commit.at, actor=commit.actor)


def fold_events(
    game: Game[Any], state: MatchState, events: Iterable[Event], *, at: int, actor: str
) -> MatchState:
    """Return the state after the events of one commit, which is the next version."""
    return _with_clocks(game, _folded(game, state, events, Where(at, actor)), at)


def fold_timed(
    game: Game[Any],
    state: MatchState,
    events: tuple[Event, ...],
    *,
    at: int,
    actor: str,
    sealed: Mapping[int, int],
) -> tuple[tuple[Event, ...], MatchState]:
    """Add to a commit's events how clocks stand still with it; return them and the state after.

    ``sealed`` says of seats whose choice is in when it first came (ms) [M5.6].
    """
    where = Where(at, actor)
    folded = _folded(game, state, events, where)
    told = stops(game, state, events, folded, sealed) if state.clocks else ()
    for event in told:
        folded = evolve_match(folded, event, where)
    return (*events, *told) if told else events, _with_clocks(game, folded, at)


def _folded(
    game: Game[Any], state: MatchState, events: Iterable[Event], where: Where
) -> MatchState:
    """Return the state after events, before any clock begins to run."""
    before, moves = state, list[bool]()
    if isinstance(events, Drafted) and events.folded(state.game, game.evolve):
        moves = [event.reversible for event in events]
        state, events = changed(state, game=events.after), ()
    table, met = state.game, set[type[Event]]()
    for event in events:
        if is_of_match(event):
            _once(event, met)
            state = evolve_match(state, event, where)
            table = state.game if isinstance(event, TakenBack) else table
        else:
            moves.append(event.reversible)
            table = game.evolve(table, event)
    official = state.official + where.actor.startswith("arbiter:")  # [M11.5]
    state = changed(state, game=table, version=state.version + 1, at=where.at, official=official)
    if moves and (state.offers or state.undo is not None or all(moves)):
        undo = _undo(before, state, where.actor) if all(moves) else None
        state = changed(state, offers=(), undo=undo)  # [M9.3]
    if state.lapsed and (goes_on(state) or state.status != "running"):
        open_now = {d.id for d in open_decisions(game, state) if d.sealed}
        lapsed = tuple([late for late in state.lapsed if late[1] in open_now])
        state = changed(state, lapsed=lapsed)
    return state


def _once(event: Event, met: set[type[Event]]) -> None:
    """Refuse what no commit says twice: a made-up one must not make a state as large as itself."""
    kind = type(event)
    if kind in met and kind not in _OF_EACH_SEAT:
        impossible(f"{event.kind} twice in one commit")
    met.add(kind)


def _undo(before: MatchState, state: MatchState, actor: str) -> Undo | None:
    """Return what a move of a seat can be taken back to; of anything else, None [M9.6]."""
    if not actor.startswith("seat:") or state.resigned != before.resigned:
        return None
    allowance, clocks = before.terms.allowance, before.clocks
    if allowance is not None:
        clocks = tuple(
            _spent(clock, allowance, attendance.gone, state.at)
            for clock, attendance in zip(clocks, before.attendance, strict=True)
        )
    return Undo(
        seat=int(actor.removeprefix("seat:")),
        version=state.version,
        game=before.game,
        clocks=clocks,
    )


def _spent(clock: SeatClock, allowance: Allowance, gone: int | None, at: int) -> SeatClock:
    """Return a clock less what its run has taken until a stamp, without the increment [M9.6]."""
    if clock.since is None:
        return still(clock)
    used = grace_used(clock, gone, at)
    spent = max(0, at - clock.since - clock.credit - used)
    bank, periods = after(clock, allowance, spent)
    return changed(still(clock), bank=bank, periods=periods, grace=clock.grace - used)


def _with_clocks(game: Game[Any], state: MatchState, at: int) -> MatchState:
    """Let each clock run for the decision that awaits its seat now [M5.1]."""
    if not state.clocks or state.paused is not None:
        return state
    turn_of = turns(game, state)
    clocks = tuple(
        clock
        if clock.turn == turn_of.get(seat)
        else changed(still(clock), turn=turn_of.get(seat), since=at if seat in turn_of else None)
        for seat, clock in enumerate(state.clocks)
    )
    return changed(state, clocks=clocks)
