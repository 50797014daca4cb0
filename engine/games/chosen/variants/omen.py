"""Everybody has an Omen; whose Omen has left play acts once more, and no longer after that."""

from typing import TYPE_CHECKING, Final

from engine.games.chosen import dropping
from engine.games.chosen.cards import CARDS
from engine.games.chosen.events_flow import OmenEntered, OmenlessBegun, OmenlessFinished
from engine.games.chosen.leaving import lose
from engine.games.chosen.models import Event
from engine.games.chosen.policy import Variant
from engine.games.chosen.state import OmenPhase, State, Subject
from engine.games.chosen.targets import candidates, holds
from engine.games.chosen.tasks import Answers
from engine.games.chosen.tasks import Variant as Task
from engine.games.chosen.triggers import fire, fire_all
from engine.games.chosen.turns import refresh
from engine.games.chosen.variants import common

if TYPE_CHECKING:
    from engine.games.chosen.running import Run

DP_AT_ONCE = 19  # [10.11]
DP_AT_TURN_END = 11


# --- the Omens enter [10.1] -----------------------------------------------------------------------


def _opening(run: "Run") -> None:
    run.then(Task(what="enter", seats=run.state.from_starting()))


def _enter(run: "Run", task: Task) -> None:
    """Let the Omen of the first of these seats enter, if it can; then those of the others."""
    if not task.seats:
        return
    seat, *others = task.seats
    rest = Task(what="enter", seats=tuple(others))
    omen = run.player(seat).omen
    if omen is None or run.player(seat).out:
        run.then(rest)
        return
    card = CARDS[omen]
    assert isinstance(card, Event), f"{omen} is no event"
    target: str | None = None
    if card.target is not None:
        picks = candidates(run.state, seat, card.target)
        if not picks or not holds(run.state, seat, card.condition):
            run.then(rest)
            return
        subject = Subject(about="omen", card=omen, by=seat)
        target = run.ask(task, (seat,), subject, picks)
        if target is None:
            return
    elif not holds(run.state, seat, card.condition):
        run.then(rest)
        return
    run.then(rest)
    n = run.handle()
    run.add(OmenEntered(seat=seat, card=omen, n=n, target=target))
    fire(run, n, "enters")


# --- and leave play [10.3] [10.4] -----------------------------------------------------------------


def _omens(state: State) -> dict[int, str]:
    """Return the Omens in play, by their players."""
    return {piece.controller: piece.n for piece in state.present.values() if piece.omen}


def _in_phase(state: State, phase: OmenPhase) -> list[int]:
    return [seat for seat in state.from_starting() if state.players[seat].omen_phase == phase]


def _settle(run: "Run") -> None:
    common.towers_fall(run)
    if run.state.phase == "over":
        return
    winner = dropping.best(run.state, DP_AT_ONCE)
    if winner is not None:
        dropping.end(run, "glory", (winner,))
        return
    omens = _omens(run.state)
    _begin(run, [seat for seat in _in_phase(run.state, "in_play") if seat not in omens])


def _begin(run: "Run", seats: list[int]) -> None:
    """Give those whose Omen is gone a resource phase alone [10.4]."""
    if not seats:
        return
    for seat in seats:
        run.add(OmenlessBegun(seat=seat))
        refresh(run, seat)
    run.then(Answers())  # damage is counted when all of it is done
    fire_all(run, "resource", seats)


# --- who is active [10.7] [10.8] ------------------------------------------------------------------


def _first(state: State) -> int | None:
    """Those who act without their Omen, else the richest with one."""
    with_omen = _in_phase(state, "in_play")
    richest = next((seat for seat in common.mp_order(state) if seat in with_omen), None)
    return next(iter(_in_phase(state, "acting")), richest)


def _after_act(state: State) -> int | None:
    active = state.active
    if active in _in_phase(state, "acting"):
        return active  # [10.5]
    first = _first(state)
    stays = active in _in_phase(state, "in_play") and not _in_phase(state, "acting")
    return active if stays and not state.paid else first


def _after_pass(run: "Run", seat: int) -> int | None:
    """The Omen-pass [10.3], or the end of the acts without Omen [10.6]."""
    omen = _omens(run.state).get(seat)
    if omen is not None:
        lose(run, omen, "omen")
        _begin(run, [seat])
        return seat
    run.add(OmenlessFinished(seat=seat))
    state = run.state
    acting = _in_phase(state, "acting")
    if acting:
        return acting[0]
    order = common.mp_order(state)
    after = order.index(seat) + 1
    with_omen = _in_phase(state, "in_play")
    return next((one for one in order[after:] + order[:after] if one in with_omen), None)


# --- the end [10.11] ------------------------------------------------------------------------------


def _turn_end(run: "Run") -> None:
    winner = dropping.best(run.state, DP_AT_TURN_END)
    if winner is not None:
        dropping.end(run, "glory", (winner,))
    else:
        common.futures_end(run)


OMEN: Final = Variant(
    mode="omen",
    seats=tuple(range(3, 9)),  # [1.1]
    camps=common.each_alone,
    levels=common.three_levels,
    order=common.mp_order,
    first=_first,
    after_act=_after_act,
    after_pass=_after_pass,
    may_attack=common.any_attack,
    may_obstruct=common.any_opponent,
    may_quest=common.any_opponent,
    opening=_opening,
    settle=_settle,
    turn_end=_turn_end,
    dropped=common.nobody_gains,
    wins_by_card=common.win_by_card,
    task=_enter,
    words=common.POLITICS,
)
