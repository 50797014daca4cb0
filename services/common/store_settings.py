"""What the store needs to be told; apart from it, so that who reads settings loads no client."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class StoreSettings:
    """Where the store is and how it is used."""

    url: str
    """``redis://``, ``rediss://`` or ``unix://``."""
    partitions: int
    """Fixed at the service's first start; every process must be told the same number."""
    feed_cap: int = 2_000
    """About how many changes each partition's feed keeps."""
    replicas: int = 0
    """Replicas that must hold what is shown to a client."""
    fence_timeout_ms: int = 2_000
    """How long to wait for these replicas."""
    patience_s: float = 10.0
    """How long a lost connection is retried."""
    allow_loss: bool = False
    """Accept a server that may lose what it acknowledged; for experiments only."""
