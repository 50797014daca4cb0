"""Commits and views as lines for people; works for every game, because it reads only the data."""

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any, Final, cast

from engine.core.game import Game, Teller
from engine.core.life_messages import TakenBack
from engine.core.match_messages import is_match_kind
from engine.core.messages import Event, members_of
from engine.core.secrecy import is_placeholder
from services.cli.errors import printable
from services.cli.telling_life import told_actor, told_event

HIDDEN = "▒"
"""Stands for a value that is not shown."""


Names = Mapping[str, str]
"""The printed names of a game's cards by their ids."""
NO_NAMES: Final[Names] = MappingProxyType({})


def bookkeeping(game: Game[Any]) -> frozenset[str]:
    """Return the kinds of events that people need not be told."""
    return frozenset(
        one.model_fields["kind"].default
        for one in members_of(game.event)
        if issubclass(one, Event) and one.bookkeeping
    )


class Telling:
    """Tells the commits of one match, each, from its first one on.

    Commits have ``version``, ``actor``, ``commands`` and ``events``, merged for whoever reads them.
    A game of words tells what was done by what came of it.
    """

    def __init__(
        self, game: Game[Any] | None = None, names: Names = NO_NAMES, *, full: bool = False
    ) -> None:
        """Tell a match of a game, or of one that is not known; ``full``: with bookkeeping."""
        self._names = names
        self._full = full
        self._aside = frozenset[str]() if full or game is None else bookkeeping(game)
        self._teller = None if game is None else game.teller
        self._words = self._teller and self._teller()
        self._past: list[tuple[int, Mapping[str, Any]]] = []
        """What was told in words, and in which commit."""

    def commit(self, commit: Mapping[str, Any]) -> tuple[str, str, list[str]]:
        """Return a commit in three parts: its version, who did what, what came of it, each."""
        commands: Sequence[Mapping[str, Any]] = commit["commands"]
        done = "; ".join(
            f"seat {c['seat']} {self._command(c['command'])}"
            for c in commands
            if not is_match_kind(c["command"]["kind"])  # its event says the same
        )
        done = done or told_actor(commit)
        told = [self._event(event, commit["version"]) for event in commit["events"]]
        caused = [words for words in told if words]
        arrow = " → " if caused else ""
        return f"{commit['version']:>4}  ", f"{done}{arrow}" if done else "", caused

    def _command(self, command: Mapping[str, Any]) -> str:
        if self._words is not None:
            return words_of(str(command["kind"]))
        return _told_message(command, self._names)

    def _event(self, event: Mapping[str, Any], version: int) -> str:
        """Tell an event; empty if it goes without saying."""
        told = told_event(event)
        if event["kind"] == TakenBack.model_fields["kind"].default:
            self._take_back(event)
        elif self._words is not None and not is_match_kind(event["kind"]):
            self._past.append((version, event))
            told = _in_words(self._words, event)
        if event["kind"] in self._aside or (told == "" and not self._full):
            return ""
        return told or _told_message(event, self._names, event=True)

    def _take_back(self, event: Mapping[str, Any]) -> None:
        """Let words go on from before a move [M9.6]."""
        if self._teller is None:
            return
        self._past = [(n, told) for n, told in self._past if n != event.get("version")]
        self._words = self._teller()
        for _, told in self._past:
            _in_words(self._words, told)


def _in_words(words: Teller, event: Mapping[str, Any]) -> str | None:
    try:
        return printable(words(event))
    except Exception:  # noqa: BLE001  # a hostile file says anything, in any order
        return None


def told_table(game: Game[Any], view: Mapping[str, Any], *, most: int | None = None) -> list[str]:
    """Return a view as lines, in the words of its game if it has any."""
    return told_view(view, most=most) if game.told is None or not view else game.told(view)


def told_map(game: Game[Any], view: Mapping[str, Any]) -> list[str]:
    """Return a view as a map, if its game has any."""
    return [] if game.told_map is None or not view else game.told_map(view)


def told_view(view: Mapping[str, Any], *, most: int | None = None) -> list[str]:
    """Return lines for each part of a view: one, or one for each of several things with members.

    What is empty is left out; of a row of more than ``most`` words only the last few are told.
    """
    width = max((len(name) for name in view), default=0)
    lines: list[str] = []
    for name, value in view.items():
        if value in (None, [], {}):
            continue
        rows = _rows(value) or [_told(value) if most is None else _shortened(value, most)]
        names = [words_of(name), *[""] * (len(rows) - 1)]
        lines += [f"{word:<{width}}  {row}" for word, row in zip(names, rows, strict=True)]
    return lines


