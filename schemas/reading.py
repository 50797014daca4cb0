"""Read a match file and check all that needs no rules: spelling, order, chain, closing line.

The first fault ends it and says where: ``header``, ``commit <n>`` or ``closing line``.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from engine.core.codec import Parts, audiences
from engine.core.match_messages import Closed
from engine.core.rejection import UnknownFormatError
from schemas.chain import commitment, first_head, next_head
from schemas.header import Header
from schemas.match_file import (
    CommitLine,
    End,
    EndLine,
    HeaderLine,
    LineError,
    ShownPart,
    decode,
)
from schemas.public_text import CommitTextError, PublicText, read_private, read_public
from schemas.signing import signature_holds

CLOSING_LINE = "closing line"
HEADER = "header"
_CLOSED = Closed.model_fields["kind"].default


class UnreadableError(Exception):
    """Not a match file at all, or one that this build cannot judge."""


class FaultError(Exception):
    """The file is not genuine: where, why, and what was expected and found."""

    def __init__(
        self, where: str, problem: str, *, expected: Any = None, found: Any = None
    ) -> None:
        super().__init__(problem)
        self.where = where
        self.problem = problem
        self.expected = None if expected is None else str(expected)
        self.found = None if found is None else str(found)


@dataclass(frozen=True, slots=True)
class ReadCommit:
    """A commit line whose head follows, with its public text parsed."""

    line: CommitLine
    public: PublicText
    private: Mapping[str, Mapping[str, Any]]
    """The private texts that are shown, parsed; by audience."""
    texts: Parts
    """All texts that are shown, as they are hashed."""

    @property
    def whole(self) -> bool:
        """Every private part is shown."""
        return len(self.private) == len(self.line.private)


@dataclass(frozen=True, slots=True)
class MatchFile:
    """A match file whose chain and signature hold."""

    header: Header
    commits: Sequence[ReadCommit]
    end: End

    @property
    def whole(self) -> bool:
        """Every private part of every commit is shown."""
        return all(commit.whole for commit in self.commits)


def read_header(content: bytes) -> Header:
    """Return the header of a match file.

    Raises:
        UnreadableError: none of the first lines looks like one of a match file.
        FaultError: the header is not well formed.
    """
    lines = content.split(b"\n", 3)
    if not any(line.startswith((b'{"header":', b'{"n":', b'{"end":')) for line in lines[:3]):
        msg = "not a match file: none of its first lines is one"
        raise UnreadableError(msg)
    try:
        read = decode(lines[0], HeaderLine)
        return Header.decode(read.header.encode())
    except (LineError, UnknownFormatError) as error:
        raise FaultError(HEADER, str(error)) from None


def read_file(content: bytes) -> MatchFile:
    """Return a match file whose chain and signature hold.

    Raises:
        UnreadableError: it is no match file.
        FaultError: it is not genuine.
    """
    header = read_header(content)
    lines = content.split(b"\n")[1:]
    rows = len(lines) - (lines[-1:] == [b""])
    head = first_head(header.encode())
    commits: list[ReadCommit] = []
    at = header.created
    for number, text in enumerate(lines):
        if _is_closing(text, last=number + 1 >= rows):
            break
        commit = _commit(text, number + 1, header.seats)
        _check_links(commit, head, at)
        if _is_closed(commits):
            where, msg = f"commit {commit.line.n}", "it follows the close of the match"
            raise FaultError(where, msg, expected="the closing line")
        head, at = commit.line.head, commit.public.at
        commits.append(commit)
    end = _end(lines[len(commits) :], len(commits))
    _check_end(header, commits, head, end)
    return MatchFile(header, commits, end)


def _is_closing(text: bytes, *, last: bool) -> bool:
    """Tell whether a line is the closing one, or stands where only that one can."""
    return text.startswith(b'{"end":') or (last and not text.startswith(b'{"n":'))


def _is_closed(commits: Sequence[ReadCommit]) -> bool:
    return bool(commits) and _CLOSED in commits[-1].public.kinds()


def _commit(text: bytes, n: int, seats: int) -> ReadCommit:
    where = f"commit {n}"
    try:
        line = decode(text, CommitLine)
    except LineError as error:
        raise FaultError(where, str(error)) from None
    if line.n != n:
        msg = "a commit is missing, doubled or moved"
        raise FaultError(where, msg, expected=n, found=line.n)
    names = list(audiences(seats))
    if list(line.private) != names:
        msg = "the parts are not those of all audiences"
        raise FaultError(where, msg, expected=names, found=list(line.private))
    parts = _parts(line)
    try:
        public = read_public(parts.public)
    except CommitTextError as error:
        raise FaultError(where, str(error)) from None
    if public.n != n:
        msg = "the number in its text is not its place in the chain"
        raise FaultError(where, msg, expected=n, found=public.n)
    private: dict[str, Mapping[str, Any]] = {
        name: _read_part(where, name, text) if text else {} for name, text in parts.private.items()
    }
    return ReadCommit(line, public, private, parts)


def _parts(line: CommitLine) -> Parts:
    shown = {
        name: part.data.encode()
        for name, part in line.private.items()
        if isinstance(part, ShownPart)
    }
    return Parts(line.public.encode(), shown)


def _read_part(where: str, name: str, text: bytes) -> Mapping[str, Any]:
    try:
        return read_private(text)
    except CommitTextError as error:
        raise FaultError(where, f"the private part of {name} {error}") from None


def _check_links(commit: ReadCommit, head: str, at: int) -> None:
    """Check that a commit follows the head and the stamp of the one before."""
    where = f"commit {commit.line.n}"
    made = _next_head(head, commit)
    if made != commit.line.head:
        before = "the header" if commit.line.n == 1 else "the commit before"
        msg = f"the head does not follow from {before} and this commit"
        raise FaultError(where, msg, expected=made, found=commit.line.head)
    if commit.public.at < at:
        msg = "the stamp goes back"
        raise FaultError(where, msg, expected=f"at least {at}", found=commit.public.at)


def _next_head(head: str, commit: ReadCommit) -> str:
    shown = commit.texts.private
    committed = [
        commitment(bytes.fromhex(part.salt), shown[name])
        if isinstance(part, ShownPart)
        else bytes.fromhex(part)
        for name, part in commit.line.private.items()
    ]
    return next_head(head, commit.line.n, commit.texts.public, committed)


def _end(rest: Sequence[bytes], commits: int) -> End:
    if not rest or not rest[0]:
        raise FaultError(
            CLOSING_LINE,
            f"the file is cut off after commit {commits}",
            expected="a signed closing line",
            found="nothing",
        )
    try:
        line = decode(rest[0], EndLine)
    except LineError as error:
        raise FaultError(CLOSING_LINE, str(error)) from None
    if list(rest[1:]) != [b""]:
        raise FaultError(
            CLOSING_LINE,
            "the file does not end with one line feed after the closing line",
            expected="one line feed",
            found="none" if len(rest) == 1 else f"{len(rest) - 1} more lines",
        )
    return line.end


def _check_end(header: Header, commits: Sequence[ReadCommit], head: str, end: End) -> None:
    status = "closed" if _is_closed(commits) else "running"
    compared = (
        ("commits are missing before it, or were added", len(commits), end.n),
        ("it names another head", head, end.head),
        ("it names another status", status, end.status),
    )
    for problem, expected, found in compared:
        if expected != found:
            raise FaultError(CLOSING_LINE, problem, expected=expected, found=found)
    if not signature_holds(end.key, header.match, end.n, end.head, end.signature):
        raise FaultError(
            CLOSING_LINE,
            "the signature does not hold",
            expected=f"a signature of {end.key}",
            found=end.signature,
        )
