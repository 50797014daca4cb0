"""Decide the mail of one match: from what was loaded to what is to be committed. No I/O."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from pydantic_core import to_json

from engine.core.codec import codec_of
from engine.core.match_state import MatchState
from engine.core.match_telling import summary
from engine.core.step import Arrival, Receipt, Run, SealedChoice, Step
from schemas.api import command_body
from schemas.chain import StoredCommit, seal
from services.common.fold import Folded
from services.common.store_types import (
    Change,
    Finished,
    Loaded,
    Mail,
    Results,
    Status,
    Token,
)
from services.worker.matches import Held

_FIELDS: Final = 4_000
"""About how much one call should carry, of the 6,000 feed fields it can; see ``_most_commits``."""

ENGINE_FAULT = "ENGINE_FAULT"
_FAULT_DETAIL = (
    "A fault of ours kept this command from being decided; it is recorded. "
    "The match goes on: try something else, with a new command id."
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Decided:
    """What came of a match's mail, and the match as it is once that is committed."""

    results: Results
    held: Held


def decide(held: Held, loaded: Loaded, token: Token, mail: Sequence[Mail]) -> Decided:
    """Decide mail in order of arrival. An exception is a bug of the game or the kernel.

    Not all of it if more follows than one call carries: where a clock ran out thousands of times
    while no worker ran, it may even be none yet.
    """
    taken: list[Mail] = []
    run = _run(held)
    most = _most_commits(loaded.seats)
    for one in mail:
        _come_up_to(run, one, most)
        if len(run.commits) >= most:
            break
        run.arrive(_arrival(one))
        taken.append(one)
    return _decided(held, loaded, token, taken, run.made())


def refuse_faulty(held: Held, loaded: Loaded, token: Token, mail: Mail, fault: str) -> Decided:
    """Refuse a command that cannot be decided; what was due before it still happens.

    Raises if even that is impossible: then the match cannot go on.
    """
    run = _run(held)
    _come_up_to(run, mail, _most_commits(loaded.seats))  # all of it: ``decide`` came first
    run.arrive(Arrival(number=mail.arrival, at=mail.at, account=None))
    made = run.made()
    refused = Receipt(
        account=mail.account,
        command_id=mail.command_id,
        status="refused",
        version=made.state.version,
        code=ENGINE_FAULT,
        detail=_FAULT_DETAIL,
    )
    nobodys = mail.kind in {"tick", "presence"}
    answered = made if nobodys else replace(made, receipts=(*made.receipts, refused))
    decided = _decided(held, loaded, token, (mail,), answered)
    return replace(decided, results=replace(decided.results, fault=fault.encode()))


def receipt_text(receipt: Receipt, head: str | None) -> bytes:
    """Return a receipt as it is recorded and answered; ``head`` of the commit, if accepted."""
    fields = receipt.model_dump(exclude_none=True, exclude={"account", "command_id"})
    return to_json(fields if head is None else {**fields, "head": head})


