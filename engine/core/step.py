"""Everything between reading and writing, as one pure function.

``step`` takes a match, its box of sealed choices and what arrived, in order, and returns the
commits, the answers, the new box and the new state. The worker stores what it returns, ``sim``
loops over it and ``verify`` folds with the same functions.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any, Literal

from pydantic import JsonValue

from engine.core.codec import Submission, codec_of
from engine.core.game import Game, Move
from engine.core.match import (
    AlreadySeated,
    Follow,
    admissible,
    decide_match,
    due,
    expire,
    follow_up,
    next_deadline,
    sealed_choice,
)
from engine.core.match_messages import Join
from engine.core.match_state import (
    Commit,
    Issued,
    MatchState,
    awaited,
    decisions,
    fold_events,
)
from engine.core.messages import Event, Message
from engine.core.rejection import Rejection


@dataclass(frozen=True, slots=True, kw_only=True)
class Arrival:
    """One entry of a match's inbox. An account of None is the clock's tick: no command."""

    number: int
    """Order of arrival, from 1, gapless."""
    at: int
    """Arrival stamp (ms), never earlier than the one before."""
    account: str | None
    command_id: str = ""
    body: bytes = b""
    """JSON text ``{"command": …, "decision"?: …, "expected_version"?: …}``."""


class Receipt(Message):
    """The answer to one command of one account."""

    account: str
    command_id: str
    status: Literal["accepted", "seated", "sealed", "replaced", "refused"]
    version: int | None = None
    """Accepted: the commit of the command itself. Refused: the version it was refused at."""
    seat: int | None = None
    """Of joins: the seat taken, or held already."""
    decision: str | None = None
    """Sealed: the decision the choice is for."""
    code: str | None = None
    rule: str | None = None
    detail: str | None = None


class SealedChoice(Message):
    """A choice in the box of sealed choices, waiting for the others."""

    seat: int
    account: str
    command_id: str
    decision: str
    first_at: int
    """When this seat first chose (ms); public."""
    at: int
    """When it chose this (ms)."""
    command: dict[str, JsonValue]


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """What came of the arrivals."""

    state: MatchState
    commits: tuple[Commit, ...]
    receipts: tuple[Receipt, ...]
    """In order; the newest of a command holds."""
    box: tuple[SealedChoice, ...]
    """By seat, ascending."""
    deadline: int | None
    """When the next decision expires (ms)."""


@dataclass(slots=True)
class _Run:
    """The step under way."""

    game: Game[Any]
    state: MatchState
    server_seed: bytes
    box: dict[int, SealedChoice]
    commits: list[Commit] = field(default_factory=list[Commit])
    receipts: list[Receipt] = field(default_factory=list[Receipt])

    def arrive(self, arrival: Arrival) -> None:
        """Expire what was due before the arrival, then decide it [M2.6].

        What follows by itself comes first: a match that was parked may still owe its end.
        """
        if not self.commits:
            self._settle(arrival.at)
        self._expire(arrival.at)
        if arrival.account is None:
            return
        sent = codec_of(self.game).submission(arrival.body)
        if isinstance(sent, Rejection):
            self._refuse(arrival.account, arrival.command_id, sent)
        elif sent.command.sealed:
            self._seal(arrival, arrival.account, sent)
        else:
            self._decide(arrival, arrival.account, sent)
        self._settle(arrival.at)

    def _expire(self, at: int) -> None:
        while (expired := due(self.game, self.state, at)) is not None:
            deadline, decision = expired
            follow = expire(
                self.game, self.state, decision, self._chosen(decision.id), self.server_seed
            )
            self._append_follow(follow, deadline)
            self._settle(deadline)

    def _decide(self, arrival: Arrival, account: str, sent: Submission) -> None:
        answer = decide_match(self.game, self.state, account, sent, self.server_seed)
        if isinstance(answer, Rejection):
            self._refuse(account, arrival.command_id, answer)
            return
        if isinstance(answer, AlreadySeated):
            self.receipts.append(
                Receipt(
                    account=account,
                    command_id=arrival.command_id,
                    status="seated",
                    seat=answer.seat,
                )
            )
            return
        seat = self._seat_after(account, answer)
        issued = Issued(seat=seat, command=sent.command, command_id=arrival.command_id)
        self._append(f"seat:{seat}", (issued,), answer, arrival.at)
        self.receipts.append(
            Receipt(
                account=account,
                command_id=arrival.command_id,
                status="accepted",
                version=self.state.version,
                seat=seat if isinstance(sent.command, Join) else None,
            )
        )

    def _seat_after(self, account: str, events: Iterable[Event]) -> int:
        before = self.state.seat_of(account)
        if before is not None:
            return before
        after = fold_events(self.game, self.state, events, at=self.state.at)
        seat = after.seat_of(account)
        if seat is None:
            msg = f"events of the account {account} without a seat"
            raise AssertionError(msg)
        return seat

    def _seal(self, arrival: Arrival, account: str, sent: Submission) -> None:
        refused = admissible(self.game, self.state, account, sent)
        seat = self.state.seat_of(account)
        decision = None if seat is None else sealed_choice(self.game, self.state, seat, sent)
        if refused is None and seat is not None:
            refused = self.game.check(self.state.game, seat, sent.command)
        if refused is not None or seat is None or decision is None:
            self._refuse(account, arrival.command_id, refused or _impossible(sent))
            return
        older = self.box.get(seat)
        if older is not None:  # [M3.3]
            self.receipts.append(
                Receipt(account=account, command_id=older.command_id, status="replaced")
            )
        self.box[seat] = SealedChoice(
            seat=seat,
            account=account,
            command_id=arrival.command_id,
            decision=decision,
            first_at=older.first_at if older else arrival.at,
            at=arrival.at,
            command=sent.command.model_dump(mode="json"),
        )
        self.receipts.append(
            Receipt(
                account=account,
                command_id=arrival.command_id,
                status="sealed",
                decision=decision,
            )
        )

    def _settle(self, at: int) -> None:
        """Append what follows by itself, until nothing does."""
        self._void()
        while (
            follow := follow_up(self.game, self.state, self._chosen(None), self.server_seed)
        ) is not None:
            self._append_follow(follow, at)
            self._void()

    def _chosen(self, decision: str | None) -> dict[int, Any]:
        codec = codec_of(self.game)
        return {
            seat: codec.command(choice.command)
            for seat, choice in self.box.items()
            if decision in {None, choice.decision}
        }

    def _append_follow(self, follow: Follow, at: int) -> None:
        issued = tuple(self._opened(move) for move in follow.moves)
        choices = [self.box.pop(move.seat) for move in follow.moves]
        self._append(follow.actor, issued, follow.events, at)
        self.receipts.extend(
            Receipt(
                account=choice.account,
                command_id=choice.command_id,
                status="accepted",
                version=self.state.version,
            )
            for choice in choices
        )

    def _opened(self, move: Move) -> Issued:
        choice = self.box[move.seat]
        return Issued(
            seat=move.seat,
            command=move.command,
            command_id=choice.command_id,
            at=choice.first_at,
        )

    def _void(self) -> None:
        """Drop the choices whose decision has closed in another way [M3.5]."""
        still = {
            (decision.id, seat)
            for decision in decisions(self.game, self.state)
            for seat in decision.seats
        }
        for seat, choice in tuple(self.box.items()):
            if (choice.decision, seat) not in still:
                del self.box[seat]
                closed = Rejection(
                    code="DECISION_CLOSED",
                    rule="M3.5",
                    detail=f"The decision {choice.decision!r} closed before it was opened.",
                )
                self._refuse(choice.account, choice.command_id, closed)

    def _append(
        self, actor: str, issued: tuple[Issued, ...], events: tuple[Event, ...], at: int
    ) -> None:
        self.state = fold_events(self.game, self.state, events, at=at)
        self.commits.append(
            Commit(
                n=self.state.version,
                at=at,
                actor=actor,
                commands=issued,
                events=events,
                awaited=awaited(self.game, self.state),
            )
        )

    def _refuse(self, account: str, command_id: str, refused: Rejection) -> None:
        self.receipts.append(
            Receipt(
                account=account,
                command_id=command_id,
                status="refused",
                version=self.state.version,
                code=refused.code,
                rule=refused.rule,
                detail=refused.detail,
            )
        )


def step(
    game: Game[Any],
    state: MatchState,
    box: Iterable[SealedChoice],
    arrivals: Iterable[Arrival],
    server_seed: bytes,
) -> Step:
    """Decide what arrived, in order. An exception is a bug of the game or the kernel."""
    run = _Run(
        game=game,
        state=state,
        server_seed=server_seed,
        box={choice.seat: choice for choice in box},
    )
    for arrival in arrivals:
        run.arrive(arrival)
    return Step(
        state=run.state,
        commits=tuple(run.commits),
        receipts=tuple(run.receipts),
        box=tuple(run.box[seat] for seat in sorted(run.box)),
        deadline=next_deadline(game, run.state),
    )


def _impossible(sent: Submission) -> Rejection:
    msg = f"{sent.command} passed the sealed rules without a sealed decision"
    raise AssertionError(msg)
