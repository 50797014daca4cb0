"""A commit is carried out as a whole or not at all, whatever is wrong with its call."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest

from services.common import store_codec
from services.common.store_types import (
    Committed,
    Finished,
    NotCommitted,
    Results,
)
from services.common.store_wire import MalformedCallError, good
from tests.services.store_helpers import (
    RUNNING,
    accept_all,
    commit,
    everything,
    receipt,
    waiting,
)

if TYPE_CHECKING:
    from services.common.store import Store

pytestmark = pytest.mark.server
M = "match00000000001"


async def full_results(store: Store) -> Results:
    """Results in which every part of the call is used."""
    token = await waiting(store, M, "a1", "a2")
    results = await accept_all(store, token)
    refused = replace(results.finished[1], status="refused", receipt=receipt("refused"), body=b"x")
    change = replace(RUNNING, deadline=9, seats={"eve": 1, "bob": None}, sealed={0: b"x", 1: None})
    return replace(
        results, finished=[results.finished[0], refused], change=change, fault=b"Traceback"
    )


async def reason(store: Store, results: Results) -> str:
    """Why a commit is refused; its neighbours in the pipeline are not."""
    (refused,) = await store.commit_many([results])
    assert isinstance(refused, NotCommitted)
    return refused.reason


async def test_a_call_that_breaks_off_anywhere_changes_nothing(
    store: Store, server_url: str
) -> None:
    results = await full_results(store)
    arguments = store_codec.commit_arguments(results, 100)
    keys = store._commit_keys(M)
    before = await everything(server_url)
    cut = [store.fcall("commit", keys, arguments[:end]) for end in range(len(arguments))]
    cut.append(store.fcall("commit", keys, [*arguments, "more"]))
    cut.append(store.fcall("commit", keys[:-1], arguments))
    for reply in await store.wire.send(cut):
        with pytest.raises(MalformedCallError):
            good(reply)
    assert await everything(server_url) == before
    assert await store.commit_many([results]) == [Committed(change=3, more=False)]


@pytest.mark.parametrize(
    "broken",
    [
        {"commits": [commit(4), commit(5)]},
        {"commits": [commit(3), commit(3)]},
        {"commits": [commit(3), commit(5)]},
        {"commits": [commit(3), replace(commit(4), head="ab" * 31)]},
        {"commits": [commit(3), replace(commit(4), public=b"")]},
        {"commits": [commit(3), commit(4, seats=3)]},
        {"commits": [commit(3), commit(4, seats=1)]},
        {"change": None},
        {"change": replace(RUNNING, status="finished")},
        {"change": replace(RUNNING, seats={"eve": 2})},
        {"change": replace(RUNNING, seats={"": 1})},
        {"change": replace(RUNNING, sealed={2: b""})},
        {"change": replace(RUNNING, stamp=-1)},
        {"change": replace(RUNNING, deadline=-1)},
        {"done": 1},
        {"done": 5},
        {"finished": [Finished(account="ada", command_id="a9", status="accepted", receipt=b"{}")]},
        {
            "finished": [
                Finished(account="ada", command_id="a9", status="sealed", receipt=receipt("sealed"))
            ]
        },
        {
            "finished": [
                Finished(
                    account="ada", command_id="j1", status="accepted", receipt=receipt("accepted")
                )
            ]
        },
        {
            "finished": [
                Finished(
                    account="ada", command_id="a1", status="accepted", receipt=receipt("sealed")
                )
            ]
        },
    ],
)
async def test_a_malformed_part_changes_nothing(
    store: Store, server_url: str, broken: dict[str, Any]
) -> None:
    results = await full_results(store)
    before = await everything(server_url)
    assert "MALFORMED" in await reason(store, replace(results, **broken))
    assert await everything(server_url) == before


async def test_more_than_one_call_can_carry_changes_nothing(store: Store, server_url: str) -> None:
    results = await full_results(store)
    before = await everything(server_url)
    many = [commit(n) for n in range(3, 700)]
    assert "MALFORMED" in await reason(store, replace(results, commits=many))
    assert await everything(server_url) == before


@pytest.mark.parametrize("place", range(13))
async def test_a_foreign_key_in_the_way_changes_nothing(
    store: Store, server_url: str, place: int
) -> None:
    results = await full_results(store)
    key = store._commit_keys(M)[place]
    await store.wire.send([("UNLINK", key), ("RPUSH", key, "foreign")])
    before = await everything(server_url)
    assert "MALFORMED" in await reason(store, results)
    assert await everything(server_url) == before


async def test_a_log_that_is_ahead_of_its_meta_is_not_overwritten(
    store: Store, server_url: str
) -> None:
    results = await full_results(store)
    await store.wire.call("XADD", store.keys.log(M), "3-0", "p", "foreign", "h", "0")
    before = await everything(server_url)
    assert "equal or smaller" in await reason(store, results)
    assert await everything(server_url) == before
