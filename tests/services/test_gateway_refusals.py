"""Whatever is asked wrongly: a problem with a code and a sentence, and nothing changed."""

from __future__ import annotations

import asyncio
import json
from typing import TYPE_CHECKING, Any

import pytest

from tests.services.gateway_helpers import (
    at,
    check_problem,
    choose,
    play_out,
    two_at_table,
    url_of,
)

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from tests.services.gateway_helpers import Player, Table
    from tests.services.stack import Stack

pytestmark = pytest.mark.server

SIGNAL = {"kind": "signal", "say": "hm"}


BODIES: list[tuple[str | bytes, str, str | None]] = [
    ("", "MALFORMED", "command_id"),
    ("{", "MALFORMED", None),
    ("[]", "MALFORMED", None),
    ("null", "MALFORMED", None),
    (b'{"command_id": "\xff"}', "MALFORMED", None),
    ('{"command_id":"\\ud800","command":{"kind":"signal","say":"hm"}}', "MALFORMED", None),
    ('{"command_id":"c","command":{"kind":"signal","say":"\\udfff"}}', "MALFORMED", None),
    ('{"command_id":"c","command":' + "[" * 500 + "]" * 500 + "}", "MALFORMED", None),
    ('{"command_id":"c","command":' + '{"a":' * 90 + "1" + "}" * 90 + "}", "MALFORMED", "command"),
    ('{"command_id":"c","command":{"kind":"signal","say":1e999}}', "MALFORMED", "command.say"),
    ('{"command_id":"c","command":{"kind":"signal","say":NaN}}', "MALFORMED", None),
    ('{"command_id":"c","expected_version":' + "9" * 30 + "}", "MALFORMED", "expected_version"),
    ('{"command_id":"c","expected_version":' + "9" * 5000 + "}", "MALFORMED", None),
    ('{"command_id":"c","expected_version":1.0,"command":{}}', "MALFORMED", "expected_version"),
    ('{"command_id":"c","expected_version":"1","command":{}}', "MALFORMED", "expected_version"),
    ('{"command_id":"c","expected_version":true,"command":{}}', "MALFORMED", "expected_version"),
    ('{"command_id":"c","expected_version":-1,"command":{}}', "MALFORMED", "expected_version"),
    ('{"command_id":"c","decision":1,"command":{}}', "MALFORMED", "decision"),
    ('{"command_id":"c","command":"signal"}', "MALFORMED", "command"),
    ('{"command_id":"c","command":{}}', "MALFORMED", "command"),
    ('{"command_id":"c","command":{"kind":"dance"}}', "MALFORMED", "command"),
    ('{"command_id":"c","command":{"kind":1}}', "MALFORMED", "command"),
    ('{"command_id":"c","command":{"kind":"signal"}}', "MALFORMED", "command.say"),
    ('{"command_id":"c","command":{"kind":"match.tick"}}', "MALFORMED", "command"),
    ('{"command_id":"c","command":{"kind":"match.join"}}', "MALFORMED", "command.kind"),
    (
        '{"command_id":"c","command":{"kind":"signal","say":"hm","seat":1}}',
        "MALFORMED",
        "command.seat",
    ),
    (
        '{"command_id":"c","command":{"kind":"signal","say":"hm"},"seat":1}',
        "MALFORMED",
        "seat",
    ),
    ('{"command_id":"","command":{"kind":"signal","say":"hm"}}', "MALFORMED", "command_id"),
    ('{"command_id":"a b","command":{"kind":"signal","say":"hm"}}', "MALFORMED", "command_id"),
    ('{"command_id":"a\\n","command":{"kind":"signal","say":"hm"}}', "MALFORMED", "command_id"),
    (
        '{"command_id":"' + "a" * 65 + '","command":{"kind":"signal","say":"hm"}}',
        "MALFORMED",
        "command_id",
    ),
    ('{"command_id":"c","command":{"kind":"' + "a" * 70_000 + '"}}', "TOO_LARGE", None),
]


@pytest.fixture(scope="module")
def still(service: Stack) -> tuple[str, str]:
    """A match in which nothing happens, and the token of its first player."""

    async def made() -> tuple[str, str]:
        async with at(url_of(service)) as table:
            match, ada, _ = await two_at_table(table)
            return match, ada.token

    return asyncio.run(made())


