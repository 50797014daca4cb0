"""The part of the store that could be lost: views, snapshots, cursors, who follows and watches.

A cache carries the version, head and build it was made from. Readers compare the head with the
log, so a cache that outlived its history is never believed.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from schemas.streams import Keys

from .store_library import Library
from .store_loading import snapshot_from
from .store_readings import CachedViews, NewViews
from .store_types import Snapshot, Stamp
from .store_wire import (
    Argument,
    Command,
    Wire,
    good,
    is_full,
    items,
    number,
    pairs,
    server_ms,
    text,
)

_VIEW: Final = "v:"


class Caches:
    """Views, snapshots and projectors' cursors."""

    def __init__(self, wire: Wire, keys: Keys, functions: Library) -> None:
        self.wire = wire
        self.keys = keys
        self._functions = functions

    @property
    def partitions(self) -> int:
        """Number of partitions of the service."""
        return self.keys.partitions

    def fcall(self, name: str, keys: Sequence[str], arguments: Sequence[Argument]) -> Command:
        """Return the command that calls a function of the library."""
        return self._functions.call(name, keys, arguments)

    # --- views ---

    async def project(
        self, partition: int, projector: str, change: int, views: Sequence[NewViews]
    ) -> int:
        """Write views unless newer ones stand there, and move the projector's cursor to ``change``.

        Both happen in one call; the cursor never moves back. Returns the number of matches written.
        """
        keys = [self.keys.cursor(partition, projector)]
        arguments: list[Argument] = [change]
        for new in views:
            keys.append(self.keys.views(new.match))
            arguments += [new.stamp.version, new.stamp.head, new.stamp.build, len(new.views)]
            for viewer, view in new.views.items():
                arguments += [viewer, view]
        return number(await self.wire.call(*self.fcall("project", keys, arguments)))

    async def views(self, match: str) -> CachedViews | None:
        """Return the cached views of a match, if there are any."""
        fields = pairs(await self.wire.call("HGETALL", self.keys.views(match)))
        if not fields:
            return None
        stamp = Stamp(int(fields["version"]), fields["head"].decode(), fields["build"].decode())
        views = {
            name.removeprefix(_VIEW): view
            for name, view in fields.items()
            if name.startswith(_VIEW)
        }
        return CachedViews(stamp, views)

    async def forget_views(self, matches: Iterable[str]) -> None:
        """Drop cached views, to be made again from the log."""
        for reply in await self.wire.send(
            [("UNLINK", self.keys.views(match)) for match in matches]
        ):
            number(reply)

    async def cursor(self, partition: int, projector: str) -> int:
        """Return the change number a projector has come to; 0 before its first."""
        reply = await self.wire.call("GET", self.keys.cursor(partition, projector))
        return 0 if reply is None else number(reply)

    async def reset_cursor(self, partition: int, projector: str) -> None:
        """Let a projector begin again."""
        await self.wire.call("UNLINK", self.keys.cursor(partition, projector))

    # --- snapshots ---

    async def snapshot(self, match: str, *, at: int | None = None) -> Snapshot | None:
        """Return the newest cached state of a match, or the newest of at most ``at`` commits.

        None if there is none, or none that can be read.
        """
        return (await self.snapshots([match], at=at))[0]

    async def snapshots(
        self, matches: Sequence[str], *, at: int | None = None
    ) -> list[Snapshot | None]:
        """Return a cached state of each match; see ``snapshot``."""
        until = "+inf" if at is None else at
        span = (until, "-inf", "BYSCORE", "REV", "LIMIT", 0, 1, "WITHSCORES")
        replies = await self.wire.send(
            [("ZRANGE", self.keys.snapshots(match), *span) for match in matches]
        )
        return [snapshot_from(reply) for reply in replies]

    async def put_snapshots(self, match: str, snapshots: Sequence[Snapshot], *, every: int) -> None:
        """Store states, if the server takes them: one for each ``every`` versions.

        So their memory per commit is bounded, and what another build or a history that was rewound
        left between the same two multiples is gone.
        """
        key, commands = self.keys.snapshots(match), list[Command]()
        for snapshot in snapshots:
            version, head, build = snapshot.stamp.version, snapshot.stamp.head, snapshot.stamp.build
            first = version - version % every
            member = f"{head} {build}\n".encode() + snapshot.state
            commands += [
                ("ZREMRANGEBYSCORE", key, first, first + every - 1),
                ("ZADD", key, version, member),
            ]
        await self.wire.send(commands)  # refused for want of memory, say: then without

    # --- who follows ---

    async def follow(self, matches: Iterable[str], until_ms: int) -> None:
        """Say that somebody follows these matches until then, unless memory is short.

        A lease is renewed, never shortened.
        """
        commands: list[Command] = [
            ("ZADD", self.keys.followed(self.keys.partition(match)), "GT", until_ms, match)
            for match in matches
        ]
        for reply in await self.wire.send(commands):
            if not is_full(reply):
                good(reply)

    async def followed(self, partition: int, now_ms: int) -> frozenset[str]:
        """Return the matches of a partition that somebody follows; forgets those of the past."""
        key = self.keys.followed(partition)
        removed, members = await self.wire.send(
            [("ZREMRANGEBYSCORE", key, "-inf", now_ms), ("ZRANGE", key, 0, -1)]
        )
        number(removed)
        return frozenset(text(member) for member in items(members))

    # --- who watches ---

    async def watch(self, gateway: str, spectators: Mapping[str, int], lease_ms: int) -> None:
        """Say how many spectators of each match a gateway has, unless memory is short.

        It holds for ``lease_ms``, so that those of a gateway that was killed are forgotten.
        """
        if not spectators:
            return
        until = await self.now_ms() + lease_ms
        commands: list[Command] = []
        for match, count in spectators.items():
            key = self.keys.watching(match)
            if count:
                commands += [
                    ("HSET", key, gateway, f"{count} {until}"),
                    ("PEXPIRE", key, lease_ms),
                ]
            else:
                commands.append(("HDEL", key, gateway))
        for reply in await self.wire.send(commands):
            if not is_full(reply):
                good(reply)

    async def spectators(self, matches: Sequence[str], *, but: str) -> list[int]:
        """Return how many spectators each match has, over all gateways but one."""
        if not matches:
            return []
        keys = [self.keys.watching(match) for match in matches]
        time, *found = await self.wire.send([("TIME",), *(("HGETALL", key) for key in keys)])
        now = server_ms(time)
        counts: list[int] = []
        gone: list[Command] = []
        for key, reply in zip(keys, found, strict=True):
            count = 0
            for gateway, told in pairs(reply).items():
                there, until = map(int, told.split())
                if until > now:
                    count += 0 if gateway == but else there
                else:
                    gone.append(("HDEL", key, gateway))
            counts.append(count)
        for reply in await self.wire.send(gone):
            number(reply)
        return counts

    async def now_ms(self) -> int:
        """Return the server's time, which stamps are taken from."""
        return server_ms(await self.wire.call("TIME"))

    # --- delayed matches ---

    async def delay_listing(self, partition: int, match: str, at_ms: int | None) -> None:
        """Note when a match is to be listed again for spectators; None: not for want of time."""
        key = self.keys.delayed(partition)
        command: Command = ("ZREM", key, match) if at_ms is None else ("ZADD", key, at_ms, match)
        number(await self.wire.call(*command))

    async def delayed_listings(self, limit: int) -> dict[int, list[str]]:
        """Return the matches that are due to be listed again, by partition."""
        now = await self.now_ms()
        replies = await self.wire.send(
            [
                ("ZRANGE", self.keys.delayed(partition), "-inf", now, "BYSCORE", "LIMIT", 0, limit)
                for partition in range(self.partitions)
            ]
        )
        due = {place: [text(match) for match in items(one)] for place, one in enumerate(replies)}
        return {partition: matches for partition, matches in due.items() if matches}
