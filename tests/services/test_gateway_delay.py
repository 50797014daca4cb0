"""Delayed matches: on every channel spectators see them as they were, and nothing newer."""

from __future__ import annotations

import asyncio
import json
from time import time
from typing import TYPE_CHECKING, Any

import pytest

from engine.core.secrecy import PLACEHOLDER
from tests.services.delayed import DelayedMatch, lines_of
from tests.services.gateway_helpers import (
    PATIENCE_S,
    choose,
    frame,
    frames_until,
    running_service,
)
from tests.services.projections import until as happens
from tests.services.witness import MODES, Witness

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.services.gateway_helpers import Player, Table
    from tests.services.stack import Stack
    from tests.services.witness import Stream

pytestmark = pytest.mark.server

COMMITS = 3
HOUR_MS = 3_600_000
SHORT_MS = 400


@pytest.fixture(scope="module")
def service(server_url: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Stack]:
    """All kinds of processes: lists are the projector's."""
    data = tmp_path_factory.mktemp("delay")
    kinds = ("worker", "gateway", "projector")
    with running_service(f"{server_url}?db=1", data, kinds=kinds) as running:
        yield running


def told(stream: Stream) -> list[dict[str, Any]]:
    return [json.loads(one) for one in stream.frames]


def without_options(frames: list[dict[str, Any]]) -> list[dict[str, Any]]:
    return [{k: v for k, v in one.items() if k != "options"} for one in frames]


# --- by commits -----------------------------------------------------------------------------------


@pytest.mark.rule("match", "M13.5", "M13.6", "M13.7")
async def test_nothing_newer_than_so_many_commits_on_any_channel(table: Table) -> None:
    match = await DelayedMatch.created(table, delay={"commits": COMMITS})
    eve = await table.player("Eve")
    nobody = Witness(table.url, match.id)
    async with nobody:
        streams = await nobody.watch()
        for move in match.moves():
            await move()
            await match.look()
            until = match.behind(COMMITS)
            for stream in streams:
                await stream.reaches(until)
            await match.check(eve.client, until)
            await match.check(table.anybody, until)
            assert all(stream.version <= until for stream in streams)
            assert not any(stream.ended for stream in streams) or match.closed
        assert match.closed
        for stream in streams:
            await stream.until(lambda stream=stream: stream.ended)
            check_stream(match, stream)


def check_stream(match: DelayedMatch, stream: Stream) -> None:
    """Check that a stream showed each commit as it was, gapless, and never who had sealed."""
    frames = told(stream)
    assert [one["type"] for one in frames if one["type"] == "pending"] == []
    assert [one["type"] for one in frames].index("ended") == len(frames) - 1
    if stream.name == "view":
        assert all(
            one == {"type": one["type"], **match.views[one["version"]]}
            for one in frames[:-1]
            if one["version"] in match.views
        )
        return
    commits = [one for one in frames if one["type"] == "commit"]
    assert [one["version"] for one in commits] == [*range(1, match.version + 1)]
    if "proof" not in stream.name:
        redacted = match.before - COMMITS  # the end opens all that comes with it
        expected = [json.loads(line) for line in match.log]
        assert without_options(commits)[:redacted] == expected[:redacted]


async def test_lists_come_up_with_what_spectators_may_know(table: Table) -> None:
    match = await DelayedMatch.created(table, delay={"commits": COMMITS})
    ada = match.players[0]
    moves = match.moves()
    for move in moves[:2]:
        await move()
    await match.look()

    async def as_it_stands() -> bool:
        """Tell whether those who have a part find it by what it is now."""
        by_status = await match.listed(match.host.client, status="running")
        by_account = await match.listed(ada.client, account=ada.account)
        return by_status is not None and by_account is not None

    await happens(as_it_stands)
    assert await match.listed(ada.client, status="open") is None
    assert await match.listed(table.anybody, status="open") is not None
    assert await match.listed(table.anybody, account=ada.account) is None
    for move in moves[2:]:
        await move()

    async def found_closed() -> bool:
        listed = await match.listed(table.anybody, status="closed")
        return listed is not None and listed["status"] == "closed"

    await happens(found_closed)
    await happens(lambda: is_listed(match, account=ada.account))
    assert await match.listed(table.anybody, status="open") is None


async def is_listed(match: DelayedMatch, **query: Any) -> bool:
    return await match.listed(match.table.anybody, **query) is not None


# --- by time --------------------------------------------------------------------------------------


