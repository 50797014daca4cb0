"""Whole matches of bots, position by position, as the rules alone play them."""

from __future__ import annotations

from dataclasses import dataclass
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
from engine.games.chosen.cards import CARDS
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
PASS = {"kind": "pass"}
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


def opening(mode: Any, seats: int, rng: Rng, **settings: Any) -> State:
    config = ChosenConfig(mode=mode, **settings)
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


@dataclass(frozen=True)
class Step:
    before: State
    events: Sequence[Event]


def random_command(state: State, seat: int, rng: Rng) -> Any:
    """Return anything that is waited for; every fourth time to pass, where that can be done."""
    options = [option for option in GAME.legal(state, seat) if not option.optional]
    acts = [option for option in options if option.command != PASS]
    passes = len(acts) < len(options) and (not acts or rng.below(4) == 0)
    return COMMANDS.validate_python(PASS if passes else rng.choice(acts).sample(rng))


def any_commands(state: State, rng: Rng) -> list[Any]:
    """Return commands that may be right, or not."""
    handles = [*state.present, "c999", "seat:0", "seat:1", "a1"]
    cards = sorted(CARDS)
    some = {"card": rng.choice(cards), "target": rng.choice(handles)}
    told = [
        PASS,
        {"kind": "summon", **some},
        {"kind": "lay_obstacle", "card": rng.choice(cards), "at": rng.choice(handles)},
        {"kind": "use", "card": rng.choice(handles), "target": rng.choice(handles)},
        {"kind": "send_team", "target": rng.choice(handles), "team": [rng.choice(handles)]},
        {"kind": "obstruct", "team": [rng.choice(handles)]},
        {"kind": "choose", "pick": rng.choice([*handles, "none", f"card:{rng.choice(cards)}"])},
    ]
    return [COMMANDS.validate_python(command) for command in told]


def walk(mode: Any, seats: int, seed: int, **settings: Any) -> Iterator[tuple[State, Step | None]]:
    """Play a random match; give each position with how it came about, the last one included.

    Nobody is shown anything, so that it takes a third of the time of one with bots.
    """
    secret = seed.to_bytes(32, "big")
    chance = Rng(secret, 0)
    state = opening(mode, seats, Rng(secret, 1), **settings)
    yield state, None
    for n in range(2, GAME.turn_limit):
        if GAME.outcome(state) is not None:
            return
        seat = chance.choice(GAME.pending(state)[0].seats)
        command = random_command(state, seat, chance)
        events = GAME.decide(state, (Move(seat=seat, command=command),), Rng(secret, n))
        assert not isinstance(events, Rejection), (command, events)
        before, state = state, fold(GAME, state, events)
        yield state, Step(before, events)


@cache
def path(policy: str, mode: Any, seats: int, seed: int) -> tuple[State, ...]:
    """Return the positions of a match that several tests look at."""
    return tuple(positions([policy] * seats, seed, mode))


def written(events: Sequence[Event], seats: int) -> Parts:
    """Return events as they stand in a commit."""
    commit = Commit(n=1, at=1, actor="system", commands=(), events=(*events,), awaited=())
    return codec_of(GAME).write(commit, seats)
