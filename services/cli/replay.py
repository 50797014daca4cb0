"""``replay``: step through a match file, or show what a seat saw at a version."""

import json
from collections.abc import Collection
from itertools import count, groupby
from operator import itemgetter
from pathlib import Path
from typing import Any

from pydantic_core import from_json

from engine.core.answer import view_answer
from engine.core.codec import audiences, codec_of
from engine.core.match_fold import fold_commit
from engine.core.match_state import new_match
from engine.core.rejection import EngineError
from engine.core.secrecy import PLACEHOLDER, fill
from engine.games import UnknownRulesError
from schemas.header import Header
from schemas.match_file import ShownPart
from schemas.reading import FaultError, MatchFile, ReadCommit, UnreadableError, read_file
from services.cli.drawing import draw
from services.cli.errors import SaysNoError, UsageError, printable
from services.cli.files import read_bytes
from services.cli.printed import WIDTH, Printed
from services.cli.printing import BOLD, print_commit, print_parts
from services.cli.registry import load_registry
from services.cli.telling import Telling, told_map, told_table
from services.cli.telling_life import told_surroundings
from services.cli.turns import commits_in_words, is_asked, no_such_turn, turns_of

SPECTATOR = "spectator"


def run(  # noqa: PLR0913  # its options
    path: Path,
    *,
    seat: str | None,
    at: int | None,
    turn: str | None,
    full: bool,
    as_json: bool,
    svg: Path | None = None,
) -> None:
    """Print the commits of a file, or with ``at`` one view; its chain must hold.

    ``turn``: of these turns only, in the words of the headings; ``full``: bookkeeping too;
    ``svg``: write a picture of each turn into this folder instead, as a spectator sees it.

    Raises:
        SaysNoError: the file is not genuine.
        UsageError: it cannot be read, or does not show what is asked for.
    """
    try:
        file = read_file(read_bytes(path))
    except UnreadableError as error:
        msg = f"{path}: {error}"
        raise UsageError(msg) from None
    except FaultError as error:
        msg = f"{path} is not genuine, {error.where}: {error.problem}"
        raise SaysNoError(msg) from None
    viewer = _viewer(seat, file.header)
    if full and (svg is not None or at is not None):
        msg = "--full tells more of commits: leave it out with --svg and with --at"
        raise UsageError(msg)
    if svg is not None:
        if as_json or at is not None or viewer not in {None, SPECTATOR}:
            msg = "--svg draws every turn as a spectator sees it: leave --as, --at and --json out"
            raise UsageError(msg)
        _draw(file, svg, turn)
    elif at is None:
        _step_through(file, viewer, turn=turn, full=full, as_json=as_json)
    elif turn is not None:
        msg = "--at is one version, --turn those of a turn: leave one of them out"
        raise UsageError(msg)
    else:
        _show_view(file, None if viewer == SPECTATOR else viewer, at, as_json=as_json)


def _viewer(seat: str | None, header: Header) -> Any:
    """Return a seat's number, ``spectator``, or None if nobody was named."""
    if seat is None or seat == SPECTATOR:
        return seat
    if not seat.isdecimal() or int(seat) >= header.seats:
        msg = f"--as takes a seat from 0 to {header.seats - 1}, or {SPECTATOR}"
        raise UsageError(msg)
    return int(seat)


def _step_through(
    file: MatchFile, viewer: Any, *, turn: str | None, full: bool, as_json: bool
) -> None:
    shown = {None: audiences(file.header.seats), SPECTATOR: ()}.get(viewer, (f"seat:{viewer}",))
    turns = _turns(file, turn)
    if not as_json:
        header = file.header
        extent = "every secret is shown" if file.whole else "redacted: as its reader was shown it"
        whose = extent if viewer is None else f"as seen by {_name(viewer)}"
        print(f"{header.match}  {printable(header.rules)}, {file.end.status}; {whose}")
    telling = _telling(file.header.rules, full=full)
    for now, commits in groupby(zip(turns, file.commits, strict=True), key=itemgetter(0)):
        of_turn = [(commit.line.n, _shown(commit, shown)) for _, commit in commits]
        if not is_asked(now, turn):
            for _, data in of_turn:
                telling.commit(data)  # what comes later is told by it
            continue
        if not as_json and now is not None:
            words = commits_in_words([n for n, _ in of_turn])
            print_parts((f"      {now}: {words}", BOLD))
        for _, data in of_turn:
            if as_json:
                print(json.dumps(data, separators=(",", ":")))
            else:
                print_commit(data, telling, WIDTH)


