"""How a game's own bot chooses, for clients that want matches to be short."""

from __future__ import annotations

import secrets
from typing import TYPE_CHECKING, Any

from engine.core.rng import Rng
from engine.games import load

if TYPE_CHECKING:
    from collections.abc import Callable


def greedy(game: str) -> Callable[[Any], dict[str, Any]]:
    """Return what makes of a seat's view answer the members of a command to send."""
    policy, rng = load((game,)).newest(game).policies["greedy"], Rng(secrets.token_bytes(32), 0)

    def chosen(seen: Any) -> dict[str, Any]:
        named = [one["decision"] for one in seen["options"] if "decision" in one]
        decision = {"decision": named[0]} if named else {}  # one question at a time
        return {"command": policy(seen, rng), **decision}

    return chosen
