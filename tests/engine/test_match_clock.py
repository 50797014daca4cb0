"""M5: how long a decision takes, and what is played when its time is over."""

from dataclasses import replace
from typing import Any

import pytest

from engine.core.game import Decision
from engine.core.step import Arrival, step
from engine.core.terms import DAY_MS
from tests.engine.play import CREATED, RESIGN, SERVER_SEED, Match, refusal
from tests.toys import brings, poison, rps

ADD = {"kind": "add", "amount": 1}
SAY = {"kind": "signal", "say": "hm"}
ROCK = {"kind": "choose", "choice": "rock", "spend": False}
PAPER = {"kind": "choose", "choice": "paper", "spend": False}
STOPPED = ["match.clock_stopped"] * 2


@pytest.fixture
def counting() -> Match:
    """Two seats that count to 10; each decision takes 1,000 ms. The match starts at 100."""
    match = Match(poison.GAME, poison.PoisonConfig(), 2, decision_ms=1_000)
    match.start("ann")
    match.now = 100
    return match.start("bea")


@pytest.fixture
def choosing() -> Match:
    """Three seats in their first round; it takes 1,000 ms from 100 on."""
    match = Match(rps.GAME, rps.RpsConfig(), 3, decision_ms=1_000)
    match.start("ann", "bea")
    match.now = 100
    return match.start("cid")


@pytest.mark.rule("match", "M5.1")
def test_a_decision_has_its_time_from_the_commit_that_opened_it(counting: Match) -> None:
    assert counting.deadline == 1_100
    deadlines = {entry["deadline"] for entry in counting.view(0)["pending"]}
    assert deadlines == {CREATED + 1_100}
    counting.now = 300
    counting.send("ann", ADD)
    assert counting.deadline == 1_300


@pytest.mark.rule("match", "M5.1")
def test_what_leaves_a_decision_open_gives_it_no_more_time(choosing: Match) -> None:
    choosing.now = 900
    choosing.send("ann", SAY)
    choosing.send("bea", RESIGN)
    choosing.send("ann", ROCK, decision="round.1")
    assert choosing.deadline == 1_100


def test_before_the_start_and_after_the_end_no_clock_runs(counting: Match) -> None:
    waiting = Match(poison.GAME, poison.PoisonConfig(), 2, decision_ms=1_000).start("ann")
    assert waiting.deadline == DAY_MS, "it is annulled then"
    assert not any("deadline" in entry for entry in waiting.view(None)["pending"])
    for _ in range(4):
        counting.send("ann", {"kind": "add", "amount": 3})
    assert counting.deadline is None


def test_without_a_clock_nothing_expires() -> None:
    match = Match(poison.GAME, poison.PoisonConfig(), 2).start("ann", "bea")
    before = match.state
    match.tick(10**12)
    assert match.state == before
    assert match.deadline is None
    assert "deadline" not in match.view(0)["pending"][0]


@pytest.mark.rule("match", "M5.2")
@pytest.mark.parametrize(
    ("at", "kinds"),
    [
        (1_099, [["added", *STOPPED]]),
        (1_100, [["added", *STOPPED]]),
        (1_101, [["match.expired", "added", *STOPPED], ["added", *STOPPED]]),
    ],
    ids=["before", "at", "after"],
)
def test_a_command_at_the_deadline_is_in_time(
    counting: Match, at: int, kinds: list[list[str]]
) -> None:
    commits = len(counting.commits)
    counting.now = at
    assert counting.send("bea", ADD).status == "accepted"
    assert counting.kinds[commits:] == kinds


@pytest.mark.rule("match", "M5.2")
@pytest.mark.parametrize(
    ("at", "status"), [(1_099, "accepted"), (1_100, "accepted"), (1_101, "refused")]
)
def test_a_late_command_finds_its_decision_closed(counting: Match, at: int, status: str) -> None:
    counting.now = at
    receipt = counting.send("ann", ADD, decision="add.0")
    assert receipt.status == status
    if status == "refused":
        assert refusal(receipt) == ("DECISION_CLOSED", "M2.4")


