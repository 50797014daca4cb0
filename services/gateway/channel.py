"""One match that somebody follows: where it stands by the feed, and its newest commits.

Each follower knows the version it has sent and takes what is beyond, from the channel's memory at
once, or in its own time, from the log if need be. A slow one holds up nobody and costs no memory.
"""

import asyncio
from collections import OrderedDict, deque
from collections.abc import AsyncIterator, Callable, Collection, Sequence
from typing import Any, Final

from pydantic_core import from_json

from engine.core.answer import options, options_text
from engine.core.rejection import EngineError
from schemas.chain import StoredCommit
from schemas.show import awaited_after, commit_frame, match_events, pending_after, relevant
from services.common.fold import Folded, Folder
from services.common.store import Store
from services.common.store_readings import FeedEntry
from services.common.store_wire import StoreUnavailableError
from services.gateway.reading import Present, Reading
from services.gateway.refusals import fault

_RECENT: Final = 256
_FRAMES: Final = 1024
_PAGE: Final = 200


async def fenced(store: Store) -> None:
    """Return once what was read stands on enough copies; raises StoreUnavailableError."""
    if not await store.fence():
        msg = "too few replicas hold what was read"
        raise StoreUnavailableError(msg)


class Follower:
    """One reader of a channel; its event is set when it did not take at once what may be new."""

    def __init__(self, channel: "Channel") -> None:
        self.channel = channel
        self.event = asyncio.Event()
        self.folds = False
        """Whether it needs the state of the match, for options or views."""
        self.at_once: Callable[[], bool] | None = None
        """While its task waits: takes what is new in the same turn; False if the task must."""

    def wake(self) -> None:
        """Let it take what is new."""
        try:
            taken = self.at_once is not None and self.at_once()
        except Exception:  # noqa: BLE001  # whatever it is, its task meets it again and says so
            taken = False
        if not taken:
            self.event.set()


