"""States from the log: the newest and older ones, with every short cut, and none that is wrong."""

from __future__ import annotations

from dataclasses import replace
from hashlib import sha256
from typing import TYPE_CHECKING

import pytest

from engine.games import Registry, UnknownRulesError
from services.common import fold
from services.common.fold import Folder, FoldError, snapshot_of
from services.common.store_codec import entry_number
from services.common.store_types import Snapshot
from services.common.store_wire import items, number, raw
from tests.services.projections import GAMES, folded, playing

if TYPE_CHECKING:
    from collections.abc import AsyncIterator
    from pathlib import Path

    from schemas.header import Header
    from services.common.fold import Folded
    from services.common.store import Store
    from services.common.store_types import StoredCommit

pytestmark = pytest.mark.server

VERSION = 33
"""Two joins, the start, thirty additions."""


@pytest.fixture
async def played(server_url: str, tmp_path: Path) -> AsyncIterator[tuple[Store, str]]:
    async with playing(server_url, tmp_path) as (store, _, table):
        match = await table.open("poison@1", 2, goal=40)
        await table.count(match, 2, 30)
        yield store, match


async def state_of(folder: Folder, match: str, *, at: int | None = None) -> Folded:
    found = await folder.state(match, at=at)
    assert found is not None
    return found


async def snapshots_of(store: Store, match: str) -> list[int]:
    """Return the versions that snapshots stand at."""
    found = items(await store.wire.call("ZRANGE", store.keys.snapshots(match), 0, -1, "WITHSCORES"))
    return [number(score) for score in found[1::2]]


async def test_any_version_is_folded_from_any_base(played: tuple[Store, str]) -> None:
    store, match = played
    plain = Folder(store, GAMES, snapshot_every=None)
    snapping = Folder(store, GAMES, snapshot_every=10)
    for at in (0, 1, 20, 25, VERSION, 25, 29, 10, 9, 30, 1, VERSION):
        _, state, head = await folded(store, match, at=at)
        for folder in (plain, snapping, Folder(store, GAMES, snapshot_every=10)):
            found = await state_of(folder, match, at=at)
            assert (found.state, found.head) == (state, head), at
    assert await snapshots_of(store, match) == [10, 20, 30]
    assert (await state_of(plain, match, at=VERSION + 1)).version == VERSION
    assert await plain.state("no0such0match0000000") is None


async def test_no_version_is_far_from_a_snapshot_once_it_was_passed(
    played: tuple[Store, str],
) -> None:
    """The log before the nearest snapshot is not read again: here it is gone."""
    store, match = played
    states = {at: await state_of(Folder(store, GAMES), match, at=at) for at in (20, 29, VERSION)}
    await state_of(Folder(store, GAMES, snapshot_every=10), match)
    await store.wire.call("XTRIM", store.keys.log(match), "MINID", "20-0")
    for at, state in states.items():
        assert await state_of(Folder(store, GAMES, snapshot_every=10), match, at=at) == state
    with pytest.raises(FoldError):
        await Folder(store, GAMES, snapshot_every=10).state(match, at=19)


async def test_a_snapshot_of_another_history_or_build_is_not_believed(
    played: tuple[Store, str],
) -> None:
    store, match = played
    for at in (20, 25, VERSION):
        true = await state_of(Folder(store, GAMES, snapshot_every=None), match, at=at)
        near = await state_of(Folder(store, GAMES, snapshot_every=None), match, at=20)
        false_game = replace(near.state.game, total=39)
        false = snapshot_of(replace(near, state=replace(near.state, game=false_game)))
        wrong = (
            replace(false, stamp=replace(false.stamp, head="0" * 64)),
            replace(false, stamp=replace(false.stamp, build="another")),
            replace(false, stamp=replace(false.stamp, version=19)),
            Snapshot(near.stamp, b"no state"),
        )
        for snapshot in wrong:
            await store.wire.call("UNLINK", store.keys.snapshots(match))
            await store.put_snapshots(match, [snapshot], every=10)
            assert await state_of(Folder(store, GAMES, snapshot_every=10), match, at=at) == true
            healed = await store.snapshot(match, at=20)
            assert healed == snapshot_of(near), "the long way round leaves true ones behind"


