"""The games of this process: those of the build, and the modules that a setting names."""

import json
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any

from pydantic import ValidationError

from engine.core.game import Game
from engine.core.malformed import sentence
from engine.core.messages import Config
from engine.core.rejection import EngineError
from engine.games import Registry, UnknownRulesError, folders, load
from services.cli.errors import UsageError
from services.cli.settings import read_settings


class _OnDemand(Registry):
    """The games of this process, each loaded when it is asked for: most commands need only one."""

    def __init__(self) -> None:
        super().__init__(())

    def game(self, rules: str) -> Game[Any]:
        try:
            return _load(rules.partition("@")[0]).game(rules)
        except UnknownRulesError:
            return _load().game(rules)  # tells all that there are

    def newest(self, name: str) -> Game[Any]:
        try:
            return _load(name).newest(name)
        except UnknownRulesError:
            return _load().newest(name)

    def names(self) -> tuple[str, ...]:
        return _load().names()

    def rules(self) -> tuple[str, ...]:
        return _load().rules()

    def __iter__(self) -> Iterator[Game[Any]]:
        return iter(_load())


def load_registry() -> Registry:
    """Return the games at hand; asking for one raises UsageError if it can't be loaded."""
    return _OnDemand()


@cache
def _load(name: str | None = None) -> Registry:
    """Return the games of the settings; of those of the build only the one named, if one is."""
    settings = read_settings()
    served = settings.games or folders()
    only = [one for one in served if name in {None, one} or one not in folders()]
    try:
        return load(only, settings.extra_games)
    except (ImportError, EngineError) as error:
        msg = f"the games of PLAYLEDGER_GAMES and PLAYLEDGER_EXTRA_GAMES can't be loaded: {error}"
        raise UsageError(msg) from error


def newest(name: str) -> Game[Any]:
    """Return the newest rules of a game; raises UsageError if there is no such game."""
    try:
        return load_registry().newest(name)
    except UnknownRulesError as error:
        raise UsageError(str(error)) from None


def table_of(
    name: str, seats: int | None, config: Mapping[str, Any]
) -> tuple[Game[Any], int, Config]:
    """Return the newest rules of a game, its seats (the fewest, if not given) and its config.

    Raises:
        UsageError: there is no such game, or it is not played so.
    """
    game = newest(name)
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
        msg = f"the config does not fit {game.name}: {sentence(error, config, game.config)}"
        raise UsageError(msg) from None


def seats_of(game: Game[Any]) -> str:
    """Return how many play a game: ``2``, or ``1 to 4``."""
    fewest, most = game.min_seats, game.max_seats
    return str(fewest) if fewest == most else f"{fewest} to {most}"
