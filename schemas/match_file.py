"""The verifiable file of a match, ``*.match.jsonl``: one writer, one strict reader.

Line 1 holds the header, then a line a commit, then the closing line with the host's signature.
There is one valid spelling of each line; a reader that finds another refuses it.
"""

from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import dataclass
from typing import Annotated, Literal, TypeVar

from pydantic import Field, ValidationError
from pydantic_core import to_json

from engine.core.codec import audiences
from engine.core.keyed import Keyed
from engine.core.malformed import sentence
from engine.core.messages import Message
from schemas.chain import StoredCommit, commitment, head_text, salt
from schemas.header import Hex32, KeyText

SUFFIX = ".match.jsonl"


class HeaderLine(Message):
    """The first line."""

    header: str


class ShownPart(Message):
    """A private part that the reader may know, with its salt."""

    salt: Hex32
    data: str


class CommitLine(Message):
    """One commit; a part that is not shown stands as its commitment."""

    n: Annotated[int, Field(ge=1)]
    public: str
    private: dict[str, Annotated[ShownPart | Hex32, Field(union_mode="left_to_right")]]
    head: Hex32


class End(Message):
    """How far the file goes, and who says so."""

    n: Annotated[int, Field(ge=0)]
    head: Hex32
    status: Literal["running", "closed"]
    """``running`` for every match that is not over, started or not."""
    key: KeyText
    signature: Annotated[str, Field(pattern=r"^[0-9a-f]{128}$")]


class EndLine(Message):
    """The last line; a file without it is cut off."""

    end: End


Line = HeaderLine | CommitLine | EndLine
L = TypeVar("L", HeaderLine, CommitLine, EndLine)


class LineError(ValueError):
    """A line of a match file that is not spelt in the one valid way."""


def encode(line: Line) -> bytes:
    """Return the one valid spelling of a line, with its line feed."""
    return to_json(line) + b"\n"


def decode(text: bytes, form: type[L]) -> L:
    """Read one line (without its line feed); raises LineError."""
    try:
        line = form.model_validate_json(text, strict=True)
    except ValidationError as error:
        msg = f"not a line of this format: {sentence(error, text)}"
        raise LineError(msg) from None
    if to_json(line) != text:
        msg = "not spelt in the one valid way (order of keys, spaces, escapes)"
        raise LineError(msg)
    return line


def commit_line(commit: StoredCommit, salt_key: bytes, shown: Collection[str]) -> CommitLine:
    """Return the line of a commit with the parts of the audiences in ``shown`` opened."""
    private: dict[str, ShownPart | Hex32] = {}
    names, key = audiences(len(commit.private) - 1), Keyed(salt_key)
    for name, part in zip(names, commit.private, strict=True):
        grain = salt(key, commit.n, name)
        if name in shown:
            private[name] = ShownPart(salt=grain.hex(), data=part.decode())
        else:
            private[name] = commitment(grain, part).hex()
    return CommitLine(n=commit.n, public=commit.public.decode(), private=private, head=commit.head)


@dataclass(frozen=True, slots=True)
class Signer:
    """The host's key: what names it and what signs with it."""

    key: str
    """``<kind>:<public key in hex>``."""
    sign: Callable[[bytes], bytes]


def end_line(match: str, n: int, head: str, *, closed: bool, signer: Signer) -> EndLine:
    """Return the signed closing line of a file that goes up to commit n."""
    return EndLine(
        end=End(
            n=n,
            head=head,
            status="closed" if closed else "running",
            key=signer.key,
            signature=signer.sign(head_text(match, n, head)).hex(),
        )
    )


def write_lines(  # noqa: PLR0913  # the parts of a file
    match: str,
    header: bytes,
    commits: Iterable[StoredCommit],
    *,
    head: str,
    salt_key: bytes,
    shown: Collection[str],
    closed: bool,
    signer: Signer,
) -> Iterator[bytes]:
    """Yield the lines of a match file; ``head`` is head 0."""
    yield encode(HeaderLine(header=header.decode()))
    n = 0
    for commit in commits:
        n, head = commit.n, commit.head
        yield encode(commit_line(commit, salt_key, shown))
    yield encode(end_line(match, n, head, closed=closed, signer=signer))
