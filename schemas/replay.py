"""Re-make a match from its commits: every draw, every decision, every stamp.

``Remake`` makes each commit again, with the same functions that made it, from its commands and the
state before, and compares the texts. The events of a commit are not even read: they are what
follows, or the texts differ.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final, cast

from engine.core.codec import Submission, codec_of
from engine.core.game import Decision, Game
from engine.core.life_messages import Absent, ClockStopped, Credited, Present, Substituted
from engine.core.match import actor_of, decide_match, follow_up, sealed_choice
from engine.core.match_due import Follow, carry_out, due
from engine.core.match_fold import fold_timed
from engine.core.match_joining import AlreadySeated
from engine.core.match_messages import Expired, Join, Parked, Reseeded, Unparked
from engine.core.match_state import (
    ABSENCE_MS,
    Commit,
    Issued,
    awaited,
    counts_time,
    decisions,
    new_match,
)
from engine.core.rejection import Rejection
from engine.core.rng import SEED_BYTES, seed_commitment
from engine.core.terms import Terms
from schemas.choice_times import ChoiceTimes
from schemas.comparing import DiffersError, compare_texts
from schemas.reading import ReadCommit

_PARKING: Final = {event.kind: event for event in (Parked(), Unparked())}
_RESEEDED: Final = Reseeded.model_fields["kind"].default
_CREDITED: Final = Credited.model_fields["kind"].default
_EXPIRED: Final = Expired.model_fields["kind"].default
_SUBSTITUTED: Final = Substituted.model_fields["kind"].default
_STOPPED: Final = ClockStopped.model_fields["kind"].default
_ATTENDING: Final = {event.model_fields["kind"].default: event for event in (Absent, Present)}
_NAME: Final = re.compile(r"[A-Za-z0-9_-]{1,64}")
"""What accounts and command ids are made of."""


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


def _number(event: Mapping[str, Any], name: str) -> int:
    """Return a number that an event tells; -1 if it is none."""
    told = event.get(name)
    return told if isinstance(told, int) and not isinstance(told, bool) else -1


def _late(found: _Found) -> frozenset[int]:
    """Return the seats that an expiry says were late."""
    told: Any = found.events[0].get("seats") if found.kind == _EXPIRED else None
    listed = cast("list[object]", told) if isinstance(told, list) else []
    return frozenset(seat for seat in listed if isinstance(seat, int))


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
        self._handed: dict[int, int] = {}
        """Seat -> stamp at which it was given to its present account."""
        self._times = ChoiceTimes(game)

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
        sealed = self._sealed(found)
        follow = self._expected(found, sealed)
        events, after = fold_timed(
            self._game,
            self.state,
            follow.events,
            at=found.at,
            actor=follow.actor,
            sealed=sealed,
        )
        expected = Commit(
            n=after.version,
            at=found.at,
            actor=follow.actor,
            commands=self._issued(follow, found),
            events=events,
            awaited=awaited(self._game, after),
        )
        compare_texts(self._codec.write(expected, after.terms.seats), commit.texts)
        self._note_ids(found)
        if found.kind == _SUBSTITUTED:
            self._handed[_number(found.events[0], "seat")] = found.at
        self._times.note(self.state, after, sealed)
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

    def _sealed(self, found: _Found) -> dict[int, int]:
        """Return when seats chose in secret, as the commit says of clocks that stood still."""
        stops = {
            _number(event, "seat"): _number(event, "until")
            for event in found.events
            if event.get("kind") == _STOPPED
        }
        known = {
            seat: until for seat, until in stops.items() if seat in range(len(self.state.clocks))
        }
        return self._times.told(self.state, known, found.at, _late(found))

    def _check_commands(self, found: _Found) -> None:
        """Refuse what no rule of a game is to be asked about: foreign seats, ids, stamps."""
        for issued in found.commands:
            self._check_sender(issued, found)
            if not _NAME.fullmatch(issued.command_id):
                msg = "a command id that no client can have sent"
                raise DiffersError(msg, expected=_NAME.pattern, found=issued.command_id)
            sealed = found.actor == "sealed"
            if (issued.at is not None) != sealed:
                msg = "the choices of a sealed commit have stamps of their own, no other command"
                raise DiffersError(msg, expected="a stamp" if sealed else None, found=issued.at)
            if issued.at is not None and not self.state.terms.created <= issued.at <= found.at:
                msg = "a choice is stamped outside the match or after its opening"
                raise DiffersError(msg, expected=f"at most {found.at}", found=issued.at)

    def _check_sender(self, issued: Issued, found: _Found) -> None:
        if issued.seat is None:
            if found.actor in ("sealed", "system") or found.actor.startswith("seat:"):
                msg = "a command of no seat"
                raise DiffersError(msg, expected="a seat, or an official", found=found.actor)
            return
        if issued.seat >= self.state.terms.seats:
            msg = "a command of a seat that the match does not have"
            raise DiffersError(msg, expected="a seat of the match", found=issued.seat)
        held = self.state.accounts[issued.seat] is not None
        if not held and not isinstance(issued.command, Join):
            msg = "a command of a seat that nobody holds"
            raise DiffersError(msg, expected="an account's seat", found=issued.seat)

    def _issued(self, follow: Follow, found: _Found) -> tuple[Issued, ...]:
        """Return the commands as found, which must be those that the events come from."""
        if follow.actor not in ("sealed", "system"):
            return found.commands  # its events were made of this very command
        expected = [(move.seat, move.command) for move in follow.moves]
        if expected != [(issued.seat, issued.command) for issued in found.commands]:
            msg = "its commands are not those that caused its events"
            raise DiffersError(msg, expected=expected, found=found.commands)
        return found.commands

    def _expected(self, found: _Found, sealed: Mapping[int, int]) -> Follow:
        """Return what the rules make of the commands that the commit says were given."""
        system = found.actor == "system"
        if system and (found.kind in _PARKING or found.kind == _RESEEDED):
            return self._met_with(found)
        if self.state.parked:
            msg = "a parked match takes nothing before it is unparked"
            raise DiffersError(msg, expected=Unparked().kind, found=found.actor)
        follow = follow_up(self._game, self.state, {}, self._seed)
        if follow is not None:
            self._check_stamp(found, self.state.at)
            return follow
        self._check_all_in(found)
        if system and found.kind == _CREDITED:
            return self._crediting(found, sealed)
        overdue = self._due(found, found.at, sealed)
        if overdue is not None:
            return overdue
        if found.actor == "sealed":
            return self._opened(found, sealed)
        return self._by_itself(found, sealed) if system else self._commanded(found)

    def _met_with(self, found: _Found) -> Follow:
        """Accept what no rule foretells: a fault, its end, lost history."""
        return self._reseeding(found) if found.kind == _RESEEDED else self._parking(found)

    def _by_itself(self, found: _Found, sealed: Mapping[int, int]) -> Follow:
        """Return what is due at this very stamp, or accept who came and went."""
        if found.kind in _ATTENDING:
            return self._attending(found)
        follow = self._due(found, found.at + 1, sealed)
        if follow is None:
            msg = "the service acted where nothing follows by itself"
            kinds = [event.get("kind") for event in found.events]
            raise DiffersError(msg, expected="a command", found=kinds)
        return follow

    def _due(self, found: _Found, before: int, sealed: Mapping[int, int]) -> Follow | None:
        """Return what was due before a stamp; it must stand in this commit, at its time."""
        first = due(self._game, self.state, before, sealed)
        if first is None:
            return None
        if first.at != found.at:
            msg = "what was due before this stamp has not happened at its time"
            raise DiffersError(msg, expected=f"{first.what} at {first.at}", found=found.at)
        return carry_out(self._game, self.state, first, self._seed)

    def _crediting(self, found: _Found, sealed: Mapping[int, int]) -> Follow:
        """Accept that the service was down, after what was due before [M5.7]."""
        start, end = (_number(found.events[0], name) for name in ("start", "end"))
        if not self.state.at <= start < end == found.at or not counts_time(self.state):
            msg = "a time of downtime that can't have been"
            raise DiffersError(
                msg, expected=f"from {self.state.at} on to {found.at}", found=f"{start} to {end}"
            )
        missed = due(self._game, self.state, start, sealed)
        if missed is not None:
            msg = "what was due before the downtime has not happened"
            raise DiffersError(msg, expected=missed.at, found=start)
        return Follow(actor="system", moves=(), events=(Credited(start=start, end=end),))

    def _attending(self, found: _Found) -> Follow:
        """Accept that somebody came or went, where that is news [M12.1] [M12.2]."""
        event, seat = _ATTENDING[found.kind], _number(found.events[0], "seat")
        state = self.state
        news = state.status == "running" and 0 <= seat < state.terms.seats
        if news:
            known = state.attendance[seat]
            news = (known.gone is None) == (event is Absent) and seat not in state.resigned
            if event is Absent and known.last is not None:
                news = news and found.at >= known.last + ABSENCE_MS
        if not news:
            msg = "an absence or a return that is no news"
            raise DiffersError(msg, expected="no commit", found=found.kind)
        return Follow(actor="system", moves=(), events=(event(seat=seat),))

    def _parking(self, found: _Found) -> Follow:
        """Accept that the service met a fault, which no rule foretells, and went on."""
        if self.state.parked != (found.kind == Unparked().kind):
            msg = "a match is parked once, then unparked"
            raise DiffersError(msg, expected=not self.state.parked, found=self.state.parked)
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

    def _check_all_in(self, found: _Found) -> None:
        """Refuse anything between the last choice for a sealed decision and its opening [M3.4].

        All choices are in when the clocks of all who are awaited stand still.
        """
        clocks = self.state.clocks
        for decision in decisions(self._game, self.state) if clocks else ():
            standing = [
                clocks[seat].turn == decision.id and clocks[seat].since is None
                for seat in decision.seats
            ]
            if decision.sealed and all(standing) and found.actor != "sealed":
                msg = "choices that are all in are not opened at once"
                raise DiffersError(msg, expected="sealed", found=found.actor)

    def _check_stamp(self, found: _Found, at: int) -> None:
        """Refuse what follows by itself, but not at once, where clocks depend on it."""
        if self.state.clocks and found.at != at:
            msg = "what follows by itself has not happened at once"
            raise DiffersError(msg, expected=at, found=found.at)

    def _opened(self, found: _Found, sealed: Mapping[int, int]) -> Follow:
        chosen = {
            issued.seat: issued.command for issued in found.commands if issued.seat is not None
        }
        follow = None
        for decision in decisions(self._game, self.state):
            if decision.sealed and set(decision.seats) == chosen.keys():
                for issued in found.commands:
                    self._check_choice(issued, decision, sealed)
                follow = follow_up(self._game, self.state, chosen, self._seed)
        if follow is None:
            msg = "sealed choices are opened that no decision awaits together"
            raise DiffersError(msg, expected="all awaited seats", found=sorted(chosen))
        last = [issued.at for issued in found.commands if issued.at is not None]
        self._check_stamp(found, max(self.state.at, *last))
        return follow

    def _check_choice(self, issued: Issued, decision: Decision, sealed: Mapping[int, int]) -> None:
        seat, chose = issued.seat, issued.at
        assert seat is not None, "_check_sender refuses others"
        assert chose is not None, "_check_commands refuses others"
        self._times.check(self.state, decision, seat, chose, sealed)
        account = self.state.accounts[seat] or ""
        sent = Submission(command=issued.command, decision=decision.id)
        refused = sealed_choice(self._game, self.state, account, sent)
        if isinstance(refused, Rejection):
            msg = f"the rules refuse the choice of seat {seat}: {refused.detail}"
            raise DiffersError(msg, expected=f"{refused.code} [{refused.rule}]", found="accepted")

    def _commanded(self, found: _Found) -> Follow:
        if len(found.commands) != 1:
            msg = "a seat's commit holds exactly one command"
            raise DiffersError(msg, expected=1, found=len(found.commands))
        issued = found.commands[0]
        account = self._account(issued, found)
        if not _NAME.fullmatch(account):
            msg = "an account that no service can have"
            raise DiffersError(msg, expected=_NAME.pattern, found=account)
        sent = Submission(command=issued.command)
        answer = decide_match(self._game, self.state, account, sent, self._seed)
        if isinstance(answer, Rejection):
            msg = f"the rules refuse the command: {answer.detail}"
            raise DiffersError(msg, expected=f"{answer.code} [{answer.rule}]", found="accepted")
        if isinstance(answer, AlreadySeated):
            msg = "an account that is seated already joins"
            raise DiffersError(msg, expected="no commit", found="match.joined")
        actor = actor_of(self.state, account, issued.command) or f"seat:{issued.seat}"
        return Follow(actor=actor, moves=(), events=answer)

    def _account(self, issued: Issued, found: _Found) -> str:
        if issued.seat is None:
            return found.actor.partition(":")[2]
        if isinstance(issued.command, Join):
            return str(found.events[0].get("account")) if found.events else ""
        return self.state.accounts[issued.seat] or ""

    def _note_ids(self, found: _Found) -> None:
        for issued in found.commands:
            seat = -1 if issued.seat is None else issued.seat
            if issued.at is not None and issued.at <= self._handed.get(seat, -1):
                continue  # the choice of this account or of the one before it [M11.3]
            account = self._account(issued, found)
            if (account, issued.command_id) in self._ids:
                msg = f"seat {issued.seat} has used this command id before"
                raise DiffersError(msg, expected="a new id", found=issued.command_id)
            self._ids.add((account, issued.command_id))
