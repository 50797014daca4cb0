"""The only place that reads the time of day. Stamps of matches come from the store's clock."""

import time


def now_ms() -> int:
    """Return this machine's time in milliseconds since the epoch."""
    return time.time_ns() // 1_000_000
