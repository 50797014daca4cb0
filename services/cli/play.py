"""``play``: a match in this terminal, against bots or with others on the same keyboard."""

import json
import secrets
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, cast

from engine.core.options import CommandData, Option
from engine.core.rng import Rng
from schemas.show import commit_frame
from services.cli.errors import UsageError
from services.cli.filling import asked_for, filled, hint, told_shape
from services.cli.local import LocalMatch, Secrets, policy_rng, table_name
from services.cli.policies import FALLBACK, act, policy_of
from services.cli.printed import WIDTH, Printed
from services.cli.printing import print_commit
from services.cli.registry import table_of
from services.cli.telling import bookkeeping, told_table

HELP = "Type a number; r resigns, q quits."
HELP_CARDS = "? and the beginning of a card's name tells what is printed on it."
_CLEAR = "\033[2J\033[H"
_LONG = 24
"""Rows of more words are not shown whole."""


class QuitError(Exception):
    """The player wants to stop."""


def run(
    name: str,
    *,
    seats: int | None,
    seed: int | None,
    bots: int | None,
    config: Mapping[str, Any],
    entry: Mapping[str, Any] | None = None,
) -> None:
    """Play one match; the last seats are the bots', ``entry`` is what the others bring.

    Raises:
        UsageError: there is no such table, the entry is refused, or the input ended before the
            match did.
    """
    game, seats, given = table_of(name, seats, config)
    bots = seats - 1 if bots is None else bots
    if bots > seats:
        msg = f"--bots takes 0 to {seats} here, one a seat, not {bots}"
        raise UsageError(msg)
    seed = secrets.randbelow(1 << 32) if seed is None else seed
    hidden = Secrets(seed, table_name(game, given, seats, "people"), 0)
    humans = tuple(range(seats - bots))
    match = LocalMatch(game, given, seats, hidden, entries=dict.fromkeys(humans, entry))
    print(f"{game.title}: {_seats(humans)}; {_bots(bots)}; --seed {seed} plays it again")
    if humans:
        print(HELP if game.cards is None else f"{HELP}\n{HELP_CARDS}")
    rngs = {seat: policy_rng(hidden, seat) for seat in range(seats)}
    table = _Table(match, humans, rngs, Printed(game.cards))
    try:
        table.play()
    except QuitError:
        print("quit; the match is not over")
        return
    except EOFError:
        msg = "the input ended before the match did"
        raise UsageError(msg) from None
    print(f"over: {json.dumps(match.state.outcome)}")


def _seats(humans: Sequence[int]) -> str:
    if not humans:
        return "you watch"
    return f"you have {'seat' if len(humans) == 1 else 'seats'} " + ", ".join(map(str, humans))


def _bots(count: int) -> str:
    return "1 bot" if count == 1 else f"{count or 'no'} bots"


