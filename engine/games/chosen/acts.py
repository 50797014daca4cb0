"""All acts there are, by the kind of their command."""

from collections.abc import Mapping
from typing import Final

from engine.games.chosen.acts_cards import ATTACH, LAY_OBSTACLE, SUMMON
from engine.games.chosen.acts_teams import OBSTRUCT, SEND_TEAM, USE
from engine.games.chosen.policy import Act
from engine.games.chosen.state import State
from engine.games.chosen.variants import variant_of

COMMON: Final[Mapping[str, Act]] = {
    "summon": SUMMON,
    "lay_obstacle": LAY_OBSTACLE,
    "use": USE,
    "attach": ATTACH,
    "send_team": SEND_TEAM,
    "obstruct": OBSTRUCT,
}


_OBSTRUCTING: Final = {"obstruct": OBSTRUCT}


def acts_of(state: State) -> Mapping[str, Act]:
    """Return the acts that the question which is open may be answered with."""
    question = state.question
    if question is None or question.kind == "choose":
        return {}
    if question.kind == "obstruct":
        return _OBSTRUCTING
    own = variant_of(state).acts
    return {**COMMON, **own} if own and question.kind == "act" else COMMON  # [4.3]
