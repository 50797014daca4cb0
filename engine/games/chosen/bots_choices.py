"""How a simple player answers: choices, and fast effects before a fight."""

from collections.abc import Sequence
from typing import Final

from engine.core.options import CommandData
from engine.core.question import card_of
from engine.core.rng import Rng
from engine.games.chosen.bots_acts import aim
from engine.games.chosen.bots_table import Table, Told
from engine.games.chosen.cards import CARDS

_PASS: Final = {"kind": "pass"}
_CLOSE: Final = 3
"""A fight is close if strengths differ by no more."""


def picked(table: Table, options: Sequence[Told]) -> CommandData:
    """Return the answer to a choice: agree, take what there is, aim at the strongest."""
    commands = [option["command"] for option in options]
    if table.view["question"]["subject"]["about"] in {"target", "afflicted", "omen"}:
        return max(commands, key=lambda command: aim(table, command["pick"], own=False))
    if table.view["question"]["subject"]["about"] == "discard":
        return min(commands, key=lambda command: _mp(command["pick"]))
    wanted = [command for command in commands if command["pick"] not in {"none", "no"}]
    return max(wanted or commands, key=lambda command: _mp(command["pick"]))


def _mp(pick: str) -> int:
    card = CARDS.get(card_of(pick))
    return 0 if card is None else getattr(card, "mp", 0)


def prepared(table: Table, options: Sequence[Told], rng: Rng) -> CommandData:
    """Return a fast effect that turns a close fight, or pass."""
    running = table.running
    if running is None or running["winner"] is not None or not _ours(table, running):
        return _PASS
    mine, theirs = running["team"], running["opposing"]
    target = table.pieces.get(running["target"] or "")
    wall = 0 if target is None or running["kind"] == "quest" else table.wall(target)
    ahead = table.levels(mine) - table.levels(theirs) - wall
    if not _leads(table, running):
        mine, theirs, ahead = theirs, mine, -ahead
    if not -_CLOSE <= ahead <= 1:
        return _PASS
    useful = [
        command
        for option in options
        if (command := option.get("command")) is not None and _helps(command, mine, theirs)
    ]
    return rng.choice(useful) if useful else _PASS


def _leads(table: Table, running: Told) -> bool:
    return table.side_of(running["seat"]) == table.side


def _ours(table: Table, running: Told) -> bool:
    obstructor = running["obstructor"]
    return _leads(table, running) or (
        obstructor is not None and table.side_of(obstructor) == table.side
    )


_HELPFUL: Final = frozenset({"damage", "change", "heal", "cure"})


def _helps(command: CommandData, mine: Sequence[str], theirs: Sequence[str]) -> bool:
    """Strengthen who fights for us, weaken who fights against us."""
    if command["kind"] != "summon":
        return False
    card = CARDS[command["card"]]
    ops = {op.op for op in getattr(card, "does", ())}
    if not ops & _HELPFUL:
        return False
    return command["target"] in (theirs if "damage" in ops else mine)
