"""Lists of delayed matches: a match stays due until it is listed."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from engine.core.visibility import Delay
from schemas.streams import directory_list
from services.common.fold import Folder
from services.common.secrets import HostKey, MasterKey
from services.common.store_directory import Directory
from services.common.store_wire import MalformedCallError, items
from services.projector.listing import Lister
from tests.services.players import make_match
from tests.services.projections import GAMES

if TYPE_CHECKING:
    from pathlib import Path

    from services.common.store import Store

pytestmark = pytest.mark.server


class Due:
    """One delayed match that is due to be listed for spectators."""

    def __init__(self, store: Store, data: Path) -> None:
        master, host = MasterKey.load(data), HostKey.load(data)
        self.store = store
        self.new = make_match(GAMES.game("rps@1"), master, host, seats=2, delay=Delay(ms=1))
        self.match = self.new.match
        self.key = store.keys.delayed(store.keys.partition(self.match))
        self.lister = Lister(store, Folder(store, GAMES, snapshot_every=None), limit=10)

    async def again(self, match: str | None = None) -> None:
        await self.store.wire.call("ZADD", self.key, 1, match or self.match)

    async def waits_ms(self) -> float | None:
        """How long it is until it is due (ms); None: it is not."""
        score = await self.store.wire.call("ZSCORE", self.key, self.match)
        return None if score is None else float(score) - await self.store.now_ms()  # type: ignore[arg-type]

    async def is_listed(self) -> bool:
        return self.match in [one.match for one in await Directory(self.store).find(limit=9)]


@pytest.fixture
async def due(store: Store, tmp_path: Path) -> Due:
    made = Due(store, tmp_path)
    await store.create(made.new)
    await made.again()
    return made


async def test_what_is_due_is_listed_and_due_no_more(due: Due) -> None:
    await due.lister.list_due()
    assert await due.is_listed()
    assert await due.waits_ms() is None


async def test_a_projector_that_dies_before_it_has_listed_a_match_leaves_it_due(due: Due) -> None:
    in_the_way = directory_list("all")
    await due.store.wire.call("RPUSH", in_the_way, "foreign")
    with pytest.raises(MalformedCallError):
        await due.lister.list_due()
    await due.store.wire.call("UNLINK", in_the_way)
    left = await due.waits_ms()
    assert left is not None
    assert 0 < left <= 60_000
    await due.again()
    due.lister.forget()
    await due.lister.list_due()
    assert await due.is_listed()


async def test_a_header_that_this_build_cannot_read_is_not_tried_all_the_time(due: Due) -> None:
    await due.store.wire.call("HSET", due.store.keys.meta(due.match), "header", "{}")
    await due.lister.list_due()
    assert not await due.is_listed()
    left = await due.waits_ms()
    assert left is not None, "another build reads it"
    assert left > 0


async def test_what_stands_in_another_partition_is_not_due_in_this(due: Due) -> None:
    own = due.store.keys.partition
    stranger = next(one for one in map(str, range(99)) if own(one) != own(due.match))
    await due.again(stranger)
    await due.lister.list_due()
    assert items(await due.store.wire.call("ZRANGE", due.key, 0, -1)) == []
