"""The part of the store that could be lost: views, snapshots, cursors, and who follows a match.

A cache carries the version, head and build it was made from. Readers compare the head with the
log, so a cache that outlived its history is never believed.
"""

from collections.abc import Iterable, Sequence
from typing import Final

from schemas.streams import Keys

from .store_library import Library
from .store_readings import CachedViews, NewViews, Snapshot, Stamp
from .store_wire import Argument, Command, Wire, good, is_full, items, number, pairs, raw, text

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

    async def snapshot(self, match: str) -> Snapshot | None:
        """Return the cached state of a match, if there is one that can be read."""
        reply = await self.wire.call("GET", self.keys.snapshot(match))
        if reply is None:
            return None
        stamp, _, state = raw(reply).partition(b"\n")
        try:
            version, head, build = stamp.decode().split(" ")
            return Snapshot(Stamp(int(version), head, build), state)
        except ValueError:
            return None

    async def put_snapshot(self, match: str, snapshot: Snapshot) -> None:
        """Store a state, unless memory is short.

        An older one may replace a newer one, which only costs time.
        """
        stamp = f"{snapshot.stamp.version} {snapshot.stamp.head} {snapshot.stamp.build}\n"
        (reply,) = await self.wire.send(
            [("SET", self.keys.snapshot(match), stamp.encode() + snapshot.state)]
        )
        if not is_full(reply):
            good(reply)

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
