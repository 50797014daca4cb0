"""What surrounds a game is proved as well: each number and word, and the terms of the match."""

import json
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from engine.core.terms import Arbiter, BankClock
from tests.schemas.forging import Forgery, judged, other_header, refused, refused_at
from tests.schemas.lively import CLOCK, cancelled, lively, secretive, unstarted, where

KINDS = {
    "match.clock_stopped",
    "match.credited",
    "match.time_given",
    "match.absent",
    "match.present",
    "match.abandoned",
    "match.offered",
    "match.agreed",
    "match.declined",
    "match.paused",
    "match.resumed",
    "match.taken_back",
    "match.substituted",
    "match.adjudicated",
    "match.looked",
    "match.expired",
    "match.withdrawn",
}
"""All that the match itself tells of a game under way."""
WORD_OF_THE_HOST = {("match.credited", "start"), ("match.absent", "seat")}
"""Nobody else knows: a change shows in what follows of it."""


def numbers(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Yield the paths of all numbers in JSON data."""
    if isinstance(value, bool) or value is None:
        return
    if isinstance(value, int):
        yield path
    elif isinstance(value, dict | list):
        items = value.items() if isinstance(value, dict) else enumerate(value)
        for key, inner in items:
            yield from numbers(inner, (*path, key))


def changed_at(path: tuple[Any, ...], by: int) -> Callable[[Any], None]:
    def edit(data: Any) -> None:
        for key in path[:-1]:
            data = data[key]
        data[path[-1]] += by

    return edit


@pytest.mark.parametrize("kind", sorted(KINDS))
@pytest.mark.parametrize("last", [False, True], ids=["first", "last"])
def test_every_number_that_the_match_tells_is_what_the_rules_say(kind: str, *, last: bool) -> None:
    match, n = where(kind, last=last)
    events = json.loads(match.commits[n - 1].public)["events"]
    told = [path for path in numbers(events) if events[path[0]]["kind"] == kind]
    assert told or kind in {"match.paused", "match.resumed", "match.adjudicated", "match.looked"}
    for path in told:
        for by in (-1, 1):
            verdict = refused(match.edited(n, changed_at(("events", *path), by)).file())
            if (kind, path[-1]) in WORD_OF_THE_HOST:
                assert int((verdict.where or "").removeprefix("commit ")) >= n
            else:
                assert verdict.where == f"commit {n}", (path, by, verdict)


@pytest.mark.parametrize(
    ("kind", "field", "value"),
    [
        ("match.clock_stopped", "decision", "add.9.9"),
        ("match.offered", "what", "pause"),
        ("match.paused", "by", "arbiter"),
        ("match.resumed", "by", "consent"),
        ("match.substituted", "account", "bob"),
        ("match.adjudicated", "verdict", "award"),
        ("match.adjudicated", "winners", [0]),
        ("match.adjudicated", "reason", "Because."),
        ("match.looked", "seat", 1),
    ],
)
def test_every_word_that_the_match_tells_is_what_the_rules_say(
    kind: str, field: str, value: object
) -> None:
    match, n = where(kind, last=True)

    def edit(data: Any) -> None:
        (event,) = [event for event in data["events"] if event["kind"] == kind][:1]
        assert event[field] != value
        event[field] = value

    refused_at(match.edited(n, edit), n)


@pytest.mark.parametrize("kind", sorted(KINDS - {"match.expired", "match.credited"}))
def test_an_event_left_out_of_its_commit_is_missed(kind: str) -> None:
    match, n = where(kind)

    def edit(data: Any) -> None:
        data["events"] = [event for event in data["events"] if event["kind"] != kind]

    refused_at(match.edited(n, edit), n)


# --- the terms ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "clock",
    [
        CLOCK.model_copy(update={"bank_ms": 5_001}),
        CLOCK.model_copy(update={"increment_ms": 0}),
        CLOCK.model_copy(update={"periods": 3}),
        CLOCK.model_copy(update={"period_ms": 999}),
        CLOCK.model_copy(update={"at_expiry": "withdraw"}),
        None,
    ],
)
@pytest.mark.parametrize("match", [lively(), secretive()], ids=["lively", "secretive"])
def test_a_match_played_with_another_clock_is_refused(
    match: Forgery, clock: BankClock | None
) -> None:
    assert (refused(other_header(match, clock=clock).file()).where or "").startswith("commit ")


@pytest.mark.parametrize(
    ("made", "kind", "bounds"),
    [
        (lively, "match.clock_stopped", {"grace_ms": 251}),
        (secretive, "match.abandoned", {"abandon_ms": 3_001}),
        (secretive, "match.abandoned", {"abandon_ms": None}),
        (lively, "draw", {"offers": 0}),
        (lively, "match.taken_back", {"take_backs": 0}),
        (unstarted, "match.adjudicated", {"start_ms": 1_000}),
        (unstarted, "match.adjudicated", {"start_ms": 1_000_000_000}),
    ],
)
def test_a_match_played_within_other_bounds_is_refused(
    made: Callable[[], Forgery], kind: str, bounds: dict[str, Any]
) -> None:
    match = made()
    least = next(n for n, t in enumerate(match.commits, 1) if f'"{kind}"' in t.public)
    other = match.header.bounds.model_copy(update=bounds)
    found = refused(other_header(match, bounds=other).file()).where or ""
    assert int(found.removeprefix("commit ")) <= least


def test_a_pause_that_ended_before_its_time_is_refused() -> None:
    match = lively()
    n = next(n for n, t in enumerate(match.commits, 1) if '"by":"limit"' in t.public)
    longer = match.header.bounds.model_copy(update={"pause_ms": 9_001})
    problem = refused_at(other_header(match, bounds=longer), n)
    assert problem == "the service acted where nothing follows by itself"


@pytest.mark.parametrize(
    ("arbiters", "kind"),
    [((), "match.paused"), ((Arbiter(account="ref"), Arbiter(account="eye")), "match.looked")],
    ids=["no arbiter", "no right to look"],
)
def test_acts_of_who_had_no_right_to_them_are_refused(
    arbiters: tuple[Arbiter, ...], kind: str
) -> None:
    match, n = where(kind)
    problem = refused_at(other_header(match, arbiters=arbiters), n)
    assert problem.startswith("the rules refuse the command")


def test_a_match_cancelled_by_another_than_its_creator_is_refused() -> None:
    match = cancelled()
    assert "who created" in refused_at(other_header(match, creator="bob"), 2)
    forged = match.edited(2, lambda data: data.update(actor="creator:bob"))
    assert "who created" in refused_at(forged, 2)


@pytest.mark.parametrize("actor", ["arbiter:eye", "seat:0", "system", "creator:ref", "arbiter:bob"])
def test_an_act_pinned_on_another_is_refused(actor: str) -> None:
    """Another arbiter may have done it: that only the right one has is his word and the host's."""
    match, n = where("match.substituted")
    forgery = match.edited(n, lambda data: data.update(actor=actor))
    if actor == "arbiter:eye":
        assert judged(forgery.file()).genuine
    else:
        refused_at(forgery, n)


@pytest.mark.parametrize(
    ("event", "problem"),
    [
        ({"kind": "match.offered", "seat": 0, "what": "draw", "offer": 9}, "twice in one commit"),
        ({"kind": "match.time_given", "seat": 0, "ms": 5}, "twice in one commit"),
        ({"kind": "match.substituted", "seat": 0, "account": "zoe"}, "twice in one commit"),
        ({"kind": "match.withdrawn", "seat": 0}, "seat 0 is out already"),
        ({"kind": "match.withdrawn", "seat": 3}, "seat 3 of 3"),
        (
            {"kind": "match.expired", "decision": "x", "seats": [1, 1], "deadline": 9},
            "a seat is late twice",
        ),
        (
            {"kind": "match.expired", "decision": "x", "seats": [1, 3], "deadline": 9},
            "seat 3 of 3",
        ),
    ],
)
def test_a_running_match_cannot_be_made_large_with_events(
    event: dict[str, Any], problem: str
) -> None:
    """What a state keeps of a commit is bounded, whatever a file says in one."""
    match, n = where("added")
    forged = match.until(n).edited(n, lambda commit: commit.update(events=[event, event]))
    assert problem in refused_at(forged, n)


def test_no_clock_of_a_running_match_runs_out_in_a_pause() -> None:
    match, n = where("match.paused")
    late = {"kind": "match.expired", "decision": "x", "seats": [1], "deadline": 9}
    forged = match.until(n + 1).edited(n + 1, lambda commit: commit.update(events=[late]))
    assert "stands still" in refused_at(forged, n + 1)
