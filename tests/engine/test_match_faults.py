"""M7: matches that a fault stopped, by the commits a worker writes then."""

import pytest

from engine.core.match_messages import Parked, Unparked
from engine.core.match_state import awaited
from engine.core.match_telling import summary
from tests.engine.play import CREATED, RESIGN, Match, refusal
from tests.toys import poison, rps

ADD = {"kind": "add", "amount": 1}
ROCK = {"kind": "choose", "choice": "rock"}


@pytest.fixture
def match() -> Match:
    match = Match(poison.GAME, poison.PoisonConfig(), 2, decision_ms=1_000)
    return match.start("ann", "bea")


@pytest.mark.rule("match", "M7.1")
def test_in_a_parked_match_nothing_goes_on(match: Match) -> None:
    match.happen(Parked(), 500)
    parked = match.state
    assert match.view(0)["pending"] == []
    assert summary(match.game, match.state)["parked"] is True
    assert not match.offered(0)
    for command in (ADD, RESIGN, {"kind": "match.join"}):
        account = "eve" if command["kind"] == "match.join" else "ann"
        assert refusal(match.send(account, command)) == ("MATCH_PARKED", "M7.1")
    match.tick(100_000)
    assert match.deadline is None
    assert match.state == parked


@pytest.mark.rule("match", "M7.2")
def test_an_unparked_match_goes_on_with_its_whole_time(match: Match) -> None:
    open_before = awaited(match.game, match.state)
    match.happen(Parked(), 500)
    match.happen(Unparked(), 90_000)
    assert awaited(match.game, match.state) == open_before
    match.now = 90_001
    assert match.send("ann", ADD, decision="add.0").status == "accepted"
    match.tick(90_001)
    assert match.deadline == 91_001


@pytest.mark.rule("match", "M7.2")
def test_parking_voids_no_sealed_choice() -> None:
    match = Match(rps.GAME, rps.RpsConfig(), 2).start("ann", "bea")
    match.send("ann", ROCK, decision="round.1")
    match.happen(Parked(), 500)
    match.tick(600)
    assert match.statuses("c3") == ["sealed"]
    match.happen(Unparked(), 700)
    match.now = 800
    match.send("bea", ROCK, decision="round.1")
    assert match.statuses("c3") == ["sealed", "accepted"]


@pytest.mark.rule("match", "M7.2")
@pytest.mark.rule("match", "M6.1")
def test_an_unparked_match_that_owes_its_end_ends_before_anything_else(match: Match) -> None:
    """Parked because its end could not be made; mended, the next tick makes it."""
    match.happen(poison.Added(seat=0, amount=10), 400)
    match.happen(Parked(), 500)
    match.tick(550)
    assert match.view(None)["status"] == "running"
    match.happen(Unparked(), 600)
    match.now = 5_000
    refused = match.send("bea", ADD)
    assert refusal(refused) == ("MATCH_CLOSED", "M6.2")
    assert match.state.status == "closed"
    assert match.state.outcome is not None
    assert match.state.outcome["winners"] == [0]
    assert match.state.at == CREATED + 600, "at once, not when somebody looks"
