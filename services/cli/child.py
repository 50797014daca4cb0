"""A process that ``up`` supervises: ``python -m services.cli.child gateway``.

It ends in good order when its supervisor is gone, however that one ended: standard input is a pipe
that only the supervisor holds open.
"""

import os
import signal
import sys
import threading

from services.cli.main import main


def _end_with_the_supervisor() -> None:
    while os.read(sys.stdin.fileno(), 1024):
        pass
    os.kill(os.getpid(), signal.SIGTERM)


if __name__ == "__main__":
    threading.Thread(target=_end_with_the_supervisor, daemon=True).start()
    main()
