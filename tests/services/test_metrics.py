"""What an operator sees of a scripted evening: the metrics and the log lines of both processes."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import pytest

from engine.games import discover
from tests.services.gateway_helpers import Table, choose, frame, url_of
from tests.services.metrics import metrics_of
from tests.services.players import Answers, start_match
from tests.services.projections import until
from tests.toys import TOYS

if TYPE_CHECKING:
    from services.common.store import Store
    from tests.services.stack import Process, Stack

pytestmark = pytest.mark.server

POISON = discover(TOYS).game("poison@1")
BODY = 918_273_645
"""Stands in the body of a command and, where nobody logs bodies, nowhere else."""


@dataclass(frozen=True)
class Evening:
    """Who played what; every command was sent once."""

    match: str
    ada: str
    token: str
    gateway: Process
    worker: Process


async def play(table: Table, gateway: Process, worker: Process) -> Evening:
    """Play a match with commands of every outcome, and look on."""
    ada, bob = await table.player("Ada"), await table.player("Bob")
    match = await table.match(ada, bob, game="poison")
    async with table.live(match) as socket:
        await frame(socket)
        assert (await metrics_of(gateway))["playledger_sockets"] == 1
        for command_id, command, status in (
            ("good", {"kind": "add", "amount": 1}, 200),
            ("much", {"kind": "add", "amount": BODY}, 422),
            ("fault", {"kind": "poison", "how": "raise"}, 500),
            ("shape", {"kind": "add", "amount": "x"}, 400),
            ("good", {"kind": "add", "amount": 2}, 409),
        ):
            answer = await ada.send(match, command_id, command)
            assert answer.status_code == status, answer.text
        stale = await ada.send(match, "stale", {"kind": "add", "amount": 1}, expected_version=1)
        assert stale.status_code == 409
    rounds = await table.match(ada, bob)
    for command_id, decision in (("first", "round.1"), ("second", "round.1")):
        sealed = await ada.send(rounds, command_id, choose("rock"), decision=decision)
        assert sealed.json()["status"] == "sealed"
    return Evening(match, ada.account, ada.token, gateway, worker)


async def park(store: Store, stack: Stack) -> None:
    """Let a clock run out whose default raises."""
    async with Answers(store) as answers:
        config = {"broken_default": True}
        match = await start_match(
            store, stack.data, answers, POISON, 1, config=config, decision_ms=1
        )

        async def parked() -> bool:
            meta = await store.meta(match)
            return meta is not None and meta.parked

        await until(parked)


async def test_metrics_and_log_lines_tell_what_became_of_every_command(
    store: Store, stack: Stack
) -> None:
    worker, gateway = stack.start("worker"), stack.start("gateway")
    table = Table(url_of(stack))
    try:
        evening = await play(table, gateway, worker)
    finally:
        await table.aclose()
    await park(store, stack)
    await check_gateway(gateway)
    await check_worker(worker)
    assert [worker.stop(), gateway.stop()] == [0, 0]
    check_logs(evening)


async def check_gateway(gateway: Process) -> None:
    async def left() -> bool:
        return (await metrics_of(gateway))["playledger_sockets"] == 0

    await until(left)
    told = await metrics_of(gateway)
    placed = 4 + 4 + 1 + 2  # joins; commands that were decided; an id used again; sealed choices
    assert told["playledger_accept_seconds_count"] == placed
    assert told["playledger_answer_seconds_count"] == placed
    assert told["playledger_accept_seconds_sum"] > 0
    assert _refusals(told) == {("MALFORMED", "gateway"): 1, ("COMMAND_ID_REUSED", "store"): 1}


async def check_worker(worker: Process) -> None:
    told = await metrics_of(worker)
    outcomes = {
        key.removeprefix("playledger_commands_total{outcome=").rstrip("}"): value
        for key, value in told.items()
        if key.startswith("playledger_commands_total{")
    }
    joins = 4 + 1
    assert outcomes == {"accepted": joins + 1, "refused": 3, "sealed": 2, "replaced": 1}
    assert _refusals(told) == {
        ("BAD_AMOUNT", "worker"): 1,
        ("ENGINE_FAULT", "worker"): 1,
        ("VERSION_CONFLICT", "worker"): 1,
    }
    for name in ("queue_wait", "decide", "commit"):
        # At least one for each command that was sent and awaited, since they came one by one.
        assert told[f"playledger_{name}_seconds_count"] >= 10
        assert told[f"playledger_{name}_seconds_sum"] > 0
    assert told["playledger_engine_faults_total"] >= 1
    assert told["playledger_parked_total"] == 1
    for never in ("orphaned", "unplayed", "unknown_rules", "stale_commits"):
        assert told[f"playledger_{never}_total"] == 0, never


def _refusals(told: dict[str, float]) -> dict[tuple[str, str], float]:
    """Return the refusals by code and by whom."""
    start = "playledger_refusals_total{"
    found: dict[tuple[str, str], float] = {}
    for key, value in told.items():
        if key.startswith(start):
            labels = dict(part.split("=") for part in key.removeprefix(start)[:-1].split(","))
            found[labels["code"], labels["by"]] = value
    return found


def check_logs(evening: Evening) -> None:
    ids = {"match": evening.match, "account": evening.ada}
    decided = {
        line["command_id"]: line["outcome"]
        for line in lines_with(evening.worker, event="command_decided", **ids)
        if not line["command_id"].startswith("join-")
    }
    assert decided == {
        "good": "accepted",
        "much": "refused",
        "fault": "refused",
        "stale": "refused",
    }
    (fault,) = lines_with(evening.worker, event="engine_fault", **ids)
    assert (fault["command_id"], fault["level"]) == ("fault", "error")
    (unwanted,) = lines_with(evening.gateway, event="command_not_accepted", **ids)
    assert (unwanted["command_id"], unwanted["code"]) == ("good", "COMMAND_ID_REUSED")
    for process in (evening.gateway, evening.worker):
        text = "".join(process.raw)
        for secret in (str(BODY), "amount", "as asked for", evening.token):
            assert secret not in text, f"{secret} stands in the log of the {process.kind}"
        assert all(json.loads(line)["process"] == process.kind for line in process.raw)


def lines_with(process: Process, **wanted: str) -> list[dict[str, Any]]:
    return [line for line in process.lines if wanted.items() <= line.items()]
