"""What the worker says of the streams it reads: FastStream's own AsyncAPI document."""

import json
from typing import Any

from faststream.specification import AsyncAPI

from schemas.streams import Keys
from services.worker.main import make_broker


def streams() -> dict[str, Any]:
    """Return the document; it shows one partition, the others are alike."""
    broker = make_broker("redis://localhost", Keys(1), "worker", batch=64, worker=None)
    described = AsyncAPI(
        broker,
        title="Playledger: internal streams",
        description="Ready tokens, one stream a partition, read in batches by the workers.",
        schema_version="3.0.0",
    )
    return json.loads(described.to_specification().to_json())
