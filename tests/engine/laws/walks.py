"""Random matches, played through ``step`` one arrival at a time and remembered."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache
from hashlib import sha256
from typing import Any, Literal, NamedTuple

from pydantic_core import from_json, to_json

from engine.core.answer import options, view_answer
from engine.core.codec import Parts, codec_of
from engine.core.match_state import Commit, MatchState, awaited, new_match
from engine.core.options import Option
from engine.core.rng import Rng
from engine.core.step import Arrival, SealedChoice, Step, step
from engine.core.terms import BankClock, Bounds, DecisionClock, Terms
from tests.engine.laws.arrivals import (
    MALFORMED,
    body,
    choice_body,
    join_command,
    random_command,
)
from tests.engine.laws.subjects import SUBJECTS, Subject
from tests.engine.laws.surroundings import ARBITERS, CREATOR, Mail, bounds, random_act, sensible

DECISION_MS = 1_000
Clock = Literal["none", "default", "withdraw", "fischer", "byo-yomi"]
"""Without one, or one for each decision, by what becomes of who is late, or with banks."""
_CLOCKS: Mapping[Clock, DecisionClock | BankClock | None] = {
    "none": None,
    "default": DecisionClock(decision_ms=DECISION_MS),
    "withdraw": DecisionClock(decision_ms=DECISION_MS, at_expiry="withdraw"),
    "fischer": BankClock(bank_ms=2 * DECISION_MS, increment_ms=DECISION_MS // 10),
    "byo-yomi": BankClock(
        bank_ms=DECISION_MS, periods=3, period_ms=DECISION_MS // 2, at_expiry="withdraw"
    ),
}
CLOCKS = tuple(_CLOCKS)
Style = Literal["any", "bots", "lively", "wary", "first", "last"]
STYLES: tuple[Style, ...] = ("any", "bots", "lively", "wary", "first", "last")
_LOOKS = 8
_DOWN = 4
"""Shorter times hold no downtime (ms)."""


class Plan(NamedTuple):
    """What makes a walk; the same plan is the same walk."""

    rules: str
    example: int
    seed: int
    style: Style
    """``any`` sends anything, ``bots`` what one of the game's policies says; the others send
    options only: ``wary`` such as don't end the match, ``first`` and ``last`` the outermost;
    ``lively`` any, between acts that surround the game."""
    clock: Clock


@dataclass(frozen=True, slots=True, kw_only=True)
class Point:
    """One arrival, and the match around it."""

    before: MatchState
    box: tuple[SealedChoice, ...]
    arrival: Arrival
    step: Step


@dataclass(frozen=True, kw_only=True)
class Walk:
    """A match from its creation to its end."""

    subject: Subject
    terms: Terms
    server_seed: bytes
    points: tuple[Point, ...]

    @property
    def commits(self) -> tuple[Commit, ...]:
        return tuple(commit for point in self.points for commit in point.step.commits)

    @cached_property
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
    rng = Rng(seed, 0)
    lively = plan.style in {"any", "lively"}
    terms = Terms(
        match_id=seed.hex()[:20],
        seats=seats,
        config=config,
        created=1_000_000,
        clock=_CLOCKS[plan.clock],
        bounds=bounds(rng, DECISION_MS) if lively else Bounds(),
        creator=CREATOR if lively else None,
        arbiters=ARBITERS if lively else (),
    )
    walker = _Walker(subject=subject, rng=rng, style=plan.style, seed=seed, terms=terms)
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
        self.resigning = style in {"any", "lively"} and rng.below(4) == 0
        self.policy = subject.game.policies[rng.choice(sorted(subject.game.policies))]

    def points(self) -> Iterator[Point]:
        at = self.state.terms.created
        limit = 4 * self.subject.game.turn_limit + 500
        for number in range(1, limit):
            if self.state.status == "closed":
                return
            before, at = at, self._later(at)
            arrival = Arrival(
                number=number,
                at=at,
                command_id=f"c{number}",
                gaps=self._gaps(before, at),
                **self._next(),
            )
            done = step(self.subject.game, self.state, self.box, (arrival,), self.seed)
            yield Point(before=self.state, box=self.box, arrival=arrival, step=done)
            self.state, self.box, self.deadline = done.state, done.box, done.deadline
        msg = f"the match has no end after {limit} arrivals: {self.state}"
        raise AssertionError(msg)

    def _later(self, at: int) -> int:
        # Before the start it is far away: a match is not kept waiting for a day.
        if self.deadline is None or self.state.status == "open" or self.rng.below(10):
            return at + self.rng.below(DECISION_MS // 10)
        near = (-1, 0, 1, DECISION_MS, 3 * DECISION_MS)
        return max(at, self.deadline + self.rng.choice(near))

    def _gaps(self, before: int, at: int) -> tuple[tuple[int, int], ...]:
        """Return when the service was down between two arrivals: mostly never, or once or twice."""
        if self.style != "lively" or at - before < _DOWN or self.rng.below(8):
            return ()
        marks = [before, *(before + self.rng.below(at - before) for _ in range(2)), at]
        start, end, again, up = sorted(marks)
        gaps = ((start, end), (again, up)) if self.rng.below(3) == 0 else ((end, again),)
        return tuple((since, until) for since, until in gaps if since < until)

    def _next(self) -> dict[str, Any]:
        """Return who sends what, as an arrival tells it."""
        mail = self._surrounding()
        if mail is None:
            account, text = self._command()
            return {"account": account, "body": text}
        text = b"" if mail.command is None else body(mail.command)
        return {"account": mail.account, "body": text, "presence": mail.presence}

    def _surrounding(self) -> Mail | None:
        """Return an act that surrounds the game; before the start and in most styles none."""
        if self.style == "any" and self.rng.below(12) == 0:
            return random_act(self.rng, self.state, self.accounts)
        if self.state.status == "open" or self.style not in {"any", "lively"}:
            return None
        return sensible(self.rng, self.state)

    def _command(self) -> tuple[str | None, bytes]:
        if self.state.status == "open":
            return self._before_the_start()
        if self.resigning and self.rng.below(20) == 0:
            return self._seated(), body({"kind": "match.resign"})
        if self.style == "any" and (senseless := self.rng.below(16)) < 4:
            return self._senseless(senseless)
        if self.state.paused is not None:
            return None, b""
        return self._bot() if self.style == "bots" else self._option()

    def _before_the_start(self) -> tuple[str, bytes]:
        account = self.rng.choice(self.accounts)
        if self.style == "any" and self.rng.below(5) == 0:
            return account, body({"kind": "match.leave"})
        if self.style == "any" and self.rng.below(60) == 0:
            return CREATOR, body({"kind": "match.cancel"})
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
