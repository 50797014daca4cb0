"""The generator of all chance in a match: named, specified here, and re-makeable for ever.

``hmac-sha256-counter-v1``: block i of commit n is HMAC-SHA-256(match seed, "playledger rng v1"
‖ n as 8 bytes ‖ i as 8 bytes), both big-endian, i from 0. Each block gives four words of 64
bits, big-endian, in order. A number below k takes the next word w; words of the last,
incomplete multiple of k (w ≥ 2^64 - 2^64 mod k) are skipped; the result is w mod k.
``fisher-yates-v1``: for i from len-1 down to 1, swap item i with item below(i+1).
"""

from collections.abc import Callable, Iterable, Sequence
from hashlib import sha256
from struct import Struct
from typing import TypeVar

from engine.core.keyed import Keyed

RNG_NAME = "hmac-sha256-counter-v1"
SHUFFLE_NAME = "fisher-yates-v1"
SEED_BYTES = 32

_RNG_LABEL = b"playledger rng v1"
_MATCH_SEED_LABEL = b"playledger match seed v1"
_RESEED_LABEL = b"playledger reseed v1"
_COMMITMENT_LABEL = b"playledger seed commitment v1"
_WORDS = 1 << 64
_FOUR_WORDS = Struct(">4Q")

T = TypeVar("T")


def seed_commitment(server_seed: bytes) -> str:
    """Return the hex SHA-256 that binds the host to a server seed without telling it."""
    return sha256(_COMMITMENT_LABEL + server_seed).hexdigest()


def match_seed(server_seed: bytes, match_id: str, client_seeds: Iterable[bytes]) -> bytes:
    """Return the 32 bytes that all draws of a match come from.

    ``client_seeds`` are 32 bytes each in seat order; a seat that gave none counts as zero bytes.
    """
    text = _MATCH_SEED_LABEL + match_id.encode() + b"".join(client_seeds)
    return Keyed(server_seed).digest(text)


def reseeded_seed(
    server_seed: bytes, match_id: str, head: str, client_seeds: Iterable[bytes]
) -> bytes:
    """Return the 32 bytes that draws come from after history was rewound.

    The head before the reseed (hex) stands for the history that was kept. The client seeds count
    again, because a match may be reseeded before its start.
    """
    text = _RESEED_LABEL + match_id.encode() + bytes.fromhex(head) + b"".join(client_seeds)
    return Keyed(server_seed).digest(text)


class Rng:
    """The draws of one commit, in order. Redelivery makes the same generator again."""

    __slots__ = ("_block", "_key", "_prefix", "_seed", "_words")

    def __init__(self, seed: bytes | Callable[[], bytes], n: int) -> None:
        """Begin before the first draw of commit n.

        ``seed`` is the match seed, or what makes it: most commits draw nothing and need none.
        """
        self._seed = seed
        self._key: Keyed | None = None
        self._prefix = _RNG_LABEL + n.to_bytes(8, "big")
        self._block = 0
        self._words: list[int] = []

    def _word(self) -> int:
        if not self._words:
            if self._key is None:
                self._key = Keyed(self._seed if isinstance(self._seed, bytes) else self._seed())
            digest = self._key.digest(self._prefix + self._block.to_bytes(8, "big"))
            self._block += 1
            self._words = [*_FOUR_WORDS.unpack(digest)[::-1]]
        return self._words.pop()

    def below(self, bound: int) -> int:
        """Return a uniform number from 0 to ``bound`` - 1."""
        if not 0 < bound <= _WORDS:
            msg = f"a draw below {bound}: the bound must be 1 to 2^64"
            raise ValueError(msg)
        word = self._word()
        # The last multiple is incomplete from less than ``bound`` before 2^64 on.
        while word >= _WORDS - bound and word >= _WORDS - _WORDS % bound:
            word = self._word()
        return word % bound

    def choice(self, items: Sequence[T]) -> T:
        """Return one of the items, uniformly."""
        return items[self.below(len(items))]

    def shuffle(self, items: Iterable[T]) -> tuple[T, ...]:
        """Return the items in uniformly random order."""
        order = list(items)
        for i in range(len(order) - 1, 0, -1):
            j = self.below(i + 1)
            order[i], order[j] = order[j], order[i]
        return tuple(order)
