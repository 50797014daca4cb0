"""Traps and beasts."""

from typing import Final

from engine.games.chosen.models import Beast, Trap
from engine.games.chosen.ops import (
    Change,
    Damage,
    Discard,
    EndManoeuvre,
    Forbid,
    Injure,
    LoseMp,
    Strength,
    Wall,
)

OBSTACLES: Final = (
    Trap(
        id="pit_of_nails", name="Pit of Nails", mp=1,
        does=(Damage(who="initiating_team", flat=1),),
    ),
    Trap(
        id="greased_steps", name="Greased Steps",
        does=(Strength(amount=-2),),
    ),
    Trap(
        id="false_treasury", name="False Treasury",
        does=(LoseMp(who="initiator", flat=2),),
    ),
    Trap(
        id="smoke_and_tar", name="Smoke and Tar", mp=1,
        does=(Change(who="initiating_team", what="physique", amount=-3),),
    ),
    Trap(
        id="the_sweet_well", name="The Sweet Well", mp=2,
        does=(Injure(who="initiating_team"),),
    ),
    Trap(
        id="iron_harrow", name="Iron Harrow", mp=2, rests_own=True,
        does=(EndManoeuvre(),),
    ),
    Trap(
        id="hall_of_echoes", name="Hall of Echoes",
        does=(Discard(who="initiator"),),
    ),
    Trap(
        id="walled_up_door", name="Walled-Up Door", mp=1,
        does=(Wall(amount=2),),
    ),
    Trap(
        id="bogged_lane", name="Bogged Lane", rests_own=True,
        does=(
            Strength(amount=-2), Forbid(who="initiator", what="siege"),
        ),
    ),
    Beast(id="cellar_hounds", name="Cellar Hounds", number=2, attack=7, damage=1),
    Beast(id="the_old_sow", name="The Old Sow", mp=1, number=1, attack=8, damage=3),
    Beast(id="the_toll_eater", name="The Toll-Eater", mp=1, number=1, attack=9, damage=2),
    Beast(id="carrion_choir", name="Carrion Choir", mp=1, number=4, attack=5, damage=1),
    Beast(id="moat_eel", name="Moat Eel", number=1, attack=7, damage=1),
    Beast(
        id="what_the_granary_hid", name="What the Granary Hid", mp=2,
        number=2, attack=8, damage=2,
    ),
    Beast(
        id="stone_bull", name="Stone Bull", mp=1, rests_own=True,
        number=1, attack=10, damage=3,
    ),
)  # fmt: skip
