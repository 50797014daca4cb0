"""Lines for people: with colours in a terminal, plain anywhere else."""

import sys
from collections.abc import Mapping
from typing import Any

from services.cli.telling import told_commit

DIM, BOLD, GOOD, BAD = "dim", "bold", "bold green", "bold red"


def print_commit(commit: Mapping[str, Any]) -> None:
    """Print one line for a commit (see ``told_commit``)."""
    version, done, caused = told_commit(commit)
    print_parts((version, DIM), (done, BOLD), (caused, ""))


def print_parts(*parts: tuple[str, str]) -> None:
    """Print one line of (text, style) parts, at once."""
    if not sys.stdout.isatty():
        print("".join(text for text, _ in parts), flush=True)
        return
    from rich.console import Console  # noqa: PLC0415  # slow to import, for terminals only
    from rich.text import Text  # noqa: PLC0415  # same

    Console(soft_wrap=True, highlight=False).print(Text.assemble(*parts))
