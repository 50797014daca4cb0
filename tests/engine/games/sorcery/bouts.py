"""Whole battles of bots, position by position, as the rules alone play them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pydantic import TypeAdapter
from pydantic_core import from_json, to_json

from engine.core.game import Move
from engine.core.rejection import Rejection
from engine.core.rng import Rng
from engine.games.sorcery import GAME
from engine.games.sorcery.armies import READY
from engine.games.sorcery.commands import Ready, SorceryConfig
from tests.engine.scenario import fold

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from engine.core.options import CommandData
    from engine.games.sorcery.state import State

COMMANDS = TypeAdapter[Any](GAME.command)
ARMIES = tuple(READY)


def told(state: State, seat: int) -> dict[str, Any]:
    """Return what a bot is told: JSON data, as it gets it from a server."""
    options = [o.model_dump(mode="json", exclude_none=True) for o in GAME.legal(state, seat)]
    view = GAME.view(state, seat).model_dump(mode="json")
    return from_json(to_json({"seat": seat, "view": view, "options": options}))


def act(policy: str, state: State, seat: int, rng: Rng) -> CommandData:
    """Return what a bot does; fails if it would be refused."""
    command = GAME.policies[policy](told(state, seat), rng)
    refusal = GAME.check(state, seat, COMMANDS.validate_python(command))
    assert refusal is None, (command, refusal)
    return command


def positions(
    policies: Sequence[str], armies: Sequence[str], seed: int, **config: Any
) -> Iterator[State]:
    """Play a battle, a bot and an army on each seat; give each position, the last one included."""
    secret = seed.to_bytes(32, "big")
    bots = Rng(secret, 0)
    entries = tuple(Ready(name=army) for army in armies)
    state = fold(GAME, GAME.initial, GAME.setup(SorceryConfig(**config), entries, Rng(secret, 1)))
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
