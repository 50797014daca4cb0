"""A company around a match: players, others who look on, and what each of them alone may know."""

from __future__ import annotations

import json
import secrets
from contextlib import AsyncExitStack, asynccontextmanager, contextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from tests.services.canary import (
    Canaries,
    found_in,
    match_secrets,
    measured,
    service_secrets,
    words,
    written,
)
from tests.services.gateway_helpers import Table, running_service, url_of
from tests.services.witness import Answer, Person, Witness, exchange

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Iterator, Mapping, Sequence
    from pathlib import Path

    from tests.services.stack import Stack


@dataclass
class Company:
    """A match, those who play it or look on, and what each of them alone may know."""

    stack: Stack
    match: str
    people: dict[str, Person]
    witnesses: dict[str, Witness]
    client_seeds: dict[str, str] = field(default_factory=dict)
    command_ids: dict[str, list[str]] = field(default_factory=dict)
    version: int = 0

    async def call(self, name: str, path: str, body: Mapping[str, Any]) -> Answer:
        return await self.witnesses[name].call("POST", path, json.dumps(body).encode())

    async def join(self, name: str, seat: int, **more: Any) -> None:
        """Take a seat with a seed of one's own; ``more``: what is brought, for instance."""
        seed = self.client_seeds[name] = secrets.token_hex(32)
        answer = await self.call(name, "seats", {"seat": seat, "client_seed": seed, **more})
        assert answer.json() == {"seat": seat}
        await self.in_step()

    async def send(self, name: str, command: Mapping[str, Any], **more: Any) -> Answer:
        command_id = f"{name}-{secrets.token_hex(12)}"
        self.command_ids.setdefault(name, []).append(command_id)
        body = {"command_id": command_id, "command": command, **more}
        return await self.call(name, "commands", body)

    async def does(self, name: str, command: Mapping[str, Any], **more: Any) -> None:
        """Send a command that is taken, and wait until everybody knows what there is to know."""
        answer = await self.send(name, command, **more)
        assert answer.status == 200, answer.body
        if answer.json()["status"] != "sealed":
            await self.in_step()

    async def in_step(self) -> None:
        told = await exchange(self.witnesses["spectator"].url, "GET", f"/matches/{self.match}")
        self.version = told.json()["version"]
        for witness in self.witnesses.values():
            for stream in witness.streams.values():
                if not stream.left and stream.closed is None:
                    await stream.reaches(self.version)

    async def look(self) -> None:
        """Let everybody read everything, and ask for what is others'."""
        for witness in self.witnesses.values():
            await witness.read_everything(self.version)
            for ids in self.command_ids.values():
                await witness.get(f"commands/{ids[-1]}")

    def seen_by(self, name: str) -> bytes:
        """Return every byte that one was sent."""
        return self.witnesses[name].everything()


@asynccontextmanager
async def company(
    stack: Stack,
    game: str,
    *names: str,
    seats: int = 3,
    judge: str | None = None,
    watching: bool = True,
    **config: Any,
) -> AsyncIterator[Company]:
    """Create a match; everybody follows it on every channel from the beginning.

    A stranger and a spectator without a token are there beside those who are named. ``judge``: who
    of them is an arbiter, one that may not look.
    """
    table = Table(url_of(stack))
    async with AsyncExitStack() as opened:
        opened.push_async_callback(table.aclose)
        players = {name: await table.player(name) for name in (*names, "stranger")}
        people = {name: Person(who.account, who.token) for name, who in players.items()}
        body: dict[str, Any] = {"game": game, "seats": seats, "config": config}
        if judge is not None:
            body["arbiters"] = [{"account": people[judge].account, "may_look": False}]
        created = await players[names[0]].client.post("/matches", json=body)
        assert created.status_code == 201, created.text
        match = created.json()["match_id"]
        witnesses = {
            name: await opened.enter_async_context(Witness(table.url, match, who))
            for name, who in (*people.items(), ("spectator", None))
        }
        found = Company(stack, match, people, witnesses)
        if watching:
            for witness in witnesses.values():
                await witness.watch()
        await found.in_step()
        yield found


@contextmanager
def loud_service(
    url: str, data: Path, toys: Sequence[str], game: str = "regicide"
) -> Iterator[Stack]:
    """Run all processes, telling as much as they can."""
    kinds = ("worker", "projector", "gateway")
    known = {"games": [game], "extra_games": toys}
    with running_service(url, data, kinds=kinds, log_level="debug", **known) as running:
        yield running


async def secrets_of_all(party: Company, players: Sequence[str]) -> Canaries:
    """Return what nobody may be shown; the match's seed is made of the players' client seeds."""
    seeds = [party.client_seeds[name] for name in players]
    return {
        **await match_secrets(party.stack, party.match, seeds),
        **service_secrets(party.stack.data),
        **{f"token of {name}": words(who.token) for name, who in party.people.items()},
    }


async def check_service(party: Company, never: Canaries) -> None:
    """Check logs, metrics and documents."""
    assert found_in(written(party.stack), never) == []
    assert found_in(await measured(party.stack), never) == []
    url = party.witnesses["spectator"].url
    listed = json.loads((await exchange(url, "GET", "/games")).body)
    games = [f"/games/{game['id']}" for game in listed]
    for path in ("/openapi.json", "/asyncapi.json", "/docs", "/keys", "/games", *games):
        answer = await exchange(url, "GET", path)
        assert answer.status == 200
        assert found_in(answer.raw, never) == []


def choose(choice: str, *, spend: bool = False) -> dict[str, Any]:
    return {"kind": "choose", "choice": choice, "spend": spend}


async def seal(party: Company, round_: int, choices: Mapping[str, dict[str, Any]]) -> None:
    for name, choice in choices.items():
        await party.does(name, choice, decision=f"round.{round_}")
    await party.in_step()