@pytest.mark.rule("match", "M13.5", "M13.6")
async def test_what_is_too_young_is_nowhere_even_after_the_end(table: Table) -> None:
    match = await DelayedMatch.created(table, delay={"ms": HOUR_MS})
    eve = await table.player("Eve")
    nobody = Witness(table.url, match.id)
    async with nobody:
        streams = await nobody.watch()
        for move in match.moves():
            await move()
            await match.look()
            await match.check(eve.client, 0)
        await match.check(table.anybody, 0)
        assert match.closed
        assert all(stream.version <= 0 and not stream.ended for stream in streams)
        assert {one["type"] for stream in streams for one in told(stream)} == {"snapshot"}
    assert json.loads(nobody.streams["live"].frames[0])["status"] == "open"


@pytest.mark.rule("match", "M13.5")
@pytest.mark.parametrize("commits", [0, 1])
async def test_time_brings_one_commit_after_the_other(table: Table, commits: int) -> None:
    delay = {"ms": SHORT_MS, "commits": commits}
    match = await DelayedMatch.created(table, delay=delay)
    eve = await table.player("Eve")
    came: dict[str, list[tuple[int, float]]] = {}
    """By channel: versions, and when they were there to be seen (ms)."""
    watching = [asyncio.create_task(_watch(table, match, mode, came)) for mode in MODES]
    watching.append(asyncio.create_task(_follow(table, match, came)))
    playing = asyncio.create_task(_play(match))
    while not playing.done():
        await _poll(eve.client, match, came)
    await playing
    await asyncio.gather(*watching)
    stamps = [json.loads(line)["at"] for line in match.log]
    for channel, seen in came.items():
        for version, at in seen:
            assert version == 0 or stamps[version - 1] + SHORT_MS <= at, (channel, version)
        assert seen[-1][0] == match.version or channel in {"summary", "view", "log", "export"}
    await match.check(eve.client, match.version)
    await happens(lambda: is_listed(match, status="closed"))


async def _play(match: DelayedMatch) -> None:
    for move in match.moves():
        await move()
        await match.look()


async def _watch(
    table: Table, match: DelayedMatch, mode: str, came: dict[str, list[tuple[int, float]]]
) -> None:
    seen = came.setdefault(mode, [])
    async with asyncio.timeout(PATIENCE_S), table.live(match.id, **MODES[mode]) as socket:
        kind = ""
        while kind != "ended":
            got = await frame(socket)
            kind = got["type"]
            seen.append((got["version"], time() * 1_000))


async def _follow(
    table: Table, match: DelayedMatch, came: dict[str, list[tuple[int, float]]]
) -> None:
    seen = came.setdefault("follow", [])
    async with table.anybody.stream("GET", f"/matches/{match.id}/log?follow=1") as answer:
        async for line in answer.aiter_lines():
            if line:
                seen.append((json.loads(line)["version"], time() * 1_000))


async def _poll(client: Any, match: DelayedMatch, came: dict[str, list[tuple[int, float]]]) -> None:
    for channel in ("summary", "view", "log", "export"):
        answer = await match.ask(client, "" if channel == "summary" else channel)
        at = time() * 1_000
        if channel == "log":
            version = len(lines_of(answer.text))
        elif channel == "export":
            version = lines_of(answer.text)[-1]["end"]["n"]
        else:
            version = answer.json()["version"]
        came.setdefault(channel, []).append((version, at))


# --- who is kept behind ---------------------------------------------------------------------------


@pytest.mark.rule("match", "M13.1")
async def test_who_sits_down_sees_it_as_it_stands_and_who_leaves_no_longer(table: Table) -> None:
    match = await DelayedMatch.created(table, delay={"ms": HOUR_MS})
    ada, bob = match.players
    async with table.live(match.id, ada) as socket, table.live(match.id) as other:
        assert [(await frame(one))["version"] for one in (socket, other)] == [0, 0]
        await ada.join(match.id, seat=0)
        assert (await frame(socket))["version"] == 1
        assert (await ada.view(match.id))["version"] == 1
        spectating = await ada.view(match.id, **{"as": "spectator"})
        assert (spectating["version"], spectating["seat"]) == (1, None)
        await match.send(0, {"kind": "match.leave"})
        await bob.join(match.id, seat=1)
        command = {"type": "command", "command_id": "late", "command": {"kind": "match.leave"}}
        await socket.send(json.dumps(command))
        answer = await frame(socket)  # and no commit before it
        assert (answer["type"], answer["code"]) == ("answer", "NOT_SEATED")
        assert (await ada.view(match.id))["version"] == 0
        async with table.live(match.id, ada, after=1) as again:
            problem = await frame(again)
            assert (problem["code"], problem["version"]) == ("HISTORY_REWOUND", 0)


