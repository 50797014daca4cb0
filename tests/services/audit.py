"""Read a match back from the store and hold it against what clients were told."""

from __future__ import annotations

import json
from collections import Counter
from typing import TYPE_CHECKING, Any

from redis.asyncio import Redis

from engine.core.codec import codec_of
from schemas.chain import commitments, first_head, next_head
from services.common.fold import begin, fold

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from engine.games import Registry
    from schemas.chain import StoredCommit
    from services.common.fold import Folded
    from services.common.secrets import MasterKey
    from services.common.store import Store


async def audit(
    store: Store,
    registry: Registry,
    master: MasterKey,
    match: str,
    told: Mapping[tuple[str, str], Mapping[str, Any]],
) -> Folded:
    """Check one match whose clients were told (account, command id) -> receipt.

    Gapless versions, heads re-made, every acknowledged command in the commit it was told and in no
    other, no commit of a command nobody sent, receipts final and equal to what was told.
    """
    meta = await store.meta(match)
    assert meta is not None
    assert (meta.arrivals, meta.done) == (meta.done, meta.arrivals), "mail is left undecided"
    log = await store.read_log(match, after=0, count=100_000)
    assert [commit.n for commit in log] == list(range(1, meta.version + 1))
    await _check_heads(store, master, match, meta.header, log)
    folded = fold(begin(registry, meta.header), log)
    assert folded.head == meta.head
    _check_commands(folded, log, meta.accounts, told)
    await _check_receipts(store, match, told)
    return folded


async def _check_heads(
    store: Store, master: MasterKey, match: str, header: bytes, log: Iterable[StoredCommit]
) -> None:
    kept = await store.secrets(match)
    assert kept is not None
    salt_key = master.decrypt("salt", match, kept.salt_key)
    head = first_head(header)
    for commit in log:
        committed = commitments(salt_key, commit.n, commit.private)
        head = next_head(head, commit.n, commit.public, committed)
        assert head == commit.head


def _check_commands(
    folded: Folded,
    log: Iterable[StoredCommit],
    seats: Mapping[str, int],
    told: Mapping[tuple[str, str], Mapping[str, Any]],
) -> None:
    account_of = {seat: account for account, seat in seats.items()}
    codec = codec_of(folded.game)
    logged: dict[tuple[str, str], int] = {}
    times: Counter[tuple[str, str]] = Counter()
    for commit in log:
        for issued in codec.read(commit.parts()).commands:
            key = (
                account_of.get(-1 if issued.seat is None else issued.seat, "?"),
                issued.command_id,
            )
            logged[key] = commit.n
            times[key] += 1
    assert [key for key, count in times.items() if count > 1] == [], "applied twice"
    for key, receipt in told.items():
        if receipt["status"] == "accepted":
            assert logged.get(key) == receipt["version"], f"acknowledged and not there: {key}"
        else:
            assert key not in logged, f"refused and yet applied: {key}"


async def _check_receipts(
    store: Store, match: str, told: Mapping[tuple[str, str], Mapping[str, Any]]
) -> None:
    keys = list(told)
    stored = await store.receipts([(match, account, command_id) for account, command_id in keys])
    for key, receipt in zip(keys, stored, strict=True):
        assert receipt is not None, f"no receipt of {key}"
        outcome = json.loads(receipt.outcome)
        assert outcome["status"] == told[key]["status"], (key, outcome, told[key])
        if outcome["status"] == "accepted":
            assert outcome["version"] == told[key]["version"]


async def assert_nothing_pending(url: str) -> None:
    """No ready token, no match that waits for one and no undecided mail is left anywhere."""
    async with Redis.from_url(url) as client:
        async for key in client.scan_iter(match="{p*}:ready", count=1000):
            assert await client.xlen(key) == 0, key
        async for key in client.scan_iter(match="{p*}:meta:*", count=1000):
            assert await client.hget(key, "token") is None, key
        async for key in client.scan_iter(match="{p*}:inbox:*", count=1000):
            assert await client.xlen(key) == 0, key
