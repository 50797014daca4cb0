"""Shapes at a keyboard: what may be filled in, and the command that words fill in."""

from collections.abc import Sequence

from engine.core.options import CommandData, Item, Shape, Slots, Subset
from services.cli.printed import Printed, matching


def told_shape(shape: Shape | None, printed: Printed) -> tuple[str, list[str]]:
    """Return what follows the label of an option, and further lines."""
    match shape:
        case Subset():
            return ": " + " ".join(map(_told_item, shape.items)), []
        case Slots():
            return "", _places(shape, printed)
        case None:
            return "", []


def _told_item(item: Item) -> str:
    return f"{item.value}({item.weight})" if item.weight else item.value


def asked_for(shape: Shape) -> str:
    """Return what to ask for, if the words were not given at once."""
    return shape.field if isinstance(shape, Subset) else ", ".join(shape.slots)


def hint(number: int, shape: Shape) -> str:
    """Return how words fill in the shape that is option ``number``, with an example."""
    if isinstance(shape, Subset):
        items = " ".join(item.value for item in shape.items[:2])
        return f"After {number} come its items, as in: {number} {items}"
    used: list[str] = []
    words: list[str] = []
    for place, values in shape.slots.items():
        for value in [value for value in values if value not in used][:1]:
            used.append(value)
            alone = len(_meant(shape, value)[1]) == 1
            words.append(value if alone else f"{value}:{place}")
    return (
        f"After {number} comes what goes into its places, as in: {number} {' '.join(words)}\n"
        "What fits several is given with its place; the beginnings of names are enough."
    )


def filled(shape: Shape, words: Sequence[str]) -> CommandData | str:
    """Return the command that words fill in, or what is wrong with them."""
    said = [word.strip(",").lower() for word in words]
    return _chosen(shape, said) if isinstance(shape, Subset) else _placed(shape, said)


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


def _places(shape: Slots, printed: Printed) -> list[str]:
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
