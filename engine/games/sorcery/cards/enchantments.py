"""The enchantments: their tokens lie on figures [13.2]."""

from typing import Final

from engine.games.sorcery.models import Requirement, Spell
from engine.games.sorcery.ops import (
    Aim,
    Bar,
    Cover,
    Damage,
    Deny,
    Expose,
    Grant,
    Lasting,
    Modify,
    Save,
    Way,
)

ENCHANTMENTS: Final[tuple[Spell, ...]] = (
    Spell(
        id="oak_skin",
        name="Oak Skin",
        type="enchantment",
        pages=3,
        affinity=2,
        requires=Requirement(subfaction="circle_of_boughs"),
        browse=2,
        action="special",
        ways=(
            Way(
                aim=Aim(who="friend"),
                lasts=Lasting(rounds=3, traits=(Grant(ability="toughness"),)),
            ),
        ),
    ),
    Spell(
        id="borrowed_wings",
        name="Borrowed Wings",
        type="enchantment",
        pages=3,
        affinity=2,
        requires=Requirement(subfaction="flamekeepers"),
        browse=2,
        action="special",
        ways=(
            Way(
                aim=Aim(who="friend"),
                lasts=Lasting(
                    rounds=2, traits=(Grant(ability="flight"), Modify(value="speed", amount=2))
                ),
            ),
        ),
    ),
    Spell(
        id="grey_cloak",
        name="Grey Cloak",
        type="enchantment",
        pages=2,
        browse=1,
        action="special",
        ways=(
            Way(
                aim=Aim(who="friend"),
                lasts=Lasting(ends="bearer_acts", traits=(Cover(), Grant(ability="stealth"))),
            ),
        ),
    ),
    Spell(
        id="red_edge",
        name="Red Edge",
        type="enchantment",
        pages=2,
        browse=2,
        action="special",
        ways=(
            Way(
                name="sharp",
                aim=Aim(who="friend"),
                lasts=Lasting(rounds=2, traits=(Modify(value="attack", amount=2),)),
            ),
            Way(
                name="heavy",
                aim=Aim(who="friend"),
                lasts=Lasting(
                    rounds=2,
                    traits=(
                        Modify(value="damage", amount=1),
                        Modify(value="ranged_damage", amount=1),
                    ),
                ),
            ),
        ),
    ),
    Spell(
        id="brown_bloom",
        name="Brown Bloom",
        type="enchantment",
        pages=3,
        affinity=2,
        requires=Requirement(faction="kiln_guild"),
        browse=2,
        action="special",
        ways=(
            Way(
                aim=Aim(who="enemy"),
                lasts=Lasting(
                    rounds=3,
                    traits=(Modify(value="defence", amount=-2), Deny(ability="toughness")),
                ),
            ),
        ),
    ),
    Spell(
        id="knotted_tongue",
        name="Knotted Tongue",
        type="enchantment",
        pages=3,
        browse=3,
        action="special",
        ways=(
            Way(
                aim=Aim(who="enemy", sorcerer=True),
                does=(Expose(who="marked"),),
                lasts=Lasting(rounds=2, traits=(Bar(act="cast"), Bar(act="counter"))),
            ),
        ),
    ),
    Spell(
        id="root_hold",
        name="Root Hold",
        type="enchantment",
        pages=3,
        affinity=2,
        requires=Requirement(faction="hill_moots"),
        browse=2,
        action="special",
        ways=(
            Way(
                aim=Aim(who="enemy"),
                lasts=Lasting(rounds=1, ends="bearer_hit", traits=(Bar(act="move"),)),
            ),
        ),
    ),
    Spell(
        id="wasting_mark",
        name="Wasting Mark",
        type="enchantment",
        pages=4,
        requires=Requirement(subfaction="leechwrights"),
        browse=3,
        action="special",
        after="face_down_bottom",
        ways=(
            Way(
                aim=Aim(who="enemy"),
                lasts=Lasting(
                    rounds=3,
                    traits=(Modify(value="speed", amount=-2),),
                    at_turn_end=(Damage(who="marked", flat=1),),
                ),
            ),
        ),
    ),
    Spell(
        id="second_shadow",
        name="Second Shadow",
        type="enchantment",
        pages=4,
        requires=Requirement(faction="starborn"),
        browse=3,
        action="special",
        ways=(Way(aim=Aim(who="friend"), lasts=Lasting(traits=(Save(),))),),
    ),
)
