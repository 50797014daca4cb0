"""What Sorcery costs: the options on a full field, deciding and listing, whole battles of bots."""

import time
from dataclasses import replace
from itertools import product
from statistics import fmean, median
from typing import Final

from engine.core.answer import options_text
from engine.core.codec import codec_of
from engine.core.game import Move
from engine.core.rejection import Rejection
from engine.core.rng import Rng
from engine.games.sorcery import GAME
from engine.games.sorcery.cards import FIELDS, FIGURES
from engine.games.sorcery.commands import SorceryConfig
from engine.games.sorcery.geometry.bases import LARGE_RADIUS, Base, Ground, Piece
from engine.games.sorcery.geometry.points import FIELD, Point, squared_distance
from engine.games.sorcery.geometry.spots import in_the_way
from engine.games.sorcery.models import CardId
from engine.games.sorcery.state import State
from engine.games.sorcery.ways import ways
from services.cli.local import LocalMatch, Secrets, policy_rng
from services.cli.policies import play_out, policy_of
from tests.bench.report import Figure
from tests.engine.games.sorcery.table import stand, table

FIGURES_EACH: Final = 12
"""As many as an army may have."""
APART: Final = {"shoulder to shoulder": 2 * LARGE_RADIUS, "an inch apart": 3 * LARGE_RADIUS}
"""From centre to centre, in mil-inches."""
TIMES: Final = 20
BATTLES: Final = 10
"""Of some 200 acts each."""
SEATS: Final = 2


def figures() -> list[Figure]:
    """Measure everything once."""
    most = GAME.max_seats
    found = [
        Figure(f"options, {most} times {FIGURES_EACH} figures {how}, {field}", value, "ms CPU")
        for field in FIELDS
        for how, apart in APART.items()
        for value in [_options(field, most, apart)]
    ]
    found += _battles()
    found += [
        Figure(f"a battle of {SEATS}, {policy}", _match(policy), "ms CPU")
        for policy in GAME.policies
    ]
    return found


def full_field(field: CardId, seats: int, apart: int) -> State:
    """Return a battle in which everybody's figures stand mixed round the middle, free of terrain.

    Bases are as near to each other as the distance of the centres lets them, in a square grid.
    """
    terrain = FIELDS[field].terrain
    blocking = [Piece(n, one.outline) for n, one in enumerate(terrain) if one.kind == "blocking"]
    middle = FIELD // 2
    lines = range(middle % apart, FIELD, apart)
    free: list[Point] = [
        at
        for at in product(lines, lines)
        if in_the_way(Base(0, at, LARGE_RADIUS), Ground(blocking=blocking)) is None
    ]
    free.sort(key=lambda at: squared_distance(at, (middle, middle)))
    cards = [*FIGURES.values()]
    stood = [
        stand(card.id, n % seats, at, book="cinder_dart" if card.slots else None)
        for n, at in enumerate(free[: seats * FIGURES_EACH])
        for card in [cards[n % len(cards)]]
    ]
    return table(*stood, battlefield=field)


def _options(field: CardId, seats: int, apart: int) -> float:
    """Return how long the options of who is asked take, written as JSON."""
    state = full_field(field, seats, apart)
    spent: list[float] = []
    for _ in range(TIMES):
        afresh = replace(state, figures={**state.figures})  # so that nothing is known of it
        ways.cache_clear()
        began = time.process_time()
        options_text(GAME.legal(afresh, 0))
        spent.append(time.process_time() - began)
    return median(spent) * 1000


def _battles() -> list[Figure]:
    """Random acts in battles of two: what the rules take to answer one, and to list all."""
    rng, codec, config = Rng(bytes(32), 1), codec_of(GAME), SorceryConfig()
    decided: list[float] = []
    listed: list[float] = []
    assert GAME.sample_entry is not None, "who battles brings an army"
    for number in range(BATTLES):
        state = GAME.initial
        entries = tuple(GAME.sample_entry(config, seat, rng) for seat in range(SEATS))
        for event in GAME.setup(config, entries, Rng(bytes(32), number)):
            state = GAME.evolve(state, event)
        while GAME.outcome(state) is None:
            seat = GAME.pending(state)[0].seats[0]
            began = time.process_time()
            options = GAME.legal(state, seat)
            listed.append(time.process_time() - began)
            acts = [option for option in options if not option.optional]
            move = Move(seat=seat, command=codec.command(rng.choice(acts).sample(rng)))
            began = time.process_time()
            events = GAME.decide(state, (move,), rng)
            decided.append(time.process_time() - began)
            assert not isinstance(events, Rejection), events
            for event in events:
                state = GAME.evolve(state, event)
    return [
        Figure("decide, p99", _p99(decided), "ms CPU"),
        Figure("legal, p99", _p99(listed), "ms CPU"),
    ]


def _p99(times: list[float]) -> float:
    return sorted(times)[len(times) * 99 // 100] * 1000


def _match(policy: str) -> float:
    spent: list[float] = []
    for number in range(BATTLES):
        secrets = Secrets(1, "bench sorcery", number)
        began = time.process_time()
        match = LocalMatch(GAME, SorceryConfig(), SEATS, secrets)
        rngs = {seat: policy_rng(secrets, seat) for seat in range(SEATS)}
        play_out(match, policy_of(GAME, policy), rngs)
        spent.append(time.process_time() - began)
    return fmean(spent) * 1000
