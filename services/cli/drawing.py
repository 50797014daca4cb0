"""``replay --svg``: a picture of each turn, as a spectator sees it."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from engine.core.codec import codec_of
from engine.core.game import Game
from engine.core.match_fold import fold_commit
from engine.core.match_messages import is_match_kind
from engine.core.match_state import new_match
from schemas.reading import MatchFile, ReadCommit
from services.cli.errors import UsageError, printable
from services.cli.registry import load_registry
from services.cli.turns import commits_in_words, is_asked, no_such_turn

Read = Callable[[ReadCommit], list[dict[str, Any]]]
"""The events of a commit as all may know them."""


@dataclass(kw_only=True)
class _Drawn:
    """A turn and what is drawn of it."""

    turn: str
    within: int
    """The commit in which it begins."""
    before: dict[str, Any]
    after: dict[str, Any] = field(default_factory=dict[str, Any])
    told: list[dict[str, Any]] = field(default_factory=list[dict[str, Any]])
    versions: list[int] = field(default_factory=list[int])

    @property
    def commits(self) -> str:
        if not self.versions:
            return f"within commit {self.within}"
        return commits_in_words(self.versions)


def draw(file: MatchFile, read: Read, folder: Path, asked: str | None) -> None:
    """Write a picture of each turn that is asked for into a file of its own, and name it.

    Raises:
        UsageError: the game has no pictures, the match no such turn, or the folder is no folder.
        EngineError: the match cannot be folded.
    """
    game = load_registry().game(file.header.rules)
    if game.picture is None:
        drawn = ", ".join(one.name for one in load_registry() if one.picture)
        msg = f"there are no pictures of {game.title}; they are drawn of: {drawn or 'no game'}"
        raise UsageError(msg)
    drawn = [*_turns(game, file, read)]
    wanted = [(n, one) for n, one in enumerate(drawn) if is_asked(one.turn, asked)]
    if asked is not None and not wanted:
        raise no_such_turn(asked, (one.turn for one in drawn))
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for number, one in wanted:
            path = folder / f"{number:03}-{one.turn.replace(',', '').replace(' ', '-')}.svg"
            path.write_text(game.picture(one.before, one.after, one.told, one.commits), "utf-8")
            print(printable(str(path)))
    except OSError as error:
        msg = f"--svg takes a folder to write to; {folder}: {error.strerror or error}"
        raise UsageError(msg) from error


def _turns(game: Game[Any], file: MatchFile, read: Read) -> Iterator[_Drawn]:
    """Yield each turn of a match, the last one as far as it went."""
    assert game.turn is not None, "a game that is drawn has turns"

    def seen(table: Any) -> dict[str, Any]:
        return game.view(table, None).model_dump(mode="json")

    match, table = new_match(game, file.header.terms(game)), game.initial
    now: _Drawn | None = None
    for commit in file.commits:
        n, begun = commit.line.n, now
        if begun is not None:
            begun.versions.append(n)
        happened = codec_of(game).read_happened(commit.texts)
        match = fold_commit(game, match, happened)
        for event, told in zip((*happened.events, None), (*read(commit), None), strict=True):
            if event is not None and is_match_kind(event.kind):
                continue
            # The last step is the match's own: it may take a move back.
            after = match.game if event is None else game.evolve(table, event)
            turn = game.turn(after)
            if now is not None and turn == now.turn:
                now.told += [told] if told else []
            else:
                if now is not None:
                    now.after = seen(table)
                    yield now
                now = None if turn is None else _Drawn(turn=turn, within=n, before=seen(after))
            table = after
        if begun is None and now is not None:
            now.versions.append(n)
    if now is not None:
        now.after = seen(table)
        yield now
