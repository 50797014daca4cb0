"""What seats offer each other over the API: draws, pauses, time."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.services.gateway_helpers import frame
from tests.services.life import (
    SECOND,
    arbiters,
    commits,
    done,
    genuine,
    kinds,
    no,
    seated,
    summary,
    to_the_end,
    until,
)

if TYPE_CHECKING:
    from tests.services.gateway_helpers import Player, Table

pytestmark = pytest.mark.server

CLOCK = {"kind": "bank", "bank_ms": 60 * SECOND}


async def three(table: Table) -> tuple[Player, Player, Player]:
    return (
        await table.player("Ada"),
        await table.player("Bob"),
        await table.player("Chandra"),
    )


async def test_a_draw_is_agreed_by_all_and_ends_the_match(table: Table) -> None:
    ada, bob, chandra = await three(table)
    match = await seated(ada, ada, bob, chandra)
    offer = await done(ada, match, "match.offer", what="draw")
    standing = {"offer": offer, "what": "draw", "seat": 0, "agreed": []}
    assert (await summary(table, match))["offers"] == [standing]
    assert await no(bob, match, "match.offer", what="draw") == (409, "OFFER_STANDS")
    assert await no(ada, match, "match.agree", offer=offer) == (409, "AGREED_ALREADY")
    await done(bob, match, "match.agree", offer=offer)
    assert (await chandra.view(match))["offers"] == [{**standing, "agreed": [1]}]
    await done(chandra, match, "match.agree", offer=offer)
    outcome = {"winners": [], "draw": True, "verdict": "draw", "reason": "All seats agreed."}
    told = await summary(table, match)
    assert (told["status"], told["outcome"]) == ("closed", outcome)
    assert "offers" not in told
    assert await genuine(table, match)


async def test_no_draw_is_offered_where_the_game_knows_none(table: Table) -> None:
    ada, bob, _ = await three(table)
    match = await seated(ada, ada, bob, game="rps")
    assert await no(ada, match, "match.offer", what="draw") == (422, "NO_DRAWS")


async def test_an_offer_is_off_when_somebody_declines_or_the_game_moves_on(table: Table) -> None:
    ada, bob, _ = await three(table)
    match = await seated(ada, ada, bob)
    first = await done(ada, match, "match.offer", what="draw")
    await done(bob, match, "match.decline", offer=first)
    assert await no(bob, match, "match.agree", offer=first) == (409, "OFFER_CLOSED")
    second = await done(bob, match, "match.offer", what="draw")
    await done(bob, match, "add", amount=1)
    assert await no(ada, match, "match.agree", offer=second) == (409, "OFFER_CLOSED")
    assert "offers" not in await summary(table, match)


async def test_a_seat_makes_so_many_offers_of_each_kind_only(table: Table) -> None:
    ada, bob, _ = await three(table)
    match = await seated(ada, ada, bob, bounds={"offers": 1}, clock=CLOCK)
    offer = await done(ada, match, "match.offer", what="draw")
    await done(ada, match, "match.decline", offer=offer)
    assert await no(ada, match, "match.offer", what="draw") == (422, "TOO_MANY_OFFERS")
    await done(ada, match, "match.offer", what="pause")
    await done(ada, match, "match.give_time", seat=1, ms=SECOND)
    again = await no(ada, match, "match.give_time", seat=1, ms=SECOND)
    assert again == (422, "TOO_MANY_OFFERS")


async def test_a_pause_begins_and_ends_by_agreement(table: Table) -> None:
    ada, bob, _ = await three(table)
    judge = await table.player("Carla")
    match = await seated(ada, ada, bob, clock=CLOCK, arbiters=arbiters(judge))
    assert await no(ada, match, "match.offer", what="resume") == (409, "NOT_PAUSED")
    await done(bob, match, "match.agree", offer=await done(ada, match, "match.offer", what="pause"))
    told = await summary(table, match)
    assert (told["paused"]["by"], told["pending"]) == ("consent", [])
    paused = told["at"]
    assert await no(ada, match, "add", amount=1) == (409, "MATCH_PAUSED")
    offer = await done(bob, match, "match.offer", what="resume")
    await done(ada, match, "match.agree", offer=offer)
    told = await summary(table, match)
    assert "paused" not in told
    passed = told["at"] - paused
    assert [clock["credit_ms"] for clock in told["clocks"]] == [passed, passed]
    await done(ada, match, "add", amount=1)
    await done(judge, match, "match.pause")
    assert await no(ada, match, "match.offer", what="resume") == (409, "MATCH_PAUSED")


async def test_a_pause_by_agreement_ends_by_itself(table: Table) -> None:
    ada, bob, _ = await three(table)
    match = await seated(ada, ada, bob, bounds={"pause_ms": SECOND})
    await done(bob, match, "match.agree", offer=await done(ada, match, "match.offer", what="pause"))
    assert (await until(table, match, "match.resumed"))["by"] == "limit"
    await done(ada, match, "add", amount=1)


async def test_time_is_given_to_others(table: Table) -> None:
    ada, bob, _ = await three(table)
    match = await seated(ada, ada, bob, clock=CLOCK)
    before = {entry["seat"]: entry["deadline"] for entry in (await ada.view(match))["pending"]}
    await done(ada, match, "match.give_time", seat=1, ms=5 * SECOND)
    view = await bob.view(match)
    assert view["clocks"][1]["bank_ms"] == 65 * SECOND
    # Any of them may answer, so that the decision expires with the last clock.
    after = {entry["deadline"] for entry in view["pending"]}
    assert after == {before[1] + 5 * SECOND}
    assert await no(ada, match, "match.give_time", seat=0, ms=SECOND) == (422, "OWN_SEAT")
    timeless = await seated(ada, ada, bob)
    gift = await no(ada, timeless, "match.give_time", seat=1, ms=SECOND)
    assert gift == (422, "NO_CLOCK")


async def test_offers_are_for_those_who_play(table: Table) -> None:
    ada, bob, other = await three(table)
    match = await seated(ada, ada, bob)
    offer = await done(ada, match, "match.offer", what="draw")
    assert await no(other, match, "match.agree", offer=offer) == (403, "NOT_SEATED")
    open_match = await seated(ada, ada, bob)
    assert await no(ada, open_match, "match.agree", offer=99) == (409, "OFFER_CLOSED")


async def test_offers_come_on_the_socket_and_stand_in_the_log_for_ever(table: Table) -> None:
    ada, bob, _ = await three(table)
    match = await seated(ada, ada, bob)
    async with (
        table.live(match, bob, after=3) as socket,
        table.live(match, bob, mode="view") as eye,
    ):
        first = await frame(eye)
        assert "offers" not in first
        offer = await done(ada, match, "match.offer", what="draw")
        told = await frame(socket)
        assert told["events"] == [
            {"kind": "match.offered", "seat": 0, "what": "draw", "offer": offer}
        ]
        assert told["options"], "the game goes on meanwhile"
        shown = await frame(eye)
        assert shown["offers"] == [{"offer": offer, "what": "draw", "seat": 0, "agreed": []}]
        await done(bob, match, "match.agree", offer=offer)
    log = await to_the_end(table, match)
    told_kinds = ["match.offered", "match.agreed", "match.adjudicated", "match.ended"]
    assert kinds(log)[-5:-1] == told_kinds
    assert log == await commits(table, match)