@pytest.mark.parametrize(("body", "code", "path"), BODIES)
async def test_a_malformed_command_names_what_is_wrong_and_changes_nothing(
    table: Table, still: tuple[str, str], body: str | bytes, code: str, path: str | None
) -> None:
    match, token = still
    own = {"Authorization": f"Bearer {token}"}
    before = (await table.anybody.get(f"/matches/{match}/export", headers=own)).content
    answer = await table.anybody.post(f"/matches/{match}/commands", content=body, headers=own)
    told = check_problem(answer, 413 if code == "TOO_LARGE" else 400, code)
    if path is not None:
        assert any(error["path"].startswith(path) for error in told["errors"]), told
    after = await table.anybody.get(f"/matches/{match}/export", headers=own)
    assert after.content == before


async def test_a_body_without_a_length_is_cut_at_the_limit(table: Table) -> None:
    async def chunks() -> AsyncIterator[bytes]:
        for _ in range(100):
            yield b" " * 4096

    match, ada, _ = await two_at_table(table)
    answer = await ada.client.post(f"/matches/{match}/commands", content=chunks())
    check_problem(answer, 413, "TOO_LARGE")


async def test_rules_and_the_state_of_the_match_refuse(table: Table) -> None:
    match, ada, bob = await two_at_table(table)
    version = (await ada.view(match))["version"]
    stale = await ada.send(match, "a1", SIGNAL, expected_version=version - 1)
    assert check_problem(stale, 409, "VERSION_CONFLICT")["version"] == version
    unnamed = await ada.send(match, "a2", choose("rock"))
    assert check_problem(unnamed, 422, "DECISION_REQUIRED")["rule"] == "M3.1"
    gone = await ada.send(match, "a3", choose("rock"), decision="round.0")
    check_problem(gone, 409, "DECISION_CLOSED")
    started = await ada.send(match, "a4", {"kind": "match.leave"})
    check_problem(started, 409, "MATCH_NOT_OPEN")
    assert (await ada.send(match, "a5", SIGNAL)).status_code == 200
    twice = await ada.send(match, "a6", SIGNAL)
    assert check_problem(twice, 422, "SIGNALLED")["rule"] == "1.4"
    assert (await bob.view(match))["version"] == version + 1
    kept = (await ada.client.get(f"/matches/{match}/commands/a6")).json()
    assert (kept["status"], kept["code"]) == ("refused", "SIGNALLED")
    assert check_problem(await ada.send(match, "a6", SIGNAL), 422, "SIGNALLED")


async def test_out_of_turn_and_another_s_card_are_refused_and_change_nothing(table: Table) -> None:
    """The rules of the real game, over HTTP: the code and the clause, and nothing for others."""
    ada, bob = await table.player("Ada"), await table.player("Bob")
    match = await table.match(ada, bob, game="regicide")
    views = [await player.view(match) for player in (ada, bob)]
    (turn,) = {entry["seat"] for entry in views[0]["pending"]}
    mover, other = (ada, bob) if turn == 0 else (bob, ada)
    hands = [view["view"]["hand"] for view in views]
    mine, theirs = hands[turn][0], hands[1 - turn][0]
    before = [await _all_there_is(table, match, player) for player in (mover, other)]
    early = await other.send(match, "early", {"kind": "play", "cards": [theirs]})
    assert check_problem(early, 422, "NOT_YOUR_TURN")["rule"] == "2.1"
    foreign = await mover.send(match, "foreign", {"kind": "play", "cards": [theirs]})
    assert check_problem(foreign, 422, "NOT_IN_HAND")["rule"] == "2.3"
    assert [await _all_there_is(table, match, player) for player in (mover, other)] == before
    for sender, rival, command_id in ((other, mover, "early"), (mover, other, "foreign")):
        kept = (await sender.client.get(f"/matches/{match}/commands/{command_id}")).json()
        assert kept["status"] == "refused"
        unseen = await rival.client.get(f"/matches/{match}/commands/{command_id}")
        check_problem(unseen, 404, "COMMAND_NOT_FOUND")
    played = await mover.send(match, "mine", {"kind": "play", "cards": [mine]})
    assert played.status_code == 200, played.text


async def _all_there_is(table: Table, match: str, player: Player) -> list[bytes]:
    """Return what a player and what anybody reads of a match."""
    own = [await player.client.get(f"/matches/{match}/{what}") for what in ("export", "view")]
    public = await table.anybody.get(f"/matches/{match}/log")
    return [answer.content for answer in (*own, public)]


async def test_who_has_no_seat_may_not_play(table: Table) -> None:
    match, _, _ = await two_at_table(table)
    eve = await table.player("Eve")
    check_problem(await eve.send(match, "e1", SIGNAL), 403, "NOT_SEATED")
    missing = await eve.client.get(f"/matches/{match}/commands/e1")
    check_problem(missing, 404, "COMMAND_NOT_FOUND")


