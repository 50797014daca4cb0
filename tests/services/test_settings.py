"""A setting that cannot be is named in one line, before anything starts."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest


@pytest.mark.parametrize(
    ("name", "value", "says"),
    [
        ("PLAYLEDGER_LOG_LEVEL", "loud", "PLAYLEDGER_LOG_LEVEL is wrong: Input should be 'debug'"),
        ("REDIS_URL", "localhost:6379", "REDIS_URL is wrong"),
        ("PLAYLEDGER_LEASE_MS", "99", "PLAYLEDGER_LEASE_MS is wrong: Input should be greater"),
        ("PLAYLEDGER_PARTITIONS", "0", "PLAYLEDGER_PARTITIONS is wrong"),
    ],
)
def test_a_setting_that_cannot_be_is_named(name: str, value: str, says: str) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "services.cli.main", "worker"],
        env={**os.environ, name: value},
        capture_output=True,
        text=True,
        timeout=30,
        check=False,
    )
    assert done.returncode == 2
    assert says in done.stderr
    assert "Traceback" not in done.stderr
    assert done.stderr.count("\n") == 1
