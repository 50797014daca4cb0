"""Run the command line as a user does: a process, with the toy games beside the real ones."""

import json
import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parent.parent.parent
TOYS = json.dumps(["tests.toys.rps", "tests.toys.brings"])
COMMAND = (sys.executable, "-m", "services.cli.main")


def environment(**more: str) -> dict[str, str]:
    """Return the environment of a process of the command line."""
    kept = {k: v for k, v in os.environ.items() if not k.startswith(("PLAYLEDGER_", "REDIS_URL"))}
    return {**kept, "PYTHONPATH": str(ROOT), "PLAYLEDGER_EXTRA_GAMES": TOYS, **more}


def playledger(
    *arguments: str | Path, given: str | bytes = "", **more: str
) -> subprocess.CompletedProcess[str]:
    """Run a command to its end with ``given`` as standard input."""
    done = subprocess.run(
        [*COMMAND, *map(str, arguments)],
        input=given.encode() if isinstance(given, str) else given,
        capture_output=True,
        check=False,
        env=environment(**more),
        timeout=100,
    )
    return subprocess.CompletedProcess(
        done.args, done.returncode, done.stdout.decode(), done.stderr.decode()
    )


def fails_in_one_line(done: subprocess.CompletedProcess[str], code: int, *words: str) -> None:
    """Assert that a command failed as it should: exit code, nothing on stdout, one clear line."""
    assert done.returncode == code, done.stderr
    assert done.stderr.startswith("playledger: ")
    assert done.stderr.count("\n") == 1, done.stderr
    for word in words:
        assert word in done.stderr


def json_lines(text: str) -> Sequence[dict[str, Any]]:
    return [json.loads(line) for line in text.splitlines()]
