"""What a seat may do, as data: a listed command, or a shape of commands too many to list.

Options are JSON values, because clients and bots read them: a client that sends a listed
command, or one that a shape contains, is not refused at the version the option was shown for.
"""

from collections.abc import Mapping
from typing import Any, Literal

from pydantic import JsonValue, model_validator

from engine.core.messages import Message
from engine.core.rng import Rng

CommandData = Mapping[str, Any]
"""A command as JSON data: ``{"kind": …, …}``."""


class Item(Message):
    """One thing a subset may take, and what it counts."""

    value: str
    weight: int = 0


class Subset(Message):
    """Commands whose ``field`` lists distinct items, in any order, that weigh enough together."""

    shape: Literal["subset"] = "subset"
    command: dict[str, JsonValue]
    """The rest of the command; ``field`` is to be added."""
    field: str
    items: tuple[Item, ...]
    min_weight: int = 0
    min_count: int = 0
    max_count: int

    def contains(self, command: CommandData) -> bool:
        """Tell whether a command is one of this shape."""
        rest = {key: value for key, value in command.items() if key != self.field}
        chosen = command.get(self.field)
        if rest != self.command or not isinstance(chosen, list | tuple):
            return False
        weights = {item.value: item.weight for item in self.items}
        values: list[Any] = list(chosen)  # pyright: ignore[reportUnknownArgumentType, reportUnknownVariableType]
        return (
            all(isinstance(value, str) and value in weights for value in values)
            and len(set(values)) == len(values)
            and self.min_count <= len(values) <= self.max_count
            and sum(weights[value] for value in values) >= self.min_weight
        )

    def sample(self, rng: Rng) -> CommandData:
        """Return a command of this shape: items in random order until they suffice.

        The owner of the shape guarantees that all items together suffice within ``max_count``,
        which holds where ``max_count`` is the number of items.
        """
        order = rng.shuffle(self.items)
        taken: list[Item] = []
        while len(taken) < self.min_count or sum(i.weight for i in taken) < self.min_weight:
            taken.append(order[len(taken)])
        extra = rng.below(self.max_count - len(taken) + 1)
        taken += order[len(taken) : len(taken) + rng.below(extra + 1)]
        return {**self.command, self.field: [item.value for item in taken]}


Shape = Subset
"""Union of all shapes; a new shape is added here and gets ``contains`` and ``sample``."""


class Option(Message):
    """One entry of what a seat may do: exactly one of ``command`` and ``shape`` is set."""

    label: str
    command: dict[str, JsonValue] | None = None
    any_order: str | None = None
    """A list field of ``command`` whose entries may also be given in any other order."""
    shape: Shape | None = None
    decision: str | None = None
    """The sealed decision this is a choice for; to be named when the command is sent."""
    optional: bool = False
    """True if nobody waits for it: a signal, an offer. Bounded in number per turn."""

    @model_validator(mode="after")
    def _lists_a_command_or_a_shape(self) -> "Option":
        if (self.command is None) == (self.shape is None):
            msg = f"the option {self.label!r} needs a command or a shape, and not both"
            raise ValueError(msg)
        return self

    def contains(self, command: CommandData) -> bool:
        """Tell whether a command is this option."""
        if self.shape is not None:
            return self.shape.contains(command)
        assert self.command is not None
        return self._ordered(command) == self._ordered(self.command)

    def sample(self, rng: Rng) -> CommandData:
        """Return the listed command, or one of the shape."""
        if self.shape is not None:
            return self.shape.sample(rng)
        assert self.command is not None
        return self.command

    def _ordered(self, command: CommandData) -> CommandData:
        if self.any_order is None or not isinstance(command.get(self.any_order), list | tuple):
            return dict(command)
        return {**command, self.any_order: sorted(command[self.any_order], key=repr)}
