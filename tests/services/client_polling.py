"""A client with nothing but the standard library, which asks over HTTP again and again.

    python client_polling.py URL MATCH SEAT ...

It takes the seats, plays them to the end of the match, and prints each view that it was given.
"""

from __future__ import annotations

import json
import sys
import time
import uuid
from http.client import HTTPConnection
from typing import Any
from urllib.parse import urlsplit


class Player:
    """An account on one seat."""

    def __init__(self, url: str, match: str, seat: int) -> None:
        address = urlsplit(url)
        self.http = HTTPConnection(address.hostname or "", address.port, timeout=30)
        self.match = f"/matches/{match}"
        self.seat = seat
        self.token = ""
        self.token = self.call("POST", "/accounts", {"name": f"poller {seat}"})["token"]
        self.call("POST", f"{self.match}/seats", {"seat": seat})

    def call(self, method: str, path: str, body: Any = None) -> Any:
        headers = {"Content-Type": "application/json", "Authorization": f"Bearer {self.token}"}
        self.http.request(method, path, json.dumps(body) if body else None, headers)
        answer = self.http.getresponse()
        text = answer.read()
        assert answer.status in {200, 201}, text
        return json.loads(text)

    def look_and_play(self) -> bool:
        """Ask what there is to see, do what is awaited; tell whether the match goes on."""
        seen = self.call("GET", f"{self.match}/view")
        sys.stdout.write(json.dumps(seen) + "\n")
        if any(entry["seat"] == self.seat for entry in seen["pending"]):
            option = seen["options"][0]
            command = filled(option["shape"]) if "shape" in option else option["command"]
            body = {"command_id": uuid.uuid4().hex, "command": command}
            if "decision" in option:
                body["decision"] = option["decision"]
            self.call("POST", f"{self.match}/commands", body)
        return seen["status"] != "closed"


def filled(shape: Any) -> Any:
    """Put into each place the first value of which a copy is left."""
    command, copies = {**shape["command"]}, {**shape["copies"]}
    for place, values in shape["slots"].items():
        left = [value for value in values if copies[value]]
        command[place] = left[0] if left else None
        if left:
            copies[left[0]] -= 1
    return command


def main(url: str, match: str, *seats: str) -> None:
    players = [Player(url, match, int(seat)) for seat in seats]
    while players:
        players = [player for player in players if player.look_and_play()]
        time.sleep(0.01)


if __name__ == "__main__":
    main(*sys.argv[1:])
