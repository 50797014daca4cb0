"""A match in this process: no server, a virtual clock, and every secret derived from one seed.

``sim`` and ``play`` run it. It is a loop over the same ``step`` and ``seal`` that the service
runs, so what it writes is a match like any other, but for its key, which is of kind
``simulation``. Time is virtual: without a clock commit n is stamped n x 1,000 ms, with one the time
is what whoever runs the match makes it. Nothing depends on the machine.
"""

import hmac
from base64 import b32encode
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cache
from typing import Any, Final

from pydantic_core import to_json

from engine.core.answer import view_answer
from engine.core.codec import audiences, codec_of
from engine.core.copying import changed
from engine.core.game import Game
from engine.core.match_due import seat_deadline
from engine.core.match_messages import Expired
from engine.core.match_state import Awaited, awaited, decisions, new_match
from engine.core.messages import Config
from engine.core.options import CommandData
from engine.core.rng import Rng, seed_commitment
from engine.core.step import Arrival, Receipt, SealedChoice, step
from engine.core.terms import BankClock, DecisionClock
from schemas.chain import StoredCommit, first_head, seal
from schemas.header import Header
from schemas.match_file import Signer, write_lines
from services.cli.errors import UsageError
from services.common.secrets import HostKey

BUILD: Final = "simulation"
STAMP_MS: Final = 1_000


@dataclass(frozen=True, slots=True)
class Secrets:
    """Everything secret in match ``number`` of a seed at a certain table."""

    seed: int
    table: str
    """What is played and how: no two tables have a match, an id or a draw in common."""
    number: int

    def derive(self, label: str) -> bytes:
        """Return the 32 bytes that a label names in this match."""
        return _derive(self.seed, f"{label}\n{self.table}\n{self.number}")

    @property
    def match_id(self) -> str:
        return b32encode(self.derive("match id")[:15]).decode().lower()


def table_name(
    game: Game[Any],
    config: Config,
    seats: int,
    players: str,
    clock: DecisionClock | BankClock | None = None,
) -> str:
    """Return the name of a table: rules, config, seats, who plays and the clock if there is one."""
    parts: list[Any] = [game.rules, config.model_dump(mode="json"), seats, players]
    parts += [] if clock is None else [clock]
    return to_json(parts).decode()


def _derive(seed: int, label: str) -> bytes:
    return hmac.digest(str(seed).encode(), f"playledger simulation v1\n{label}".encode(), "sha256")


@cache
def signer(seed: int) -> Signer:
    """Return the key of kind simulation that belongs to a seed."""
    key = HostKey(_derive(seed, "signing key"), kind="simulation")
    return Signer(f"{key.kind}:{key.public_hex}", key.sign)


