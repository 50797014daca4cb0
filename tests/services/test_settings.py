"""A setting that cannot be is named in one line, before anything starts."""

from __future__ import annotations

import pytest

from tests.services.cli import fails_in_one_line, in_process, playledger


@pytest.mark.parametrize(
    ("name", "value", "says"),
    [
        ("REDIS_URL", "localhost:6379", "REDIS_URL is wrong"),
        ("PLAYLEDGER_LEASE_MS", "99", "PLAYLEDGER_LEASE_MS is wrong: Input should be greater"),
        ("PLAYLEDGER_PARTITIONS", "0", "PLAYLEDGER_PARTITIONS is wrong"),
    ],
)
def test_a_setting_that_cannot_be_is_named(name: str, value: str, says: str) -> None:
    fails_in_one_line(in_process("worker", **{name: value}), 2, says)


def test_a_process_that_cannot_start_says_no_more_than_that() -> None:
    done = playledger("worker", PLAYLEDGER_LOG_LEVEL="loud")
    fails_in_one_line(done, 2, "PLAYLEDGER_LOG_LEVEL is wrong: Input should be 'debug'")
    assert not done.stdout
