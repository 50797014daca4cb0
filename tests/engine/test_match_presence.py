"""M12: absence and presence, grace, and seats that were gone for too long."""

from typing import Any

import pytest

from engine.core.match_messages import Parked, Reseeded, Unparked
from engine.core.step import Arrival, step
from engine.core.terms import Arbiter, BankClock, Bounds
from tests.engine.play import CREATED, RESIGN, SERVER_SEED, Match, refusal
from tests.toys import poison, rps

ADD = {"kind": "add", "amount": 1}
CLOCK = BankClock(bank_ms=10_000)
IN_TURN = poison.PoisonConfig(goal=1_000, in_turn=True)
MINUTE = 60_000


def counting(seats: int = 2, **bounds: Any) -> Match:
    """Seats that add one after the other, 10 s each; "ref" is the arbiter."""
    match = Match(
        poison.GAME,
        IN_TURN,
        seats,
        clock=CLOCK,
        bounds=Bounds(**bounds),
        arbiters=(Arbiter(account="ref"),),
    )
    return match.start(*("ann", "bea", "cid")[:seats])


def attend(match: Match, at: int, seat: int, *, there: bool) -> None:
    match.now = at
    match.attend(seat, there=there)


def shown(match: Match) -> dict[int, int]:
    pending = match.view(None)["pending"]
    return {entry["seat"]: entry["deadline"] - CREATED for entry in pending}


def said(match: Match) -> list[tuple[str, int, int]]:
    """What was said of who is there: kind, seat and stamp."""
    return [
        (event["kind"], event["seat"], public["at"] - CREATED)
        for public in match.public
        for event in public["events"]
        if event["kind"] in {"match.absent", "match.present"}
    ]


@pytest.mark.rule("match", "M12.1")
def test_the_log_says_when_a_seat_is_absent_and_when_it_is_back() -> None:
    match = counting()
    attend(match, 1_000, 1, there=False)
    assert match.public[-1]["actor"] == "system"
    assert match.public[-1]["events"] == [{"kind": "match.absent", "seat": 1}]
    assert match.view(0)["absent"] == [1]
    attend(match, 2_000, 1, there=True)
    assert match.public[-1]["events"] == [{"kind": "match.present", "seat": 1}]
    assert "absent" not in match.view(0)


@pytest.mark.rule("match", "M12.1")
def test_what_is_known_is_not_said_again() -> None:
    match = counting()
    attend(match, 1_000, 0, there=True)
    attend(match, 2_000, 0, there=False)
    attend(match, 8_500, 0, there=False)
    assert said(match) == [("match.absent", 0, 2_000)]


@pytest.mark.rule("match", "M12.1")
def test_nobody_is_missed_before_the_start_after_the_end_or_once_out() -> None:
    waiting = Match(poison.GAME, IN_TURN, 2).start("ann")
    waiting.attend(0, there=False)
    over = counting()
    over.send("ref", {"kind": "match.adjudicate", "verdict": "annul", "reason": "Wrong round."})
    over.attend(0, there=False)
    fewer = counting(3)
    fewer.send("bea", RESIGN)
    fewer.attend(1, there=False)
    parked = counting()
    parked.happen(Parked(), 10)
    parked.attend(0, there=False)
    for match in (waiting, over, fewer, parked):
        assert said(match) == []


@pytest.mark.rule("match", "M12.2")
@pytest.mark.parametrize("after", [MINUTE - 1, MINUTE, MINUTE + 1])
def test_an_absence_is_said_at_most_once_a_minute(after: int) -> None:
    """A line that comes and goes would else fill the log; the return is said at once."""
    match = Match(rps.GAME, rps.RpsConfig(), 2).start("ann", "bea")
    attend(match, 1_000, 0, there=False)
    attend(match, 1_001, 0, there=True)
    attend(match, 1_500, 1, there=False)
    attend(match, 1_000 + after, 0, there=False)
    absences = [at for kind, seat, at in said(match) if (kind, seat) == ("match.absent", 0)]
    assert absences == ([1_000, 1_000 + after] if after >= MINUTE else [1_000])


# --- grace --------------------------------------------------------------------------------------


@pytest.mark.rule("match", "M12.3")
def test_without_grace_the_clock_of_who_is_absent_runs_on() -> None:
    match = counting()
    attend(match, 1_000, 0, there=False)
    assert shown(match) == {0: 10_000}


@pytest.mark.rule("match", "M12.3")
def test_grace_pays_for_an_absence_until_it_is_used_up() -> None:
    """10 s in the bank, 3 s of grace: gone from 4 s to 5 s, then from 70 s on."""
    match = counting(grace_ms=3_000)
    attend(match, 4_000, 0, there=False)
    assert shown(match) == {0: 13_000}, "while it is gone, all its grace may be counted on"
    attend(match, 5_000, 0, there=True)
    assert shown(match) == {0: 11_000}
    told = match.view(None)["clocks"][0]
    assert (told["grace_ms"], told["credit_ms"]) == (2_000, 1_000)
    match.now = 11_000
    match.send("ann", ADD)
    stopped = match.told("match.clock_stopped")[-1]
    assert (stopped["credit"], stopped["spent"], stopped["bank"]) == (1_000, 10_000, 0)
    assert stopped["grace"] == 2_000


