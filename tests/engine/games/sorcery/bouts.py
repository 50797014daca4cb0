"""Whole battles of bots, position by position, as the rules alone play them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from pydantic import TypeAdapter
from pydantic_core import from_json, to_json

from engine.core.game import Move
from engine.core.rejection import Rejection
from engine.core.rng import Rng
from engine.games.sorcery import GAME
from engine.games.sorcery.armies import READY, sample_entry
from engine.games.sorcery.cards import SPELLS
from engine.games.sorcery.commands import Ready, SorceryConfig
from tests.engine.scenario import fold

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from engine.core.game import Policy
    from engine.core.messages import Event
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


@dataclass(frozen=True)
class Step:
    before: State
    events: Sequence[Event]


def positions(
    policies: Sequence[str], armies: Sequence[str], seed: int, **config: Any
) -> Iterator[State]:
    """Play a battle, a bot and an army on each seat; give each position, the last one included."""
    entries = tuple(Ready(name=army) for army in armies)
    bots = [GAME.policies[name] for name in policies]
    return (state for state, _ in walk(bots, entries, seed, **config))


def sampled(seats: int, seed: int, **config: Any) -> tuple[Any, ...]:
    """Return an army for each seat, of those that bots bring."""
    rng = Rng(seed.to_bytes(32, "big"), 0)
    return tuple(sample_entry(SorceryConfig(**config), seat, rng) for seat in range(seats))


def walk(
    policies: Sequence[Policy], entries: tuple[Any, ...], seed: int, **config: Any
) -> Iterator[tuple[State, Step | None]]:
    """Play a battle; give each position with how it came about, the last one included."""
    secret = seed.to_bytes(32, "big")
    bots = Rng(secret, 0)
    state = fold(GAME, GAME.initial, GAME.setup(SorceryConfig(**config), entries, Rng(secret, 1)))
    yield state, None
    for n in range(2, GAME.turn_limit):
        if GAME.outcome(state) is not None:
            return
        seat = GAME.pending(state)[0].seats[0]
        command = COMMANDS.validate_python(policies[seat](told(state, seat), bots))
        events = GAME.decide(state, (Move(seat=seat, command=command),), Rng(secret, n))
        assert not isinstance(events, Rejection), (command, events)
        before, state = state, fold(GAME, state, events)
        yield state, Step(before, events)


def any_commands(state: State, rng: Rng) -> list[Any]:
    """Return commands that may be right, or not."""
    figures = [*state.figures, "f0"]
    one, other, spot = rng.choice(figures), rng.choice(figures), [rng.below(36_001) for _ in "xy"]
    spell = rng.choice(sorted(SPELLS))
    sent = [
        {"kind": "pass"},
        {"kind": "deploy", "figure": one, "at": spot},
        {"kind": "move", "figure": one, "path": [spot]},
        {"kind": "fight", "figure": one, "target": other, "breach": bool(rng.below(2))},
        {"kind": "shoot", "figure": one, "targets": [other]},
        {"kind": "syphon", "figure": one, "friend": other},
        {"kind": "pick_up", "figure": one, "book": rng.choice([*state.books, "b0"])},
        {"kind": "mend", "figure": one, "friend": other},
        {"kind": "counter", "figure": one},
        {"kind": "browse", "figure": one, "spell": spell},
        {"kind": "memorise", "spell": spell},
        {"kind": "cast", "figure": one, "targets": [other]},
        {"kind": "face", "facing": [1, 1]},
    ]
    return [COMMANDS.validate_python(command) for command in sent]
