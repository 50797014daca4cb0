"""A client with nothing but the standard library, which asks over HTTP again and again.

    python client_polling.py [--greedy=GAME] URL MATCH SEAT[=FILE] ...

It takes the seats, plays them to the end of the match, and prints each view that it was given. What
stands in a file is brought along by its seat, a deck for instance. If asked, the game's own greedy
bot chooses, which makes matches short.
"""

from __future__ import annotations

import json
import sys
import time
import uuid
from http.client import HTTPConnection
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

if TYPE_CHECKING:
    from collections.abc import Callable


def chooser(game: str | None) -> Callable[[Any], Any] | None:
    """Return what makes of a view answer the members of a command."""
    if game is None:
        return None
    from tests.services.greedy import greedy  # noqa: PLC0415  # only this needs the engine

    return greedy(game)


class Player:
    """An account on one seat."""

    def __init__(
        self, url: str, match: str, place: str, choose: Callable[[Any], Any] | None
    ) -> None:
        seat, _, file = place.partition("=")
        address = urlsplit(url)
        self.http = HTTPConnection(address.hostname or "", address.port, timeout=30)
        self.match = f"/matches/{match}"
        self.seat = int(seat)
        self.choose = choose or self.in_turn
        self.played = 0
        self.token = ""
        self.token = self.call("POST", "/accounts", {"name": f"poller {seat}"})["token"]
        brought = {"entry": json.loads(Path(file).read_text("utf-8"))} if file else {}
        self.call("POST", f"{self.match}/seats", {"seat": self.seat, **brought})

    def call(self, method: str, path: str, body: Any = None, *also: str) -> Any:
        """Ask for something; ``also``: codes of refusals that are no fault."""
        headers = {"Content-Type": "application/json", "Authorization": f"Bearer {self.token}"}
        self.http.request(method, path, json.dumps(body) if body else None, headers)
        answer = self.http.getresponse()
        text = answer.read()
        told = json.loads(text)
        assert answer.status in {200, 201} or told.get("code") in also, text
        return told

    def look_and_play(self) -> bool:
        """Ask what there is to see, do what is awaited; tell whether the match goes on."""
        seen = self.call("GET", f"{self.match}/view")
        sys.stdout.write(json.dumps(seen) + "\n")
        if any(entry["seat"] == self.seat for entry in seen["pending"]):
            body = {"command_id": uuid.uuid4().hex, **self.choose(seen)}
            late = ("DECISION_CLOSED", "MATCH_CLOSED")  # a partner was quicker
            self.call("POST", f"{self.match}/commands", body, *late)
        return seen["status"] != "closed"

    def in_turn(self, seen: Any) -> Any:
        """Take the first option, next time the second, and so on."""
        options = [option for option in seen["options"] if not option.get("optional")]
        option = options[self.played % len(options)]
        self.played += 1
        decision = {"decision": option["decision"]} if "decision" in option else {}
        command = filled(option["shape"]) if "shape" in option else option["command"]
        return {"command": command, **decision}


def filled(shape: Any) -> Any:
    """Take the first items that weigh enough, the first place, the first value for each slot."""
    if shape["shape"] == "subset":
        return {**shape["command"], shape["field"]: first_items(shape)}
    if shape["shape"] == "places":
        at = shape["places"][0]["at"]
        return {**shape["command"], shape["field"]: [at] if shape["path"] else at}
    command, copies = {**shape["command"]}, {**shape["copies"]}
    for place, values in shape["slots"].items():
        left = [value for value in values if copies[value]]
        command[place] = left[0] if left else None
        if left:
            copies[left[0]] -= 1
    return command


def first_items(shape: Any) -> list[str]:
    taken: list[Any] = []
    while len(taken) < shape["min_count"] or weight(taken) < shape["min_weight"]:
        taken.append(shape["items"][len(taken)])
    return [item["value"] for item in taken]


def weight(items: list[Any]) -> int:
    return sum(item["weight"] for item in items)


def main(url: str, match: str, *seats: str, game: str | None = None) -> None:
    choose = chooser(game)  # before there is a connection that could be idle for too long
    players = [Player(url, match, seat, choose) for seat in seats]
    while players:
        players = [player for player in players if player.look_and_play()]
        time.sleep(0.01)


if __name__ == "__main__":
    options = [word for word in sys.argv[1:] if word.startswith("--greedy=")]
    main(
        *(word for word in sys.argv[1:] if word not in options),
        game=options[0].partition("=")[2] if options else None,
    )
