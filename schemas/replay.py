"""Re-make a match from its commits: every draw, every decision, every stamp.

``Remake`` makes each commit again, with the same functions that made it, from its commands and the
state before, and compares the texts. The events of a commit are not even read: they are what
follows, or the texts differ.
"""

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final, cast

from engine.core.codec import Parts, Submission, codec_of
from engine.core.game import Decision, Game, Move
from engine.core.match import (
    AlreadySeated,
    Follow,
    decide_match,
    due,
    expire,
    follow_up,
    sealed_choice,
)
from engine.core.match_messages import Expired, Join, Parked, Reseeded, Unparked
from engine.core.match_state import (
    Commit,
    Issued,
    Terms,
    awaited,
    decisions,
    fold_events,
    new_match,
)
from engine.core.rejection import Rejection
from engine.core.rng import SEED_BYTES, seed_commitment
from schemas.public_text import read_once
from schemas.reading import ReadCommit

_PARKING: Final = {event.kind: event for event in (Parked(), Unparked())}
_RESEEDED: Final = Reseeded.model_fields["kind"].default
_EXPIRED: Final = Expired.model_fields["kind"].default
_COMMAND_ID: Final = re.compile(r"[A-Za-z0-9_-]{1,64}")


class DiffersError(Exception):
    """A commit is not what the rules say; carries what was expected and what was found."""

    def __init__(self, what: str, *, expected: Any, found: Any) -> None:
        super().__init__(what)
        self.what = what
        self.expected = expected
        self.found = found


@dataclass(frozen=True, slots=True)
class _Found:
    """What a commit says of itself."""

    at: int
    actor: str
    commands: tuple[Issued, ...]
    events: tuple[Mapping[str, Any], ...]
    """JSON data, without what is hidden."""

    kind: str
    """What its first event is; empty if it has none."""


def _late(found: _Found) -> set[int]:
    """Return the seats that an expiry says were late."""
    told: Any = found.events[0].get("seats") if found.kind == _EXPIRED else None
    seats = cast("list[object]", told) if isinstance(told, list) else []
    return {seat for seat in seats if isinstance(seat, int)}


