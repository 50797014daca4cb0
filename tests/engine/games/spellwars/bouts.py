"""Whole matches of bots, position by position."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pydantic import TypeAdapter
from pydantic_core import from_json, to_json

from engine.core.game import Move
from engine.core.rejection import Rejection
from engine.core.rng import Rng
from engine.games.spellwars import GAME
from engine.games.spellwars.commands import SpellWarsConfig
from tests.engine.scenario import fold

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from engine.core.options import CommandData
    from engine.games.spellwars.state import State

COMMANDS = TypeAdapter[Any](GAME.command)


def told(state: State, seat: int) -> dict[str, Any]:
    """Return what a bot is told: JSON data, as it gets it from a server."""
    options = [o.model_dump(mode="json", exclude_none=True) for o in GAME.legal(state, seat)]
    view = GAME.view(state, seat).model_dump(mode="json")
    return from_json(to_json({"seat": seat, "view": view, "options": options}))


def act(policy: str, state: State, seat: int, rng: Rng) -> CommandData:
    """Return what a bot does; fails if it would be refused."""
    command = GAME.policies[policy](told(state, seat), rng)
    assert GAME.check(state, seat, COMMANDS.validate_python(command)) is None
    return command


def positions(policies: Sequence[str], seed: int, **config: Any) -> Iterator[State]:
    """Play a match, a bot on each seat; give each position, the last one included."""
    secret = seed.to_bytes(32, "big")
    bots = Rng(secret, 0)
    rng = Rng(secret, 1)
    opening = GAME.setup(SpellWarsConfig(**config), (None,) * len(policies), rng)
    state = fold(GAME, GAME.initial, opening)
    yield state
    for n in range(2, GAME.turn_limit):
        if GAME.outcome(state) is not None:
            return
        moves = [
            Move(seat=s, command=COMMANDS.validate_python(act(policies[s], state, s, bots)))
            for decision in GAME.pending(state)
            for s in decision.seats
        ]
        events = GAME.decide(state, tuple(moves), Rng(secret, n))
        assert not isinstance(events, Rejection), events
        state = fold(GAME, state, events)
        yield state
