"""Write the documents for clients to ``schemas/generated``: ``python -m schemas.export``.

One JSON Schema a game, the AsyncAPI document of the live socket, and what the services say of
themselves. Services are asked by name, since nothing here may import them.
"""

import json
from importlib import import_module
from pathlib import Path
from typing import Any, Final

from pydantic.json_schema import models_json_schema

from engine.core.messages import Message
from engine.games import discover
from schemas.catalogue import schemas_of
from schemas.live import CLIENT_FRAMES, SERVER_FRAMES

GENERATED: Final = Path(__file__).parent / "generated"
PROVIDERS: Final = ("services.gateway.app",)
"""Modules whose ``documents()`` returns file name → document."""


def asyncapi() -> dict[str, Any]:
    """Return the AsyncAPI document of the live socket."""
    frames = (*CLIENT_FRAMES, *SERVER_FRAMES)
    _, definitions = models_json_schema(
        [
            *((form, "validation") for form in CLIENT_FRAMES),
            *((form, "serialization") for form in SERVER_FRAMES),
        ],
        ref_template="#/components/schemas/{model}",
    )
    names = [form.__name__ for form in frames]
    return {
        "asyncapi": "3.0.0",
        "info": {
            "title": "Playledger: the live socket",
            "version": "1",
            "description": (
                "Text frames with one JSON object each. The first frame is the client's hello; "
                "close code 1000 follows the frame `ended`, 1008 a fatal problem."
            ),
        },
        "channels": {
            "live": {
                "address": "/matches/{match_id}/live",
                "parameters": {"match_id": {"description": "The match."}},
                "messages": {name: {"$ref": f"#/components/messages/{name}"} for name in names},
            }
        },
        "operations": {
            "receive": _operation("receive", CLIENT_FRAMES, "What a client sends."),
            "send": _operation("send", SERVER_FRAMES, "What a client gets."),
        },
        "components": {
            "messages": {
                form.__name__: {
                    "summary": (form.__doc__ or "").strip(),
                    "payload": {"$ref": f"#/components/schemas/{form.__name__}"},
                }
                for form in frames
            },
            "schemas": definitions["$defs"],
        },
    }


def _operation(action: str, frames: tuple[type[Message], ...], summary: str) -> dict[str, Any]:
    return {
        "action": action,
        "channel": {"$ref": "#/channels/live"},
        "summary": summary,
        "messages": [{"$ref": f"#/channels/live/messages/{form.__name__}"} for form in frames],
    }


def documents() -> dict[str, Any]:
    """Return every document by its file name."""
    found: dict[str, Any] = {"asyncapi.json": asyncapi()}
    for game in discover():
        found[f"{game.name}.schema.json"] = {
            "title": game.title,
            "rules": game.rules,
            **schemas_of(game),
        }
    for provider in PROVIDERS:
        found |= import_module(provider).documents()
    return found


def texts() -> dict[str, str]:
    """Return every document as it is written."""
    return {
        name: json.dumps(document, indent=1, ensure_ascii=False) + "\n"
        for name, document in documents().items()
    }


def main() -> None:
    """Write all documents; those of games that are gone are removed."""
    GENERATED.mkdir(exist_ok=True)
    written = texts()
    for old in GENERATED.glob("*.json"):
        if old.name not in written:
            old.unlink()
    for name, text in written.items():
        (GENERATED / name).write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
