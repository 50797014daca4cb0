"""What readers of the store get and keep: changes from the feeds, cached views and states."""

from collections.abc import Mapping
from dataclasses import dataclass

from .store_types import Stamp, Status, StoredCommit


@dataclass(frozen=True, slots=True, kw_only=True)
class FeedEntry:
    """One change of one match, with all that is needed to answer and to push."""

    partition: int
    change: int
    """Gapless within a partition, from 1."""
    match: str
    version: int
    """After the change."""
    status: Status
    commits: tuple[StoredCommit, ...]
    finished: Mapping[tuple[str, str], bytes]
    """(account, command id) -> receipt (JSON)."""
    sealed: tuple[int, ...] | None
    """Seats in the box now; None when the box did not change."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RecordedRefusal:
    """A command that was refused, as it is kept for arbiters."""

    place: str
    """Of its entry: ``<ms>-<number>``, ascending."""
    at: int
    """When it was refused (ms)."""
    account: str
    command_id: str
    receipt: bytes
    body: bytes


@dataclass(frozen=True, slots=True)
class FeedBatch:
    """What was read from the feeds, and where reading was not gapless."""

    entries: tuple[FeedEntry, ...]
    trimmed: Mapping[int, int]
    """Partition -> oldest change still in its feed: what the reader missed before it must be read
    from ``changed_since``, logs and receipts."""
    rewound: Mapping[int, int]
    """Partition -> its newest change, below the reader's cursor: history was rewound."""


@dataclass(frozen=True, slots=True, kw_only=True)
class NewViews:
    """The newest views of one match, by viewer (``seat:0`` …, ``spectator``)."""

    match: str
    stamp: Stamp
    views: Mapping[str, bytes]


@dataclass(frozen=True, slots=True)
class Memory:
    """Memory of the server in bytes; ``limit`` 0 means none is set."""

    used: int
    limit: int

    @property
    def share(self) -> float:
        """Share of the limit in use, 0 to 1; 0 without a limit."""
        return self.used / self.limit if self.limit else 0.0


@dataclass(frozen=True, slots=True)
class CachedViews:
    """The newest views the projector made of a match, by viewer."""

    stamp: Stamp
    views: Mapping[str, bytes]
