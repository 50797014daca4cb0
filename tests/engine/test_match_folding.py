"""Logs that no match can have are not folded."""

import pytest

from engine.core.match_messages import Joined, Left
from engine.core.match_state import Commit, fold_commit
from engine.core.messages import Event
from engine.core.rejection import ImpossibleEventError
from engine.core.secrecy import Hidden
from tests.engine.play import CREATED, Match
from tests.toys import rps


def commit(n: int, *events: Event) -> Commit:
    return Commit(n=n, at=CREATED, actor="system", commands=(), events=events, awaited=())


@pytest.mark.parametrize("n", [1, 3])
def test_a_commit_out_of_its_place(n: int) -> None:
    match = Match(rps.GAME, rps.RpsConfig(), 2).start("ann")
    with pytest.raises(ImpossibleEventError, match=f"commit {n} cannot follow version 1"):
        fold_commit(match.game, match.state, commit(n))


@pytest.mark.parametrize("seat", [-1, 2])
def test_a_seat_that_the_match_does_not_have(seat: int) -> None:
    match = Match(rps.GAME, rps.RpsConfig(), 2)
    joined = Joined(seat=seat, account="eve", client_seed=Hidden(None), entry=Hidden(None))
    for event in (joined, Left(seat=seat)):
        with pytest.raises(ImpossibleEventError, match=f"seat {seat}"):
            fold_commit(match.game, match.state, commit(1, event))
