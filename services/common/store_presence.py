"""The part of the store that knows who is there: gateways, and somebody for each seat."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from .store_caches import Caches
from .store_wire import items, number, raw

_LEASE: Final = re.compile(rb"([0-9A-Za-z_-]{1,64}) (0|[1-9][0-9]?)")


@dataclass(frozen=True, slots=True)
class Lease:
    """That somebody is there for a seat of a match."""

    match: str
    seat: int


class Presence(Caches):
    """Heartbeats of gateways, and leases of seats; all times are the server's."""

    def post_keys(self, match: str) -> tuple[str, str, str, str]:
        """Return the keys by which mail comes to a match: meta, inbox, ready, heartbeat."""
        keys, partition = self.keys, self.keys.partition(match)
        return (
            *(keys.meta(match), keys.inbox(match)),
            *(keys.ready(partition), keys.heartbeat(partition)),
        )

    async def beat(self) -> int:
        """Note that a gateway is there; to be called once a second by each.

        Returns for how many milliseconds none was, 0 if that is no gap.
        """
        replies = await self.wire.send(
            [
                self.fcall("beat", [self.keys.heartbeat(partition)], [])
                for partition in range(self.partitions)
            ]
        )
        return max(number(reply) for reply in replies)

    async def attended(self) -> list[int]:
        """Return for each partition up to when there were gateways (ms): now, unless none is."""
        replies = await self.wire.send(
            [
                self.fcall("attended", [self.keys.heartbeat(partition)], [])
                for partition in range(self.partitions)
            ]
        )
        return [number(reply) for reply in replies]

    async def hold_many(self, held: Sequence[tuple[str, str]], lease_ms: int) -> list[bool]:
        """Renew the leases of the seats that accounts hold, asked for by (match, account).

        True where the match is told that somebody is there again. An account without a seat is
        passed over, and so is a match that is parked or over.
        """
        replies = await self.wire.send(
            [
                self.fcall("hold", self._lease_keys(match), [match, account, lease_ms])
                for match, account in held
            ]
        )
        return [number(reply) == 1 for reply in replies]

    async def run_out(self, partition: int, now_ms: int, *, limit: int) -> list[Lease]:
        """Return leases of a partition that were not renewed in time, the oldest first.

        What somebody else wrote among them is thrown away.
        """
        key = self.keys.leases(partition)
        reply = await self.wire.call(
            *("ZRANGE", key, "-inf", now_ms, "BYSCORE", "LIMIT", 0, limit),
        )
        leases: list[Lease] = []
        for one in items(reply):
            found = _LEASE.fullmatch(raw(one))
            if found is None or self.keys.partition(found[1].decode()) != partition:
                number(await self.wire.call("ZREM", key, raw(one)))
            else:
                leases.append(Lease(found[1].decode(), int(found[2])))
        return leases

    async def lapse_many(self, leases: Sequence[Lease], lease_ms: int) -> list[bool]:
        """End leases that have run out, or let them run on, where it is too early to say.

        True where the match is told that nobody is there.
        """
        replies = await self.wire.send(
            [
                self.fcall("lapse", self._lease_keys(one.match), [one.match, one.seat, lease_ms])
                for one in leases
            ]
        )
        return [number(reply) == 1 for reply in replies]

    def _lease_keys(self, match: str) -> tuple[str, ...]:
        return (*self.post_keys(match), self.keys.leases(self.keys.partition(match)))
