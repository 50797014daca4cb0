"""Rebuilding directory and views: from the logs alone, to the bytes that were projected live."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import pytest

from schemas.streams import directory_entry, directory_inner, directory_list
from services.common.settings import Settings
from services.common.store_directory import Directory, DirectoryEntry
from services.common.store_readings import NewViews
from services.common.store_types import Snapshot, Stamp
from services.common.store_wire import items, pairs, raw
from services.projector.rebuild import RebuildReport, rebuild, rebuild_views
from tests.services.projections import FAR, GAMES, TOYS, complete, listed, playing, shown, until

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable
    from pathlib import Path

    from services.common.store import Store

pytestmark = pytest.mark.server


async def projected(store: Store, matches: list[str]) -> dict[bytes, object]:
    """Return the whole directory and all views, without when they were written."""
    found: dict[bytes, object] = {}
    for pattern in ("{dir}:*", "*:views:*"):
        for key in sorted(raw(key) for key in items(await store.wire.call("KEYS", pattern))):
            if key.startswith(directory_list("").encode()):
                found[key] = await store.wire.call("ZRANGE", key, 0, -1, "WITHSCORES")
            else:
                fields = pairs(await store.wire.call("HGETALL", key))
                fields.pop("change", None)
                if key.startswith((directory_entry("").encode(), directory_inner("").encode())):
                    del fields["version"]  # of when it was listed
                found[key] = fields
    assert len(found) > 2 * len(matches)
    return found


async def test_a_rebuild_gives_the_bytes_that_were_projected(
    server_url: str, tmp_path: Path
) -> None:
    async with playing(server_url, tmp_path) as (store, stack, table):
        projector = stack.start("projector")
        matches = [await table.open("rps@1", seats, rounds=2) for seats in (2, 3)]
        matches += [await table.open("poison@1", 2, goal=5) for _ in range(2)]
        await store.follow(matches, FAR)
        for number in (1, 2):
            await table.choose(matches[0], 2, number)
        await table.choose(matches[1], 3, 1)
        await table.count(matches[2], 2, 5)
        unfollowed = await table.open("poison@1", 2)
        await until(lambda: _all(store, matches, unfollowed))
        projector.kill()
        live = await projected(store, matches)

        await _spoil(store, matches[0], matches[3])
        assert await projected(store, matches) != live
        steps: list[RebuildReport] = []
        report = await rebuild(store, GAMES, steps.append)

        assert await projected(store, matches) == live
        assert report == RebuildReport(matches=5, viewed=4)
        assert steps[-1] == report
        assert await store.views(unfollowed) is None


@pytest.mark.rule("match", "M13.3", "M13.5")
async def test_a_rebuild_lists_matches_to_the_same_people_as_before(
    server_url: str, tmp_path: Path
) -> None:
    async with playing(server_url, tmp_path) as (store, stack, table):
        projector = stack.start("projector")
        people = {"creator": "host", "invited": ["acc0", "acc1"]}
        kinds = {
            "private": {**people, "visibility": "private"},
            "unlisted": {"visibility": "unlisted", "creator": "host"},
            "behind": {"delay": {"commits": 5}, "creator": "host"},
            "young": {"delay": {"ms": 3_600_000}, "creator": "host"},
            "both": {**people, "visibility": "private", "delay": {"commits": 1}},
        }
        found = {
            kind: await table.open("poison@1", 2, goal=9, terms=terms)
            for kind, terms in kinds.items()
        }
        for match in found.values():
            await table.count(match, 2, 3)
        directory = Directory(store)

        async def lists() -> dict[str, object]:
            everybody = {one.match: one for one in await directory.find(limit=100)}
            seated = {one.match for one in await directory.find(limit=100, account="acc1")}
            inner = await directory.find_inner("acc1", limit=100, status="running")
            hosts = await directory.find_inner("host", limit=100)
            return {
                "everybody": {
                    kind: everybody[m].status for kind, m in found.items() if m in everybody
                },
                "seated": {kind for kind, match in found.items() if match in seated},
                "inner": {kind for kind, m in found.items() if m in {one.match for one in inner}},
                "hosts": {kind for kind, m in found.items() if m in {one.match for one in hosts}},
                "strangers": await directory.find_inner("eve", limit=100),
            }

        expected = {
            "everybody": {"behind": "open", "young": "open"},
            "seated": set[str](),
            "inner": set(kinds),
            "hosts": set(kinds),
            "strangers": [],
        }
        await until(lambda: _are(lists, expected))
        await table.count(found["behind"], 2, 2)  # which brings forth the start
        expected["everybody"] = {"behind": "running", "young": "open"}
        expected["seated"] = {"behind"}
        await until(lambda: _are(lists, expected))
        projector.kill()
        live = await projected(store, [])
        await store.wire.call("UNLINK", directory_inner(found["private"]))
        await rebuild(store, GAMES, lambda _: None)
        assert await projected(store, []) == live
        assert await lists() == expected


async def _are(lists: Callable[[], Awaitable[object]], expected: object) -> bool:
    return await lists() == expected


async def test_a_rebuild_runs_beside_players_and_projectors(
    server_url: str, tmp_path: Path
) -> None:
    async with playing(server_url, tmp_path) as (store, stack, table):
        stack.start("projector")
        matches = [await table.open("poison@1", 2, goal=100) for _ in range(4)]
        await store.follow(matches, FAR)
        counts = [asyncio.create_task(table.count(match, 2, 100)) for match in matches]
        while not all(count.done() for count in counts):
            await rebuild(store, GAMES, lambda _: None)
        await asyncio.gather(*counts)
        await until(lambda: complete(store, matches))


async def test_a_match_that_cannot_be_folded_is_listed_and_the_others_are_rebuilt(
    server_url: str, tmp_path: Path
) -> None:
    async with playing(server_url, tmp_path) as (store, _, table):
        matches = [await table.open("poison@1", 2) for _ in range(3)]
        await store.follow(matches, FAR)
        key = store.keys.log(matches[1])
        await store.wire.call("XTRIM", key, "MAXLEN", 1)

        report = await rebuild(store, GAMES, lambda _: None)

        assert report == RebuildReport(matches=3, viewed=2, unreadable=(matches[1],))
        found = await Directory(store).find(limit=10)
        assert {entry.match for entry in found} == set(matches)
        assert await shown(store, matches[0])
        assert await store.views(matches[1]) is None


async def test_the_command_tells_how_far_it_is(
    server_url: str, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    async with playing(server_url, tmp_path) as (store, _, table):
        match = await table.open("poison@1", 2)
        settings = Settings(REDIS_URL=server_url, partitions=4, extra_games=TOYS)  # pyright: ignore[reportCallIssue]
        report = await asyncio.to_thread(rebuild_views, settings)
        assert report == RebuildReport(matches=1, viewed=0)
        assert await listed(store, [match])
        assert "1 matches listed, views made of 0\n" in capfd.readouterr().err


async def _all(store: Store, followed: list[str], unfollowed: str) -> bool:
    every = [*followed, unfollowed]
    return await listed(store, every) and all([await shown(store, m) for m in followed])


async def _spoil(store: Store, wrong: str, lost: str) -> None:
    """Put a false future of one match everywhere, lose another, and list one that never was."""
    stamp = Stamp(999, "0" * 64, "no build")
    stranger = "stranger00000000"
    entry = DirectoryEntry(
        match=wrong, version=999, created=7, status="open", game="x", accounts=()
    )
    strange = DirectoryEntry(
        match=stranger, version=1, created=7, status="open", game="x", accounts=()
    )
    await Directory(store).put([entry, strange])
    views = NewViews(match=wrong, stamp=stamp, views={"seat:0": b"false"})
    await store.project(store.keys.partition(wrong), "nobody", 1, [views])
    await store.put_snapshots(wrong, [Snapshot(stamp, b"false")], every=10)
    await store.forget_views([lost])
    await store.wire.call("DEL", directory_list("all"))
