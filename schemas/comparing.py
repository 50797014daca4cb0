"""Whether two texts of a commit say the same, and how they differ."""

import json
from typing import Any

from engine.core.codec import Parts
from schemas.public_text import read_once


class DiffersError(Exception):
    """A commit is not what the rules say; carries what was expected and what was found."""

    def __init__(self, what: str, *, expected: Any, found: Any) -> None:
        super().__init__(what)
        self.what = what
        self.expected = expected
        self.found = found


def compare_texts(made: Parts, found: Parts) -> None:
    """Compare all texts of a commit; raises DiffersError."""
    if made == found:
        return
    pairs = [("public text", made.public, found.public)]
    pairs += [
        (f"private part of {name}", made.private[name], text)
        for name, text in found.private.items()
    ]
    for name, ours, theirs in pairs:
        if not same_data(ours, theirs):
            msg = f"the {name} is not what the rules say"
            raise DiffersError(msg, expected=ours.decode(), found=theirs.decode())


def same_data(ours: bytes, theirs: bytes) -> bool:
    """Tell whether two texts say the same: equal but for the order of keys, spaces and escapes.

    The bytes were hashed as they are; that a later build orders a message's fields in another
    way must not make an old match look forged. ``ours`` is our own, ``theirs`` any JSON or none.
    """
    if ours == theirs:
        return True
    if not ours or not theirs:
        return False
    try:
        return _ordered(ours) == _ordered(theirs)
    except ValueError:
        return False


def _ordered(text: bytes) -> str:
    # As text, because Python takes 1 and True for equal.
    return json.dumps(read_once(text), sort_keys=True)
