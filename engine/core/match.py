"""The match decider: what belongs to no game is judged here (RULES.md beside this file).

``decide_match`` answers one command with the events of one commit, or with the rule that forbids
it. What follows by itself (the start, an opened sealed decision, the end) is ``follow_up``; what
happens at its time stands in ``match_due``.
"""

from collections.abc import Collection
from typing import Any

from engine.core.codec import Submission, codec_of
from engine.core.game import Decision, Game, Move
from engine.core.life_messages import (
    Agree,
    Cancel,
    DecidedOutcome,
    Decline,
    GiveTime,
    Offer,
    OfficialCommand,
)
from engine.core.match_due import Follow, forced
from engine.core.match_joining import AlreadySeated, join
from engine.core.match_messages import (
    Closed,
    Ended,
    Join,
    Leave,
    Left,
    Resign,
    Resigned,
    Started,
    is_match_kind,
)
from engine.core.match_offers import decide_offer
from engine.core.match_officials import decide_official
from engine.core.match_rng import rng_of
from engine.core.match_state import MatchState, decisions, goes_on, open_decisions
from engine.core.messages import Command, Event, Outcome
from engine.core.rejection import Rejection, no
from engine.core.secrecy import Hidden

MAX_LEAVES = 100
"""So many seats of a match may be given up before its start [M1.9]."""


def actor_of(state: MatchState, account: str, command: Command) -> str | None:
    """Return as whom an account sends a command: as an official, or its seat; None: as nobody.

    A join is the seat's that it takes.
    """
    if isinstance(command, Cancel):
        return f"creator:{account}"
    gives = isinstance(command, GiveTime) and state.arbiter(account) is not None
    if gives or isinstance(command, OfficialCommand):
        return f"arbiter:{account}"
    seat = state.seat_of(account)
    return None if seat is None else f"seat:{seat}"


def decide_match(
    game: Game[Any],
    state: MatchState,
    account: str,
    sent: Submission,
    server_seed: bytes,
    *,
    boxed: Collection[int] = (),
) -> tuple[Event, ...] | AlreadySeated | Rejection:
    """Answer a command that is not a sealed choice (see ``sealed_choice``).

    ``boxed``: seats that have a sealed choice in the box.
    """
    command = sent.command
    seat = state.seat_of(account)
    if isinstance(command, Join):
        if seat is not None and command.seat in {None, seat}:
            return AlreadySeated(seat=seat)
        return _untimely(game, state, sent) or join(game, state, account, command)
    if (actor_of(state, account, command) or "").startswith(("arbiter:", "creator:")):
        early = _untimely(game, state, sent)
        return early or decide_official(game, state, account, command, server_seed)
    refused = admissible(game, state, account, sent)
    if refused is not None or seat is None:
        return refused or _not_seated()
    return _of_seat(game, state, Move(seat=seat, command=command), server_seed, boxed)


def _of_seat(
    game: Game[Any],
    state: MatchState,
    move: Move,
    server_seed: bytes,
    boxed: Collection[int],
) -> tuple[Event, ...] | Rejection:
    """Answer a seat's command that is admissible."""
    seat, command = move.seat, move.command
    if isinstance(command, Leave):
        return (Left(seat=seat),)  # [M1.6]
    if isinstance(command, Offer | Agree | Decline | GiveTime):
        return decide_offer(game, state, seat, command, boxed)
    rng = rng_of(state, server_seed)
    if isinstance(command, Resign):  # [M4.1]
        return (Resigned(seat=seat), *game.withdraw(state.game, seat, rng))
    answer = game.decide(state.game, (move,), rng)
    return answer if isinstance(answer, Rejection | tuple) else tuple(answer)


def _untimely(game: Game[Any], state: MatchState, sent: Submission) -> Rejection | None:
    return (
        _stopped(state)
        or _other_version(state, sent)
        or _decision_closed(game, state, sent)
        or _takes_choices_only(game, state, sent)
    )


def admissible(
    game: Game[Any], state: MatchState, account: str, sent: Submission
) -> Rejection | None:
    """Say why a seated account's command cannot be decided at all; the game is not asked."""
    seat = state.seat_of(account)
    if seat is None:
        return _not_seated()
    return (
        _stopped(state)
        or _other_version(state, sent)
        or _wrong_time(state, seat, sent)
        or _decision_closed(game, state, sent)
        or _sealed_rules(game, state, seat, sent)
    )


def sealed_choice(
    game: Game[Any], state: MatchState, account: str, sent: Submission
) -> tuple[int, str] | Rejection:
    """Return the seat and the decision that a sealed choice is for, or why it is refused [M3.6].

    ``sent`` is a choice, which says so itself: its command is ``sealed``.
    """
    refused = admissible(game, state, account, sent)
    seat = state.seat_of(account)
    if refused is not None or seat is None:
        return refused or _not_seated()
    assert sent.decision is not None, "an admissible sealed choice names its decision"  # [M3.1]
    return game.check(state.game, seat, sent.command) or (seat, sent.decision)