@pytest.mark.rule("match", "M5.3")
def test_the_default_of_the_lowest_awaited_seat_is_played(counting: Match) -> None:
    counting.tick(1_101)
    public = counting.public[-1]
    assert public["actor"] == "system"
    assert public["at"] == CREATED + 1_100
    assert public["commands"] == []
    assert public["events"][:2] == [
        {
            "kind": "match.expired",
            "decision": "add.0",
            "seats": [0],
            "deadline": CREATED + 1_100,
        },
        {"kind": "added", "seat": 0, "amount": 1},
    ]
    stopped = {
        "kind": "match.clock_stopped",
        "decision": "add.0",
        "since": CREATED + 100,
        "until": CREATED + 1_100,
        "credit": 0,
        "spent": 1_000,
        "before": 0,
        "increment": 0,
        "bank": 0,
        "periods": 1,
        "grace": 0,
    }
    assert public["events"][2:] == [stopped | {"seat": 0}, stopped | {"seat": 1}]
    counting.now = 1_150
    counting.send("ann", RESIGN)
    counting.tick(10_101)
    assert counting.state.outcome is not None
    assert counting.state.outcome["winners"] == [1]


@pytest.mark.rule("match", "M5.3")
def test_a_tick_at_the_deadline_expires_nothing_and_a_second_one_nothing_more(
    counting: Match,
) -> None:
    before = counting.state
    counting.tick(1_100)
    assert counting.state == before
    counting.tick(1_101)
    after = counting.state
    counting.tick(1_101)
    assert counting.state == after


@pytest.mark.rule("match", "M5.3")
def test_a_late_tick_makes_up_for_all_that_was_due() -> None:
    """Each expiry is stamped with its own deadline, however late it is noticed."""
    match = Match(brings.GAME, brings.BringsConfig(), 2, decision_ms=1_000)
    match.start("ann", "bea", entry={"digits": ["1", "2", "3", "9"]})
    commits = len(match.commits)
    match.tick(100_000)
    assert match.state.status == "closed"
    stamps = [public["at"] - CREATED for public in match.public[commits:]]
    assert stamps == [1_000, 2_000, 3_000, 4_000, 5_000, 6_000, 7_000, 8_000, 8_000, 8_000]


@pytest.mark.rule("match", "M5.3")
def test_a_sealed_decision_expires_for_who_has_not_chosen(choosing: Match) -> None:
    choosing.now = 500
    choosing.send("bea", PAPER, decision="round.1")
    choosing.tick(1_101)
    late, public = choosing.public[-2:]
    assert (late["actor"], late["commands"], late["awaited"]) == (
        "system",
        [],
        [{"seat": 1, "decision": "round.1", "sealed": True}],
    )
    expired, *stopped = late["events"]
    assert (expired["kind"], expired["seats"]) == ("match.expired", [0, 2])
    assert expired["deadline"] == late["at"] == CREATED + 1_100
    assert [(one["seat"], one["until"] - CREATED) for one in stopped] == [
        (0, 1_100),
        (1, 500),
        (2, 1_100),
    ]
    assert (public["actor"], public["at"]) == ("sealed", CREATED + 1_100)
    assert [(c["seat"], c["at"] - CREATED) for c in public["commands"]] == [(1, 500)]
    (opened,) = public["events"]
    assert [shown["choice"] for shown in opened["shown"]] == ["rock", "paper", "rock"]
    assert choosing.statuses("c4") == ["sealed", "accepted"]
    assert choosing.answers["c4"][-1].version == choosing.state.version
    assert choosing.box == ()
    assert choosing.deadline == 2_100


@pytest.mark.rule("match", "M5.3")
def test_a_sealed_decision_expires_though_nobody_has_chosen(choosing: Match) -> None:
    choosing.tick(1_101)
    late, opened = choosing.public[-2:]
    assert (late["actor"], late["events"][0]["seats"], late["awaited"]) == (
        "system",
        [0, 1, 2],
        [],
    )
    assert (opened["actor"], opened["commands"]) == ("sealed", [])
    assert choosing.awaited == [(seat, "round.2") for seat in range(3)]


