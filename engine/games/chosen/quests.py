"""Solving a quest: conditions, MP, gain [8.7] [8.8]."""

from typing import Literal

from engine.core.question import seat_of, seat_ref
from engine.games.chosen.bonuses import adventurer, team_level, trait
from engine.games.chosen.cards import CARDS
from engine.games.chosen.events_effects import MpPaid
from engine.games.chosen.events_flow import QuestSolved, QuestTried
from engine.games.chosen.leaving import uncover
from engine.games.chosen.models import HasCalling, Quest, TeamLevel, Test
from engine.games.chosen.obstacles import going
from engine.games.chosen.running import Run
from engine.games.chosen.state import Manoeuvre, Piece, State, Subject
from engine.games.chosen.tasks import Do
from engine.games.chosen.triggers import fire

By = Literal["level", "calling", "test"]


def conditions(run: Run) -> None:
    """See whether a condition holds, and somebody can pay; then the quest is paid and solved."""
    running = run.state.manoeuvre
    if running is None or running.winner == "nobody" or running.target is None:
        return
    leader, team = going(run.state)
    if not team:
        return
    quest, card = _quest(run.state, running.target)
    by, dice = _held(run, running, card, team)
    solved = by is not None and bool(_payers(run, leader, team, card.solve_mp))
    run.add(QuestTried(seat=leader, quest=quest.n, by=by, dice=dice, solved=solved))
    if solved:
        run.then_do("solve")


def solve(run: Run, task: Do) -> None:
    """Let somebody pay for the quest; what was rolled stands, also if a partner leaves [14.5]."""
    running = run.state.manoeuvre
    if running is None or running.target is None:
        return
    leader, team = going(run.state)
    quest, card = _quest(run.state, running.target)
    payers = _payers(run, leader, team, card.solve_mp)
    subject = Subject(about="payer", card=card.id, by=leader, of=quest.n)
    members = run.state.members(run.state.camp[leader])
    payer = run.ask(task, members, subject, [seat_ref(seat) for seat in payers])
    if payer is None:
        return
    run.add(MpPaid(seat=seat_of(payer), amount=card.solve_mp))
    uncover(run, quest.n)
    run.add(QuestSolved(seat=leader, quest=quest.n))
    fire(run, quest.n, "solved")


def _quest(state: State, n: str) -> tuple[Piece, Quest]:
    quest = state.present[n]
    card = CARDS[quest.card]
    assert isinstance(card, Quest), f"{quest.card} is no quest"
    return quest, card


def _payers(run: Run, leader: int, team: tuple[str, ...], mp: int) -> list[int]:
    """Return who may pay: the leader; with a mixed team its other players as well [14.5]."""
    state = run.state
    camp = state.camp[leader]
    sent = {state.present[n].controller for n in team}
    seats = [leader, *(s for s in state.members(camp) if s != leader and s in sent)]
    return [seat for seat in seats if state.players[seat].mp >= mp]


def _held(
    run: Run, running: Manoeuvre, card: Quest, team: tuple[str, ...]
) -> tuple[By | None, tuple[int, ...]]:
    """Return which condition holds; a test is rolled only if no other does."""
    pieces = [run.state.present[n] for n in team]
    bonus = running.opposing_strength if running.winner == "obstructing" else running.strength
    for need in card.needs:
        match need:
            case TeamLevel() if team_level(run.state, team) + bonus >= need.at_least:
                return "level", ()
            case HasCalling() if any(adventurer(p).calling == need.calling for p in pieces):
                return "calling", ()
            case _:
                continue
    tests = [need for need in card.needs if isinstance(need, Test)]
    if not tests:
        return None, ()
    best = max(trait(run.state, piece, need.attribute) for need in tests for piece in pieces)
    dice = run.two_dice()
    return ("test" if sum(dice) <= best else None), dice
