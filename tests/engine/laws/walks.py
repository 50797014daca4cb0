"""Random matches, played through ``step`` one arrival at a time and remembered."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from hashlib import sha256
from typing import Literal, NamedTuple

from pydantic_core import from_json, to_json

from engine.core.answer import options, view_answer
from engine.core.codec import Parts, codec_of
from engine.core.match_state import Commit, MatchState, Terms, awaited, new_match
from engine.core.options import Option
from engine.core.rng import Rng
from engine.core.step import Arrival, SealedChoice, Step, step
from tests.engine.laws.arrivals import (
    MALFORMED,
    body,
    choice_body,
    join_command,
    random_command,
)
from tests.engine.laws.subjects import SUBJECTS, Subject

Clock = Literal["none", "default", "withdraw"]
"""Without one, or what becomes of who is late [M5.3] [M5.5]."""
CLOCKS: tuple[Clock, ...] = ("none", "default", "withdraw")
Style = Literal["any", "bots", "wary", "first", "last"]
STYLES: tuple[Style, ...] = ("any", "bots", "wary", "first", "last")
_LOOKS = 8
DECISION_MS = 1_000


class Plan(NamedTuple):
    """What makes a walk; the same plan is the same walk."""

    rules: str
    example: int
    seed: int
    style: Style
    """``any`` sends anything, ``bots`` what one of the game's policies says; the others send
    options only: ``wary`` such as don't end the match, ``first`` and ``last`` the outermost."""
    clock: Clock


@dataclass(frozen=True, slots=True, kw_only=True)
class Point:
    """One arrival, and the match around it."""

    before: MatchState
    box: tuple[SealedChoice, ...]
    arrival: Arrival
    step: Step


@dataclass(frozen=True, slots=True, kw_only=True)
class Walk:
    """A match from its creation to its end."""

    subject: Subject
    terms: Terms
    server_seed: bytes
    points: tuple[Point, ...]

    @property
    def commits(self) -> tuple[Commit, ...]:
        return tuple(commit for point in self.points for commit in point.step.commits)

    @property
    def parts(self) -> tuple[Parts, ...]:
        codec = codec_of(self.subject.game)
        return tuple(codec.write(commit, self.terms.seats) for commit in self.commits)

    @property
    def running(self) -> tuple[Point, ...]:
        """The points at which the game runs before the arrival."""
        return tuple(point for point in self.points if point.before.status == "running")


@lru_cache(maxsize=256)
def walk(plan: Plan) -> Walk:
    """Play the match of a plan."""
    subject = SUBJECTS[plan.rules]
    config, seats = subject.game.examples[plan.example]
    seed = sha256(repr(plan).encode()).digest()
    terms = Terms(
        match_id=seed.hex()[:20],
        seats=seats,
        config=config,
        created=1_000_000,
        decision_ms=None if plan.clock == "none" else DECISION_MS,
        at_expiry="withdraw" if plan.clock == "withdraw" else "default",
    )
    walker = _Walker(subject=subject, rng=Rng(seed, 0), style=plan.style, seed=seed, terms=terms)
    return Walk(subject=subject, terms=terms, server_seed=seed, points=tuple(walker.points()))