async def another_history(store: Store, match: str) -> str:
    """Write another log of a match, with the same beginning, and return its key."""
    log = store.keys.log(match)
    for entry in items(await store.wire.call("XRANGE", log, "-", "+")):
        entry_id, fields = items(entry)
        values = [raw(value) for value in items(fields)]
        if entry_number(entry_id) > 5:
            values = [value.replace(b'"amount":1', b'"amount":2') for value in values]
            values[values.index(b"h") + 1] = sha256(raw(entry_id)).hexdigest().encode()
        await store.wire.call("XADD", f"{log}:other", raw(entry_id), *values)
    return f"{log}:other"


async def test_a_history_that_is_rewound_between_two_pages_is_not_mixed(
    played: tuple[Store, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    store, match = played
    other = await another_history(store, match)
    read_log = store.read_log

    async def rewinding(match: str, **page: int) -> tuple[StoredCommit, ...]:
        commits = await read_log(match, **page)
        await store.wire.call("COPY", other, store.keys.log(match), "REPLACE")
        return commits

    monkeypatch.setattr(fold, "PAGE", 10)
    monkeypatch.setattr(store, "read_log", rewinding)
    found = await state_of(Folder(store, GAMES, snapshot_every=10), match, at=25)
    for at, snapshot in ((20, await store.snapshot(match)), (25, snapshot_of(found))):
        _, state, head = await folded(store, match, at=at)
        assert snapshot == snapshot_of(replace(found, state=state, head=head))


async def test_states_are_told_where_no_snapshot_can_be_kept(played: tuple[Store, str]) -> None:
    store, match = played
    true = await state_of(Folder(store, GAMES, snapshot_every=None), match)
    await store.wire.call("SET", store.keys.snapshots(match), b"of another type")
    assert await state_of(Folder(store, GAMES, snapshot_every=10), match) == true
    await store.wire.call("UNLINK", store.keys.snapshots(match))
    await store.wire.call("CONFIG", "SET", "maxmemory", 1)
    try:
        assert await state_of(Folder(store, GAMES, snapshot_every=10), match) == true
        assert await snapshots_of(store, match) == []
    finally:
        await store.wire.call("CONFIG", "SET", "maxmemory", 0)


async def test_commits_from_the_feed_lead_on_and_gaps_do_not(played: tuple[Store, str]) -> None:
    store, match = played
    log = await store.read_log(match)
    newest = await state_of(Folder(store, GAMES), match)
    folder = Folder(store, GAMES)
    assert folder.advance(match, log) is None, "nothing is in memory yet"
    keep(folder, await state_of(Folder(store, GAMES), match, at=10))
    assert folder.advance(match, log[20:]) is None, "eleven to twenty are missing"
    assert folder.advance(match, log[8:30]) == await state_of(Folder(store, GAMES), match, at=30)
    assert folder.advance(match, log[30:]) == newest
    assert folder.advance(match, log[25:30]) == newest, "what is known already changes nothing"


async def test_after_a_lost_connection_states_are_compared_with_the_log(
    played: tuple[Store, str],
) -> None:
    store, match = played
    log = await store.read_log(match)
    at_ten = await state_of(Folder(store, GAMES), match, at=10)
    newest = await state_of(Folder(store, GAMES), match)
    folder = Folder(store, GAMES)
    keep(folder, replace(at_ten, head="0" * 64))  # a history that never was
    folder.distrust()
    assert folder.advance(match, log[10:]) is None
    assert await state_of(folder, match) == newest
    assert folder.advance(match, ()) == newest, "it is believed again"


async def test_only_so_many_states_are_kept(played: tuple[Store, str]) -> None:
    store, match = played
    folder = Folder(store, GAMES, capacity=1)
    first = await state_of(folder, match)
    assert folder.kept(match) == first
    other = replace(first, header=replace_match(first, "another0match0000000"))
    keep(folder, other)
    assert folder.kept(match) is None
    folder.forget("another0match0000000")
    assert folder.kept("another0match0000000") is None


def keep(folder: Folder, folded: Folded) -> None:
    """Put a state into memory, whatever the log says."""
    folder._keep(folded.header.match, folded, folder._epoch)


def replace_match(of: Folded, match: str) -> Header:
    return of.header.model_copy(update={"match": match})


async def test_rules_this_build_lacks_and_broken_logs_are_errors(
    played: tuple[Store, str],
) -> None:
    store, match = played
    with pytest.raises(UnknownRulesError):
        await Folder(store, Registry([])).state(match)
    await store.wire.call("XTRIM", store.keys.log(match), "MAXLEN", 5)
    with pytest.raises(FoldError):
        await Folder(store, GAMES).state(match)