def follow_up(
    game: Game[Any], state: MatchState, chosen: dict[int, Any], server_seed: bytes
) -> Follow | None:
    """Return what follows by itself: the start, an opened sealed decision, the end, the close.

    ``chosen`` holds the sealed choices that wait in the box, by seat.
    """
    if state.status == "ended":
        closed = Closed(server_seed=server_seed.hex())
        return Follow(actor="system", moves=(), events=(closed,))  # [M6.2]
    if state.status == "closed" or state.parked:
        return None
    outcome = _outcome(game, state)
    if outcome is not None:
        ended = Ended(outcome=outcome.model_dump(mode="json"))
        return Follow(actor="system", moves=(), events=(ended,))  # [M6.1]
    if state.status == "open" and None not in state.accounts:
        return Follow(actor="system", moves=(), events=_start(game, state, server_seed))
    if goes_on(state) and (chosen or state.lapsed):
        return _opened(game, state, chosen, server_seed)
    return None


def _outcome(game: Game[Any], state: MatchState) -> Outcome | None:
    """Return how the match ended: decided outside the game, or by its rules."""
    if state.verdict is not None:
        return DecidedOutcome(**state.verdict, draw=state.verdict["verdict"] == "draw")
    return game.outcome(state.game) if state.started else None


def _opened(
    game: Game[Any], state: MatchState, chosen: dict[int, Any], server_seed: bytes
) -> Follow | None:
    """Open the sealed decision for which all choices are in, the clock's own too [M3.4] [M5.3]."""
    for decision in open_decisions(game, state):
        late = {seat for seat in decision.seats if (seat, decision.id) in state.lapsed}
        if decision.sealed and all(seat in chosen or seat in late for seat in decision.seats):
            moves = tuple(
                Move(
                    seat=seat,
                    command=game.default(state.game, seat) if seat in late else chosen[seat],
                )
                for seat in decision.seats
            )
            return Follow(
                actor="sealed",
                moves=tuple([move for move in moves if move.seat not in late]),
                events=forced(game, state, moves, server_seed),
            )
    return None


def _start(game: Game[Any], state: MatchState, server_seed: bytes) -> tuple[Event, ...]:
    """Return the start with the opening of the game [M1.8]."""
    entries = tuple(codec_of(game).entry(brought) for brought in state.entries)
    shown = tuple(Hidden(brought, (seat,)) for seat, brought in enumerate(state.entries))
    started = Started(
        client_seeds=state.client_seeds, entries=() if game.entry is None else shown
    )  # [M1.7]
    opening = game.setup(state.terms.config, entries, rng_of(state, server_seed))
    return (started, *opening)


def _stopped(state: MatchState) -> Rejection | None:
    if state.status in {"ended", "closed"}:
        return no("MATCH_CLOSED", "M6.2", "The match is over and takes no commands.")
    if state.parked:
        return no("MATCH_PARKED", "M7.1", "A fault of ours stopped the match; try again later.")
    return None


def _other_version(state: MatchState, sent: Submission) -> Rejection | None:
    if sent.expected_version in {None, state.version}:
        return None
    return no("VERSION_CONFLICT", "M2.3", f"The match is at version {state.version}.")


def _wrong_time(state: MatchState, seat: int, sent: Submission) -> Rejection | None:
    if isinstance(sent.command, Leave):
        return _may_leave(state)
    if state.status != "running":
        return no("MATCH_NOT_RUNNING", "M2.5", "The match has not started yet.")
    if seat in state.resigned:
        return no("RESIGNED", "M4.2", "You are out of this match: resigned, late or removed.")
    if state.paused is not None and not is_match_kind(sent.command.kind):
        return no("MATCH_PAUSED", "M9.4", "The match is paused; send this when it goes on.")
    return None


def _may_leave(state: MatchState) -> Rejection | None:
    if state.status != "open":
        return no("MATCH_NOT_OPEN", "M1.6", "The match has started; resign instead of leaving.")
    if state.leaves >= MAX_LEAVES:
        return no("TOO_MANY_LEAVES", "M1.9", "Seats of this match were left too often; keep yours.")
    return None


def _decision_closed(game: Game[Any], state: MatchState, sent: Submission) -> Rejection | None:
    if sent.decision is None or _open_decision(game, state, sent.decision) is not None:
        return None
    open_now = ", ".join(decision.id for decision in decisions(game, state)) or "none"
    detail = f"The decision that you named is not open; open is: {open_now}."
    return no("DECISION_CLOSED", "M2.4", detail)


def _open_decision(game: Game[Any], state: MatchState, named: str | None) -> Decision | None:
    if named is None:
        return None
    return next((d for d in decisions(game, state) if d.id == named), None)


def _sealed_rules(
    game: Game[Any], state: MatchState, seat: int, sent: Submission
) -> Rejection | None:
    if not sent.command.sealed:
        return _takes_choices_only(game, state, sent)
    decision = _open_decision(game, state, sent.decision)
    if decision is None or not decision.sealed:
        return no(
            "DECISION_REQUIRED",
            "M3.1",
            "This is a choice for a sealed decision: name it in `decision`.",
        )
    if seat not in decision.seats:
        return no("NOT_AWAITED", "M3.2", f"The decision {decision.id!r} does not await you.")
    return None


def _takes_choices_only(game: Game[Any], state: MatchState, sent: Submission) -> Rejection | None:
    """Refuse what is no choice for a sealed decision, but names one."""
    decision = _open_decision(game, state, sent.decision)
    if decision is None or not decision.sealed:
        return None
    return no(
        "DECISION_REQUIRED",
        "M3.1",
        f"The decision {decision.id!r} takes sealed choices only; send this without it.",
    )


def _not_seated() -> Rejection:
    return no("NOT_SEATED", "M2.1", "You have no seat in this match.")
