"""Write the documents for clients to ``schemas/generated``: ``python -m services.export``.

One JSON Schema a game and its printed cards, the OpenAPI document of the HTTP API, the AsyncAPI
documents of the live socket and of the internal streams. They are generated from what the processes
run.
"""

import json
from pathlib import Path
from typing import Any, Final

import schemas
from engine.games import discover
from schemas.asyncapi import asyncapi
from schemas.catalogue import schemas_of
from services.gateway.app import make_app, openapi
from services.worker.description import streams

GENERATED: Final = Path(schemas.__path__[0]) / "generated"


def documents() -> dict[str, str]:
    """Return the text of every document by its file name."""
    found: dict[str, Any] = {
        "asyncapi.json": asyncapi(),
        "openapi.json": openapi(make_app(None)),
        "streams.asyncapi.json": streams(),
    }
    for game in discover():
        found[f"{game.name}.schema.json"] = {
            "title": game.title,
            "rules": game.rules,
            **schemas_of(game),
        }
        if game.cards is not None:
            found[f"{game.name}.cards.json"] = game.cards.model_dump(mode="json")
    return {
        name: json.dumps(document, indent=1, ensure_ascii=False) + "\n"
        for name, document in found.items()
    }


def main() -> None:
    """Write all documents; those of games that are gone are removed."""
    GENERATED.mkdir(exist_ok=True)
    written = documents()
    for old in GENERATED.glob("*.json"):
        if old.name not in written:
            old.unlink()
    for name, text in written.items():
        (GENERATED / name).write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
