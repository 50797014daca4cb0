"""Run the command line as a user does: a process, with the toy games beside the real ones."""

import io
import json
import os
import subprocess
import sys
from collections.abc import Sequence
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest

from services.cli.main import main
from services.cli.registry import _load

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


def in_process(
    *arguments: str | Path, given: str = "", **more: str
) -> subprocess.CompletedProcess[str]:
    """Run a command as :func:`playledger` does, but in this process, which spares a start.

    Its environment and streams are those of the whole process: not while other threads work.
    """
    words = [str(argument) for argument in arguments]
    out, told = io.StringIO(), io.StringIO()
    _load.cache_clear()  # a process reads its settings once
    with (
        patch.dict(os.environ, environment(**more), clear=True),
        patch.object(sys, "stdin", io.TextIOWrapper(io.BytesIO(given.encode()))),
        redirect_stdout(out),
        redirect_stderr(told),
        pytest.raises(SystemExit) as ended,
    ):
        main(words)
    code = ended.value.code
    assert isinstance(code, int)
    return subprocess.CompletedProcess(words, code, out.getvalue(), told.getvalue())


def children(pid: int) -> dict[int, list[str]]:
    """Return the process ids of a process's children, with their command lines; Linux only."""
    tasks = Path("/proc", str(pid), "task")
    if not (tasks / str(pid) / "children").exists():
        pytest.skip("this system does not list the children of a process")
    found: dict[int, list[str]] = {}
    for listed in tasks.glob("*/children"):
        for child in listed.read_text().split():
            try:
                line = Path("/proc", child, "cmdline").read_bytes()
            except OSError:  # it has just ended
                continue
            found[int(child)] = line.decode().rstrip("\0").split("\0")
    return found


def runs(pid: int) -> bool:
    """Tell whether a process runs; one that has ended may still be listed. Linux only."""
    try:
        return bool(Path("/proc", str(pid), "cmdline").read_bytes())
    except OSError:
        return False


def fails_in_one_line(done: subprocess.CompletedProcess[str], code: int, *words: str) -> None:
    """Assert that a command failed as it should: exit code, nothing on stdout, one clear line."""
    assert done.returncode == code, done.stderr
    assert done.stderr.startswith("playledger: ")
    assert done.stderr.count("\n") == 1, done.stderr
    for word in words:
        assert word in done.stderr


def json_lines(text: str) -> Sequence[dict[str, Any]]:
    return [json.loads(line) for line in text.splitlines()]
