"""The directory: newest first, every filter, and never an older version over a newer one."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
import pytest_asyncio

from services.common.store_directory import Account, Directory, DirectoryEntry
from tests.services.store_helpers import fresh_store

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

pytestmark = pytest.mark.server


@pytest_asyncio.fixture
async def directory(server_url: str) -> AsyncIterator[Directory]:
    async with fresh_store(server_url) as store:
        yield Directory(store)


def entry(match: str, created: int, *accounts: str, game: str = "toy") -> DirectoryEntry:
    return DirectoryEntry(
        match=match,
        version=1,
        created=created,
        status="open",
        game=game,
        accounts=accounts,
    )


async def names(directory: Directory, **asked: object) -> list[str]:
    found = await directory.find(**{"limit": 100, **asked})  # type: ignore[arg-type]
    return [one.match for one in found]


async def test_an_account_is_found_by_its_token(directory: Directory) -> None:
    await directory.create_account("ada", "Ada L.", "hash", 7)
    assert await directory.account_of_token("hash") == "ada"
    assert await directory.account_of_token("other") is None
    assert await directory.account("ada") == Account("Ada L.", 7)
    assert await directory.account("bob") is None


async def test_filters_are_combined(directory: Directory) -> None:
    a, b, c = entry("a", 1, "ada"), entry("b", 2, "ada", "bob"), entry("c", 3, game="other")
    await directory.put([a, b, c])
    await directory.put([replace(b, version=2, status="running")])
    assert await directory.find(limit=1) == [c]
    assert await names(directory) == ["c", "b", "a"]
    assert await names(directory, status="open") == ["c", "a"]
    assert await names(directory, status="running") == ["b"]
    assert await names(directory, game="toy") == ["b", "a"]
    assert await names(directory, game="toy", status="open") == ["a"]
    assert await names(directory, account="ada") == ["b", "a"]
    assert await names(directory, account="ada", status="running") == ["b"]
    assert await names(directory, account="eve") == []
    await directory.put([replace(b, version=3, status="running", accounts=("bob",))])
    assert await names(directory, account="ada") == ["a"]


async def test_an_older_version_does_not_come_back(directory: Directory) -> None:
    new = replace(entry("a", 1), version=5, status="closed")
    await directory.put([new, replace(new, version=4, status="running")])
    assert await directory.find(limit=10) == [new]
    assert await names(directory, status="running") == []


async def test_pages_follow_each_other_even_within_one_millisecond(directory: Directory) -> None:
    await directory.put([entry(f"m{i:03}", i // 150) for i in range(300)])
    everyone: list[str] = []
    before = None
    while True:
        page = await directory.find(before=before, limit=70)
        everyone += [one.match for one in page]
        if len(page) < 70:
            break
        before = (page[-1].created, page[-1].match)
    assert everyone == [f"m{i:03}" for i in range(299, -1, -1)]
