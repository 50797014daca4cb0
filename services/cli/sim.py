"""``sim``: bots against bots in this process; the same seed gives the same heads everywhere."""

import json
import multiprocessing
import signal
import sys
from collections import Counter
from collections.abc import Generator, Iterable, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from math import sqrt
from multiprocessing import resource_tracker
from pathlib import Path
from typing import Any

from pydantic import TypeAdapter, ValidationError

from engine.core.game import Game
from engine.core.malformed import sentence
from engine.core.messages import Config
from engine.core.terms import BankClock, DecisionClock
from schemas.match_file import SUFFIX
from schemas.wanted import WantedClock
from services.cli.errors import UsageError
from services.cli.local import LocalMatch, Secrets, policy_rng, table_name, thinking_rng
from services.cli.policies import play_out, play_out_on_time, policy_of
from services.cli.progress import progress
from services.cli.registry import table_of

_CHUNK = 16
"""Matches a job takes at once."""
_CLOCK: TypeAdapter[DecisionClock | BankClock] = TypeAdapter(WantedClock)


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """What is to be simulated; plain data, because it goes to other processes."""

    game: str
    seats: int | None
    """None: the fewest the game allows."""
    seed: int
    policy: str
    config: dict[str, Any]
    save: Path | None
    clock: dict[str, Any] | None = None
    """As a match is created with; None: without."""


def run(plan: Plan, *, matches: int, jobs: int) -> None:
    """Print one JSON line a match, in the order of matches, then the summary line.

    Raises:
        UsageError: there is no such table, clock or policy, or the matches can't be saved.
    """
    players = _Players.of(plan)  # wrong use is told before any process starts
    if plan.save is not None:
        _make_folder(plan.save)
    summary = Summary()
    with progress("matches", matches) as advance, _outcomes(plan, players, matches, jobs) as lines:
        for line in lines:
            print(json.dumps(line, separators=(",", ":")))
            summary.add(line)
            advance()
    print(json.dumps({"summary": summary.line(players)}, separators=(",", ":")))
    for name, mean in summary.means().items():
        told = f"{name}: {mean['mean']:.4f} +- {mean['standard_error']:.4f}"
        print(told, file=sys.stderr)


@contextmanager
def _outcomes(
    plan: Plan, players: "_Players", matches: int, jobs: int
) -> Generator[Iterable[dict[str, Any]]]:
    if jobs == 1:
        yield map(players.play, range(matches))
        return
    # Fresh processes: nothing of this one's threads and terminal is copied into them.
    context = multiprocessing.get_context("spawn")
    with _deaf_to_ctrl_c():
        pool = context.Pool(jobs, _start_job, (plan,))
    with pool:
        yield pool.imap(_play_here, range(matches), chunksize=_CHUNK)


@contextmanager
def _deaf_to_ctrl_c() -> Generator[None]:
    """Start processes that Ctrl-C does not reach, not even while they load: it is ours to handle.

    They inherit the mask; here the signal arrives as soon as the block is left.
    """
    resource_tracker.ensure_running()  # started in the block, it would lift the mask
    signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})


