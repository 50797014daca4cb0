"""A move is taken back over the API; the log keeps it."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

import pytest

from tests.services.gateway_helpers import frame
from tests.services.life import SECOND, done, genuine, kinds, no, seated, send, summary, to_the_end

if TYPE_CHECKING:
    from tests.services.gateway_helpers import Player, Table

pytestmark = pytest.mark.server

CLOCK = {"kind": "bank", "bank_ms": 60 * SECOND, "increment_ms": 5 * SECOND}


async def taken_back(one: Player, other: Player, match: str) -> int:
    """Let one offer to take its move back and the other agree; return the version after."""
    offer = await done(one, match, "match.offer", what="take_back")
    return await done(other, match, "match.agree", offer=offer)


async def total(player: Player, match: str, **query: Any) -> int:
    return (await player.view(match, **query))["view"]["total"]


async def test_the_game_stands_as_before_the_move_and_the_log_keeps_all(table: Table) -> None:
    ada, bob = await table.player("Ada"), await table.player("Bob")
    match = await seated(ada, ada, bob, config={"goal": 4})
    await done(ada, match, "add", amount=1)
    moved = await done(bob, match, "add", amount=2)
    assert await total(ada, match) == 3
    after = await taken_back(bob, ada, match)
    assert [await total(ada, match, at=at) for at in (moved, after - 1)] == [3, 3]
    assert await total(ada, match) == 1
    view = await bob.view(match)
    assert view["options"], "the decision is open again"
    assert {entry["decision"] for entry in view["pending"]} == {"add.1~1"}
    assert await done(bob, match, "add", amount=3, decision="add.1~1") == after + 1
    log = await to_the_end(table, match)
    told = [event for commit in log for event in commit["events"]]
    back = next(event for event in told if event["kind"] == "match.taken_back")
    assert back == {"kind": "match.taken_back", "seat": 1, "version": moved}
    assert kinds(log).count("added") == 3
    assert (await summary(table, match))["outcome"]["winners"] == [1]
    assert await genuine(table, match)


async def test_a_late_answer_does_not_meet_the_decision_that_is_open_again(table: Table) -> None:
    ada, bob = await table.player("Ada"), await table.player("Bob")
    match = await seated(ada, ada, bob)
    await done(ada, match, "add", amount=1, decision="add.0")
    await taken_back(ada, bob, match)
    late = await no(bob, match, "add", amount=1, decision="add.0")
    assert late == (409, "DECISION_CLOSED")


async def test_only_ones_own_newest_move_is_taken_back_and_not_too_often(table: Table) -> None:
    ada, bob = await table.player("Ada"), await table.player("Bob")
    match = await seated(ada, ada, bob, bounds={"take_backs": 1})
    nothing = (409, "NOTHING_TO_TAKE_BACK")
    assert await no(ada, match, "match.offer", what="take_back") == nothing
    await done(ada, match, "add", amount=1)
    assert await no(bob, match, "match.offer", what="take_back") == nothing
    await taken_back(ada, bob, match)
    assert await no(ada, match, "match.offer", what="take_back") == nothing
    await done(ada, match, "add", amount=1)
    often = (422, "TOO_MANY_OFFERS")
    assert await no(ada, match, "match.offer", what="take_back") == often


async def test_what_was_sealed_is_not_taken_back(table: Table) -> None:
    ada, bob = await table.player("Ada"), await table.player("Bob")
    match = await seated(ada, ada, bob, game="rps")
    for player, choice in ((ada, "rock"), (bob, "paper")):
        await send(player, match, "choose", choice=choice, decision="round.1")
    assert (await ada.view(match))["view"]["round"] == 2
    refused = await no(ada, match, "match.offer", what="take_back")
    assert refused == (409, "NOTHING_TO_TAKE_BACK")


async def test_clocks_stand_as_before_the_move_less_what_it_took(table: Table) -> None:
    ada, bob = await table.player("Ada"), await table.player("Bob")
    match = await seated(ada, ada, bob, clock=CLOCK)
    await done(ada, match, "add", amount=1)
    added = (await summary(table, match))["clocks"]
    assert added[0]["bank_ms"] > 60 * SECOND, "it has its increment"
    await taken_back(ada, bob, match)
    told = await summary(table, match)
    spent = [60 * SECOND - clock["bank_ms"] for clock in told["clocks"]]
    assert all(0 <= ms < 5 * SECOND for ms in spent)
    assert {entry["deadline"] for entry in told["pending"]} == {
        max(clock["since"] + clock["bank_ms"] for clock in told["clocks"])
    }
    await done(bob, match, "match.resign")
    await done(ada, match, "match.resign")
    await to_the_end(table, match)
    assert await genuine(table, match)


async def test_sockets_go_on_after_a_move_was_taken_back(table: Table) -> None:
    ada, bob = await table.player("Ada"), await table.player("Bob")
    match = await seated(ada, ada, bob)
    async with (
        table.live(match, bob, after=3) as socket,
        table.live(match, bob, mode="view") as eye,
    ):
        await frame(eye)
        moved = await done(ada, match, "add", amount=3)
        back = await taken_back(ada, bob, match)
        frames = [await frame(socket) for _ in range(3)]
        assert [one["version"] for one in frames] == [moved, moved + 1, back]
        assert frames[-1]["options"]
        async with asyncio.timeout(10):
            while (shown := await frame(eye))["version"] < back:
                pass
        assert shown["view"]["total"] == 0
