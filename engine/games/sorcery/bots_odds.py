"""What an attack promises to a bot: worth times the exact chance, in whole numbers [7] [8] [9]."""

from functools import cache
from typing import Any, Final

from engine.games.sorcery.bots_table import INCH, Table, Told, card_of, point, row_of
from engine.games.sorcery.geometry.arcs import in_front_arc
from engine.games.sorcery.geometry.points import Point, squared_distance
from engine.games.sorcery.sums import capped

_WAYS: Final = 36
"""Two dice fall in so many ways."""
_PIPS: Final = range(1, 7)


@cache
def hits(need: int) -> int:
    """Return in how many of 36 ways two dice hit who needs so much [7.1] [7.2]."""
    sums = [a + b for a in _PIPS for b in _PIPS]
    return sum(pips == 12 or (pips != 2 and pips >= need) for pips in sums)


def promise(table: Table, n: str, target: str, how: str, at: Point | None = None) -> int:
    """Return what a plain attack promises, from a place or from where it stands."""
    behind = _behind(table, n, target, how, at)
    key = (n, target, how, behind)
    if key not in table.promises:
        table.promises[key] = _blow(table, n, target, how, behind=behind)
    return table.promises[key]


def blow(table: Table, n: str, target: str, how: str, **more: Any) -> int:
    """Return what an attack promises from where the attacker stands.

    ``how``: as in the rules, ``close``, ``ranged`` or ``spell``; ``damage`` and ``bonus``: of a
    spell; ``breach`` and ``attack_of``: as in commands.
    """
    behind = _behind(table, n, target, how, None)
    return _blow(table, n, target, how, behind=behind, **more)


def _behind(table: Table, n: str, target: str, how: str, at: Point | None) -> bool:
    """Tell whether an attack comes from behind [7.4]; who is come upon turns [5.7]."""
    other, here = table.standing[target], table.at(n)
    if how == "close" and at is not None and at != here:
        return False
    return not in_front_arc(point(other["at"]), point(other["facing"]), at or here)


def _blow(  # noqa: PLR0913  # what an attack is like
    table: Table,
    n: str,
    target: str,
    how: str,
    *,
    behind: bool,
    bonus: int = 0,
    damage: int | None = None,
    breach: bool = False,
    attack_of: str | None = None,
) -> int:
    """Return worth times chance, as if nothing were in the way; less than 0 if it costs more."""
    figure, other = table.standing[n], table.standing[target]
    card, met = card_of(figure), card_of(other)
    if how == "spell" and met.defence_type == "magic_immune" and not breach:  # [7.7]
        return 0
    own = int(figure["damage" if how == "close" else "ranged_damage"])
    deals = own if damage is None else damage
    kind = {"close": "sword", "spell": "wand"}.get(how, card.attack_type)
    more = bonus + behind + (card.attack_bonus if kind == card.attack_type else 0)
    more += _gang(table, figure, other) if how == "close" else 0
    guarded = kind == "wand" and met.defence_type == "magic" and not breach  # [7.6]
    need = int(other["defence"]) + guarded - _attack(table, figure, attack_of)
    wrath = _PIPS if "wrath_of_nature" in figure["abilities"] else (0,)
    ways = sum(
        hits(need - capped(more + (die if die <= own else 0)))  # [7.3] [15.5]
        for die in wrath
    )
    hit, most = table.harm(target, deals), table.harm(target, deals + 1)
    mishap = table.harm(n, 1, irreducible=True)
    falls = len(wrath)
    return ((ways - falls) * hit + falls * (most - mishap)) // (_WAYS * falls)


def _attack(table: Table, figure: Told, attack_of: str | None) -> int:
    """Return the attack value that is used [15.13]; spells on the attacker count all the same."""
    if attack_of is None:
        return int(figure["attack"])
    lent = row_of(table.standing[attack_of]).attack
    return int(figure["attack"]) - row_of(figure).attack + lent


def _gang(table: Table, figure: Told, other: Told) -> int:
    """Return how many friends gang up on somebody [8.2] [15.11]."""
    if table.confused(other):
        return 0
    friends = (table.standing[one] for one in other["touches"] if one != figure["n"])
    return sum(one["seat"] == figure["seat"] for one in friends)


def best_blow(table: Table, n: str) -> int:
    """Return the most that an attack of a figure from where it stands seems to promise, or 0."""
    figure = table.standing[n]
    reach = (figure["range"] * INCH) ** 2
    at = point(figure["at"])
    if table.touched(n):
        how, targets = "close", [foe.n for foe in table.foes if foe.n in figure["touches"]]
    else:
        near = (foe for foe in table.foes if squared_distance(at, foe.at) <= reach)
        how, targets = "ranged", [foe.n for foe in near if foe.shot_at_by(n)]
    return max([0, *(promise(table, n, target, how) for target in targets)])
