"""Everything between reading and writing, as one pure function.

``step`` takes a match, its box of sealed choices and what arrived, in order, and returns the
commits, the answers, the new box and the new state; a ``Run`` is the same, piece by piece. The
worker stores what comes of it, ``sim`` loops over it and ``verify`` folds with the same functions.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any, Literal

from pydantic import JsonValue

from engine.core.codec import Submission, codec_of
from engine.core.copying import changed
from engine.core.game import Game, Move
from engine.core.life_messages import Absent, Credited, Present
from engine.core.match import actor_of, decide_match, follow_up, sealed_choice
from engine.core.match_due import Follow, carry_out, due, next_deadline
from engine.core.match_fold import fold_timed
from engine.core.match_joining import AlreadySeated
from engine.core.match_messages import Join, Joined
from engine.core.match_state import (
    ABSENCE_MS,
    Commit,
    Issued,
    MatchState,
    awaited,
    counts_time,
    decisions,
)
from engine.core.messages import Command, Event, Message
from engine.core.rejection import EngineError, Rejection

MAX_EVENTS = 10_000
"""No commit may hold more events: a decision that causes more is a bug."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Arrival:
    """One entry of a match's inbox. An account of None is the service itself: no command."""

    number: int
    """Order of arrival, from 1, gapless."""
    at: int
    """Arrival stamp (ms), never earlier than the one before."""
    account: str | None
    command_id: str = ""
    body: bytes = b""
    """JSON text ``{"command": …, "decision"?: …, "expected_version"?: …}``."""
    gaps: tuple[tuple[int, int], ...] = ()
    """When the service was down since the match's last stamp: from, to (ms), in order."""
    presence: tuple[int, bool] | None = None
    """Of nobody's mail: a seat, and whether somebody is there for it."""


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
    changes: int = 0
    """How often it was changed [M3.7]."""


MAX_CHANGES = 20
"""So often a seat may change its choice for one decision [M3.7]."""
_TOO_MANY_CHANGES = Rejection(
    code="TOO_MANY_CHANGES",
    rule="M3.7",
    detail=f"A choice may be changed {MAX_CHANGES} times; the one you made last stands.",
)


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


@dataclass(frozen=True, slots=True)
class _Boxed:
    """A choice in the box, and the command that it holds."""

    choice: SealedChoice
    command: Command


