"""Name every key, stream and group of the store, once.

All keys of a match carry the hash tag of its partition (``{p03}``), so that one server function may
touch them together, on a cluster too. The partition of a match follows from its id alone.
"""

import hashlib
from functools import lru_cache
from typing import Final

GROUP: Final = "workers"
"""The one consumer group on every stream of ready tokens."""

TOKEN_FIELD: Final = "__data__"  # noqa: S105 - a field's name, not a password
"""The field of a ready token that FastStream knows: the match id as a JSON string. Beside it stands
the mail that the token was made for, in the fields of an inbox entry, its arrival in ``n``."""

SERVICE: Final = "{cfg}:service"
"""Hash of the service's fixed settings: partitions and format versions."""


REMEMBERED: Final = 8_192
"""So many matches' names are kept, of those that were asked for lately."""


def partition_of(match: str, partitions: int) -> int:
    """Return the partition a match belongs to, from 0."""
    digest = hashlib.sha256(match.encode()).digest()
    return int.from_bytes(digest[:8], "big") % partitions


def account_key(account: str) -> str:
    """Return the hash of one account: name, creation time."""
    return f"{{acct}}:account:{account}"


def token_key(token_hash: str) -> str:
    """Return the string that maps the hash of a bearer token to its account."""
    return f"{{acct}}:token:{token_hash}"


def directory_entry(match: str) -> str:
    """Return the hash with the public summary of a match in the directory."""
    return f"{{dir}}:match:{match}"


def directory_inner(match: str) -> str:
    """Return the hash by which a match is listed to those who have a part in it.

    There is one only of matches that not everybody may know of as they stand.
    """
    return f"{{dir}}:inner:{match}"


def directory_list(facet: str) -> str:
    """Return the sorted set of matches (by creation time) that share a facet.

    Facets: ``all``, ``status:<status>``, ``game:<game>``, ``game:<game>:status:<status>``,
    ``account:<account>``: by what everybody may know. ``part:<account>``: matches with a
    ``directory_inner`` in which the account has, or had, a part.
    """
    return f"{{dir}}:list:{facet}"


class Keys:
    """The key names of a service with a fixed number of partitions."""

    def __init__(self, partitions: int) -> None:
        """Fix the number of partitions; at least one."""
        if partitions < 1:
            msg = f"a service needs at least one partition, not {partitions}"
            raise ValueError(msg)
        self.partitions = partitions
        self._place = lru_cache(REMEMBERED)(self._find_place)

    def _find_place(self, match: str) -> tuple[int, str]:
        partition = partition_of(match, self.partitions)
        return partition, f"{{p{partition:02d}}}"

    def partition(self, match: str) -> int:
        """Return the partition a match belongs to, from 0."""
        return self._place(match)[0]

    def tag(self, match: str) -> str:
        """Return the hash tag of a match's partition."""
        return self._place(match)[1]

    # Of one match.

    def inbox(self, match: str) -> str:
        """Return the stream of accepted commands, ids ``<arrival>-0``."""
        return f"{self.tag(match)}:inbox:{match}"

    def log(self, match: str) -> str:
        """Return the stream of commits, ids ``<n>-0``."""
        return f"{self.tag(match)}:log:{match}"

    def meta(self, match: str) -> str:
        """Return the hash of a match's header and present standing."""
        return f"{self.tag(match)}:meta:{match}"

    def secret(self, match: str) -> str:
        """Return the hash of the encrypted server seed and salt key."""
        return f"{self.tag(match)}:secret:{match}"

    def sealed(self, match: str) -> str:
        """Return the hash of sealed choices, by seat."""
        return f"{self.tag(match)}:sealed:{match}"

    def receipts(self, match: str) -> str:
        """Return the hash of receipts, by ``<account>/<command id>``."""
        return f"{self.tag(match)}:receipts:{match}"

    def refusals(self, match: str) -> str:
        """Return the bounded stream of refused commands, for arbiters."""
        return f"{self.tag(match)}:refusals:{match}"

    def refused(self, match: str) -> str:
        """Return the sorted set of refused ids by time (ms), for their expiry."""
        return f"{self.tag(match)}:refused:{match}"

    def views(self, match: str) -> str:
        """Return the hash of cached views, by viewer."""
        return f"{self.tag(match)}:views:{match}"

    def snapshots(self, match: str) -> str:
        """Return the sorted set of cached states of a match, by version."""
        return f"{self.tag(match)}:snapshots:{match}"

    def watching(self, match: str) -> str:
        """Return the hash gateway -> its number of spectators, and until when (ms) that holds."""
        return f"{self.tag(match)}:watching:{match}"

    # Of one partition.

    def ready(self, partition: int) -> str:
        """Return the stream of ready tokens."""
        return f"{{p{partition:02d}}}:ready"

    def changed(self, partition: int) -> str:
        """Return the sorted set match -> number of its newest change."""
        return f"{{p{partition:02d}}}:changed"

    def change(self, partition: int) -> str:
        """Return the counter that change numbers are drawn from.

        Kept apart from ``changed`` and ``feed``, whose newest members may be removed or trimmed.
        """
        return f"{{p{partition:02d}}}:change"

    def feed(self, partition: int) -> str:
        """Return the capped stream of everything that happened, ids ``<change number>-0``."""
        return f"{{p{partition:02d}}}:feed"

    def followed(self, partition: int) -> str:
        """Return the sorted set match -> until when (ms) somebody follows it."""
        return f"{{p{partition:02d}}}:followed"

    def delayed(self, partition: int) -> str:
        """Return the sorted set match -> when (ms) spectators may know more of it than now."""
        return f"{{p{partition:02d}}}:delayed"

    def cursor(self, partition: int, projector: str) -> str:
        """Return the change number up to which a projector has written its views."""
        return f"{{p{partition:02d}}}:cursor:{projector}"

    def deadlines(self, partition: int) -> str:
        """Return the sorted set match -> its earliest deadline (ms)."""
        return f"{{p{partition:02d}}}:deadlines"

    def dead_letters(self, partition: int) -> str:
        """Return the bounded stream of commands and matches that met a bug of ours."""
        return f"{{p{partition:02d}}}:dlq"

    def heartbeat(self, partition: int) -> str:
        """Return the hash in which gateways note the time, with the gaps when none did."""
        return f"{{p{partition:02d}}}:heartbeat"

    def leases(self, partition: int) -> str:
        """Return the sorted set ``<match> <seat>`` -> until when (ms) somebody is there for it."""
        return f"{{p{partition:02d}}}:leases"

    def fence(self, partition: int) -> str:
        """Return the key a reader writes before it waits for replicas."""
        return f"{{p{partition:02d}}}:fence"
