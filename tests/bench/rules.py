"""What one core does in one process: decide, fold, seal, verify, replay a long match."""

import time
from collections.abc import Callable
from typing import Any

from engine.core.codec import codec_of
from engine.core.game import Game, Move
from engine.core.match_fold import fold_commit
from engine.core.match_state import new_match
from engine.core.rejection import Rejection
from engine.core.rng import Rng
from engine.games import Registry, discover
from schemas.reading import read_file
from schemas.verify import verify
from services.cli.local import LocalMatch, Secrets, policy_rng
from services.cli.policies import play_out, policy_of
from services.common.fold import begin, fold, restore, snapshot_of
from services.common.settings import Settings
from tests.bench.report import Figure

SEATS = 4
MATCHES = 150
LONG = 5_000
"""Commits of the long match, a counter of four seats."""
SNAPSHOT_EVERY: int = Settings.model_fields["snapshot_every"].default


def figures() -> list[Figure]:
    """Measure everything once."""
    registry = discover(("tests.toys.poison",))
    game = registry.newest("regicide")
    files = [_played(game, "random", number) for number in range(MATCHES)]
    return [
        Figure("decide + fold + legal", _decide(game), "commands/s"),
        Figure("step + seal, views for bots included", _simulate(game), "commands/s"),
        Figure("verify, chain only", _rate(files, read_file), "commits/s"),
        Figure(
            "verify, every decision re-made",
            _rate(files, lambda file: verify(file, registry)),
            "commits/s",
        ),
        Figure("fold from the log", _fold(game, files), "commits/s"),
        *_long_match(registry),
    ]


def _played(game: Game[Any], policy: str, number: int) -> bytes:
    return _match(game, policy, number).write()


def _match(game: Game[Any], policy: str, number: int) -> LocalMatch:
    config = game.examples[0][0]
    secrets = Secrets(1, "bench", number)
    match = LocalMatch(game, config, SEATS, secrets)
    rngs = {seat: policy_rng(secrets, seat) for seat in range(SEATS)}
    play_out(match, policy_of(game, policy), rngs)
    return match


def _decide(game: Game[Any]) -> float:
    """Random legal moves straight through the rules: what the design calls decided commands."""
    choices = Rng(bytes(32), 1)
    commands, codec = 0, codec_of(game)
    spent = 0.0
    for number in range(MATCHES):
        state = game.initial
        for event in game.setup(game.examples[0][0], (None,) * SEATS, Rng(bytes(32), number)):
            state = game.evolve(state, event)
        while game.outcome(state) is None:
            seat = game.pending(state)[0].seats[0]
            began = time.perf_counter()
            options = game.legal(state, seat)
            spent += time.perf_counter() - began
            command = codec.command(choices.choice(options).sample(choices))
            began = time.perf_counter()
            move = Move(seat=seat, command=command)
            events = game.decide(state, (move,), Rng(bytes(32), commands))
            assert not isinstance(events, Rejection), events
            for event in events:
                state = game.evolve(state, event)
            spent += time.perf_counter() - began
            commands += 1
    return commands / spent


def _simulate(game: Game[Any]) -> float:
    commits = 0
    began = time.perf_counter()
    for number in range(MATCHES):
        commits += _match(game, "random", MATCHES + number).state.version
    return commits / (time.perf_counter() - began)


def _rate(files: list[bytes], judge: Callable[[bytes], object]) -> float:
    began = time.perf_counter()
    for file in files:
        judge(file)
    spent = time.perf_counter() - began
    return sum(file.count(b"\n") - 2 for file in files) / spent


def _fold(game: Game[Any], files: list[bytes]) -> float:
    codec, commits = codec_of(game), 0
    read = [(file.header, [c.texts for c in file.commits]) for file in map(read_file, files)]
    began = time.perf_counter()
    for header, parts in read:
        state = new_match(game, header.terms(game))
        for part in parts:
            state = fold_commit(game, state, codec.read_happened(part))
            commits += 1
    return commits / (time.perf_counter() - began)


def _long_match(registry: Registry) -> list[Figure]:
    """What a gateway or a worker does to tell a version, or to open the match, beside reading."""
    game = registry.newest("poison")
    config = game.config.model_validate({"goal": 2 * LONG})
    match = LocalMatch(game, config, SEATS, Secrets(1, "bench", 0))
    while match.state.version < LONG:
        match.send(match.state.version % SEATS, {"kind": "add", "amount": 1})
    start = begin(registry, match.header.encode())
    base = LONG // 2
    snapshot = snapshot_of(fold(start, match.commits[:base]))

    def from_snapshot() -> bytes:
        near = restore(start, snapshot)
        assert near is not None
        return fold(near, match.commits[base : base + SNAPSHOT_EVERY - 1]).view(0)

    return [
        Figure(f"any of {LONG:,} versions, farthest from a snapshot", _ms(from_snapshot), "ms"),
        Figure(
            f"all of {LONG:,} commits, no snapshot", _ms(lambda: fold(start, match.commits)), "ms"
        ),
    ]


def _ms(work: Callable[[], object]) -> float:
    began = time.perf_counter()
    work()
    return (time.perf_counter() - began) * 1000