@pytest.mark.rule("match", "M12.3", "M5.2")
@pytest.mark.parametrize(("at", "late"), [(12_999, False), (13_000, False), (13_001, True)])
def test_who_is_absent_is_late_when_time_and_grace_are_over(at: int, *, late: bool) -> None:
    match = counting(grace_ms=3_000)
    attend(match, 4_000, 0, there=False)
    match.now = at
    match.send("ann", ADD)
    assert bool(match.told("match.expired")) is late
    stopped = match.told("match.clock_stopped")[0]
    assert stopped["grace"] == 0
    assert stopped["spent"] == min(at, 13_000) - 3_000


@pytest.mark.rule("match", "M12.3")
def test_a_move_made_while_absent_uses_grace_for_the_absence_only() -> None:
    match = counting(grace_ms=3_000)
    attend(match, 4_000, 0, there=False)
    match.now = 6_000
    match.send("ann", ADD)
    stopped = match.told("match.clock_stopped")[0]
    assert (stopped["credit"], stopped["spent"], stopped["grace"]) == (2_000, 4_000, 1_000)


@pytest.mark.rule("match", "M12.3")
def test_grace_never_touches_the_clock_of_a_rival() -> None:
    """The rival is absent too, and comes back: it is not its clock that runs."""
    absent, present = counting(grace_ms=3_000), counting(grace_ms=3_000)
    attend(absent, 500, 1, there=False)
    for match in (absent, present):
        match.now = 2_000
    attend(absent, 2_000, 1, there=True)
    assert shown(absent) == shown(present) == {0: 10_000}
    for match in (absent, present):
        match.send("ann", ADD)
    assert absent.told("match.clock_stopped") == present.told("match.clock_stopped")
    assert absent.view(None)["clocks"] == present.view(None)["clocks"]


@pytest.mark.rule("match", "M12.3")
def test_absence_from_before_the_turn_uses_no_grace_until_the_clock_runs() -> None:
    match = counting(grace_ms=3_000)
    attend(match, 1_000, 1, there=False)
    match.now = 6_000
    match.send("ann", ADD)
    assert shown(match) == {1: 19_000}
    attend(match, 7_000, 1, there=True)
    assert shown(match) == {1: 17_000}
    assert match.view(None)["clocks"][1]["grace_ms"] == 2_000


@pytest.mark.rule("match", "M12.3", "M9.4")
@pytest.mark.parametrize("back", ["in the pause", "after it"])
def test_a_pause_uses_no_grace(back: str) -> None:
    match = counting(grace_ms=3_000)
    attend(match, 1_000, 0, there=False)
    match.now = 2_000
    match.send("ref", {"kind": "match.pause"})
    if back == "in the pause":
        attend(match, 30_000, 0, there=True)
    match.now = 50_000
    match.send("ref", {"kind": "match.resume"})
    if back == "after it":
        attend(match, 50_000, 0, there=True)
    told = match.view(None)["clocks"][0]
    assert (told["grace_ms"], told["credit_ms"]) == (2_000, 49_000)
    assert shown(match) == {0: 59_000}


@pytest.mark.rule("match", "M12.3", "M5.7")
def test_downtime_uses_no_grace() -> None:
    match = counting(grace_ms=3_000)
    attend(match, 1_000, 0, there=False)
    match.down(2_000, 30_000)
    attend(match, 31_000, 0, there=True)
    told = match.view(None)["clocks"][0]
    assert (told["grace_ms"], told["credit_ms"]) == (1_000, 30_000)


@pytest.mark.rule("match", "M12.3", "M5.7")
def test_downtime_in_a_turn_that_began_while_the_seat_was_absent_uses_no_grace() -> None:
    match = counting(grace_ms=3_000)
    attend(match, 100, 1, there=False)
    match.now = 1_000
    match.send("ann", ADD)
    match.down(1_500, 1_700)
    attend(match, 2_000, 1, there=True)
    told = match.view(None)["clocks"][1]
    assert (told["grace_ms"], told["credit_ms"]) == (2_200, 1_000)


# --- seats that are gone ------------------------------------------------------------------------


@pytest.mark.rule("match", "M12.4")
@pytest.mark.parametrize(("at", "out"), [(5_999, False), (6_000, False), (6_001, True)])
def test_who_was_absent_too_long_is_out(at: int, *, out: bool) -> None:
    match = counting(3, abandon_ms=5_000)
    attend(match, 1_000, 1, there=False)
    assert match.deadline == 6_000
    match.tick(at)
    assert ("out" in match.view(None)) is out
    if out:
        gone = match.public[-1]
        assert (gone["actor"], gone["at"]) == ("system", CREATED + 6_000)
        assert gone["events"][:3] == [
            {
                "kind": "match.abandoned",
                "seat": 1,
                "absent": CREATED + 1_000,
                "deadline": CREATED + 6_000,
            },
            {"kind": "match.withdrawn", "seat": 1},
            {"kind": "left", "seat": 1},
        ]
        assert refusal(match.send("bea", ADD)) == ("RESIGNED", "M4.2")


