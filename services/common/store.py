"""The store: matches, their mail and their log on a Redis or Valkey server.

All changes of a match go through functions of ``lua/``, which the server carries out as a whole or
not at all; reads are plain commands. Calls over many matches share one round trip. Nothing here
judges: refusals of the store and outcomes of a commit come back as values (``store_types``).

Every method may raise ``StoreUnavailableError`` (not known whether the call took effect; it is
safe to repeat) and ``MalformedCallError`` (a bug of the caller; nothing was changed).
"""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Final

from schemas.streams import GROUP, REMEMBERED, Keys

from . import store_codec as codec
from .store_feed import FeedReader, Fence
from .store_library import Library
from .store_loading import load_commands, loaded_from, meta_from, secrets_from
from .store_readings import Memory, RecordedRefusal
from .store_tokens import Tokens
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
from .store_wire import Command, Wire, good, is_full, items, number, pairs, raw, text

TICK: Final = b'{"kind":"match.tick"}'


class Store(Tokens):
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

    # --- what was committed, and how safe it is -------------------------------------------------

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