class Channel:
    """A followed match."""

    def __init__(self, match: str, store: Store, folder: Folder, reading: Reading) -> None:
        self.match = match
        self.version = 0
        self.head = ""
        self.seats = 0
        self.closed = False
        self.box: frozenset[int] = frozenset()
        self.awaited: Sequence[dict[str, Any]] = ()
        """Who is awaited at this version, sealed choices not counted off."""
        self.outcome: dict[str, Any] | None = None
        self.rewound = False
        """History went another way: followers must begin again."""
        self.followers: set[Follower] = set()
        self._accounts: dict[str, int] = {}
        self._store = store
        self._folder = folder
        self._reading = reading
        self._recent: deque[StoredCommit] = deque(maxlen=_RECENT)
        self._frames: OrderedDict[tuple[int, frozenset[str]], bytes] = OrderedDict()
        self._options: dict[int, bytes] = {}
        self._views: dict[int | None, dict[str, Any]] = {}
        self._opening = asyncio.Lock()
        self._open = False
        self._early: list[FeedEntry] = []

    # --- where it stands ------------------------------------------------------------------------

    async def opened(self) -> None:
        """Read where the match stands, once; what the feed says meanwhile is kept for after."""
        async with self._opening:
            if self._open:
                return
            present = await self._reading.present(self.match)
            await self._reading.fence()
            self._adopt(present)
            self._open = True
            early, self._early = self._early, []
            for entry in early:
                self.deliver(entry)

    def _adopt(self, present: Present) -> None:
        meta = present.meta
        self.version, self.head, self.seats = meta.version, meta.head, meta.seats
        self.closed = meta.status == "closed"
        self.box = frozenset(present.box)
        self.awaited = present.summary["pending"]
        self.outcome = present.summary["outcome"]
        self._accounts = dict(meta.accounts)
        self._recent.clear()
        self._frames.clear()
        self._options.clear()
        self._views.clear()

    def seat_of(self, account: str | None) -> int | None:
        """Return the seat that an account holds now."""
        return None if account is None else self._accounts.get(account)

    @property
    def pending(self) -> list[Any]:
        """Who is still awaited."""
        return pending_after(self.awaited, self.box)

    # --- what the feed says ---------------------------------------------------------------------

    def deliver(self, entry: FeedEntry) -> None:
        """Move on by one change; one that is known already changes nothing.

        Within a version the box only grows.
        """
        if not self._open:
            self._early.append(entry)
            return
        if entry.version < self.version:
            return
        if entry.version == self.version:
            self.box |= frozenset(entry.sealed or ())
        else:
            self._append(entry)
        self._wake()

    def _append(self, entry: FeedEntry) -> None:
        new = [commit for commit in entry.commits if commit.n > self.version]
        if not new or new[0].n != self.version + 1:
            self._recent.clear()
        self._recent.extend(new)
        for commit in new:
            self._note(commit)
        self.version = entry.version
        self.closed = entry.status == "closed"
        if entry.sealed is not None:
            self.box = frozenset(entry.sealed)
        self._options.clear()
        self._views.clear()
        if any(follower.folds for follower in self.followers):
            self._fold(new)

    def _note(self, commit: StoredCommit) -> None:
        self.head = commit.head
        for event in match_events(commit):
            match event["kind"]:
                case "match.joined":
                    self._accounts[event["account"]] = event["seat"]
                case "match.left":
                    self._accounts = {
                        account: seat
                        for account, seat in self._accounts.items()
                        if seat != event["seat"]
                    }
                case "match.ended":
                    self.outcome = event["outcome"]
                case _:
                    pass
        self.awaited = awaited_after(commit)

    def _fold(self, commits: Sequence[StoredCommit]) -> None:
        try:
            self._folder.advance(self.match, commits)
        except EngineError as error:
            fault(error, match=self.match, version=self.version)

    async def catch_up(self) -> None:
        """Read again where the match stands, after a gap in the feed."""
        async with self._opening:  # what is being read may be from before the gap
            if not self._open:
                return
        present = await self._reading.present(self.match)
        meta = present.meta
        await fenced(self._store)
        if not await self._continues(meta.version, meta.head):
            self.rewind(meta.version)
            return
        self._adopt(present)
        self._wake()

    async def _continues(self, version: int, head: str) -> bool:
        """Tell whether the log, which has come to a version, holds what was shown here."""
        if version <= self.version:
            return (version, head) == (self.version, self.head)
        if self.version == 0:
            return True
        page = await self._store.read_log(self.match, after=self.version - 1, count=1)
        return bool(page) and page[0].head == self.head

    def rewind(self, version: int) -> None:
        """Say that the history shown here is not the history any more."""
        self.rewound, self.version = True, version
        self._wake()

    def _wake(self) -> None:
        for follower in self.followers:
            follower.wake()

    # --- what followers take --------------------------------------------------------------------

    async def commits(self, after: int, until: int) -> AsyncIterator[StoredCommit]:
        """Yield commits after one version up to another, gapless; ends early after a rewind."""
        while after < until:
            page = self.remembered(after, until)
            if page is None:
                count = min(_PAGE, until - after)
                page = await self._store.read_log(self.match, after=after, count=count)
                await self._reading.fence()
            if not page:
                return
            for commit in page:
                yield commit
            after = page[-1].n

    def remembered(self, after: int, until: int) -> Sequence[StoredCommit] | None:
        """Return the commits after one version up to another; None if memory begins later."""
        if not self._recent or self._recent[0].n > after + 1:
            return None
        return [commit for commit in self._recent if after < commit.n <= until]

    def frame(self, commit: StoredCommit, shown: Collection[str]) -> bytes:
        """Return a commit merged for a viewer; made once for all who may see the same of it."""
        key = commit.n, relevant(commit, shown)
        frame = self._frames.get(key)
        if frame is None:
            frame = self._frames[key] = commit_frame(self.match, commit, key[1])
            if len(self._frames) > _FRAMES:
                self._frames.popitem(last=False)
        return frame

    def kept(self) -> Folded | None:
        """Return the state at the channel's version if it stands in memory."""
        kept = self._folder.kept(self.match)
        if kept is not None and (kept.version, kept.head) == (self.version, self.head):
            return kept
        return None

    async def folded(self) -> Folded | None:
        """Return the state at the channel's version; None if it can't be had (yet)."""
        kept = self.kept()
        if kept is not None:
            return kept
        try:
            found = await self._folder.state(self.match)
        except EngineError as error:
            fault(error, match=self.match, version=self.version)
            return None
        if found is None or (found.version, found.head) != (self.version, self.head):
            return None
        return found

    def options(self, folded: Folded, seat: int | None) -> bytes:
        """Return what a seat may do at the channel's version, as JSON text."""
        if seat is None:
            return b"[]"
        text = self._options.get(seat)
        if text is None:
            text = options_text(options(folded.game, folded.state, seat))
            self._options[seat] = text
        return text

    def view(self, folded: Folded, seat: int | None) -> dict[str, Any]:
        """Return what a viewer sees at the channel's version, with who is still awaited.

        Its own sealed choice, which the channel does not know, is not in it.
        """
        answer = self._views.get(seat)
        if answer is None:
            answer = self._views[seat] = from_json(folded.view(seat))
        return {**answer, "pending": self.pending}
