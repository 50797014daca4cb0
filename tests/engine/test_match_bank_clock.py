"""M5: banks of time, increments (Fischer) and periods of overtime (byo-yomi)."""

from dataclasses import replace

import pytest

from engine.core.game import Decision
from engine.core.match_messages import Parked, Unparked
from engine.core.terms import Arbiter, BankClock
from tests.engine.banks import (
    ADD,
    BYO_YOMI,
    FISCHER,
    PAPER,
    ROCK,
    SAY,
    bank,
    expiries,
    figures,
    move,
    shown,
    stops,
    turns,
)
from tests.engine.play import CREATED, RESIGN, Match, refusal
from tests.toys import poison, rps


@pytest.mark.rule("match", "M5.1")
def test_a_move_takes_its_time_from_the_bank_and_adds_the_increment() -> None:
    match = turns(FISCHER)
    assert shown(match) == {0: 10_000}
    assert move(match, "ann", 3_000) == {
        "seat": 0,
        "decision": "add.0.0",
        "since": 0,
        "until": 3_000,
        "credit": 0,
        "spent": 3_000,
        "before": 10_000,
        "increment": 2_000,
        "bank": 9_000,
        "periods": 0,
        "grace": 0,
    }
    assert shown(match) == {1: 13_000}, "the other clock stood still until now"
    assert move(match, "bea", 12_000)["bank"] == 3_000
    assert shown(match) == {0: 21_000}
    assert bank(match, 0) == (9_000, 0)


@pytest.mark.rule("match", "M5.2", "M5.3")
@pytest.mark.parametrize(("at", "late"), [(12_999, False), (13_000, False), (13_001, True)])
def test_a_bank_lasts_to_the_millisecond(at: int, *, late: bool) -> None:
    match = turns(FISCHER)
    move(match, "ann", 3_000)
    match.now = at
    receipt = match.send("bea", ADD)
    assert expiries(match) == ([(13_000, "add.1.1", [1])] if late else [])
    if late:
        assert refusal(receipt) == ("NOT_YOUR_TURN", "1.1")
        assert bank(match, 1) == (2_000, 0), "who is played for keeps the increment"
    else:
        assert bank(match, 1) == (13_000 - at + 2_000, 0)


@pytest.mark.rule("match", "M5.1", "M5.3")
@pytest.mark.parametrize(
    ("spent", "left"),
    [
        (0, (5_000, 3)),
        (4_999, (1, 3)),
        (5_000, (0, 3)),
        (5_001, (0, 3)),
        (6_000, (0, 3)),
        (6_001, (0, 2)),
        (7_000, (0, 2)),
        (7_001, (0, 1)),
        (8_000, (0, 1)),
    ],
)
def test_a_period_is_gone_when_it_has_passed_whole(spent: int, left: tuple[int, int]) -> None:
    match = turns(BYO_YOMI)
    assert shown(match) == {0: 8_000}
    stopped = move(match, "ann", spent)
    assert expiries(match) == []
    assert (stopped["bank"], stopped["periods"]) == bank(match, 0) == left
    move(match, "bea", spent)
    assert shown(match) == {0: spent + left[0] + 1_000 * left[1]}


@pytest.mark.rule("match", "M5.3")
def test_the_last_period_stays_with_who_is_played_for() -> None:
    match = turns(BYO_YOMI)
    match.tick(8_001)
    assert expiries(match) == [(8_000, "add.0.0", [0])]
    assert stops(match)[0]["spent"] == 8_000
    assert bank(match, 0) == (0, 1)
    move(match, "bea", 8_500)
    match.tick(9_501)
    assert expiries(match)[1:] == [(9_500, "add.2.0", [0])]
    assert bank(match, 0) == (0, 1)


@pytest.mark.rule("match", "M5.1")
def test_increment_and_periods_go_together() -> None:
    both = BankClock(bank_ms=1_000, increment_ms=300, periods=2, period_ms=500)
    match = turns(both)
    assert shown(match) == {0: 2_000}
    move(match, "ann", 1_501)
    assert bank(match, 0) == (300, 1), "one period passed, the other was begun"
    move(match, "bea", 1_501)
    assert bank(match, 1) == (1_300, 2)
    assert shown(match) == {0: 1_501 + 300 + 500}


@pytest.mark.rule("match", "M5.5")
def test_with_an_empty_bank_a_seat_is_out_where_the_clock_withdraws() -> None:
    match = turns(FISCHER.model_copy(update={"at_expiry": "withdraw"}))
    match.tick(10_001)
    kinds = ["match.expired", "match.withdrawn", "left", "match.clock_stopped"]
    assert match.kinds[-1] == kinds
    assert match.view(None)["out"] == [0]
    assert shown(match) == {1: 20_000}


# --- several seats at once ----------------------------------------------------------------------


