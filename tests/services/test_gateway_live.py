"""The live socket: hello, commits, pending, views, answers, proof, resuming, and its end."""

from __future__ import annotations

import asyncio
import json
from typing import TYPE_CHECKING, Any

import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, InvalidStatus

from tests.services.gateway_helpers import choose, frame, frames_until, play_out, two_at_table

if TYPE_CHECKING:
    from tests.services.gateway_helpers import Table

pytestmark = pytest.mark.server


async def test_a_snapshot_then_gapless_commits_then_the_end(table: Table) -> None:
    match, ada, bob = await two_at_table(table, rounds=2)
    async with table.live(match) as spectator, table.live(match, ada) as socket:
        snapshots = [await frame(one) for one in (spectator, socket)]
        assert [one["type"] for one in snapshots] == ["snapshot", "snapshot"]
        assert [one["seat"] for one in snapshots] == [None, 0]
        assert snapshots[1] == {"type": "snapshot", **await ada.view(match)}
        await play_out(match, ada, bob)
        for one, start in ((spectator, snapshots[0]), (socket, snapshots[1])):
            frames = await frames_until(one, "ended")
            commits = [f for f in frames if f["type"] == "commit"]
            versions = [f["version"] for f in commits]
            assert versions == list(range(start["version"] + 1, versions[-1] + 1))
            assert frames[-1]["outcome"] == {"winners": [0], "draw": False, "points": [2, 0]}
            assert all(f["match_id"] == match for f in frames)
            with pytest.raises(ConnectionClosed) as closed:
                await one.recv()
            assert closed.value.rcvd is not None
            assert closed.value.rcvd.code == 1000


async def test_commands_on_the_socket_are_answered_by_their_id(table: Table) -> None:
    match, ada, _ = await two_at_table(table)
    async with table.live(match, ada) as socket:
        await frame(socket)
        signal = {"kind": "signal", "say": "hm"}
        await socket.send(json.dumps({"type": "command", "command_id": "s1", "command": signal}))
        frames = [await frame(socket), await frame(socket)]
        answer = next(f for f in frames if f["type"] == "answer")
        commit = next(f for f in frames if f["type"] == "commit")
        assert (answer["command_id"], answer["status"]) == ("s1", "accepted")
        assert (answer["version"], answer["head"]) == (commit["version"], commit["head"])
        assert commit["options"] == (await ada.view(match))["options"]
        await socket.send(json.dumps({"type": "command", "command_id": "s2", "command": signal}))
        refused = await frame(socket)
        assert (refused["status"], refused["code"], refused["rule"]) == (
            "refused",
            "SIGNALLED",
            "1.4",
        )
        again = await ada.send(match, "s1", signal)
        assert again.json()["version"] == answer["version"]


async def test_sealing_shrinks_pending_and_changing_ones_mind_tells_nothing(table: Table) -> None:
    match, ada, bob = await two_at_table(table)
    async with table.live(match, bob) as rival, table.live(match) as spectator:
        for socket in (rival, spectator):
            await frame(socket)
        for number, choice in enumerate(("rock", "paper", "rock")):
            await ada.send(match, f"c{number}", choose(choice), decision="round.1")
        await bob.send(match, "c9", choose("scissors"), decision="round.1")
        for socket in (rival, spectator):
            pending, commit = await frame(socket), await frame(socket)
            assert pending["type"] == "pending"
            assert [entry["seat"] for entry in pending["pending"]] == [1]
            assert commit["type"] == "commit"
            assert commit["actor"] == "sealed"
            assert [entry["seat"] for entry in commit["pending"]] == [0, 1]


async def test_resuming_leaves_no_gap_and_repeats_nothing(table: Table) -> None:
    match, ada, bob = await two_at_table(table, rounds=9)
    known = 0
    seen: list[int] = []
    for number in range(1, 6):
        async with table.live(match, ada, after=known) as socket:
            say = {"kind": "signal", "say": "hm"}
            await ada.send(match, f"s{number}", say)
            for player in (ada, bob):
                command = choose("rock")
                await player.send(match, f"c{number}", command, decision=f"round.{number}")
            target = (await ada.view(match))["version"]
            while known < target:
                got = await frame(socket)
                if got["type"] == "commit":
                    seen.append(got["version"])
                    known = got["version"]
    assert seen == list(range(1, known + 1))


async def test_a_reconnect_is_told_once_who_has_sealed(table: Table) -> None:
    match, ada, bob = await two_at_table(table)
    await ada.send(match, "c1", choose("rock"), decision="round.1")
    version = (await bob.view(match))["version"]
    async with table.live(match, bob, after=version) as socket:
        told = await frame(socket)
        assert (told["type"], told["version"]) == ("pending", version)
        assert [entry["seat"] for entry in told["pending"]] == [1]


async def test_a_version_that_never_was_is_told(table: Table) -> None:
    match, ada, _ = await two_at_table(table)
    version = (await ada.view(match))["version"]
    async with table.live(match, ada, after=version + 5) as socket:
        told = await frame(socket)
        assert (told["type"], told["code"], told["version"]) == (
            "problem",
            "HISTORY_REWOUND",
            version,
        )
        with pytest.raises(ConnectionClosed):
            await socket.recv()


