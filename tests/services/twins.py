"""Two services that hold twin matches, and play in step with those who look on."""

from __future__ import annotations

import asyncio
import json
from concurrent.futures import ThreadPoolExecutor
from contextlib import AsyncExitStack, asynccontextmanager, contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from redis import Redis

from services.common.bootstrap import StoreSettings, open_store
from tests.services.gateway_helpers import url_of
from tests.services.stack import Stack
from tests.services.twin_matches import (
    PARTY,
    STRANGER,
    person,
    seated,
    write_account,
    write_match,
    write_open_match,
)
from tests.services.witness import PATIENCE_S, Person, Witness, exchange
from tests.toys import TOYS

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Iterable, Iterator, Mapping, Sequence
    from pathlib import Path

    from tests.services.twin_kit import Act, Opening, Twins

PARTITIONS = 4

# --- two services -------------------------------------------------------------------------------


@dataclass(frozen=True)
class World:
    """One of the two services."""

    number: int
    url: str


@contextmanager
def two_worlds(
    server_url: str, data: Path, twins: Sequence[Twins], open_matches: Sequence[Twins] = ()
) -> Iterator[tuple[World, World]]:
    """Run two services with the same keys on two databases of the server, each with its twins.

    Of ``open_matches`` nothing is written but that they exist.
    """
    urls = [f"{server_url}?db={number}" for number in (1, 2)]
    for number, url in enumerate(urls):
        with Redis.from_url(url) as client:
            client.flushdb()
        matches = [(one, one.openings[number]) for one in twins]
        asyncio.run(_prepare(url, data, matches, open_matches))
    stacks = [Stack(url, data, extra_games=TOYS, games=[], partitions=PARTITIONS) for url in urls]

    def start(stack: Stack) -> None:
        for kind in ("worker", "projector", "gateway"):
            stack.start(kind)

    try:
        with ThreadPoolExecutor() as pool:
            list(pool.map(start, stacks))
        first, second = (World(number, url_of(stack)) for number, stack in enumerate(stacks))
        yield first, second
    finally:
        for stack in stacks:
            stack.stop()


async def _prepare(
    url: str,
    data: Path,
    matches: Iterable[tuple[Twins, Opening]],
    open_matches: Iterable[Twins],
) -> None:
    store = await open_store(StoreSettings(url=url, partitions=PARTITIONS))
    try:
        await write_account(store, STRANGER)
        for twins, opening in matches:
            for seat in range(len(opening.entries)):
                await write_account(store, seated(twins.match, seat))
            await write_match(store, data, twins, opening)
        for twins in open_matches:
            for who in PARTY:
                await write_account(store, person(f"{twins.match} {who}"))
            await write_open_match(store, data, twins)
    finally:
        await store.aclose()


# --- play ---------------------------------------------------------------------------------------