def _make_folder(folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise _no_folder(folder, error) from error


def _no_folder(folder: Path, error: OSError) -> UsageError:
    return UsageError(f"--save takes a folder to write to; {folder}: {error.strerror or error}")


def _clock_of(data: Mapping[str, Any]) -> DecisionClock | BankClock:
    try:
        return _CLOCK.validate_json(json.dumps(data), strict=True)
    except ValidationError as error:
        msg = f"--clock takes a clock as POST /matches does: {sentence(error, data, WantedClock)}"
        raise UsageError(msg) from None


@dataclass(frozen=True, slots=True)
class _Players:
    """Who plays what, ready to play any number of matches."""

    plan: Plan
    game: Game[Any]
    seats: int
    config: Config
    clock: DecisionClock | BankClock | None

    @classmethod
    def of(cls, plan: Plan) -> "_Players":
        game, seats, config = table_of(plan.game, plan.seats, plan.config)
        policy_of(game, plan.policy)
        clock = None if plan.clock is None else _clock_of(plan.clock)
        return cls(plan, game, seats, config, clock)

    def play(self, number: int) -> dict[str, Any]:
        """Play match ``number`` and return its line."""
        plan = self.plan
        table = table_name(self.game, self.config, self.seats, plan.policy, self.clock)
        secrets = Secrets(plan.seed, table, number)
        match = LocalMatch(self.game, self.config, self.seats, secrets, self.clock)
        rngs = {seat: policy_rng(secrets, seat) for seat in range(self.seats)}
        policy = policy_of(self.game, plan.policy)
        if self.clock is None:
            play_out(match, policy, rngs)
        else:
            thinking = {seat: thinking_rng(secrets, seat) for seat in range(self.seats)}
            play_out_on_time(match, policy, rngs, thinking)
        if plan.save is not None:
            try:
                (plan.save / f"{match.header.match}{SUFFIX}").write_bytes(match.write())
            except OSError as error:
                raise _no_folder(plan.save, error) from error
        return {
            "seed": plan.seed,
            "number": number,
            "match": match.header.match,
            "rules": self.game.rules,
            "seats": self.seats,
            "commits": match.state.version,
            "events": match.events,
            **({} if self.clock is None else {"expiries": match.expiries}),
            "outcome": match.state.outcome,
            "head": match.head,
        }


_here: list[_Players] = []
"""In a job's process: what it plays."""


def _start_job(plan: Plan) -> None:
    _here.append(_Players.of(plan))


def _play_here(number: int) -> dict[str, Any]:
    return _here[0].play(number)


@dataclass(slots=True)
class _Moments:
    """Sums of a number over matches, exact because the numbers are whole."""

    count: int = 0
    total: int = 0
    squares: int = 0

    def add(self, value: int) -> None:
        self.count += 1
        self.total += value
        self.squares += value * value

    def line(self) -> dict[str, float]:
        """Return the mean and its standard error (0 for a single match)."""
        n = self.count
        spread = self.squares * n - self.total * self.total
        error = sqrt(spread / (n - 1)) / n if n > 1 else 0.0
        return {"mean": self.total / n, "standard_error": error}


@dataclass(slots=True)
class Summary:
    """What all matches have in common: means of numbers, counts of words, who won."""

    matches: int = 0
    expiries: int | None = None
    """None: matches without a clock."""
    _numbers: dict[str, _Moments] = field(default_factory=dict[str, _Moments])
    _words: dict[str, Counter[str]] = field(default_factory=dict[str, Counter[str]])
    _wins: Counter[int] = field(default_factory=Counter[int])

    def add(self, line: Mapping[str, Any]) -> None:
        """Count one match's line."""
        self.matches += 1
        outcome: Mapping[str, Any] = line["outcome"]
        self._number("commits", line["commits"])
        self._number("events", line["events"])
        if "expiries" in line:
            self.expiries = (self.expiries or 0) + line["expiries"]
        self._number("won", int(bool(outcome["winners"])))
        self._wins.update(outcome["winners"])
        for name, value in outcome.items():
            if isinstance(value, int):
                self._number(name, int(value))
            elif isinstance(value, str):
                self._words.setdefault(name, Counter()).update([value])

    def _number(self, name: str, value: int) -> None:
        self._numbers.setdefault(name, _Moments()).add(value)

    def means(self) -> dict[str, dict[str, float]]:
        """Return name -> mean and standard error; yes/no counts as 1/0."""
        return {name: moments.line() for name, moments in self._numbers.items()}

    def line(self, players: _Players) -> dict[str, Any]:
        """Return the summary as JSON data; it says nothing of the machine or the time."""
        return {
            "rules": players.game.rules,
            "seats": players.seats,
            "policy": players.plan.policy,
            "seed": players.plan.seed,
            "matches": self.matches,
            **({} if self.expiries is None else {"expiries": self.expiries}),
            "means": self.means(),
            "counts": {name: dict(sorted(c.items())) for name, c in self._words.items()},
            "wins": [self._wins[seat] for seat in range(players.seats)],
        }