class Remake:
    """A match folded commit by commit, each one judged against the rules."""

    def __init__(self, game: Game[Any], terms: Terms, seeds: bytes, head: str) -> None:
        """Begin before the first commit.

        ``seeds``: the revealed server seed, and one more for each reseed, 32 bytes each, in order.
        ``head``: head 0, in hex.
        """
        self._game = game
        self._codec = codec_of(game)
        self._seeds = seeds
        self._head = head
        self.state = new_match(game, terms)
        self._ids: set[tuple[str, str]] = set()
        self._parked = False
        self._to_open: tuple[str, int] | None = None
        """A sealed decision of which late seats were withdrawn, and the stamp of that."""
        self._since: dict[str, int] = {}
        """Decision -> stamp of the commit after which it was first open."""

    @property
    def _seed(self) -> bytes:
        """The seeds that were in force so far."""
        return self._seeds[: SEED_BYTES * (1 + len(self.state.reseeds))]

    def check(self, commit: ReadCommit) -> None:
        """Judge the next commit and fold it.

        Raises:
            DiffersError: it is not what the rules say.
            EngineError: it cannot be read or folded.
        """
        found = self._found(commit)
        self._check_commands(found)
        follow = self._expected(found)
        after = fold_events(self._game, self.state, follow.events, at=found.at)
        expected = Commit(
            n=after.version,
            at=found.at,
            actor=follow.actor,
            commands=self._issued(follow, found),
            events=follow.events,
            awaited=awaited(self._game, after),
        )
        compare_texts(self._codec.write(expected, after.terms.seats), commit.texts)
        self._note_ids(found)
        if found.kind in _PARKING:
            self._parked = found.kind == Parked().kind
        for entry in expected.awaited:
            self._since.setdefault(entry.decision, found.at)
        self._head = commit.line.head
        self.state = after

    def _found(self, commit: ReadCommit) -> _Found:
        public = commit.public
        given = [(one.seat, one.at, one.command) for one in public.commands]
        commands = self._codec.read_commands(given, commit.private)
        kind = str(public.events[0].get("kind")) if public.events else ""
        return _Found(public.at, public.actor, commands, public.events, kind)

    def finish(self) -> None:
        """Refuse a match that stops where something follows by itself."""
        follow = follow_up(self._game, self.state, {}, self._seed)
        if follow is not None:
            msg = "the commits stop where one more follows by itself"
            raise DiffersError(msg, expected=follow.events[0].kind, found="nothing")

    def _check_commands(self, found: _Found) -> None:
        """Refuse what no rule of a game is to be asked about: foreign seats, ids, stamps."""
        for issued in found.commands:
            if issued.seat >= self.state.terms.seats:
                msg = "a command of a seat that the match does not have"
                raise DiffersError(msg, expected="a seat of the match", found=issued.seat)
            held = self.state.accounts[issued.seat] is not None
            if not held and not isinstance(issued.command, Join):
                msg = "a command of a seat that nobody holds"
                raise DiffersError(msg, expected="an account's seat", found=issued.seat)
            if not _COMMAND_ID.fullmatch(issued.command_id):
                msg = "a command id that no client can have sent"
                raise DiffersError(msg, expected=_COMMAND_ID.pattern, found=issued.command_id)
            sealed = found.actor == "sealed"
            if (issued.at is not None) != sealed:
                msg = "the choices of a sealed commit have stamps of their own, no other command"
                raise DiffersError(msg, expected="a stamp" if sealed else None, found=issued.at)
            if issued.at is not None and not self.state.terms.created <= issued.at <= found.at:
                msg = "a choice is stamped outside the match or after its opening"
                raise DiffersError(msg, expected=f"at most {found.at}", found=issued.at)

    def _issued(self, follow: Follow, found: _Found) -> tuple[Issued, ...]:
        """Return the commands as found, which must be those that the events come from."""
        expected = [(move.seat, move.command) for move in follow.moves]
        if expected != [(issued.seat, issued.command) for issued in found.commands]:
            msg = "its commands are not those that caused its events"
            raise DiffersError(msg, expected=expected, found=found.commands)
        return found.commands

    def _expected(self, found: _Found) -> Follow:
        """Return what the rules make of the commands that the commit says were given."""
        if found.actor == "system" and found.kind in _PARKING:
            return self._parking(found)
        if found.actor == "system" and found.kind == _RESEEDED:
            return self._reseeding(found)
        if self._parked:
            msg = "a parked match takes nothing before it is unparked"
            raise DiffersError(msg, expected=Unparked().kind, found=found.actor)
        follow = follow_up(self._game, self.state, {}, self._seed)
        if follow is not None:
            return follow
        self._check_opening(found)
        expired = due(self._game, self.state, found.at)
        if expired is not None or found.kind == _EXPIRED:
            return self._expiry(found)
        if found.actor == "sealed":
            return self._opened(found)
        if found.actor == "system":
            msg = "the service acted where nothing follows by itself"
            kinds = [event.get("kind") for event in found.events]
            raise DiffersError(msg, expected="a command", found=kinds)
        return self._commanded(found)

    def _check_opening(self, found: _Found) -> None:
        """Refuse anything between an expiry that withdraws and the choices made in time [M5.5]."""
        to_open, self._to_open = self._to_open, None
        if to_open is None:
            return
        name, at = to_open
        waiting = any(decision.id == name for decision in decisions(self._game, self.state))
        if waiting and (found.actor != "sealed" or found.at != at or found.kind == _EXPIRED):
            msg = "the choices made in time are not opened at the deadline that others missed"
            raise DiffersError(
                msg, expected=f"sealed at {at}", found=f"{found.actor} at {found.at}"
            )

    def _parking(self, found: _Found) -> Follow:
        """Accept that the service met a fault, which no rule foretells, and went on."""
        if self._parked != (found.kind == Unparked().kind):
            msg = "a match is parked once, then unparked"
            raise DiffersError(msg, expected=not self._parked, found=self._parked)
        return Follow(actor="system", moves=(), events=(_PARKING[found.kind],))

    def _reseeding(self, found: _Found) -> Follow:
        """Accept that the service lost history; the new seed must be the next one revealed."""
        if self.state.status == "closed":
            msg = "a closed match is reseeded"
            raise DiffersError(msg, expected="no commit", found=found.kind)
        used = len(self._seed)
        commitment = seed_commitment(self._seeds[used : used + SEED_BYTES])
        event = Reseeded(seed_commitment=commitment, after=self._head)
        return Follow(actor="system", moves=(), events=(event,))

    def _expiry(self, found: _Found) -> Follow:
        # ``at + 1``: a decision is due from the first stamp after its deadline on.
        expired = due(self._game, self.state, found.at + 1)
        if expired is None:
            msg = "an expiry stands where no deadline was"
            raise DiffersError(msg, expected="no expiry", found=found.at)
        deadline, decision = expired
        if deadline != found.at:
            msg = "a deadline that passed before this stamp has no expiry at it"
            raise DiffersError(msg, expected=deadline, found=found.at)
        chosen: dict[int, Any] = {issued.seat: issued.command for issued in found.commands}
        if decision.sealed and self.state.terms.at_expiry == "withdraw":
            # What the others have chosen is opened by a later commit, if at all.
            chosen = dict.fromkeys(set(decision.seats) - _late(found))
            self._to_open = (decision.id, found.at)
        if chosen.keys() >= set(decision.seats):
            msg = "a decision expires that all seats have chosen for"
            raise DiffersError(msg, expected="the choices opened", found=sorted(chosen))
        self._check_choices(found, decision)
        return expire(self._game, self.state, decision, chosen, self._seed)

    def _opened(self, found: _Found) -> Follow:
        chosen = {issued.seat: issued.command for issued in found.commands}
        follow = None
        for decision in decisions(self._game, self.state):
            if decision.sealed and set(decision.seats) == chosen.keys():
                self._check_choices(found, decision)
                follow = follow_up(self._game, self.state, chosen, self._seed)
        if follow is None:
            msg = "sealed choices are opened that no decision awaits together"
            raise DiffersError(msg, expected="all awaited seats", found=sorted(chosen))
        return follow

    def _check_choices(self, found: _Found, decision: Decision) -> None:
        since = self._since.get(decision.id, found.at)
        for issued in found.commands:
            seat, command = issued.seat, issued.command
            if issued.at is not None and issued.at < since:
                msg = f"the choice of seat {seat} is stamped before its decision was open"
                raise DiffersError(msg, expected=f"at least {since}", found=issued.at)
            account = self.state.accounts[seat] or ""
            sent = Submission(command=command, decision=decision.id)
            refused = sealed_choice(self._game, self.state, account, sent)
            if isinstance(refused, Rejection):
                msg = f"the rules refuse the choice of seat {seat}: {refused.detail}"
                raise DiffersError(
                    msg, expected=f"{refused.code} [{refused.rule}]", found="accepted"
                )

    def _commanded(self, found: _Found) -> Follow:
        if len(found.commands) != 1:
            msg = "a seat's commit holds exactly one command"
            raise DiffersError(msg, expected=1, found=len(found.commands))
        issued = found.commands[0]
        account = self._account(issued, found)
        sent = Submission(command=issued.command)
        answer = decide_match(self._game, self.state, account, sent, self._seed)
        if isinstance(answer, Rejection):
            msg = f"the rules refuse the command: {answer.detail}"
            raise DiffersError(msg, expected=f"{answer.code} [{answer.rule}]", found="accepted")
        if isinstance(answer, AlreadySeated):
            msg = "an account that is seated already joins"
            raise DiffersError(msg, expected="no commit", found="match.joined")
        moves = (Move(seat=issued.seat, command=issued.command),)
        return Follow(actor=f"seat:{issued.seat}", moves=moves, events=answer)

    def _account(self, issued: Issued, found: _Found) -> str:
        if isinstance(issued.command, Join):
            return str(found.events[0].get("account")) if found.events else ""
        return self.state.accounts[issued.seat] or ""

    def _note_ids(self, found: _Found) -> None:
        for issued in found.commands:
            account = self._account(issued, found)
            if (account, issued.command_id) in self._ids:
                msg = f"seat {issued.seat} has used this command id before"
                raise DiffersError(msg, expected="a new id", found=issued.command_id)
            self._ids.add((account, issued.command_id))


def compare_texts(made: Parts, found: Parts) -> None:
    """Compare all texts of a commit; raises DiffersError."""
    if made == found:
        return
    pairs = [("public text", made.public, found.public)]
    pairs += [
        (f"private part of {name}", made.private[name], text)
        for name, text in found.private.items()
    ]
    for name, ours, theirs in pairs:
        if not same_data(ours, theirs):
            msg = f"the {name} is not what the rules say"
            raise DiffersError(msg, expected=ours.decode(), found=theirs.decode())


def same_data(ours: bytes, theirs: bytes) -> bool:
    """Tell whether two texts say the same: equal but for the order of keys, spaces and escapes.

    The bytes were hashed as they are; that a later build orders a message's fields in another
    way must not make an old match look forged. ``ours`` is our own, ``theirs`` any JSON or none.
    """
    if ours == theirs:
        return True
    if not ours or not theirs:
        return False
    try:
        return _ordered(ours) == _ordered(theirs)
    except ValueError:
        return False


def _ordered(text: bytes) -> str:
    # As text, because Python takes 1 and True for equal.
    return json.dumps(read_once(text), sort_keys=True)
