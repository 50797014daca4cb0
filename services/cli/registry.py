"""The games of this process: those of the build, and the modules that a setting names."""

import json
from collections.abc import Mapping
from functools import cache
from typing import Any

from pydantic import ValidationError

from engine.core.game import Game
from engine.core.malformed import sentence
from engine.core.messages import Config
from engine.core.rejection import EngineError
from engine.games import Registry, UnknownRulesError, discover
from services.cli.errors import UsageError
from services.cli.settings import read_settings


@cache
def load_registry() -> Registry:
    """Return all games at hand; raises UsageError if a module of the setting gives none."""
    settings = read_settings()
    try:
        return discover(settings.extra_games, settings.games)
    except (ImportError, EngineError) as error:
        msg = f"the games of PLAYLEDGER_GAMES and PLAYLEDGER_EXTRA_GAMES can't be loaded: {error}"
        raise UsageError(msg) from error


def table_of(
    name: str, seats: int | None, config: Mapping[str, Any]
) -> tuple[Game[Any], int, Config]:
    """Return the newest rules of a game, its seats (the fewest, if not given) and its config.

    Raises:
        UsageError: there is no such game, or it is not played so.
    """
    try:
        game = load_registry().newest(name)
    except UnknownRulesError as error:
        raise UsageError(str(error)) from None
    given = _config(game, config)
    if seats is None:
        seats = fewest_seats(game, given)
    if not game.min_seats <= seats <= game.max_seats:
        msg = f"{game.name} is played by {seats_of(game)}, not by {seats}"
        raise UsageError(msg)
    refused = game.table_refused(given, seats)
    if refused is not None:
        raise UsageError(refused)
    return game, seats, given


def fewest_seats(game: Game[Any], config: Config) -> int:
    """Return the fewest seats with which a match of this config can be."""
    fewest = game.min_seats
    can_be = range(fewest, game.max_seats + 1)
    return next((n for n in can_be if game.table_refused(config, n) is None), fewest)


def _config(game: Game[Any], config: Mapping[str, Any]) -> Config:
    try:
        return game.config.model_validate_json(json.dumps(config), strict=True)
    except ValidationError as error:
        options = ", ".join(game.config.model_fields) or "none"
        wrong = sentence(error, config)
        msg = f"the config does not fit {game.name}: {wrong} Its options: {options}"
        raise UsageError(msg) from None


def seats_of(game: Game[Any]) -> str:
    """Return how many play a game: ``2``, or ``1 to 4``."""
    fewest, most = game.min_seats, game.max_seats
    return str(fewest) if fewest == most else f"{fewest} to {most}"
