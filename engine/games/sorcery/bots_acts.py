"""What an act seems worth to a bot: each option in its best form."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final, NamedTuple

from engine.core.options import CommandData, Option, Places, Subset
from engine.games.sorcery.bots_odds import best_blow, blow, promise
from engine.games.sorcery.bots_places import facing_at, place_worth
from engine.games.sorcery.bots_spells import cast_worth
from engine.games.sorcery.bots_table import Table, Told
from engine.games.sorcery.cards import SPELLS


class Done(NamedTuple):
    """An act and what it seems worth."""

    worth: int
    command: CommandData


def acts(table: Table, options: list[Told]) -> Iterator[Done]:
    """Yield what may be done, each option in its best form."""
    for told in options:
        command: CommandData | None = told.get("command")
        if command is not None:
            yield Done(_worth(table, command), command)
            continue
        shape = Option.model_validate(told).shape
        if isinstance(shape, Subset):
            yield from _shots(table, shape)
        elif isinstance(shape, Places) and shape.command["kind"] == "cast":
            yield from _casts(table, shape)
        elif isinstance(shape, Places):
            yield _best_place(table, shape)


def _worth(table: Table, command: Any) -> int:
    worth = _WORTHS.get(command["kind"])
    return 0 if worth is None else worth(table, command)


def _fight(table: Table, command: Told) -> int:
    worth = blow(table, command["figure"], command["target"], "close", **_extras(command))
    return worth - _cost(table, command)


def _extras(command: Told) -> dict[str, Any]:
    """Return the optional abilities that an attack uses."""
    return {name: command[name] for name in ("breach", "attack_of") if name in command}


def _cast(table: Table, command: Told) -> int:
    return cast_worth(table, command) - _cost(table, command)


def _casts(table: Table, shape: Places) -> Iterator[Done]:
    """Yield a cast at each place that is offered."""
    for place in shape.places:
        command = {**shape.command, shape.field: shape.value(place)}
        yield Done(_cast(table, command), command)


def _mend(table: Table, command: Told) -> int:
    """Return what healing a click is worth, most of it where few are left."""
    return table.harm(command["friend"], 1, irreducible=True) - _cost(table, command)


def _pick_up(table: Table, command: Told) -> int:
    return 30 - _cost(table, command)


def _syphon(table: Table, command: Told) -> int:
    """A token is worth taking off who has somebody to attack, if it costs a friend little."""
    n = command["figure"]
    spared = table.tiring(n) if table.standing[n]["tokens"] == 1 else 0
    most = best_blow(table, n)
    gain = min(most, spared) if spared else most - table.tiring(n)
    return gain - table.harm(command["friend"], 1, irreducible=True)


def _probe(table: Table, command: Told) -> int:
    """Return what an ability is good for until the turn ends; it costs nothing to have it."""
    n = command["figure"]
    match command["ability"]:
        case "fearless":
            return table.tiring(n)
        case "wrath_of_nature":
            return 1 + best_blow(table, n) // 3
        case "flight":
            return 20 if table.touched(n) else 2
        case "mend":
            return table.harm(n, 1) // 2 if table.standing[n]["click"] else 0
        case "focus" | "syphon_energy" | "spellbreach":
            return 3
        case _:
            return 1


def _cost(table: Table, command: Told) -> int:
    return table.tiring(command["figure"])


def _shot(table: Table, command: Told) -> int:
    """Return what shooting promises; several targets take less each [9.3]."""
    n = command["figure"]
    less = len(command["targets"]) - 1
    damage = max(1, table.standing[n]["ranged_damage"] - less)
    extras = _extras(command)
    blows = (blow(table, n, one, "ranged", damage=damage, **extras) for one in command["targets"])
    return sum(blows) - _cost(table, command)


def _shots(table: Table, shape: Subset) -> Iterator[Done]:
    """Yield shots at the best targets, from one up to as many as there may be."""
    n: Any = shape.command["figure"]
    best = sorted(
        (item.value for item in shape.items),
        key=lambda one: (-promise(table, n, one, "ranged"), one),
    )
    for count in range(1, shape.max_count + 1):
        command = {**shape.command, shape.field: best[:count]}
        yield Done(_shot(table, command), command)


def _turning(table: Table, command: Told) -> int:
    """Turning is for who is touched from behind only."""
    return (20 if table.touched(command["figure"]) else -20) - _cost(table, command)


def _best_place(table: Table, shape: Places) -> Done:
    n: Any = shape.command["figure"]
    figure = table.standing[n]
    here = place_worth(table, n, table.at(n), tokens=0)
    leaving = table.touched(n) and "flight" not in figure["abilities"]
    tokens = figure["tokens"] + 1
    most, place = max(
        ((place_worth(table, n, one.at, tokens=tokens), one) for one in shape.places),
        key=lambda pair: pair[0],
    )
    worth = (most - here) // (2 if leaving else 1)
    facing = facing_at(table, place.at)
    command = {**shape.command, shape.field: shape.value(place), "facing": facing}
    return Done(worth - table.tiring(n), command)


def _browsed(table: Table, command: Told) -> int:
    """Return how much better the spell is that is browsed to than the one on top.

    A spell that was not cast in a turn without any action is not worth much where he stands.
    """
    figure = table.standing[command["figure"]]
    top = table.books[figure["book"]]["leaves"][0]
    over = table.view["phase"] == "end"
    here = _spell(table, top["spell"]) if top["up"] else 0
    if over and not figure["acted"]:
        here //= 2
    return _spell(table, command["spell"]) - here - (5 if over else 20 + _cost(table, command))


def _spell(table: Table, name: str) -> int:
    """Return how useful a spell is to have on top, whoever stands where."""
    spell = SPELLS[name]
    if any(effect["spell"] == name for effect in table.view["effects"]):
        return 0
    if spell.action is None:
        return 20 + 5 * spell.boost
    return 15 * spell.pages + (25 if spell.action == "ranged_combat" else 0)


_WORTHS: Final[Mapping[str, Callable[[Table, Told], int]]] = {
    "fight": _fight,
    "shoot": _shot,
    "cast": _cast,
    "mend": _mend,
    "browse": _browsed,
    "pick_up": _pick_up,
    "syphon": _syphon,
    "probe": _probe,
    "move": _turning,
}
"""What other commands do is worth nothing: passing."""