@dataclass(slots=True)
class _Table:
    match: LocalMatch
    humans: Sequence[int]
    rngs: Mapping[int, Rng]
    printed: Printed
    _told: int = 0
    """Commits told so far."""
    _last: int | None = None
    """The person who chose last."""
    _explained: set[tuple[int, str]] = field(default_factory=set[tuple[int, str]])
    """Cards that stood in an option of a seat and were told to it."""

    def play(self) -> None:
        policies = self.match.game.policies
        policy = policy_of(self.match.game, "greedy" if "greedy" in policies else FALLBACK)
        while not self.match.over:
            self._tell_commits()
            seats = self.match.next_seats()
            person = next((seat for seat in seats if seat in self.humans), None)
            if person is None:
                act(self.match, seats, policy, self.rngs)
            else:
                self._hand_over(person)
                self._choose(person)
        self._tell_commits()

    def _tell_commits(self) -> None:
        """Tell what happened, with the secrets of a person who plays alone."""
        shown = {f"seat:{seat}" for seat in self.humans} if len(self.humans) == 1 else set[str]()
        names = self.printed.names
        for commit in self.match.commits[self._told :]:
            frame = commit_frame(self.match.header.match, commit, shown)
            print_commit(json.loads(frame), names, WIDTH, bookkeeping(self.match.game))
        self._told = len(self.match.commits)

    def _hand_over(self, seat: int) -> None:
        """Let the keyboard change hands before a hand of cards is shown."""
        if len(self.humans) > 1 and seat != self._last:
            if self._last is not None and sys.stdout.isatty():
                print(_CLEAR, end="")
            _ask(f"seat {seat}, press Enter when nobody else looks: ")
        self._last = seat

    def _choose(self, seat: int) -> None:
        answer = self.match.answer(seat)
        options = [Option.model_validate(option) for option in answer["options"]]
        handles = dict(_handles(answer["view"]))
        self._tell_choice(seat, answer["view"], options, handles)
        while True:
            line = _ask(f"seat {seat}> ")
            if line.startswith("?") and self.printed:
                word = line[1:].strip().lower()
                cards = self.printed.called(handles.get(word, word))
                self._tell_cards(cards)
                if not cards:
                    print(f"no card's name begins with {word!r}")
                continue
            command = _command(line, options)
            if isinstance(command, str):
                print(command)
                self._help(options)
                continue
            receipt = self.match.send(seat, command)
            if receipt.status != "refused":
                return
            print(f"refused: {receipt.detail} [{receipt.rule}]")

    def _tell_choice(
        self,
        seat: int,
        view: Mapping[str, Any],
        options: Sequence[Option],
        handles: Mapping[str, str],
    ) -> None:
        """Tell what the seat sees, what the choice is about, what is new to it, what it may do."""
        print("\n".join(f"      {line}" for line in told_table(self.match.game, view, most=_LONG)))
        about = self.printed.known(_single(view))
        named = self.printed.known(handles.get(value, value) for value in _named(options))
        new = [card for card in named if (seat, card) not in self._explained and card not in about]
        self._explained.update((seat, card) for card in new)
        self._tell_cards([*about, *new])
        said = dict[tuple[str, ...], int]()
        for number, option in enumerate(options, 1):
            optional = " (optional)" if option.optional else ""
            items, places = told_shape(option.shape, self.printed)
            same = said.setdefault((*places,), number) if places else number
            also = [] if same == number else [f", as in {same}"]
            print("".join([f"  {number:>3}  {option.label}{optional}{items}", *also]))
            print("".join(f"{line}\n" for line in places if same == number), end="")

    def _tell_cards(self, cards: Sequence[str]) -> None:
        for card in cards:
            print("\n".join(self.printed.lines(card, "      ")))

    def _help(self, options: Sequence[Option]) -> None:
        shapes = [(number, option.shape) for number, option in enumerate(options, 1)]
        hints = {hint(0, shape): hint(n, shape) for n, shape in reversed(shapes) if shape}
        print("\n".join([HELP, *reversed(hints.values()), *([HELP_CARDS] if self.printed else [])]))


def _single(view: Mapping[str, Any]) -> Iterator[Any]:
    """Return the values of a view that stand in no row: what it is about at the moment."""
    for value in view.values():
        if isinstance(value, dict):
            yield from _single(cast("dict[str, Any]", value))
        elif not isinstance(value, list):
            yield value


def _named(options: Sequence[Option]) -> Iterator[str]:
    """Return the words that listed commands name; shapes tell their own."""
    for option in options:
        yield from (value for value in (option.command or {}).values() if isinstance(value, str))


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


def _command(line: str, options: Sequence[Option]) -> CommandData | str:
    """Return the command that a line asks for, or what is wrong with it."""
    words = line.split()
    if words == ["r"]:
        return {"kind": "match.resign"}
    if not words or not words[0].isdecimal() or not 1 <= int(words[0]) <= len(options):
        return f"{line!r} is no number from 1 to {len(options)}"
    option = options[int(words[0]) - 1]
    if option.command is not None:
        return option.command if len(words) == 1 else f"{words[0]} needs nothing after it"
    assert option.shape is not None, "an option lists a command or a shape"
    return filled(option.shape, words[1:] or _ask(f"  {asked_for(option.shape)}: ").split())
