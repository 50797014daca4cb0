"""Lies of a host that runs other code: all numbers fit together, under rules that are not ours."""

from collections.abc import Callable, Mapping
from typing import Any

import pytest

import engine.core.match as match_module
import engine.core.match_officials as officials_module
import engine.core.step as step_module
from engine.core.match_fold import fold_timed
from engine.core.terms import BankClock, Bounds
from tests.schemas.forging import Forgery, Table, judged, other_header, refused, refused_at, without
from tests.schemas.lively import ADD, CLOCK, PAUSE, PEOPLE, RESUME, SAY, add, secretive, where
from tests.toys import brings


def table(rules: str = "poison@1", seats: int = 2, **more: Any) -> Table:
    """Seats of a match with a clock that has started."""
    config = {"goal": 30, "in_turn": True} if rules == "poison@1" else {}
    made = Table(rules, seats, **{"clock": CLOCK, "people": PEOPLE} | more, **config)
    made.join(*("ann", "bob", "cid")[:seats])
    return made


def closed(made: Table) -> Forgery:
    """End a match and return it."""
    annul = {"kind": "match.adjudicate", "verdict": "annul", "reason": "Over."}
    assert made.send("ref", annul) == "accepted"
    return made.forgery()


def test_an_expiry_that_a_host_passed_over_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    made = table()
    with monkeypatch.context() as lying:
        lying.setattr(step_module, "due", lambda *_: None)
        made.tick(made.at + 60_000)
        add(made, "ann")
    n = len(made.texts)
    assert refused_at(closed(made), n) == (
        "what was due before this stamp has not happened at its time"
    )


def test_an_expiry_covered_up_with_downtime_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    made = table()
    with monkeypatch.context() as lying:
        lying.setattr(step_module, "due", lambda *_: None)
        made.down(made.at + 7_001, made.at + 60_000)
    n = len(made.texts)
    problem = refused_at(closed(made), n)
    assert problem == "what was due before the downtime has not happened"


@pytest.mark.parametrize(("start", "end"), [(-1, 0), (0, -1), (0, 1), (1 << 40, 0)])
def test_a_downtime_that_cannot_have_been_is_refused(start: int, end: int) -> None:
    """It lies between the commit before and its own stamp."""
    made = table()
    made.down(made.at, made.at + 500)
    n = len(made.texts)
    add(made, "ann")

    def edit(data: Any) -> None:
        data["events"][0]["start"] += start
        data["events"][0]["end"] += end

    problem = refused_at(closed(made).edited(n, edit), n)
    assert problem == "a time of downtime that can't have been"


def test_downtime_where_no_time_counts_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    made = table()
    assert made.send("ref", PAUSE) == "accepted"
    with monkeypatch.context() as lying:
        lying.setattr(step_module, "counts_time", lambda _: True)
        made.down(made.at + 10, made.at + 500)
    n = len(made.texts)
    assert refused_at(closed(made), n) == "a time of downtime that can't have been"


def test_a_clock_that_stood_still_early_is_refused_when_the_choice_shows_its_time() -> None:
    """All the arithmetic fits, but the choice came 40 ms later."""
    match = secretive()
    n = next(n for n, t in enumerate(match.commits, 1) if '"signalled"' in t.public)

    def edit(data: Any) -> None:
        stopped = data["events"][1]
        assert stopped["kind"] == "match.clock_stopped"
        for field, by in (("until", -40), ("spent", -40), ("bank", 40)):
            stopped[field] += by

    assert "did not stand still when it chose" in refused_at(match.edited(n, edit), n + 1)


def test_a_clock_that_stood_still_before_it_ran_or_after_its_time_is_refused() -> None:
    match = secretive()
    n = next(n for n, t in enumerate(match.commits, 1) if '"signalled"' in t.public)
    for until in (1_299, 1 << 40):

        def edit(data: Any, until: int = until) -> None:
            data["events"][1]["until"] = until

        assert "can't have" in refused_at(match.edited(n, edit), n)


def test_credit_for_one_seat_that_it_has_no_right_to_is_refused() -> None:
    match, n = where("match.clock_stopped")

    def edit(data: Any) -> None:
        (stopped,) = [e for e in data["events"] if e["kind"] == "match.clock_stopped"]
        for field, by in (("credit", 50), ("spent", -50), ("bank", 50)):
            stopped[field] += by

    refused_at(match.edited(n, edit), n)


