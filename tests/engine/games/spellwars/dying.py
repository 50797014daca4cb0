"""Deaths of Spell Wars for tests: who kills its killer, and one in the middle of a spell."""

from __future__ import annotations

from tests.engine.games.spellwars.table import Duel, table, wizard

AVENGER = wizard("auntie_cinder humming", life=1)
"""Kills its killer, if that has no more Life than a die shows."""


def seats(duel: Duel, kind: str) -> list[int]:
    """Return whom something happened to in the last command."""
    return [event.seat for event in duel.told(kind)]


def midway(found: str, *, dead_wizard_cards: str = "") -> Duel:
    """Return a duel in which seat 0 has applied the first of several Sources and dies of it.

    ``found`` are the Sources; the first, ferrule, kills seat 1, whose Reaction kills seat 0, which
    has 1 Life. Seats 2 and 3 look on.
    """
    me = wizard(
        "wild_magic humming", life=1, treasures="twin_lantern", dead_wizard_cards=dead_wizard_cards
    )
    before = table(me, AVENGER, wizard(life=9), wizard(life=9), deck=found)
    duel = Duel(before).build("wild:source humming", "auntie_cinder humming", dice=[6, 5, 6, 5])
    return duel.choose("card:ferrule", dice=[4])
