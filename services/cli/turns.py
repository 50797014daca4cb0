"""The turns of a match: which commits each one is made of, in the words of its game."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from engine.core.codec import codec_of
from engine.core.game import Game
from engine.core.match_fold import fold_commit
from engine.core.match_state import new_match
from schemas.reading import MatchFile
from services.cli.errors import UsageError, printable


def turns_of(game: Game[Any], file: MatchFile) -> Iterator[str | None]:
    """Yield for each commit the turn in which it begins, or else in which it ends, if in any.

    Raises:
        EngineError: the match cannot be folded.
    """
    if game.turn is None:
        yield from [None] * len(file.commits)
        return
    match = new_match(game, file.header.terms(game))
    for commit in file.commits:
        begun = game.turn(match.game)
        match = fold_commit(game, match, codec_of(game).read_happened(commit.texts))
        yield begun or game.turn(match.game)


def is_asked(turn: str | None, asked: str | None) -> bool:
    """Tell whether a turn is meant: all are if none is asked for, ``round 3`` means all its."""
    if asked is None:
        return True
    return turn is not None and _parts(asked) <= _parts(turn)


def _parts(turn: str) -> set[str]:
    return {part.strip() for part in turn.split(",")}


def no_such_turn(asked: str, turns: Iterable[str | None]) -> UsageError:
    """Return the error that names the turns there are."""
    named = list(dict.fromkeys(turn for turn in turns if turn))
    there = f"the first is {named[0]!r}, the last {named[-1]!r}" if named else "there are none"
    return UsageError(f"--turn: no turn of this match is {printable(asked)!r}; {there}")


def commits_in_words(versions: Sequence[int]) -> str:
    """Return versions that follow one another as words: ``commits 41 to 45``."""
    if len(versions) == 1:
        return f"commit {versions[0]}"
    return f"commits {versions[0]} to {versions[-1]}"