@pytest.mark.rule("match", "M5.6")
def test_a_sealed_choice_stops_the_clock_of_its_seat_alone() -> None:
    match = figures(FISCHER)
    match.now = 1_000
    match.send("ann", ROCK, decision="round.1")
    match.now = 2_500
    match.send("ann", PAPER, decision="round.1")
    match.now = 4_000
    match.send("bea", ROCK, decision="round.1")
    assert [(one["seat"], one["until"], one["bank"]) for one in stops(match)] == [
        (0, 1_000, 11_000),
        (1, 4_000, 8_000),
    ]
    assert shown(match) == {0: 15_000, 1: 12_000}


@pytest.mark.rule("match", "M5.6")
def test_a_commit_meanwhile_tells_whose_clock_stands_and_gives_no_time() -> None:
    match = figures(FISCHER)
    match.now = 1_000
    match.send("ann", ROCK, decision="round.1")
    match.now = 3_000
    match.send("bea", SAY)
    assert [(one["seat"], one["until"]) for one in stops(match)] == [(0, 1_000)]
    assert shown(match) == {1: 10_000}
    match.now = 3_500
    match.send("ann", PAPER, decision="round.1")
    match.now = 4_000
    match.send("bea", ROCK, decision="round.1")
    assert [(one["seat"], one["until"]) for one in stops(match)] == [(1, 4_000)]
    assert bank(match, 0) == (11_000, 0)


@pytest.mark.rule("match", "M5.3", "M5.6")
def test_of_a_sealed_decision_each_seat_has_its_own_time() -> None:
    """Seat 0 has spent more before: it is late first, and the others may still choose."""
    match = figures(FISCHER, 3)
    for account, at in (("bea", 1_000), ("cid", 2_000), ("ann", 9_000)):
        match.now = at
        match.send(account, ROCK, decision="round.1")
    assert shown(match) == {0: 12_000, 1: 20_000, 2: 19_000}
    match.now = 9_500
    match.send("cid", PAPER, decision="round.2")
    match.now = 13_000
    late = match.send("ann", PAPER, decision="round.2")
    assert refusal(late) == ("NOT_AWAITED", "M3.2")
    assert expiries(match) == [(12_000, "round.2", [0])]
    assert match.commits[-1].at == CREATED + 12_000
    assert match.awaited == [(1, "round.2"), (2, "round.2")]
    assert [option["command"] for option in match.view(0)["options"]] == [
        {"kind": "signal", "say": say} for say in rps.SAYINGS
    ], "no choice is offered that would be refused"
    match.now = 14_000
    match.send("bea", PAPER, decision="round.2")
    opened = match.public[-1]
    assert (opened["actor"], opened["at"]) == ("sealed", CREATED + 14_000)
    assert [entry["seat"] for entry in opened["commands"]] == [1, 2]
    assert [one["choice"] for one in opened["events"][0]["shown"]] == ["rock", "paper", "paper"]
    assert [bank(match, seat) for seat in range(3)] == [
        (2_000, 0),
        (11_000 - 5_000 + 2_000, 0),
        (10_000 - 500 + 2_000, 0),
    ]


@pytest.mark.rule("match", "M5.1")
def test_of_an_any_decision_all_clocks_run_and_the_last_one_counts() -> None:
    config = poison.PoisonConfig(goal=1_000)
    match = Match(poison.GAME, config, 2, clock=FISCHER, arbiters=(Arbiter(account="ref"),))
    match.start("ann", "bea")
    match.send("ref", {"kind": "match.give_time", "seat": 1, "ms": 5_000})
    assert shown(match) == {0: 15_000, 1: 15_000}
    match.tick(15_000)
    assert expiries(match) == []
    match.tick(15_001)
    assert expiries(match) == [(15_000, "add.0", [0])]
    assert [bank(match, seat) for seat in (0, 1)] == [(2_000, 0)] * 2, "no bank is overdrawn"


@pytest.mark.rule("match", "M5.5", "M5.1")
@pytest.mark.parametrize("goes", ["late", "resigns"])
def test_time_never_goes_back_when_who_had_most_time_goes(goes: str) -> None:
    """Seat 1's own 10 s had passed while seat 0 had time for both."""
    clock = FISCHER.model_copy(update={"at_expiry": "withdraw"})
    config = poison.PoisonConfig(goal=1_000)
    match = Match(poison.GAME, config, 2, clock=clock, arbiters=(Arbiter(account="ref"),))
    match.start("ann", "bea")
    match.send("ref", {"kind": "match.give_time", "seat": 0, "ms": 5_000})
    at = 15_000
    if goes == "resigns":
        match.now = at = 12_000
        match.send("ann", RESIGN)
        assert shown(match) == {1: 12_000}
    match.tick(20_000)
    stamps = [commit.at for commit in match.commits]
    assert stamps == sorted(stamps)
    assert expiries(match)[-1] == (at, "add.0", [1])
    assert match.state.status == "closed"


