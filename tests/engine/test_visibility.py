"""Who a match is for, and how far behind spectators are kept, as functions."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.core.terms import Arbiter, Terms
from engine.core.visibility import (
    Delay,
    exists_for,
    has_part,
    horizon,
    insiders,
    listed_for,
    seat_refused,
    tells_who_sealed,
)
from tests.engine.play import Match, refusal
from tests.toys import rps
from tests.toys.rps import RpsConfig

if TYPE_CHECKING:
    from engine.core.terms import Visibility


def match(**more: Any) -> Terms:
    people = {"creator": "host", "arbiters": (Arbiter(account="judge"),), **more}
    return Terms(match_id="m", seats=2, config=RpsConfig(), created=0, **people)


@pytest.mark.rule("match", "M13.1")
def test_creator_arbiters_invited_and_seated_have_a_part() -> None:
    inside = insiders(match(invited=("bob",)))
    assert {one for one in ("host", "judge", "bob", "eve", "ada") if one in inside} == {
        *("host", "judge", "bob")
    }
    assert has_part("ada", inside, {"ada": 0})
    assert not has_part("ada", inside, {})
    assert not has_part(None, inside, {"ada": 0})


@pytest.mark.rule("match", "M13.2", "M13.3")
@pytest.mark.parametrize(
    ("visibility", "exists", "listed"),
    [("public", True, True), ("unlisted", True, False), ("private", False, False)],
)
def test_for_others_a_match_is_listed_or_there_or_neither(
    visibility: Visibility, exists: bool, listed: bool
) -> None:
    announced = match(visibility=visibility)
    assert exists_for(announced, part=False) is exists
    assert listed_for(announced, part=False) is listed
    assert exists_for(announced, part=True)
    assert listed_for(announced, part=True)


@pytest.mark.rule("match", "M13.4")
@pytest.mark.parametrize(
    ("announced", "may"),
    [
        (match(), {"host", "bob", "eve"}),
        (match(visibility="unlisted"), {"host", "bob", "eve"}),
        (match(invited=("bob",)), {"host", "bob"}),
        (match(visibility="private", invited=("bob",)), {"host", "bob"}),
        (match(visibility="private"), {"host"}),
    ],
)
def test_who_may_sit_down(announced: Terms, may: set[str]) -> None:
    refusals = {one: seat_refused(announced, one) for one in ("host", "bob", "eve")}
    assert {one for one, refusal in refusals.items() if refusal is None} == may
    assert {refusal.rule for refusal in refusals.values() if refusal is not None} <= {"M13.4"}


@pytest.mark.rule("match", "M13.5", "M13.6")
def test_the_end_brings_forth_what_commits_held_back_but_not_what_time_does() -> None:
    three = Delay(commits=3)
    assert [horizon(three, n, closed=False, aged=0) for n in range(6)] == [0, 0, 0, 0, 1, 2]
    assert horizon(three, 5, closed=True, aged=0) == 5
    both = Delay(commits=3, ms=1)
    assert horizon(both, 5, closed=True, aged=1) == 1
    assert horizon(both, 5, closed=False, aged=5) == 2


@given(
    st.builds(Delay, commits=st.integers(0, 9), ms=st.integers(0, 9)),
    st.integers(0, 20),
    st.integers(0, 20),
    st.booleans(),
)
def test_a_horizon_lies_within_the_match_and_never_goes_back(
    delay: Delay, version: int, aged: int, closed: bool
) -> None:
    aged = min(aged, version)
    now = horizon(delay, version, closed=closed, aged=aged)
    assert 0 <= now <= version
    assert now <= horizon(delay, version + 1, closed=closed, aged=aged)
    assert now <= horizon(delay, version, closed=True, aged=version)


@pytest.mark.rule("match", "M13.7")
def test_who_is_kept_behind_is_not_told_who_has_sealed() -> None:
    assert tells_who_sealed(Delay(), part=False)
    assert tells_who_sealed(Delay(commits=1), part=True)
    assert not tells_who_sealed(Delay(commits=1), part=False)
    assert not tells_who_sealed(Delay(ms=1), part=False)


@pytest.mark.rule("match", "M13.4")
def test_the_match_itself_seats_nobody_who_is_not_invited() -> None:
    open_to = {"creator": "host", "invited": ("bob",)}
    played = Match(rps.GAME, RpsConfig(), 2, **open_to)
    assert refusal(played.join("eve")) == ("FORBIDDEN", "M13.4")
    assert [played.join(one).seat for one in ("bob", "host")] == [0, 1]
    assert played.join("bob").status == "seated"
