"""A seat changes hands: from that commit on it is the other account's, in every channel."""

from __future__ import annotations

import asyncio
import json
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Any

import pytest

from tests.services.canary import found_in, words
from tests.services.gateway_helpers import frame, frames_until
from tests.services.life import (
    arbiters,
    commits,
    done,
    genuine,
    no,
    seated,
    send,
    summary,
    to_the_end,
)
from tests.services.projections import until

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from tests.services.canary import Canaries
    from tests.services.gateway_helpers import Player, Table

pytestmark = pytest.mark.server

CANARY = {"rounds": 2, "canary": True}


class Change:
    """Seat 0 is Ada's, then Eve's; Carla judges."""

    def __init__(self, ada: Player, bob: Player, eve: Player, judge: Player) -> None:
        self.ada, self.bob, self.eve, self.judge = ada, bob, eve, judge
        self.match = ""

    async def happens(self) -> int:
        command = {"seat": 0, "account": self.eve.account}
        return await done(self.judge, self.match, "match.substitute", **command)


@pytest.fixture
async def change(table: Table) -> Change:
    ada, bob = await table.player("Ada"), await table.player("Bob")
    made = Change(ada, bob, await table.player("Eve"), await table.player("Carla"))
    made.match = await seated(
        ada, ada, bob, game="rps", config=CANARY, arbiters=arbiters(made.judge)
    )
    return made


async def choose(player: Player, match: str, decision: str, choice: str, **more: Any) -> Any:
    fields = {"choice": choice, "decision": decision, **more}
    return (await send(player, match, "choose", **fields)).json()


# --- who plays ----------------------------------------------------------------------------------


async def test_the_seat_is_played_by_who_has_it_now(table: Table, change: Change) -> None:
    match, ada, eve = change.match, change.ada, change.eve
    assert await no(eve, match, "signal", say="hm") == (403, "NOT_SEATED")
    version = await change.happens()
    assert (await summary(table, match))["seats"] == [eve.account, change.bob.account]
    assert await no(ada, match, "signal", say="hm") == (403, "NOT_SEATED")
    assert (await choose(ada, match, "round.1", "rock"))["code"] == "NOT_SEATED"
    assert await done(eve, match, "signal", say="hm") == version + 1
    (told,) = await commits(table, match, after=version)
    assert told["actor"] == "seat:0"
    back = {"seat": 1, "account": eve.account}
    assert await no(change.judge, match, "match.substitute", **back) == (409, "ALREADY_SEATED")
    back = {"seat": 1, "account": ada.account}
    assert await no(change.judge, match, "match.substitute", **back) == (422, "HELD_ANOTHER_SEAT")
    back = {"seat": 1, "account": change.judge.account}
    assert await no(change.judge, match, "match.substitute", **back) == (403, "ARBITER")


async def test_a_seat_is_given_to_accounts_that_exist(change: Change) -> None:
    command = {"kind": "match.substitute", "seat": 0, "account": "a" * 20}
    for _ in range(2):  # nothing is recorded
        answer = await change.judge.send(change.match, "sub", command)
        told = answer.json()
        assert (answer.status_code, told["code"]) == (422, "ACCOUNT_NOT_FOUND")
        assert told["errors"][0]["path"] == "command.account"
    command["account"] = change.eve.account
    answer = await change.judge.send(change.match, "sub", command)
    assert answer.json()["status"] == "accepted"


async def test_a_sealed_choice_stands_as_the_new_holders(table: Table, change: Change) -> None:
    match, ada, eve = change.match, change.ada, change.eve
    answer = await ada.send(match, "mine", {"kind": "choose", "choice": "rock"}, decision="round.1")
    assert answer.json()["status"] == "sealed"
    await change.happens()
    view = await eve.view(match)
    assert view["sealed"]["command"]["choice"] == "rock"
    assert [entry["seat"] for entry in view["pending"]] == [1]
    assert [entry["seat"] for entry in (await summary(table, match))["pending"]] == [1]
    assert "sealed" not in await ada.view(match)
    await choose(change.bob, match, "round.1", "scissors")
    assert (await eve.view(match))["view"]["points"] == [1, 0]
    outcome = (await ada.client.get(f"/matches/{match}/commands/mine")).json()
    assert outcome["status"] == "accepted", "its own command is told to who sent it"


async def test_the_new_holder_may_choose_again(table: Table, change: Change) -> None:
    match, ada, eve = change.match, change.ada, change.eve
    await ada.send(match, "mine", {"kind": "choose", "choice": "rock"}, decision="round.1")
    await change.happens()
    assert (await choose(eve, match, "round.1", "paper"))["status"] == "sealed"
    outcome = (await ada.client.get(f"/matches/{match}/commands/mine")).json()
    assert outcome == {"command_id": "mine", "status": "sealed"}, (
        "as if nothing had been chosen anew"
    )
    for figure, round_ in (("rock", 1), ("rock", 2)):
        await choose(change.bob, match, f"round.{round_}", figure)
        if round_ == 1:
            await choose(eve, match, "round.2", "paper")
    await to_the_end(table, match)
    outcome = (await ada.client.get(f"/matches/{match}/commands/mine")).json()
    assert outcome["status"] == "replaced"
    assert (await summary(table, match))["outcome"]["winners"] == [0]
    assert await genuine(table, match)


