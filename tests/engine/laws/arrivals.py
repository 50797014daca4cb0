"""What arrives at a match: options, senseless commands and malformed text."""

import json
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import Any

from pydantic import TypeAdapter, ValidationError
from pydantic_core import from_json, to_json

from engine.core.answer import options
from engine.core.codec import codec_of
from engine.core.match_state import MatchState, awaited
from engine.core.options import CommandData, Option
from engine.core.rng import SEED_BYTES, Rng
from tests.engine.laws.subjects import Subject

MALFORMED = (
    b"",
    b"null",
    b"[]",
    b"{",
    b'{"command":{}}',
    b'{"command":{"kind":"no-such-kind"}}',
    b'{"command":{"kind":"match.resign","seat":0}}',
    b'{"command":{"kind":"match.resign"},"version":1}',
    b'{"command":{"kind":"match.resign"},"expected_version":"1"}',
    b'{"command":{"kind":"match.join","client_seed":"ABC"}}',
    b'{"command":{"kind":"match.leave"},"decision":"\\ud800"}',
)


def body(
    command: CommandData, decision: str | None = None, expected_version: int | None = None
) -> bytes:
    """Return a command as its sender writes it."""
    rest = {"decision": decision, "expected_version": expected_version}
    return to_json({"command": command, **{k: v for k, v in rest.items() if v is not None}})


def sealed_decision(subject: Subject, state: MatchState, command: CommandData) -> str | None:
    """Return the decision that a command has to name, if it is a sealed choice."""
    try:
        sealed = codec_of(subject.game).command(command).sealed
    except ValidationError:
        return None
    if not sealed:
        return None
    open_now = (entry.decision for entry in awaited(subject.game, state) if entry.sealed)
    return next(open_now, None)


def choice_body(subject: Subject, state: MatchState, command: CommandData) -> bytes:
    """Return a command of the game with the decision it has to name."""
    return body(command, sealed_decision(subject, state, command))


def join_command(subject: Subject, state: MatchState, rng: Rng) -> dict[str, Any]:
    """Return a join of any seat or none, sometimes of one that there is not."""
    command: dict[str, Any] = {"kind": "match.join"}
    if rng.below(2):
        command["seat"] = rng.below(state.terms.seats + 1)
    if rng.below(2):
        command["client_seed"] = bytes(rng.below(256) for _ in range(SEED_BYTES)).hex()
    if subject.game.sample_entry is not None:
        entry = subject.game.sample_entry(state.terms.config, command.get("seat", 0), rng)
        command["entry"] = from_json(to_json(entry))
    return command


def random_command(subject: Subject, state: MatchState, rng: Rng) -> CommandData:
    """Return a well-formed command of the game, whether or not it makes sense now."""
    while True:
        if rng.below(2):
            command = _of_schema(rng, _schema(subject), _schema(subject).get("$defs", {}))
        else:
            command = _bent_option(subject, state, rng)
        if command.get("kind") not in subject.harmful:
            return command


@cache
def _schema(subject: Subject) -> dict[str, Any]:
    return TypeAdapter[Any](subject.game.command).json_schema()


def _bent_option(subject: Subject, state: MatchState, rng: Rng) -> CommandData:
    """Return an option of any seat with one field changed."""
    seats = range(state.terms.seats)
    offered: list[Option] = [o for s in seats for o in options(subject.game, state, s)]
    if not offered:
        return _of_schema(rng, _schema(subject), _schema(subject).get("$defs", {}))
    command = dict(rng.choice(offered).sample(rng))
    name = rng.choice(sorted(command))
    if name != "kind":
        command[name] = _bent(rng, command[name])
    return command


def _bent(rng: Rng, value: Any) -> Any:
    match value:
        case bool():
            return not value
        case int():
            return value + rng.choice((-1, 1, 1_000))
        case [_, *_]:
            bent: Sequence[Callable[[Any], Any]] = (
                lambda items: items[1:],
                lambda items: [*items, items[0]],
                lambda items: items[::-1],
            )
            return rng.choice(bent)(value)
        case _:
            return value


def _of_schema(rng: Rng, schema: Mapping[str, Any], defs: Mapping[str, Any]) -> Any:
    """Return a value that a JSON schema describes; patterns are not heeded."""
    for union in ("anyOf", "oneOf"):
        if union in schema:
            return _of_schema(rng, rng.choice(schema[union]), defs)
    if "$ref" in schema:
        return _of_schema(rng, defs[schema["$ref"].rpartition("/")[2]], defs)
    listed = [schema["const"]] if "const" in schema else schema.get("enum", _BY_TYPE[None])
    match schema.get("type"):
        case "object":
            members = schema.get("properties", {})
            return {name: _of_schema(rng, member, defs) for name, member in members.items()}
        case "array":
            low = schema.get("minItems", 0)
            size = low + rng.below(schema.get("maxItems", low + 3) - low + 1)
            return [_of_schema(rng, schema.get("items", {}), defs) for _ in range(size)]
        case plain if listed is _BY_TYPE[None]:
            return rng.choice(_BY_TYPE[plain])
        case _:
            return rng.choice(listed)


_BY_TYPE: Mapping[str | None, Sequence[Any]] = {
    "integer": range(-1, 7),
    "boolean": (False, True),
    "string": ("", "a", "0"),
    "null": (None,),
    None: (None,),
}


def normal_form(subject: Subject, command: CommandData) -> CommandData | None:
    """Return a command with its defaults filled in; None if it is malformed."""
    try:
        return codec_of(subject.game).command(command).model_dump(mode="json")
    except ValidationError:
        return None


def show(data: object) -> str:
    """Return data as text for a failure's message."""
    return json.dumps(data, default=str, ensure_ascii=False)
