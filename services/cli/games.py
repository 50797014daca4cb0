"""``games``: what can be played."""

import json
from typing import Any

from engine.core.game import Game
from schemas.catalogue import config_schema
from services.cli.registry import load_registry, seats_of


def run(*, as_json: bool) -> None:
    """Print one line a game."""
    for game in load_registry():
        facts = _facts(game)
        if as_json:
            print(json.dumps(facts, separators=(",", ":")))
        else:
            seats = f"{seats_of(game)} seats"
            policies = ", ".join(facts["policies"])
            print(f"{game.rules:<20} {game.title} ({seats}; bots: {policies})")


def _facts(game: Game[Any]) -> dict[str, Any]:
    return {
        "game": game.name,
        "title": game.title,
        "rules": game.rules,
        "all_rules": [
            rules for rules in load_registry().rules() if rules.startswith(f"{game.name}@")
        ],
        "min_seats": game.min_seats,
        "max_seats": game.max_seats,
        "policies": sorted({*game.policies, "random"}),
        "config_schema": config_schema(game),
    }
