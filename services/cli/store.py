"""``store``: the embedded server on a data folder, started again whenever it was killed."""

import signal
import threading
from pathlib import Path
from types import FrameType
from typing import Final

from redis import Redis

from services.cli.errors import CommandError, UsageError
from services.common.embedded import EmbeddedServer, EmbeddedServerError
from services.common.settings import Settings

_POLL_S: Final = 0.1


def embedded_server(data: Path) -> EmbeddedServer:
    """Return the embedded server of a data folder; it need not run."""
    return EmbeddedServer(data / "store")


def shut_down(url: str) -> None:
    """End a server that nobody keeps; every write it acknowledged is on disk already."""
    with Redis.from_url(url) as client:  # pyright: ignore[reportUnknownMemberType]  # untyped
        client.shutdown(nosave=True)  # pyright: ignore[reportUnknownMemberType]  # same


def run(settings: Settings) -> None:
    """Keep the server running until SIGTERM or SIGINT; raises CommandError if it can't."""
    if settings.data is None:
        msg = "set PLAYLEDGER_DATA to the folder of the store"
        raise UsageError(msg)
    told = threading.Event()

    def end(_number: int, _frame: FrameType | None) -> None:
        told.set()

    for ending in (signal.SIGTERM, signal.SIGINT):
        signal.signal(ending, end)
    server = embedded_server(settings.data)
    try:
        while not told.wait(_POLL_S):
            server.start()  # does nothing while it runs
    except EmbeddedServerError as error:
        raise CommandError(str(error)) from error
    finally:
        server.stop()
