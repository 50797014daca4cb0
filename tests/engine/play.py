"""A match played through ``step`` with a virtual clock, as a client would notice it."""

from collections.abc import Mapping
from typing import Any

from pydantic_core import from_json, to_json

from engine.core.answer import options, view_answer
from engine.core.codec import Parts, codec_of
from engine.core.game import Game
from engine.core.match_fold import fold_commit
from engine.core.match_state import Commit, new_match
from engine.core.messages import Config, Event
from engine.core.step import Arrival, Receipt, SealedChoice, Step, step
from engine.core.terms import AtExpiry, BankClock, DecisionClock, Terms

SERVER_SEED = bytes(range(32))
CREATED = 1_000_000
RESIGN = {"kind": "match.resign"}
LEAVE = {"kind": "match.leave"}


class Match:
    """A match under way. Times are milliseconds since its creation; accounts are any names."""

    def __init__(
        self,
        game: Game[Any],
        config: Config,
        seats: int,
        *,
        decision_ms: int | None = None,
        at_expiry: AtExpiry = "default",
        clock: DecisionClock | BankClock | None = None,
        **more: Any,
    ) -> None:
        """``more``: bounds, creator and arbiters."""
        self.game = game
        if decision_ms is not None:
            clock = DecisionClock(decision_ms=decision_ms, at_expiry=at_expiry)
        terms = Terms(
            match_id="0123456789abcdef",
            seats=seats,
            config=config,
            created=CREATED,
            clock=clock,
            **more,
        )
        self.state = new_match(game, terms)
        self.box: tuple[SealedChoice, ...] = ()
        self.now = 0
        self.deadline: int | None = None
        self.commits: list[Commit] = []
        self.answers: dict[str, list[Receipt]] = {}
        self._gaps: list[tuple[int, int]] = []
        self._arrived = 0

    def start(self, *accounts: str, **more: Any) -> "Match":
        """Seat the accounts in their order, which starts the match when all seats are taken."""
        for account in accounts:
            assert self.join(account, **more).status == "accepted"
        return self

    def join(self, account: str, **fields: Any) -> Receipt:
        """Ask for a seat; return the first answer."""
        return self.send(account, {"kind": "match.join", **fields})

    def send(self, account: str, command: Mapping[str, Any], **more: Any) -> Receipt:
        """Send a command now; ``more`` are ``decision`` and ``expected_version``."""
        return self.send_text(account, to_json({"command": command, **more}))

    def send_text(self, account: str, text: bytes) -> Receipt:
        """Send any bytes now; return the first answer, which may not stay the last."""
        return self.answers[self._arrive(account, text)][0]

    def tick(self, now: int) -> None:
        """Let the time pass, and let the match notice."""
        self.now = now
        self._arrive(None, b"")

    def attend(self, seat: int, *, there: bool) -> None:
        """Let the service say now that somebody is there for a seat, or nobody."""
        self._arrive(None, b"", presence=(seat, there))

    def down(self, start: int, end: int) -> None:
        """Let the service be down for a while; it notices at the next arrival."""
        self._gaps.append((CREATED + start, CREATED + end))

    def happen(self, event: Event, at: int) -> None:
        """Append a commit that the service makes by itself, as it is read back from a log."""
        n = self.state.version + 1
        commit = Commit(
            n=n, at=CREATED + at, actor="system", commands=(), events=(event,), awaited=()
        )
        codec = codec_of(self.game)
        parts = codec.write(commit, self.state.terms.seats)
        self.state = fold_commit(self.game, self.state, codec.read(parts))

    def _arrive(
        self, account: str | None, text: bytes, presence: tuple[int, bool] | None = None
    ) -> str:
        self._arrived += 1
        command_id = f"c{self._arrived}"
        arrival = Arrival(
            number=self._arrived,
            at=CREATED + self.now,
            account=account,
            command_id=command_id,
            body=text,
            gaps=tuple(self._gaps),
            presence=presence,
        )
        self._gaps.clear()
        self._step(arrival)
        return command_id

    def _step(self, arrival: Arrival) -> None:
        done: Step = step(self.game, self.state, self.box, (arrival,), SERVER_SEED)
        self.state, self.box = done.state, done.box
        self.deadline = None if done.deadline is None else done.deadline - CREATED
        self.commits += done.commits
        for receipt in done.receipts:
            self.answers.setdefault(receipt.command_id, []).append(receipt)

    def statuses(self, command_id: str) -> list[str]:
        """Return all answers to a command, oldest first."""
        return [receipt.status for receipt in self.answers[command_id]]

    @property
    def parts(self) -> list[Parts]:
        return [codec_of(self.game).write(c, self.state.terms.seats) for c in self.commits]

    @property
    def public(self) -> list[Any]:
        """The public parts of all commits, read."""
        return [from_json(part.public) for part in self.parts]

    @property
    def kinds(self) -> list[list[str]]:
        """The kinds of the events, commit by commit."""
        return [[event.kind for event in commit.events] for commit in self.commits]

    def told(self, kind: str) -> list[dict[str, Any]]:
        """Return all events of a kind, as everybody sees them."""
        return [e for public in self.public for e in public["events"] if e["kind"] == kind]

    @property
    def awaited(self) -> list[tuple[int, str]]:
        """Who is awaited now, and for which decision."""
        return [(entry["seat"], entry["decision"]) for entry in self.view(None)["pending"]]

    def view(self, seat: int | None) -> dict[str, Any]:
        """Return the view answer of a seat."""
        return from_json(to_json(view_answer(self.game, self.state, seat)))

    def offered(self, seat: int) -> bool:
        """Tell whether a seat has anything to do."""
        return bool(options(self.game, self.state, seat))


def refusal(receipt: Receipt) -> tuple[str | None, str | None]:
    """Return the code and the clause of a refusal; fails if it is none, or says nothing."""
    assert receipt.status == "refused"
    assert receipt.detail
    assert receipt.detail.endswith(".")
    return receipt.code, receipt.rule
