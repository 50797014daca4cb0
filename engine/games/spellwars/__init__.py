"""Spell Wars: two to six wizards duel with spells built in secret (RULES.md)."""

from engine.core.game import Game
from engine.games.spellwars.bots import greedy_policy, random_policy
from engine.games.spellwars.catalogue import PRINTED
from engine.games.spellwars.checks import check
from engine.games.spellwars.commands import SpellWarsCommand, SpellWarsConfig
from engine.games.spellwars.events import SpellWarsEvent
from engine.games.spellwars.evolve import evolve
from engine.games.spellwars.options import default, legal
from engine.games.spellwars.outcome import SpellWarsOutcome, outcome
from engine.games.spellwars.rules import (
    TURN_LIMIT,
    decide,
    pending,
    setup,
    withdraw,
)
from engine.games.spellwars.state import MAX_SEATS, MIN_SEATS, State, pieces
from engine.games.spellwars.view import SpellWarsView, turn, view

GAME: Game[State] = Game(
    name="spellwars",
    title="Spell Wars",
    version=1,
    min_seats=MIN_SEATS,  # [1.1]
    max_seats=MAX_SEATS,
    config=SpellWarsConfig,
    command=SpellWarsCommand,
    event=SpellWarsEvent,
    state=State,
    view_model=SpellWarsView,
    outcome_model=SpellWarsOutcome,
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
        (SpellWarsConfig(), 2),
        (SpellWarsConfig(), 3),
        (SpellWarsConfig(mode="quick"), 4),
        (SpellWarsConfig(mode="quick", dead_draw_on_death=False), 5),
        (SpellWarsConfig(), 6),
    ),
    cards=PRINTED,
    policies={"random": random_policy, "greedy": greedy_policy},
    draws=True,  # [14.10]
    turn=turn,
)
VERSIONS = (GAME,)