@pytest.mark.rule("match", "M12.4")
def test_a_seat_that_comes_back_in_time_stays() -> None:
    match = counting(abandon_ms=5_000)
    attend(match, 1_000, 1, there=False)
    attend(match, 6_000, 1, there=True)
    match.tick(9_000)
    assert "out" not in match.view(None)
    assert match.deadline == 10_000, "the clock of seat 0"


@pytest.mark.rule("match", "M12.4")
def test_nobody_is_out_for_being_absent_unless_the_match_says_so() -> None:
    match = Match(poison.GAME, IN_TURN, 2).start("ann", "bea")
    match.attend(0, there=False)
    assert match.deadline is None
    match.tick(10**9)
    assert "out" not in match.view(None)


@pytest.mark.rule("match", "M12.4")
def test_an_absence_counts_in_a_match_without_a_clock() -> None:
    match = Match(poison.GAME, IN_TURN, 3, bounds=Bounds(abandon_ms=5_000))
    match.start("ann", "bea", "cid")
    attend(match, 0, 0, there=False)
    attend(match, 100, 2, there=False)
    match.tick(5_101)
    assert match.view(None)["out"] == [0, 2]


@pytest.mark.rule("match", "M12.4", "M5.7")
def test_downtime_is_no_absence_in_a_match_without_a_clock_either() -> None:
    match = Match(poison.GAME, IN_TURN, 2, bounds=Bounds(abandon_ms=5_000)).start("ann", "bea")
    attend(match, 1_000, 1, there=False)
    match.down(2_000, 90_000)
    match.tick(90_000)
    assert "out" not in match.view(None)
    assert match.deadline == 94_000


@pytest.mark.rule("match", "M12.4", "M9.4", "M5.7")
def test_pauses_and_downtime_are_no_absence() -> None:
    match = counting(3, abandon_ms=5_000)
    attend(match, 1_000, 1, there=False)
    match.now = 2_000
    match.send("ref", {"kind": "match.pause"})
    attend(match, 3_000, 2, there=False)
    match.now = 52_000
    match.send("ref", {"kind": "match.resume"})
    match.down(52_500, 92_500)
    match.tick(92_500)
    assert match.deadline == 96_000, "1 s before the pause, 0.5 s before the downtime"
    match.tick(96_001)
    assert match.view(None)["out"] == [1]
    (abandoned,) = match.told("match.abandoned")
    assert abandoned["absent"] == CREATED + 91_000
    assert match.deadline == 97_000, "gone since the pause, but that counts for nobody"


@pytest.mark.rule("match", "M12.4", "M7.2")
def test_an_absence_begins_anew_when_a_match_goes_on_after_a_fault() -> None:
    for event in (Unparked(), Reseeded(seed_commitment="00" * 32, after="00" * 32)):
        match = counting(abandon_ms=5_000)
        attend(match, 1_000, 1, there=False)
        if isinstance(event, Unparked):
            match.happen(Parked(), 2_000)
        match.happen(event, 90_000)
        tick = Arrival(number=9, at=CREATED + 95_001, account=None)
        seeds = SERVER_SEED * (1 + len(match.state.reseeds))
        done = step(match.game, match.state, (), (tick,), seeds)
        assert [commit.at - CREATED for commit in done.commits][:1] == [95_000]


@pytest.mark.rule("match", "M12.4", "M11.3")
def test_who_is_given_the_seat_of_somebody_absent_has_the_whole_time_to_come() -> None:
    match = counting(abandon_ms=5_000, grace_ms=2_000)
    attend(match, 1_000, 0, there=False)
    match.now = 5_900
    assert match.send("ref", {"kind": "match.substitute", "seat": 0, "account": "dan"}).version
    match.tick(10_900)
    assert match.state.resigned == ()
    assert shown(match) == {0: 12_000}, "grace is used once, by whoever is absent"
    match.tick(10_901)
    assert match.told("match.abandoned") == [
        {
            "kind": "match.abandoned",
            "seat": 0,
            "absent": CREATED + 5_900,
            "deadline": CREATED + 10_900,
        }
    ]


@pytest.mark.rule("match", "M12.4")
def test_of_clock_and_absence_at_the_same_moment_the_clock_goes_first() -> None:
    match = counting(3, abandon_ms=5_000)
    for seat in (2, 0, 1):
        attend(match, 5_000, seat, there=False)
    match.tick(10_001)
    told = [e for c in match.commits if c.at == CREATED + 10_000 for e in c.events]
    kinds = ("match.expired", "match.withdrawn")
    assert [(e.kind, getattr(e, "seat", 0)) for e in told if e.kind in kinds] == [
        ("match.expired", 0),
        ("match.withdrawn", 0),
        ("match.withdrawn", 1),
        ("match.withdrawn", 2),
    ]