async def test_the_view_mode_sends_whole_views(table: Table) -> None:
    match, ada, bob = await two_at_table(table)
    async with table.live(match, ada, mode="view") as socket:
        first = await frame(socket)
        await bob.send(match, "s1", {"kind": "signal", "say": "ha"})
        second = await frame(socket)
        assert (first["type"], second["type"]) == ("snapshot", "view")
        assert second == {"type": "view", **await ada.view(match)}
        await ada.send(match, "c1", choose("rock"), decision="round.1")
        third = await frame(socket)
        assert third["sealed"]["command"]["choice"] == "rock"


async def test_proof_frames_hold_the_lines_of_the_export(table: Table) -> None:
    match, ada, bob = await two_at_table(table)
    async with table.live(match, ada, after=0, proof=True) as socket:
        await bob.send(match, "s1", {"kind": "signal", "say": "ha"})
        export = (await ada.client.get(f"/matches/{match}/export")).text.splitlines()
        lines = [json.loads(line) for line in export[1:-1]]
        for line in lines:
            got = await frame(socket)
            assert {name: got[name] for name in line} == line
        assert "salt" in lines[-1]["private"]["seat:0"]
        assert isinstance(lines[-1]["private"]["seat:1"], str)


async def test_joining_is_seen_by_those_who_wait(table: Table) -> None:
    ada, bob = await table.player("Ada"), await table.player("Bob")
    created = await ada.client.post("/matches", json={"game": "rps", "seats": 2})
    match = created.json()["match_id"]
    async with table.live(match, ada) as socket:
        assert (await frame(socket))["view"] is None
        await ada.join(match)
        await bob.join(match)
        frames = [await frame(socket) for _ in range(3)]
        kinds = [f["events"][0]["kind"] for f in frames]
        assert kinds == ["match.joined", "match.joined", "match.started"]
        assert frames[2]["events"][1]["cards"][1] == {"hidden": True}
        assert "name" in frames[2]["events"][1]["cards"][0]
        assert frames[2]["options"]


@pytest.mark.parametrize(
    ("sent", "code"),
    [
        ("{", "MALFORMED"),
        ("[]", "MALFORMED"),
        (b"\x00\x01", "MALFORMED"),
        ('{"type":"dance"}', "MALFORMED"),
        ('{"type":"hello"}', "MALFORMED"),
        ('{"type":"command","command_id":"c","command":{"kind":"dance"}}', "MALFORMED"),
        ('{"type":"command","command_id":"c!","command":{"kind":"match.resign"}}', "MALFORMED"),
        (
            '{"type":"command","command_id":"c","command":{"kind":"match.resign"},"x":1}',
            "MALFORMED",
        ),
        ('{"type":"pong","x":"\\ud800"}', "MALFORMED"),
        ('{"type":"pong","x":' + "[" * 100 + "]" * 100 + "}", "MALFORMED"),
        ('{"type":"pong","x":' + "9" * 400 + "}", "MALFORMED"),
        ('{"type":"pong","x":"' + "a" * 70_000 + '"}', "TOO_LARGE"),
    ],
)
async def test_a_wrong_frame_is_a_problem_and_no_more(
    table: Table, sent: str | bytes, code: str
) -> None:
    match, ada, _ = await two_at_table(table)
    async with table.live(match, ada) as socket:
        await frame(socket)
        await socket.send(sent)
        told = await frame(socket)
        assert told["code"] == code
        assert told.get("fatal", False) is False
        answer = await ada.send(match, "s1", {"kind": "signal", "say": "hm"})
        assert answer.status_code == 200
        assert (await frame(socket))["type"] == "commit"


@pytest.mark.parametrize(
    ("members", "path"),
    [
        ({"command": {"kind": "signal", "say": 1.5}}, "command.say"),
        ({"command": {"kind": "signal", "say": 2**60}}, "command.say"),
        ({"command": {"kind": "signal", "say": "hm"}, "x": 1}, "x"),
        ({"command": [1]}, "command"),
        ({"type": "dance"}, "type"),
        ({"type": "hello"}, None),
        ({"command": {"kind": "signal", "say": "a" * 70_000}}, None),
    ],
)
async def test_who_waits_for_a_command_is_told_that_its_frame_was_wrong(
    table: Table, members: dict[str, Any], path: str | None
) -> None:
    match, ada, _ = await two_at_table(table)
    said = {"type": "command", "command_id": "b1", **members}
    async with table.live(match, ada) as socket:
        await frame(socket)
        for sent in (json.dumps(said), json.dumps(said).encode()):
            await socket.send(sent)
            told = await frame(socket)
            assert (told["type"], told["command_id"], told["fatal"]) == ("problem", "b1", False)
            is_text = isinstance(sent, str)
            assert [e["path"] for e in told.get("errors", [])] == [path] * (is_text and bool(path))