def _turns(file: MatchFile, asked: str | None) -> list[str | None]:
    """Return the turn of each commit; a file that can't be folded is read without them.

    Raises:
        UsageError: turns are asked for that there are not.
        SaysNoError: turns are asked for, and the match cannot be folded.
    """
    if asked is not None:
        _refuse_redacted(file, "turns", "--turn")
    turns: list[str | None] = [None] * len(file.commits)
    if file.whole:
        try:
            turns = [*turns_of(load_registry().game(file.header.rules), file)]
        except UnknownRulesError as error:
            if asked is not None:
                raise UsageError(str(error)) from None
        except EngineError as error:
            if asked is not None:
                raise _cannot_be_folded(error) from None
    if asked is not None and not any(is_asked(turn, asked) for turn in turns):
        raise no_such_turn(asked, turns)
    return turns


def _telling(rules: str, *, full: bool) -> Telling:
    """Return how a match is told; one of unknown rules without words of its own."""
    try:
        game = load_registry().game(rules)
    except UnknownRulesError:
        return Telling()
    return Telling(game, Printed(game.cards).names, full=full)


def _shown(commit: ReadCommit, shown: Collection[str]) -> dict[str, Any]:
    try:
        return _merged(commit, shown)
    except (ValueError, TypeError):
        msg = f"a private part of commit {commit.line.n} is not a JSON object"
        raise SaysNoError(msg) from None


def _name(viewer: Any) -> str:
    return viewer if viewer == SPECTATOR else f"seat {viewer}"


def _merged(commit: ReadCommit, shown: Collection[str]) -> dict[str, Any]:
    """Return a commit with the hidden values that the shown parts open."""
    known: dict[str, Any] = {}
    for name, part in commit.line.private.items():
        if name in shown and isinstance(part, ShownPart) and part.data:
            opened: dict[str, Any] = from_json(part.data)
            known.update(opened)
    data = fill(from_json(commit.line.public), (known.get(str(n), PLACEHOLDER) for n in count()))
    return {
        "version": commit.line.n,
        **{name: data[name] for name in ("at", "actor", "commands", "events")},
        "pending": data["awaited"],
        "head": commit.line.head,
    }


def _draw(file: MatchFile, folder: Path, turn: str | None) -> None:
    _refuse_redacted(file, "pictures", "--svg")
    try:
        draw(file, lambda commit: _merged(commit, ())["events"], folder, turn)
    except UnknownRulesError as error:
        raise UsageError(str(error)) from None
    except EngineError as error:
        raise _cannot_be_folded(error) from None


def _refuse_redacted(file: MatchFile, what: str, option: str) -> None:
    if not file.whole:
        msg = f"{what} need a full file, and this one is redacted; "
        raise UsageError(msg + f"leave {option} out to step through it")


def _cannot_be_folded(error: EngineError) -> SaysNoError:
    return SaysNoError(f"the match cannot be folded: {error}")


def _show_view(file: MatchFile, seat: int | None, at: int, *, as_json: bool) -> None:
    _refuse_redacted(file, "views", "--at")
    if at > file.end.n:
        msg = f"--at takes a version from 0 to {file.end.n}"
        raise UsageError(msg)
    answer = _view_at(file, seat, at)
    if as_json:
        print(json.dumps(answer, separators=(",", ":")))
        return
    print(f"version {at}, as seen by {SPECTATOR if seat is None else f'seat {seat}'}")
    game = load_registry().game(file.header.rules)
    view: dict[str, Any] = answer["view"] or {}
    for line in [*told_surroundings(answer), *told_map(game, view), *told_table(game, view)]:
        print(f"  {line}")
    for entry in answer["pending"]:
        print(f"  awaited: seat {entry['seat']} ({entry['decision']})")
    for option in answer["options"]:
        print(f"  option: {option['label']}")


def _view_at(file: MatchFile, seat: int | None, at: int) -> dict[str, Any]:
    try:
        game = load_registry().game(file.header.rules)
        state = new_match(game, file.header.terms(game))
        for commit in file.commits[:at]:
            state = fold_commit(game, state, codec_of(game).read_happened(commit.texts))
    except UnknownRulesError as error:
        raise UsageError(str(error)) from None
    except EngineError as error:
        raise _cannot_be_folded(error) from None
    return view_answer(game, state, seat)
