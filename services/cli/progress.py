"""Progress on stderr: a bar in a terminal, elsewhere a line every few seconds.

None where standard output is a terminal too: the lines that are printed show it, whole.
"""

import sys
import time
from collections.abc import Callable, Generator
from contextlib import contextmanager

_PAUSE_S = 5.0


@contextmanager
def progress(what: str, total: int) -> Generator[Callable[[], None]]:
    """Yield a function to be called once for each of ``total`` things done."""
    if sys.stdout.isatty():
        yield lambda: None
    elif sys.stderr.isatty():
        yield from _bar(what, total)
    else:
        yield from _lines(what, total)


def _bar(what: str, total: int) -> Generator[Callable[[], None]]:
    from rich.console import Console  # noqa: PLC0415  # slow to import, for terminals only
    from rich.progress import Progress  # noqa: PLC0415  # same

    with Progress(console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(what, total=total)
        yield lambda: bar.advance(task)


def _lines(what: str, total: int) -> Generator[Callable[[], None]]:
    done = 0
    last = began = time.monotonic()

    def advance() -> None:
        nonlocal done, last
        done += 1
        now = time.monotonic()
        if now - last >= _PAUSE_S:
            last = now
            print(f"{what}: {done} of {total}, {now - began:.0f} s", file=sys.stderr)

    yield advance
