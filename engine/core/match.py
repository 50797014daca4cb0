"""The match decider: what belongs to no game is judged here (RULES.md beside this file).

``decide_match`` answers one command with the events of one commit, or with the rule that forbids
it. What follows by itself (the start, an opened sealed decision, the end) is ``follow_up``.
"""

from dataclasses import dataclass
from typing import Any

from pydantic import JsonValue, ValidationError

from engine.core.codec import Submission, codec_of, sentence
from engine.core.game import Decision, Game, Move
from engine.core.match_messages import (
    MATCH_PREFIX,
    Closed,
    Ended,
    Expired,
    Join,
    Joined,
    Leave,
    Left,
    Resign,
    Resigned,
    Started,
    Withdrawn,
)
from engine.core.match_state import MatchState, awaited, decisions
from engine.core.messages import Event
from engine.core.rejection import EngineError, Rejection
from engine.core.rng import SEED_BYTES, Rng, match_seed, reseeded_seed
from engine.core.secrecy import Hidden

MAX_LEAVES = 100
"""So many seats of a match may be given up before its start [M1.9]."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AlreadySeated:
    """The answer to a repeated join: nothing changes [M1.3]."""

    seat: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Follow:
    """A commit that follows by itself: who acts, the choices it opens, the events."""

    actor: str
    moves: tuple[Move, ...]
    events: tuple[Event, ...]


def rng_of(state: MatchState, server_seed: bytes) -> Rng:
    """Return the generator of the next commit.

    ``server_seed`` is 32 bytes, and 32 more for each reseed of the match; the last ones count.
    """
    if len(server_seed) != SEED_BYTES * (1 + len(state.reseeds)):
        msg = f"{len(server_seed)} bytes of seed for a match reseeded {len(state.reseeds)} times"
        raise EngineError(msg)
    return Rng(lambda: _match_seed(state, server_seed[-SEED_BYTES:]), state.version + 1)


def _match_seed(state: MatchState, newest: bytes) -> bytes:
    clients = [bytes.fromhex(seed) if seed else bytes(SEED_BYTES) for seed in state.client_seeds]
    match = state.terms.match_id
    if state.reseeds:  # [M8.1]
        return reseeded_seed(newest, match, state.reseeds[-1], clients)
    return match_seed(newest, match, clients)


def decide_match(
    game: Game[Any], state: MatchState, account: str, sent: Submission, server_seed: bytes
) -> tuple[Event, ...] | AlreadySeated | Rejection:
    """Answer a command that is not a sealed choice (see ``sealed_choice``)."""
    command = sent.command
    if isinstance(command, Join):
        return _join(game, state, account, sent)
    seat = state.seat_of(account)
    refused = admissible(game, state, account, sent)
    if refused is not None or seat is None:
        return refused or _not_seated()
    if isinstance(command, Leave):
        return (Left(seat=seat),)  # [M1.6]
    rng = rng_of(state, server_seed)
    if isinstance(command, Resign):  # [M4.1]
        return (Resigned(seat=seat), *game.withdraw(state.game, seat, rng))
    answer = game.decide(state.game, (Move(seat=seat, command=command),), rng)
    return answer if isinstance(answer, Rejection | tuple) else tuple(answer)


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
    if state.status == "open" and None not in state.accounts:
        return Follow(actor="system", moves=(), events=_start(game, state, server_seed))
    if state.status == "ended":
        return Follow(
            actor="system", moves=(), events=(Closed(server_seed=server_seed.hex()),)
        )  # [M6.2]
    if state.status != "running" or state.parked:
        return None
    outcome = game.outcome(state.game)
    if outcome is not None:
        ended = Ended(outcome=outcome.model_dump(mode="json"))
        return Follow(actor="system", moves=(), events=(ended,))  # [M6.1]
    for decision in decisions(game, state) if chosen else ():
        if decision.sealed and all(seat in chosen for seat in decision.seats):  # [M3.4]
            moves = tuple(Move(seat=seat, command=chosen[seat]) for seat in decision.seats)
            events = _forced(game, state, moves, server_seed)
            return Follow(actor="sealed", moves=moves, events=events)
    return None


def due(game: Game[Any], state: MatchState, at_ms: int) -> tuple[int, Decision] | None:
    """Return the earliest deadline before ``at_ms`` and its decision [M5.2]; None if none is."""
    deadline = next_deadline(game, state)
    if deadline is None or deadline >= at_ms:
        return None
    since = dict(state.opened)
    decision = min(decisions(game, state), key=lambda d: (since[d.id], d.id))  # [M5.4]
    return deadline, decision


def next_deadline(game: Game[Any], state: MatchState) -> int | None:
    """Return when the next decision expires (ms), or None."""
    if state.terms.decision_ms is None or not decisions(game, state):
        return None
    return min(at for _, at in state.opened) + state.terms.decision_ms


def expire(
    game: Game[Any],
    state: MatchState,
    decision: Decision,
    chosen: dict[int, Any],
    server_seed: bytes,
) -> Follow:
    """Return what happens when a decision's time is over [M5.3]."""
    if decision.sealed:
        late = tuple(seat for seat in decision.seats if seat not in chosen)
        seats, actor = decision.seats, "sealed"
    else:
        late = decision.seats[:1]
        seats, actor = late, "system"
    assert state.terms.decision_ms is not None, "nothing expires without a clock"
    opened = dict(state.opened)[decision.id]
    deadline = opened + state.terms.decision_ms
    told = Expired(decision=decision.id, seats=late, opened=opened, deadline=deadline)
    if state.terms.at_expiry == "withdraw":
        gone = _withdrawn(game, state, late, server_seed)
        return Follow(actor="system", moves=(), events=(told, *gone))
    given = {**{seat: game.default(state.game, seat) for seat in late}, **chosen}
    moves = tuple(Move(seat=seat, command=given[seat]) for seat in seats)
    events = _forced(game, state, moves, server_seed)
    return Follow(
        actor=actor,
        moves=tuple(move for move in moves if move.seat not in late),
        events=(told, *events),
    )