def test_choices_that_are_all_in_are_opened_before_anything_else(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    made = table("rps@1")
    made.choose("ann", "rock")
    with monkeypatch.context() as lying:
        lying.setattr(step_module, "follow_up", lambda *_: None)
        made.choose("bob", "rock")
        assert made.send("ann", SAY) == "accepted"
        assert made.send("bob", SAY) == "accepted"
    n = len(made.texts)
    assert refused_at(closed(made), n) == "choices that are all in are not opened at once"


def test_an_absence_said_twice_in_a_minute_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    made = table()
    with monkeypatch.context() as lying:
        lying.setattr(step_module, "ABSENCE_MS", 0)
        for there in (False, True, False):
            made.attend(0, there=there)
    n = len(made.texts)
    assert refused_at(closed(made), n) == "an absence or a return that is no news"


@pytest.mark.parametrize("seat", [1, 2, -1, 99, "0", None])
def test_who_was_not_gone_does_not_come_back(seat: object) -> None:
    made = table()
    made.attend(0, there=False)
    made.attend(0, there=True)
    n = len(made.texts)
    forgery = closed(made).edited(n, lambda data: data["events"][0].update(seat=seat))
    assert refused_at(forgery, n) == "an absence or a return that is no news"


def test_nobody_is_gone_who_is_out() -> None:
    made = table(seats=3)
    removed = {"kind": "match.remove", "seat": 1, "reason": "No show."}
    assert made.send("ref", removed) == "accepted"
    made.attend(2, there=False)
    n = len(made.texts)
    forgery = closed(made).edited(n, lambda data: data["events"][0].update(seat=1))
    assert refused_at(forgery, n) == "an absence or a return that is no news"


def test_a_move_taken_back_that_drew_something_is_refused(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    made = Table("brings@1", 2, clock=CLOCK, people=PEOPLE)
    made.join("ann", "bob", entry={"digits": ["1", "2", "3", "4"]})
    digits = made.state.game.hands[0][:1]
    with monkeypatch.context() as lying:
        for event in (brings.Played, brings.Drew):
            lying.setattr(event, "reversible", True)
        assert made.send("ann", {"kind": "play", "digits": digits}) == "accepted"
        made.agree("take_back", "ann", "bob")
        n = len(made.texts) - 1
        forgery = closed(made)
    assert "revealed or drew" in refused_at(forgery, n)


def test_an_older_move_taken_back_is_refused() -> None:
    made = table()
    add(made, "ann", "bob")
    made.agree("take_back", "bob", "ann")
    n = len(made.texts)
    forgery = closed(made)
    for field, value in (("version", n - 3), ("seat", 0)):
        edited = forgery.edited(n, lambda d, f=field, v=value: d["events"][1].update({f: v}))
        refused_at(edited, n)


def test_an_agreement_of_who_is_out_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    made = table(seats=3)
    assert made.send("cid", {"kind": "match.resign"}) == "accepted"
    with monkeypatch.context() as lying:
        lying.setattr(match_module, "_wrong_time", lambda *_: None)
        assert made.send("ann", {"kind": "match.offer", "what": "draw"}) == "accepted"
        n = len(made.texts) + 1
        assert made.send("cid", {"kind": "match.agree", "offer": made.state.version}) == "accepted"
    assert "out of this match" in refused_at(closed(made), n)


def test_an_agreement_without_all_others_is_refused() -> None:
    match, n = where("match.taken_back")
    early = without(match, n - 1)
    found = refused(early.file()).where or ""
    assert int(found.removeprefix("commit ")) >= n - 1


def test_a_move_in_a_pause_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    made = table()
    assert made.send("ref", PAUSE) == "accepted"
    n = len(made.texts) + 1
    with monkeypatch.context() as lying:
        lying.setattr(match_module, "_wrong_time", lambda *_: None)
        assert made.send("ann", ADD) == "accepted"
    assert "paused" in refused_at(closed(made), n)


def test_an_annulment_before_its_time_is_refused() -> None:
    early = PEOPLE | {"bounds": Bounds(start_ms=5_000)}
    made = Table("rps@1", 2, people=early)
    made.join("ann")
    made.tick(6_001)
    assert made.state.status == "closed"
    assert judged(made.forgery().file()).genuine
    forgery = other_header(made.forgery(), bounds=Bounds())
    assert refused_at(forgery, 2) == "the service acted where nothing follows by itself"


def test_acts_beyond_all_bounds_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    made = table()
    gift = {"kind": "match.give_time", "seat": 1, "ms": 1}
    for _ in range(3):
        assert made.send("ref", gift) == "accepted"
    n = len(made.texts)
    forgery = closed(made)
    monkeypatch.setattr(officials_module, "MAX_ACTS", 2)
    assert "at most 2 times" in refused_at(forgery, n)


def lying_of_choices(lying: pytest.MonkeyPatch, lie: Callable[[int], int]) -> None:
    """Let the host say of clocks that choices stopped when they did not."""

    def told(*args: Any, sealed: Mapping[int, int], **more: Any) -> Any:
        return fold_timed(*args, sealed={seat: lie(at) for seat, at in sealed.items()}, **more)

    lying.setattr(step_module, "fold_timed", told)


@pytest.mark.parametrize("by", [-40, 40])
def test_a_clock_charged_for_more_or_less_than_its_choice_took_is_refused(
    monkeypatch: pytest.MonkeyPatch, by: int
) -> None:
    """All that is counted later rests on the lie, but the stamp of the choice tells."""
    made = table("rps@1")
    made.tick(made.at + 500)
    made.choose("ann", "rock")
    with monkeypatch.context() as lying:
        lying_of_choices(lying, lambda at: at + by)
        assert made.send("bob", SAY) == "accepted"
    made.choose("bob", "rock")
    n = next(n for n, t in enumerate(made.texts, 1) if '"actor":"sealed"' in t.public)
    assert "did not stand still when it chose" in refused_at(closed(made), n)


def test_a_clock_that_stood_still_in_secret_for_too_long_is_refused(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The first commit after the choice must tell."""
    made = table("rps@1")
    made.choose("ann", "rock")
    with monkeypatch.context() as lying:
        lying.setattr(
            step_module, "fold_timed", lambda *a, **k: fold_timed(*a, **k | {"sealed": {}})
        )
        assert made.send("bob", SAY) == "accepted"
    made.choose("bob", "rock")
    n = next(n for n, t in enumerate(made.texts, 1) if '"actor":"sealed"' in t.public)
    assert "an earlier commit does not say" in refused_at(closed(made), n)


@pytest.mark.parametrize("clock", [CLOCK, None], ids=["clock", "no clock"])
@pytest.mark.parametrize(("ms", "genuine"), [(0, True), (1, False), (499, False), (500, True)])
def test_a_choice_made_in_a_pause_is_refused(
    clock: BankClock | None, ms: int, *, genuine: bool
) -> None:
    """At the very stamp of its begin or end a choice may have come before or after it."""
    made = table("rps@1", clock=clock)
    begin = made.at + 100
    assert made.send("ref", PAUSE) == "accepted"
    made.tick(begin + 400)
    assert made.send("ref", RESUME) == "accepted"
    made.choose("ann", "rock")
    made.choose("bob", "rock")
    n = next(n for n, t in enumerate(made.texts, 1) if '"actor":"sealed"' in t.public)

    def edit(data: Any) -> None:
        data["commands"][0]["at"] = begin + ms

    forgery = closed(made).edited(n, edit)
    if genuine and clock is None:
        assert judged(forgery.file()).genuine
    elif not genuine:
        assert "when the match took none" in refused_at(forgery, n)


@pytest.mark.timeout(20)
def test_a_made_up_expiry_of_very_many_seats_is_refused_soon() -> None:
    match, n = where("match.expired")

    def edit(data: Any) -> None:
        expired, *rest = data["events"]
        stopped = next(event for event in rest if event["kind"] == "match.clock_stopped")
        data["events"] = [expired | {"seats": [99] * 300_000}] + [stopped] * 9_000

    refused_at(match.edited(n, edit), n)


def test_a_commit_of_very_many_events_is_refused() -> None:
    match, n = where("match.expired")
    forgery = match.edited(n, lambda data: data.update(events=data["events"] * 5_001))
    assert "at most 10000" in refused_at(forgery, n)


# --- seats that changed hands -------------------------------------------------------------------


def handed() -> Table:
    """Seat 1 is "dan" now; "bob" made a choice for it before, under a command id of his."""
    made = table("rps@1")
    choice = {"kind": "choose", "choice": "paper", "spend": False}
    assert made.send("bob", choice, "round.1", command_id="same") == "sealed"
    given = {"kind": "match.substitute", "seat": 1, "account": "dan"}
    assert made.send("ref", given) == "accepted"
    return made


def test_two_accounts_of_a_seat_may_use_the_same_command_id() -> None:
    made = handed()
    assert made.send("dan", SAY, command_id="same") == "accepted"
    assert made.choose("ann", "rock") == "accepted"
    assert judged(closed(made).file()).genuine


def test_a_choice_that_the_new_account_changed_is_genuine() -> None:
    made = handed()
    assert made.choose("dan", "rock") == "sealed"
    assert made.choose("ann", "paper") == "accepted"
    assert judged(closed(made).file()).genuine


@pytest.mark.parametrize("account", ["", "a b", "arbiter:ref", "\u202eann", "a" * 65, None, 7])
def test_an_account_that_no_service_can_have_takes_no_seat(account: object) -> None:
    match = secretive().edited(1, lambda data: data["events"][0].update(account=account))
    refused_at(match, 1)


def test_a_seat_given_to_who_has_one_is_refused() -> None:
    made = handed()
    n = len(made.texts)
    forgery = closed(made)
    for account, problem in (("ann", "has a seat"), ("ref", "arbiter"), ("bob", "has a seat")):

        def edit(data: Any, account: str = account) -> None:
            data["commands"][0]["command"]["account"] = account
            data["events"][0]["account"] = account

        assert problem in refused_at(forgery.edited(n, edit), n)
