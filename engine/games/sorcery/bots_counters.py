"""Whether a bot counters, and with whom."""

from typing import Any, Final

from engine.core.options import CommandData
from engine.games.sorcery.bots_spells import spell_worth
from engine.games.sorcery.bots_table import Table, Told, card_of
from engine.games.sorcery.cards import SPELLS

_BOOST: Final = 25
"""What the spell of a boost is worth that it takes from the top of its book."""
_WAYS: Final = 216


def counters(table: Table, options: list[Told]) -> CommandData:
    """Counter with who is most likely to break the spell, if that is any good [14.4].

    It costs nothing but the boost, which is used if it adds more than it is worth.
    """
    shown = table.view["announced"]
    worth = -spell_worth(table, shown["spell"], shown["caster"], shown)
    best: tuple[int, CommandData] = (0, {"kind": "pass"})
    for option in options:
        command: Any = option["command"]
        if command["kind"] == "counter":
            cost = _BOOST if command["boost"] else 0
            promise = worth * _ways(table, command) - cost * _WAYS
            if promise > best[0]:
                best = promise, command
    return best[1]


def _ways(table: Table, command: Told) -> int:
    """Return in how many of the 216 ways the dice fall the spell is broken."""
    caster = table.standing[table.view["announced"]["caster"]]
    figure = table.standing[command["figure"]]
    boost = 0
    if command["boost"]:
        boost = SPELLS[table.books[figure["book"]]["leaves"][0]["spell"]].boost
    ahead = _sum(figure) + 1 + boost - _sum(caster)
    pips = range(1, 7)
    return sum(die + ahead > a + b for die in pips for a in pips for b in pips)


def _sum(figure: Told) -> int:
    card = card_of(figure)
    bonus = card.attack_bonus if card.attack_type == "wand" else 0
    return figure["attack"] + bonus + ("focus" in figure["abilities"])
