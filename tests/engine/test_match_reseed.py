"""M8: matches whose history was rewound."""

import pytest

from engine.core.life_messages import ClockStopped
from engine.core.match_fold import fold_events
from engine.core.match_messages import Reseeded
from engine.core.match_rng import rng_of
from engine.core.rejection import EngineError
from engine.core.rng import seed_commitment
from engine.core.step import Arrival, step
from tests.engine.play import CREATED, SERVER_SEED, Match
from tests.toys import poison, rps

FIRST, SECOND, THIRD = bytes([1]) * 32, bytes([2]) * 32, bytes([3]) * 32
HEAD = "ab" * 32


@pytest.fixture
def match() -> Match:
    return Match(rps.GAME, rps.RpsConfig(), 2).start("ann", "bea")


@pytest.mark.rule("match", "M8.1")
def test_after_a_reseed_the_draws_come_from_the_new_seed(match: Match) -> None:
    """And from the history that was kept: another head gives other draws."""
    plain = [rng_of(match.state, FIRST).below(1 << 60)]
    draws = {*plain}
    for seed, head in ((SECOND, HEAD), (THIRD, HEAD), (SECOND, "cd" * 32)):
        event = Reseeded(seed_commitment=seed_commitment(seed), after=head)
        state = fold_events(match.game, match.state, (event,), at=match.state.at, actor="system")
        draws.add(rng_of(state, FIRST + seed).below(1 << 60))
    assert len(draws) == 4


@pytest.mark.rule("match", "M8.1")
def test_a_reseeded_match_is_not_decided_with_its_old_seed_alone(match: Match) -> None:
    event = Reseeded(seed_commitment=seed_commitment(SECOND), after=HEAD)
    state = fold_events(match.game, match.state, (event,), at=match.state.at, actor="system")
    with pytest.raises(EngineError, match="reseeded 1 times"):
        rng_of(state, FIRST)


@pytest.mark.rule("match", "M8.2")
def test_a_deadline_that_passed_while_history_was_lost_is_no_deadline_any_more() -> None:
    """Else the expiry would be stamped with a time before the reseed."""
    match = Match(poison.GAME, poison.PoisonConfig(), 2, decision_ms=1_000).start("ann", "bea")
    event = Reseeded(seed_commitment=seed_commitment(SECOND), after=HEAD)
    state = fold_events(match.game, match.state, (event,), at=CREATED + 5_000, actor="system")

    def ticked(at: int) -> list[int]:
        tick = Arrival(number=9, at=CREATED + at, account=None)
        done = step(match.game, state, (), (tick,), FIRST + SECOND)
        return [commit.at - CREATED for commit in done.commits]

    assert ticked(6_000) == []
    assert ticked(6_001) == [6_000]


@pytest.mark.rule("match", "M2.6", "M8.2")
def test_no_stamp_goes_back_when_a_command_waited_while_the_match_was_reseeded() -> None:
    match = Match(poison.GAME, poison.PoisonConfig(goal=50, in_turn=True), 2, decision_ms=5_000)
    match.start("ann", "bea")
    match.happen(Reseeded(seed_commitment="00" * 32, after="00" * 32), 4_000)
    add = b'{"command":{"kind":"add","amount":1}}'
    mail = Arrival(number=3, at=CREATED + 3_000, account="ann", command_id="late", body=add)
    done = step(match.game, match.state, (), (mail,), SERVER_SEED * 2)
    assert [commit.at for commit in done.commits] == [CREATED + 4_000]
    (stopped,) = [e for e in done.commits[0].events if isinstance(e, ClockStopped)]
    assert (stopped.since, stopped.until) == (CREATED + 4_000, CREATED + 4_000)
