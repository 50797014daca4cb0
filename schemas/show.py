"""What a viewer is shown of a commit. Redaction is selection: public text and own private parts.

Nothing here asks the rules. A viewer's audiences say which parts it gets; placeholders of all other
hidden values stay.
"""

import re
from collections.abc import Collection, Mapping, Sequence
from operator import add
from typing import Any

from pydantic_core import from_json, to_json

from engine.core.codec import audiences
from engine.core.match_messages import MATCH_PREFIX, is_match_kind
from engine.core.secrecy import PLACEHOLDER, PLACEHOLDER_TEXT
from schemas.chain import StoredCommit
from schemas.match_file import commit_line

_AWAITED = b'"awaited":'
_STAMP = re.compile(rb'\{"n":[0-9]+,"at":([0-9]+),')
_OF_MATCH = f'"kind":"{MATCH_PREFIX}'.encode()


def audiences_of(seat: int | None, seats: int, *, closed: bool) -> frozenset[str]:
    """Return the audiences whose parts a viewer may see: all once the match is closed."""
    if closed:
        return frozenset(audiences(seats))
    return frozenset() if seat is None else frozenset({f"seat:{seat}"})


def relevant(commit: StoredCommit, shown: Collection[str]) -> frozenset[str]:
    """Return those of the shown audiences that got something secret in a commit.

    Viewers for whom this is the same see the same bytes.
    """
    names = audiences(len(commit.private) - 1)
    return frozenset(
        name
        for name, part in zip(names, commit.private, strict=True)
        if name in shown and part and not _only_id(part)
    )


def _only_id(part: bytes) -> bool:
    return part.startswith(b'{"id":')


def commit_frame(match: str, commit: StoredCommit, shown: Collection[str]) -> bytes:
    """Return a commit merged for a viewer, as the ``commit`` frame without options."""
    public, known = commit.public, _known(commit, shown)
    if known:
        first, *rest = public.split(PLACEHOLDER_TEXT)
        values = [to_json(known.get(str(number), PLACEHOLDER)) for number in range(len(rest))]
        public = b"".join([first, *map(add, values, rest)])
    # The frame has the members of the public text, but for the first one and the last one's name.
    begin, end = public.index(b'"at":'), public.rindex(_AWAITED)
    return b'{"type":"commit","match_id":%b,"version":%d,%b"pending":%b,"head":"%b"}' % (
        to_json(match),
        commit.n,
        public[begin:end],
        _awaited_text(commit),
        commit.head.encode(),
    )


def _known(commit: StoredCommit, shown: Collection[str]) -> Mapping[str, Any]:
    """Return the hidden values that the shown parts open, by number; ids are left out."""
    known: dict[str, Any] = {}
    names = audiences(len(commit.private) - 1)
    for name, part in zip(names, commit.private, strict=True):
        if name in shown and part:
            known.update(from_json(part))
    known.pop("id", None)
    return known


def with_options(frame: bytes, options: bytes) -> bytes:
    """Return a commit frame with the viewer's options (JSON text) added."""
    return frame[:-1] + b',"options":' + options + b"}"


def with_pending(frame: bytes, commit: StoredCommit, pending: Sequence[Any]) -> bytes:
    """Return a commit's frame, without options, in which ``pending`` tells more: the deadlines."""
    told = len(_awaited_text(commit))
    end = len(frame) - len(b',"head":""}') - len(commit.head)
    return b"%b%b%b" % (frame[: end - told], to_json(pending), frame[end:])


def proof_frame(match: str, commit: StoredCommit, salt_key: bytes, shown: Collection[str]) -> bytes:
    """Return a commit as a frame that holds the members of its line in the export."""
    line = commit_line(commit, salt_key, shown).model_dump(mode="json")
    return to_json({"type": "commit", "match_id": match, "version": commit.n, **line})


def pending_after(
    pending: Sequence[Mapping[str, Any]], box: Collection[int]
) -> list[Mapping[str, Any]]:
    """Return who is still awaited when the seats in ``box`` have sealed their choices."""
    return [entry for entry in pending if not (entry.get("sealed") and entry["seat"] in box)]


def match_events(commit: StoredCommit) -> list[dict[str, Any]]:
    """Return the public parts of a commit's events that belong to the match, not to the game."""
    if _OF_MATCH not in commit.public:
        return []
    events: list[dict[str, Any]] = from_json(commit.public)["events"]
    return [event for event in events if is_match_kind(str(event["kind"]))]


def stamp_of(public: bytes) -> int:
    """Return the stamp (ms) in a commit's public text; raises ValueError if it is none."""
    found = _STAMP.match(public)
    if found is None:
        msg = "this is not the public text of a commit"
        raise ValueError(msg)
    return int(found[1])


def ended_frame(match: str, version: int, outcome: Mapping[str, Any] | None) -> bytes:
    """Return the frame that means that a match is over."""
    return to_json({"type": "ended", "match_id": match, "version": version, "outcome": outcome})


def awaited_after(commit: StoredCommit) -> list[dict[str, Any]]:
    """Return who is awaited after a commit."""
    listed: list[dict[str, Any]] = from_json(_awaited_text(commit))
    return listed


def _awaited_text(commit: StoredCommit) -> bytes:
    # The list stands last in the public text, and no name of a member can stand inside a string.
    return commit.public[commit.public.rindex(_AWAITED) + len(_AWAITED) : -1]
