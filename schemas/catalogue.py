"""What each game says and takes, as types and as JSON Schemas."""

from collections.abc import Iterator
from functools import cache
from typing import Any, cast

from pydantic import JsonValue, TypeAdapter
from pydantic.json_schema import JsonSchemaMode

from engine.core.codec import codec_of
from engine.core.game import Game

Schema = dict[str, JsonValue]


@cache
def config_schema(game: Game[Any]) -> Schema:
    """Return the schema of the options of a match."""
    return _schema(TypeAdapter(game.config))


@cache
def schemas_of(game: Game[Any]) -> dict[str, Schema | None]:
    """Return the schemas of config, command, event, view, outcome, entry and cards.

    The last two are None for a game without entries, without printed cards.

    Events are described as clients see them: a hidden value may be its placeholder.
    """
    codec = codec_of(game)
    return {
        "config": config_schema(game),
        "command": _schema(codec.command_type),
        "event": _schema(codec.event_type),
        "view": _schema(TypeAdapter(game.view_model), "serialization"),
        "outcome": _schema(TypeAdapter(game.outcome_model), "serialization"),
        "entry": None if game.entry is None else _schema(TypeAdapter(game.entry)),
        "cards": None
        if game.cards is None
        else _schema(TypeAdapter(type(game.cards)), "serialization"),
    }


def _schema(form: TypeAdapter[Any], mode: JsonSchemaMode = "validation") -> Schema:
    schema: Schema = form.json_schema(mode=mode)
    _require_tags(schema)
    return schema


def _require_tags(schema: Schema) -> None:
    """Say that what tells forms apart must be given: in the code it has a default, for brevity."""
    forms = cast("dict[str, Any]", schema.get("$defs", {}))
    for union in _tagged(schema):
        tag = union["propertyName"]
        for ref in union["mapping"].values():
            form = forms[ref.rpartition("/")[2]]
            form["properties"][tag].pop("default", None)
            form["required"] = list(dict.fromkeys([tag, *form.get("required", [])]))


def _tagged(node: Any) -> Iterator[dict[str, Any]]:
    """Yield what is said of the tags of all unions in a schema."""
    if isinstance(node, dict):
        said = cast("dict[str, Any]", node)
        if isinstance(said.get("discriminator"), dict):
            yield said["discriminator"]
        for inner in said.values():
            yield from _tagged(inner)
    elif isinstance(node, list):
        for inner in cast("list[Any]", node):
            yield from _tagged(inner)
