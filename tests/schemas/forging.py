"""Match files to be judged: real ones, and ones that a host with all keys has tampered with."""

import json
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import Any

from engine.core.codec import audiences, codec_of
from engine.core.match_state import MatchState, new_match
from engine.core.options import Subset
from engine.core.rng import seed_commitment
from engine.core.step import Arrival, SealedChoice, step
from engine.core.terms import Clock, DecisionClock
from engine.games import Registry, discover
from schemas.chain import StoredCommit, first_head, seal
from schemas.header import Header
from schemas.match_file import Signer, write_lines
from schemas.verify import Verdict, verify
from services.common.secrets import HostKey

SERVER_SEED = bytes(range(32))
SALT_KEY = bytes(range(32, 64))
KEY = HostKey(bytes(range(64, 96)))
OTHER_KEY = HostKey(bytes(range(96, 128)))


def signer(key: HostKey = KEY) -> Signer:
    return Signer(f"{key.kind}:{key.public_hex}", key.sign)


@cache
def registry() -> Registry:
    return discover(("tests.toys.rps", "tests.toys.brings", "tests.toys.poison"))


def judged(content: bytes, key: str | None = None) -> Verdict:
    return verify(content, registry(), key=key)


def refused(content: bytes, key: str | None = None) -> Verdict:
    verdict = judged(content, key)
    assert not verdict.genuine
    assert verdict.problem
    return verdict


@dataclass(frozen=True)
class Texts:
    """A commit before it is sealed."""

    public: str
    private: Mapping[str, str]

    def edited(self, edit: Callable[[Any], None]) -> "Texts":
        """Return the commit with its parsed public text changed in place."""
        data = json.loads(self.public)
        edit(data)
        return replace(self, public=compact(data))

    def with_private(self, name: str, text: str) -> "Texts":
        return replace(self, private={**self.private, name: text})


def compact(data: object) -> str:
    return json.dumps(data, separators=(",", ":"), ensure_ascii=False)


@dataclass(frozen=True)
class Forgery:
    """Everything a match file is made of; ``file`` seals and signs whatever stands in it."""

    header: Header
    commits: tuple[Texts, ...]
    closed: bool = True
    key: HostKey = KEY

    def sealed(self) -> list[StoredCommit]:
        head, sealed = first_head(self.header.encode()), []
        names = audiences(self.header.seats)
        for n, texts in enumerate(self.commits, 1):
            private = tuple(texts.private[name].encode() for name in names)
            parts = StoredCommit(n, texts.public.encode(), private, "").parts()
            sealed.append(seal(parts, n, head, SALT_KEY))
            head = sealed[-1].head
        return sealed

    def file(self, shown: Collection[str] | None = None) -> bytes:
        lines = write_lines(
            self.header.match,
            self.header.encode(),
            self.sealed(),
            head=first_head(self.header.encode()),
            salt_key=SALT_KEY,
            shown=audiences(self.header.seats) if shown is None else shown,
            closed=self.closed,
            signer=signer(self.key),
        )
        return b"".join(lines)

    def with_commit(self, n: int, texts: Texts) -> "Forgery":
        return replace(self, commits=(*self.commits[: n - 1], texts, *self.commits[n:]))

    def edited(self, n: int, edit: Callable[[Any], None]) -> "Forgery":
        return self.with_commit(n, self.commits[n - 1].edited(edit))

    def until(self, n: int) -> "Forgery":
        """Return the match as it was after commit n, still running."""
        return replace(self, commits=self.commits[:n], closed=False)


def refused_at(forgery: Forgery, n: int) -> str:
    """Return what is wrong with a forgery; it must show at one commit."""
    verdict = refused(forgery.file())
    assert verdict.where == f"commit {n}", verdict
    return verdict.problem or ""


def other_header(match: Forgery, **fields: object) -> Forgery:
    """Return a match under a header that says something else."""
    return replace(match, header=match.header.model_copy(update=fields))


