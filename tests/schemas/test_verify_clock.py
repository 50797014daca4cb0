"""Expiries of clocks cannot be moved, left out or given to others."""

from collections.abc import Callable
from typing import Any

import pytest

from tests.schemas.forging import clocked, refused, withdrawn, without


def test_an_expiry_moved_from_its_deadline_is_refused() -> None:
    match = clocked()
    n = next(i for i, t in enumerate(match.commits, 1) if "match.expired" in t.public)
    for moved in (-1, 1):
        forgery = match.edited(n, lambda data, moved=moved: data.update(at=data["at"] + moved))
        assert refused(forgery.file()).where == f"commit {n}"


def test_an_expiry_that_is_missing_is_refused_at_the_next_stamp() -> None:
    match = clocked()
    n = next(i for i, t in enumerate(match.commits, 1) if "match.expired" in t.public)
    verdict = refused(without(match, n).file())
    assert verdict.where == f"commit {n}"
    assert verdict.problem == "a deadline that passed before this stamp has no expiry at it"


@pytest.mark.parametrize(
    "edit",
    [
        lambda data: data["events"][0].update(seats=[0]),
        lambda data: data["events"][0].update(seats=[]),
        lambda data: data["events"][0].update(seats=[0, 1, 2]),
        lambda data: data["events"][0].update(seats=7),
        lambda data: data["events"][0].update(opened=1),
        lambda data: data["events"][0].update(deadline=1),
        lambda data: data["events"][1].update(seat=0),
        lambda data: data["events"].pop(),
    ],
    ids=["another", "nobody", "all", "no list", "opened", "deadline", "seat", "no rules"],
)
def test_an_expiry_that_withdraws_others_is_refused(edit: Callable[[Any], Any]) -> None:
    match = withdrawn()
    n = next(i for i, t in enumerate(match.commits, 1) if "match.withdrawn" in t.public)
    verdict = refused(match.edited(n, edit).file())
    assert verdict.where in {f"commit {n}", f"commit {n + 1}"}


def test_what_was_chosen_in_time_is_opened_at_once_when_others_are_withdrawn() -> None:
    match = withdrawn()
    n = 1 + next(i for i, t in enumerate(match.commits, 1) if "match.withdrawn" in t.public)
    verdict = refused(match.edited(n, lambda data: data.update(at=data["at"] + 1)).file())
    assert verdict.where == f"commit {n}"
    assert verdict.problem == (
        "the choices made in time are not opened at the deadline that others missed"
    )
