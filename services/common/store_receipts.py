"""Receipts as they are stored: what the log knows already is left out.

A stored receipt is the 32 bytes of the body's hash, then the outcome: nothing while the command is
pending, the receipt's text once it is decided. Of an accepted command only the version (and a
join's seat) is kept, as ``7`` or ``7,"seat":0``: its head stands in the log.
"""

import re
from collections.abc import Mapping
from typing import Final

from .store_types import PENDING

HASH_BYTES: Final = 32
_START: Final = b'{"status":"accepted","version":'
_ACCEPTED: Final = re.compile(re.escape(_START) + rb'(([0-9]+)[^{}]*),"head":"([0-9a-f]{64})"}')


def shorten(receipt: bytes, heads: Mapping[int, str]) -> bytes:
    """Return a receipt as it is stored; ``heads`` of the commits it is stored with."""
    found = _ACCEPTED.fullmatch(receipt)
    if found is None or heads.get(int(found[2])) != found[3].decode():
        return receipt
    return found[1]


def version_of(stored: bytes) -> int | None:
    """Return the version whose head is needed to tell a stored receipt whole; None: no head is."""
    return int(stored.partition(b",")[0]) if stored[:1].isdigit() else None


def whole(stored: bytes, head: str | None) -> bytes:
    """Return a receipt as clients get it; ``head`` as of ``version_of``, None if it is gone."""
    if not stored:
        return PENDING
    if not stored[:1].isdigit():
        return stored
    told = b"" if head is None else b',"head":"' + head.encode() + b'"'
    return _START + stored + told + b"}"
