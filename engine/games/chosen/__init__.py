"""Chosen: a trading card game with a timeline, a duel and six games for more (RULES.md)."""

from engine.core.game import Game
from engine.games.chosen.bots import greedy_policy, random_policy
from engine.games.chosen.catalogue import PRINTED
from engine.games.chosen.checks import check
from engine.games.chosen.commands import ChosenCommand, ChosenConfig
from engine.games.chosen.decks import ChosenEntry, check_entry, sample_entry
from engine.games.chosen.events import ChosenEvent
from engine.games.chosen.evolve import evolve
from engine.games.chosen.options import default, legal
from engine.games.chosen.rules import (
    TURN_LIMIT,
    ChosenOutcome,
    check_table,
    decide,
    outcome,
    pending,
    setup,
    withdraw,
)
from engine.games.chosen.state import MAX_SEATS, MIN_SEATS, State, pieces
from engine.games.chosen.telling import told_table
from engine.games.chosen.view import ChosenView, turn, view

GAME: Game[State] = Game(
    name="chosen",
    title="Chosen",
    version=1,
    min_seats=MIN_SEATS,  # [1.1]
    max_seats=MAX_SEATS,
    check_table=check_table,
    config=ChosenConfig,
    command=ChosenCommand,
    event=ChosenEvent,
    state=State,
    view_model=ChosenView,
    outcome_model=ChosenOutcome,
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
        (ChosenConfig(), 2),
        (ChosenConfig(mode="twins"), 4),
        (ChosenConfig(mode="omen"), 3),
        (ChosenConfig(mode="challenge"), 4),
        (ChosenConfig(mode="round_attack"), 3),
        (ChosenConfig(mode="alliances"), 4),
        (ChosenConfig(mode="teams"), 6),
    ),
    policies={"random": random_policy, "greedy": greedy_policy},
    entry=ChosenEntry,
    check_entry=check_entry,
    sample_entry=sample_entry,
    draws=True,  # [17.4]
    cards=PRINTED,
    told=told_table,
    turn=turn,
)
VERSIONS = (GAME,)
