"""Tower levels."""

from typing import Final

from engine.games.chosen.models import TowerLevel
from engine.games.chosen.ops import (
    Bonus,
    Damage,
    Discard,
    Draw,
    GainMp,
    LoseMp,
    Search,
    SendHome,
    Strength,
    Target,
    Trigger,
    Use,
    Wake,
    Wall,
)

TOWER_LEVELS: Final = (
    TowerLevel(
        id="murder_stair", name="Murder Stair", wall=2,
        triggers=(Trigger(when="revealed", does=(Damage(who="initiating_team", flat=1),)),),
    ),
    TowerLevel(
        id="granary", name="Granary", wall=2,
        triggers=(Trigger(when="revealed", does=(Draw(who="you", flat=2),)),),
    ),
    TowerLevel(id="iron_gallery", name="Iron Gallery", wall=3),
    TowerLevel(id="deep_cistern", name="Deep Cistern", wall=3),
    TowerLevel(
        id="toll_hall", name="Toll Hall", wall=2,
        triggers=(
            Trigger(
                when="revealed", does=(LoseMp(who="initiator", flat=1), GainMp(who="you", flat=1)),
            ),
        ),
    ),
    TowerLevel(
        id="hall_of_banners", name="Hall of Banners", wall=2,
        triggers=(
            Trigger(when="revealed", does=(Strength(amount=-1),)),
        ),
    ),
    TowerLevel(
        id="mirror_room", name="Mirror Room", wall=2,
        triggers=(
            Trigger(
                when="revealed",
                target=Target(what="adventurer", whose="opposing", in_manoeuvre=True),
                does=(SendHome(who="target"),),
            ),
        ),
    ),
    TowerLevel(
        id="the_long_archive", name="The Long Archive", wall=2,
        triggers=(Trigger(when="revealed", does=(Search(type="action_card"),)),),
    ),
    TowerLevel(
        id="sally_port", name="Sally Port", wall=2,
        triggers=(Trigger(when="revealed", does=(Wake(who="own_row"),)),),
    ),
    TowerLevel(
        id="oubliette", name="Oubliette", wall=2,
        triggers=(
            Trigger(when="revealed", does=(Discard(who="initiator", count=2, by_chance=True),)),
        ),
    ),
    TowerLevel(
        id="bell_chamber", name="Bell Chamber", wall=3,
        constants=(Bonus(who="own_row", what="physique", amount=2, when="obstructing"),),
    ),
    TowerLevel(
        id="roof_of_crows", name="Roof of Crows", wall=2,
        uses=(Use(sign="turning", mp=1, fight=True, fast=True, does=(Wall(amount=1),)),),
    ),
)  # fmt: skip
