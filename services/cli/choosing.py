"""Options at a keyboard: by number, and where figures act by the figure that does, then by number.

So a number means the same as long as its figure may do the same.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from engine.core.options import CommandData, Option
from services.cli.filling import asked_for, filled, hint, told_shape
from services.cli.printed import Printed
from services.cli.telling import words_of

_ACTOR: Final = "figure"
"""The field of a command that says whose act it is, in games whose figures act."""


@dataclass(frozen=True, slots=True)
class Picked:
    """One option, and the words that came with it."""

    option: Option
    name: str
    """What has to be typed for it."""
    words: Sequence[str]

    @property
    def asks_for(self) -> str | None:
        """What is still to be said, if it is not one command."""
        shape = self.option.shape
        return None if shape is None or self.words else asked_for(shape)

    def command(self, words: Sequence[str]) -> CommandData | str:
        """Return the command that words fill in, or what is wrong with them."""
        if self.option.command is not None:
            return self.option.command if not words else f"{self.name} needs nothing after it"
        assert self.option.shape is not None, "an option lists a command or a shape"
        command = filled(self.option.shape, words)
        if isinstance(command, str):
            return f"{command}\n{hint(self.name, self.option.shape)}"
        return command


class Menu:
    """What a seat may do at the moment."""

    def __init__(self, options: Sequence[Option]) -> None:
        self._acts: dict[str, list[Option]] = {}
        """By figure."""
        others: list[Option] = []
        for option in options:
            actor = _actor(option)
            (others if actor is None else self._acts.setdefault(actor, [])).append(option)
        self._others = dict(_numbered(others))

    def lines(self, printed: Printed) -> Iterator[str]:
        """Yield the choice: each option, and each figure that may do several things."""
        yield from _listed(self._single, printed)
        for actor, acts in self._acts.items():
            if len(acts) > 1:
                kinds = Counter(words_of(str(_command(act)["kind"])) for act in acts)
                told = (kind if n == 1 else f"{kind} ({n})" for kind, n in kinds.items())
                yield f"  {actor:>3}  {_name(acts[0], actor)}: {', '.join(told)}"
        yield from _listed(self._others, printed)

    def lines_of(self, actor: str, printed: Printed) -> Iterator[str]:
        """Yield what a figure may do."""
        return _listed(dict(_numbered(self._acts[actor])), printed)

    @property
    def _single(self) -> dict[str, Option]:
        return {actor: acts[0] for actor, acts in self._acts.items() if len(acts) == 1}

    def pick(self, line: str, actor: str | None) -> Picked | str | None:
        """Return what a line asks for; the figure whose acts it asks for; None if neither.

        ``actor``: whose acts were shown last; a number means one of them.
        """
        first, *words = line.split() or [""]
        options = {**self._others, **self._single}
        own = {} if actor is None else dict(_numbered(self._acts[actor]))
        if first in own:
            return Picked(own[first], f"{actor} {first}", words)
        if first in options:
            return Picked(options[first], first, words)
        if first not in self._acts:
            return None
        acts = dict(_numbered(self._acts[first]))
        if words and words[0] in acts:
            return Picked(acts[words[0]], f"{first} {words[0]}", words[1:])
        return None if words else first

    @property
    def actors(self) -> Sequence[str]:
        """The figures that may do something."""
        return [*self._acts]

    def names(self) -> str:
        """Say what may be typed."""
        numbers = [f"a number from 1 to {len(self._others)}"] if self._others else []
        return " or ".join(
            [*numbers, *([f"one of {', '.join(self.actors)}"] if self._acts else [])]
        )

    def hints(self) -> list[str]:
        """Return how each sort of shape is filled in, with an example."""
        named = [*self._others.items(), *self._single.items()]
        for actor, acts in self._acts.items():
            named += [(f"{actor} {number}", act) for number, act in _numbered(acts)]
        shapes = [(name, option.shape) for name, option in named if option.shape]
        hints = {hint("0", shape): hint(name, shape) for name, shape in reversed(shapes)}
        return [*reversed(hints.values())]


def _command(option: Option) -> Mapping[str, object]:
    if option.command is not None:
        return option.command
    assert option.shape is not None, "an option lists a command or a shape"
    return option.shape.command


def _actor(option: Option) -> str | None:
    actor = _command(option).get(_ACTOR)
    return actor if isinstance(actor, str) else None


def _name(option: Option, actor: str) -> str:
    """Return what a label calls a figure, up to its number."""
    head, number, _ = option.label.partition(f" {actor}")
    return head + number


def _numbered(options: Sequence[Option]) -> Iterator[tuple[str, Option]]:
    return ((str(number), option) for number, option in enumerate(options, 1))


def _listed(options: Mapping[str, Option], printed: Printed) -> Iterator[str]:
    """Yield options by their names; what is the same for several is told once."""
    said = dict[tuple[str, ...], str]()
    for name, option in options.items():
        optional = " (optional)" if option.optional else ""
        items, places = told_shape(option.shape, printed)
        same = said.setdefault((*places,), name) if places else name
        also = "" if same == name else f", as in {same}"
        yield f"  {name:>3}  {option.label}{optional}{items}{also}"
        yield from places if same == name else ()
