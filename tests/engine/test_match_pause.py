"""M9.4: pauses, by agreement and by arbiters; M5.7: downtime."""

from dataclasses import replace
from typing import Any

import pytest

from engine.core.game import Decision
from engine.core.match_messages import Parked, Unparked
from engine.core.step import Arrival, step
from engine.core.terms import DAY_MS, Arbiter, BankClock, Bounds
from tests.engine.play import CREATED, RESIGN, SERVER_SEED, Match, refusal
from tests.toys import poison, rps

ADD = {"kind": "add", "amount": 1}
SAY = {"kind": "signal", "say": "hm"}
ROCK = {"kind": "choose", "choice": "rock", "spend": False}
PAPER = {"kind": "choose", "choice": "paper", "spend": False}
PAUSE = {"kind": "match.pause"}
RESUME = {"kind": "match.resume"}
CLOCK = BankClock(bank_ms=10_000, increment_ms=1_000)
IN_TURN = poison.PoisonConfig(goal=1_000, in_turn=True)


def counting(**more: Any) -> Match:
    """Two seats that add one after the other; "ref" is the arbiter."""
    more = {"clock": CLOCK, "arbiters": (Arbiter(account="ref"),)} | more
    return Match(poison.GAME, IN_TURN, 2, **more).start("ann", "bea")


def choosing(seats: int = 3) -> Match:
    """Seats in their first round."""
    match = Match(rps.GAME, rps.RpsConfig(), seats, clock=CLOCK, arbiters=(Arbiter(account="ref"),))
    return match.start(*("ann", "bea", "cid")[:seats])


def agree(match: Match, what: str, *, of: str = "ann", to: str = "bea") -> None:
    """Let one seat offer something and the other one agree."""
    offer = match.send(of, {"kind": "match.offer", "what": what}).version
    assert match.send(to, {"kind": "match.agree", "offer": offer}).status == "accepted"


def shown(match: Match) -> dict[int, int]:
    pending = match.view(None)["pending"]
    return {entry["seat"]: entry["deadline"] - CREATED for entry in pending if "deadline" in entry}


def spent(match: Match) -> list[tuple[int, int, int]]:
    """The seat, credit and time spent of each clock that stood still so far."""
    told = match.told("match.clock_stopped")
    return [(event["seat"], event["credit"], event["spent"]) for event in told]


@pytest.mark.rule("match", "M9.4")
def test_in_a_pause_no_clock_runs_and_the_game_takes_no_commands() -> None:
    match = counting()
    match.now = 4_000
    match.send("ref", PAUSE)
    assert match.view(0)["paused"] == {
        "since": CREATED + 4_000,
        "until": CREATED + 4_000 + DAY_MS,
        "by": "arbiter",
    }
    assert (match.awaited, match.offered(0)) == ([], False)
    match.now = 90_000
    assert refusal(match.send("ann", ADD)) == ("MATCH_PAUSED", "M9.4")
    match.send("ref", RESUME)
    assert "paused" not in match.view(0)
    assert shown(match) == {0: 96_000}
    match.now = 95_000
    assert match.send("ann", ADD).status == "accepted"
    assert spent(match) == [(0, 86_000, 9_000)]


@pytest.mark.rule("match", "M9.4")
def test_a_pause_by_agreement_ends_by_agreement_or_by_an_arbiter() -> None:
    match = counting()
    agree(match, "pause")
    assert match.public[-1]["events"][-1] == {"kind": "match.paused", "by": "consent"}
    agree(match, "resume", of="bea", to="ann")
    assert match.public[-1]["events"][-1] == {"kind": "match.resumed", "by": "consent"}
    agree(match, "pause")
    assert match.send("ref", RESUME).status == "accepted"
    assert match.public[-1]["events"][-1] == {"kind": "match.resumed", "by": "arbiter"}


@pytest.mark.rule("match", "M9.4")
def test_an_arbiters_pause_ends_by_an_arbiter_only() -> None:
    match = counting()
    match.send("ref", PAUSE)
    offer = {"kind": "match.offer", "what": "resume"}
    assert refusal(match.send("ann", offer)) == ("MATCH_PAUSED", "M9.4")
    assert match.send("ref", RESUME).status == "accepted"


@pytest.mark.rule("match", "M9.4")
@pytest.mark.parametrize("account", ["ref", "ann"])
def test_what_is_paused_is_not_paused_again_and_what_runs_does_not_resume(account: str) -> None:
    match = counting()

    def send(what: str) -> Any:
        offer = {"kind": "match.offer", "what": what}
        return match.send(account, {"kind": f"match.{what}"} if account == "ref" else offer)

    assert refusal(send("resume")) == ("NOT_PAUSED", "M9.4")
    match.send("ref", PAUSE)
    assert refusal(send("pause")) == ("MATCH_PAUSED", "M9.4")