def overlapping(clock: BankClock) -> Match:
    """Seat 0 is asked "long" all the time, and "short" first while the counter is odd.

    Adding 1 answers "short", or opens it; adding 3 answers "long" and ends the match.
    """

    def pending(state: poison.State) -> tuple[Decision, ...]:
        if state.total >= 10:
            return ()
        long = Decision(id="long", kind="add", seats=(0,))
        odd = state.total % 2
        return (Decision(id=f"short.{state.total}", kind="add", seats=(0,)), long)[1 - odd :]

    match = Match(replace(poison.GAME, pending=pending), poison.PoisonConfig(), 2, clock=clock)
    return match.start("ann", "bea")


@pytest.mark.rule("match", "M5.1")
def test_a_clock_runs_for_one_decision_at_a_time() -> None:
    match = overlapping(FISCHER)
    match.now = 1_000
    match.send("bea", ADD)
    (stopped,) = stops(match)
    assert (stopped["decision"], stopped["spent"], stopped["increment"]) == ("long", 1_000, 0)
    pending = match.view(None)["pending"]
    assert [(entry["decision"], entry.get("deadline")) for entry in pending] == [
        ("short.1", CREATED + 10_000),
        ("long", None),
    ]
    match.now = 3_000
    match.send("ann", ADD)
    (stopped,) = stops(match)
    assert (stopped["decision"], stopped["spent"], stopped["bank"]) == ("short.1", 2_000, 9_000)
    assert shown(match) == {0: 12_000}, "it goes on for the other decision"
    match.tick(12_001)
    assert expiries(match)[0] == (12_000, "long", [0])


@pytest.mark.rule("match", "M7.2", "M8.2")
def test_what_is_open_when_a_fault_is_mended_costs_nothing_before() -> None:
    match = turns(FISCHER)
    move(match, "ann", 1_000)
    match.happen(Parked(), 6_000)
    match.happen(Unparked(), 50_000)
    match.tick(50_000)
    assert shown(match) == {1: 60_000}
    assert move(match, "bea", 51_000)["bank"] == 11_000


@pytest.mark.rule("match", "M5.6", "M7.2")
def test_a_choice_from_before_a_fault_costs_nothing_after_it() -> None:
    match = figures(FISCHER)
    match.now = 1_000
    match.send("ann", ROCK, decision="round.1")
    match.happen(Parked(), 2_000)
    match.happen(Unparked(), 50_000)
    match.now = 51_000
    match.send("bea", SAY)
    (stopped,) = stops(match)
    assert (stopped["seat"], stopped["since"], stopped["until"]) == (0, 50_000, 50_000)
    assert (stopped["spent"], stopped["bank"]) == (0, 12_000)


@pytest.mark.rule("match", "M5.1", "M7.2")
def test_a_choice_gets_its_increment_once_though_a_fault_stopped_the_match_after_it() -> None:
    match = figures(FISCHER)
    match.now = 1_000
    match.send("ann", ROCK, decision="round.1")
    match.now = 2_000
    match.send("bea", SAY)
    assert [(s["spent"], s["increment"]) for s in stops(match)] == [(1_000, 2_000)]
    match.happen(Parked(), 3_000)
    match.happen(Unparked(), 50_000)
    match.now = 51_000
    match.send("bea", ROCK, decision="round.1")
    first, second = stops(match)
    assert (first["seat"], first["spent"], first["increment"], first["bank"]) == (0, 0, 0, 11_000)
    assert (second["seat"], second["increment"]) == (1, 2_000)


@pytest.mark.rule("match", "M5.1", "M5.6")
def test_a_choice_made_while_another_decision_goes_first_costs_nothing() -> None:
    """Seat 0 is asked aside until the first signal; it chooses for the round before that."""

    def pending(state: rps.State) -> tuple[Decision, ...]:
        aside = Decision(id="aside", kind="aside", seats=(0,))
        return rps.pending(state) if state.signalled else (*rps.pending(state), aside)

    match = Match(replace(rps.GAME, pending=pending), rps.RpsConfig(), 2, clock=FISCHER)
    match.start("ann", "bea")
    match.now = 1_000
    match.send("ann", ROCK, decision="round.1")
    match.now = 4_000
    match.send("ann", SAY)
    (stopped,) = stops(match)
    assert (stopped["decision"], stopped["spent"], stopped["bank"]) == ("aside", 4_000, 8_000)
    match.now = 9_000
    match.send("bea", ROCK, decision="round.1")
    first, second = stops(match)
    assert (first["seat"], first["since"], first["until"]) == (0, 4_000, 4_000)
    assert (second["seat"], second["spent"]) == (1, 9_000)
