"""Whole battles of bots, and the laws that no single clause states."""

from __future__ import annotations

from itertools import combinations
from time import monotonic
from typing import TYPE_CHECKING, Any, get_args

import pytest
from pydantic import TypeAdapter

from engine.core.rng import Rng
from engine.games import discover
from engine.games.sorcery import GAME
from engine.games.sorcery.cards import FIGURES
from engine.games.sorcery.commands import FieldName, SorceryConfig
from engine.games.sorcery.geometry.bases import on_field, overlap
from engine.games.sorcery.ground import base
from engine.games.sorcery.state import MAX_TOKENS, ROUNDS
from schemas.verify import verify
from services.cli.local import LocalMatch, Secrets, policy_rng
from services.cli.policies import act
from tests.engine.games.sorcery.bouts import COMMANDS, any_commands, sampled, walk
from tests.engine.games.sorcery.golden_players import PLAYERS
from tests.engine.games.sorcery.laws import twin
from tests.engine.scenario import fold

if TYPE_CHECKING:
    from engine.games.sorcery.state import State
    from tests.engine.games.sorcery.bouts import Step

GAMES = discover()
EVENTS = TypeAdapter[Any](GAME.event)
FIELDS = get_args(FieldName)
SEATS = range(GAME.min_seats, GAME.max_seats + 1)
POINTS = (100, 300, 600, 200)
"""Each field has a limit of its own, another one for each number of players."""
CASES = [
    (seats, field, POINTS[(n + seats) % len(POINTS)])
    for seats in SEATS
    for n, field in enumerate(FIELDS)
]
BOTS = ("random", "hunting")
"""The first does anything, the second lets figures meet."""
EVERY = 25
"""Positions from one that is looked at closely to the next."""
MATCHES = 500
BUDGET_S = 30 * 60
ENOUGH = 200


def played(seats: int, bot: str, number: int, **config: Any) -> list[State]:
    """Play a battle in which the laws hold, and return its positions."""
    rng = Rng(bytes(32), number)
    armies = sampled(seats, number, **config)
    states: list[State] = []
    for state, step in walk([PLAYERS[bot]] * seats, armies, number, **config):
        if len(states) % EVERY == 0 or GAME.outcome(state) is not None:
            laws(state, step, rng)
        bounds(state)
        states.append(state)
    assert all(GAME.pieces(state) == GAME.pieces(states[0]) for state in states)
    assert GAME.outcome(states[-1]) is not None, number
    assert len(states) <= GAME.turn_limit
    return states


def laws(state: State, step: Step | None, rng: Rng) -> None:
    """Stored events fold alike, options are accepted, refusals tell nothing."""
    if step is not None:
        stored = [EVENTS.validate_json(EVENTS.dump_json(event)) for event in step.events]
        assert fold(GAME, step.before, stored) == state
    for seat in range(state.seats):
        for option in GAME.legal(state, seat):
            command = COMMANDS.validate_python(option.sample(rng))
            assert GAME.check(state, seat, command) is None, (seat, command)
    seat = rng.below(state.seats)
    other = twin(state, seat, rng)
    for command in any_commands(state, rng):
        assert GAME.check(state, seat, command) == GAME.check(other, seat, command), command


def bounds(state: State) -> None:
    """Everything stands where it may, and no number leaves its bounds."""
    assert state.round <= ROUNDS
    assert 0 <= state.actions <= max(1, state.limit // 100)
    for figure in state.figures.values():
        assert 0 <= figure.tokens <= MAX_TOKENS
        assert 0 <= figure.click <= len(FIGURES[figure.card].dial)
        assert figure.gone == (figure.click == len(FIGURES[figure.card].dial))
        assert figure.book is None or state.books[figure.book].bearer == figure.n
    bases = [base(figure) for figure in state.standing]
    assert all(on_field(one.centre, one.radius) for one in bases)
    assert not any(overlap(*pair) for pair in combinations(bases, 2))
    for book in state.books.values():
        spells = [leaf.spell for leaf in book.leaves]
        assert len(spells) == len(set(spells))
        assert (book.bearer is None) == (book.at is not None)
    for effect in state.effects.values():
        assert effect.on is None or not state.figures[effect.on].gone


def proved(seats: int, number: int, **config: Any) -> None:
    """Play a battle of greedy bots as the service does, and prove it from its file."""
    secrets = Secrets(number, f"whole {seats}", number)
    match = LocalMatch(GAME, SorceryConfig(**config), seats, secrets)
    rngs = {seat: policy_rng(secrets, seat) for seat in range(seats)}
    while not match.over:
        act(match, match.next_seats(), PLAYERS["greedy"], rngs)
    verdict = verify(match.write(), GAMES)
    assert verdict.genuine, (number, verdict)
    assert verdict.status == "closed"


@pytest.mark.parametrize("bot", BOTS)
@pytest.mark.parametrize(("seats", "field", "points"), CASES)
def test_battles_are_played_to_the_end(seats: int, field: str, points: int, bot: str) -> None:
    played(seats, bot, points + seats, field=field, points=points)


@pytest.mark.parametrize("seats", SEATS)
def test_a_battle_is_proved(seats: int) -> None:
    proved(seats, 0, points=200)


@pytest.mark.rule("sorcery", "18.3")
@pytest.mark.parametrize("bot", BOTS)
def test_there_is_always_an_outcome_or_somebody_to_ask(bot: str) -> None:
    states = played(3, bot, 7, points=200)
    for state in states:
        pending = GAME.pending(state)
        assert bool(pending) != (GAME.outcome(state) is not None)
        for decision in pending:
            assert all(GAME.legal(state, seat) for seat in decision.seats)
            assert set(decision.seats) <= {*state.alive}
    ids = [decision.id for state in states for decision in GAME.pending(state)]
    assert ids == [f"q{n}" for n in range(1, len(ids) + 1)]


@pytest.mark.long
@pytest.mark.timeout(2 * BUDGET_S)
def test_five_hundred_battles_hold_the_laws() -> None:
    """Every third one is of greedy bots and is proved."""
    until = monotonic() + BUDGET_S
    count = 0
    while count < MATCHES and monotonic() < until:
        seats, field, points = CASES[count // 3 % len(CASES)]
        bot = (*BOTS, "greedy")[count % 3]
        if bot == "greedy":
            proved(seats, 1_000 + count, field=field, points=points)
        else:
            played(seats, bot, 1_000 + count, field=field, points=points)
        count += 1
    assert count >= ENOUGH, f"{count} battles in {BUDGET_S} s"
