"""The opening, the answer to each command, leaving. Refusals stand in checks.py."""

from collections.abc import Sequence
from typing import Final

from engine.core.game import Decision, Move
from engine.core.messages import Outcome
from engine.core.rejection import Rejection
from engine.core.rng import Rng
from engine.core.secrecy import Hidden
from engine.games.sorcery.acts import ACTS
from engine.games.sorcery.armies import recruits
from engine.games.sorcery.checks import check
from engine.games.sorcery.commands import Own, Ready, SetAutoPass, SorceryConfig
from engine.games.sorcery.damage import eliminate
from engine.games.sorcery.events import SorceryEvent
from engine.games.sorcery.events_flow import (
    Answered,
    AutoPassSet,
    LaidFigure,
    PlayerLeft,
    QuestionDropped,
    TableLaid,
)
from engine.games.sorcery.events_magic import SpellOver
from engine.games.sorcery.flow import go
from engine.games.sorcery.running import Run
from engine.games.sorcery.scoring import leaders
from engine.games.sorcery.state import EndReason, State

TURN_LIMIT: Final = 30_000
"""20 rounds of 4 turns; in each at most 25 answers in the command phase, 6 actions with at most 42
answers each, 13 in the end phase and 32 switches; and 48 placings."""


class SorceryOutcome(Outcome):
    why: EndReason
    """All ``rounds`` were played, or one side was the last, or nobody is left [16.1]."""
    points: tuple[int, ...]
    """By seat [16.3]."""
    sharing: tuple[int, ...] = ()
    """Seats that share a draw [16.4]."""


def setup(
    config: SorceryConfig, entries: Sequence[Ready | Own], rng: Rng
) -> Sequence[SorceryEvent]:
    """Return the armies laid out and who places first [3.1] [2.11]."""
    seats = len(entries)
    first = rng.below(seats)
    armies = [recruits(entry) for entry in entries]
    figures = [
        (LaidFigure(card=one.figure, seat=seat, book=one.book), one.spells)
        for seat, army in enumerate(armies)
        for one in army
    ]
    run = Run(State(), rng)
    run.add(
        TableLaid(
            battlefield=config.field,
            limit=config.points,
            seats=seats,
            order=tuple((first + turn) % seats for turn in range(seats)),
            figures=tuple(figure for figure, _ in figures),
            spells=tuple(
                Hidden(spells, (figure.seat,)) for figure, spells in figures if figure.book
            ),
        )
    )
    run.then_do("deploy")
    go(run)
    return run.draft.events


def pending(state: State) -> tuple[Decision, ...]:
    """Return what is waited for: one question at a time."""
    question = state.question
    if question is None or state.phase == "over":
        return ()
    return (Decision(id=question.id, kind=question.kind, seats=(question.seat,)),)


def decide(state: State, moves: tuple[Move, ...], rng: Rng) -> Sequence[SorceryEvent] | Rejection:
    """Answer a command with what happens; or refuse."""
    seat, command = moves[0].seat, moves[0].command
    refusal = check(state, seat, command)
    if refusal is not None:
        return refusal
    run = Run(state, rng, state.agenda)
    if isinstance(command, SetAutoPass):
        run.add(AutoPassSet(seat=seat, on=command.on))
        return run.draft.events
    question = state.question
    assert question is not None, "checked before"
    run.add(Answered(number=question.number, seat=seat, passed=command.kind == "pass"))
    ACTS[command.kind].do(run, seat, command, run.agenda.pop())
    go(run)
    return run.draft.events


def withdraw(state: State, seat: int, rng: Rng) -> Sequence[SorceryEvent]:
    """Return what follows when a player leaves: all his figures are eliminated [17.2]."""
    if state.phase == "over" or state.players[seat].left:
        return ()
    run = Run(state, rng, state.agenda)
    run.add(PlayerLeft(seat=seat))
    if _comes_to_nothing(state, seat):
        run.add(SpellOver())
    for figure in state.figures.values():
        if figure.seat == seat and not figure.gone:
            eliminate(run, figure.n)
    question = state.question
    if question is not None and seat in {question.seat, *state.alive}:
        run.add(QuestionDropped(number=question.number))
    go(run)
    return run.draft.events


def _comes_to_nothing(state: State, seat: int) -> bool:
    """Tell whether the announced spell loses its caster or its last target with a player."""
    shown = state.announced
    if shown is None:
        return False
    targets = [state.figures[n] for n in shown.targets]
    return state.figures[shown.caster].seat == seat or (
        bool(targets) and all(target.gone or target.seat == seat for target in targets)
    )


def outcome(state: State) -> SorceryOutcome | None:
    """Return how the match ended, or None."""
    end = state.end
    if end is None:
        return None
    return SorceryOutcome(
        winners=end.winners,
        draw=not end.winners,
        why=end.why,
        points=end.points,
        sharing=() if end.winners else leaders(state),
    )