def _most_commits(seats: int) -> int:
    return max(1, _FIELDS // (2 * (seats + 3)))


def _run(held: Held) -> Run:
    box = [SealedChoice.model_validate_json(text) for text in held.box.values()]
    return Run(held.folded.game, held.folded.state, box, held.seed)


def _come_up_to(run: Run, mail: Mail, most: int) -> None:
    """Decide what was due before a piece of mail and credit its downtime, up to a bound.

    What an earlier try at this mail has credited, before it had to stop, is not credited again: the
    match stands at the end of it.
    """
    for gap in mail.gaps:
        _expire(run, mail, gap[0], most)
        if len(run.commits) >= most:
            return
        run.arrive(Arrival(number=mail.arrival, at=gap[1], account=None, gaps=(gap,)))
    _expire(run, mail, mail.at, most)


def _expire(run: Run, mail: Mail, until: int, most: int) -> None:
    """Decide what was due before a time, one deadline after the other."""
    while len(run.commits) < most:
        deadline = run.deadline
        if deadline is None or deadline >= until:
            break
        run.arrive(Arrival(number=mail.arrival, at=deadline + 1, account=None))


def _decided(held: Held, loaded: Loaded, token: Token, mail: Sequence[Mail], made: Step) -> Decided:
    before = held.folded
    codec = codec_of(before.game)
    stored: list[StoredCommit] = []
    heads: dict[int, str] = {}
    head = before.head
    for commit in made.commits:
        parts = codec.write(commit, before.state.terms.seats)
        sealed = seal(parts, commit.n, head, held.salt_key)
        head = heads[commit.n] = sealed.head
        stored.append(sealed)
    box = {choice.seat: choice.model_dump_json().encode() for choice in made.box}
    boxed = _box_changes(held.box, box)
    change = None
    if stored or boxed:
        change = Change(
            status=_status(made.state),
            summary=to_json(summary(before.game, made.state)),
            stamp=max(made.state.at, *(m.at for m in mail)) if mail else made.state.at,
            deadline=made.deadline,
            seats=_seat_changes(before.state, made.state),
            sealed=boxed,
        )
    bodies = {(m.account, m.command_id): m.body for m in mail}
    refused = {(r.account, r.command_id) for r in made.receipts if r.status == "refused"}
    if not refused <= bodies.keys():
        bodies |= _boxed_bodies(held.box)
    results = Results(
        token=token,
        seen=loaded.standing,
        done=mail[-1].arrival if mail else loaded.standing.done,
        commits=stored,
        finished=[_finished(r, heads, bodies) for r in _newest(made.receipts)],
        change=change,
    )
    folded = Folded(before.header, before.game, made.state, head)
    return Decided(results=results, held=replace(held, folded=folded, done=results.done, box=box))


def _arrival(mail: Mail) -> Arrival:
    """Return what a piece of mail asks for; its downtime is credited before."""
    nobodys = mail.kind in {"tick", "presence"}
    return Arrival(
        number=mail.arrival,
        at=mail.at,
        account=None if nobodys else mail.account,
        command_id=mail.command_id,
        body=mail.body,
        presence=mail.presence,
    )


def _boxed_bodies(box: Mapping[int, bytes]) -> dict[tuple[str, str], bytes]:
    """Return the bodies of sealed choices, of which one may be refused without being opened."""
    choices = [SealedChoice.model_validate_json(text) for text in box.values()]
    return {
        (one.account, one.command_id): command_body(
            {"command": one.command, "decision": one.decision}
        )
        for one in choices
    }


def _newest(receipts: Sequence[Receipt]) -> Sequence[Receipt]:
    """Keep the last receipt of each command: one may be sealed and opened in the same step."""
    return tuple({(r.account, r.command_id): r for r in receipts}.values())


def _finished(
    receipt: Receipt, heads: Mapping[int, str], bodies: Mapping[tuple[str, str], bytes]
) -> Finished:
    accepted = receipt.status == "accepted" and receipt.version is not None
    refused = receipt.status == "refused"
    return Finished(
        account=receipt.account,
        command_id=receipt.command_id,
        status=receipt.status,
        receipt=receipt_text(receipt, heads[receipt.version or 0] if accepted else None),
        body=bodies.get((receipt.account, receipt.command_id), b"") if refused else b"",
    )


def _seat_changes(before: MatchState, after: MatchState) -> dict[str, int | None]:
    gone: dict[str, int | None] = {
        account: None
        for account in before.accounts
        if account is not None and account not in after.accounts
    }
    come = {
        account: seat
        for seat, account in enumerate(after.accounts)
        if account is not None and before.seat_of(account) != seat
    }
    return {**gone, **come}


def _box_changes(before: Mapping[int, bytes], now: Mapping[int, bytes]) -> dict[int, bytes | None]:
    gone: dict[int, bytes | None] = {seat: None for seat in before if seat not in now}
    return {**gone, **{seat: text for seat, text in now.items() if before.get(seat) != text}}


def _status(state: MatchState) -> Status:
    assert state.status != "ended", "the close follows the end in the same step"
    return state.status