def _withdrawn(
    game: Game[Any], state: MatchState, late: tuple[int, ...], server_seed: bytes
) -> tuple[Event, ...]:
    """Return how late seats go, one after the other, and what the game's rules say [M5.5]."""
    table, rng = state.game, rng_of(state, server_seed)
    events: list[Event] = []
    for seat in late:
        if game.outcome(table) is not None:  # [M6.1]
            break
        events.append(Withdrawn(seat=seat))
        for event in game.withdraw(table, seat, rng):
            events.append(event)
            table = game.evolve(table, event)
    return tuple(events)


def summary(game: Game[Any], state: MatchState) -> dict[str, Any]:
    """Return what everybody may know of a match, as JSON data."""
    return {
        "status": state.status,
        "version": state.version,
        "at": state.at,
        "seats": list(state.accounts),
        "pending": pending(game, state),
        "outcome": state.outcome,
        "parked": state.parked,
    }


def pending(game: Game[Any], state: MatchState) -> list[dict[str, Any]]:
    """Return who is awaited, as JSON data: ``{seat, decision, sealed?, deadline? (ms)}``."""
    per_decision = state.terms.decision_ms
    since = dict(state.opened)
    shown: list[dict[str, Any]] = []
    for entry in awaited(game, state):
        facts: dict[str, Any] = {"seat": entry.seat, "decision": entry.decision}
        if entry.sealed:
            facts["sealed"] = True
        if per_decision is not None:
            facts["deadline"] = since[entry.decision] + per_decision
        shown.append(facts)
    return shown


def _join(
    game: Game[Any], state: MatchState, account: str, sent: Submission
) -> tuple[Event, ...] | AlreadySeated | Rejection:
    command: Join = sent.command
    mine = state.seat_of(account)
    if mine is not None and command.seat in {None, mine}:
        return AlreadySeated(seat=mine)
    free = [seat for seat, holder in enumerate(state.accounts) if holder is None]
    seat = free[0] if command.seat is None and free else command.seat  # [M1.1]
    refused = (
        _stopped(state)
        or _other_version(state, sent)
        or _decision_closed(game, state, sent)
        or _seat_refused(state, mine, seat)
        or _entry_refused(game, state, seat or 0, command.entry)
    )
    if refused is not None or seat is None:
        return refused or _all_taken()
    joined = Joined(
        seat=seat,
        account=account,
        client_seed=Hidden(command.client_seed),  # [M1.7]
        entry=Hidden(command.entry),
    )
    return (joined,)


def _seat_refused(state: MatchState, mine: int | None, seat: int | None) -> Rejection | None:
    """Say why an account cannot have a seat; ``mine`` is the one it has, ``seat`` the wanted."""
    if mine is not None:
        return _no("ALREADY_SEATED", "M1.3", f"You have seat {mine} in this match.")
    if seat is None:
        return _all_taken()
    if not 0 <= seat < state.terms.seats:
        last = state.terms.seats - 1
        return _no("NO_SUCH_SEAT", "M1.4", f"The match has the seats 0 to {last}.")
    if state.accounts[seat] is not None:
        return _no("SEAT_TAKEN", "M1.2", f"Seat {seat} is taken.")
    return None


