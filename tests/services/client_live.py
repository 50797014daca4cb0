"""A client on live sockets, which is told when there is something to do.

    python client_live.py [--greedy=GAME] URL MATCH SEAT[=FILE] ...

It takes the seats and plays them at random to the end of the match, each in a thread of its own.
What stands in a file is brought along by its seat, a deck for instance. If asked, the game's own
greedy bot chooses, which makes matches short.
"""

from __future__ import annotations

import json
import random
import sys
import uuid
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TYPE_CHECKING, Any

import httpx
from websockets.sync.client import connect

if TYPE_CHECKING:
    from collections.abc import Callable


def chooser(game: str | None) -> Callable[[Any], Any]:
    """Return what makes of a view frame the members of a command."""
    if game is None:
        return at_random
    from tests.services.greedy import greedy  # noqa: PLC0415  # only this needs the engine

    return greedy(game)


def play(url: str, match: str, place: str, game: str | None) -> None:
    choose = chooser(game)
    seat, _, file = place.partition("=")
    api = httpx.Client(base_url=url)
    token = api.post("/accounts", json={"name": f"watcher {seat}"}).json()["token"]
    api.headers["Authorization"] = f"Bearer {token}"
    brought = {"entry": json.loads(Path(file).read_text("utf-8"))} if file else {}
    api.post(f"/matches/{match}/seats", json={"seat": int(seat), **brought}).raise_for_status()
    with connect(f"{url.replace('http', 'ws')}/matches/{match}/live") as live:
        live.send(json.dumps({"type": "hello", "token": token, "mode": "view"}))
        chosen = 0
        for frame in map(json.loads, live):
            assert frame["type"] != "problem", frame
            if any(map(awaited, frame.get("options") or ())) and frame["version"] > chosen:
                command = {"type": "command", "command_id": uuid.uuid4().hex, **choose(frame)}
                live.send(json.dumps(command))
                chosen = frame["version"]


def awaited(option: Any) -> bool:
    return not option.get("optional")


def at_random(frame: Any) -> Any:
    """Return the members of a command that is any of the options."""
    option = random.choice(list(filter(awaited, frame["options"])))
    named = {"decision": option["decision"]} if "decision" in option else {}
    return {"command": option.get("command") or filled(option["shape"]), **named}


def filled(shape: Any) -> Any:
    """Fill one slot, go to a place, or take items in random order until they weigh enough."""
    if shape["shape"] == "subset":
        items = random.sample(shape["items"], len(shape["items"]))
        enough = shape["min_count"]
        while sum(item["weight"] for item in items[:enough]) < shape["min_weight"]:
            enough += 1
        return {**shape["command"], shape["field"]: [item["value"] for item in items[:enough]]}
    if shape["shape"] == "places":
        at = random.choice(shape["places"])["at"]
        return {**shape["command"], shape["field"]: [at] if shape["path"] else at}
    place, value = random.choice(
        [(place, value) for place, values in shape["slots"].items() for value in values]
    )
    return {**shape["command"], place: value}


def main(url: str, match: str, *seats: str, game: str | None = None) -> None:
    with ThreadPoolExecutor() as pool:
        for played in [pool.submit(play, url, match, seat, game) for seat in seats]:
            played.result()


if __name__ == "__main__":
    options = [word for word in sys.argv[1:] if word.startswith("--greedy=")]
    main(
        *(word for word in sys.argv[1:] if word not in options),
        game=options[0].partition("=")[2] if options else None,
    )
