"""The demonstration: a match of bots over the public API, shown live, exported, and proved."""

import asyncio
import json
import os
import shlex
import sys
from pathlib import Path
from typing import Final

from schemas.match_file import SUFFIX
from schemas.verify import verify
from services.cli.bots import Crowd, PolicyFor, new_bots
from services.cli.client import Api, commits
from services.cli.errors import SaysNoError
from services.cli.printed import Printed
from services.cli.printing import print_commit
from services.cli.registry import load_registry
from services.cli.telling import Telling
from services.cli.verify import print_verdict

_LONGEST_S: Final = 180.0


async def show_demo(
    url: str, game: str, seats: int, policy_for: PolicyFor, data: Path, *, again: str
) -> None:
    """Show one match from its first commit to the verdict on its file.

    ``again`` are the words after the program that keep this service up.

    Raises:
        SaysNoError: the match did not come to an end, or its file is not genuine.
    """
    think_s = 0.6 if sys.stdout.isatty() else 0.05
    crowd = Crowd(await new_bots(url, seats, policy_for, think_s))
    match = await crowd.start(game, seats)
    print(f"\n{seats} bots play {game} over the public API, match {match}, as everybody sees it:\n")
    try:
        async with asyncio.timeout(_LONGEST_S), asyncio.TaskGroup() as tasks:
            tasks.create_task(crowd.play(match, game, seats))
            await _watch(url, match, game)
    except TimeoutError:
        msg = f"the match {match} did not end within {_LONGEST_S:.0f} s"
        raise SaysNoError(msg) from None
    await _prove(url, match, data, again)


async def _watch(url: str, match: str, game: str) -> None:
    rules = load_registry().newest(game)
    telling = Telling(rules, Printed(rules.cards).names)
    async for frame in commits(url, match):
        if frame["type"] == "ended":
            print(f"\nThe match is over: {json.dumps(frame['outcome'])}", flush=True)
        else:
            print_commit(frame, telling)


async def _prove(url: str, match: str, data: Path, again: str) -> None:
    async with Api(url) as api:
        content = await api.export(match)
        key = (await api.get("/keys"))["keys"][0]["key"]
    path = data / f"{match}{SUFFIX}"
    path.write_bytes(content)
    verdict = verify(content, load_registry(), key=key)
    print(f"\nExported ({len(content):,} bytes) and judged offline:\n")
    print_verdict(path, verdict)
    if not verdict.genuine:
        msg = f"the export of {match} is not genuine"
        raise SaysNoError(msg)
    program, file = shlex.quote(_program()), shlex.quote(str(path))
    print(
        f"\nNext:\n"
        f"  step through it        {program} replay {file}\n"
        f"  what seat 0 saw        {program} replay {file} --as 0 --at {verdict.commits // 2}\n"
        f"  judge it again         {program} verify {file} --key {key}\n"
        f"  keep the service up    {program} {again}\n"
        f"  then ask it            curl {url}/matches/{match}/view\n"
        f"                         curl {url}/matches/{match}/log\n"
        f"  the whole contract     {url}/docs",
        flush=True,
    )


def _program() -> str:
    """Return how the user called this program."""
    called = Path(sys.argv[0])
    return os.path.relpath(called) if called.name == "playledger" else "playledger"