def news(before: Sequence[str], now: Sequence[str]) -> list[str]:
    """Return the lines that are new, with those under which they stand, farther to the left."""
    kept: list[str] = []
    above: list[tuple[int, str]] = []
    for line in now:
        indent = len(line) - len(line.lstrip())
        above = [(left, head) for left, head in above if left < indent]
        above.append((indent, line))
        if line not in before:
            kept += [head for _, head in above if head not in kept]
    return kept


def _rows(value: Any) -> list[str]:
    """Return a row for each of several things with members, counted from 0 as seats are."""
    parts = cast("list[Any]", value) if isinstance(value, list) else []
    if not all(not is_placeholder(part) and isinstance(part, dict) for part in parts):
        return []
    return [f"{n}: {_members(part)}" for n, part in enumerate(parts)]


def _shortened(value: Any, most: int) -> str:
    row = cast("list[Any]", value) if isinstance(value, list) else []
    if len(row) <= most:
        return _told(value)
    return f"{len(row)}, the last {_told(row[-_FEW:])}"


_FEW = 6


def _told_message(message: Mapping[str, Any], names: Names, *, event: bool = False) -> str:
    """Tell a message in its own words, who it is about first; of what is hidden only that it is.

    ``event``: what is hidden of it is left out beside what is shown, but not a hidden part a seat.
    """
    told = {
        name: value
        for name, value in message.items()
        if name not in _ASIDE
        and value not in (None, [], {})
        and value is not False
        and not (is_placeholder(value) and is_match_kind(message["kind"]))
    }
    if all(map(_is_hidden, told.values())):
        told = dict.fromkeys(["cards"] if told else [], HIDDEN)
    elif event:
        told = {name: value for name, value in told.items() if not is_placeholder(value)}
    kind = str(message["kind"]).removeprefix("match.")
    fields = [
        _told_field(name, told[name], kind, names)
        for name in sorted(told, key=lambda name: name != "seat")
    ]
    return " ".join([words_of(kind), ", ".join(fields)]).strip()


_ASIDE = {"kind", "agenda", "number"}
"""What a message has for its readers' programs only."""


def _is_hidden(value: Any) -> bool:
    row = cast("list[Any]", value) if isinstance(value, list) else [value]
    return all(map(is_placeholder, row))


def _told_field(name: str, value: Any, kind: str, names: Names) -> str:
    """Tell a field; its name is left out where the value or the kind says it."""
    if value is True:
        return words_of(name)
    words = _told(value, names)
    if name == "n" and isinstance(value, int):
        return f"#{words}"
    if name == "by" and isinstance(value, int):
        return f"by seat {words}"
    if name in _SPEAK_FOR_THEMSELVES or (name in kind.split("_") and name != "seat"):
        return words
    return f"{words_of(name)} {words}"


_SPEAK_FOR_THEMSELVES = {
    *("card", "cards", "enemy", "royal", "mood", "choice", "reason"),
    *("n", "what", "why", "figure"),
}


def words_of(name: str) -> str:
    """Return the name of a field as words."""
    return printable(name.replace("_", " "))


def _told(value: Any, names: Names = NO_NAMES) -> str:
    if is_placeholder(value):
        return HIDDEN
    if value is None or isinstance(value, bool):
        return {None: "-", True: "yes", False: "no"}[value]
    if isinstance(value, dict):
        return f"({_members(cast('dict[str, Any]', value), names)})"
    if isinstance(value, list):
        parts = cast("list[Any]", value)
        between = " / " if any(isinstance(part, list | dict) for part in parts) else " "
        if any(part in names for part in parts if isinstance(part, str)):
            between = ", "
        return between.join(_told(part, names) for part in parts) or "none"
    if isinstance(value, str) and len(value) == 64:
        return printable(value[:8]) + "…"
    return printable(names.get(str(value), str(value)))


def _members(members: Mapping[str, Any], names: Names = NO_NAMES) -> str:
    """Tell what a thing has; of what is so or not, only what is so."""
    return ", ".join(
        _told_field(name, value, "", names)
        for name, value in members.items()
        if value is not False and value not in (None, [], {})
    )
