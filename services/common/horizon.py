"""How far the commits of a match are old enough, by the clock that stamped them: the store's."""

from dataclasses import dataclass
from typing import Final

from schemas.show import stamp_of
from services.common.store import Store
from services.common.store_codec import entries

_PROBES: Final = 16
"""Commits looked at in one round trip: a match of 5,000 is searched in four."""


@dataclass(frozen=True, slots=True)
class Aged:
    """What of a match is old enough now, and how soon more of it will be."""

    version: int
    wait_ms: int | None
    """Until the next commit is old enough; None: there is none."""


async def aged(store: Store, match: str, version: int, age_ms: int) -> Aged:
    """Return the newest of the first ``version`` commits that is at least ``age_ms`` old.

    Stamps never go back, so it is searched for; a commit that is gone (history was rewound) counts
    as too young.
    """
    now = await store.now_ms()
    old, young, wait_ms = 0, version + 1, None
    while young - old > 1:
        step = max(1, (young - old) // _PROBES)
        probes = [*range(young - 1, old, -step)]
        stamps = await _stamps(store, match, probes)
        for probe, at in zip(probes, stamps, strict=True):
            if at is not None and at + age_ms <= now:
                old = probe
                break
            young, wait_ms = probe, age_ms if at is None else at + age_ms - now
    return Aged(old, wait_ms)


async def _stamps(store: Store, match: str, versions: list[int]) -> list[int | None]:
    """Return the stamps of commits; None where there is none."""
    log = store.keys.log(match)
    replies = await store.wire.send([("XRANGE", log, f"{n}-0", f"{n}-0") for n in versions])
    found = [list(entries(reply)) for reply in replies]
    return [stamp_of(one[0][1][b"p"]) if one else None for one in found]
