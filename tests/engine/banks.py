"""Matches with banks of time, and what they tell of their clocks; stamps since the creation."""

from typing import Any

from engine.core.life_messages import ClockStopped
from engine.core.terms import BankClock
from tests.engine.play import CREATED, Match
from tests.toys import poison, rps

ADD = {"kind": "add", "amount": 1}
SAY = {"kind": "signal", "say": "hm"}
ROCK = {"kind": "choose", "choice": "rock", "spend": False}
PAPER = {"kind": "choose", "choice": "paper", "spend": False}
FISCHER = BankClock(bank_ms=10_000, increment_ms=2_000)
BYO_YOMI = BankClock(bank_ms=5_000, periods=3, period_ms=1_000)
IN_TURN = poison.PoisonConfig(goal=1_000, in_turn=True)


def turns(clock: BankClock, **more: Any) -> Match:
    """Two seats that add one after the other, seat 0 first; the match starts at 0."""
    return Match(poison.GAME, IN_TURN, 2, clock=clock, **more).start("ann", "bea")


def figures(clock: BankClock, seats: int = 2) -> Match:
    """Seats in their first round, at 0."""
    match = Match(rps.GAME, rps.RpsConfig(), seats, clock=clock)
    return match.start(*("ann", "bea", "cid")[:seats])


def move(match: Match, account: str, at: int) -> dict[str, Any]:
    """Add at a stamp; returns how the clock of who adds stood still, stamps since the creation."""
    match.now = at
    assert match.send(account, ADD).status == "accepted"
    (stopped,) = stops(match)
    return stopped


def stops(match: Match) -> list[dict[str, Any]]:
    """How clocks stood still with the newest commit; stamps since the creation."""
    told = [event for event in match.commits[-1].events if isinstance(event, ClockStopped)]
    assert told == list(match.commits[-1].events[-len(told) :]) or not told, "they come last"
    return [
        event.model_dump(mode="json", exclude={"kind"})
        | {"since": event.since - CREATED, "until": event.until - CREATED}
        for event in told
    ]


def bank(match: Match, seat: int) -> tuple[int, int]:
    """What a seat has left beside its present run: the bank and periods."""
    told = match.view(None)["clocks"][seat]
    return told["bank_ms"], told["periods"]


def shown(match: Match) -> dict[int, int]:
    """The deadlines that everybody is shown, by seat, since the creation."""
    pending = match.view(None)["pending"]
    return {entry["seat"]: entry["deadline"] - CREATED for entry in pending if "deadline" in entry}


def expiries(match: Match) -> list[tuple[int, str, list[int]]]:
    """When what expired for whom."""
    return [
        (event["deadline"] - CREATED, event["decision"], event["seats"])
        for event in match.told("match.expired")
    ]
