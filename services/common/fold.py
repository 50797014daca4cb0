"""From what the store has to states of matches, the same way for every process.

State = fold(log). A state in memory or in a snapshot only shortens the way, and only where the log
holds the very head that it was made at: what outlived its history is never believed. Snapshots
stand at intervals along the log, so that the way to any version is short.
"""

from collections import OrderedDict
from collections.abc import AsyncIterator, Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any, Final

from pydantic_core import to_json

from engine.core.answer import view_answer
from engine.core.codec import Parts, audiences, codec_of
from engine.core.game import Game
from engine.core.match_fold import fold_commit
from engine.core.match_state import MatchState, new_match
from engine.core.rejection import EngineError
from engine.games import Registry
from schemas.chain import first_head
from schemas.header import Header

from .build import build_digest
from .store import Store
from .store_types import Meta, Snapshot, Stamp, StoredCommit

PAGE: Final = 256
"""Commits read at once: others get their turn in between."""

_TRIES: Final = 3


class FoldError(EngineError):
    """A match's log cannot be folded: a bug of ours, or a store that was tampered with."""


@dataclass(frozen=True, slots=True)
class Folded:
    """A match after some number of commits."""

    header: Header
    game: Game[Any]
    state: MatchState
    head: str
    """Of the newest commit folded; head 0 before the first."""

    @property
    def version(self) -> int:
        """Number of commits folded."""
        return self.state.version

    @property
    def stamp(self) -> Stamp:
        """What a cache made from this state carries."""
        return Stamp(self.state.version, self.head, build_digest(self.game))

    def view(self, seat: int | None) -> bytes:
        """Return the view answer of a seat, or of a spectator (None), as JSON, without the box."""
        return to_json(view_answer(self.game, self.state, seat))


def begin(registry: Registry, header: bytes) -> Folded:
    """Return a match before its first commit, from the bytes of its header.

    Raises:
        UnknownRulesError: this build has no such rules.
        UnknownFormatError: the header is not one that it can read.
    """
    read = Header.decode(header)
    game = registry.game(read.rules)
    return Folded(read, game, new_match(game, read.terms(game)), first_head(header))


def fold(folded: Folded, commits: Iterable[StoredCommit]) -> Folded:
    """Return a match after more commits, which must follow gaplessly.

    Raises:
        FoldError: a commit cannot be read, or cannot have happened.
    """
    codec, state, head = codec_of(folded.game), folded.state, folded.head
    for commit in commits:
        names = audiences(len(commit.private) - 1)
        parts = Parts(commit.public, dict(zip(names, commit.private, strict=True)))
        try:
            state = fold_commit(folded.game, state, codec.read_happened(parts))
        except Exception as error:
            kind = type(error).__name__  # not its message, which may quote hidden values
            msg = f"commit {commit.n} of {state.terms.match_id} cannot be folded ({kind})"
            raise FoldError(msg) from error
        head = commit.head
    return Folded(folded.header, folded.game, state, head)


def snapshot_of(folded: Folded) -> Snapshot:
    """Return a state as the store keeps it."""
    return Snapshot(folded.stamp, codec_of(folded.game).dump_state(folded.state))


def restore(start: Folded, snapshot: Snapshot) -> Folded | None:
    """Return the state in a snapshot of a match; None if another build made it, or it is damaged.

    The caller compares its head with the log. ``start`` is the match before its first commit.
    """
    if snapshot.stamp.build != build_digest(start.game):
        return None
    try:
        state = codec_of(start.game).load_state(start.state.terms, snapshot.state)
    except Exception:  # noqa: BLE001  # a cache may hold anything
        return None
    if state.version != snapshot.stamp.version:
        return None
    return Folded(start.header, start.game, state, snapshot.stamp.head)


