"""``play``: a match in this terminal, against bots or with others on the same keyboard."""

import json
import secrets
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, cast

from engine.core.options import CommandData, Option
from schemas.show import commit_frame
from services.cli.choosing import Menu, Picked
from services.cli.errors import UsageError
from services.cli.local import LocalMatch, Secrets, policy_rng, table_name
from services.cli.policies import FALLBACK, act, policy_of
from services.cli.printed import WIDTH, Printed
from services.cli.printing import print_commit
from services.cli.registry import table_of
from services.cli.telling import Telling, news, told_map, told_table
from services.cli.writing import write_whole

HELP = "Type a number; t tells the table, ? this, r resigns, q quits."
HELP_ACTORS = "A figure, as f1, tells what it may do; then numbers mean that. Enter goes back."
HELP_CARDS = "? and the beginning of a card's name tells what is printed on it."
_CLEAR = "\033[2J\033[H"
_LONG = 24
"""Rows of more words are not shown whole."""
_INDENT = " " * 6


class QuitError(Exception):
    """The player wants to stop."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Wish:
    """What is to be played."""

    game: str
    seats: int | None
    """None: the fewest the game allows."""
    seed: int | None
    bots: int | None
    """How many of the last seats are the bots'; None: all but one."""
    policy: str | None
    """How the bots choose; None: as well as they can."""
    config: Mapping[str, Any]
    entry: Mapping[str, Any] | None
    """What the others bring."""
    save: Path | None
    """Where the match is kept; None: nowhere."""


def run(wish: Wish) -> None:
    """Play one match.

    Raises:
        UsageError: there is no such table or policy, the entry is refused, the match can't be
            kept, or the input ended before the match did.
    """
    game, seats, given = table_of(wish.game, wish.seats, wish.config)
    bots = seats - 1 if wish.bots is None else wish.bots
    if bots > seats:
        msg = f"--bots takes 0 to {seats} here, one a seat, not {bots}"
        raise UsageError(msg)
    best = "greedy" if "greedy" in game.policies else FALLBACK
    policy = best if wish.policy is None else wish.policy
    policy_of(game, policy)  # wrong use is told before anything is dealt
    seed = secrets.randbelow(1 << 32) if wish.seed is None else wish.seed
    hidden = Secrets(seed, table_name(game, given, seats, "people"), 0)
    humans = tuple(range(seats - bots))
    match = LocalMatch(game, given, seats, hidden, entries=dict.fromkeys(humans, wish.entry))
    table = _Table(match, humans, policy, hidden, wish.save)
    if wish.save is not None and wish.save.exists():
        msg = f"--save takes a new file, and {wish.save} is there already"
        raise UsageError(msg)
    table.keep()
    keeps = "" if wish.save else ", --save FILE keeps it"
    opponents = _bots(range(seats - bots, seats), policy)
    print(f"{game.title}: {_seats(humans)}; {opponents}; --seed {seed} plays it again{keeps}")
    try:
        table.play()
    except QuitError:
        print("quit; the match is not over")
    except EOFError:
        msg = "the input ended before the match did"
        raise UsageError(msg) from None
    else:
        print(f"over: {json.dumps(match.state.outcome)}")
    if wish.save is not None:
        svg = " (--svg DIR draws it)" if game.picture else ""
        print(f"kept: `playledger replay {wish.save}` steps through it{svg}")


def _seats(humans: Sequence[int]) -> str:
    if not humans:
        return "you watch"
    return f"you have {'seat' if len(humans) == 1 else 'seats'} " + ", ".join(map(str, humans))


def _bots(seats: Sequence[int], policy: str) -> str:
    if not seats:
        return "no bots"
    has = "bot has seat" if len(seats) == 1 else "bots have seats"
    return f"the {policy} {has} " + ", ".join(map(str, seats))


@dataclass(slots=True)
class _Seen:
    """What was shown to a person last."""

    turn: str | None = None
    table: Sequence[str] = ()
    about: Sequence[str] = ()
    """The cards that the table was about."""
    cards: set[str] = field(default_factory=set[str])
    """All that stood in an option and were told."""


