"""What a full table of Chosen costs: the options of who is asked, and whole matches of bots."""

import time
from dataclasses import replace
from statistics import fmean, median
from typing import Any, Final

from engine.core.answer import options_text
from engine.games.chosen import GAME
from engine.games.chosen.cards import CARDS
from engine.games.chosen.commands import ChosenConfig
from engine.games.chosen.state import Mode, State
from engine.games.chosen.variants import VARIANTS
from services.cli.local import LocalMatch, Secrets, policy_rng
from services.cli.policies import play_out, policy_of
from tests.bench.report import Figure
from tests.engine.games.chosen.table import player, table

ROW: Final = 12
"""Adventurers of each player: as many different ones as a ready deck has."""
HAND: Final = (
    "night_of_knives cold_steel called_away second_wind a_heavy_supper pit_of_nails "
    "marked_for_greatness"
)
TIMES: Final = 50
MATCHES: Final = 5
SEATS: Final = 4


def figures() -> list[Figure]:
    """Measure everything once."""
    found: list[Figure] = []
    for mode, variant in VARIANTS.items():
        most = variant.seats[-1]
        found.append(Figure(f"options, {mode} of {most}, full Rows", _options(mode), "ms"))
    for mode, variant in VARIANTS.items():
        seats = SEATS if SEATS in variant.seats else variant.seats[0]
        for policy in GAME.policies:
            name = f"a match, {mode} of {seats}, {policy}"
            found.append(Figure(name, _match(mode, seats, policy), "ms CPU"))
    return found


def full_table(mode: Mode, seats: int) -> State:
    """Return a table at which everybody has a full Row, quests, buildings and a hand."""
    of_type = {one: [card.id for card in CARDS.values() if card.type == one] for one in _TYPES}
    omen = {"events": "red_comet*", "omen_phase": "in_play"} if mode == "omen" else {}
    laid = [
        player(
            mp=12,
            hand=HAND,
            row=" ".join(of_type["adventurer"][:ROW]),
            quests=" ".join(f"{quest}:moat_eel" for quest in of_type["quest"][:3]),
            buildings=" ".join(of_type["building"][seat % 3 :: 3]),
            tower=" ".join(of_type["tower_level"][3 * seat % 12 :][:3]),
            storage="grey_hound",
            **omen,
        )
        for seat in range(seats)
    ]
    return table(*laid, mode=mode)


_TYPES: Final = ("adventurer", "quest", "building", "tower_level")


def _options(mode: Mode) -> float:
    """Return how long the options of who is asked take, written as JSON; a new table each time."""
    state = full_table(mode, VARIANTS[mode].seats[-1])
    assert state.question is not None
    seat = state.question.seats[0]
    spent: list[float] = []
    for _ in range(TIMES):
        afresh = replace(state, present=dict(state.present))
        began = time.process_time()
        options_text(GAME.legal(afresh, seat))
        spent.append(time.process_time() - began)
    return median(spent) * 1000


def _match(mode: Any, seats: int, policy: str) -> float:
    spent: list[float] = []
    for number in range(MATCHES):
        secrets = Secrets(1, f"bench {mode}", number)
        began = time.process_time()
        match = LocalMatch(GAME, ChosenConfig(mode=mode), seats, secrets)
        rngs = {seat: policy_rng(secrets, seat) for seat in range(seats)}
        play_out(match, policy_of(GAME, policy), rngs)
        spent.append(time.process_time() - began)
    return fmean(spent) * 1000
