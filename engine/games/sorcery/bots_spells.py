"""What a spell seems worth to a bot, by its operations and traits."""

from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple, assert_never

from engine.games.sorcery import ops
from engine.games.sorcery.bots_odds import blow
from engine.games.sorcery.bots_places import place_worth
from engine.games.sorcery.bots_table import Table, Told, card_of, point
from engine.games.sorcery.cards import SPELLS
from engine.games.sorcery.geometry.points import Point

_SPELL: Final = 15
"""A spell is no use in the book."""
_VALUES: Final = {
    "attack": 20, "defence": 20, "damage": 30, "ranged_damage": 15, "speed": 8, "range": 5,
}  # fmt: skip
"""One point more of a value, for as long as a spell lasts."""
_ABILITY: Final = 30
_BARS: Final = {
    "move": 30, "close_combat": 40, "ranged_combat": 50, "cast": 60, "counter": 20,
}  # fmt: skip


class _Cast(NamedTuple):
    """Whom a spell may mean."""

    caster: str
    targets: Sequence[str]
    near: ops.Near | None
    breach: bool = False


def cast_worth(table: Table, command: Told) -> int:
    """Return what casting the spell on top promises."""
    book = table.books[table.standing[command["figure"]]["book"]]
    return spell_worth(table, book["leaves"][0]["spell"], command["figure"], command) + _SPELL


def spell_worth(table: Table, name: str, caster: str, command: Told) -> int:
    """Return what it is worth to the bot that a spell comes about, whoever casts it.

    ``command``: its ``way``, ``targets``, ``at`` and ``breach``, as of a cast or of what is shown.
    """
    spell = SPELLS[name]
    way = spell.ways[int(command["way"])]
    breach = bool(command["breach"])
    targets: list[str] = command.get("targets") or []
    at = None if command.get("at") is None else point(command["at"])
    cast = _Cast(caster, targets, way.near, breach)
    total = sum(_operation(table, op, cast) for op in way.does)
    if at is not None and way.spot is not None and table.own(caster):
        leaper = targets[0] if targets else caster
        total += place_worth(table, leaper, at) - place_worth(table, leaper, table.at(leaper))
    if way.lasts is not None:
        meant = _under(table, way.lasts, cast, spell.type, at)
        total += sum(_trait(table, trait, one) for trait in way.lasts.traits for one in meant)
        total += sum(
            2 * _operation(table, op, cast._replace(targets=[one["n"]]))
            for op in way.lasts.at_turn_end
            for one in meant
        )
    return total


def _under(
    table: Table,
    lasts: ops.Lasting,
    cast: _Cast,
    kind: ops.SpellType,
    at: Point | None,
) -> list[Told]:
    """Return the figures that a lasting spell would work on now."""
    if kind == "enchantment":
        return [table.standing[n] for n in cast.targets]
    everybody: Iterable[Told] = table.standing.values()
    if at is not None:
        everybody = table.near(at, lasts.inches or 1)
    return [one for one in everybody if _meant(table, lasts.side, cast.caster, one)]


def _meant(table: Table, side: ops.Side, caster: str, figure: Told) -> bool:
    friend = figure["seat"] == table.standing[caster]["seat"]
    return side == "all" or friend == (side == "friends")


def _whom(table: Table, whom: ops.Whom, cast: _Cast) -> list[str]:
    if whom != "near" or cast.near is None:
        return [*cast.targets] if whom == "marked" else [cast.caster]
    near = cast.near
    middle = cast.targets[0] if near.middle == "marked" else cast.caster
    return [
        one["n"]
        for one in table.near(table.at(middle), near.inches)
        if _meant(table, near.side, cast.caster, one) and (near.with_middle or one["n"] != middle)
    ]


def _operation(table: Table, op: ops.Op, cast: _Cast) -> int:
    match op:
        case ops.Recall():
            leaves = table.books[table.standing[cast.caster]["book"]]["leaves"]
            return -30 if leaves is None else 30 * sum(not leaf["up"] for leaf in leaves)
        case ops.Dispel():
            return _dispelled(table, op, cast.targets)
        case ops.Leap():
            return 0  # counted by the place
        case _:
            meant = _whom(table, op.who, cast)
            return sum(_side(table, n) * _harm(table, op, cast, n) for n in meant)


def _side(table: Table, n: str) -> int:
    """Return 1 for an enemy and -1 for a friend: harm to it is welcome or not."""
    return -1 if table.own(n) else 1


_OnFigure = (
    ops.Strike | ops.Damage | ops.Heal | ops.Shove | ops.Turn | ops.Tire | ops.Rest | ops.Muddle
    | ops.Expose
)  # fmt: skip


def _harm(table: Table, op: _OnFigure, cast: _Cast, n: str) -> int:
    """Return what an operation on a figure costs that figure's side; less than 0 if it helps."""
    figure, caster = table.standing[n], cast.caster
    match op:
        case ops.Strike():
            harm = blow(
                table, caster, n, "spell", bonus=op.bonus, damage=op.damage, breach=cast.breach
            )
        case ops.Damage():
            immune = card_of(figure).defence_type == "magic_immune" and not cast.breach
            harm = 0 if immune else table.harm(n, op.flat, irreducible=op.irreducible)
        case ops.Heal():
            card = card_of(figure)
            harm = -10 * card.points * min(op.flat, figure["click"]) // len(card.dial)
        case ops.Tire():
            harm = (30, 70, 0)[int(figure["tokens"])]
        case ops.Rest():
            harm = -60 if figure["tokens"] else 0
        case ops.Muddle():
            harm = 50 if figure["book"] else 0
        case ops.Expose():
            harm = 5 if figure["book"] else 0
        case ops.Shove() | ops.Turn():
            harm = 10
        case _:
            assert_never(op)
    return harm


def _dispelled(table: Table, op: ops.Dispel, targets: Sequence[str]) -> int:
    total = 0
    for effect in table.view["effects"]:
        if effect["type"] == op.what and (op.who is None or effect["on"] in targets):
            total += 50 if effect["seat"] != table.seat else -50
    return total


def _trait(table: Table, trait: ops.Trait, figure: Told) -> int:
    """Return what a trait on a figure is worth to the bot."""
    match trait:
        case ops.Modify():
            worth = trait.amount * _VALUES[trait.value]
        case ops.Grant():
            worth = 0 if trait.ability in figure["abilities"] else _ABILITY
        case ops.Deny():
            worth = -_ABILITY if trait.ability in figure["abilities"] else 0
        case ops.Bar():
            needless = trait.act in {"cast", "counter"} and figure["book"] is None
            worth = 0 if needless else -_BARS[trait.act]
        case ops.Cover():
            worth = 15
        case ops.Rough() | ops.Sight():
            worth = -10
        case ops.Save():
            worth = 60
        case _:
            assert_never(trait)
    return worth if figure["seat"] == table.seat else -worth
