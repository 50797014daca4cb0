"""M8: matches whose history was rewound."""

import pytest

from engine.core.match import rng_of
from engine.core.match_messages import Reseeded
from engine.core.match_state import fold_events
from engine.core.rejection import EngineError
from engine.core.rng import seed_commitment
from tests.engine.play import Match
from tests.toys import rps

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
        state = fold_events(match.game, match.state, (event,), at=match.state.at)
        draws.add(rng_of(state, FIRST + seed).below(1 << 60))
    assert len(draws) == 4


@pytest.mark.rule("match", "M8.1")
def test_a_reseeded_match_is_not_decided_with_its_old_seed_alone(match: Match) -> None:
    event = Reseeded(seed_commitment=seed_commitment(SECOND), after=HEAD)
    state = fold_events(match.game, match.state, (event,), at=match.state.at)
    with pytest.raises(EngineError, match="reseeded 1 times"):
        rng_of(state, FIRST)
