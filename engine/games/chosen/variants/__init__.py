"""The modes, one file each; a new one is added to the tuple."""

from collections.abc import Mapping
from typing import Final

from engine.games.chosen.policy import Variant
from engine.games.chosen.state import Mode, State
from engine.games.chosen.variants.alliances import ALLIANCES
from engine.games.chosen.variants.challenge import CHALLENGE
from engine.games.chosen.variants.duel import DUEL
from engine.games.chosen.variants.omen import OMEN
from engine.games.chosen.variants.pairs import TEAMS, TWINS
from engine.games.chosen.variants.round_attack import ROUND_ATTACK

VARIANTS: Final[Mapping[Mode, Variant]] = {
    variant.mode: variant
    for variant in (DUEL, OMEN, CHALLENGE, ROUND_ATTACK, ALLIANCES, TWINS, TEAMS)
}


def variant_of(state: State) -> Variant:
    """Return the mode of a match."""
    return VARIANTS[state.mode]
