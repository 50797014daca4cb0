"""Fixtures and hypothesis profiles that all tests share; helpers live in modules of their own."""

from __future__ import annotations

import gc
import os
import signal
from typing import TYPE_CHECKING

import pytest
from hypothesis import HealthCheck, settings

from tests.servers import running_server

if TYPE_CHECKING:
    from collections.abc import Iterator

# No deadline: the cores are shared, and a slow moment is no fault of the code. A failure prints
# the line that makes it happen again.
settings.register_profile("fast", max_examples=50, deadline=None, print_blob=True)
settings.register_profile(
    "long",
    max_examples=1_000,
    deadline=None,
    print_blob=True,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "fast"))

# A shell that runs the tests in the background has them ignore Ctrl-C, and so would the processes
# that tests start and interrupt.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Tests that start processes come first, so that no core waits for them at the end.

    A file is run by one process of a parallel run, unless its tests say who belongs together.
    """
    for item in items:
        if item.get_closest_marker("xdist_group") is None:
            item.add_marker(pytest.mark.xdist_group(item.location[0]))
    items.sort(key=lambda item: item.get_closest_marker("server") is None)


# The laws keep whole matches at hand; to look for garbage among them all again and again, as the
# interpreter does by default, took a sixth of their time.
gc.set_threshold(50_000, 20, 100)


@pytest.fixture(scope="session")
def server_url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of the server that all tests of a run share; see ``tests/servers.py``."""
    with running_server(tmp_path_factory.mktemp("server")) as url:
        yield url
