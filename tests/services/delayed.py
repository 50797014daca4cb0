"""A delayed match, everything its host is shown of it as it stands, and what spectators are."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from engine.games import discover
from schemas.verify import verify
from tests.services.gateway_helpers import choose

if TYPE_CHECKING:
    import httpx

    from tests.services.gateway_helpers import Player, Table

REGISTRY = discover(("tests.toys.rps",))
STATUSES = ("open", "running", "closed")
ROUNDS = 3


def plain(summary: dict[str, Any]) -> dict[str, Any]:
    """Return a summary without what does not belong to the match."""
    return {name: value for name, value in summary.items() if name != "spectators"}


def lines_of(text: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in text.splitlines() if line]


class DelayedMatch:
    """Rock, paper, scissors; the host has a part in it and no seat, so it sees what is public."""

    def __init__(self, table: Table, match: str, host: Player, players: list[Player]) -> None:
        self.table = table
        self.id = match
        self.host = host
        self.players = players
        self.version = 0
        self.before = 0
        """The newest version before the last move that made a commit."""
        self.closed = False
        self.summaries: dict[int, dict[str, Any]] = {}
        """As the host was shown them, when each version was the newest."""
        self.views: dict[int, dict[str, Any]] = {}
        self.exports: dict[int, bytes] = {}
        self.log: list[str] = []
        """The commits as everybody may see them, before the end opens the seats' secrets."""
        self._sent = 0

    @classmethod
    async def created(cls, table: Table, **terms: Any) -> DelayedMatch:
        """Create a match of two with a host that has no seat in it."""
        host, *players = [await table.player(name) for name in ("Host", "Ada", "Bob")]
        body = {"game": "rps", "seats": 2, "config": {"rounds": ROUNDS}, **terms}
        answer = await host.client.post("/matches", json=body)
        assert answer.status_code == 201, answer.text
        match = cls(table, answer.json()["match_id"], host, players)
        await match.look()
        return match

    async def look(self) -> None:
        """Let the host look at everything, and keep it."""
        summary = (await self.ask(self.host.client, "")).json()
        new = summary["version"] > self.version or not self.summaries
        if new:
            self.before = self.version
        self.version, self.closed = summary["version"], summary["status"] == "closed"
        if not new:  # somebody sealed a choice
            return
        self.summaries[self.version] = plain(summary)
        self.views[self.version] = (await self.ask(self.host.client, "view")).json()
        self.exports[self.version] = (await self.ask(self.host.client, "export")).content
        told = (await self.ask(self.host.client, f"log?after={len(self.log)}")).text
        self.log += told.splitlines()

    async def ask(self, client: httpx.AsyncClient, path: str) -> httpx.Response:
        return await client.get(f"/matches/{self.id}/{path}".rstrip("/"))

    async def send(self, seat: int, command: dict[str, Any], **more: Any) -> None:
        self._sent += 1
        answer = await self.players[seat].send(self.id, f"c{self._sent}", command, **more)
        assert answer.status_code == 200, answer.text

    def moves(self) -> list[Any]:
        """Return all that is done in the match, in order, as functions to be awaited."""
        ada, bob = self.players
        signal = {"kind": "signal", "say": "hm"}
        played: list[Any] = [
            lambda: ada.join(self.id, seat=0),
            lambda: bob.join(self.id, seat=1),
        ]
        for number in range(1, ROUNDS + 1):
            named = {"decision": f"round.{number}"}
            played += [
                lambda: self.send(1, signal),
                lambda named=named: self.send(0, choose("rock"), **named),
                lambda named=named: self.send(1, choose("scissors"), **named),
            ]
        return played

    def behind(self, commits: int) -> int:
        """Return the newest version for spectators, so many commits behind."""
        return self.version if self.closed else max(0, self.version - commits)

    # --- what spectators are shown ------------------------------------------------------------

    async def check(self, client: httpx.AsyncClient, until: int) -> None:
        """Look at everything as a spectator: it is as it was at a version, and nothing is newer."""
        over = self.closed and until == self.version
        await self._check_summary(client, until)
        await self._check_views(client, until, over=over)
        await self._check_log(client, until, over=over)
        await self._check_export(client, until, over=over)
        await self._check_lists(client, until)

    async def _check_summary(self, client: httpx.AsyncClient, until: int) -> None:
        summary = plain((await self.ask(client, "")).json())
        assert summary["version"] == until
        if until in self.summaries:
            assert summary == self.summaries[until]
        if until:
            commit = json.loads(self.log[until - 1])
            assert (summary["head"], summary["at"]) == (commit["head"], commit["at"])
            awaited = [(one["seat"], one["decision"]) for one in summary["pending"]]
            assert awaited == [(one["seat"], one["decision"]) for one in commit["pending"]]

    async def _check_views(self, client: httpx.AsyncClient, until: int, *, over: bool) -> None:
        for query in ("view", "view?as=spectator", f"view?at={until}"):
            view = (await self.ask(client, query)).json()
            assert (view["version"], view["seat"], view["options"]) == (until, None, [])
            if until in self.views:
                assert view == self.views[until]
        for at in {until + 1, self.version + 1, self.version} - {until}:
            self._check_beyond(await self.ask(client, f"view?at={at}"), until, at)
        other = await self.ask(client, "view?as=0")
        assert other.status_code == (200 if over else 403), other.text

    def _check_beyond(self, answer: httpx.Response, until: int, asked: int) -> None:
        """Check that what is held back is refused exactly as what never came."""
        refusal = answer.json()
        assert (answer.status_code, refusal["code"]) == (409, "HISTORY_REWOUND")
        assert refusal["version"] == until
        assert refusal["detail"] == f"The match is at version {until} and has not come to {asked}."

    async def _check_log(self, client: httpx.AsyncClient, until: int, *, over: bool) -> None:
        lines = (await self.ask(client, "log")).text.splitlines()
        assert len(lines) == until
        if not over:
            assert lines == self.log[:until]
        proofs = lines_of((await self.ask(client, "log?proof=1")).text)
        assert [line["n"] for line in proofs] == [*range(1, until + 1)]
        shown = {type(part) for line in proofs for part in line["private"].values()}
        assert dict in shown or not over
        assert dict not in shown or over
        beyond = await self.ask(client, f"log?after={until + 1}")
        self._check_beyond(beyond, until, until + 1)
        followed = await self.ask(client, f"log?after={until + 1}&follow=1")
        self._check_beyond(followed, until, until + 1)

    async def _check_export(self, client: httpx.AsyncClient, until: int, *, over: bool) -> None:
        content = (await self.ask(client, "export")).content
        verdict = verify(content, REGISTRY)
        assert verdict.genuine, verdict
        end = json.loads(content.splitlines()[-1])["end"]
        assert (end["n"], end["status"]) == (until, "closed" if over else "running")
        assert len(content.splitlines()) == until + 2
        if until in self.exports:
            assert content == self.exports[until]

    async def _check_lists(self, client: httpx.AsyncClient, until: int) -> None:
        """Check that no list is ahead of what the spectator may know; it may be late."""
        summary = (await self.ask(client, "")).json()
        order = STATUSES.index(summary["status"])
        for status in STATUSES:
            listed = await self.listed(client, status=status)
            assert listed is None or STATUSES.index(status) <= order
            assert listed is None or plain(listed) == plain(summary)
        for player in self.players:
            listed = await self.listed(client, account=player.account)
            assert listed is None or player.account in summary["seats"], until

    async def listed(self, client: httpx.AsyncClient, **query: Any) -> dict[str, Any] | None:
        """Return the match as it stands in a list, if it does."""
        answer = await client.get("/matches", params={"limit": 100, **query})
        assert answer.status_code == 200, answer.text
        found = [one for one in answer.json()["matches"] if one["match_id"] == self.id]
        return found[0] if found else None
