"""Buildings."""

from typing import Final

from engine.games.chosen.models import Building
from engine.games.chosen.ops import (
    Bonus,
    Counters,
    Cure,
    Destroy,
    Discount,
    Draw,
    Forbid,
    GainMp,
    Glory,
    LoseMp,
    Mill,
    Recover,
    Reveal,
    Target,
    Trigger,
    Use,
    Wake,
    WallBonus,
)

BUILDINGS: Final = (
    Building(
        id="salt_exchange", name="Salt Exchange", mp=3, wall=2,
        triggers=(Trigger(when="resource", does=(GainMp(who="you", flat=1),)),),
    ),
    Building(
        id="masons_yard", name="Masons' Yard", mp=3, wall=3, attackers=2, defenders=2,
        constants=(WallBonus(of="levels", amount=1),),
    ),
    Building(
        id="house_of_maps", name="House of Maps", mp=2, wall=2, obstacles=1,
        uses=(Use(sign="turning", mp=1, does=(Draw(who="you", flat=1),)),),
    ),
    Building(
        id="watch_house", name="Watch House", mp=4, wall=3, attackers=2,
        constants=(Bonus(who="own_row", what="level", amount=1, when="obstructing"),),
        uses=(
            Use(
                sign="turning", target=Target(what="level", whose="opposing"), does=(Reveal(),),
            ),
        ),
    ),
    Building(
        id="siege_yard", name="Siege Yard", mp=3, wall=1, defenders=2,
        constants=(Discount(on="siege", amount=1),),
    ),
    Building(
        id="the_lame_mans_hospice", name="The Lame Man's Hospice", mp=3, wall=2,
        uses=(
            Use(
                sign="turning",
                target=Target(what="adventurer", whose="own", awareness="injured"),
                does=(Cure(who="target"),),
            ),
        ),
    ),
    Building(
        id="hall_of_petitions", name="Hall of Petitions", mp=4, wall=3, obstacles=3,
        uses=(
            Use(
                sign="turning", mp=1,
                target=Target(what="adventurer", whose="own", awareness="resting"),
                does=(Wake(who="target"),),
            ),
        ),
    ),
    Building(
        id="the_black_press", name="The Black Press", mp=3, wall=2, obstacles=1,
        uses=(
            Use(
                sign="turning", mp=1, target=Target(what="opponent"),
                does=(Mill(who="target", flat=1),),
            ),
        ),
    ),
    Building(
        id="old_quarry", name="Old Quarry", mp=2, wall=1,
        constants=(Discount(on="building", amount=1), WallBonus(of="buildings", amount=1)),
        triggers=(Trigger(when="enters", does=(Recover(type="building"),)),),
    ),
    Building(
        id="toll_bridge", name="Toll Bridge", mp=4, wall=2, obstacles=3,
        triggers=(Trigger(when="turn_end", does=(LoseMp(who="each_opponent", flat=1),)),),
        uses=(
            Use(
                sign="turning", mp=2, target=Target(what="opponent"),
                does=(Forbid(who="target", what="capture"),),
            ),
        ),
    ),
    Building(
        id="gallows_hill", name="Gallows Hill", mp=3, wall=2, obstacles=0,
        uses=(
            Use(
                sign="one_shot", mp=2,
                target=Target(what="adventurer", whose="opposing", max_level=2),
                does=(Destroy(),),
            ),
        ),
    ),
    Building(
        id="vault_of_small_things", name="Vault of Small Things", mp=4, wall=3, attackers=1,
        constants=(Glory(amount=1, per_counter=True),),
        uses=(Use(sign="turning", mp=3, does=(Counters(flat=1),)),),
    ),
)  # fmt: skip
