"""The laws of clocks: whoever reads the public log can count the time again."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from hypothesis import given
from hypothesis import strategies as st
from pydantic_core import from_json

from engine.core.terms import Terms
from tests.engine.laws.drawing import every_game, few, plans
from tests.engine.laws.walks import walk


@every_game
@few
@given(data=st.data())
def test_clocks_can_be_re_made_from_the_public_log(rules: str, data: st.DataObject) -> None:
    walked = walk(data.draw(plans(rules)))
    reader = _Reader(walked.terms, any_seat_will_do=rules.startswith(("poison", "chosen")))
    for part in walked.parts:
        reader.read(from_json(part.public))


@dataclass
class _Reader:
    """What somebody knows of the clocks who reads the public log only."""

    terms: Terms
    any_seat_will_do: bool
    """By the game's rules any seat may answer for all: decisions wait for their last clock."""
    last: int = 0
    banks: dict[int, int] = field(default_factory=dict[int, int])
    """Seat -> bank, as far as known: a move taken back gives time back."""
    periods: dict[int, int] = field(default_factory=dict[int, int])
    shared: set[str] = field(default_factory=set[str])
    """Decisions that awaited several seats."""
    waits: dict[int, tuple[str, int]] = field(default_factory=dict[int, tuple[str, int]])
    """Seat -> the decision its clock runs for, and since when."""
    paused: int | None = None
    idle: list[tuple[int, int]] = field(default_factory=list[tuple[int, int]])
    """Pauses and downtime."""

    def read(self, public: Mapping[str, Any]) -> None:
        at, events = public["at"], {event["kind"]: event for event in public["events"]}
        assert at >= self.last, "a stamp went back"
        same, self.last = at == self.last, at
        if "match.credited" in events:
            gap = events["match.credited"]
            assert gap["start"] < gap["end"] == at
            self.idle.append((gap["start"], at))
        if "match.resumed" in events or (self.paused is not None and "match.ended" in events):
            assert self.paused is not None
            self.idle.append((self.paused, at))
            self.paused = None
        self._clocks(public, events, same=same)
        if "match.time_given" in events:
            gift = events["match.time_given"]
            if gift["seat"] in self.banks:
                self.banks[gift["seat"]] += gift["ms"]
        if "match.taken_back" in events:
            self.banks, self.periods, self.waits = {}, {}, {}
        if "match.paused" in events:
            self.paused = at
        if self.paused is None:
            self._wait(public["awaited"], at)

    def _clocks(self, public: Mapping[str, Any], events: Mapping[str, Any], *, same: bool) -> None:
        """Check the clocks that stood still; ``same``: with the stamp of the commit before."""
        at, late = public["at"], self._late(events, public["at"])
        stopped = [event for event in public["events"] if event["kind"] == "match.clock_stopped"]
        assert late <= {event["seat"] for event in stopped}
        still = {(entry["seat"], entry["decision"]) for entry in public["awaited"]}
        together: dict[str, list[tuple[int, int | None]]] = {}
        for event in stopped:
            seat, decision = event["seat"], event["decision"]
            waits = (seat, decision) in still and _first(public["awaited"])[seat] != decision
            spare = self._stopped(event, at, waits=waits)
            if self.any_seat_will_do and decision in self.shared:
                together.setdefault(decision, []).append((seat, spare))
            elif spare is not None:
                assert spare == 0 if seat in late else spare >= 0, "a missing or early expiry"
        going_on = {decision for _, decision in still}
        for decision, spares in together.items():
            expired = any(seat in late for seat, _ in spares)
            known = [spare for _, spare in spares if spare is not None]
            if len(known) == len(spares):
                _last_clock(known, late=expired, going_on=decision in going_on, same=same)

    def _late(self, events: Mapping[str, Any], at: int) -> set[int]:
        told = events.get("match.expired")
        if told is None:
            return set()
        assert told["deadline"] == at
        assert all(self.waits[seat][0] == told["decision"] for seat in told["seats"])
        return set(told["seats"])

    def _stopped(self, told: Mapping[str, Any], at: int, *, waits: bool) -> int | None:
        """Check a clock that stood still, and return the time (ms) it had left, if that is known.

        ``waits``: it is awaited on, after another decision.
        """
        allowance, seat = self.terms.allowance, told["seat"]
        assert allowance is not None
        assert self.waits.pop(seat) == (told["decision"], told["since"])
        assert told["since"] <= told["until"] <= at
        grace = told["credit"] - _within(self.idle, told["since"], told["until"])
        assert 0 <= grace <= self.terms.bounds.grace_ms
        spent = told["until"] - told["since"] - told["credit"]
        assert told["spent"] == spent
        assert told["before"] == self.banks.get(seat, told["before"])
        over, periods = spent - told["before"], self.periods.get(seat)
        lost = max(0, over - 1) // allowance.period_ms if allowance.period_ms else 0
        if periods is not None:
            assert told["periods"] == max(min(periods, 1), periods - lost)
        assert told["increment"] == (0 if waits else allowance.increment_ms)
        assert told["bank"] == max(0, -over) + told["increment"]
        self.banks[seat], self.periods[seat] = told["bank"], told["periods"]
        return None if periods is None else told["before"] + periods * allowance.period_ms - spent

    def _wait(self, awaited: list[Mapping[str, Any]], at: int) -> None:
        """Let each clock run for the first decision that awaits its seat, sealed ones last."""
        if self.terms.clock is None:
            return
        named = [entry["decision"] for entry in awaited]
        self.shared |= {decision for decision in named if named.count(decision) > 1}
        for seat, decision in _first(awaited).items():
            if self.waits.get(seat, ("", 0))[0] != decision:
                self.waits[seat] = decision, at


def _last_clock(spares: list[int], *, late: bool, going_on: bool, same: bool) -> None:
    """Check a decision that any of its seats may answer: it is over with the last of its clocks.

    ``spares``: what the clocks that stopped had left (ms); ``going_on``: others run on for it;
    ``same``: the commit has the stamp of the one before, with which a clock with more time went.
    """
    if late:
        assert max(spares) <= 0, "an early expiry"
    if not going_on and not same:
        assert max(spares) == 0 if late else max(spares) >= 0, "a missing expiry"


def _first(awaited: list[Mapping[str, Any]]) -> dict[int, str]:
    """The first decision that awaits each seat, sealed ones last."""
    first: dict[int, str] = {}
    for entry in sorted(awaited, key=lambda one: one.get("sealed", False)):
        first.setdefault(entry["seat"], entry["decision"])
    return first


def _within(times: list[tuple[int, int]], since: int, until: int) -> int:
    """How much of some times lies between two stamps."""
    return sum(max(0, min(until, end) - max(since, start)) for start, end in times)
