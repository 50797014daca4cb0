"""The turn and its phases [3.1], and who is active in the third [4.2]."""

from engine.core.secrecy import Hidden
from engine.games.chosen.cards import CARDS
from engine.games.chosen.dropping import end_by_turns
from engine.games.chosen.events_flow import (
    BecameActive,
    Passed,
    PhaseStarted,
    Refreshed,
    TurnStarted,
)
from engine.games.chosen.leaving import lose
from engine.games.chosen.models import Event
from engine.games.chosen.running import Run
from engine.games.chosen.state import HAND, MAX_ACTS, MAX_TURNS, TURN_MP
from engine.games.chosen.tasks import Answers, Do
from engine.games.chosen.triggers import fire_all


def start_turn(run: Run) -> None:
    state = run.state
    starting = state.starting
    if state.turn:
        starting = state.clockwise(starting)[0]  # [3.7]
    run.add(TurnStarted(turn=state.turn + 1, starting=starting))
    run.then_do("opening", "resource", "manoeuvres", "closing")


def opening(run: Run) -> None:
    run.add(PhaseStarted(phase="opening"))
    for piece in list(run.state.present.values()):  # [3.2]
        card = CARDS[piece.card]
        if isinstance(card, Event) and card.duration == "turn" and piece.place == "event":
            lose(run, piece.n, "past")
    run.variant.opening(run)


def resource(run: Run) -> None:
    run.add(PhaseStarted(phase="resource"))
    for seat in run.state.from_starting():
        refresh(run, seat)
    run.then(Do(what="resource_triggers"), Answers())  # [3.5]


def refresh(run: Run, seat: int) -> None:
    """Give a player a resource phase [3.3]."""
    player = run.player(seat)
    cards = player.future[: max(0, HAND - len(player.hand))]  # [3.4]
    run.add(Refreshed(seat=seat, mp=TURN_MP, count=len(cards), cards=Hidden(cards, (seat,))))


def resource_triggers(run: Run) -> None:
    fire_all(run, "resource", run.state.from_starting())


def manoeuvres(run: Run) -> None:
    first = run.variant.first(run.state)
    if first is None:
        return  # [10.9]
    run.add(PhaseStarted(phase="manoeuvres"))
    run.add(BecameActive(camp=first))
    run.then_do("ask_active")


def ask_active(run: Run) -> None:
    """Ask who is active for an act, until the phase ends."""
    state = run.state
    if state.active is None or state.acts >= MAX_ACTS:  # [4.9]
        return
    seats = state.members(state.active)
    if not seats:  # [4.10]
        follows(run, run.variant.first(state))
        return
    run.put(Do(what="ask_active"), "act", seats)


def follows(run: Run, camp: int | None, after: int | None = None) -> None:
    """Let a camp be active; None ends the phase. It is asked when ``after`` tasks are left."""
    if camp is None:
        return
    if camp != run.state.active or run.state.paid:
        run.add(BecameActive(camp=camp))
    run.agenda.insert(len(run.agenda) if after is None else after, Do(what="ask_active"))


def act_over(run: Run) -> None:
    """An act is over: who is active now [4.4] [4.5]."""
    follows(run, run.variant.after_act(run.state))


def passed(run: Run, seat: int) -> None:
    """The active camp has passed [4.7]."""
    run.agenda.pop()
    camp = run.state.camp[seat]
    run.add(Passed(seat=seat, as_active=True))
    left = len(run.agenda)
    follows(run, run.variant.after_pass(run, camp), left)


def closing(run: Run) -> None:
    run.add(PhaseStarted(phase="closing"))
    run.then(Do(what="closing_triggers"), Answers(), Do(what="turn_over"))


def closing_triggers(run: Run) -> None:
    fire_all(run, "turn_end", run.state.from_starting())  # [3.6]


def turn_over(run: Run) -> None:
    """See who wins or drops out [3.6]; after the last turn the match ends [9.9]."""
    run.variant.turn_end(run)
    if run.state.phase == "over":
        return
    if run.state.turn >= MAX_TURNS:
        end_by_turns(run)
    else:
        run.then(Answers(), Do(what="turn"))  # an Omen may have been aimed at who dropped out
