"""What each game says and takes, as types and as JSON Schemas."""

from functools import cache
from typing import Annotated, Any, Union

from pydantic import Discriminator, JsonValue, TypeAdapter

from engine.core.game import Game
from engine.core.match_messages import MatchCommand, MatchEvent

Schema = dict[str, JsonValue]


@cache
def command_type(game: Game[Any]) -> TypeAdapter[Any]:
    """Return the union of a game's commands and the match's, discriminated by ``kind``."""
    return TypeAdapter(_by_kind(game.command, MatchCommand))


@cache
def config_schema(game: Game[Any]) -> Schema:
    """Return the schema of the options of a match."""
    return TypeAdapter[Any](game.config).json_schema()


@cache
def schemas_of(game: Game[Any]) -> dict[str, Schema | None]:
    """Return the schemas of config, command, event, view, outcome and entry (None: no entries).

    Events are described as clients see them: a hidden value may be its placeholder.
    """
    event: TypeAdapter[Any] = TypeAdapter(_by_kind(game.event, MatchEvent))
    return {
        "config": config_schema(game),
        "command": command_type(game).json_schema(),
        "event": event.json_schema(),
        "view": TypeAdapter[Any](game.view_model).json_schema(mode="serialization"),
        "outcome": TypeAdapter[Any](game.outcome_model).json_schema(mode="serialization"),
        "entry": None if game.entry is None else TypeAdapter[Any](game.entry).json_schema(),
    }


def _by_kind(game: Any, match: Any) -> Any:
    return Annotated[Union[game, match], Discriminator("kind")]  # noqa: UP007 - made at run time
