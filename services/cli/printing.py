"""Lines for people: with colours in a terminal, plain anywhere else."""

import sys
from collections.abc import Mapping
from typing import Any

from services.cli.telling import Telling

DIM, BOLD, GOOD, BAD = "dim", "bold", "bold green", "bold red"


def print_commit(commit: Mapping[str, Any], telling: Telling, width: int | None = None) -> None:
    """Print one line for a commit (see ``Telling``); if that is too wide, one an event."""
    version, done, caused = telling.commit(commit)
    line = " | ".join(caused)
    if width is None or len(version) + len(done) + len(line) <= width:
        print_parts((version, DIM), (done, BOLD), (line, ""))
        return
    first, *rest = caused if not done else ["", *caused]
    print_parts((version, DIM), (done.rstrip(), BOLD), (first, ""))
    for event in rest:
        print_parts((" " * len(version) + "  " * bool(done) + event, ""))


def print_parts(*parts: tuple[str, str]) -> None:
    """Print one line of (text, style) parts, at once."""
    if not sys.stdout.isatty():
        print("".join(text for text, _ in parts), flush=True)
        return
    from rich.console import Console  # noqa: PLC0415  # slow to import, for terminals only
    from rich.text import Text  # noqa: PLC0415  # same

    Console(soft_wrap=True, highlight=False).print(Text.assemble(*parts))
