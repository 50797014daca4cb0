"""Regicide: one to four players against the twelve royals of a castle (RULES.md)."""

from engine.core.game import Game
from engine.games.regicide.bots import greedy_policy, random_policy
from engine.games.regicide.checks import check
from engine.games.regicide.commands import RegicideCommand, RegicideConfig
from engine.games.regicide.events import RegicideEvent
from engine.games.regicide.evolve import evolve
from engine.games.regicide.options import default, legal
from engine.games.regicide.rules import (
    MAX_SEATS,
    TURN_LIMIT,
    RegicideOutcome,
    decide,
    outcome,
    pending,
    setup,
    withdraw,
)
from engine.games.regicide.state import State, pieces
from engine.games.regicide.view import RegicideView, turn, view

GAME: Game[State] = Game(
    name="regicide",
    title="Regicide",
    version=1,
    min_seats=1,  # [1.1]
    max_seats=MAX_SEATS,
    config=RegicideConfig,
    command=RegicideCommand,
    event=RegicideEvent,
    state=State,
    view_model=RegicideView,
    outcome_model=RegicideOutcome,
    initial=State(),
    setup=setup,
    pending=pending,
    check=check,
    decide=decide,
    evolve=evolve,
    legal=legal,
    default=default,
    withdraw=withdraw,
    view=view,
    outcome=outcome,
    pieces=pieces,
    turn_limit=TURN_LIMIT,
    examples=(
        (RegicideConfig(), 1),
        (RegicideConfig(), 2),
        (RegicideConfig(), 3),
        (RegicideConfig(), 4),
        (RegicideConfig(exact_kill="may"), 3),
    ),
    policies={"random": random_policy, "greedy": greedy_policy},
    draws=False,  # [9.8]
    turn=turn,
)
VERSIONS = (GAME,)
