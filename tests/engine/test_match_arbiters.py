"""M11: what arbiters may do, and what they may not."""

from typing import Any

import pytest
from pydantic_core import from_json

from engine.core.match_officials import MAX_ACTS
from engine.core.step import MAX_CHANGES
from engine.core.terms import Arbiter, BankClock
from tests.engine.play import RESIGN, Match, refusal
from tests.toys import poison, rps

ADD = {"kind": "add", "amount": 1}
SAY = {"kind": "signal", "say": "hm"}
ROCK = {"kind": "choose", "choice": "rock", "spend": False}
PAPER = {"kind": "choose", "choice": "paper", "spend": False}
PAUSE = {"kind": "match.pause"}
RESUME = {"kind": "match.resume"}
REMOVE = {"kind": "match.remove", "seat": 1, "reason": "No show."}
SUBSTITUTE = {"kind": "match.substitute", "seat": 1, "account": "dan"}
AWARD = {"kind": "match.adjudicate", "verdict": "award", "winners": [1], "reason": "By rule 5."}
ANNUL = {"kind": "match.adjudicate", "verdict": "annul", "reason": "Wrong round."}
LOOK = {"kind": "match.look", "seat": 1}
GIVE = {"kind": "match.give_time", "seat": 1, "ms": 500}
RUNNING = (PAUSE, REMOVE, SUBSTITUTE, AWARD, ANNUL, LOOK, GIVE)
ARBITERS = (Arbiter(account="ref"), Arbiter(account="eye", may_look=True))
CLOCK = BankClock(bank_ms=10_000)


@pytest.fixture
def match() -> Match:
    """Three seats in their first round; "ref" and "eye" are arbiters, who may look is "eye"."""
    return choosing(3)


def choosing(seats: int) -> Match:
    match = Match(rps.GAME, rps.RpsConfig(), seats, clock=CLOCK, arbiters=ARBITERS, creator="cid")
    return match.start(*("ann", "bea", "cid")[:seats])


def choose(match: Match, account: str, choice: dict[str, Any]) -> Any:
    return match.send(account, choice, decision="round.1")


@pytest.mark.rule("match", "M11.1")
@pytest.mark.parametrize("command", RUNNING, ids=lambda command: command["kind"])
def test_each_act_is_recorded_with_who_did_it(match: Match, command: dict[str, Any]) -> None:
    assert match.send("eye", command).status == "accepted"
    acted = next(public for public in match.public if public["actor"] == "arbiter:eye")
    (shown,) = acted["commands"]
    assert "seat" not in shown, "an arbiter has no seat"
    assert shown["command"]["kind"] == command["kind"]
    number = acted["n"] - 1
    assert from_json(match.parts[number].private["server"])["id"] == "c4"
    assert not any(match.parts[number].private[f"seat:{seat}"] for seat in range(3))


@pytest.mark.rule("match", "M3.1")
def test_an_arbiter_names_no_decision_that_takes_choices_only(match: Match) -> None:
    refused = match.send("ref", PAUSE, decision="round.1")
    assert refusal(refused) == ("DECISION_REQUIRED", "M3.1")
    assert refusal(match.send("ref", PAUSE, decision="round.2")) == ("DECISION_CLOSED", "M2.4")


@pytest.mark.rule("match", "M11.1")
@pytest.mark.parametrize("account", ["ann", "cid", "eve"])
@pytest.mark.parametrize("command", [*RUNNING, RESUME], ids=lambda command: command["kind"])
def test_nobody_else_acts_as_an_arbiter(
    match: Match, account: str, command: dict[str, Any]
) -> None:
    """Seats may give time themselves; who created the match is no arbiter either."""
    before = match.state
    refused = match.send(account, command)
    if command is GIVE and account != "eve":
        assert refused.status == "accepted"
        return
    expected = ("NOT_SEATED", "M2.1") if command is GIVE else ("NOT_ARBITER", "M11.1")
    assert refusal(refused) == expected
    assert match.state == before


