"""A match through the gateway: lobby, commands, views, log, export."""

from __future__ import annotations

import asyncio
import json
from typing import TYPE_CHECKING

import pytest

from engine.games import discover
from schemas.verify import verify
from tests.services.cli import playledger
from tests.services.gateway_helpers import choose, play_out

if TYPE_CHECKING:
    from tests.services.gateway_helpers import Table

pytestmark = pytest.mark.server


async def test_a_match_is_played_exported_and_verified(table: Table) -> None:
    ada, bob = await table.player("Ada"), await table.player("Bob")
    match = await table.match(ada, bob, rounds=2)
    redacted = (await ada.client.get(f"/matches/{match}/export")).content
    await play_out(match, ada, bob)
    summary = (await table.anybody.get(f"/matches/{match}")).json()
    assert summary["status"] == "closed"
    assert summary["outcome"] == {"winners": [0], "draw": False, "points": [2, 0]}
    whole = (await table.anybody.get(f"/matches/{match}/export")).content
    registry = discover(("tests.toys.rps",))
    for content in (redacted, whole):
        verdict = verify(content, registry, key=summary["key"])
        assert verdict.genuine, verdict


async def test_log_lines_are_gapless_and_end_when_followed(table: Table) -> None:
    ada, bob = await table.player("Ada"), await table.player("Bob")
    match = await table.match(ada, bob, rounds=1)

    async def follow() -> list[dict[str, object]]:
        address = f"/matches/{match}/log?follow=1"
        async with table.anybody.stream("GET", address) as answer:
            return [json.loads(line) async for line in answer.aiter_lines() if line]

    following = asyncio.create_task(follow())
    await play_out(match, ada, bob)
    followed = await following
    assert [line["version"] for line in followed[:-1]] == list(range(1, len(followed)))
    assert followed[-1]["type"] == "ended"
    stored = (await table.anybody.get(f"/matches/{match}/log")).text.splitlines()
    assert len(stored) == len(followed) - 1


async def test_a_repeated_command_has_the_first_outcome(table: Table) -> None:
    ada, bob = await table.player("Ada"), await table.player("Bob")
    match = await table.match(ada, bob)
    first = await ada.send(match, "s1", {"kind": "signal", "say": "hm"})
    again = await ada.send(match, "s1", {"kind": "signal", "say": "hm"})
    assert first.status_code == 200
    assert first.json()["status"] == "accepted"
    assert again.json() == first.json()
    other = await ada.send(match, "s1", {"kind": "signal", "say": "ha"})
    assert (other.status_code, other.json()["code"]) == (409, "COMMAND_ID_REUSED")
    kept = await ada.client.get(f"/matches/{match}/commands/s1")
    assert kept.json() == first.json()


async def test_a_receipt_is_its_own_accounts(table: Table) -> None:
    ada, bob = await table.player("Ada"), await table.player("Bob")
    match = await table.match(ada, bob)
    await ada.send(match, "same", {"kind": "signal", "say": "hm"})
    foreign = await bob.client.get(f"/matches/{match}/commands/same")
    assert (foreign.status_code, foreign.json()["code"]) == (404, "COMMAND_NOT_FOUND")
    own = await bob.send(match, "same", {"kind": "signal", "say": "ha"})
    assert own.json()["status"] == "accepted"


async def test_a_sealed_choice_is_shown_to_its_seat_only(table: Table) -> None:
    ada, bob = await table.player("Ada"), await table.player("Bob")
    match = await table.match(ada, bob)
    before = await bob.view(match)
    sealed = await ada.send(match, "c1", choose("paper"), decision="round.1")
    assert sealed.json() == {"command_id": "c1", "status": "sealed", "decision": "round.1"}
    own, rival = await ada.view(match), await bob.view(match)
    assert own["sealed"]["command"]["choice"] == "paper"
    assert "sealed" not in rival
    assert [entry["seat"] for entry in rival["pending"]] == [1]
    assert rival["view"] == before["view"]
    changed = await ada.send(match, "c2", choose("rock"), decision="round.1")
    assert changed.json()["status"] == "sealed"
    assert (await ada.client.get(f"/matches/{match}/commands/c1")).json()["status"] == "replaced"
    assert await bob.view(match) == rival


async def test_joining_again_gives_the_same_seat(table: Table) -> None:
    ada, bob, eve = [await table.player(name) for name in ("Ada", "Bob", "Eve")]
    match = await table.match(ada, bob)
    assert await ada.join(match) == 0
    assert await ada.join(match, seat=0) == 0
    elsewhere = await ada.client.post(f"/matches/{match}/seats", json={"seat": 1})
    assert (elsewhere.status_code, elsewhere.json()["code"]) == (409, "ALREADY_SEATED")
    late = await eve.client.post(f"/matches/{match}/seats", json={})
    assert (late.status_code, late.json()["code"]) == (409, "SEAT_TAKEN")


async def test_one_idempotency_key_makes_one_match(table: Table) -> None:
    ada, bob = await table.player("Ada"), await table.player("Bob")
    key = {"Idempotency-Key": "tonight"}
    body = {"game": "rps", "seats": 2}
    made = [await p.client.post("/matches", json=body, headers=key) for p in (ada, ada, bob)]
    ids = [answer.json()["match_id"] for answer in made]
    assert ids[0] == ids[1] != ids[2]
    other = await ada.client.post("/matches", json={**body, "seats": 3}, headers=key)
    assert (other.status_code, other.json()["code"]) == (409, "IDEMPOTENCY_KEY_REUSED")


async def test_earlier_versions_can_be_viewed(table: Table) -> None:
    ada, bob = await table.player("Ada"), await table.player("Bob")
    match = await table.match(ada, bob, rounds=1)
    started = await ada.view(match)
    assert started["view"]["card"] is not None
    assert (await ada.view(match, **{"as": "spectator"}))["view"]["card"] is None
    hidden = await ada.client.get(f"/matches/{match}/view", params={"as": 1})
    assert (hidden.status_code, hidden.json()["code"]) == (403, "FORBIDDEN")
    await play_out(match, ada, bob)
    earlier = await ada.view(match, at=started["version"])
    assert earlier["view"] == started["view"]
    assert "options" not in earlier
    assert (await ada.view(match, at=0))["view"] is None
    assert (await ada.view(match, at=started["version"], **{"as": 1}))["view"]["card"] is not None
    beyond = await ada.client.get(f"/matches/{match}/view", params={"at": 999})
    assert (beyond.status_code, beyond.json()["code"]) == (409, "HISTORY_REWOUND")


async def test_the_export_command_shows_a_token_s_own_secrets(table: Table) -> None:
    ada, bob = await table.player("Ada"), await table.player("Bob")
    match = await table.match(ada, bob)
    exports: list[bytes] = []
    for token in (("--token", ada.token), ()):
        done = await asyncio.to_thread(playledger, "export", match, "--url", table.url, *token)
        assert done.returncode == 0, done.stderr
        exports.append(done.stdout.encode())
    own, public = exports
    assert own == (await ada.client.get(f"/matches/{match}/export")).content
    assert public == (await table.anybody.get(f"/matches/{match}/export")).content
    assert own != public
    card = (await ada.view(match))["view"]["card"]["name"].encode()
    assert card in own
    assert card not in public
