"""Allies."""

from typing import Final

from engine.games.chosen.models import Ally
from engine.games.chosen.ops import Bonus, Damage, Heal, StartFight, Target, Use

ALLIES: Final = (
    Ally(
        id="grey_hound", name="Grey Hound", mp=1,
        constants=(Bonus(who="bearer", what="level", amount=1),),
    ),
    Ally(
        id="hired_archer", name="Hired Archer", mp=2,
        uses=(
            Use(
                sign="sacrifice", fast=True, fight=True,
                target=Target(what="adventurer", whose="opposing", in_manoeuvre=True),
                does=(Damage(who="target", flat=2),),
            ),
        ),
    ),
    Ally(
        id="shield_bearer", name="Shield-Bearer", mp=1,
        constants=(Bonus(who="bearer", what="physique", amount=1),),
        uses=(Use(sign="turning", fast=True, does=(Heal(who="bearer", flat=1),)),),
    ),
    Ally(
        id="drummer_girl", name="Drummer Girl", mp=2,
        uses=(
            Use(
                sign="turning", mp=1, target=Target(what="opponent"), does=(StartFight(),),
            ),
        ),
    ),
)  # fmt: skip
