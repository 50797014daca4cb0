"""A client on live sockets, which is told when there is something to do.

    python client_live.py URL MATCH SEAT ...

It takes the seats and plays them at random to the end of the match, each in a thread of its own.
"""

from __future__ import annotations

import json
import random
import sys
import uuid
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import httpx
from websockets.sync.client import connect


def play(url: str, match: str, seat: int) -> None:
    api = httpx.Client(base_url=url)
    token = api.post("/accounts", json={"name": f"watcher {seat}"}).json()["token"]
    api.headers["Authorization"] = f"Bearer {token}"
    api.post(f"/matches/{match}/seats", json={"seat": seat}).raise_for_status()
    with connect(f"{url.replace('http', 'ws')}/matches/{match}/live") as live:
        live.send(json.dumps({"type": "hello", "token": token, "mode": "view"}))
        chosen = 0
        for frame in map(json.loads, live):
            assert frame["type"] != "problem", frame
            if frame.get("options") and frame["version"] > chosen:
                live.send(json.dumps(choice(random.choice(frame["options"]))))
                chosen = frame["version"]


def choice(option: Any) -> Any:
    """Return the frame that chooses an option."""
    command = option.get("command") or filled(option["shape"])
    named = {"decision": option["decision"]} if "decision" in option else {}
    return {"type": "command", "command_id": uuid.uuid4().hex, "command": command, **named}


def filled(shape: Any) -> Any:
    """Fill one place."""
    place, value = random.choice(
        [(place, value) for place, values in shape["slots"].items() for value in values]
    )
    return {**shape["command"], place: value}


def main(url: str, match: str, *seats: str) -> None:
    with ThreadPoolExecutor() as pool:
        for played in [pool.submit(play, url, match, int(seat)) for seat in seats]:
            played.result()


if __name__ == "__main__":
    main(*sys.argv[1:])