class Run:
    """A step under way: what arrived is decided one by one."""

    def __init__(
        self,
        game: Game[Any],
        state: MatchState,
        box: Iterable[SealedChoice],
        server_seed: bytes,
    ) -> None:
        self.game = game
        self.state = state
        self.server_seed = server_seed
        self.commits: list[Commit] = []
        self.receipts: list[Receipt] = []
        self._box = {
            choice.seat: _Boxed(choice, codec_of(game).command(choice.command)) for choice in box
        }
        self._settle(state.at)  # A match that was parked may still owe its end.

    @property
    def deadline(self) -> int | None:
        """When the next decision expires (ms), or None."""
        return next_deadline(self.game, self.state, self._box)

    def made(self) -> Step:
        """Return what came of it so far."""
        return Step(
            state=self.state,
            commits=tuple(self.commits),
            receipts=tuple(self.receipts),
            box=tuple(self._box[seat].choice for seat in sorted(self._box)),
            deadline=self.deadline,
        )

    def arrive(self, arrival: Arrival) -> None:
        """Carry out what was due before the arrival, then decide it [M2.6]."""
        for start, end in arrival.gaps:
            self._expire(start)
            self._credit(start, end)
        if arrival.at < self.state.at:  # it waited while the match was reseeded
            arrival = replace(arrival, at=self.state.at)
        self._expire(arrival.at)
        if arrival.account is None:
            if arrival.presence is not None:
                self._attend(*arrival.presence, arrival.at)
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
        while self._happen(at):
            pass

    def _happen(self, before: int) -> bool:
        """Carry out what is due first before a stamp; False if nothing is."""
        first = due(self.game, self.state, before, self._box)
        if first is not None:
            follow = carry_out(self.game, self.state, first, self.server_seed)
            self._append_follow(follow, first.at)
            self._settle(first.at)
        return first is not None

    def _credit(self, start: int, end: int) -> None:
        """Let downtime count for nobody, where something counts time [M5.7].

        A pause may end meanwhile; then the rest of it counts for nobody.
        """
        while not counts_time(self.state) and self._happen(end):
            pass
        start = max(start, self.state.at)
        if start < end and counts_time(self.state):
            self._append("system", (), (Credited(start=start, end=end),), end)

    def _attend(self, seat: int, there: bool, at: int) -> None:  # noqa: FBT001
        """Note that somebody came back to a seat, or that nobody is there any more [M12.1]."""
        state = self.state
        if state.status != "running" or state.parked or seat in state.resigned:
            return
        known = state.attendance[seat]
        if there == (known.gone is None):
            return
        if not there and known.last is not None and at < known.last + ABSENCE_MS:  # [M12.2]
            return
        event = Present(seat=seat) if there else Absent(seat=seat)
        self._append("system", (), (event,), at)

    def _decide(self, arrival: Arrival, account: str, sent: Submission) -> None:
        answer = decide_match(
            self.game, self.state, account, sent, self.server_seed, boxed=self._box
        )
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
        actor = actor_of(self.state, account, sent.command) or self._taken(answer)
        seat = int(actor.removeprefix("seat:")) if actor.startswith("seat:") else None
        issued = Issued(seat=seat, command=sent.command, command_id=arrival.command_id)
        self._append(actor, (issued,), answer, arrival.at)
        self.receipts.append(
            Receipt(
                account=account,
                command_id=arrival.command_id,
                status="accepted",
                version=self.state.version,
                seat=seat if isinstance(sent.command, Join) else None,
            )
        )

    def _taken(self, events: Iterable[Event]) -> str:
        """Return the seat that a join takes, as an actor."""
        return next(f"seat:{event.seat}" for event in events if isinstance(event, Joined))

    def _seal(self, arrival: Arrival, account: str, sent: Submission) -> None:
        answer = sealed_choice(self.game, self.state, account, sent)
        if isinstance(answer, Rejection):
            self._refuse(account, arrival.command_id, answer)
            return
        seat, decision = answer
        older = self._box[seat].choice if seat in self._box else None
        changes = 0 if older is None else older.changes + 1
        if changes > MAX_CHANGES:
            self._refuse(account, arrival.command_id, _TOO_MANY_CHANGES)
            return
        if older is not None:  # [M3.3]
            self.receipts.append(
                Receipt(account=older.account, command_id=older.command_id, status="replaced")
            )
        choice = SealedChoice(
            seat=seat,
            account=account,
            command_id=arrival.command_id,
            decision=decision,
            first_at=older.first_at if older else arrival.at,
            at=arrival.at,
            command=sent.command.model_dump(mode="json"),
            changes=changes,
        )
        self._box[seat] = _Boxed(choice, sent.command)
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
            follow := follow_up(self.game, self.state, self._chosen, self.server_seed)
        ) is not None:
            self._append_follow(follow, at)
            self._void()

    @property
    def _chosen(self) -> dict[int, Any]:
        """The choices in the box by seat."""
        return {seat: boxed.command for seat, boxed in self._box.items()}

    def _append_follow(self, follow: Follow, at: int) -> None:
        issued = tuple(self._opened(move) for move in follow.moves)
        self._append(follow.actor, issued, follow.events, at)
        choices = [self._box.pop(move.seat).choice for move in follow.moves]
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
        choice = self._box[move.seat].choice
        return Issued(
            seat=move.seat,
            command=move.command,
            command_id=choice.command_id,
            at=choice.first_at,
        )

    def _void(self) -> None:
        """Drop the choices whose decision has closed in another way [M3.5].

        One that is not asked while the match is stopped is open still.
        """
        if not self._box or self.state.parked:
            return
        state = changed(self.state, paused=None)  # as it will go on [M9.4]
        still = {
            (decision.id, seat)
            for decision in decisions(self.game, state)
            for seat in decision.seats
        }
        for seat, choice in [(seat, self._box[seat].choice) for seat in sorted(self._box)]:
            if (choice.decision, seat) not in still:
                del self._box[seat]
                closed = Rejection(
                    code="DECISION_CLOSED",
                    rule="M3.5",
                    detail=f"The decision {choice.decision!r} closed before it was opened.",
                )
                self._refuse(choice.account, choice.command_id, closed)

    def _append(
        self, actor: str, issued: tuple[Issued, ...], events: tuple[Event, ...], at: int
    ) -> None:
        sealed = {seat: boxed.choice.first_at for seat, boxed in self._box.items()}
        events, self.state = fold_timed(
            self.game, self.state, events, at=at, actor=actor, sealed=sealed
        )
        if len(events) > MAX_EVENTS:
            msg = f"one commit of {len(events)} events; at most {MAX_EVENTS} are allowed"
            raise EngineError(msg)
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
    run = Run(game, state, box, server_seed)
    for arrival in arrivals:
        run.arrive(arrival)
    return run.made()
