"""``play``: a match in this terminal, against bots or with others on the same keyboard."""

import json
import secrets
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from engine.core.options import CommandData, Option, Subset
from engine.core.rng import Rng
from schemas.show import commit_frame
from services.cli.errors import UsageError
from services.cli.local import LocalMatch, Secrets, policy_rng, table_name
from services.cli.policies import FALLBACK, act, policy_of
from services.cli.printing import print_commit
from services.cli.registry import table_of
from services.cli.telling import told_view

HELP = "Type a number, for a choice of several its items after it (4 5C 2D); r resigns, q quits."
_CLEAR = "\033[2J\033[H"


class QuitError(Exception):
    """The player wants to stop."""


def run(
    name: str, *, seats: int | None, seed: int | None, bots: int | None, config: Mapping[str, Any]
) -> None:
    """Play one match; the last seats are the bots'.

    Raises:
        UsageError: there is no such table, or the input ended before the match did.
    """
    game, seats, given = table_of(name, seats, config)
    bots = seats - 1 if bots is None else bots
    if bots > seats:
        msg = f"--bots takes 0 to {seats} here, one a seat, not {bots}"
        raise UsageError(msg)
    seed = secrets.randbelow(1 << 32) if seed is None else seed
    hidden = Secrets(seed, table_name(game, given, seats, "people"), 0)
    match = LocalMatch(game, given, seats, hidden)
    humans = tuple(range(seats - bots))
    print(f"{game.title}: {_seats(humans)}; {_bots(bots)}; --seed {seed} plays it again")
    table = _Table(match, humans, {seat: policy_rng(hidden, seat) for seat in range(seats)})
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
    _told: int = 0
    """Commits told so far."""
    _last: int | None = None
    """The person who chose last."""

    def play(self) -> None:
        policies = self.match.game.policies
        policy = policy_of(self.match.game, "greedy" if "greedy" in policies else FALLBACK)
        while not self.match.over:
            self._tell_commits()
            seat = self.match.waiting()[0].seat
            if seat in self.humans:
                self._hand_over(seat)
                self._choose(seat)
            else:
                act(self.match, seat, policy, self.rngs[seat])
        self._tell_commits()

    def _tell_commits(self) -> None:
        """Tell what happened, with the secrets of a person who plays alone."""
        shown = {f"seat:{seat}" for seat in self.humans} if len(self.humans) == 1 else set[str]()
        for commit in self.match.commits[self._told :]:
            frame = commit_frame(self.match.header.match, commit, shown)
            print_commit(json.loads(frame))
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
        print("\n".join(f"      {line}" for line in told_view(answer["view"])))
        for number, option in enumerate(options, 1):
            optional = " (optional)" if option.optional else ""
            print(f"  {number:>3}  {option.label}{optional}{_items(option)}")
        while True:
            command = _command(_ask(f"seat {seat}> "), options)
            if command is None:
                print(HELP)
                continue
            receipt = self.match.send(seat, command)
            if receipt.status != "refused":
                return
            print(f"refused: {receipt.detail} [{receipt.rule}]")


def _ask(prompt: str) -> str:
    try:
        line = input(prompt).strip()
    except EOFError:
        print()  # what is said next does not belong to the prompt
        raise
    if line.lower() in {"q", "quit"}:
        raise QuitError
    return line


def _items(option: Option) -> str:
    if option.shape is None:
        return ""
    return ": " + " ".join(f"{item.value}({item.weight})" for item in option.shape.items)


def _command(line: str, options: Sequence[Option]) -> CommandData | None:
    """Return the command that a line asks for; None if it is no answer."""
    words = line.split()
    if words == ["r"]:
        return {"kind": "match.resign"}
    if not words or not words[0].isdecimal() or not 1 <= int(words[0]) <= len(options):
        return None
    option = options[int(words[0]) - 1]
    if option.shape is None:
        return option.command if len(words) == 1 else None
    return _filled(option.shape, words[1:] or _ask(f"  {option.shape.field}: ").split())


def _filled(shape: Subset, words: Sequence[str]) -> CommandData | None:
    by_name = {item.value.lower(): item.value for item in shape.items}
    values = [by_name.get(word.strip(",").lower()) for word in words]
    command = {**shape.command, shape.field: values}
    return command if shape.contains(command) else None