@pytest.mark.rule("match", "M11.1")
def test_an_arbiter_takes_no_seat(match: Match) -> None:
    waiting = Match(rps.GAME, rps.RpsConfig(), 2, arbiters=ARBITERS).start("ann")
    assert refusal(waiting.join("ref")) == ("ARBITER", "M11.1")
    given = {"kind": "match.substitute", "seat": 1, "account": "ref"}
    assert refusal(match.send("eye", given)) == ("ARBITER", "M11.1")


@pytest.mark.rule("match", "M11.1", "M2.1")
@pytest.mark.parametrize("command", [RESIGN, SAY, {"kind": "match.offer", "what": "pause"}])
def test_an_arbiter_plays_no_moves(match: Match, command: dict[str, Any]) -> None:
    assert refusal(match.send("ref", command)) == ("NOT_SEATED", "M2.1")


@pytest.mark.rule("match", "M11.4")
@pytest.mark.parametrize("command", [*RUNNING, RESUME], ids=lambda command: command["kind"])
def test_before_the_start_an_arbiter_can_annul_only(command: dict[str, Any]) -> None:
    match = Match(rps.GAME, rps.RpsConfig(), 2, clock=CLOCK, arbiters=ARBITERS).start("ann")
    answer = match.send("eye", command)
    if command is ANNUL:
        assert match.state.status == "closed"
        assert match.view(0)["view"] is None
        return
    assert answer.code == "MATCH_NOT_RUNNING"
    assert answer.rule == ("M11.4" if command is AWARD else "M2.5")


@pytest.mark.rule("match", "M6.2")
@pytest.mark.parametrize("command", [*RUNNING, RESUME], ids=lambda command: command["kind"])
def test_after_the_end_nothing_is_decided_any_more(match: Match, command: dict[str, Any]) -> None:
    match.send("ref", ANNUL)
    assert refusal(match.send("eye", command)) == ("MATCH_CLOSED", "M6.2")


@pytest.mark.rule("match", "M2.3")
def test_an_arbiter_may_name_the_version_it_has_seen(match: Match) -> None:
    refused = match.send("ref", PAUSE, expected_version=match.state.version - 1)
    assert refusal(refused) == ("VERSION_CONFLICT", "M2.3")
    assert match.send("ref", PAUSE, expected_version=match.state.version).status == "accepted"


# --- remove -------------------------------------------------------------------------------------


@pytest.mark.rule("match", "M11.2")
def test_a_seat_that_is_removed_is_out_and_the_others_go_on(match: Match) -> None:
    choose(match, "ann", ROCK)
    choose(match, "cid", PAPER)
    match.send("ref", REMOVE)
    removed, opened = match.public[-2:]
    assert removed["commands"] == [{"command": REMOVE}], "all may read why"
    assert [event["kind"] for event in removed["events"]][:2] == ["match.withdrawn", "withdrew"]
    assert opened["actor"] == "sealed"
    assert refusal(match.send("bea", SAY)) == ("RESIGNED", "M4.2")
    assert refusal(match.send("ref", REMOVE)) == ("SEAT_IS_OUT", "M4.2")


@pytest.mark.rule("match", "M11.2", "M1.4")
@pytest.mark.parametrize("command", [REMOVE, SUBSTITUTE, LOOK], ids=lambda c: c["kind"])
def test_there_must_be_such_a_seat(match: Match, command: dict[str, Any]) -> None:
    assert refusal(match.send("eye", command | {"seat": 3})) == ("NO_SUCH_SEAT", "M1.4")
    assert refusal(match.send("eye", command | {"seat": -1})) == ("MALFORMED", "M2.2")


@pytest.mark.rule("match", "M11.2")
@pytest.mark.parametrize("reason", ["", " ", "two\nlines", "ends ", "x" * 201, None])
def test_a_reason_is_one_line_that_can_be_read(match: Match, reason: str | None) -> None:
    for command in (REMOVE, ANNUL):
        refused = match.send("ref", command | {"reason": reason})
        assert refusal(refused) == ("MALFORMED", "M2.2")


# --- substitute ---------------------------------------------------------------------------------


