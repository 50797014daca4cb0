"""Expiries of clocks cannot be moved, left out or given to others."""

import json
from collections.abc import Callable
from typing import Any

import pytest

from tests.schemas.forging import Forgery, clocked, refused, withdrawn, without
from tests.schemas.lively import secretive


def test_an_expiry_moved_from_its_deadline_is_refused() -> None:
    match = clocked()
    n = next(i for i, t in enumerate(match.commits, 1) if "match.expired" in t.public)
    for moved in (-1, 1):
        forgery = match
        for later in range(n, len(match.commits) + 1):
            forgery = forgery.edited(later, lambda data, by=moved: data.update(at=data["at"] + by))
        assert refused(forgery.file()).where == f"commit {n}"


def test_an_expiry_that_is_missing_is_refused_at_the_next_stamp() -> None:
    match = clocked()
    n = next(i for i, t in enumerate(match.commits, 1) if "match.expired" in t.public)
    for left_out in (without(match, n), without(without(match, n), n)):
        verdict = refused(left_out.file())
        assert verdict.where == f"commit {n}"
    assert verdict.problem == "what was due before this stamp has not happened at its time"
    assert verdict.expected == "clock at 6200"


@pytest.mark.parametrize(
    "edit",
    [
        lambda data: data["events"][0].update(seats=[0]),
        lambda data: data["events"][0].update(seats=[]),
        lambda data: data["events"][0].update(seats=[0, 1, 2]),
        lambda data: data["events"][0].update(seats=7),
        lambda data: data["events"][0].update(deadline=1),
        lambda data: data["events"][1].update(seat=0),
        lambda data: data["events"].pop(),
        lambda data: data["events"].pop(2),
    ],
    ids=["another", "nobody", "all", "no list", "deadline", "seat", "no clock", "no rules"],
)
def test_an_expiry_that_withdraws_others_is_refused(edit: Callable[[Any], Any]) -> None:
    match = withdrawn()
    n = next(i for i, t in enumerate(match.commits, 1) if "match.withdrawn" in t.public)
    verdict = refused(match.edited(n, edit).file())
    assert verdict.where in {f"commit {n}", f"commit {n + 1}"}


@pytest.mark.parametrize("match", [withdrawn(), clocked(), secretive()])
def test_what_follows_by_itself_follows_at_once(match: Forgery) -> None:
    """A later opening would let the clocks of the next round begin later."""
    for n, texts in enumerate(match.commits, 1):
        data = json.loads(texts.public)
        kind = data["events"][0]["kind"]
        if kind not in {"match.started", "match.ended", "match.closed"} and not (
            data["actor"] == "sealed"
            and json.loads(match.commits[n - 2].public)["at"] == data["at"]
        ):
            continue
        forgery = match
        for later in range(n, len(match.commits) + 1):
            forgery = forgery.edited(later, lambda data: data.update(at=data["at"] + 1))
        verdict = refused(forgery.file())
        assert verdict.where == f"commit {n}"
        assert verdict.problem == "what follows by itself has not happened at once"
