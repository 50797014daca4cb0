"""Sorcery: a skirmish of figures with spellbooks on an open field (RULES.md)."""

from engine.core.game import Game
from engine.games.sorcery.armies import check_entry, sample_entry
from engine.games.sorcery.bots import greedy_policy, random_policy
from engine.games.sorcery.catalogue import PRINTED
from engine.games.sorcery.checks import check
from engine.games.sorcery.commands import SorceryCommand, SorceryConfig, SorceryEntry
from engine.games.sorcery.event_words import teller
from engine.games.sorcery.events import SorceryEvent
from engine.games.sorcery.evolve import evolve
from engine.games.sorcery.mapping import told_map
from engine.games.sorcery.options import default, legal
from engine.games.sorcery.picture import picture
from engine.games.sorcery.rules import (
    TURN_LIMIT,
    SorceryOutcome,
    decide,
    outcome,
    pending,
    setup,
    withdraw,
)
from engine.games.sorcery.state import MAX_SEATS, MIN_SEATS, State, pieces
from engine.games.sorcery.telling import told_table
from engine.games.sorcery.view import SorceryView, turn, view

GAME: Game[State] = Game(
    name="sorcery",
    title="Sorcery",
    version=1,
    min_seats=MIN_SEATS,  # [2.1]
    max_seats=MAX_SEATS,
    config=SorceryConfig,
    command=SorceryCommand,
    event=SorceryEvent,
    state=State,
    view_model=SorceryView,
    outcome_model=SorceryOutcome,
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
        (SorceryConfig(), 2),
        (SorceryConfig(field="old_quarry", points=200), 2),
        (SorceryConfig(field="standing_stones", points=200), 3),
        (SorceryConfig(field="marsh_ford", points=100), 4),
    ),
    policies={"random": random_policy, "greedy": greedy_policy},
    entry=SorceryEntry,
    check_entry=check_entry,
    sample_entry=sample_entry,
    draws=True,  # [16.5]
    cards=PRINTED,
    told=told_table,
    told_map=told_map,
    teller=teller,
    turn=turn,
    picture=picture,
)
VERSIONS = (GAME,)