@pytest.mark.rule("match", "M11.3")
def test_a_seat_changes_hands(match: Match) -> None:
    seen = match.view(1)
    match.send("ref", SUBSTITUTE)
    assert match.state.seat_of("dan") == 1
    assert match.state.seat_of("bea") is None
    assert match.view(1) == seen | {"version": seen["version"] + 1}
    assert refusal(match.send("bea", SAY)) == ("NOT_SEATED", "M2.1")
    assert match.send("dan", SAY).status == "accepted"
    assert match.public[-1]["actor"] == "seat:1"


@pytest.mark.rule("match", "M11.3")
def test_a_sealed_choice_stands_as_the_new_accounts_own(match: Match) -> None:
    choose(match, "bea", PAPER)
    match.send("ref", SUBSTITUTE)
    choose(match, "ann", ROCK)
    choose(match, "cid", ROCK)
    (opened,) = match.told("opened")
    assert [one["choice"] for one in opened["shown"]] == ["rock", "paper", "rock"]
    assert match.statuses("c4") == ["sealed", "accepted"]
    assert {receipt.account for receipt in match.answers["c4"]} == {"bea"}


@pytest.mark.rule("match", "M11.3", "M3.3", "M3.7")
def test_the_new_account_may_change_the_choice_as_often_as_the_seat_may(match: Match) -> None:
    choose(match, "bea", PAPER)
    match.send("ref", SUBSTITUTE)
    assert refusal(choose(match, "bea", ROCK)) == ("NOT_SEATED", "M2.1")
    for _ in range(MAX_CHANGES):
        choose(match, "dan", ROCK)
        assert [(one.seat, one.account) for one in match.box] == [(1, "dan")]
    assert match.statuses("c4") == ["sealed", "replaced"]
    assert refusal(choose(match, "dan", PAPER)) == ("TOO_MANY_CHANGES", "M3.7")
    (boxed,) = match.box
    assert (boxed.account, boxed.command["choice"]) == ("dan", "rock")
    assert boxed.changes == MAX_CHANGES


@pytest.mark.rule("match", "M11.3")
@pytest.mark.parametrize("account", ["ann", "bea", "cid"])
def test_a_seat_is_given_to_who_has_none(match: Match, account: str) -> None:
    given = SUBSTITUTE | {"account": account}
    assert refusal(match.send("ref", given)) == ("ALREADY_SEATED", "M11.3")


@pytest.mark.rule("match", "M11.3")
def test_who_gave_a_seat_up_may_have_it_back_but_no_other(match: Match) -> None:
    """It knows what that seat has seen."""
    match.send("ref", SUBSTITUTE)
    other = {"kind": "match.substitute", "seat": 0, "account": "bea"}
    assert refusal(match.send("ref", other)) == ("HELD_ANOTHER_SEAT", "M11.3")
    assert match.send("ref", SUBSTITUTE | {"account": "bea"}).status == "accepted"
    assert match.state.seat_of("bea") == 1
    elsewhere = {"kind": "match.substitute", "seat": 0, "account": "dan"}
    assert refusal(match.send("ref", elsewhere)) == ("HELD_ANOTHER_SEAT", "M11.3")


@pytest.mark.rule("match", "M11.3", "M4.2")
def test_a_seat_that_is_out_is_given_to_nobody(match: Match) -> None:
    match.send("bea", RESIGN)
    assert refusal(match.send("ref", SUBSTITUTE)) == ("SEAT_IS_OUT", "M4.2")


@pytest.mark.rule("match", "M11.3")
def test_the_clock_of_a_seat_runs_on_with_its_new_account(match: Match) -> None:
    match.now = 3_000
    match.send("ref", SUBSTITUTE)
    assert {entry["deadline"] for entry in match.view(1)["pending"]} == {1_010_000}


# --- decisions ----------------------------------------------------------------------------------


