"""The newest commits of a followed match, and how each is told to whom."""

from collections import OrderedDict, deque
from collections.abc import Collection, Sequence
from typing import Final

from schemas.chain import StoredCommit
from schemas.show import commit_frame, relevant

_COMMITS: Final = 256
_FRAMES: Final = 1024


class Recent:
    """What a channel remembers of its match; what is older stands in the log."""

    def __init__(self, match: str) -> None:
        self._match = match
        self._commits: deque[StoredCommit] = deque(maxlen=_COMMITS)
        self._frames: OrderedDict[tuple[int, frozenset[str]], bytes] = OrderedDict()

    def clear(self) -> None:
        """Forget everything: history may have gone another way."""
        self._commits.clear()
        self._frames.clear()

    def add(self, commits: Sequence[StoredCommit], *, after: int) -> None:
        """Remember what came after a version; across a gap only what is behind it."""
        if not commits or commits[0].n != after + 1:
            self._commits.clear()
        self._commits.extend(commits)

    def between(self, after: int, until: int) -> Sequence[StoredCommit] | None:
        """Return the commits after one version up to another; None if memory begins later."""
        if not self._commits or self._commits[0].n > after + 1:
            return None
        return [commit for commit in self._commits if after < commit.n <= until]

    def frame(self, commit: StoredCommit, shown: Collection[str]) -> bytes:
        """Return a commit merged for a viewer; made once for all who may see the same of it."""
        key = commit.n, relevant(commit, shown)
        frame = self._frames.get(key)
        if frame is None:
            frame = self._frames[key] = commit_frame(self._match, commit, key[1])
            if len(self._frames) > _FRAMES:
                self._frames.popitem(last=False)
        return frame
