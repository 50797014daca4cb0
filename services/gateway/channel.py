"""One match that somebody follows: where it stands by the feed, and its newest commits.

Each follower knows the version it has sent and takes what is beyond, from the channel's memory at
once, or in its own time, from the log if need be. A slow one holds up nobody and costs no memory.
"""

import asyncio
from collections.abc import AsyncIterator, Callable, Sequence
from typing import Any, Final

from pydantic_core import from_json

from engine.core.answer import options, options_text
from engine.core.match_telling import pending
from engine.core.rejection import EngineError
from schemas.chain import StoredCommit
from schemas.header import Header
from schemas.show import (
    awaited_after,
    match_events,
    pending_after,
    with_options,
    with_pending,
)
from services.common.fold import Folded, Folder
from services.common.store import Store
from services.common.store_readings import FeedEntry
from services.common.store_wire import StoreUnavailableError
from services.gateway.aging import Aging
from services.gateway.audience import Audience, Audiences, Sight
from services.gateway.reading import Present, Reading
from services.gateway.recent import Recent
from services.gateway.refusals import fault

_PAGE: Final = 200


async def fenced(store: Store) -> None:
    """Return once what was read stands on enough copies; raises StoreUnavailableError."""
    if not await store.fence():
        msg = "too few replicas hold what was read"
        raise StoreUnavailableError(msg)


