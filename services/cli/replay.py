"""``replay``: step through a match file, or show what a seat saw at a version."""

import json
from collections.abc import Collection, Iterator
from itertools import count
from pathlib import Path
from typing import Any

from pydantic_core import from_json

from engine.core.answer import view_answer
from engine.core.codec import audiences, codec_of
from engine.core.match_fold import fold_commit
from engine.core.match_messages import is_match_kind
from engine.core.match_state import new_match
from engine.core.rejection import EngineError
from engine.core.secrecy import PLACEHOLDER, fill
from engine.games import UnknownRulesError
from schemas.header import Header
from schemas.match_file import ShownPart
from schemas.reading import FaultError, MatchFile, ReadCommit, UnreadableError, read_file
from services.cli.errors import SaysNoError, UsageError, printable
from services.cli.files import read_bytes
from services.cli.printed import WIDTH, Printed
from services.cli.printing import print_commit
from services.cli.registry import load_registry
from services.cli.telling import NO_NAMES, Names, told_table
from services.cli.telling_life import told_surroundings

SPECTATOR = "spectator"


def run(
    path: Path, *, seat: str | None, at: int | None, as_json: bool, svg: Path | None = None
) -> None:
    """Print the commits of a file, or with ``at`` one view; its chain must hold.

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
    if svg is not None:
        if as_json or at is not None or viewer not in {None, SPECTATOR}:
            msg = "--svg draws every turn as a spectator sees it: leave --as, --at and --json out"
            raise UsageError(msg)
        _draw(file, svg)
    elif at is None:
        _step_through(file, viewer, as_json=as_json)
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


def _step_through(file: MatchFile, viewer: Any, *, as_json: bool) -> None:
    shown = {None: audiences(file.header.seats), SPECTATOR: ()}.get(viewer, (f"seat:{viewer}",))
    if not as_json:
        header = file.header
        extent = "every secret is shown" if file.whole else "redacted: as its reader was shown it"
        whose = extent if viewer is None else f"as seen by {_name(viewer)}"
        print(f"{header.match}  {printable(header.rules)}, {file.end.status}; {whose}")
    names = NO_NAMES if as_json else _names(file.header.rules)
    for commit in file.commits:
        try:
            data = _merged(commit, shown)
        except (ValueError, TypeError):
            msg = f"a private part of commit {commit.line.n} is not a JSON object"
            raise SaysNoError(msg) from None
        if as_json:
            print(json.dumps(data, separators=(",", ":")))
        else:
            print_commit(data, names, WIDTH)


def _names(rules: str) -> Names:
    """Return what the cards of a game are called; a match of unknown rules is told without."""
    try:
        return Printed(load_registry().game(rules).cards).names
    except UnknownRulesError:
        return NO_NAMES


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


def _draw(file: MatchFile, folder: Path) -> None:
    """Write each picture into a file of its own and name it."""
    _refuse_redacted(file, "pictures", "--svg")
    try:
        drawn = [*_pictures(file)]
        folder.mkdir(parents=True, exist_ok=True)
        for number, (moment, picture) in enumerate(drawn):
            path = folder / f"{number:03}-{moment}.svg"
            path.write_text(picture, "utf-8")
            print(printable(str(path)))
    except UnknownRulesError as error:
        raise UsageError(str(error)) from None
    except EngineError as error:
        raise _cannot_be_folded(error) from None
    except OSError as error:
        msg = f"--svg takes a folder to write to; {folder}: {error.strerror or error}"
        raise UsageError(msg) from error


def _pictures(file: MatchFile) -> Iterator[tuple[str, str]]:
    """Yield each moment of a match and its picture, the last one as far as it went."""
    game = load_registry().game(file.header.rules)
    pictures = game.pictures
    if pictures is None:
        drawn = ", ".join(one.name for one in load_registry() if one.pictures)
        msg = f"there are no pictures of {game.title}; they are drawn of: {drawn or 'no game'}"
        raise UsageError(msg)

    def seen(table: Any) -> dict[str, Any]:
        return game.view(table, None).model_dump(mode="json")

    match, table = new_match(game, file.header.terms(game)), game.initial
    now: str | None = None
    before, told = dict[str, Any](), list[dict[str, Any]]()
    for commit in file.commits:
        happened = codec_of(game).read_happened(commit.texts)
        for event, shown in zip(happened.events, _merged(commit, ())["events"], strict=True):
            if is_match_kind(event.kind):
                continue
            after = game.evolve(table, event)
            moment = pictures.moment(after)
            if moment == now:
                told.append(shown)
            else:
                if now is not None:
                    yield now, pictures.draw(before, seen(table), told)
                now, before, told = moment, seen(after), []
            table = after
        match = fold_commit(game, match, happened)
        table = match.game
    if now is not None:
        yield now, pictures.draw(before, seen(table), told)


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
    for line in [*told_surroundings(answer), *told_table(game, answer["view"] or {})]:
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
