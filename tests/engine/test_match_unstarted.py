"""M10: matches that do not start."""

from typing import Any

import pytest

from engine.core.terms import DAY_MS, Arbiter, Bounds
from tests.engine.play import CREATED, Match, refusal
from tests.toys import brings, rps

CANCEL = {"kind": "match.cancel"}


def waiting(**more: Any) -> Match:
    """A match of "eve" with one of two seats taken."""
    return Match(rps.GAME, rps.RpsConfig(), 2, creator="eve", **more).start("ann")


def annulled(match: Match, reason: str) -> bool:
    """Tell whether a match was annulled before it started, for a reason."""
    told = match.view(None)
    outcome = {"winners": [], "draw": False, "verdict": "annul", "reason": reason}
    return (told["status"], told["view"], told["outcome"]) == ("closed", None, outcome)


@pytest.mark.rule("match", "M10.1")
@pytest.mark.parametrize(("at", "over"), [(DAY_MS - 1, False), (DAY_MS, False), (DAY_MS + 1, True)])
@pytest.mark.parametrize("decision_ms", [None, 1_000])
def test_what_has_not_started_after_a_day_is_annulled(
    at: int, decision_ms: int | None, *, over: bool
) -> None:
    match = waiting(decision_ms=decision_ms)
    assert match.deadline == DAY_MS
    match.tick(at)
    assert annulled(match, "Not started in time.") is over
    if over:
        assert [public["at"] for public in match.public[-3:]] == [CREATED + DAY_MS] * 3
        assert match.kinds[-3:] == [["match.adjudicated"], ["match.ended"], ["match.closed"]]
        assert match.deadline is None


@pytest.mark.rule("match", "M10.1", "M5.2")
@pytest.mark.parametrize(("at", "started"), [(5_000, True), (5_001, False)])
def test_who_joins_at_the_last_moment_starts_the_match(at: int, *, started: bool) -> None:
    match = waiting(bounds=Bounds(start_ms=5_000))
    match.now = at
    receipt = match.join("bea")
    assert match.state.started is started
    if not started:
        assert refusal(receipt) == ("MATCH_CLOSED", "M6.2")
        assert annulled(match, "Not started in time.")


@pytest.mark.rule("match", "M10.1")
def test_a_match_that_nobody_joined_is_annulled_too_and_one_that_started_is_not() -> None:
    nobody = Match(rps.GAME, rps.RpsConfig(), 2)
    nobody.tick(DAY_MS + 1)
    assert annulled(nobody, "Not started in time.")
    started = Match(rps.GAME, rps.RpsConfig(), 2).start("ann", "bea")
    started.tick(DAY_MS + 1)
    assert started.state.status == "running"


@pytest.mark.rule("match", "M10.1", "M1.6")
def test_a_seat_that_was_left_does_not_renew_the_time() -> None:
    match = waiting()
    match.now = DAY_MS - 10
    match.send("ann", {"kind": "match.leave"})
    assert match.deadline == DAY_MS


@pytest.mark.rule("match", "M10.2")
def test_its_creator_cancels_a_match_before_the_start() -> None:
    match = waiting()
    assert match.send("eve", CANCEL).status == "accepted"
    assert match.public[1]["actor"] == "creator:eve"
    assert match.public[1]["commands"] == [
        {"command": {"kind": "match.cancel", "reason": "Cancelled by its creator."}}
    ]
    assert annulled(match, "Cancelled by its creator.")
    assert refusal(match.join("bea")) == ("MATCH_CLOSED", "M6.2")


@pytest.mark.rule("match", "M10.2")
def test_a_creator_may_say_why_and_may_have_a_seat() -> None:
    match = waiting()
    match.send("ann", {"kind": "match.leave"})
    match.join("eve")
    match.send("eve", CANCEL | {"reason": "Nobody came."})
    assert annulled(match, "Nobody came.")


@pytest.mark.rule("match", "M10.2")
@pytest.mark.parametrize("account", ["ann", "bea", "ref"])
def test_nobody_else_cancels_it(account: str) -> None:
    match = waiting(arbiters=(Arbiter(account="ref"),))
    assert refusal(match.send(account, CANCEL)) == ("NOT_CREATOR", "M10.2")
    nobodys = Match(rps.GAME, rps.RpsConfig(), 2).start("ann")
    assert refusal(nobodys.send("ann", CANCEL)) == ("NOT_CREATOR", "M10.2")


@pytest.mark.rule("match", "M10.2")
def test_a_match_that_has_started_is_not_cancelled() -> None:
    match = waiting()
    match.join("bea")
    assert refusal(match.send("eve", CANCEL)) == ("MATCH_NOT_OPEN", "M10.2")


@pytest.mark.rule("match", "M10.2", "M1.7")
def test_what_was_brought_to_a_match_that_never_started_is_told_to_nobody() -> None:
    bag = {"digits": ["1", "2", "3", "9"]}
    match = Match(brings.GAME, brings.BringsConfig(), 2, creator="eve").start("ann", entry=bag)
    match.send("eve", CANCEL)
    assert not any(parts.private["seat:0"] for parts in match.parts)
    assert match.view(0)["options"] == []
