"""The store: matches, their mail and their log on a Redis or Valkey server.

All changes of a match go through functions of ``lua/``, which the server carries out as a whole or
not at all; reads are plain commands. Calls over many matches share one round trip. Nothing here
judges: refusals of the store and outcomes of a commit come back as values (``store_types``).

Every method may raise ``StoreUnavailableError`` (not known whether the call took effect; it is
safe to repeat) and ``MalformedCallError`` (a bug of the caller; nothing was changed).
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from schemas.streams import GROUP, REMEMBERED, Keys

from . import store_codec as codec
from .store_feed import FeedReader, Fence
from .store_library import Library
from .store_loading import load_commands, loaded_from, meta_from, secrets_from
from .store_presence import Presence
from .store_readings import Memory, RecordedRefusal
from .store_types import (
    AcceptReply,
    CommitReply,
    Created,
    EncryptedSecrets,
    Incoming,
    Loaded,
    LoadRequest,
    Meta,
    NewMatch,
    OwnCommit,
    Park,
    Receipt,
    Refused,
    Results,
    StoredCommit,
    StoreRefusal,
    Token,
)
from .store_wire import Command, Reply, Wire, good, is_full, items, number, pairs, raw, text

SWEEP_CHUNK: Final = 200
TICK: Final = b'{"kind":"match.tick"}'
_PENDING_END: Final = "0-0"


@dataclass(frozen=True, slots=True)
class Swept:
    """One chunk of a sweep: matches repaired, and where to go on (0: all have been seen)."""

    repaired: int
    after: int


@dataclass(frozen=True, slots=True)
class Claimed:
    """Tokens taken over, and where to look on (None: all have been looked at)."""

    tokens: Sequence[Token]
    after: str | None


class Store(Presence):
    """The store of one service on one server."""

    def __init__(
        self, wire: Wire, keys: Keys, functions: Library, *, feed_cap: int, fence: Fence
    ) -> None:
        """Use a server that ``bootstrap`` has prepared; see ``bootstrap.open_store``."""
        super().__init__(wire, keys, functions)
        self._feed_cap = feed_cap
        self._fence = fence
        self._accept_keys = lru_cache(REMEMBERED)(self._name_accept_keys)
        self._commit_keys = lru_cache(REMEMBERED)(self._name_commit_keys)

    async def aclose(self) -> None:
        """Close all connections."""
        await self.wire.aclose()

    # --- gateways: create, accept, read --------------------------------------------------------

    async def create(self, new: NewMatch) -> Created | Refused:
        """Create a match, or return the header of the one that was created by the same request."""
        tag = self.keys.partition(new.match)
        keys = [
            self.keys.meta(new.match),
            self.keys.secret(new.match),
            self.keys.changed(tag),
            self.keys.change(tag),
            self.keys.feed(tag),
            self.keys.deadlines(tag),
        ]
        command = self.fcall(
            "create",
            keys,
            [
                *(new.match, codec.digest(new.request_hash), new.header, new.rules, new.game),
                *(new.seats, new.created, new.deadline, codec.digest(new.head), new.summary),
                *(new.secrets.seed, new.secrets.salt_key, self._feed_cap),
            ],
        )
        (reply,) = await self.wire.send([command])
        if is_full(reply):
            return Refused(StoreRefusal.STORE_FULL)
        code, *rest = items(reply)
        if not rest:
            return Refused(StoreRefusal(text(code)))
        return Created(raw(rest[0]), text(code) == "created")

    async def accept(self, incoming: Incoming) -> AcceptReply:
        """Give one command its place in the order of arrival; see ``accept_many``."""
        return (await self.accept_many([incoming]))[0]

    async def accept_many(self, incoming: Sequence[Incoming]) -> list[AcceptReply]:
        """Give commands their places in their matches' orders of arrival, in this order.

        A command that is known already (same account, id and body) gets its receipt instead.
        """
        replies = await self.wire.send(
            [
                self._accept(
                    *(one.match, one.kind, one.account, one.command_id),
                    *(codec.digest(one.body_hash), one.body),
                )
                for one in incoming
            ]
        )
        return [codec.accept_reply(reply) for reply in replies]

    async def tick_many(self, matches: Sequence[str]) -> list[bool]:
        """Post a ``match.tick`` to each; False where one waits already or the match takes none."""
        replies = await self.wire.send(
            [self._accept(match, "tick", "", "", TICK) for match in matches]
        )
        return [not is_full(reply) and text(items(reply)[0]) == "accepted" for reply in replies]

    def _accept(self, match: str, *arguments: bytes | str) -> Command:
        return self.fcall("accept", self._accept_keys(match), [match, *arguments])

    def _name_accept_keys(self, match: str) -> tuple[str, ...]:
        keys = self.keys
        return (
            *self.post_keys(match),
            *(keys.receipts(match), keys.refused(match), keys.log(match)),
        )

    async def receipt(self, match: str, account: str, command_id: str) -> Receipt | None:
        """Return what is recorded of one command."""
        return (await self.receipts([(match, account, command_id)]))[0]

    async def receipts(self, asked: Sequence[tuple[str, str, str]]) -> list[Receipt | None]:
        """Return what is recorded of commands, asked for by (match, account, command id)."""
        replies = await self.wire.send(
            [
                ("HGET", self.keys.receipts(match), f"{account}/{command_id}")
                for match, account, command_id in asked
            ]
        )
        stored = [None if good(reply) is None else raw(reply) for reply in replies]
        heads = await self._heads(
            [
                (match, codec.receipt_version(one))
                for (match, _, _), one in zip(asked, stored, strict=True)
            ]
        )
        return [
            None if one is None else codec.receipt_of(one, head)
            for one, head in zip(stored, heads, strict=True)
        ]

    async def _heads(self, asked: Sequence[tuple[str, int | None]]) -> list[str | None]:
        """Return the heads of commits, asked for by (match, version or None); None: not there."""
        commands: list[Command] = [
            ("XRANGE", self.keys.log(match), version, version)
            for match, version in asked
            if version is not None
        ]
        replies = iter(await self.wire.send(commands))
        found = (
            [] if version is None else list(codec.entries(next(replies))) for _, version in asked
        )
        return [entries[0][1][b"h"].hex() if entries else None for entries in found]

    async def meta(self, match: str) -> Meta | None:
        """Return a match's public standing, or None if there is no such match."""
        return (await self.metas([match]))[0]

    async def metas(self, matches: Sequence[str]) -> list[Meta | None]:
        """Return the public standing of matches."""
        replies = await self.wire.send([("HGETALL", self.keys.meta(match)) for match in matches])
        return [
            meta_from(match, pairs(reply)) for match, reply in zip(matches, replies, strict=True)
        ]

    async def box(self, match: str) -> Mapping[int, bytes]:
        """Return the sealed choices of a match by seat, as the worker stored them."""
        fields = pairs(await self.wire.call("HGETALL", self.keys.sealed(match)))
        return {int(seat): choice for seat, choice in fields.items()}

    async def read_log(
        self, match: str, *, after: int = 0, count: int = 1000
    ) -> tuple[StoredCommit, ...]:
        """Return up to ``count`` commits after a version, gapless; empty without such a match."""
        seats, log = await self.wire.send(
            [
                ("HGET", self.keys.meta(match), "seats"),
                ("XRANGE", self.keys.log(match), f"{after + 1}-0", "+", "COUNT", count),
            ]
        )
        if good(seats) is None:
            return ()
        names = codec.private_names(number(seats))
        return tuple(codec.commit_of(n, f, names) for n, f in codec.entries(log))

    async def refusals(
        self, match: str, *, after: str | None = None, count: int
    ) -> list[RecordedRefusal]:
        """Return up to ``count`` refused commands of a match that are still kept, the oldest first.

        ``after``: the place of the last one known.
        """
        start = "-" if after is None else f"({after}"
        reply = await self.wire.call(
            "XRANGE", self.keys.refusals(match), start, "+", "COUNT", count
        )
        return [codec.refusal_of(raw(place), fields) for place, fields in map(items, items(reply))]

    async def secrets(self, match: str) -> EncryptedSecrets | None:
        """Return the encrypted secrets of a match."""
        return secrets_from(
            await self.wire.call("HMGET", self.keys.secret(match), "seed", "salt_key")
        )

    # --- workers: load, commit ------------------------------------------------------------------

    async def load_many(self, requests: Sequence[LoadRequest]) -> list[Loaded | None]:
        """Read matches for workers; None where there is no such match.

        Reads may be torn by another worker's commit in between. They are sent in such an order that
        the log is never behind meta; what else differs makes the commit stale.
        """
        opened = [one.match for one in requests if one.snapshot]
        snapshots = dict(zip(opened, await self.snapshots(opened), strict=True))
        each = [load_commands(self.keys, one, snapshots.get(one.match)) for one in requests]
        replies = iter(await self.wire.send([command for some in each for command in some]))
        return [
            loaded_from(one, snapshots.get(one.match), [next(replies) for _ in some])
            for one, some in zip(requests, each, strict=True)
        ]

    async def commit_many(self, results: Sequence[Results]) -> list[CommitReply]:
        """Commit what workers made of their tokens; each as a whole or not at all."""
        replies = await self.wire.send(
            [
                self.fcall(
                    "commit",
                    self._commit_keys(one.token.match),
                    codec.commit_arguments(one, self._feed_cap),
                )
                for one in results
            ]
        )
        return [codec.commit_reply(reply) for reply in replies]

    def _name_commit_keys(self, match: str) -> tuple[str, ...]:
        keys, partition = self.keys, self.keys.partition(match)
        return (
            *(keys.meta(match), keys.inbox(match), keys.log(match), keys.receipts(match)),
            *(keys.sealed(match), keys.refusals(match), keys.refused(match)),
            *(keys.ready(partition), keys.changed(partition), keys.change(partition)),
            *(keys.feed(partition), keys.deadlines(partition), keys.dead_letters(partition)),
        )

    async def count_try(self, token: Token, arrival: int, name: str) -> int | None:
        """Count a try of an arrival and return how many there were, this one included.

        ``name``: the try's own, so that a call that is sent again counts once. None: the token is
        not the live one (any more) and was acknowledged away.
        """
        keys = [self.keys.meta(token.match), self.keys.ready(token.partition)]
        command = self.fcall("try", keys, [token.id, GROUP, arrival, name])
        _, *counted = items(await self.wire.call(*command))
        return number(counted[0]) if counted else None

    async def park(self, park: Park) -> CommitReply:
        """Stop a match that can't go on, and answer its waiting mail."""
        command = self.fcall(
            "park",
            self._commit_keys(park.token.match),
            codec.park_arguments(park, self._feed_cap),
        )
        (reply,) = await self.wire.send([command])
        return codec.commit_reply(reply)

    async def unpark(self, own: OwnCommit) -> bool:
        """Let a parked match go on; False if it is not parked or not as it was seen."""
        arguments = [*codec.own_arguments(own, self._feed_cap), TICK]
        reply = await self.wire.call(*self.fcall("unpark", self._commit_keys(own.match), arguments))
        return text(items(reply)[0]) == "committed"

    async def reseed(self, own: OwnCommit, encrypted_seeds: bytes) -> bool:
        """Give a match new seeds; False if it is closed or not as it was seen."""
        keys = [*self._commit_keys(own.match), self.keys.secret(own.match)]
        arguments = [*codec.own_arguments(own, self._feed_cap), encrypted_seeds]
        reply = await self.wire.call(*self.fcall("reseed", keys, arguments))
        return text(items(reply)[0]) == "committed"

    # --- workers: tokens and clocks -------------------------------------------------------------

    async def reclaim(
        self, partition: int, consumer: str, *, min_idle_ms: int, count: int, start: str = "0-0"
    ) -> Claimed:
        """Take over tokens that were held for longer than ``min_idle_ms``, by whomever.

        The server looks at a bounded number from ``start`` on, and says where to go on.
        """
        reply = items(
            await self.wire.call(
                *("XAUTOCLAIM", self.keys.ready(partition), GROUP, consumer),
                *(min_idle_ms, start, "COUNT", count),
            )
        )
        after = text(reply[0])
        return Claimed(
            await self._tokens(partition, reply[1]), None if after == _PENDING_END else after
        )

    async def undelivered(
        self, partition: int, consumer: str, *, min_idle_ms: int, held: Callable[[str], bool]
    ) -> list[Token]:
        """Return tokens that were given to a consumer some time ago and that it does not hold.

        The reply that brought them was lost with its connection.
        """
        key, lost, after = self.keys.ready(partition), list[str](), "-"
        while True:
            found = items(
                await self.wire.call(
                    *("XPENDING", key, GROUP, "IDLE", min_idle_ms),
                    *(after, "+", SWEEP_CHUNK, consumer),
                )
            )
            ids = [text(items(one)[0]) for one in found]
            lost += [one for one in ids if not held(one)]
            if len(ids) < SWEEP_CHUNK:
                break
            after = f"({ids[-1]}"
        if not lost:
            return []
        reply = await self.wire.call("XCLAIM", key, GROUP, consumer, min_idle_ms, *lost)
        return await self._tokens(partition, reply)

    async def discard(self, token: Token) -> None:
        """Acknowledge a token away: there is no match that it could be for."""
        await self._discard(token.partition, token.id)

    async def _discard(self, partition: int, token_id: str) -> None:
        key = self.keys.ready(partition)
        for reply in await self.wire.send(
            [("XACK", key, GROUP, token_id), ("XDEL", key, token_id)]
        ):
            number(reply)

    async def _tokens(self, partition: int, reply: Reply) -> list[Token]:
        """Read tokens; what somebody else wrote there is thrown away."""
        tokens: list[Token] = []
        for entry in items(reply):
            if good(entry) is None:  # deleted since
                continue
            token_id, fields = items(entry)
            token = codec.token_of(partition, raw(token_id), codec.fields_of(fields))
            if token is None:
                await self._discard(partition, text(token_id))
            else:
                tokens.append(token)
        return tokens

    async def renew(self, partition: int, consumer: str, token_ids: Sequence[str]) -> None:
        """Begin the idle time of held tokens anew, for long batches."""
        if token_ids:
            await self.wire.call(
                *("XCLAIM", self.keys.ready(partition), GROUP, consumer, 0),
                *(*token_ids, "JUSTID"),
            )

    async def sweep(self, partition: int, *, after: int = 0) -> Swept:
        """Repair matches whose mail would wait for ever, a chunk of matches at a time.

        A match that gets stuck no longer changes, so going through by change number misses none.
        """
        found = await self.changed_since(partition, after, limit=SWEEP_CHUNK)
        if not found:
            return Swept(0, 0)
        matches = [match for match, _ in found]
        keys = [
            self.keys.ready(partition),
            *(self.keys.meta(match) for match in matches),
        ]
        repaired = number(await self.wire.call(*self.fcall("sweep", keys, [GROUP, *matches])))
        return Swept(repaired, found[-1][1] if len(found) == SWEEP_CHUNK else 0)

    async def due(self, partition: int, now_ms: int, *, limit: int, skip: int = 0) -> list[str]:
        """Return matches of a partition whose deadline has come, the earliest first."""
        reply = await self.wire.call(
            *("ZRANGE", self.keys.deadlines(partition), "-inf", now_ms),
            *("BYSCORE", "LIMIT", skip, limit),
        )
        return [text(match) for match in items(reply)]

    # --- what changed, and how safe it is -------------------------------------------------------

    async def changed_since(
        self, partition: int, change: int, *, limit: int
    ) -> list[tuple[str, int]]:
        """Return matches changed after a change number, with each one's newest, ascending."""
        reply = items(
            await self.wire.call(
                *("ZRANGE", self.keys.changed(partition), f"({change}", "+inf"),
                *("BYSCORE", "LIMIT", 0, limit, "WITHSCORES"),
            )
        )
        return [(text(reply[i]), number(reply[i + 1])) for i in range(0, len(reply), 2)]

    async def newest_change(self, partition: int) -> int:
        """Return the newest change number of a partition; 0 before the first."""
        reply = await self.wire.call("GET", self.keys.change(partition))
        return 0 if reply is None else number(reply)

    def feed_reader(self, cursors: Mapping[int, int]) -> FeedReader:
        """Return a reader of the feeds that begins after the given change of each partition."""
        return FeedReader(self.wire.line(), self.keys, cursors, self._fence.copies)

    async def fence(self) -> bool:
        """Wait until everything read so far stands on enough copies; False: not in time."""
        return await self._fence.wait()

    async def memory(self) -> Memory:
        """Return how much of its memory the server uses."""
        lines = text(await self.wire.call("INFO", "memory")).splitlines()
        facts = dict(line.split(":", 1) for line in lines if ":" in line)
        return Memory(int(facts["used_memory"]), int(facts["maxmemory"]))
