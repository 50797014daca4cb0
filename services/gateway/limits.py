"""How long and how much a client may take."""

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """How long and how much a client may take."""

    body_s: float = 30.0
    """For the body of a call to come in."""
    hello_s: float = 10.0
    """Until the first frame."""
    ping_s: float = 15.0
    send_s: float = 10.0
    """For one frame to be taken by the client's connection; then it is a slow reader."""
    farewell_s: float = 30.0
    """For a slow reader to take the frame that tells it where to resume."""
    behind: int = 1_000
    """Commits that a reader may be behind."""
    commands: int = 16
    """Commands of one socket under way at once; the next one waits."""


DEFAULT_LIMITS: Final = Limits()
