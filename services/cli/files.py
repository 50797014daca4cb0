"""Reading match files named on the command line."""

import sys
from pathlib import Path

from services.cli.errors import UsageError

STDIN = Path("-")


def read_bytes(path: Path) -> bytes:
    """Return a file's bytes, standard input's for ``-``; raises UsageError if it can't be read."""
    if path == STDIN:
        return sys.stdin.buffer.read()
    try:
        return path.read_bytes()
    except OSError as error:
        msg = f"{path}: {error.strerror or error}"
        raise UsageError(msg) from error