# --- who sees what ------------------------------------------------------------------------------


async def test_the_new_holder_sees_all_of_the_seats_past(change: Change) -> None:
    match, ada, eve = change.match, change.ada, change.eve
    card = (await ada.view(match))["view"]["card"]
    dealt = (await commits(ada, match))[2]
    assert (await eve.view(match))["view"]["card"] is None
    version = await change.happens()
    view = await eve.view(match)
    assert (view["seat"], view["view"]["card"]) == (0, card)
    for at in (3, version):
        assert (await eve.view(match, at=at))["view"]["card"] == card
        past = await ada.view(match, at=at)
        assert (past["seat"], past["view"]["card"]) == (None, None)
    assert (await commits(eve, match))[2] == dealt
    assert card["name"] not in json.dumps(await commits(ada, match))
    export = (await eve.client.get(f"/matches/{match}/export")).text
    assert card["name"] in export
    assert card["name"] not in (await ada.client.get(f"/matches/{match}/export")).text
    refused = await ada.client.get(f"/matches/{match}/view?as=0")
    assert refused.json()["code"] == "FORBIDDEN"


class Ears:
    """Everything that one account's open channels bring it from now on."""

    def __init__(self) -> None:
        self.heard: list[bytes] = []

    def before(self, version: int) -> bytes:
        """Return what came of versions before one."""
        told = [text for text in self.heard if json.loads(text).get("version", version) < version]
        return b"\n".join(told)


@asynccontextmanager
async def listening(table: Table, player: Player, match: str, after: int) -> AsyncIterator[Ears]:
    """Open every kind of channel, up to date with a version; all are read to their end."""
    ears, up_to_date = Ears(), asyncio.Semaphore(0)

    async def on_socket(**hello: Any) -> None:
        async with table.live(match, player, **hello) as socket:
            if hello.get("mode") == "view":
                await frame(socket)
            up_to_date.release()
            async for text in socket:
                ears.heard.append(str(text).encode())

    async def on_log(**query: Any) -> None:
        path = f"/matches/{match}/log"
        async with player.client.stream("GET", path, params={"follow": 1, **query}) as answer:
            up_to_date.release()
            async for line in answer.aiter_lines():
                ears.heard.append(line.encode() or b"{}")

    channels = (
        on_socket(after=after),
        on_socket(after=after, proof=True),
        on_socket(mode="view"),
        on_log(after=after),
        on_log(after=after, proof=1),
    )
    async with asyncio.TaskGroup() as group:
        for channel in channels:
            group.create_task(channel)
        for _ in channels:
            await up_to_date.acquire()
        yield ears


async def test_the_old_holders_open_channels_bring_nothing_secret_any_more(
    table: Table, change: Change
) -> None:
    match, ada, bob, eve = change.match, change.ada, change.bob, change.eve
    await choose(ada, match, "round.1", "rock")
    card = (await ada.view(match))["view"]["card"]["name"]
    secrets: Canaries = {"card": words(card), "choice": words('"spend":true', '\\"spend\\":true')}

    async def shown(ears: Ears, name: str) -> bool:
        return name in found_in(ears.before(1_000), secrets)

    async with (
        asyncio.timeout(20),
        listening(table, ada, match, 3) as old,
        listening(table, eve, match, 3) as new,
    ):
        version = await change.happens()
        await until(lambda: shown(new, "card"))
        await choose(bob, match, "round.1", "scissors")
        await choose(eve, match, "round.2", "rock", spend=True)
        await until(lambda: shown(new, "choice"))
        await choose(bob, match, "round.2", "scissors")
    opened = version + 2  # where all is open to all
    assert old.before(opened).count(b"substituted") == 4
    assert found_in(old.before(opened), secrets) == []
    assert found_in(new.before(opened), secrets) == ["card", "choice"]
    assert found_in(old.before(opened + 3), secrets) == ["card", "choice"]
    assert await genuine(table, match)


async def test_the_old_holders_socket_plays_no_more(table: Table, change: Change) -> None:
    match, ada, eve = change.match, change.ada, change.eve
    async with table.live(match, ada, after=3) as old, table.live(match, eve, after=3) as new:
        said = {"kind": "signal", "say": "hm"}
        version = await change.happens()
        for socket in (old, new):
            told = (await frames_until(socket, "commit"))[-1]
            assert told["version"] == version
            assert bool(told["options"]) == (socket is new)
        for socket, status in ((old, "refused"), (new, "accepted")):
            sent = {"type": "command", "command_id": "x", "command": said}
            await socket.send(json.dumps(sent))
            answer = (await frames_until(socket, "answer"))[-1]
            assert answer["status"] == status
            assert answer.get("code") == (None if socket is new else "NOT_SEATED")