class LocalMatch:
    """One match, from its first join on; all seats are taken at once."""

    def __init__(
        self,
        game: Game[Any],
        config: Config,
        seats: int,
        secrets: Secrets,
        clock: DecisionClock | BankClock | None = None,
        *,
        entries: Mapping[int, Any] | None = None,
    ) -> None:
        """Create a match and take its seats.

        ``entries`` is what some seats bring; where the game has entries, samples are brought else.

        Raises:
            UsageError: the game refuses what is brought.
        """
        self.game = game
        self.now = 0
        """With a clock: the time (ms), which never goes back; without, no matter."""
        self.deadline: int | None = None
        """When something happens by itself (ms)."""
        self._secrets = secrets
        self._server_seed = secrets.derive("server seed")
        self._salt_key = secrets.derive("salt key")
        self.header = Header(
            match=secrets.match_id,
            rules=game.rules,
            build=BUILD,
            config=config.model_dump(mode="json"),
            seats=seats,
            created=0,
            clock=clock,
            seed_commitment=seed_commitment(self._server_seed),
            key=signer(secrets.seed).key,
        )
        self.state = new_match(game, self.header.terms(game))
        self.head = first_head(self.header.encode())
        self.commits: list[StoredCommit] = []
        self.events = 0
        self.expiries = 0
        self._box: tuple[SealedChoice, ...] = ()
        self._arrivals = 0
        for seat in range(seats):
            self._join(seat, (entries or {}).get(seat))

    @property
    def over(self) -> bool:
        """Tell whether the match is closed."""
        return self.state.status == "closed"

    def answer(self, seat: int | None) -> dict[str, Any]:
        """Return the view answer of a seat (None: a spectator)."""
        return view_answer(self.game, self.state, seat)

    def next_seats(self) -> tuple[int, ...]:
        """Return who acts next, if nobody is quicker: the first that is awaited.

        Where any one of several may answer, it is all of them; by turns, by the number of commits,
        each is the first.
        """
        first = self.waiting()[0]
        seats = self.partners(first.seat, first.decision)
        turn = self.state.version % len(seats)
        return seats[turn:] + seats[:turn]

    def partners(self, seat: int, decision: str) -> tuple[int, ...]:
        """Return which seats may make a decision that awaits a seat; it alone, or any of them."""
        for one in decisions(self.game, self.state):
            if one.id == decision and one.need == "any":
                return one.seats
        return (seat,)

    def is_idle(self, seat: int, command: CommandData) -> bool:
        """Tell whether a command is no more than what an awaited seat's clock would do."""
        idle = self.game.default(self.state.game, seat)
        return codec_of(self.game).command(command) == idle

    def waiting(self) -> tuple[Awaited, ...]:
        """Return who is awaited; who has sealed a choice already is not."""
        sealed = {(choice.seat, choice.decision) for choice in self._box}
        return tuple(
            entry
            for entry in awaited(self.game, self.state)
            if (entry.seat, entry.decision) not in sealed
        )

    def time_left(self, seat: int) -> int:
        """Return how long the clock of a seat can run on (ms)."""
        deadline = seat_deadline(self.state, seat)
        return 0 if deadline is None else max(0, deadline - self.now)

    def pass_time(self, now: int) -> None:
        """Let the time pass, and happen what is due before."""
        self.now = now
        self._step(None, b"")

    def send(self, seat: int, command: CommandData) -> Receipt:
        """Decide a command of a seat; a sealed choice is for the decision that awaits the seat."""
        body: dict[str, Any] = {"command": command}
        for entry in awaited(self.game, self.state):
            sealed = entry.sealed and entry.seat == seat
            if sealed and codec_of(self.game).command(command).sealed:
                body["decision"] = entry.decision
        return self._arrive(f"seat{seat}", to_json(body))

    def write(self) -> bytes:
        """Return the match as a verifiable file with every part shown."""
        lines = write_lines(
            self.header.match,
            self.header.encode(),
            self.commits,
            head=first_head(self.header.encode()),
            salt_key=self._salt_key,
            shown=audiences(self.header.seats),
            closed=self.over,
            signer=signer(self._secrets.seed),
        )
        return b"".join(lines)

    def _join(self, seat: int, entry: Any) -> None:
        command: dict[str, Any] = {
            "kind": "match.join",
            "seat": seat,
            "client_seed": self._secrets.derive(f"client seed {seat}").hex(),
        }
        if entry is not None:
            command["entry"] = entry
        elif self.game.sample_entry is not None:
            rng = Rng(self._secrets.derive("entry"), seat)
            command["entry"] = self.game.sample_entry(self.state.terms.config, seat, rng)
        receipt = self._arrive(f"seat{seat}", to_json({"command": command}))
        if receipt.status == "refused":
            raise UsageError(receipt.detail)

    def _arrive(self, account: str, body: bytes) -> Receipt:
        receipts = self._step(account, body)
        return next(r for r in reversed(receipts) if r.command_id == f"c{self._arrivals}")

    def _step(self, account: str | None, body: bytes) -> tuple[Receipt, ...]:
        clocked = self.header.clock is not None
        self._arrivals += 1
        arrival = Arrival(
            number=self._arrivals,
            at=self.now if clocked else (self.state.version + 1) * STAMP_MS,
            account=account,
            command_id=f"c{self._arrivals}",
            body=body,
        )
        done = step(self.game, self.state, self._box, (arrival,), self._server_seed)
        codec = codec_of(self.game)
        for commit in done.commits:
            early = not clocked and commit.at != commit.n * STAMP_MS  # it follows by itself
            stamped = replace(commit, at=commit.n * STAMP_MS) if early else commit
            parts = codec.write(stamped, self.header.seats)
            sealed = seal(parts, commit.n, self.head, self._salt_key)
            self.head = sealed.head
            self.commits.append(sealed)
            self.events += len(commit.events)
            self.expiries += sum(isinstance(event, Expired) for event in commit.events)
        state = done.state
        self.state = state if clocked else changed(state, at=state.version * STAMP_MS)
        self._box, self.deadline = done.box, done.deadline
        return done.receipts


def policy_rng(secrets: Secrets, seat: int) -> Rng:
    """Return the draws of the bot on a seat, unrelated to the match's own."""
    return Rng(secrets.derive("policy"), seat)


def thinking_rng(secrets: Secrets, seat: int) -> Rng:
    """Return the draws of how long the bot on a seat thinks; what it chooses is another matter."""
    return Rng(secrets.derive("thinking"), seat)