class Play:
    """One match of a world under way, and its witnesses, kept in step."""

    def __init__(self, world: World, twins: Twins, version: int) -> None:
        self.world = world
        self.twins = twins
        self.seats = len(twins.openings[0].entries)
        self.version = version
        self.sealed: set[int] = set()
        self.witnesses: dict[str, Witness] = {}
        self._own = self._others = 0

    @classmethod
    @asynccontextmanager
    async def begun(cls, world: World, twins: Twins) -> AsyncIterator[Play]:
        """Let the viewer (or those who have no seat) open every stream there is."""
        if twins.viewer is None:
            viewers = {"spectator": None, "stranger": STRANGER}
        else:
            viewers = {"viewer": seated(twins.match, twins.viewer)}
        play = cls(world, twins, len(twins.openings[0].entries) + 1)
        await play._listed()
        async with play.watched(viewers):
            yield play

    @asynccontextmanager
    async def watched(self, viewers: Mapping[str, Person | None]) -> AsyncIterator[None]:
        """Let these open every stream there is."""
        async with AsyncExitStack() as stack:
            for name, who in viewers.items():
                witness = Witness(self.world.url, self.twins.match, who)
                self.witnesses[name] = await stack.enter_async_context(witness)
                await witness.watch()
            await self.in_step()
            yield

    async def _listed(self) -> None:
        """Wait until the projector has listed the match."""
        account = seated(self.twins.match, 1).account
        async with asyncio.timeout(PATIENCE_S):
            while True:
                listed = await exchange(self.world.url, "GET", f"/matches?account={account}")
                if listed.json()["matches"]:
                    return
                await asyncio.sleep(0.02)

    async def in_step(self, *more: Witness) -> None:
        """Wait until every stream has brought what has happened."""
        awaited = set(range(self.seats)) - self.sealed if self.sealed else None
        for witness in (*self.witnesses.values(), *more):
            for stream in witness.streams.values():
                if not stream.left:
                    await stream.reaches(self.version, awaited)

    async def run(self) -> None:
        """Play the whole script; witnesses look at everything where it says so."""
        for act in self.twins.script:
            await self._act(act)
            if act.survey:
                for witness in self.witnesses.values():
                    await self._survey(witness)

    async def join(self, who: Person, **wanted: Any) -> None:
        """Let somebody take a seat."""
        await self._open_call("seats", who, wanted)

    async def leave(self, who: Person) -> None:
        """Let somebody give its seat up."""
        body = {"command_id": "leaving", "command": {"kind": "match.leave"}}
        await self._open_call("commands", who, body)

    async def _open_call(self, call: str, who: Person, body: Mapping[str, Any]) -> None:
        path, text = f"/matches/{self.twins.match}", json.dumps(body).encode()
        witness = next((one for one in self.witnesses.values() if one.person == who), None)
        if witness is not None:
            answer = await witness.call("POST", call, text)
        else:
            answer = await exchange(
                self.world.url, "POST", f"{path}/{call}", token=who.token, body=text
            )
        assert answer.status == 200, answer.body
        self.version = (await exchange(self.world.url, "GET", path)).json()["version"]
        await self.in_step()
        for witness in self.witnesses.values():
            await witness.read_everything(self.version)
            if self.version % 2 == 0:
                await self._visit(witness)

    async def _act(self, act: Act) -> None:
        own = act.seat == self.twins.viewer
        other = self.world.number == 1 and not own
        for doubt in act.doubts if other or own else ():
            await self._command(act.seat, doubt, act.decision)
        final = act.instead if other and act.instead is not None else act.command
        await self._command(act.seat, final, act.decision)

    async def _command(self, seat: int, command: dict[str, Any], decision: str | None) -> None:
        named = {} if decision is None else {"decision": decision}
        if seat == self.twins.viewer:  # its own ids are the same in both worlds
            self._own += 1
            viewer = self.witnesses["viewer"]
            answer = await viewer.send(f"own-{self._own}", command, **named)
        else:  # others' ids are not even of the same length
            self._others += 1
            command_id = f"{'other-' * (1 + 4 * self.world.number)}{self._others}"
            body = {"command_id": command_id, "command": command, **named}
            answer = await exchange(
                self.world.url,
                "POST",
                f"/matches/{self.twins.match}/commands",
                token=seated(self.twins.match, seat).token,
                body=json.dumps(body).encode(),
            )
        assert answer.status == 200, answer.body
        told = answer.json()
        if told["status"] == "sealed":
            self.sealed.add(seat)
            if seat == self.twins.viewer:  # only the newest view is sent
                view, own = self.witnesses["viewer"].streams["view"], f"own-{self._own}"
                await view.until(lambda: view.choice == own)
        else:
            self.version = told["version"]
            if decision is not None:
                self.sealed.clear()
        await self.in_step()

    # --- looking at everything ------------------------------------------------------------------

    async def _survey(self, witness: Witness) -> None:
        """Ask everything that can be asked, rightly and wrongly; connect again in every mode."""
        await witness.read_everything(self.version)
        account = seated(self.twins.match, 1).account
        for query in (f"account={account}", f"account={account}&status=running"):
            await witness.get(f"/matches?{query}")
        await self._ask_wrongly(witness)
        await self._visit(witness)

    async def _visit(self, witness: Witness) -> None:
        """Connect again in every mode, from the version before and from nothing."""
        for suffix, hello in ((" again", {"after": max(0, self.version - 1)}), (" anew", {})):
            async with Witness(self.world.url, self.twins.match, witness.person) as visit:
                await visit.watch(f"{suffix} {len(witness.kept)}", **hello)
                await self.in_step(visit)
            witness.adopt(visit)

    async def _ask_wrongly(self, witness: Witness) -> None:
        first = self.twins.script[0].command
        wrong: list[dict[str, Any]] = [{"command": command} for command in self.twins.wrong]
        wrong += [{"command": one, "decision": name} for name, one in self.twins.wrong_choices]
        wrong += [
            {"command": first, "expected_version": 1},
            {"command": first, "decision": "99.play"},
            {"command": first, "decision": 5},
            {"command": {**first, "more": 1}},
            {"command": {"kind": "dance"}},
            {"command": {"kind": "match.leave"}},
            {"command": {"kind": "match.join"}},
            {"command": first, "seat": 1},
        ]
        for number, body in enumerate(wrong):
            named = {"command_id": f"wrong-{self.version}-{number}", **body}
            if (number + self.version) % 2:  # each in its turn
                await self._say(witness, json.dumps({**named, "type": "command"}))
            else:
                answer = await witness.call("POST", "commands", json.dumps(named).encode())
                assert 400 <= answer.status < 500, answer.body
        await self._say(witness, "{")
        for garbage in (b"{", b"[]", b"\xff", b'{"command_id":"\\ud800"}'):
            answer = await witness.call("POST", "commands", garbage)
            assert answer.status in {400, 401}, answer.body
        await witness.call("POST", "seats", b"{}")
        await witness.call("POST", "seats", b'{"seat":1}')
        assert (await witness.call("GET", "view", token="x" * 43)).status == 401

    async def _say(self, witness: Witness, frame: str) -> None:
        live = witness.streams["live"]
        assert live.socket is not None
        before = len(live.replies)
        await live.socket.send(frame)
        await live.until(lambda: len(live.replies) > before)
        assert "code" in json.loads(live.replies[-1]), "it was refused"