async def test_a_match_that_is_over_takes_no_commands(table: Table) -> None:
    match, ada, bob = await two_at_table(table, rounds=1)
    await play_out(match, ada, bob)
    check_problem(await ada.send(match, "z1", SIGNAL), 409, "MATCH_CLOSED")
    eve = await table.player("Eve")
    late = await eve.client.post(f"/matches/{match}/seats", json={})
    check_problem(late, 409, "MATCH_CLOSED")


@pytest.mark.parametrize(
    "address", ["/view", "", "/log", "/export", "/commands/c1", "/log?follow=1"]
)
@pytest.mark.parametrize("match", ["nosuchmatchatall", "NO-SUCH", "x" * 300, "%00", "a%2Fb"])
async def test_unknown_matches_are_not_found(table: Table, match: str, address: str) -> None:
    eve = await table.player("Eve")
    answer = await eve.client.get(f"/matches/{match}{address}")
    assert answer.status_code == 404
    assert answer.json()["code"] in {"MATCH_NOT_FOUND", "NOT_FOUND"}
    sent = await eve.send(match, "c", SIGNAL)
    assert sent.json()["code"] in {"MATCH_NOT_FOUND", "NOT_FOUND"}
    joined = await eve.client.post(f"/matches/{match}/seats", json={})
    assert joined.json()["code"] in {"MATCH_NOT_FOUND", "NOT_FOUND"}


@pytest.mark.parametrize(
    "header",
    [
        "Bearer " + "x" * 43,
        "Bearer",
        "Bearer x",
        "Basic dXNlcjpwYXNz",
        "Bearer " + "x" * 5000,
        "",
    ],
)
async def test_a_bad_token_is_refused_even_to_read(table: Table, header: str) -> None:
    match, _, _ = await two_at_table(table)
    for address in ("/me", f"/matches/{match}/view", f"/matches/{match}/log", "/matches"):
        answer = await table.anybody.get(address, headers={"Authorization": header})
        check_problem(answer, 401, "UNAUTHORIZED")
        assert answer.headers["www-authenticate"] == "Bearer"


async def test_without_a_token_one_may_read_and_not_act(table: Table) -> None:
    match, _, _ = await two_at_table(table)
    for address in ("/view", "", "/log", "/export"):
        assert (await table.anybody.get(f"/matches/{match}{address}")).status_code == 200
    for address, body in (
        (f"/matches/{match}/seats", {}),
        (f"/matches/{match}/commands", {"command_id": "c", "command": SIGNAL}),
        ("/matches", {"game": "rps", "seats": 2}),
    ):
        check_problem(await table.anybody.post(address, json=body), 401, "UNAUTHORIZED")
    check_problem(await table.anybody.get("/me"), 401, "UNAUTHORIZED")


@pytest.mark.parametrize("name", ["token", "access_token", "Authorization"])
async def test_a_token_in_the_url_is_refused(table: Table, name: str) -> None:
    ada = await table.player("Ada")
    answer = await table.anybody.get("/me", params={name: ada.token})
    check_problem(answer, 400, "TOKEN_IN_URL")


@pytest.mark.parametrize(
    ("body", "status", "code"),
    [
        ({"game": "rps", "seats": 2, "clock": {"decision_ms": 999}}, 400, "MALFORMED"),
        ({"game": "rps", "seats": 2, "clock": {"decision_ms": "1000"}}, 400, "MALFORMED"),
        (
            {"game": "rps", "seats": 2, "clock": {"kind": "sand", "decision_ms": 9_000}},
            400,
            "MALFORMED",
        ),
        ({"game": "rps", "seats": 2, "clock": {"decision_ms": 9_000, "more": 1}}, 400, "MALFORMED"),
        ({"game": "rps", "seats": 2, "visibility": "secret"}, 400, "MALFORMED"),
        ({"game": "rps", "seats": 2, "visibility": False}, 400, "MALFORMED"),
        ({"game": "rps", "seats": 1}, 400, "MALFORMED"),
        ({"game": "rps", "seats": 7}, 400, "MALFORMED"),
        ({"game": "rps", "seats": "2"}, 400, "MALFORMED"),
        ({"game": "rps", "seats": True}, 400, "MALFORMED"),
        ({"game": "rps", "seats": 2, "config": {"rounds": 99}}, 400, "MALFORMED"),
        ({"game": "rps", "seats": 2, "config": {"rounds": "3"}}, 400, "MALFORMED"),
        ({"game": "rps", "seats": 2, "config": {"unknown": 3}}, 400, "MALFORMED"),
        ({"game": "rps", "seats": 2, "config": None}, 400, "MALFORMED"),
        ({"game": "rps", "seats": 2, "owner": "me"}, 400, "MALFORMED"),
        ({"game": "rps"}, 400, "MALFORMED"),
        ({"game": "nosuchgame", "seats": 2}, 404, "GAME_NOT_FOUND"),
        ({"game": "rps@99", "seats": 2}, 404, "GAME_NOT_FOUND"),
    ],
)
async def test_a_match_that_can_not_be_made(
    table: Table, body: dict[str, Any], status: int, code: str
) -> None:
    ada = await table.player("Ada")
    check_problem(await ada.client.post("/matches", json=body), status, code)