@pytest.mark.rule("match", "M11.4")
@pytest.mark.parametrize(
    ("verdict", "winners"), [("award", (0, 2)), ("award", (1,)), ("draw", ()), ("annul", ())]
)
def test_a_match_ends_by_decision(match: Match, verdict: str, winners: tuple[int, ...]) -> None:
    """Also where the game knows no draws; the outcome has the same form for all games."""
    choose(match, "ann", ROCK)
    decided = {"kind": "match.adjudicate", "verdict": verdict, "reason": "By rule 5."}
    assert match.send("ref", decided | {"winners": winners}).status == "accepted"
    assert [kinds[0] for kinds in match.kinds[-3:]] == [
        "match.adjudicated",
        "match.ended",
        "match.closed",
    ]
    assert match.state.outcome == {
        "winners": list(winners),
        "draw": verdict == "draw",
        "verdict": verdict,
        "reason": "By rule 5.",
    }
    assert match.statuses("c4") == ["sealed", "refused"], "an open choice is void"
    assert match.deadline is None
    assert match.awaited == []
    assert all("since" not in clock for clock in match.view(None)["clocks"])


@pytest.mark.rule("match", "M11.4")
@pytest.mark.parametrize(
    ("verdict", "winners", "code"),
    [
        ("award", (), ("WRONG_WINNERS", "M11.4")),
        ("draw", (0,), ("WRONG_WINNERS", "M11.4")),
        ("annul", (0,), ("WRONG_WINNERS", "M11.4")),
        ("award", (1, 0), ("WRONG_WINNERS", "M11.4")),
        ("award", (1, 1), ("WRONG_WINNERS", "M11.4")),
        ("award", (0, 3), ("NO_SUCH_SEAT", "M1.4")),
        ("lose", (), ("MALFORMED", "M2.2")),
    ],
)
def test_a_decision_that_says_nothing_clear_is_refused(
    match: Match, verdict: str, winners: tuple[int, ...], code: tuple[str, str]
) -> None:
    decided = {"kind": "match.adjudicate", "verdict": verdict, "reason": "By rule 5."}
    assert refusal(match.send("ref", decided | {"winners": winners})) == code
    assert match.state.status == "running"


@pytest.mark.rule("match", "M11.5")
def test_arbiters_act_a_thousand_times_all_together() -> None:
    config = poison.PoisonConfig(goal=1_000)
    match = Match(poison.GAME, config, 2, clock=CLOCK, arbiters=ARBITERS).start("ann", "bea")
    for n in range(MAX_ACTS):
        assert match.send(("ref", "eye")[n % 2], GIVE).status == "accepted"
    for account in ("ref", "eye"):
        assert refusal(match.send(account, GIVE)) == ("TOO_MANY_ACTS", "M11.5")
    assert match.send("ann", ADD).status == "accepted"
    assert match.send("eye", ANNUL).status == "accepted"
    assert match.state.status == "closed"
    assert MAX_ACTS == 1_000


# --- looks --------------------------------------------------------------------------------------


@pytest.mark.rule("match", "M11.6")
def test_a_look_is_recorded_and_whose_it_was_is_told_after_the_match(match: Match) -> None:
    """Not even how long it is tells the seat: what is public is the same for all seats."""
    publics = set[bytes]()
    for seat in range(3):
        other = choosing(3)
        other.send("eye", LOOK | {"seat": seat})
        publics.add(other.parts[-1].public)
        assert [len(other.parts[-1].private[name]) for name in ("seat:0", "seat:1", "seat:2")] == [
            0,
            0,
            0,
        ]
    assert len(publics) == 1
    match.send("eye", LOOK)
    (right,) = match.state.looks
    assert (right.account, right.seat, right.version) == ("eye", 1, match.state.version)
    private = from_json(match.parts[-1].private["server"])
    assert {private["0"], private["1"]} == {1}
    assert match.public[-1]["commands"][0]["command"]["seat"] == {"hidden": True}


@pytest.mark.rule("match", "M11.6")
def test_who_has_no_right_to_look_does_not(match: Match) -> None:
    assert refusal(match.send("ref", LOOK)) == ("MAY_NOT_LOOK", "M11.6")
    assert match.state.looks == ()