async def test_who_plays_learns_nothing_by_watching_as_well(table: Table) -> None:
    match = await DelayedMatch.created(table, delay={"commits": COMMITS})
    ada = match.players[0]
    async with table.live(match.id, ada, after=0) as own, table.live(match.id, after=0) as other:
        await _play(match)
        mine, watched = [
            [one for one in await frames_until(socket, "ended") if one["type"] == "commit"]
            for socket in (own, other)
        ]
    assert [one["version"] for one in watched] == [one["version"] for one in mine]
    redacted = match.before - COMMITS  # the end opens all that comes with it
    assert redacted > 2
    for shown, known in zip(without_options(watched)[:redacted], mine, strict=False):
        assert holds(known, shown), (known, shown)


def holds(known: Any, shown: Any) -> bool:
    """Tell whether all that is shown is known too."""
    if shown == PLACEHOLDER:
        return True
    if isinstance(shown, dict):
        return all(name in known and holds(known[name], value) for name, value in shown.items())
    if isinstance(shown, list):
        return len(known) == len(shown) and all(map(holds, known, shown))
    return known == shown


async def test_a_spectator_that_acts_learns_nothing_of_how_things_stand(table: Table) -> None:
    match = await DelayedMatch.created(table, delay={"ms": HOUR_MS})
    eve = await table.player("Eve")
    signal = {"kind": "signal", "say": "hm"}
    answers: list[tuple[bytes, bytes]] = []
    for number, move in enumerate(match.moves()):
        await move()
        if number:  # all seats are taken
            sent = await eve.send(match.id, "e1", signal)
            wanted = await eve.client.post(f"/matches/{match.id}/seats", json={})
            assert (sent.status_code, wanted.status_code) == (403, 409)
            answers.append((sent.content, wanted.content))
    assert len(set(answers)) == 1
    assert b"version" not in b"".join(answers[0])


async def test_what_is_recorded_tells_who_is_kept_behind_no_more_than_that(table: Table) -> None:
    """Of a choice that lay sealed when its seat was lost, and of a seat that can't be had."""
    judge = await table.player("Judge")
    named = [{"account": judge.account}]
    match = await DelayedMatch.created(table, delay={"ms": HOUR_MS}, arbiters=named)
    (ada, bob), eve = match.players, await table.player("Eve")
    for seat, player in enumerate((ada, bob)):
        wanted = await eve.client.post(f"/matches/{match.id}/seats", json={"seat": 9})
        told = await eve.client.get(f"/matches/{match.id}/commands/{wanted.json()['command_id']}")
        assert (told.json()["code"], "version" in told.json()) == ("NO_SUCH_SEAT", seat == 0)
        await player.join(match.id, seat=seat)

    async def asked(player: Player, name: str) -> list[dict[str, Any]]:
        """Return what a player is told of a choice, asking and sending it again."""
        again = await player.send(match.id, name, choose("rock"), decision="round.1")
        return [
            (await player.client.get(f"/matches/{match.id}/commands/{name}")).json(),
            again.json(),
        ]

    sealed = {"command_id": "mine", "status": "sealed"}
    await ada.send(match.id, "mine", choose("rock"), decision="round.1")
    command = {"kind": "match.substitute", "seat": 0, "account": eve.account}
    assert (await judge.send(match.id, "sub", command)).status_code == 200
    assert await asked(ada, "mine") == [sealed] * 2
    await bob.send(match.id, "his", choose("rock"), decision="round.1")
    assert [one["status"] for one in await asked(bob, "his")] == ["accepted"] * 2
    assert await asked(ada, "mine") == [sealed] * 2

    left = {"kind": "match.resign"}
    assert (await bob.send(match.id, "end", left)).status_code == 200
    assert await asked(ada, "mine") == [sealed] * 2, "it is over, which she may not know"
    late = {"kind": "match.substitute", "seat": 1, "account": ada.account}
    assert (await judge.send(match.id, "late", late)).json()["code"] == "MATCH_CLOSED"


async def test_who_left_is_told_of_the_leaving_again(table: Table) -> None:
    match = await DelayedMatch.created(table, delay={"ms": HOUR_MS})
    (ada, _), leave = match.players, {"kind": "match.leave"}
    await ada.join(match.id, seat=0)
    first = await ada.send(match.id, "off", leave)
    assert first.json()["status"] == "accepted"
    assert (await ada.send(match.id, "off", leave)).json() == first.json()
