"""M5: whatever happens, all clocks can be re-made from the public log, with paper and pencil."""

from dataclasses import dataclass, field
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.core.step import Arrival, step
from engine.core.terms import Arbiter, BankClock, Bounds
from tests.engine.play import CREATED, SERVER_SEED, Match
from tests.toys import poison, rps

GRACE = 700
SEATS = 3
ACCOUNTS = ("ann", "bea", "cid")
clocks = st.builds(
    BankClock,
    bank_ms=st.sampled_from([0, 1, 1_000, 2_500]),
    increment_ms=st.sampled_from([0, 300]),
    periods=st.integers(0, 3),
    period_ms=st.sampled_from([1, 400]),
    at_expiry=st.sampled_from(["default", "withdraw"]),
)
games = st.sampled_from(
    [
        (rps.GAME, rps.RpsConfig()),
        (poison.GAME, poison.PoisonConfig()),
        (poison.GAME, poison.PoisonConfig(in_turn=True)),
    ]
)
waits = st.sampled_from([0, 1, 50, 399, 400, 401, 1_000, "-1", "+0", "+1"])
"""Milliseconds, or how far from the next deadline."""
actions = st.sampled_from(
    ["move", "signal", "gift", "down", "pause", "go on", "gone", "back", "resign", "tick"]
)
plans = st.lists(st.tuples(waits, actions, st.integers(0, SEATS - 1)), max_size=30)


def played(game: Any, clock: BankClock, plan: list[tuple[Any, str, int]]) -> Match:
    """Play a plan; whatever is refused then is left out."""
    rules, config = game
    bounds = Bounds(grace_ms=GRACE, pause_ms=5_000, abandon_ms=60_000)
    match = Match(
        rules, config, SEATS, clock=clock, bounds=bounds, arbiters=(Arbiter(account="ref"),)
    ).start(*ACCOUNTS)
    for wait, action, seat in plan:
        if match.state.status == "closed":
            break
        ahead = wait
        if isinstance(wait, str):
            assert match.deadline is not None
            ahead = max(0, match.deadline + int(wait) - match.now)
        match.now += ahead
        _act(match, action, seat)
        _shown_is_enforced(match)
    return match


def _act(match: Match, action: str, seat: int) -> None:
    account = ACCOUNTS[seat]
    if action == "move" and match.game is rps.GAME:
        choice = {"kind": "choose", "choice": rps.FIGURES[match.now % 3]}
        match.send(account, choice, decision=f"round.{match.state.game.round}")
    elif action == "move":
        match.send(account, {"kind": "add", "amount": 1})
    elif action == "signal":
        match.send(account, {"kind": "signal", "say": "hm"})
    elif action == "gift":
        match.send("ref", {"kind": "match.give_time", "seat": seat, "ms": 123})
    elif action == "down":
        start = match.now
        match.now += 150 * seat + 1
        match.down(start, match.now)
        match.tick(match.now)
    elif action in {"pause", "go on"}:
        match.send("ref", {"kind": "match.pause" if action == "pause" else "match.resume"})
    elif action in {"gone", "back"}:
        match.attend(seat, there=action == "back")
    elif action == "resign":
        match.send(account, {"kind": "match.resign"})
    else:
        match.tick(match.now)


def _shown_is_enforced(match: Match) -> None:
    """What is due next happens when it was shown to: not at that stamp, but right after it."""
    if match.deadline is None:
        assert match.state.status == "closed" or not match.state.clocks
        return
    assert match.deadline >= match.state.at - CREATED
    if match.state.paused is None:
        boxed = {choice.seat for choice in match.box}
        pending = [one for one in match.view(None)["pending"] if "deadline" in one]
        seen = [one["deadline"] - CREATED for one in pending if one["seat"] not in boxed]
        assert min(seen, default=match.deadline) >= match.deadline
        assert seen == [] or min(seen) == match.deadline or _absence_is_due(match)
    for ahead, happens in ((0, False), (1, True)):
        at = CREATED + match.deadline + ahead
        tick = Arrival(number=1, at=at, account=None)
        done = step(match.game, match.state, match.box, (tick,), SERVER_SEED)
        assert bool(done.commits) is happens
        if happens:
            assert done.commits[0].at == CREATED + match.deadline


def _absence_is_due(match: Match) -> bool:
    limit = match.state.terms.bounds.abandon_ms
    assert limit is not None
    assert match.deadline is not None
    gone = [one.gone for one in match.state.attendance if one.gone is not None]
    return any(CREATED + match.deadline == since + limit for since in gone)