def waiting_for(pending: Any) -> Match:
    """Two seats that count; ``pending`` says by the total who is awaited. Each has 1,000 ms."""
    game = replace(poison.GAME, pending=lambda state: pending(state.total))
    match = Match(game, poison.PoisonConfig(), 2, decision_ms=1_000)
    return match.start("ann", "bea")


def expiries(match: Match) -> list[tuple[int, str, list[int]]]:
    """When what expired for whom."""
    return [
        (public["at"] - CREATED, event["decision"], event["seats"])
        for public in match.public
        for event in public["events"]
        if event["kind"] == "match.expired"
    ]


@pytest.mark.rule("match", "M5.3")
def test_seats_that_are_awaited_together_expire_one_by_one_at_one_time() -> None:
    match = waiting_for(
        lambda total: (Decision(id="both", kind="add", seats=(0, 1)[total:]),) if total < 2 else ()
    )
    match.tick(1_001)
    assert expiries(match) == [(1_000, "both", [0]), (1_000, "both", [1])]


@pytest.mark.rule("match", "M5.4")
def test_of_decisions_that_expire_together_the_first_by_id_goes_first() -> None:
    open_now = (
        Decision(id="b", kind="add", seats=(0,)),
        Decision(id="a.9", kind="add", seats=(0,)),
        Decision(id="a.10", kind="add", seats=(1,)),
    )
    match = waiting_for(lambda total: open_now if total < 1 else open_now[:2])
    match.tick(1_001)
    assert expiries(match)[:2] == [(1_000, "a.10", [1]), (1_000, "b", [0])]


@pytest.mark.rule("match", "M5.3")
def test_a_sealed_choice_is_not_played_for_another_decision() -> None:
    """Seat 0 has chosen paper for the round, then lets a second decision's time pass."""

    def pending(state: rps.State) -> tuple[Decision, ...]:
        return (*rps.pending(state), Decision(id="aside", kind="aside", seats=(0,)))

    game = replace(rps.GAME, pending=pending)
    match = Match(game, rps.RpsConfig(), 2, decision_ms=1_000).start("ann", "bea")
    match.send("ann", PAPER, decision="round.1")
    match.tick(1_001)
    assert expiries(match)[0] == (1_000, "aside", [0])
    opened = next(e for p in match.public for e in p["events"] if e["kind"] == "opened")
    assert [shown["choice"] for shown in opened["shown"]] == ["rock"]


@pytest.mark.rule("match", "M5.2", "M5.3")
@pytest.mark.parametrize(("at", "seats"), [(1_099, None), (1_100, None), (1_101, [2])])
def test_the_last_choice_at_the_deadline_is_in_time(
    choosing: Match, at: int, seats: list[int] | None
) -> None:
    choosing.now = 200
    choosing.send("ann", ROCK, decision="round.1")
    choosing.send("bea", ROCK, decision="round.1")
    choosing.now = at
    receipt = choosing.send("cid", PAPER, decision="round.1")
    late, opened = (public["events"][0] for public in choosing.public[-2:])
    assert opened["kind"] == "opened"
    if seats is None:
        assert receipt.status == "sealed"
        assert late["kind"] == "match.started"
    else:
        assert refusal(receipt) == ("DECISION_CLOSED", "M2.4")
        assert (late["kind"], late["seats"]) == ("match.expired", seats)


@pytest.mark.rule("match", "M5.2")
def test_a_change_of_mind_keeps_the_first_time(choosing: Match) -> None:
    choosing.now = 200
    choosing.send("ann", ROCK, decision="round.1")
    choosing.now = 1_100
    choosing.send("ann", PAPER, decision="round.1")
    choosing.tick(1_101)
    assert choosing.public[-1]["commands"][0]["at"] == CREATED + 200
    assert choosing.public[-1]["events"][0]["shown"][0]["choice"] == "paper"


