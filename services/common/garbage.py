"""How often a process looks for garbage in cycles.

Python's default looks through all young objects every 700 allocations, and now and then through
everything that lives: with thousands of sockets and folded matches that took a fifth of a
gateway's time. Our objects rarely form cycles, so looking seldom costs little memory.
"""

import gc
from typing import Final

_AT_START: Final = 300_000
"""More than a process makes while it starts, nearly all of which lives for good."""
_YOUNG: Final = 50_000
_OLDER: Final = 20
_OLDEST: Final = 100


def look_later() -> None:
    """Start without looking: it would take a sixth of the time and find next to nothing."""
    gc.set_threshold(_AT_START)


def look_seldom() -> None:
    """Leave what was made at the start alone for good, and look through the rest seldom."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(_YOUNG, _OLDER, _OLDEST)
