"""Bots that play over the public API, as anybody's would."""

import asyncio
import secrets
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from pydantic_core import to_jsonable_python

from engine.core.game import Policy
from engine.core.options import CommandData, Option
from engine.core.rng import Rng
from services.cli.client import LOST, Api, Live, live
from services.cli.errors import SaysNoError
from services.cli.registry import load_registry

NAMES = ("Ada", "Bertrand", "Chandra", "Dirk", "Emmy", "Fermat")
_PAUSE_S = 0.25

PolicyFor = Callable[[str], Policy]
"""Game → how a bot plays it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Bot:
    """An account, and how it chooses."""

    url: str
    token: str
    policy_for: PolicyFor
    think_s: float
    """Pause before each command, so that people can follow."""

    async def play(self, match: str, game: str) -> None:
        """Play a match in which it is seated to the end; a lost connection is opened again."""
        policy, rng = self.policy_for(game), Rng(secrets.token_bytes(32), 0)
        while True:
            try:
                hello = {"token": self.token, "mode": "view"}
                async with live(self.url, match, hello) as socket:
                    if await self._play(socket, policy, rng):
                        return
            except LOST:
                pass
            await asyncio.sleep(_PAUSE_S)

    async def sit_down(self, match: str) -> None:
        """Take the first free seat, bringing what the game wants; SaysNoError if there is none."""
        async with Api(self.url, self.token) as api:
            await api.take_seat(match, **_brought(await api.get(f"/matches/{match}")))

    async def join(self, match: str, game: str) -> None:
        """Take a seat and play, unless somebody was quicker."""
        try:
            await self.sit_down(match)
        except SaysNoError:
            return
        await self.play(match, game)

    async def _play(self, socket: Live, policy: Policy, rng: Rng) -> bool:
        """Play on one connection; True once the match is over."""
        answered: tuple[int, str] | None = None
        replied: set[int] = set()
        async for frame in socket.frames():
            if frame["type"] == "ended":
                return True
            if frame["type"] not in {"snapshot", "view"}:
                if frame.get("status") in {"refused", "unknown"}:
                    return False  # a new connection tells how things stand
                continue
            reply = _reply(frame)
            if reply is not None and reply["offer"] not in replied:
                replied.add(reply["offer"])
                await socket.send(_command(frame, reply) | {"expected_version": None})
                continue  # its commit tells how things stand
            mine = _awaited(frame)
            if mine is None or (frame["version"], mine["decision"]) == answered:
                continue
            await asyncio.sleep(_pause(self.think_s, frame, mine))
            await socket.send(_command(frame, policy(frame, rng)))
            answered = frame["version"], mine["decision"]
        return False


def _brought(summary: Mapping[str, Any]) -> dict[str, Any]:
    """Return what is brought to a match, as the fields of the request for a seat."""
    registry = load_registry()
    if summary["game"] not in registry.names():
        return {}
    game = registry.game(summary["rules"])
    if game.sample_entry is None or None not in summary["seats"]:
        return {}
    config = game.config.model_validate(summary["config"])
    rng = Rng(secrets.token_bytes(32), 0)
    entry = game.sample_entry(config, summary["seats"].index(None), rng)
    return {"entry": to_jsonable_python(entry)}


def _reply(view: Mapping[str, Any]) -> dict[str, Any] | None:
    """Return the answer to an offer that waits for the viewer's: it grants all but a draw."""
    seat = view["seat"]
    if seat is None or seat in view.get("out", ()):
        return None
    for offer in view.get("offers", ()):
        if seat != offer["seat"] and seat not in offer["agreed"]:
            kind = "match.decline" if offer["what"] == "draw" else "match.agree"
            return {"kind": kind, "offer": offer["offer"]}
    return None


def _pause(think_s: float, view: Mapping[str, Any], mine: Mapping[str, Any]) -> float:
    """Return how long to think (s): at most a quarter of the time that the clock gives."""
    since = view["clocks"][view["seat"]].get("since") if "clocks" in view else None
    if since is None or "deadline" not in mine:
        return think_s
    return min(think_s, (mine["deadline"] - since) / 4_000)


def _command(view: Mapping[str, Any], command: CommandData) -> dict[str, Any]:
    return {
        "type": "command",
        "command_id": secrets.token_urlsafe(16),
        "expected_version": view["version"],
        "command": command,
        **_named_decision(view, command),
    }


def _named_decision(view: Mapping[str, Any], command: CommandData) -> Mapping[str, str]:
    """Return the decision that must be named with a command: that of its option."""
    options = map(Option.model_validate, view["options"])
    decision = next((option.decision for option in options if option.contains(command)), None)
    return {} if decision is None else {"decision": decision}


def _awaited(view: Mapping[str, Any]) -> Mapping[str, Any] | None:
    """Return the decision that waits for the viewer, unless its choice is sealed already."""
    if view.get("sealed") is not None or not view.get("options"):
        return None
    mine = (entry for entry in view["pending"] if entry["seat"] == view["seat"])
    return next(mine, None)


async def new_bots(url: str, count: int, policy_for: PolicyFor, think_s: float) -> list[Bot]:
    """Return bots with new accounts."""
    async with Api(url) as api:
        tokens = [await api.new_account(f"{NAMES[i % len(NAMES)]} (bot)") for i in range(count)]
    return [Bot(url=url, token=token, policy_for=policy_for, think_s=think_s) for token in tokens]


@dataclass(slots=True)
class Crowd:
    """Bots that play together."""

    bots: Sequence[Bot]
    _known: set[str] = field(default_factory=set[str])
    """Matches of their own, and those they have sat down in."""
    _seen: set[str] = field(default_factory=set[str])
    """Open matches of others in which somebody waited a moment ago."""

    async def start(self, game: str, seats: int) -> str:
        """Let the first bots take all seats of a new match and return its id; it has started."""
        first, *_ = self.bots
        async with Api(first.url, first.token) as api:
            match = await api.new_match(game, seats)
        self._known.add(match)
        for bot in self.bots[:seats]:
            await bot.sit_down(match)
        return match

    async def play(self, match: str, game: str, seats: int) -> None:
        """Play a match that was started to its end."""
        async with asyncio.TaskGroup() as group:
            for bot in self.bots[:seats]:
                group.create_task(bot.play(match, game))

    async def fill_seats(self, tasks: asyncio.TaskGroup) -> None:
        """Take the free seats of matches in which somebody else waits, and play them."""
        async with Api(self.bots[0].url) as api:
            found = await api.get("/matches?status=open")
        waiting = {
            match["match_id"]: (match["game"], match["seats"].count(None))
            for match in found["matches"]
            if any(match["seats"]) and match["match_id"] not in self._known
        }
        for match, (game, free) in waiting.items():
            if match in self._seen and free <= len(self.bots):
                self._known.add(match)
                for bot in self.bots[:free]:
                    tasks.create_task(bot.join(match, game))
        self._seen = set(waiting)
