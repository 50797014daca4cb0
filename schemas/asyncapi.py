"""The AsyncAPI document of the live socket, made from its frames."""

from typing import Any

from pydantic.json_schema import models_json_schema

from engine.core.messages import Message
from schemas.live import CLIENT_FRAMES, SERVER_FRAMES


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