@dataclass
class PaperClock:
    """One seat's clock as somebody keeps it who reads the public log and the header only."""

    bank: int
    periods: int
    grace: int = GRACE
    runs_for: str | None = None
    since: int | None = None
    free: list[tuple[int, int]] = field(default_factory=list[tuple[int, int]])
    """Times that do not count, from and to."""
    gone: int | None = None

    def credit(self, until: int) -> int:
        return sum(max(0, min(end, until) - start) for start, end in self.free)


@dataclass
class Paper:
    clock: BankClock
    seats: list[PaperClock] = field(default_factory=list[PaperClock])
    paused: int | None = None

    def read(self, public: dict[str, Any]) -> None:
        """Take a commit down, and check what it says of clocks."""
        at = public["at"]
        for event in public["events"]:
            self._event(event, at)
        for event in public["events"]:  # a choice that was made in secret came before the gift
            if event["kind"] == "match.time_given":
                self.seats[event["seat"]].bank += event["ms"]
        if self.paused is not None:
            return
        asked: dict[int, str] = {}
        for entry in sorted(public["awaited"], key=lambda entry: "sealed" in entry):
            asked.setdefault(entry["seat"], entry["decision"])
        for seat, clock in enumerate(self.seats):
            if clock.runs_for == asked.get(seat):
                continue
            assert clock.since is None, "it stood still and the commit did not say so"
            clock.runs_for = asked.get(seat)
            clock.since = at if seat in asked else None
            clock.free = []

    def _event(self, event: dict[str, Any], at: int) -> None:
        seat = self.seats[event["seat"]] if "seat" in event else None
        match event["kind"]:
            case "match.credited":
                self._passes(event["start"], event["end"])
            case "match.paused":
                self.paused = at
            case "match.resumed":
                self._goes_on(at)
            case "match.ended" if self.paused is not None:
                self._goes_on(at)
            case "match.absent":
                assert seat is not None
                seat.gone = at
            case "match.present":
                assert seat is not None
                used = self._grace_used(seat, at if self.paused is None else self.paused)
                seat.grace -= used
                seat.free.append((at - used, at))
                seat.gone = None
            case "match.clock_stopped":
                assert seat is not None
                self._stops(seat, event, at)
            case _:
                pass

    def _goes_on(self, at: int) -> None:
        assert self.paused is not None
        self._passes(self.paused, at)
        self.paused = None

    def _passes(self, start: int, end: int) -> None:
        for clock in self.seats:
            if clock.since is not None:
                clock.free.append((max(start, clock.since), end))
            if clock.gone is not None:
                clock.gone += max(0, end - max(start, clock.gone))

    @staticmethod
    def _grace_used(clock: PaperClock, at: int) -> int:
        if clock.gone is None or clock.since is None:
            return 0
        counted = at - clock.since - clock.credit(at)  # downtime uses no grace
        return max(0, min(clock.grace, at - max(clock.gone, clock.since), counted))

    def _stops(self, clock: PaperClock, event: dict[str, Any], at: int) -> None:
        assert clock.since is not None
        until = event["until"]
        assert clock.since <= until <= at
        used = self._grace_used(clock, until)
        credit = clock.credit(until) + used
        spent = until - clock.since - credit
        assert spent >= 0
        over = max(0, spent - clock.bank)
        gone = max(0, -(-over // self.clock.period_ms) - 1)
        periods = max(clock.periods - gone, min(1, clock.periods))
        increment = event["increment"]
        assert increment in {0, self.clock.increment_ms}
        bank = max(0, clock.bank - spent) + increment
        assert {name: event[name] for name in event if name not in {"kind", "seat"}} == {
            "decision": clock.runs_for,
            "since": clock.since,
            "until": until,
            "credit": credit,
            "spent": spent,
            "before": clock.bank,
            "increment": increment,
            "bank": bank,
            "periods": periods,
            "grace": clock.grace - used,
        }
        clock.bank, clock.periods, clock.grace = bank, periods, clock.grace - used
        clock.since, clock.free = None, []


@pytest.mark.rule("match", "M5.1", "M5.2", "M5.6", "M5.7")
@settings(max_examples=max(300, settings().max_examples))
@given(game=games, clock=clocks, plan=plans)
def test_clocks_can_be_kept_by_who_reads_the_public_log_only(
    game: Any, clock: BankClock, plan: list[tuple[Any, str, int]]
) -> None:
    match = played(game, clock, plan)
    paper = Paper(clock, [PaperClock(clock.bank_ms, clock.periods) for _ in range(SEATS)])
    last = CREATED
    for public in match.public:
        assert public["at"] >= last, "a stamp went back"
        last = public["at"]
        paper.read(public)
    kept = [(one.bank, one.periods, one.grace, one.since, one.credit(last)) for one in paper.seats]
    told = [
        (one["bank_ms"], one["periods"], one["grace_ms"], one.get("since"), one.get("credit_ms", 0))
        for one in match.view(None)["clocks"]
    ]
    assert told == kept
