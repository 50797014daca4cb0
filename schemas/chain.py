"""The hash chain of a match: how commits are sealed, and what each hash is over.

    head 0 = SHA-256(0x02 ‖ SHA-256(header))
    salt(n, a) = HMAC-SHA-256(salt key, n as 8 bytes big-endian ‖ a)
    c(n, a) = SHA-256(0x03 ‖ salt(n, a) ‖ private(n, a))
    leaf n = SHA-256(0x00 ‖ SHA-256(public) ‖ c(n, seat:0) ‖ … ‖ c(n, server))
    head n = SHA-256(0x01 ‖ head n-1 ‖ n as 8 bytes big-endian ‖ leaf n)

Every commit commits to every audience, whether it got something or not, because that is secret
too. A part that is shown travels with its salt; one that is not, as its c.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import sha256

from engine.core.codec import Parts, audiences
from engine.core.keyed import Keyed


@dataclass(frozen=True, slots=True)
class StoredCommit:
    """A commit as stored and hashed; ``private`` has seats + 1 parts, the server's last."""

    n: int
    public: bytes
    private: tuple[bytes, ...]
    head: str
    """64 lower-case hex digits."""

    def parts(self) -> Parts:
        """Return the commit as the codec reads it."""
        names = audiences(len(self.private) - 1)
        return Parts(self.public, dict(zip(names, self.private, strict=True)))


def first_head(header: bytes) -> str:
    """Return head 0, in hex."""
    return sha256(b"\x02" + sha256(header).digest()).hexdigest()


def salt(salt_key: Keyed, n: int, audience: str) -> bytes:
    """Return the salt of one audience's part of commit n."""
    return salt_key.digest(n.to_bytes(8, "big") + audience.encode())


def commitment(salt_of_part: bytes, private: bytes) -> bytes:
    """Return c: what binds the host to a private part without telling it."""
    return sha256(b"\x03" + salt_of_part + private).digest()


def commitments(salt_key: bytes, n: int, private: Sequence[bytes]) -> tuple[bytes, ...]:
    """Return the commitments to all parts of commit n, in the order of audiences."""
    names, key = audiences(len(private) - 1), Keyed(salt_key)
    return tuple(
        [commitment(salt(key, n, name), part) for name, part in zip(names, private, strict=True)]
    )


def next_head(head: str, n: int, public: bytes, committed: Sequence[bytes]) -> str:
    """Return head n from head n-1, the public text and the commitments to all parts."""
    leaf = sha256(b"\x00" + sha256(public).digest() + b"".join(committed)).digest()
    return sha256(b"\x01" + bytes.fromhex(head) + n.to_bytes(8, "big") + leaf).hexdigest()


def seal(parts: Parts, n: int, head: str, salt_key: bytes) -> StoredCommit:
    """Return commit n, sealed on top of head n-1."""
    private = tuple(parts.private.values())
    committed = commitments(salt_key, n, private)
    return StoredCommit(
        n=n, public=parts.public, private=private, head=next_head(head, n, parts.public, committed)
    )


def head_text(match: str, n: int, head: str) -> bytes:
    """Return the text that the host signs."""
    return f"playledger head v1\n{match}\n{n}\n{head}\n".encode()