class _Table:
    """One match at this keyboard; ``policy`` is the bots'."""

    def __init__(
        self,
        match: LocalMatch,
        humans: Sequence[int],
        policy: str,
        hidden: Secrets,
        save: Path | None,
    ) -> None:
        self._match = match
        self._humans = humans
        self._policy = policy_of(match.game, policy)
        self._rngs = {seat: policy_rng(hidden, seat) for seat in range(match.header.seats)}
        self._save = save
        self._printed = Printed(match.game.cards)
        self._telling = Telling(match.game, self._printed.names)
        self._told = 0
        """Commits told so far."""
        self._last: int | None = None
        """The person who chose last."""
        self._seen = {seat: _Seen() for seat in humans}

    def play(self) -> None:
        """Play until the match is over."""
        if self._humans:
            print(HELP if not self._printed else f"{HELP}\n{HELP_CARDS}")
        while not self._match.over:
            self._tell_commits()
            seats = self._match.next_seats()
            person = next((seat for seat in seats if seat in self._humans), None)
            if person is None:
                act(self._match, seats, self._policy, self._rngs)
            else:
                self._hand_over(person)
                self._choose(person)
                self.keep()
        self._tell_commits()
        self.keep()

    def keep(self) -> None:
        """Write the match as far as it went, if it is to be kept."""
        if self._save is not None:
            write_whole(self._save, iter([self._match.write()]))

    def _tell_commits(self) -> None:
        """Tell what happened, with the secrets of a person who plays alone."""
        shown = {f"seat:{seat}" for seat in self._humans} if len(self._humans) == 1 else set[str]()
        for commit in self._match.commits[self._told :]:
            frame = commit_frame(self._match.header.match, commit, shown)
            print_commit(json.loads(frame), self._telling, WIDTH)
        self._told = len(self._match.commits)

    def _hand_over(self, seat: int) -> None:
        """Let the keyboard change hands before a hand of cards is shown."""
        if len(self._humans) > 1 and seat != self._last:
            if self._last is not None and sys.stdout.isatty():
                print(_CLEAR, end="")
            _ask(f"seat {seat}, press Enter when nobody else looks: ")
            self._seen[seat].table = ()
        self._last = seat

    def _choose(self, seat: int) -> None:
        answer = self._match.answer(seat)
        menu = Menu([Option.model_validate(option) for option in answer["options"]])
        handles = dict(_handles(answer["view"]))
        self._tell_table(seat, answer["view"])
        self._tell_new_cards(seat, answer, handles)
        _print(menu.lines(self._printed))
        actor: str | None = None
        while True:
            line = _ask(f"seat {seat}> " if actor is None else f"seat {seat}, {actor}> ").lower()
            if line in {"t", ""}:
                if line:
                    self._tell_table(seat, answer["view"], whole=True)
                _print(menu.lines(self._printed))
                actor = None
            elif line.startswith("?"):
                self._help(menu, line[1:].strip(), handles)
            elif line == "r":
                if _ask("resign the match? y or n: ").lower() == "y" and self._sent(seat, _RESIGN):
                    return
            else:
                actor, picked = self._picked(menu, line, actor)
                if picked is not None and self._taken(seat, picked):
                    return

    def _picked(self, menu: Menu, line: str, actor: str | None) -> tuple[str | None, Picked | None]:
        """Return what a line picks, and whose acts are shown from now on."""
        picked = menu.pick(line, actor)
        if isinstance(picked, Picked):
            return actor, picked
        if picked is None:
            print(f"{line!r} is not {menu.names()}; ? tells more")
            return None, None
        _print(menu.lines_of(picked, self._printed))
        return picked, None

    def _taken(self, seat: int, picked: Picked) -> bool:
        """Tell whether what was picked was done."""
        words = picked.words
        if picked.asks_for is not None:
            words = _ask(f"  {picked.asks_for}: ").split()
        command = picked.command(words)
        if isinstance(command, str):
            print(command)
            return False
        return self._sent(seat, command)

    def _sent(self, seat: int, command: CommandData) -> bool:
        receipt = self._match.send(seat, command)
        if receipt.status == "refused":
            print(f"refused: {receipt.detail} [{receipt.rule}]")
        return receipt.status != "refused"

    def _tell_table(self, seat: int, view: Mapping[str, Any], *, whole: bool = False) -> None:
        """Tell what the seat sees, in a new turn all, and else what is new."""
        game, seen = self._match.game, self._seen[seat]
        turn = None if game.turn is None else game.turn(self._match.state.game)
        table = told_table(game, view, most=_LONG)
        if whole or not seen.table or turn != seen.turn:
            lines = [*told_map(game, view), *table]
        else:
            lines = news(seen.table, table)
        seen.turn, seen.table = turn, table
        _print(f"{_INDENT}{line}" for line in lines)

    def _tell_new_cards(
        self, seat: int, answer: Mapping[str, Any], handles: Mapping[str, str]
    ) -> None:
        """Tell the cards that the choice is about, and those it offers for the first time."""
        seen = self._seen[seat]
        about = self._printed.known(_single(answer["view"]))
        named = self._printed.known(handles.get(one, one) for one in _named(answer["options"]))
        new = [card for card in named if card not in seen.cards and card not in about]
        self._tell_cards([*(card for card in about if card not in seen.about), *new])
        seen.about = about
        seen.cards.update(new)

    def _tell_cards(self, cards: Sequence[str]) -> None:
        for card in cards:
            _print(self._printed.lines(card, _INDENT))

    def _help(self, menu: Menu, word: str, handles: Mapping[str, str]) -> None:
        """Tell the card that a word means; without one, what may be typed."""
        if not word or not self._printed:
            lines = [HELP, *([HELP_ACTORS] if menu.actors else []), *menu.hints()]
            _print([*lines, *([HELP_CARDS] if self._printed else [])])
            return
        cards = self._printed.called(handles.get(word, word))
        self._tell_cards(cards)
        if not cards:
            print(f"no card's name begins with {word!r}")


_RESIGN: CommandData = {"kind": "match.resign"}


def _print(lines: Iterable[str]) -> None:
    for line in lines:
        print(line)


def _single(view: Mapping[str, Any]) -> Iterator[Any]:
    """Return the values of a view that stand in no row: what it is about at the moment."""
    for value in view.values():
        if isinstance(value, dict):
            yield from _single(cast("dict[str, Any]", value))
        elif not isinstance(value, list):
            yield value


def _named(options: Sequence[Mapping[str, Any]]) -> Iterator[str]:
    """Return the words that listed commands name; shapes tell their own."""
    for option in options:
        command: dict[str, Any] = option.get("command") or {}
        yield from (value for value in command.values() if isinstance(value, str))


def _handles(view: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """Return the cards that lie on the table, by the names that they have there."""
    for row in view.values():
        for one in cast("list[Any]", row) if isinstance(row, list) else []:
            if isinstance(one, dict) and {"n", "card"} <= one.keys() and one["card"] is not None:
                yield str(cast("dict[str, Any]", one)["n"]), cast("dict[str, Any]", one)["card"]


def _ask(prompt: str) -> str:
    try:
        line = input(prompt).strip()
    except EOFError:
        print()  # what is said next does not belong to the prompt
        raise
    if line.lower() in {"q", "quit"}:
        raise QuitError
    return line
