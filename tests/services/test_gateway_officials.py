"""Arbiters and creators over the API: what they may do, what they may read, and nobody else."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

from tests.services.gateway_helpers import frames_until
from tests.services.life import (
    SECOND,
    arbiters,
    commits,
    create,
    done,
    genuine,
    kinds,
    no,
    seated,
    send,
    summary,
    to_the_end,
    until,
)

if TYPE_CHECKING:
    from tests.services.gateway_helpers import Player, Table

pytestmark = pytest.mark.server

CLOCK = {"kind": "bank", "bank_ms": 60 * SECOND}


async def four(table: Table) -> tuple[Player, Player, Player, Player]:
    ada, bob = await table.player("Ada"), await table.player("Bob")
    return ada, bob, await table.player("Carla, who judges"), await table.player("Dan, a stranger")


# --- who they are -------------------------------------------------------------------------------


async def test_the_summary_says_who_made_the_match_and_who_judges_it(table: Table) -> None:
    ada, bob, judge, _ = await four(table)
    bounds = {"start_ms": 5 * SECOND, "offers": 2}
    match = await seated(ada, ada, bob, arbiters=arbiters(judge, may_look=True), bounds=bounds)
    told = await summary(table, match)
    assert told["creator"] == ada.account
    assert told["arbiters"] == [{"account": judge.account, "may_look": True}]
    assert {name: told["bounds"][name] for name in bounds} == bounds
    assert (told["visibility"], told["delay"]) == ("public", {"commits": 0, "ms": 0})
    assert not {"clocks", "paused", "offers", "absent", "out"} & set(told), "there is none of it"


@pytest.mark.parametrize(
    ("names", "status", "code", "path"),
    [
        (["judge", "nobody"], 422, "ACCOUNT_NOT_FOUND", "arbiters.1.account"),
        (["judge", "judge"], 400, "MALFORMED", "arbiters"),
        (["judge"] * 9, 400, "MALFORMED", "arbiters"),
    ],
)
async def test_arbiters_are_up_to_eight_accounts_each_named_once(
    table: Table, names: list[str], status: int, code: str, path: str
) -> None:
    judge = await table.player("Carla")
    accounts = {"judge": judge.account, "nobody": "a" * 20}
    named = [{"account": accounts[name]} for name in names]
    body = {"game": "poison", "seats": 2, "arbiters": named}
    answer = await judge.client.post("/matches", json=body)
    told = answer.json()
    assert (answer.status_code, told["code"]) == (status, code)
    assert told["errors"][0]["path"] == path


async def test_an_arbiter_takes_no_seat_even_in_a_match_of_its_own(table: Table) -> None:
    judge = await table.player("Carla")
    match = await create(judge, 2, arbiters=arbiters(judge))
    answer = await judge.client.post(f"/matches/{match}/seats", json={})
    assert (answer.status_code, answer.json()["code"]) == (403, "ARBITER")
    assert answer.json()["rule"] == "M11.1"


# --- what they do -------------------------------------------------------------------------------


async def test_what_arbiters_do_nobody_else_may(table: Table) -> None:
    ada, bob, judge, stranger = await four(table)
    match = await seated(stranger, ada, bob, arbiters=arbiters(judge))
    acts: list[tuple[str, dict[str, Any]]] = [
        ("match.pause", {}),
        ("match.resume", {}),
        ("match.remove", {"seat": 0, "reason": "Rude."}),
        ("match.substitute", {"seat": 0, "account": stranger.account}),
        ("match.adjudicate", {"verdict": "draw", "reason": "Enough."}),
        ("match.look", {"seat": 0}),
    ]
    for kind, fields in acts:
        assert await no(ada, match, kind, **fields) == (403, "NOT_ARBITER"), kind
        assert await no(stranger, match, kind, **fields) == (403, "NOT_SEATED"), kind
    assert await no(judge, match, "add", amount=1) == (403, "NOT_SEATED")
    assert await no(judge, match, "match.offer", what="draw") == (403, "NOT_SEATED")
    assert await no(judge, match, "match.cancel") == (403, "NOT_CREATOR")
    assert await no(stranger, match, "match.cancel") == (409, "MATCH_NOT_OPEN")
    assert (await summary(table, match))["version"] == 3


async def test_a_paused_match_takes_no_moves_and_its_clocks_stand(table: Table) -> None:
    ada, bob, judge, _ = await four(table)
    match = await seated(ada, ada, bob, arbiters=arbiters(judge), clock=CLOCK)
    before = (await summary(table, match))["pending"]
    assert all(entry["deadline"] for entry in before)
    paused = await done(judge, match, "match.pause")
    told = await summary(table, match)
    assert told["paused"]["by"] == "arbiter"
    assert told["paused"]["until"] - told["paused"]["since"] == told["bounds"]["pause_ms"]
    assert told["pending"] == [], "nobody is awaited"
    view = await ada.view(match)
    assert (view["paused"], view["options"], view["pending"]) == (told["paused"], [], [])
    assert await no(ada, match, "add", amount=1) == (409, "MATCH_PAUSED")
    assert await no(judge, match, "match.pause") == (409, "MATCH_PAUSED")
    resumed = await done(judge, match, "match.resume")
    assert resumed == paused + 1
    told = await summary(table, match)
    assert "paused" not in told
    (pause,) = await commits(table, match, after=resumed - 1)
    passed = pause["at"] - (await commits(table, match, after=paused - 1))[0]["at"]
    after = [entry["deadline"] for entry in told["pending"]]
    assert after == [entry["deadline"] + passed for entry in before]
    assert await no(judge, match, "match.resume") == (409, "NOT_PAUSED")
    assert await done(ada, match, "add", amount=1) == resumed + 1


async def test_a_pause_ends_by_itself(table: Table) -> None:
    ada, bob, judge, _ = await four(table)
    bounds = {"pause_ms": SECOND}
    match = await seated(ada, ada, bob, arbiters=arbiters(judge), bounds=bounds)
    await done(judge, match, "match.pause")
    until_ms = (await summary(table, match))["paused"]["until"]
    resumed = await until(table, match, "match.resumed")
    assert (resumed["by"], resumed["at"]) == ("limit", until_ms)
    assert await done(ada, match, "add", amount=1) == resumed["version"] + 1


async def test_time_is_given_in_matches_that_have_clocks(table: Table) -> None:
    ada, bob, judge, _ = await four(table)
    timeless = await seated(ada, ada, bob, arbiters=arbiters(judge))
    gift = {"seat": 1, "ms": 30 * SECOND}
    assert await no(judge, timeless, "match.give_time", **gift) == (422, "NO_CLOCK")
    match = await seated(ada, ada, bob, arbiters=arbiters(judge), clock=CLOCK)
    before = (await summary(table, match))["clocks"]
    await done(judge, match, "match.give_time", **gift)
    after = (await bob.view(match))["clocks"]
    assert [clock["bank_ms"] for clock in before] == [60 * SECOND] * 2
    assert [clock["bank_ms"] for clock in after] == [60 * SECOND, 90 * SECOND]


async def test_who_is_removed_is_out(table: Table) -> None:
    ada, bob, judge, carl = await four(table)
    match = await seated(ada, ada, bob, carl, arbiters=arbiters(judge))
    await done(judge, match, "match.remove", seat=1, reason="Two accounts of one person.")
    told = await summary(table, match)
    assert told["out"] == [1]
    assert await no(bob, match, "add", amount=1) == (422, "RESIGNED")
    again = {"seat": 1, "reason": "Still."}
    assert await no(judge, match, "match.remove", **again) == (422, "SEAT_IS_OUT")
    assert await no(judge, match, "match.remove", seat=7, reason="Who?") == (422, "NO_SUCH_SEAT")
    await done(ada, match, "add", amount=3)


async def test_a_match_that_an_arbiter_awards_is_over_and_proved(table: Table) -> None:
    ada, bob, judge, _ = await four(table)
    match = await seated(ada, ada, bob, arbiters=arbiters(judge))
    verdict = {"verdict": "award", "reason": "Seat 1 was disconnected by us."}
    assert await no(judge, match, "match.adjudicate", **verdict) == (422, "WRONG_WINNERS")
    await done(judge, match, "match.pause")
    await done(judge, match, "match.adjudicate", winners=[1], **verdict)
    outcome = {"winners": [1], "draw": False, **verdict}
    told = await summary(table, match)
    assert (told["status"], told["outcome"]) == ("closed", outcome)
    assert "paused" not in told
    assert (await ada.view(match))["outcome"] == outcome
    log = await to_the_end(table, match)
    assert kinds(log)[-3:] == ["match.adjudicated", "match.ended", "match.closed"]
    assert log[-3]["actor"] == f"arbiter:{judge.account}"
    assert "seat" not in log[-3]["commands"][0]
    assert await genuine(table, match)
    assert await no(judge, match, "match.pause") == (409, "MATCH_CLOSED")


async def test_an_arbiter_acts_on_a_socket_and_once_only(table: Table) -> None:
    ada, bob, judge, _ = await four(table)
    match = await seated(ada, ada, bob, arbiters=arbiters(judge))
    said = {"type": "command", "command_id": "once", "command": {"kind": "match.pause"}}
    async with table.live(match, judge, after=3) as socket:
        await socket.send(json.dumps(said))
        first = (await frames_until(socket, "answer"))[-1]
        await socket.send(json.dumps(said))
        again = (await frames_until(socket, "answer"))[-1]
    assert first == again
    assert (first["status"], first["version"]) == ("accepted", 4)
    recorded = (await judge.client.get(f"/matches/{match}/commands/once")).json()
    assert recorded["head"] == first["head"]
    assert kinds(await commits(table, match)).count("match.paused") == 1


# --- what they read -----------------------------------------------------------------------------


async def refusals(player: Player, match: str, **query: Any) -> dict[str, Any]:
    answer = await player.client.get(f"/matches/{match}/refusals", params=query)
    assert answer.status_code == 200, answer.text
    return answer.json()


async def test_arbiters_read_what_was_refused_and_not_what_it_said(table: Table) -> None:
    ada, bob, judge, stranger = await four(table)
    match = await seated(ada, ada, bob, game="rps", arbiters=arbiters(judge))
    assert await refusals(judge, match) == {"refusals": [], "cursor": None}
    late = await send(ada, match, "choose", choice="scissors", decision="round.7")
    assert late.json()["code"] == "DECISION_CLOSED"
    await done(bob, match, "signal", say="hm")
    rude = await send(bob, match, "signal", say="hm")
    assert rude.json()["detail"] == "Once a round is enough."
    told = await refusals(judge, match)
    first, second = told["refusals"]
    assert (first["account"], first["seat"], first["kind"]) == (ada.account, 0, "choose")
    assert (first["code"], first["rule"]) == ("DECISION_CLOSED", "M2.4")
    assert first["detail"] == late.json()["detail"]
    assert (second["seat"], second["code"], second["rule"]) == (1, "SIGNALLED", "1.4")
    assert "detail" not in second, "a game's refusal may tell what is hidden"
    assert "scissors" not in json.dumps(told)
    assert first["at"] <= second["at"]
    assert (first["version"], second["version"]) == (late.json()["version"], rude.json()["version"])
    assert second["version"] == first["version"] + 1, "what was done in between"

    page = await refusals(judge, match, limit=1)
    assert page["refusals"] == [first]
    rest = await refusals(judge, match, after=page["cursor"])
    assert rest["refusals"] == [second]
    assert rest["cursor"] == told["cursor"]
    assert await refusals(judge, match, after=told["cursor"]) == {
        "refusals": [],
        "cursor": told["cursor"],
    }

    for other in (ada, stranger):
        answer = await other.client.get(f"/matches/{match}/refusals")
        assert (answer.status_code, answer.json()["code"]) == (403, "NOT_ARBITER")
    assert (await table.anybody.get(f"/matches/{match}/refusals")).status_code == 401
    missing = await judge.client.get("/matches/aaaaaaaaaaaaaaaaaaaa/refusals")
    assert missing.json()["code"] == "MATCH_NOT_FOUND"

    await done(judge, match, "match.adjudicate", verdict="annul", reason="For the test.")
    assert (await refusals(judge, match))["refusals"][1]["detail"] == "Once a round is enough."


async def test_a_sealed_choice_that_was_never_opened_stands_among_the_refused(table: Table) -> None:
    ada, bob, judge, _ = await four(table)
    match = await seated(ada, ada, bob, game="rps", arbiters=arbiters(judge))
    choice = {"choice": "rock", "decision": "round.1"}
    assert (await send(ada, match, "choose", **choice)).json()["status"] == "sealed"
    await done(bob, match, "match.resign")
    (told,) = (await refusals(judge, match))["refusals"]
    assert (told["seat"], told["kind"], told["code"]) == (0, "choose", "DECISION_CLOSED")


async def test_who_may_not_know_of_a_match_is_told_of_none(table: Table) -> None:
    ada, _, judge, stranger = await four(table)
    match = await create(ada, 2, visibility="private", arbiters=arbiters(judge))
    assert (await refusals(judge, match))["refusals"] == []
    answer = await stranger.client.get(f"/matches/{match}/refusals")
    assert (answer.status_code, answer.json()["code"]) == (404, "MATCH_NOT_FOUND")
    assert await no(stranger, match, "match.pause") == (404, "MATCH_NOT_FOUND")
    assert await no(judge, match, "match.pause") == (409, "MATCH_NOT_RUNNING")


async def see(player: Player, match: str, seat: int, at: int | None = None) -> dict[str, Any]:
    query = {"as": seat} if at is None else {"as": seat, "at": at}
    return (await player.client.get(f"/matches/{match}/view", params=query)).json()


async def test_an_arbiter_sees_what_a_seat_saw_up_to_its_look(table: Table) -> None:
    ada, bob, judge, _ = await four(table)
    named = [*arbiters(judge, may_look=True), *arbiters(await table.player("Eve"))]
    match = await seated(ada, ada, bob, game="rps", config={"canary": True}, arbiters=named)
    card = (await ada.view(match))["view"]["card"]
    refused = await see(judge, match, 0, at=3)
    assert refused["code"] == "FORBIDDEN"
    assert "match.look" in refused["detail"]
    looked = await done(judge, match, "match.look", seat=0)
    for version in range(3, looked + 1):
        assert (await see(judge, match, 0, at=version))["view"]["card"] == card
    assert (await see(judge, match, 1, at=looked))["code"] == "FORBIDDEN"

    choice = {"choice": "paper", "decision": "round.1"}
    assert (await send(ada, match, "choose", **choice)).json()["status"] == "sealed"
    later = await done(bob, match, "signal", say="ha")
    for at in (None, later):
        told = await see(judge, match, 0, at=at)
        assert told["code"] == "FORBIDDEN"
        assert str(looked) in told["detail"]
    seen = await see(judge, match, 0, at=looked)
    assert not {"sealed", "options"} & set(seen)
    assert (await see(judge, match, 0, at=99))["code"] == "HISTORY_REWOUND"
    assert (await judge.view(match))["seat"] is None


async def test_whom_an_arbiter_looked_at_nobody_knows_before_the_end(table: Table) -> None:
    ada, bob, judge, _ = await four(table)
    match = await seated(ada, ada, bob, game="rps", arbiters=arbiters(judge, may_look=True))
    looked = await done(judge, match, "match.look", seat=1)
    for reader in (ada, bob, judge, table):
        (commit,) = await commits(reader, match, after=looked - 1)
        assert commit["actor"] == f"arbiter:{judge.account}"
        assert commit["events"][0] == {"kind": "match.looked", "seat": {"hidden": True}}
        assert commit["commands"][0]["command"]["seat"] == {"hidden": True}
    await done(judge, match, "match.adjudicate", verdict="annul", reason="For the test.")
    commit = (await commits(table, match, after=looked - 1))[0]
    assert commit["events"][0]["seat"] == 1
    assert (await see(ada, match, 1, at=looked))["view"]["card"]
    assert await genuine(table, match)


async def test_looking_is_not_every_arbiters_right(table: Table) -> None:
    ada, bob, judge, _ = await four(table)
    match = await seated(ada, ada, bob, game="rps", arbiters=arbiters(judge))
    assert await no(judge, match, "match.look", seat=0) == (403, "MAY_NOT_LOOK")
    assert (await see(judge, match, 0, at=3))["code"] == "FORBIDDEN"
