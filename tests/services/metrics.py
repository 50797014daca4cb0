"""What a process of the service measures, as whoever scrapes it sees it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import httpx
from prometheus_client.parser import text_string_to_metric_families

if TYPE_CHECKING:
    from tests.services.stack import Process


async def metrics_of(process: Process) -> dict[str, float]:
    """Return each value by name, or by name and labels as ``name{label=value,…}``."""
    port = process.fact(f"{process.kind}_ready", "metrics_port")
    async with httpx.AsyncClient() as client:
        answer = await client.get(f"http://127.0.0.1:{port}/metrics")
    found: dict[str, float] = {}
    for family in text_string_to_metric_families(answer.raise_for_status().text):
        for sample in family.samples:
            labels = ",".join(f"{name}={value}" for name, value in sorted(sample.labels.items()))
            found[f"{sample.name}{{{labels}}}" if labels else sample.name] = sample.value
    return found