@pytest.mark.rule("match", "M9.4")
@pytest.mark.parametrize(("at", "over"), [(5_999, False), (6_000, False), (6_001, True)])
def test_a_pause_ends_by_itself(at: int, *, over: bool) -> None:
    match = counting(bounds=Bounds(pause_ms=5_000))
    match.now = 1_000
    match.send("ref", PAUSE)
    assert match.deadline == 6_000
    match.tick(at)
    assert ("paused" in match.view(None)) is not over
    if over:
        assert match.public[-1]["at"] == CREATED + 6_000
        assert match.public[-1]["events"] == [{"kind": "match.resumed", "by": "limit"}]
        assert shown(match) == {0: 15_000}


@pytest.mark.rule("match", "M9.4")
def test_a_pause_without_a_clock_ends_by_itself_too() -> None:
    match = counting(clock=None)
    match.send("ref", PAUSE)
    match.tick(DAY_MS + 1)
    assert match.kinds[-1] == ["match.resumed"]


@pytest.mark.rule("match", "M9.4", "M5.6")
def test_sealed_choices_stay_in_a_pause() -> None:
    match = choosing()
    match.now = 1_000
    match.send("ann", ROCK, decision="round.1")
    match.now = 2_000
    match.send("ref", PAUSE)
    assert spent(match) == [(0, 0, 1_000)], "it stood still when the choice came"
    match.now = 3_000
    assert refusal(match.send("bea", ROCK, decision="round.1")) == ("MATCH_PAUSED", "M9.4")
    match.send("ref", RESUME)
    match.now = 4_000
    for account in ("bea", "cid"):
        match.send(account, PAPER, decision="round.1")
    assert match.statuses("c4") == ["sealed", "accepted"]
    assert spent(match)[1:] == [(1, 1_000, 3_000), (2, 1_000, 3_000)]


@pytest.mark.rule("match", "M9.4", "M4.1")
def test_who_resigns_in_a_pause_is_out_and_the_last_choice_is_opened_after_it() -> None:
    match = choosing()
    match.send("ann", ROCK, decision="round.1")
    match.send("bea", PAPER, decision="round.1")
    match.send("ref", PAUSE)
    assert match.send("cid", RESIGN).status == "accepted"
    assert "opened" not in match.kinds[-1]
    match.now = 5_000
    match.send("ref", RESUME)
    assert match.public[-2]["events"][0] == {"kind": "match.resumed", "by": "arbiter"}
    assert match.public[-1]["actor"] == "sealed"


@pytest.mark.rule("match", "M9.4", "M5.1")
def test_a_pause_costs_nothing_though_the_decision_closed_in_it() -> None:
    """With seat 1 the decision of the others goes, and a new one comes."""

    def pending(state: poison.State) -> tuple[Decision, ...]:
        name = f"of {len(state.seats)}"
        return (Decision(id=name, kind="add", seats=state.seats),)

    game = replace(poison.GAME, pending=pending)
    match = Match(game, poison.PoisonConfig(), 3, clock=CLOCK, arbiters=(Arbiter(account="ref"),))
    match.start("ann", "bea", "cid")
    match.now = 1_000
    match.send("ref", PAUSE)
    match.now = 3_000
    match.send("bea", RESIGN)
    match.now = 50_000
    match.send("ref", RESUME)
    assert spent(match) == [(seat, 49_000, 1_000) for seat in range(3)]
    assert shown(match) == {0: 60_000, 2: 60_000}


@pytest.mark.rule("match", "M9.4", "M6.1")
def test_a_match_that_ends_in_a_pause_is_paused_no_more() -> None:
    match = counting()
    match.now = 1_000
    match.send("ref", PAUSE)
    match.now = 8_000
    match.send("bea", {"kind": "match.offer", "what": "draw"})
    match.send("ann", RESIGN)
    assert match.state.status == "running", "seat 1 is left"
    match.send("bea", {"kind": "match.offer", "what": "draw"})
    assert match.state.status == "closed"
    told = match.view(None)
    assert not {"paused", "offers"} & told.keys()
    assert all("since" not in clock for clock in told["clocks"])
    assert spent(match) == [(0, 7_000, 1_000)]
    assert match.deadline is None


# --- downtime -----------------------------------------------------------------------------------


@pytest.mark.rule("match", "M5.7")
def test_downtime_is_credited_to_all_clocks_that_run() -> None:
    match = counting()
    match.down(2_000, 60_000)
    match.now = 60_500
    match.send("ann", ADD)
    credited, added = match.public[-2:]
    assert (credited["actor"], credited["at"]) == ("system", CREATED + 60_000)
    assert credited["events"] == [
        {"kind": "match.credited", "start": CREATED + 2_000, "end": CREATED + 60_000}
    ]
    assert added["events"][-1]["credit"] == 58_000
    assert added["events"][-1]["spent"] == 2_500


