"""Terms of a match that are none: what is wrong is named by its place in the request."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from tests.services.gateway_helpers import Table

pytestmark = pytest.mark.server

NO_CLOCK = "a clock is an object whose `kind` is `decision` or `bank`"


@pytest.mark.parametrize(
    ("clock", "path", "reason"),
    [
        ({"kind": "bank", "bank_ms": -1}, "clock.bank_ms", "greater than or equal to 0"),
        ({"kind": "bank"}, "clock.bank_ms", "Field required"),
        ({"kind": "bank", "bank_ms": 1}, "clock", "at least 1000"),
        ({"kind": "bank", "bank_ms": 5_000, "more": 1}, "clock.more", "no such field"),
        ({"decision_ms": 999}, "clock.decision_ms", "greater than or equal to 1000"),
        ({}, "clock.decision_ms", "Field required"),
        ({"kind": "sand"}, "clock", NO_CLOCK),
        (60_000, "clock", NO_CLOCK),
    ],
)
async def test_what_is_wrong_with_a_clock_is_named(
    table: Table, clock: Any, path: str, reason: str
) -> None:
    host = await table.player("Host")
    body = {"game": "rps", "seats": 2, "clock": clock}
    answer = await host.client.post("/matches", json=body)
    assert (answer.status_code, answer.json()["code"]) == (400, "MALFORMED")
    (error,) = answer.json()["errors"]
    assert error["path"] == path
    assert reason in error["reason"]
