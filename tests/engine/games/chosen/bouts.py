"""Whole matches of bots, position by position, as the rules alone play them."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any

from pydantic import TypeAdapter
from pydantic_core import from_json, to_json

from engine.core.codec import codec_of
from engine.core.game import Move
from engine.core.match_state import Commit
from engine.core.rejection import Rejection
from engine.core.rng import Rng
from engine.games.chosen import GAME
from engine.games.chosen.commands import ChosenConfig
from engine.games.chosen.decks import sample_entry
from engine.games.chosen.variants import VARIANTS
from tests.engine.scenario import fold

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from engine.core.codec import Parts
    from engine.core.messages import Event
    from engine.core.options import CommandData
    from engine.games.chosen.state import State

COMMANDS = TypeAdapter[Any](GAME.command)
TABLES = [(mode, seats) for mode, variant in VARIANTS.items() for seats in variant.seats]
"""Every mode with every number of players it takes."""
SMALLEST = [(mode, variant.seats[0]) for mode, variant in VARIANTS.items()]


def told(state: State, seat: int) -> dict[str, Any]:
    """Return what a bot is told: JSON data, as it gets it from a server."""
    options = [o.model_dump(mode="json", exclude_none=True) for o in GAME.legal(state, seat)]
    for option in options:
        option.setdefault("optional", False)
    view = GAME.view(state, seat).model_dump(mode="json")
    return from_json(to_json({"seat": seat, "view": view, "options": options}))


def act(policy: str, state: State, seat: int, rng: Rng) -> CommandData:
    """Return what a bot does; fails if it would be refused."""
    command = GAME.policies[policy](told(state, seat), rng)
    refusal = GAME.check(state, seat, COMMANDS.validate_python(command))
    assert refusal is None, (command, refusal)
    return command


def opening(mode: Any, seats: int, rng: Rng) -> State:
    config = ChosenConfig(mode=mode)
    entries = tuple(sample_entry(config, seat, rng) for seat in range(seats))
    return fold(GAME, GAME.initial, GAME.setup(config, entries, rng))


def positions(policies: Sequence[str], seed: int, mode: Any) -> Iterator[State]:
    """Play a match, a bot on each seat; give each position, the last one included."""
    secret = seed.to_bytes(32, "big")
    bots = Rng(secret, 0)
    state = opening(mode, len(policies), Rng(secret, 1))
    yield state
    for n in range(2, GAME.turn_limit):
        if GAME.outcome(state) is not None:
            return
        seat = GAME.pending(state)[0].seats[0]
        command = COMMANDS.validate_python(act(policies[seat], state, seat, bots))
        events = GAME.decide(state, (Move(seat=seat, command=command),), Rng(secret, n))
        assert not isinstance(events, Rejection), events
        state = fold(GAME, state, events)
        yield state


@cache
def path(policy: str, mode: Any, seats: int, seed: int) -> tuple[State, ...]:
    """Return the positions of a match that several tests look at."""
    return tuple(positions([policy] * seats, seed, mode))


def written(events: Sequence[Event], seats: int) -> Parts:
    """Return events as they stand in a commit."""
    commit = Commit(n=1, at=1, actor="system", commands=(), events=(*events,), awaited=())
    return codec_of(GAME).write(commit, seats)