@pytest.mark.parametrize("wrong", [{}, {"command_id": 7}, {"command_id": "b 1"}])
async def test_a_command_without_a_right_id_is_told_where_it_belongs(
    table: Table, wrong: dict[str, Any]
) -> None:
    match, ada, _ = await two_at_table(table)
    said = {"type": "command", "command": {"kind": "signal", "say": "hm"}, **wrong}
    async with table.live(match, ada) as socket:
        await frame(socket)
        await socket.send(json.dumps(said))
        told = await frame(socket)
        assert [error["path"] for error in told["errors"]] == ["command_id"]
        assert "command_id" not in told


async def test_a_command_before_the_hello_is_refused_by_its_id(table: Table) -> None:
    match, _, _ = await two_at_table(table)
    async with connect(f"{table.url.replace('http', 'ws', 1)}/matches/{match}/live") as socket:
        await socket.send(json.dumps({"type": "command", "command_id": "b1", "command": {}}))
        told = await frame(socket)
        assert (told["command_id"], told["fatal"]) == ("b1", True)


@pytest.mark.parametrize(
    ("hello", "code"),
    [
        ({"type": "command"}, "MALFORMED"),
        ({"type": "hello", "token": "x" * 43}, "UNAUTHORIZED"),
        ({"type": "hello", "after": -1}, "MALFORMED"),
        ({"type": "hello", "after": "1"}, "MALFORMED"),
        ({"type": "hello", "unknown": 1}, "MALFORMED"),
        ({"type": "hello", "mode": "view", "proof": True}, "MALFORMED"),
    ],
)
async def test_a_wrong_hello_is_refused(table: Table, hello: dict[str, Any], code: str) -> None:
    match, _, _ = await two_at_table(table)
    address = f"{table.url.replace('http', 'ws', 1)}/matches/{match}/live"
    async with connect(address) as socket:
        await socket.send(json.dumps(hello))
        told = await frame(socket)
        assert (told["type"], told["code"], told["fatal"]) == ("problem", code, True)
        with pytest.raises(ConnectionClosed):
            await socket.recv()


async def test_a_spectator_may_not_command(table: Table) -> None:
    match, _, _ = await two_at_table(table)
    async with table.live(match) as socket:
        await frame(socket)
        command = {"kind": "match.resign"}
        await socket.send(json.dumps({"type": "command", "command_id": "c", "command": command}))
        told = await frame(socket)
        assert (told["code"], told["command_id"]) == ("UNAUTHORIZED", "c")


@pytest.mark.parametrize(
    ("path", "headers", "status"),
    [
        ("/matches/NOT%20AN%20ID/live", {}, 404),
        ("/matches/{match}/live?token=abc", {}, 400),
        ("/matches/{match}/live", {"Origin": "https://elsewhere.example"}, 403),
        ("/matches/{match}/live", {"Origin": "null"}, 403),
        ("/matches/{match}/live", {"Authorization": "Bearer " + "x" * 43}, 401),
    ],
)
async def test_a_socket_that_may_not_be_is_refused_at_the_door(
    table: Table, path: str, headers: dict[str, str], status: int
) -> None:
    match, _, _ = await two_at_table(table)
    address = table.url.replace("http", "ws", 1) + path.format(match=match)
    with pytest.raises(InvalidStatus) as refused:
        await connect(address, additional_headers=headers)
    assert refused.value.response.status_code == status
    assert json.loads(refused.value.response.body)["status"] == status


async def test_a_socket_of_no_match_is_refused_once_it_is_known_who_asks(table: Table) -> None:
    """At the door to who says so there, else after the hello: the match may be there for some."""
    ada = await table.player("Ada")
    address = f"{table.url.replace('http', 'ws', 1)}/matches/nosuchmatchatall/live"
    with pytest.raises(InvalidStatus) as refused:
        await connect(address, additional_headers={"Authorization": f"Bearer {ada.token}"})
    assert refused.value.response.status_code == 404
    async with table.live("nosuchmatchatall", ada) as socket:
        told = await frame(socket)
        assert (told["type"], told["code"], told["fatal"]) == ("problem", "MATCH_NOT_FOUND", True)


async def test_a_page_of_the_gateways_own_may_open_a_socket(table: Table) -> None:
    match, _, _ = await two_at_table(table)
    address = f"{table.url.replace('http', 'ws', 1)}/matches/{match}/live"
    async with connect(address, additional_headers={"Origin": table.url}) as socket:
        await socket.send('{"type":"hello"}')
        assert (await frame(socket))["type"] == "snapshot"


async def test_many_watch_one_match(table: Table) -> None:
    match, ada, bob = await two_at_table(table, rounds=1)
    started = (await ada.view(match))["version"]
    connected = asyncio.Barrier(21)  # who comes later is told of fewer who are awaited

    async def watch() -> list[dict[str, Any]]:
        async with table.live(match, after=0) as socket:
            begun = [await frame(socket) for _ in range(started)]
            await connected.wait()
            return begun + await frames_until(socket, "ended")

    watching = [asyncio.create_task(watch()) for _ in range(20)]
    await connected.wait()
    await play_out(match, ada, bob)
    commits = [[f for f in await one if f["type"] == "commit"] for one in watching]
    plain = [[{**f, "options": None} for f in one] for one in commits]
    assert all(one == plain[0] for one in plain)
