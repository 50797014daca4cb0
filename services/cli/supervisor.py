"""Child processes of ``up``: started, started again when they die, ended in order."""

import asyncio
import os
import signal
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Final

FIRST_PAUSE_S: Final = 0.5
LONGEST_PAUSE_S: Final = 10.0
HEALTHY_S: Final = 30.0
"""A child that lived so long may die again without being suspected."""
STOP_S: Final = 15.0


class Child:
    """One process of a kind, kept alive until ``stop``."""

    def __init__(
        self, kind: str, environment: Mapping[str, str], log: Path, tell: Callable[[str], None]
    ) -> None:
        self.kind = kind
        self.log = log
        self.deaths = 0
        """How often it died soon after it was started, in a row."""
        self._environment = environment
        self._tell = tell
        self._process: asyncio.subprocess.Process | None = None
        self._stopping = False

    async def keep_alive(self) -> None:
        """Run the process, again and again, until ``stop``."""
        while not self._stopping:
            began = time.monotonic()
            code = await self._run()
            if self._stopping:
                return
            self.deaths = 1 if time.monotonic() - began > HEALTHY_S else self.deaths + 1
            pause = min(FIRST_PAUSE_S * 2 ** (self.deaths - 1), LONGEST_PAUSE_S)
            how = f"was killed ({signal.Signals(-code).name})" if code < 0 else f"ended with {code}"
            self._tell(f"the {self.kind} {how}; starting it again in {pause:.1f} s ({self.log})")
            await asyncio.sleep(pause)

    async def stop(self) -> None:
        """End the process in good order, or else at once."""
        self._stopping = True
        process = self._process
        if process is None or process.returncode is not None:
            return
        process.terminate()
        try:
            async with asyncio.timeout(STOP_S):
                await process.wait()
        except TimeoutError:
            process.kill()
            await process.wait()

    @property
    def pid(self) -> int | None:
        """The process id while it runs."""
        process = self._process
        return None if process is None or process.returncode is not None else process.pid

    async def _run(self) -> int:
        # A group of its own: Ctrl-C in the terminal is the supervisor's to pass on, in order.
        with self.log.open("ab") as log:
            self._process = await asyncio.create_subprocess_exec(
                sys.executable,
                "-m",
                "services.cli.child",
                self.kind,
                stdin=asyncio.subprocess.PIPE,
                stdout=log,
                stderr=log,
                env={**os.environ, **self._environment},
                process_group=0,
            )
        return await self._process.wait()


def last_words(log: Path, count: int = 3) -> Sequence[str]:
    """Return the last lines of a log."""
    try:
        return log.read_text("utf-8", "replace").splitlines()[-count:]
    except OSError:
        return ()
