"""Logs that no match can have are not folded; a draft is not folded twice where it was made."""

import pytest

from engine.core.game import Draft
from engine.core.match_fold import fold_commit, fold_events
from engine.core.match_messages import Joined, Left
from engine.core.match_state import Commit
from engine.core.messages import Event
from engine.core.rejection import ImpossibleEventError
from engine.core.secrecy import Hidden
from tests.engine.play import CREATED, Match
from tests.toys import poison, rps


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


def test_a_draft_stands_for_its_events_only_where_it_began() -> None:
    match = Match(poison.GAME, poison.PoisonConfig(), 2).start("ann", "bea")
    draft = Draft(match.state.game, match.game.evolve)
    draft.add(poison.Added(seat=0, amount=2))
    assert draft.events == (poison.Added(seat=0, amount=2),)
    once = fold_events(match.game, match.state, draft.events, at=CREATED, actor="seat:0")
    assert once.game is draft.state
    twice = fold_events(match.game, once, draft.events, at=CREATED, actor="seat:0")
    assert (once.game.total, twice.game.total) == (2, 4)
