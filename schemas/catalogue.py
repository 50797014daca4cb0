"""What each game says and takes, as types and as JSON Schemas."""

from functools import cache
from typing import Any

from pydantic import JsonValue, TypeAdapter

from engine.core.codec import codec_of
from engine.core.game import Game

Schema = dict[str, JsonValue]


@cache
def config_schema(game: Game[Any]) -> Schema:
    """Return the schema of the options of a match."""
    return TypeAdapter[Any](game.config).json_schema()


@cache
def schemas_of(game: Game[Any]) -> dict[str, Schema | None]:
    """Return the schemas of config, command, event, view, outcome, entry and cards.

    The last two are None for a game without entries, without printed cards.

    Events are described as clients see them: a hidden value may be its placeholder.
    """
    codec = codec_of(game)
    return {
        "config": config_schema(game),
        "command": codec.command_type.json_schema(),
        "event": codec.event_type.json_schema(),
        "view": TypeAdapter[Any](game.view_model).json_schema(mode="serialization"),
        "outcome": TypeAdapter[Any](game.outcome_model).json_schema(mode="serialization"),
        "entry": None if game.entry is None else TypeAdapter[Any](game.entry).json_schema(),
        "cards": None
        if game.cards is None
        else TypeAdapter[Any](type(game.cards)).json_schema(mode="serialization"),
    }
