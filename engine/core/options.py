"""What a seat may do, as data: a listed command, or a shape of commands too many to list.

Options are JSON values, because clients and bots read them: a client that sends a listed
command, or one that a shape contains, is not refused at the version the option was shown for.
Where a command names a place or the like, not all values can be listed: ``free`` names the fields
that may also have another value, which the rules then accept or refuse.
"""

from collections.abc import Mapping, Sequence
from typing import Annotated, Any, Literal

from pydantic import Field, JsonValue, model_validator

from engine.core.copying import unchecked
from engine.core.messages import Message, Sparse
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

        If too many were taken that way, the heaviest are. The owner of the shape guarantees that
        these suffice within ``max_count``, which holds where it is the number of items.
        """
        order = rng.shuffle(self.items)
        taken = self._enough(order)
        if len(taken) > self.max_count:
            order = sorted(order, key=lambda item: -item.weight)
            taken = self._enough(order)
        extra = rng.below(self.max_count - len(taken) + 1)
        taken += order[len(taken) : len(taken) + rng.below(extra + 1)]
        return {**self.command, self.field: [item.value for item in taken]}

    def _enough(self, order: Sequence[Item]) -> list[Item]:
        """Return the first items that suffice."""
        taken: list[Item] = []
        while len(taken) < self.min_count or sum(i.weight for i in taken) < self.min_weight:
            taken.append(order[len(taken)])
        return taken


class Slots(Message):
    """Commands that fill some of several fields, each with one of its values or with null."""

    shape: Literal["slots"] = "slots"
    command: dict[str, JsonValue]
    """The rest of the command; the slots are to be added."""
    slots: dict[str, tuple[str, ...]]
    """Field → the values that it may have."""
    copies: dict[str, int]
    """Value → how often it may be used in all."""
    min_filled: int = 1

    def contains(self, command: CommandData) -> bool:
        """Tell whether a command is one of this shape; a field left out is null."""
        rest = {key: value for key, value in command.items() if key not in self.slots}
        given = {slot: command.get(slot) for slot in self.slots}
        used = {slot: value for slot, value in given.items() if value is not None}
        return (
            rest == self.command
            and all(value in self.slots[slot] for slot, value in used.items())
            and self._enough_copies(list(used.values()))
            and len(used) >= self.min_filled
        )

    def sample(self, rng: Rng) -> CommandData:
        """Return a command of this shape: fields in random order, each filled or not.

        The owner of the shape guarantees that ``min_filled`` fields can be filled in any order.
        """
        chosen: dict[str, str | None] = dict.fromkeys(self.slots)
        for slot in rng.shuffle(self.slots):
            used = [value for value in chosen.values() if value is not None]
            free = [v for v in self.slots[slot] if self._enough_copies([*used, v])]
            if free and (len(used) < self.min_filled or rng.below(3)):
                chosen[slot] = rng.choice(free)
        return {**self.command, **chosen}

    def _enough_copies(self, used: Sequence[str]) -> bool:
        return all(used.count(value) <= self.copies.get(value, 0) for value in used)


def _listed(value: Any) -> Any:
    """Return a value with lists for tuples, at any depth."""
    if isinstance(value, list | tuple):
        return [_listed(part) for part in value]  # pyright: ignore[reportUnknownVariableType]
    return value


class Place(Sparse):
    """A place that is offered, and what is worth knowing of it."""

    name: str
    """In words, e.g. the direction it lies in."""
    at: tuple[int, int]
    cost: int | None = None
    """What it costs to get there, in the unit of ``at``; None if nothing."""
    through: tuple[str, ...] | None = None
    """What slows on the way there, in words; None if nothing does."""
    stopped_by: str | None = None
    """What is in the way of going farther on."""


class Places(Message):
    """Commands that name one of some places: a point ``[x, y]``, or a path to it, ``[[x, y]]``.

    There is at least one, so that whoever picks any of them has something to pick.
    """

    shape: Literal["places"] = "places"
    command: dict[str, JsonValue]
    """The rest of the command; ``field`` is to be added."""
    field: str
    path: bool = False
    """Whether ``field`` takes a path: a list of points."""
    budget: int | None = None
    """What the costs may add up to."""
    places: tuple[Place, ...] = Field(min_length=1)

    def contains(self, command: CommandData) -> bool:
        """Tell whether a command is one of this shape."""
        rest = {key: value for key, value in command.items() if key != self.field}
        given = _listed(command.get(self.field))
        return rest == self.command and given in map(self.value, self.places)

    def value(self, place: Place) -> list[JsonValue]:
        """Return what stands in ``field`` for a place."""
        at: list[JsonValue] = [*place.at]
        return [at] if self.path else at

    def sample(self, rng: Rng) -> CommandData:
        """Return a command of this shape: any place, each with equal chance."""
        return {**self.command, self.field: self.value(rng.choice(self.places))}


Shape = Annotated[Subset | Slots | Places, Field(discriminator="shape")]
"""Union of all shapes; a new shape is added here and gets ``contains`` and ``sample``."""


class Option(Sparse):
    """One entry of what a seat may do: exactly one of ``command`` and ``shape`` is set."""

    label: str
    command: dict[str, Any] | None = None
    any_order: str | None = None
    """A list field of ``command`` whose entries may also be given in any other order."""
    free: tuple[str, ...] | None = None
    """Fields that may also have other values than ``command`` or ``shape`` gives them: places and
    the like. Of those nothing is promised: some are accepted, others refused with a reason."""
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
        if self.free and isinstance(self.shape, Subset | Slots):
            msg = f"the option {self.label!r} has free fields of no command and no places"
            raise ValueError(msg)
        return self

    def contains(self, command: CommandData) -> bool:
        """Tell whether a command is this option."""
        if self.shape is not None:
            return self.shape.contains(command)
        assert self.command is not None
        return self._ordered(command) == self._ordered(self.command)

    def allows(self, command: CommandData) -> bool:
        """Tell whether a command is this option but for fields that are free.

        A command that no option allows is refused.
        """
        own = self.shape.command if isinstance(self.shape, Places) else self.command
        if not self.free or own is None:
            return self.contains(command)
        return all(
            field in self.free or command.get(field) == own.get(field) for field in {*command, *own}
        )

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


def listed(
    label: str,
    command: dict[str, Any] | None = None,
    *,
    shape: Shape | None = None,
    decision: str | None = None,
    optional: bool = False,
) -> Option:
    """Return an option as ``Option`` does, but unchecked: for games that list hundreds."""
    fields = {
        "label": label,
        "command": command,
        "any_order": None,
        "free": None,
        "shape": shape,
        "decision": decision,
        "optional": optional,
    }
    return unchecked(Option, fields)