class Table:
    """A match under the keys of this module, played command by command."""

    def __init__(
        self,
        rules: str,
        seats: int,
        *,
        clock: Clock | None = None,
        people: Mapping[str, Any] | None = None,
        **config: object,
    ) -> None:
        """``people``: bounds, creator and arbiters, as in the header."""
        self.game = registry().game(rules)
        self.header = Header(
            match="examplematch0001",
            rules=rules,
            build="0" * 64,
            config=self.game.config(**config).model_dump(mode="json"),
            seats=seats,
            created=1_000,
            clock=clock,
            seed_commitment=seed_commitment(SERVER_SEED),
            key=signer().key,
            **people or {},
        )
        self.state: MatchState = new_match(self.game, self.header.terms(self.game))
        self.texts: list[Texts] = []
        self.at = 1_000
        self._box: tuple[SealedChoice, ...] = ()
        self._arrivals = 0

    def send(
        self, account: str, command: Mapping[str, object], decision: str = "", **more: Any
    ) -> str:
        """Let a command arrive 100 ms after the one before; returns the status of its receipt.

        ``more`` may be its ``command_id``.
        """
        body = {"command": command, **({"decision": decision} if decision else {})}
        return self._arrive(account, compact(body).encode(), self.at + 100, **more)

    def tick(self, at: int) -> None:
        self._arrive(None, b"", at)

    def down(self, start: int, end: int) -> None:
        """Let the service be down for a while."""
        self._arrive(None, b"", end, gaps=((start, end),))

    def attend(self, seat: int, *, there: bool) -> None:
        """Let the service say that somebody is there for a seat, 100 ms after the last arrival."""
        self._arrive(None, b"", self.at + 100, presence=(seat, there))

    def agree(self, what: str, of: str, *others: str) -> None:
        """Let an account offer something and all others agree."""
        assert self.send(of, {"kind": "match.offer", "what": what}) == "accepted"
        number = self.state.version
        for account in others:
            assert self.send(account, {"kind": "match.agree", "offer": number}) == "accepted"

    def join(self, *accounts: str, **fields: object) -> None:
        for account in accounts:
            status = self.send(account, {"kind": "match.join", **fields})
            assert status == "accepted"

    def choose(self, account: str, choice: str, *, spend: bool = False) -> str:
        decision = f"round.{self.state.game.round}"
        command = {"kind": "choose", "choice": choice, "spend": spend}
        return self.send(account, command, decision)

    def forgery(self) -> Forgery:
        return Forgery(self.header, tuple(self.texts), closed=self.state.status == "closed")

    def _arrive(self, account: str | None, body: bytes, at: int, **more: Any) -> str:
        self.at = at
        self._arrivals += 1
        arrival = Arrival(
            number=self._arrivals,
            at=at,
            account=account,
            command_id=more.pop("command_id", f"id-{self._arrivals}"),
            body=body,
            **more,
        )
        done = step(self.game, self.state, self._box, (arrival,), SERVER_SEED)
        self.state, self._box = done.state, done.box
        codec = codec_of(self.game)
        for commit in done.commits:
            parts = codec.write(commit, self.header.seats)
            private = {name: text.decode() for name, text in parts.private.items()}
            self.texts.append(Texts(parts.public.decode(), private))
        statuses = [r.status for r in done.receipts if r.command_id == arrival.command_id]
        return statuses[-1] if statuses else ""


@cache
def eventful() -> Forgery:
    """A closed match with all that can happen: a leave, a change of mind, a signal, a card spent,
    a resignation."""
    table = Table("rps@1", 3, rounds=3)
    table.join("ann", "bob", client_seed="ab" * 32)
    assert table.send("bob", {"kind": "match.leave"}) == "accepted"
    table.join("eve", "bob")
    table.choose("ann", "rock")
    assert table.choose("ann", "paper") == "sealed"
    assert table.send("bob", {"kind": "signal", "say": "hm"}) == "accepted"
    table.choose("eve", "rock", spend=True)
    assert table.choose("bob", "scissors") == "accepted"
    table.choose("ann", "scissors")
    assert table.send("eve", {"kind": "match.resign"}) == "accepted"
    table.choose("bob", "rock", spend=True)
    table.choose("bob", "rock")
    table.choose("ann", "paper")
    assert table.state.status == "closed"
    return table.forgery()


@cache
def clocked() -> Forgery:
    """A closed match whose clock ran out: once for one of two seats, once for both."""
    table = Table("rps@1", 2, clock=DecisionClock(decision_ms=5_000), rounds=3)
    table.join("ann", "bob")
    table.choose("ann", "paper")
    table.tick(table.at + 6_000)
    table.tick(table.at + 12_000)
    assert table.state.status == "closed"
    return table.forgery()


@cache
def withdrawn() -> Forgery:
    """A closed match whose clock took one of three seats, then one of the two that were left."""
    clock = DecisionClock(decision_ms=5_000, at_expiry="withdraw")
    table = Table("rps@1", 3, clock=clock, rounds=3)
    table.join("ann", "bob", "cid")
    table.choose("ann", "paper")
    table.choose("cid", "rock")
    table.tick(table.at + 6_000)
    table.choose("cid", "rock")
    table.tick(table.at + 6_000)
    assert table.state.status == "closed"
    return table.forgery()


@cache
def entries() -> Forgery:
    """A closed match of the game to which numbers are brought."""
    table = Table("brings@1", 2)
    table.join("ann", entry={"digits": ["1", "2", "3", "4"]})
    table.join("bob", entry={"digits": ["5", "2", "3", "4"]})
    while table.state.status != "closed":
        entry = next(iter(table.game.pending(table.state.game)))
        seat = entry.seats[0]
        option = table.game.legal(table.state.game, seat)[0]
        command = option.command or {}
        if option.shape is not None:
            assert isinstance(option.shape, Subset)
            field = option.shape.field
            command = {**option.shape.command, field: [option.shape.items[0].value]}
        assert table.send(table.state.accounts[seat] or "", command) == "accepted"
    return table.forgery()


def without(match: Forgery, n: int) -> Forgery:
    """Return the match without commit n, the later ones renumbered."""

    def renumbered(number: int) -> Texts:
        return match.commits[number].edited(lambda data: data.update(n=number))

    rest = tuple(renumbered(number) for number in range(n, len(match.commits)))
    return replace(match, commits=(*match.commits[: n - 1], *rest))


def lines_of(content: bytes) -> list[bytes]:
    return content.splitlines(keepends=True)


def joined(lines: Sequence[bytes]) -> bytes:
    return b"".join(lines)
