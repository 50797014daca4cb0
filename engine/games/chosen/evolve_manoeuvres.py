"""Folds of manoeuvres."""

from engine.core.copying import changed
from engine.games.chosen import evolve_cards as cards
from engine.games.chosen.events_flow import (
    BuildingTaken,
    Fought,
    ManoeuvreEnded,
    QuestSolved,
    TeamLeft,
    TeamObstructs,
)
from engine.games.chosen.state import Manoeuvre, State


def team_left(state: State, event: TeamLeft) -> State:
    running = Manoeuvre(
        kind=event.what,
        seat=event.seat,
        team=event.team,
        target=event.target,
        against=event.against,
    )
    return changed(state, manoeuvre=running)


def team_obstructs(state: State, event: TeamObstructs) -> State:
    running = changed(state.manoeuvre, obstructor=event.seat, opposing=event.team)
    return changed(state, manoeuvre=running, question=None, agenda=())


def fought(state: State, event: Fought) -> State:
    running = state.manoeuvre
    assert running is not None, "a fight without a manoeuvre"
    losers = ()
    if event.rolls and event.winner == "initiating":
        losers = running.opposing
    elif event.rolls and event.winner == "obstructing":
        losers = running.team
    running = changed(running, winner=event.winner, losers=losers)
    if running.kind != "quest":
        return changed(state, manoeuvre=running)
    for n in losers:  # they are home before the winner goes on [7.7]
        state = cards.touch(state, n, awareness="injured")
        running = cards.without_member(running, n)
    return changed(state, manoeuvre=running)


def quest_solved(state: State, event: QuestSolved) -> State:
    """The card lies among the Solved of that player; obstacles at it are gone [8.8]."""
    state = cards.detach(state, event.quest)
    return cards.touch(state, event.quest, place="solved", controller=event.seat)


def building_taken(state: State, event: BuildingTaken) -> State:
    state = cards.detach(state, event.n)  # [8.6]
    return cards.touch(state, event.n, controller=event.seat)


def manoeuvre_ended(state: State, _event: ManoeuvreEnded) -> State:
    """Who is left arrives resting, losers of a fight injured [7.13]."""
    running = state.manoeuvre
    if running is not None:
        for n in (*running.team, *running.opposing):
            hurt = n in running.losers or state.present[n].awareness == "injured"
            arrives = "injured" if hurt else "resting"
            state = cards.touch(state, n, awareness=arrives)
    present = {
        n: changed(piece, changes=()) if piece.changes else piece
        for n, piece in state.present.items()
    }
    return changed(state, manoeuvre=None, present=present)


def without_leavers(state: State) -> State:
    """Return the table with a manoeuvre over that a leaver led, or at what was his [9.7]."""
    running = state.manoeuvre
    if running is None:
        return state
    if running.obstructor is not None and state.players[running.obstructor].out:
        for n in running.opposing:  # of partners
            state = cards.touch(state, n, awareness="resting")
        running = changed(running, obstructor=None, opposing=())
        state = changed(state, manoeuvre=running)
    lost = running.target is not None and running.target not in state.present
    if running.kind == "fight" and running.against is not None:
        lost = state.players[running.against].out
    if state.players[running.seat].out or lost or (not running.team and not running.opposing):
        return manoeuvre_ended(state, ManoeuvreEnded())
    return state
