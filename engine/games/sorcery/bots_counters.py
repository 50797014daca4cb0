"""Whether a bot counters, and with whom."""

from typing import Any

from engine.core.options import CommandData
from engine.games.sorcery.bots_table import Table, Told, card_of
from engine.games.sorcery.cards import SPELLS

_WORTH_A_SPELL = 36
"""Ways of 216 that a boost must add, or the spell is kept for better use."""


def counters(table: Table, options: list[Told]) -> CommandData:
    """Counter with who breaks the spell in most of the 216 ways the dice fall [14.4]."""
    best: tuple[int, CommandData] = (0, {"kind": "pass"})
    for option in options:
        command: Any = option["command"]
        if command["kind"] == "counter":
            ways = _ways(table, command) - (_WORTH_A_SPELL if command["boost"] else 0)
            if ways > best[0]:
                best = ways, command
    return best[1]


def _ways(table: Table, command: Told) -> int:
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
