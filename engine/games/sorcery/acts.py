"""All acts there are, by the kind of their command."""

from collections.abc import Mapping
from typing import Final

from engine.games.sorcery.abilities import MEND, PROBE, SYPHON
from engine.games.sorcery.browsing import BROWSE, MEMORISE
from engine.games.sorcery.casting import CAST
from engine.games.sorcery.close_combat import FIGHT
from engine.games.sorcery.counters import COUNTER
from engine.games.sorcery.deploying import DEPLOY
from engine.games.sorcery.items import PICK_UP
from engine.games.sorcery.moving import FACE, MOVE
from engine.games.sorcery.passing import PASS
from engine.games.sorcery.ranged_combat import SHOOT
from engine.games.sorcery.running import Act

ACTS: Final[Mapping[str, Act]] = {
    "deploy": DEPLOY,
    "pass": PASS,
    "syphon": SYPHON,
    "probe": PROBE,
    "move": MOVE,
    "face": FACE,
    "fight": FIGHT,
    "shoot": SHOOT,
    "cast": CAST,
    "browse": BROWSE,
    "memorise": MEMORISE,
    "counter": COUNTER,
    "pick_up": PICK_UP,
    "mend": MEND,
}