class Follower:
    """One reader of a channel; its event is set when it did not take at once what may be new."""

    def __init__(self, channel: "Channel", account: str | None) -> None:
        self.channel = channel
        self.account = account
        """None: somebody without a token."""
        self.watches = False
        """Whether it counts as a spectator."""
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

    def __init__(
        self,
        match: str,
        store: Store,
        folder: Folder,
        reading: Reading,
        audiences: Audiences,
        count: Callable[[int], None],
    ) -> None:
        """Follow nothing yet; ``count`` is told how many spectators there are, at each change."""
        self.match = match
        self.version = 0
        self.head = ""
        self.seats = 0
        self.closed = False
        self.clocked = False
        """Whether there are deadlines to tell; they take the match's state."""
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
        self._audiences = audiences
        self._audience: Audience | None = None
        self._aging: Aging | None = None
        self._count = count
        self._spectators = 0
        self.recent = Recent(match)
        self._options: dict[int, bytes] = {}
        self._views: dict[int | None, dict[str, Any]] = {}
        self._until: Sequence[dict[str, Any]] | None = None
        self._behind: tuple[int, dict[str, Any]] | None = None
        """What spectators who are kept behind saw last, and at which version."""
        self._looking_back = asyncio.Lock()
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
            await self._begin_aging()
            self._open = True
            early, self._early = self._early, []
            for entry in early:
                self.deliver(entry)

    def _adopt(self, present: Present) -> None:
        meta = present.meta
        self.version, self.head, self.seats = meta.version, meta.head, meta.seats
        self.closed = meta.status == "closed"
        self.clocked = Header.decode(meta.header).clock is not None
        self.box = frozenset(present.box)
        self.awaited = present.summary["pending"]
        self.outcome = present.summary["outcome"]
        self._accounts = dict(meta.accounts)
        self._audience = self._audiences.of(self.match, meta.header)
        self.recent.clear()
        self._options.clear()
        self._views.clear()
        self._until = None
        self._behind = None

    async def _begin_aging(self) -> None:
        delay_ms = self._opened_audience.delay.ms
        if delay_ms:
            self._aging = Aging(self._store, self.match, delay_ms, self._wake)
            await self._aging.begin(self.version)

    def end(self) -> None:
        """Stop what goes on by itself: nobody follows any more."""
        if self._aging is not None:
            self._aging.end()

    def seat_of(self, account: str | None) -> int | None:
        """Return the seat that an account holds now."""
        return None if account is None else self._accounts.get(account)

    # --- who may see what -----------------------------------------------------------------------

    @property
    def _opened_audience(self) -> Audience:
        assert self._audience is not None, "the channel is opened before it is asked"
        return self._audience

    def sight(self, account: str | None) -> Sight | None:
        """Return what an account may see now; None: not even that there is such a match."""
        return self._opened_audience.sight(
            account,
            self._accounts,
            version=self.version,
            closed=self.closed,
            aged=self.version if self._aging is None else self._aging.version,
        )

    def enter(self, follower: Follower) -> None:
        """Count a follower, if it is a spectator, until it leaves."""
        self._watched_by(follower, there=self._is_spectator(follower))
        self._count(self._spectators)

    def leave(self, follower: Follower) -> None:
        """Serve a follower no longer."""
        self.followers.discard(follower)
        self._watched_by(follower, there=False)
        self._count(self._spectators)

    def _count_anew(self) -> None:
        """Count who follows without a part in the match, for seats have changed hands."""
        for follower in self.followers:
            self._watched_by(follower, there=self._is_spectator(follower))
        self._count(self._spectators)

    def _is_spectator(self, follower: Follower) -> bool:
        return not self._opened_audience.has_part(follower.account, self._accounts)

    def _watched_by(self, follower: Follower, *, there: bool) -> None:
        self._spectators += there - follower.watches
        follower.watches = there

    @property
    def pending(self) -> list[Any]:
        """Who is still awaited; with deadlines if the state stands in memory."""
        return pending_after(self._deadlines() or self.awaited, self.box)

    def _deadlines(self) -> Sequence[dict[str, Any]] | None:
        """Return who is awaited and until when, sealed choices not counted off; None: not known."""
        if self._until is None and self.clocked and (folded := self.kept()) is not None:
            self._until = pending(folded.game, folded.state)
        return self._until

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
        self.recent.add(new, after=self.version)
        for commit in new:
            self._note(commit)
        self.version = entry.version
        if self._aging is not None:
            self._aging.moved(self.version)
        self.closed = entry.status == "closed"
        if entry.sealed is not None:
            self.box = frozenset(entry.sealed)
        self._options.clear()
        self._views.clear()
        self._until = None
        if any(follower.folds for follower in self.followers):
            self._fold(new)

    def _note(self, commit: StoredCommit) -> None:
        self.head = commit.head
        for event in match_events(commit):
            match event["kind"]:
                case "match.joined" | "match.substituted":
                    self._hand_over(event["seat"], event["account"])
                case "match.left":
                    self._hand_over(event["seat"], None)
                case "match.ended":
                    self.outcome = event["outcome"]
                case _:
                    pass
        self.awaited = awaited_after(commit)

    def _hand_over(self, seat: int, account: str | None) -> None:
        """Give a seat to another account, or to nobody; who had it has it no longer [M13.1]."""
        accounts = {one: held for one, held in self._accounts.items() if held != seat}
        self._accounts = accounts if account is None else {**accounts, account: seat}
        self._count_anew()

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
        self._count_anew()
        if self._aging is not None:
            self._aging.moved(self.version)
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
            page = self.recent.between(after, until)
            if page is None:
                count = min(_PAGE, until - after)
                page = await self._store.read_log(self.match, after=after, count=count)
                await self._reading.fence()
            if not page:
                return
            for commit in page:
                yield commit
            after = page[-1].n

    def newest(self, frame: bytes, commit: StoredCommit, options: bytes) -> bytes:
        """Return the frame of the channel's newest commit with what is said of that one only."""
        if self.clocked and (told := self._deadlines()) is not None:
            frame = with_pending(frame, commit, told)
        return with_options(frame, options)

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

    async def view_behind(self, until: int) -> dict[str, Any]:
        """Return what spectators who are kept behind see at a version; made once for all of them.

        Raises:
            RefusedError: history was rewound, or the match can't be read.
        """
        async with self._looking_back:
            if self._behind is None or self._behind[0] != until:
                answer = await self._reading.answer_at(self.match, None, until, newest=True)
                await self._reading.fence()
                self._behind = until, answer
            return self._behind[1]