def _all_taken() -> Rejection:
    return _no("SEAT_TAKEN", "M1.2", "All seats of the match are taken.")


def _entry_refused(
    game: Game[Any], state: MatchState, seat: int, brought: JsonValue
) -> Rejection | None:
    """Say why a player may not bring this [M1.5]."""
    if game.entry is None and brought is not None:
        return _no("ENTRY_REFUSED", "M1.5", "Nothing is brought to this game; leave `entry` out.")
    try:
        entry = codec_of(game).entry(brought)
    except ValidationError as error:
        return _no("ENTRY_REFUSED", "M1.5", f"What you bring is not well formed: {sentence(error)}")
    return game.check_entry(state.terms.config, seat, entry) if game.check_entry else None


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
        return _no("MATCH_CLOSED", "M6.2", "The match is over and takes no commands.")
    if state.parked:
        return _no("MATCH_PARKED", "M7.1", "A fault of ours stopped the match; try again later.")
    return None


def _other_version(state: MatchState, sent: Submission) -> Rejection | None:
    if sent.expected_version in {None, state.version}:
        return None
    return _no("VERSION_CONFLICT", "M2.3", f"The match is at version {state.version}.")


def _wrong_time(state: MatchState, seat: int, sent: Submission) -> Rejection | None:
    if isinstance(sent.command, Leave):
        return _may_leave(state)
    if state.status != "running":
        return _no("MATCH_NOT_RUNNING", "M2.5", "The match has not started yet.")
    if seat in state.resigned:
        return _no("RESIGNED", "M4.2", "You are out of this match: resigned, or out of time.")
    return None


def _may_leave(state: MatchState) -> Rejection | None:
    if state.status != "open":
        return _no("MATCH_NOT_OPEN", "M1.6", "The match has started; resign instead of leaving.")
    if state.leaves >= MAX_LEAVES:
        return _no(
            "TOO_MANY_LEAVES", "M1.9", "Seats of this match were left too often; keep yours."
        )
    return None


def _decision_closed(game: Game[Any], state: MatchState, sent: Submission) -> Rejection | None:
    if sent.decision is None or _open_decision(game, state, sent.decision) is not None:
        return None
    return _no("DECISION_CLOSED", "M2.4", "The decision that you named is not open.")


def _open_decision(game: Game[Any], state: MatchState, named: str | None) -> Decision | None:
    if named is None:
        return None
    return next((d for d in decisions(game, state) if d.id == named), None)


def _sealed_rules(
    game: Game[Any], state: MatchState, seat: int, sent: Submission
) -> Rejection | None:
    decision = _open_decision(game, state, sent.decision)
    takes_choices = decision is not None and decision.sealed
    if sent.command.sealed and not takes_choices:
        return _no(
            "DECISION_REQUIRED",
            "M3.1",
            "This is a choice for a sealed decision: name it in `decision`.",
        )
    if decision is None or not takes_choices:
        return None
    if not sent.command.sealed:
        return _no(
            "DECISION_REQUIRED",
            "M3.1",
            f"The decision {decision.id!r} takes sealed choices only; send this without it.",
        )
    if seat not in decision.seats:
        return _no("NOT_AWAITED", "M3.2", f"The decision {decision.id!r} does not await you.")
    return None


def _forced(
    game: Game[Any], state: MatchState, moves: tuple[Move, ...], server_seed: bytes
) -> tuple[Event, ...]:
    """Decide moves that cannot be refused: checked choices and defaults."""
    answer = game.decide(state.game, moves, rng_of(state, server_seed))
    if isinstance(answer, Rejection):
        msg = f"{game.rules} refused {moves} at version {state.version}: {answer}"
        raise EngineError(msg)
    return answer if isinstance(answer, tuple) else tuple(answer)


def _not_seated() -> Rejection:
    return _no("NOT_SEATED", "M2.1", "You have no seat in this match.")


def _no(code: str, rule: str, detail: str) -> Rejection:
    return Rejection(code=code, rule=rule, detail=detail)


def is_match_kind(kind: str) -> bool:
    """Tell whether a kind of command or event belongs to the match, not to a game."""
    return kind.startswith(MATCH_PREFIX)
