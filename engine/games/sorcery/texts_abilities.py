"""The special abilities in words [15]."""

from collections.abc import Mapping
from typing import Final

from engine.games.sorcery.ops import Ability

MEANING: Final[Mapping[Ability, str]] = {
    "focus": "+1 to its roll against a counter, and as counter",
    "spellbreach": "its attacks and spells may ignore magic immunity and magic defence",
    "syphon_energy": (
        "in the command phase, once a turn, it may deal 1 damage that can't be reduced to another "
        "of your figures in contact, to lose an action token"
    ),
    "wrath_of_nature": (
        "before each attack it rolls a die; if that is no more than its damage (in close combat) "
        "or its ranged damage, it is added to the attack"
    ),
    "mana_harmony": "a browse cost of 3 marks is one of 2 marks in its book",
    "magestone_trance": (
        "it may take a second action a turn, if it has fewer than 2 action tokens; after that it "
        "rolls 2 dice: less than its attack is 1 damage that can't be reduced and another roll, "
        "as much is another roll, more is the end"
    ),
    "ancient_lore": "it meets the requirement of every spell",
    "mind_probe": (
        "in the command phase, once a turn, it may get an ability at the click of a figure within "
        "its range, until the turn ends"
    ),
    "pact": "it has the factions of all your figures",
    "confusion": (
        "nobody gangs up on a figure within 10 inches of it; in close and ranged combat it may use "
        "the attack value of another figure of its subfaction, whoever's"
    ),
    "toughness": "damage dealt to it is 1 less, if it can be reduced",
    "flight": ("it moves over bases and terrain at no extra cost, and needs no roll to break away"),
    "stealth": "a line of fire to it that is hindered is blocked",
    "mend": "by a special action it or another of your figures in contact heals 1",
    "fearless": "pushing does not damage it",
}


def named(ability: Ability) -> str:
    """Return an ability as it reads in a sentence."""
    return ability.replace("_", " ")


def told(ability: Ability) -> str:
    """Return an ability with its meaning."""
    return f"{named(ability)} ({MEANING[ability]})"