@pytest.mark.parametrize(
    ("body", "status", "code"),
    [
        ({"seat": 5}, 422, "NO_SUCH_SEAT"),
        ({"seat": -1}, 422, "NO_SUCH_SEAT"),
        ({"seat": "0"}, 400, "MALFORMED"),
        ({"seat": 0.5}, 400, "MALFORMED"),
        ({"client_seed": "xyz"}, 400, "MALFORMED"),
        ({"client_seed": "A" * 64}, 400, "MALFORMED"),
        ({"account": "me"}, 400, "MALFORMED"),
        ({"entry": {"deck": 1}}, 422, "ENTRY_REFUSED"),
    ],
)
async def test_a_seat_that_can_not_be_had(
    table: Table, body: dict[str, Any], status: int, code: str
) -> None:
    ada = await table.player("Ada")
    created = await ada.client.post("/matches", json={"game": "rps", "seats": 2})
    match = created.json()["match_id"]
    check_problem(await ada.client.post(f"/matches/{match}/seats", json=body), status, code)
    assert (await ada.client.get(f"/matches/{match}")).json()["version"] == 0


async def test_what_is_brought_is_checked(table: Table) -> None:
    ada = await table.player("Ada")
    created = await ada.client.post("/matches", json={"game": "brings", "seats": 2})
    match = created.json()["match_id"]
    for entry in (None, {"digits": ["1"]}, {"digits": ["1", "2", "3", "3"]}, {"digits": 1}):
        body = {"entry": entry}
        answer = await ada.client.post(f"/matches/{match}/seats", json=body)
        assert answer.status_code == 422, answer.text
        assert answer.json()["rule"]
    assert await ada.join(match, entry={"digits": ["1", "2", "3", "4"]}) == 0


@pytest.mark.parametrize(
    "name", ["", " ", "a" * 41, " a", "a\u0000", "a\nb", "\u202ea", 5, None, ["a"]]
)
async def test_a_name_that_can_not_be_had(table: Table, name: Any) -> None:
    answer = await table.anybody.post("/accounts", content=json.dumps({"name": name}))
    check_problem(answer, 400, "MALFORMED")


async def test_unknown_addresses_and_methods(table: Table) -> None:
    check_problem(await table.anybody.get("/nothing"), 404, "NOT_FOUND")
    check_problem(await table.anybody.delete("/matches"), 405, "METHOD_NOT_ALLOWED")
    check_problem(await table.anybody.get("/games/nosuchgame"), 404, "GAME_NOT_FOUND")


@pytest.mark.parametrize("key", ["", "a" * 300, "with space"])
async def test_idempotency_keys_are_strict(table: Table, key: str) -> None:
    ada = await table.player("Ada")
    body = {"game": "rps", "seats": 2}
    answer = await ada.client.post("/matches", json=body, headers={"Idempotency-Key": key})
    check_problem(answer, 400, "MALFORMED")


async def test_a_foreign_page_gets_no_leave(table: Table) -> None:
    headers = {"Origin": "https://elsewhere.example", "Access-Control-Request-Method": "POST"}
    answer = await table.anybody.options("/matches", headers=headers)
    assert "access-control-allow-origin" not in answer.headers


async def test_a_fault_of_the_engine_is_told_and_the_match_goes_on(table: Table) -> None:
    ada, bob = await table.player("Ada"), await table.player("Bob")
    match = await table.match(ada, bob, game="poison")
    broken = await ada.send(match, "p1", {"kind": "poison", "how": "raise"})
    check_problem(broken, 500, "ENGINE_FAULT")
    again = await ada.send(match, "p1", {"kind": "poison", "how": "raise"})
    check_problem(again, 500, "ENGINE_FAULT")
    assert (await bob.send(match, "b1", {"kind": "add", "amount": 1})).status_code == 200
