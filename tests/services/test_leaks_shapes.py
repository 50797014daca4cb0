"""What frames come and when, and how questions about others are refused, tells nothing either."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

from tests.services.company import Company, choose, company
from tests.services.witness import exchange, masked

if TYPE_CHECKING:
    from tests.services.stack import Stack
    from tests.services.witness import Answer, Stream

pytestmark = pytest.mark.server

PLAYERS = ("ada", "bob", "cat")
OTHERS = ("bob", "cat", "stranger", "spectator")
SIGNAL = {"kind": "signal", "say": "hm"}


async def seated(party: Company) -> None:
    for seat, name in enumerate(PLAYERS):
        await party.join(name, seat)


def shapes(stream: Stream, since: int) -> list[tuple[str, int, tuple[int, ...] | None]]:
    """Return type, version and who is awaited of the frames from one on."""
    told = [json.loads(frame) for frame in stream.frames[since:]]
    return [
        (
            frame["type"],
            frame["version"],
            tuple(one["seat"] for one in frame["pending"]) if "pending" in frame else None,
        )
        for frame in told
    ]


async def test_sealing_is_told_once_and_a_change_of_mind_never(service: Stack) -> None:
    async with company(service, "rps", *PLAYERS) as party:
        await seated(party)
        n = party.version
        streams = [s for name in OTHERS for s in party.witnesses[name].streams.values()]
        before = [len(stream.frames) for stream in streams]
        await party.does("ada", choose("rock"), decision="round.1")
        for stream in streams:
            await stream.reaches(n, {1, 2})
        summary = (await party.witnesses["cat"].get("")).body
        for choice in ("paper", "scissors", "rock"):
            await party.does("ada", choose(choice, spend=True), decision="round.1")
        assert (await party.witnesses["cat"].get("")).body == summary
        await party.does("bob", SIGNAL)  # what a change of mind brought would have come before
        for stream in streams:
            await stream.reaches(n + 1, {1, 2})
        pending = [("pending", n, (1, 2)), ("pending", n + 1, (1, 2))]
        commit = ("commit", n + 1, (0, 1, 2))
        line = ("commit", n + 1, None)
        expected = {
            "live": [pending[0], commit, pending[1]],
            "live-0": [pending[0], commit, pending[1]],
            "proof": [pending[0], line, pending[1]],
            "view": [("view", n, (1, 2)), ("view", n + 1, (1, 2))],
            "follow": [commit],
            "follow-proof": [line],
        }
        for stream, since in zip(streams, before, strict=True):
            assert shapes(stream, since) == expected[stream.name], stream.name


async def test_a_receipt_is_its_senders_alone(service: Stack) -> None:
    async with company(service, "rps", *PLAYERS, watching=False) as party:
        await seated(party)
        await party.does("ada", SIGNAL)
        (known,) = party.command_ids["ada"]
        unknown = known[:-1] + ("0" if known[-1] != "0" else "1")

        async def asked(name: str, command_id: str) -> Answer:
            return await party.witnesses[name].get(f"commands/{command_id}")

        assert (await asked("ada", known)).status == 200
        for name, status in (("bob", 404), ("stranger", 404), ("spectator", 401)):
            answers = [await asked(name, one) for one in (known, unknown)]
            assert [answer.status for answer in answers] == [status, status]
            assert masked(answers[0].raw) == masked(answers[1].raw)
        for body in (SIGNAL, choose("rock")):
            sent = [await say(party, "stranger", one, body) for one in (known, unknown)]
            assert [answer.status for answer in sent] == [403, 403]
            bodies = [answer.raw.replace(known.encode(), unknown.encode()) for answer in sent]
            assert masked(bodies[0]) == masked(bodies[1])
        # The id is free for everybody else.
        assert (await say(party, "bob", known, {**SIGNAL, "say": "ha"})).status == 200
        first, second = await asked("ada", known), await asked("bob", known)
        assert second.json()["version"] == first.json()["version"] + 1


async def say(party: Company, name: str, command_id: str, command: dict[str, Any]) -> Answer:
    return await party.call(name, "commands", {"command_id": command_id, "command": command})


async def test_a_seated_player_who_looks_on_sees_what_spectators_see(service: Stack) -> None:
    async with company(service, "rps", *PLAYERS) as party:
        await seated(party)
        await party.does("ada", choose("rock"), decision="round.1")
        ada, anybody = party.witnesses["ada"], party.witnesses["spectator"]
        await ada.streams["view"].until(lambda: ada.streams["view"].choice is not None)
        for at in ("", f"at={party.version - 1}&", "at=1&", "at=0&"):
            own = await ada.get(f"view?{at}as=spectator")
            others = await exchange(ada.url, "GET", f"/matches/{party.match}/view?{at}")
            assert masked(own.raw) == masked(others.raw)
        await anybody.streams["live"].reaches(party.version, {1, 2})
        for other in ("1", "2"):
            refused = [
                await party.witnesses[name].get(f"view?as={other}")
                for name in ("ada", "stranger", "spectator")
            ]
            assert [answer.json()["code"] for answer in refused] == ["FORBIDDEN"] * 3


async def test_who_has_left_is_a_stranger_also_on_the_socket_it_had_open(service: Stack) -> None:
    async with company(service, "rps", *PLAYERS, "dee") as party:
        await party.join("ada", 0)
        await party.join("dee", 1)
        await party.does("dee", {"kind": "match.leave"})
        await party.join("bob", 1)
        await party.join("cat", 2)
        await party.does("bob", choose("rock", spend=True), decision="round.1")
        await party.does("ada", SIGNAL)
        await party.look()
        gone, stranger = party.witnesses["dee"], party.witnesses["stranger"]
        for name in ("live-0", "proof", "follow", "follow-proof"):
            own, others = gone.streams[name].frames, stranger.streams[name].frames
            assert own[2:] == others[2:], name  # Ada's join and its own came before
        for channel in ("view", "log", "log?proof=1", "export"):
            own, others = await gone.get(channel), await stranger.get(channel)
            assert masked(own.raw) == masked(others.raw), channel
        assert gone.streams["view"].frames[-1] == stranger.streams["view"].frames[-1]
        # A command of the leaver's is answered like a stranger's, but for its own of before.
        assert (await gone.get(f"commands/{party.command_ids['dee'][0]}")).status == 200
        refused = [await say(party, name, "x", SIGNAL) for name in ("dee", "stranger")]
        assert masked(refused[0].raw) == masked(refused[1].raw)
