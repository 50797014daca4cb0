"""``up``: run the whole service, with bots or a demonstration if asked for."""

import asyncio
import shlex
import signal
import tempfile
from collections.abc import Coroutine
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import httpx

from engine.core.game import Policy
from services.cli.bots import Crowd, new_bots
from services.cli.demo import show_demo
from services.cli.errors import SaysNoError
from services.cli.policies import FALLBACK, policy_of
from services.cli.registry import load_registry
from services.cli.service import PORT, Service

HOST: Final = "127.0.0.1"
DATA: Final = Path("playledger-data")
GAME: Final = "regicide"
SEATS: Final = 3
_BOTS: Final = 5
"""So many sit down beside somebody who is alone at the largest table."""
_THINK_S: Final = 1.0
_PAUSE_S: Final = 5.0
_ENDINGS: Final = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


@dataclass(frozen=True, slots=True, kw_only=True)
class Wish:
    """What the user asked for."""

    host: str
    port: int | None
    """None: 8000, or a free one if that is taken."""
    data: Path | None
    """None: ./playledger-data; for a demo that does not stay, a new temporary folder."""
    bots: bool
    demo: bool
    stay: bool


def run(wish: Wish) -> None:
    """Run until Ctrl-C, SIGTERM or the end of the demo; raises CommandError if it can't."""
    if wish.data is not None:
        data = wish.data
    else:
        data = Path(tempfile.mkdtemp(prefix="playledger-")) if wish.demo else DATA
    asyncio.run(_until_told(_serve(wish, data.absolute())))


async def _until_told(work: Coroutine[Any, Any, None]) -> None:
    """Do the work until it is done, or a signal says that it is enough."""
    task = asyncio.create_task(work)
    for ending in _ENDINGS:
        asyncio.get_running_loop().add_signal_handler(ending, task.cancel)
    try:
        await task
    except asyncio.CancelledError:
        print("stopped")


async def _serve(wish: Wish, data: Path) -> None:
    print(f"Starting Playledger on {data} ...", flush=True)
    async with Service(wish.host, wish.port, data) as service:
        _tell_addresses(service, data, taken=wish.port is None and service.port != PORT)
        if wish.demo:
            await show_demo(
                service.url, GAME, SEATS, _policy_for, data, again=_again(wish, service, data)
            )
        if wish.bots:
            await _bots_for_ever(service.url)
        elif wish.stay or not wish.demo:
            print("Ctrl-C ends it.", flush=True)
            await asyncio.Event().wait()


def _again(wish: Wish, service: Service, data: Path) -> str:
    """Return what starts the same service again, at the same address, with bots."""
    words = ["up", "--data", str(data)]
    if wish.host != HOST:
        words += ["--host", wish.host]
    if service.port != PORT:
        words += ["--port", str(service.port)]
    return shlex.join([*words, "--bots"])


def _tell_addresses(service: Service, data: Path, *, taken: bool) -> None:
    print(
        f"Playledger is up.\n"
        f"  address  {service.url}{f' (port {PORT} is taken)' if taken else ''}\n"
        f"  docs     {service.url}/docs\n"
        f"  data     {data} (keys, matches, logs)",
        flush=True,
    )


def _policy_for(name: str) -> Policy:
    game = load_registry().newest(name)
    return policy_of(game, "greedy" if "greedy" in game.policies else FALLBACK)


async def _bots_for_ever(url: str) -> None:
    """Keep bots at play; what stops them does not stop the service."""
    while True:
        try:
            await _bots(url)
        except* (SaysNoError, httpx.HTTPError) as stopped:
            reason = stopped.exceptions[0]
            print(f"the bots stopped ({reason}); others come in {_PAUSE_S:.0f} s", flush=True)
        await asyncio.sleep(_PAUSE_S)


async def _bots(url: str) -> None:
    """Let bots play match after match, and sit down where somebody waits."""
    crowd = Crowd(await new_bots(url, _BOTS, _policy_for, _THINK_S))
    print("Bots play, and sit down in open matches where somebody waits. Ctrl-C ends it.")
    async with asyncio.TaskGroup() as tasks:
        tasks.create_task(_sit_down_for_ever(crowd, tasks))
        while True:
            match = await crowd.start(GAME, SEATS)
            print(f"  match {match}: {url}/matches/{match}/view", flush=True)
            await crowd.play(match, GAME, SEATS)


async def _sit_down_for_ever(crowd: Crowd, tasks: asyncio.TaskGroup) -> None:
    while True:
        await crowd.fill_seats(tasks)
        await asyncio.sleep(_THINK_S)
