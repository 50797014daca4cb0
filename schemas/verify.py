"""Tell whether a match file is genuine, and if not, where it differs. Needs no network.

Checked in this order, the first fault ends it: the header; for each commit its spelling, number,
parts, head and stamp; the closing line: count, head, status, key, signature; then, under the
stated rules, as much as the file shows: every draw and decision, or how the events fold.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, ParamSpec

from engine.core.codec import codec_of
from engine.core.game import Game
from engine.core.life_messages import Absent, Credited
from engine.core.match_fold import fold_commit
from engine.core.match_messages import Closed, Ended, Parked, Reseeded
from engine.core.match_state import awaited, new_match
from engine.core.rejection import EngineError, UnknownFormatError
from engine.core.rng import SEED_BYTES, seed_commitment
from engine.core.terms import Terms
from engine.games import Registry, UnknownRulesError
from schemas.chain import first_head
from schemas.comparing import DiffersError, compare_texts
from schemas.header import Header
from schemas.reading import (
    CLOSING_LINE,
    HEADER,
    FaultError,
    MatchFile,
    UnreadableError,
    read_file,
    read_header,
)
from schemas.replay import Remake

_ENDED = Ended.model_fields["kind"].default
_CLOSED = Closed.model_fields["kind"].default
_RESEEDED = Reseeded.model_fields["kind"].default
_PARKED = Parked.model_fields["kind"].default
_CREDITED = Credited.model_fields["kind"].default
_ABSENT = Absent.model_fields["kind"].default

_NAMED = 10
"""How many commits a note names."""

P = ParamSpec("P")


@dataclass(frozen=True, slots=True, kw_only=True)
class Verdict:
    """What was found. ``where`` is ``header``, ``commit <n>`` or ``closing line``."""

    genuine: bool
    match: str = ""
    rules: str = ""
    commits: int = 0
    head: str = ""
    status: str = ""
    key: str = ""
    outcome: dict[str, Any] | None = None
    where: str | None = None
    problem: str | None = None
    expected: str | None = None
    found: str | None = None
    notes: tuple[str, ...] = ()
    """What the verdict rests on, and what it does not say."""


def verify(content: bytes, registry: Registry, *, key: str | None = None) -> Verdict:
    """Judge the bytes of a match file; raises UnreadableError if they are none.

    ``key`` is the host's public key the caller trusts, in hex, with or without its kind.
    """
    header: Header | None = None
    try:
        header = read_header(content)
        file = read_file(content)
        notes = _key_notes(header.key, file.end.key, key)
        outcome, extent = _judge(_game(header, registry), file)
        notes += (*_host_notes(file), extent)
    except FaultError as fault:
        return Verdict(
            genuine=False,
            match=header.match if header else "",
            rules=header.rules if header else "",
            where=fault.where,
            problem=fault.problem,
            expected=fault.expected,
            found=fault.found,
        )
    return Verdict(
        genuine=True,
        match=header.match,
        rules=header.rules,
        commits=file.end.n,
        head=file.end.head,
        status=file.end.status,
        key=file.end.key,
        outcome=outcome,
        notes=notes,
    )


def _game(header: Header, registry: Registry) -> Game[Any]:
    try:
        game = registry.game(header.rules)
    except UnknownRulesError as error:
        msg = f"this build cannot judge a match of {header.rules!r}: {error}"
        raise UnreadableError(msg) from None
    if not game.min_seats <= header.seats <= game.max_seats:
        msg = f"{header.rules} is not played by this many"
        seats = f"{game.min_seats} to {game.max_seats} seats"
        raise FaultError(HEADER, msg, expected=seats, found=header.seats)
    return game


def _judge(game: Game[Any], file: MatchFile) -> tuple[dict[str, Any] | None, str]:
    """Re-make what can be re-made; returns the outcome and the extent of the judgement."""
    try:
        terms = file.header.terms(game)
    except UnknownFormatError as error:
        raise FaultError(HEADER, str(error)) from None
    refused = game.table_refused(terms.config, file.header.seats)
    if refused is not None:
        raise FaultError(HEADER, refused)
    closed = file.end.status == "closed"
    seeds = _seeds(file) if closed else b""
    if not file.whole:
        extent = (
            "redacted: chain, commitments and signature hold; draws and decisions were not re-made"
        )
        if closed:
            extent += "; the match is over, so all parts are open to everybody: ask for them"
        return _public_outcome(file), extent
    if not closed:
        _fold(game, terms, file)
        return _public_outcome(file), (
            "running: the seed is not revealed yet, so draws and decisions were not re-made"
        )
    remake = Remake(game, terms, seeds, first_head(file.header.encode()))
    for commit in file.commits:
        _at(f"commit {commit.line.n}", remake.check, commit)
    _at(CLOSING_LINE, remake.finish)
    return remake.state.outcome, "every draw and decision was re-made under the stated rules"


def _at(where: str, judge: Callable[P, object], *given: P.args, **named: P.kwargs) -> None:
    """Run one step of the judgement and say where it failed."""
    try:
        judge(*given, **named)
    except DiffersError as error:
        raise FaultError(where, error.what, expected=error.expected, found=error.found) from None
    except EngineError as error:
        raise FaultError(where, str(error)) from None
    except Exception as error:  # whatever a made-up commit makes the rules stumble over
        msg = f"the rules cannot be applied to it: {type(error).__name__}: {error}"
        raise FaultError(where, msg) from error


def _seeds(file: MatchFile) -> bytes:
    """Return the revealed seeds, each of which must open its commitment.

    The first commitment stands in the header, one more in each ``match.reseeded``.
    """
    last = file.commits[-1]
    where = f"commit {last.line.n}"
    events = [event for commit in file.commits for event in commit.public.events]
    commitments = [file.header.seed_commitment]
    commitments += [e.get("seed_commitment") for e in events if e.get("kind") == _RESEEDED]
    revealed = next(e for e in events if e.get("kind") == _CLOSED).get("server_seed")
    try:
        seeds = bytes.fromhex(revealed if isinstance(revealed, str) else "?")
    except ValueError:
        raise FaultError(where, "the server seed is not hex", found=revealed) from None
    if len(seeds) != SEED_BYTES * len(commitments):
        msg = "not as many seeds are revealed as were committed to"
        raise FaultError(where, msg, expected=len(commitments), found=len(seeds) / SEED_BYTES)
    for i, expected in enumerate(commitments):
        found = seed_commitment(seeds[SEED_BYTES * i : SEED_BYTES * (i + 1)])
        if found != expected:
            msg = "the revealed seed is not the one that the header commits to"
            if i:
                msg = f"the revealed seed of reseed {i} is not the one that was committed to"
            raise FaultError(where, msg, expected=expected, found=found)
    return seeds


def _fold(game: Game[Any], terms: Terms, file: MatchFile) -> None:
    """Fold a running match: its events must fit, and say who is awaited."""
    codec = codec_of(game)
    state = new_match(game, terms)
    for commit in file.commits:

        def judge(parts: Any) -> None:
            nonlocal state
            read = codec.read(parts)
            after = fold_commit(game, state, read)
            if read.awaited != awaited(game, after):
                msg = "it awaits others than the state does"
                raise DiffersError(msg, expected=awaited(game, after), found=read.awaited)
            compare_texts(codec.write(read, terms.seats), parts)
            state = after

        _at(f"commit {commit.line.n}", judge, commit.texts)


def _public_outcome(file: MatchFile) -> dict[str, Any] | None:
    for commit in reversed(file.commits):
        for event in commit.public.events:
            outcome = event.get("outcome")
            if event.get("kind") == _ENDED and isinstance(outcome, dict):
                return outcome
    return None


def _host_notes(file: MatchFile) -> tuple[str, ...]:
    """Say where the host did what no rule foretells and nobody can check: it may be its fault."""

    def commits_with(kind: str) -> str:
        found = [str(c.line.n) for c in file.commits if kind in c.public.kinds()]
        more = f" and {len(found) - _NAMED} more" if len(found) > _NAMED else ""
        return ", ".join(found[:_NAMED]) + more

    notes: list[str] = []
    if reseeded := commits_with(_RESEEDED):
        notes.append(
            f"reseeded in commit {reseeded}: the host says that it lost history, and chose a new "
            "seed for the draws that follow when the earlier ones were known; clocks restart there"
        )
    if credited := commits_with(_CREDITED):
        notes.append(
            f"downtime in commit {credited}: the host says that it was down before, and no clock "
            "counts that time"
        )
    if absent := commits_with(_ABSENT):
        notes.append(f"absent in commit {absent}: the host says that nobody was there for a seat")
    if parked := commits_with(_PARKED):
        notes.append(f"parked in commit {parked}: the host stopped the match there, and its clock")
    return tuple(notes)


def _key_notes(first: str, key: str, named: str | None) -> tuple[str, ...]:
    """Judge the key in the closing line; ``first`` is the header's, ``named`` the caller's."""
    kind, _, public = key.partition(":")
    if named is not None and named not in {key, public}:
        msg = "it is signed with another key than you named"
        raise FaultError(CLOSING_LINE, msg, expected=named, found=key if ":" in named else public)
    if named is None and key != first:
        msg = (
            "it is signed with another key than the header names; "
            "if the host has changed its key, name the new one"
        )
        raise FaultError(CLOSING_LINE, msg, expected=first, found=key)
    notes = () if named else (f"signed by key {public}, which you did not name",)
    if key != first:
        notes += (f"the host's key was {first} when the match was created",)
    if kind == "simulation":
        notes += ("the key is of kind simulation: anybody can make such a file",)
    return notes