class _Walker:
    """Decides what arrives next."""

    def __init__(
        self, *, subject: Subject, rng: Rng, style: Style, seed: bytes, terms: Terms
    ) -> None:
        self.subject = subject
        self.rng = rng
        self.style = style
        self.seed = seed
        self.state = new_match(subject.game, terms)
        self.deadline: int | None = None
        self.box: tuple[SealedChoice, ...] = ()
        self.accounts = tuple(f"account-{i}" for i in range(terms.seats + 1))
        self.resigning = style == "any" and rng.below(3) == 0
        self.policy = subject.game.policies[rng.choice(sorted(subject.game.policies))]

    def points(self) -> Iterator[Point]:
        at = self.state.terms.created
        limit = 4 * self.subject.game.turn_limit + 500
        for number in range(1, limit):
            if self.state.status == "closed":
                return
            at = self._later(at)
            account, text = self._next()
            arrival = Arrival(
                number=number, at=at, account=account, command_id=f"c{number}", body=text
            )
            done = step(self.subject.game, self.state, self.box, (arrival,), self.seed)
            yield Point(before=self.state, box=self.box, arrival=arrival, step=done)
            self.state, self.box, self.deadline = done.state, done.box, done.deadline
        msg = f"the match has no end after {limit} arrivals: {self.state}"
        raise AssertionError(msg)

    def _later(self, at: int) -> int:
        if self.deadline is None or self.rng.below(10):
            return at + self.rng.below(DECISION_MS // 10)
        near = (-1, 0, 1, DECISION_MS, 3 * DECISION_MS)
        return max(at, self.deadline + self.rng.choice(near))

    def _next(self) -> tuple[str | None, bytes]:
        if self.state.status == "open":
            return self._before_the_start()
        if self.style == "any":
            senseless = self.rng.below(16)
            if senseless < 4:
                return self._senseless(senseless)
            if self.resigning and self.rng.below(20) == 0:
                return self._seated(), body({"kind": "match.resign"})
        return self._bot() if self.style == "bots" else self._option()

    def _before_the_start(self) -> tuple[str, bytes]:
        account = self.rng.choice(self.accounts)
        if self.style == "any" and self.rng.below(5) == 0:
            return account, body({"kind": "match.leave"})
        return account, body(join_command(self.subject, self.state, self.rng))

    def _seated(self) -> str:
        return self.rng.choice([name for name in self.state.accounts if name is not None])

    def _bot(self) -> tuple[str | None, bytes]:
        """Let a bot answer for a seat that is awaited and has not chosen yet."""
        chosen = {choice.seat for choice in self.box}
        waiting = [e.seat for e in awaited(self.subject.game, self.state) if e.seat not in chosen]
        seat = self.rng.choice(waiting)
        view = from_json(to_json(view_answer(self.subject.game, self.state, seat)))
        command = self.policy(view, self.rng)
        return self.state.accounts[seat], choice_body(self.subject, self.state, command)

    def _option(self) -> tuple[str, bytes]:
        """Send what a seat may do; only in style ``any`` it changes its mind about a choice."""
        offered = [
            (seat, option)
            for seat in range(self.state.terms.seats)
            if self.style == "any" or all(choice.seat != seat for choice in self.box)
            for option in options(self.subject.game, self.state, seat)
        ]
        if self.style in {"first", "last"}:
            return self._sent(*offered[0 if self.style == "first" else -1])
        looks = self.rng.shuffle(offered)[: _LOOKS if self.style == "wary" else 1]
        sent = [self._sent(*option) for option in looks]
        return next((one for one in sent if not self._ends(*one)), sent[0])

    def _sent(self, seat: int, option: Option) -> tuple[str, bytes]:
        account = self.state.accounts[seat]
        assert account is not None
        return account, choice_body(self.subject, self.state, option.sample(self.rng))

    def _ends(self, account: str, text: bytes) -> bool:
        tried = Arrival(number=1, at=self.state.at, account=account, command_id="try", body=text)
        done = step(self.subject.game, self.state, self.box, (tried,), self.seed)
        return done.state.status == "closed"

    def _senseless(self, sort: int) -> tuple[str | None, bytes]:
        if sort == 0:
            return None, b""
        if sort == 1:
            return self.rng.choice(self.accounts), self.rng.choice(MALFORMED)
        command = random_command(self.subject, self.state, self.rng)
        if sort == 2:
            return self.rng.choice(self.accounts), choice_body(self.subject, self.state, command)
        version = self.state.version + self.rng.below(3) - 1
        return self._seated(), body(command, self.rng.choice((None, "nope")), version)