class Folder:
    """The states of matches, folded on demand; keeps the most recently used ones in memory."""

    def __init__(
        self,
        store: Store,
        registry: Registry,
        *,
        capacity: int = 4_096,
        snapshot_every: int | None = 200,
    ) -> None:
        """Keep at most ``capacity`` states.

        ``snapshot_every``: a fold leaves a snapshot behind at each multiple that it passes, so that
        no version is farther than this from one; None reads and writes no snapshots.
        """
        self._store = store
        self._registry = registry
        self._capacity = capacity
        self._snapshot_every = snapshot_every
        self._kept: OrderedDict[str, tuple[Folded, int]] = OrderedDict()
        self._epoch = 0

    async def state(self, match: str, *, at: int | None = None) -> Folded | None:
        """Return a match as the log has it now, or as it was after ``at`` commits.

        None if there is no such match. A match that has not come to ``at`` is returned as it is
        now: compare the versions.

        Raises:
            UnknownRulesError, FoldError, UnknownFormatError: this build cannot read the match; all
                are EngineErrors.
            StoreUnavailableError: as the store.
        """
        for _ in range(_TRIES):
            kept, epoch = self._kept.get(match, (None, 0))[0], self._epoch
            meta = await self._store.meta(match)
            if meta is None:
                self.forget(match)
                return None
            wanted = meta.version if at is None else min(at, meta.version)
            folded = await self._fold_to(meta, wanted, kept)
            if folded is None:
                continue
            if wanted == meta.version and self._kept.get(match, (None, 0))[0] is kept:
                self._keep(match, folded, epoch)
            return folded
        msg = f"the log of {match} does not hold what its standing says"
        raise FoldError(msg)

    def kept(self, match: str) -> Folded | None:
        """Return the state in memory, whether or not the log agrees with it."""
        found = self._kept.get(match)
        if found is None:
            return None
        self._kept.move_to_end(match)
        return found[0]

    def advance(self, match: str, commits: Sequence[StoredCommit]) -> Folded | None:
        """Return a match after commits from the feed, read gaplessly, with no look at the store.

        None if the state in memory does not reach up to them; ``state`` will do. A state that is
        ahead of them already is returned as it is.

        Raises:
            FoldError: as ``fold``.
        """
        folded, epoch = self._kept.get(match, (None, -1))
        if folded is None or epoch != self._epoch:
            return None
        tail = [commit for commit in commits if commit.n > folded.version]
        if tail and tail[0].n != folded.version + 1:
            return None
        if commits and commits[-1].n == folded.version and commits[-1].head != folded.head:
            return None
        folded = fold(folded, tail)
        self._keep(match, folded, epoch)
        return folded

    def distrust(self) -> None:
        """Compare every kept state with the log before it is used again.

        To be called after a lost connection and after a rewind: in between, history may have taken
        another way, and only who has the salts could tell from the next commit alone.
        """
        self._epoch += 1

    def forget(self, match: str) -> None:
        """Drop the state in memory."""
        self._kept.pop(match, None)

    def _keep(self, match: str, folded: Folded, epoch: int) -> None:
        self._kept[match] = folded, epoch
        self._kept.move_to_end(match)
        while len(self._kept) > self._capacity:
            self._kept.popitem(last=False)

    async def _fold_to(self, meta: Meta, wanted: int, kept: Folded | None) -> Folded | None:
        """Return the match at a version; None if history took another way meanwhile."""
        start = begin(self._registry, meta.header)
        async for base in self._bases(start, wanted, kept):
            folded = await self._beyond(meta, base, wanted)
            if folded is not None:
                return folded
        return await self._onward(meta, start, wanted)

    async def _bases(
        self, start: Folded, wanted: int, kept: Folded | None
    ) -> AsyncIterator[Folded]:
        """Yield cached states that may lie shortly before a version, the cheapest first.

        If none is true, the fold from the start writes all snapshots on its way anew.
        """
        every = self._snapshot_every
        if kept is not None and 0 <= wanted - kept.version < (every or wanted + 1):
            yield kept
        if not every or wanted < every:
            return
        snapshot = await self._store.snapshot(start.header.match, at=wanted)
        restored = None if snapshot is None else restore(start, snapshot)
        if restored is not None:
            yield restored

    async def _beyond(self, meta: Meta, base: Folded, wanted: int) -> Folded | None:
        """Fold on from a cached state; None if it does not fit the log, in whatever way."""
        try:
            return await self._onward(meta, base, wanted)
        except FoldError:
            return None

    async def _onward(self, meta: Meta, base: Folded, wanted: int) -> Folded | None:
        """Fold from a base up to a version; None unless the log holds the base's head and all.

        Each page begins with the commit that was folded last: should history be rewound between two
        of them, its head is another one.
        """
        if (base.version, base.head) == (meta.version, meta.head):
            return base
        folded, linked = base, base.version == 0 and base.head == first_head(meta.header)
        while not linked or folded.version < wanted:
            after = max(folded.version - 1, 0)
            count = min(PAGE, wanted - after)
            page = await self._store.read_log(meta.match, after=after, count=count)
            if folded.version:
                known = [(commit.n, commit.head) for commit in page[:1]]
                linked, page = known == [(folded.version, folded.head)], page[1:]
            if not linked or (not page and folded.version < wanted):
                return None
            folded = await self._pass(folded, page)
        return folded if wanted < meta.version or folded.head == meta.head else None

    async def _pass(self, folded: Folded, commits: Iterable[StoredCommit]) -> Folded:
        """Fold commits of the log, and leave a snapshot at each multiple that is passed."""
        every, passed = self._snapshot_every, list[Snapshot]()
        if not every:
            return fold(folded, commits)
        for _, some in groupby(commits, lambda commit: (commit.n - 1) // every):
            folded = fold(folded, some)
            if folded.version % every == 0:
                passed.append(snapshot_of(folded))
        await self._store.put_snapshots(folded.header.match, passed, every=every)
        return folded