def test_a_default_that_raises_is_a_fault() -> None:
    match = Match(poison.GAME, poison.PoisonConfig(broken_default=True), 2, decision_ms=1_000)
    match.start("ann", "bea")
    late = Arrival(number=9, at=CREATED + 1_001, account=None)
    with pytest.raises(poison.PoisonedError):
        step(match.game, match.state, (), (late,), SERVER_SEED)


# --- a clock that withdraws ---------------------------------------------------------------------


@pytest.fixture
def strict() -> Match:
    """Three seats in their first round; who needs more than 1,000 ms from 100 on is out."""
    match = Match(rps.GAME, rps.RpsConfig(), 3, decision_ms=1_000, at_expiry="withdraw")
    match.start("ann", "bea")
    match.now = 100
    return match.start("cid")


@pytest.mark.rule("match", "M5.5")
def test_who_is_late_is_out_and_the_choices_of_the_others_count(strict: Match) -> None:
    strict.now = 500
    strict.send("ann", ROCK, decision="round.1")
    strict.send("cid", PAPER, decision="round.1")
    strict.tick(1_101)
    gone, opened = strict.public[-2:]
    assert (gone["actor"], gone["at"], gone["commands"]) == ("system", CREATED + 1_100, [])
    assert [event["kind"] for event in gone["events"]] == [
        "match.expired",
        "match.withdrawn",
        "withdrew",
        *["match.clock_stopped"] * 3,
    ]
    assert (opened["actor"], opened["at"]) == ("sealed", CREATED + 1_100)
    assert [(entry["seat"], entry["at"] - CREATED) for entry in opened["commands"]] == [
        (0, 500),
        (2, 500),
    ]
    assert strict.awaited == [(0, "round.2"), (2, "round.2")]
    assert strict.deadline == 2_100


@pytest.mark.rule("match", "M5.5")
def test_who_was_withdrawn_takes_no_further_part(strict: Match) -> None:
    strict.send("ann", ROCK, decision="round.1")
    strict.send("cid", PAPER, decision="round.1")
    strict.tick(1_101)
    assert not strict.offered(1)
    assert refusal(strict.send("bea", SAY)) == ("RESIGNED", "M4.2")


@pytest.mark.rule("match", "M5.5")
def test_of_several_who_are_late_the_lowest_goes_first(strict: Match) -> None:
    strict.send("bea", PAPER, decision="round.1")
    strict.tick(1_101)
    gone = next(kinds for kinds in strict.kinds if "match.withdrawn" in kinds)
    assert gone[:5] == ["match.expired", *["match.withdrawn", "withdrew"] * 2]
    assert set(gone[5:]) == {"match.clock_stopped"}
    assert strict.state.outcome is not None
    assert strict.state.outcome["winners"] == [1]
    assert strict.state.status == "closed"


@pytest.mark.rule("match", "M5.5", "M6.1")
def test_nobody_is_withdrawn_from_a_game_that_has_an_outcome() -> None:
    match = Match(rps.GAME, rps.RpsConfig(), 2, decision_ms=1_000, at_expiry="withdraw")
    match.start("ann", "bea").tick(10_000)
    gone = next(kinds for kinds in match.kinds if "match.withdrawn" in kinds)
    assert gone == ["match.expired", "match.withdrawn", "withdrew", *STOPPED]
    assert match.state.outcome is not None
    assert match.state.outcome["winners"] == [1]


@pytest.mark.rule("match", "M5.5")
@pytest.mark.parametrize(("at", "out"), [(1_099, False), (1_100, False), (1_101, True)])
def test_a_move_at_the_deadline_keeps_the_seat(at: int, *, out: bool) -> None:
    config = poison.PoisonConfig()
    match = Match(poison.GAME, config, 2, decision_ms=1_000, at_expiry="withdraw")
    match.start("ann")
    match.now = 100
    match.start("bea")
    match.now = at
    status = match.send("ann", ADD).status
    assert (status == "refused") == out
    assert (match.state.status == "closed") == out