@pytest.mark.rule("match", "M5.7", "M5.2")
@pytest.mark.parametrize(("start", "late"), [(9_999, False), (10_000, False), (10_001, True)])
def test_what_was_due_before_the_downtime_happens_first(start: int, *, late: bool) -> None:
    match = counting()
    match.down(start, 20_000)
    match.tick(20_000)
    assert bool(match.told("match.expired")) is late
    kinds = [kinds[0] for kinds in match.kinds[-2:]]
    if late:
        assert kinds == ["match.expired", "match.credited"]
        assert shown(match) == {1: 20_000 + 9_999}
    else:
        assert kinds[-1] == "match.credited"
        assert shown(match) == {0: 20_000 + 10_000 - start}


@pytest.mark.rule("match", "M5.7")
def test_several_times_of_downtime_are_credited_one_by_one() -> None:
    match = counting()
    match.down(1_000, 5_000)
    match.down(6_000, 16_000)
    match.tick(16_001)
    assert [event["end"] - CREATED for event in match.told("match.credited")] == [5_000, 16_000]
    assert shown(match) == {0: 24_000}


@pytest.mark.rule("match", "M5.7")
def test_downtime_from_before_the_newest_commit_counts_from_it() -> None:
    match = counting()
    match.now = 3_000
    match.send("ann", ADD)
    match.down(1_000, 8_000)
    match.tick(8_000)
    assert match.told("match.credited")[0]["start"] == CREATED + 3_000
    assert shown(match) == {1: 18_000}


@pytest.mark.rule("match", "M5.7")
def test_downtime_makes_no_commit_where_no_time_counts() -> None:
    waiting = Match(poison.GAME, IN_TURN, 2, clock=CLOCK).start("ann")
    plain = counting(clock=None)
    paused = counting()
    paused.send("ref", PAUSE)
    missed = counting(clock=None)
    missed.attend(0, there=False)
    for match in (waiting, plain, paused, missed):
        before = match.state
        match.down(1_000, 5_000)
        match.tick(6_000)
        assert match.state == before


@pytest.mark.rule("match", "M5.7", "M9.4")
def test_a_pause_that_ends_in_a_downtime_ends_then_and_the_rest_is_credited() -> None:
    match = counting(bounds=Bounds(pause_ms=5_000))
    match.now = 1_000
    match.send("ref", PAUSE)
    match.down(3_000, 60_000)
    match.tick(60_001)
    resumed, credited = match.public[-2:]
    assert (resumed["events"][0]["by"], resumed["at"]) == ("limit", CREATED + 6_000)
    assert credited["events"] == [
        {"kind": "match.credited", "start": CREATED + 6_000, "end": CREATED + 60_000}
    ]
    assert shown(match) == {0: 69_000}


@pytest.mark.rule("match", "M7.2", "M9.4")
def test_a_pause_whose_end_passed_while_the_match_was_parked_ends_after_it() -> None:
    match = counting(bounds=Bounds(pause_ms=5_000))
    match.send("ref", PAUSE)
    match.happen(Parked(), 1_000)
    match.happen(Unparked(), 60_000)
    match.tick(60_001)
    resumed = match.public[-1]
    assert (resumed["at"], resumed["events"][0]["kind"]) == (CREATED + 60_000, "match.resumed")
    assert shown(match) == {0: 70_000}


@pytest.mark.rule("match", "M7.2", "M9.4")
def test_a_fault_in_a_pause_gives_open_decisions_their_whole_time_again() -> None:
    match = counting(bounds=Bounds(pause_ms=100_000))
    match.now = 4_000
    match.send("ref", PAUSE)
    match.happen(Parked(), 10_000)
    match.happen(Unparked(), 60_000)
    match.now = 70_000
    match.send("ref", RESUME)
    assert shown(match) == {0: 80_000}
    match.now = 71_000
    match.send("ann", ADD)
    assert spent(match) == [(0, 0, 1_000)]


@pytest.mark.rule("match", "M5.7")
def test_downtime_after_a_choice_in_secret_changes_nothing_of_its_time() -> None:
    match = choosing(2)
    match.now = 1_000
    match.send("ann", ROCK, decision="round.1")
    match.down(2_000, 9_000)
    match.now = 9_500
    match.send("bea", ROCK, decision="round.1")
    assert spent(match) == [(0, 0, 1_000), (1, 7_000, 2_500)]


def test_a_tick_in_the_same_call_finds_the_same_as_one_of_its_own() -> None:
    match = counting()
    gaps = ((CREATED + 1_000, CREATED + 5_000),)
    arrivals = [
        Arrival(number=1, at=CREATED + 5_000, account=None, gaps=gaps),
        Arrival(number=2, at=CREATED + 14_001, account=None),
    ]
    together = step(match.game, match.state, (), arrivals, SERVER_SEED)
    first = step(match.game, match.state, (), arrivals[:1], SERVER_SEED)
    second = step(match.game, first.state, first.box, arrivals[1:], SERVER_SEED)
    assert together.commits == first.commits + second.commits
    assert [commit.at - CREATED for commit in together.commits] == [5_000, 14_000]
