"""Files that are there whole or not at all."""

import os
from collections.abc import Iterator
from pathlib import Path
from tempfile import mkstemp

from services.cli.errors import UsageError


def write_whole(path: Path, parts: Iterator[bytes]) -> None:
    """Write a file that is there whole or not at all; raises UsageError if it can't be."""
    try:
        descriptor, draft = mkstemp(dir=path.parent, prefix=f".{path.name}.")
    except OSError as error:
        msg = f"{path}: {error.strerror}"
        raise UsageError(msg) from error
    try:
        with os.fdopen(descriptor, "wb") as file:
            for part in parts:
                file.write(part)
        Path(draft).chmod(0o644)
        Path(draft).replace(path)
    except BaseException as error:
        Path(draft).unlink(missing_ok=True)
        if isinstance(error, OSError):
            msg = f"{path}: {error.strerror or error}"
            raise UsageError(msg) from error
        raise
