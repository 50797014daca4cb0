"""Shapes at a keyboard: what may be filled in, and the command that words fill in."""

import re
import textwrap
from collections.abc import Sequence
from typing import Any

from engine.core.options import CommandData, Item, Place, Places, Shape, Slots, Subset
from services.cli.printed import WIDTH, Printed, matching

_POINT = re.compile(r"(-?\d{1,6}),(-?\d{1,6})")


def told_shape(shape: Shape | None, printed: Printed) -> tuple[str, list[str]]:
    """Return what follows the label of an option, and further lines."""
    match shape:
        case Subset():
            return ": " + " ".join(map(_told_item, shape.items)), []
        case Slots():
            return "", _slots(shape, printed)
        case Places():
            most = "" if shape.budget is None else f" up to {shape.budget}"
            told = ", ".join(_told_place(place, shape.budget) for place in shape.places)
            return most, _WRAP.wrap(told)
        case None:
            return "", []


_WRAP = textwrap.TextWrapper(
    WIDTH, initial_indent=" " * 9, subsequent_indent=" " * 9, break_on_hyphens=False
)


def _told_place(place: Place, budget: int | None) -> str:
    """Tell a place with what it costs, if that is not all there is, and what is in the way."""
    cost = [] if place.cost in {None, budget} else [str(place.cost)]
    stops = [] if place.stopped_by is None else [f"then {place.stopped_by}"]
    return f"{place.name} ({', '.join([*cost, *stops])})" if cost or stops else place.name


def _told_item(item: Item) -> str:
    return f"{item.value}({item.weight})" if item.weight else item.value


def asked_for(shape: Shape) -> str:
    """Return what to ask for, if the words were not given at once."""
    return ", ".join(shape.slots) if isinstance(shape, Slots) else shape.field


def hint(name: str, shape: Shape) -> str:
    """Return how words fill in the shape that is picked by a name, with an example."""
    if isinstance(shape, Subset):
        items = " ".join(item.value for item in shape.items[:2])
        return f"After {name} come its items, as in: {name} {items}"
    if isinstance(shape, Places):
        points = "points x,y of a path" if shape.path else "a point x,y"
        free = [name for name, value in shape.command.items() if value is None]
        also = f", then maybe {free[0]}:x,y" if free else ""
        return f"After {name} comes the beginning or end of a place's name, or {points}{also}"
    used: list[str] = []
    words: list[str] = []
    for place, values in shape.slots.items():
        for value in [value for value in values if value not in used][:1]:
            used.append(value)
            alone = len(_meant(shape, value)[1]) == 1
            words.append(value if alone else f"{value}:{place}")
    return (
        f"After {name} comes what goes into its places, as in: {name} {' '.join(words)}\n"
        "What fits several is given with its place; the beginnings of names are enough."
    )


def filled(shape: Shape, words: Sequence[str]) -> CommandData | str:
    """Return the command that words fill in, or what is wrong with them."""
    said = [word.strip(",").lower() for word in words]
    if isinstance(shape, Places):
        return _gone(shape, said)
    return _chosen(shape, said) if isinstance(shape, Subset) else _placed(shape, said)


def _gone(shape: Places, words: Sequence[str]) -> CommandData | str:
    """Name a place by its name or by coordinates; ``field:x,y`` fills in what is null."""
    command: dict[str, Any] = {**shape.command}
    names: list[str] = []
    for word in words:
        field, colon, rest = word.partition(":")
        if colon and field in command and command[field] is None and _POINT.fullmatch(rest):
            command[field] = _point(rest)
        else:
            names.append(word)
    if names and all(map(_POINT.fullmatch, names)):
        points = [_point(word) for word in names]
        if len(points) > 1 and not shape.path:
            return "one point is enough"
        return {**command, shape.field: points if shape.path else points[0]}
    name = " ".join(names)
    exact = [place for place in shape.places if place.name.lower() == name]
    meant = exact or [place for place in shape.places if _is_called(place, name)]
    if len(meant) != 1:
        either = " or ".join(place.name for place in meant[:_FEW]) or "none of these"
        return f"{name!r} may be {either}"
    return {**command, shape.field: shape.value(meant[0])}


_FEW = 4


def _is_called(place: Place, words: str) -> bool:
    name = place.name.lower()
    return bool(words) and (name.startswith(words) or name.endswith(" " + words))


def _point(word: str) -> list[int]:
    return [int(part) for part in word.split(",")]


def _chosen(shape: Subset, words: Sequence[str]) -> CommandData | str:
    by_name = {item.value.lower(): item.value for item in shape.items}
    strange = [word for word in words if word not in by_name]
    if strange:
        return f"{strange[0]!r} is none of {' '.join(by_name.values())}"
    values = [by_name[word] for word in words]
    twice = [value for value in by_name.values() if values.count(value) > 1]
    if twice:
        return f"{twice[0]} is named twice"
    if not shape.min_count <= len(values) <= shape.max_count:
        return f"{shape.min_count} to {shape.max_count} are taken, not {len(values)}"
    weight = sum(item.weight for item in shape.items if item.value in values)
    if weight < shape.min_weight:
        return f"that is worth {weight}, and {shape.min_weight} are needed"
    return {**shape.command, shape.field: values}


def _slots(shape: Slots, printed: Printed) -> list[str]:
    """Tell what fits where; what fits several places is explained once."""
    lines: list[str] = []
    told = set[str]()
    for place, values in shape.slots.items():
        if not printed.known(values):  # nothing that has to be explained
            lines.append(f"       {place}: {' '.join(values) or 'nothing'}")
            continue
        lines.append(f"       {place}:")
        for value in values:
            copies = shape.copies.get(value, 0)
            note = f" x{copies}" if copies > 1 else ""
            once = printed if value not in told else Printed(None)
            lines += once.lines(value, "         ", note)
            told.add(value)
    return lines


def _placed(shape: Slots, words: Sequence[str]) -> CommandData | str:
    """Put each value into the place it is said to be for, or the only free one that takes it."""
    every = dict.fromkeys(value for values in shape.slots.values() for value in values)
    for word in words:
        values = matching(word.partition(":")[0], every)
        if len(values) != 1:
            return f"{word!r} may be {' or '.join(values) or 'none of these'}"
    fitting = [_meant(shape, word) for word in words]
    chosen: dict[str, str] = {}
    for value, places in sorted(fitting, key=lambda one: len(one[1])):
        free = [place for place in places if place not in chosen]
        if not free:
            taken = " or ".join(places) or "any place of that name"
            return f"{value} does not fit {taken}" + (", which is taken" if places else "")
        if len(free) > 1:
            return f"{value} fits {' and '.join(free)}: say which, as {value}:{free[0]}"
        chosen[free[0]] = value
    used = [*chosen.values()]
    scarce = next((value for value in used if used.count(value) > shape.copies.get(value, 0)), None)
    if scarce is not None:
        return f"{scarce} is there {shape.copies.get(scarce, 0)} times, not {used.count(scarce)}"
    if len(used) < shape.min_filled:
        return f"name at least {shape.min_filled}"
    return {**shape.command, **dict.fromkeys(shape.slots), **chosen}


def _meant(shape: Slots, word: str) -> tuple[str, list[str]]:
    """Return the value that a word means, and the places for it: ``value`` or ``value:place``."""
    name, _, where = word.partition(":")
    every = dict.fromkeys(value for values in shape.slots.values() for value in values)
    value = matching(name, every)[0]
    places = matching(where, shape.slots) if where else [*shape.slots]
    return value, [place for place in places if value in shape.slots[place]]
