"""Where a match's draws come from."""

from engine.core.match_state import MatchState
from engine.core.rejection import EngineError
from engine.core.rng import SEED_BYTES, Rng, match_seed, reseeded_seed


def rng_of(state: MatchState, server_seed: bytes) -> Rng:
    """Return the generator of the next commit.

    ``server_seed`` is 32 bytes, and 32 more for each reseed of the match; the last ones count.
    """
    if len(server_seed) != SEED_BYTES * (1 + len(state.reseeds)):
        msg = f"{len(server_seed)} bytes of seed for a match reseeded {len(state.reseeds)} times"
        raise EngineError(msg)
    return Rng(lambda: _match_seed(state, server_seed[-SEED_BYTES:]), state.version + 1)


def _match_seed(state: MatchState, newest: bytes) -> bytes:
    clients = [bytes.fromhex(seed) if seed else bytes(SEED_BYTES) for seed in state.client_seeds]
    match = state.terms.match_id
    if state.reseeds:  # [M8.1]
        return reseeded_seed(newest, match, state.reseeds[-1], clients)
    return match_seed(newest, match, clients)
