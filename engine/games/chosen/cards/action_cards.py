"""Action cards: fast effects of the hand [5.4]."""

from typing import Final

from engine.games.chosen.models import ActionCard
from engine.games.chosen.ops import (
    Change,
    Cure,
    Damage,
    Neutralise,
    NeutraliseOmen,
    Rest,
    SendHome,
    Target,
    ToHand,
    ToStorage,
)

ACTION_CARDS: Final = (
    ActionCard(
        id="cold_steel", name="Cold Steel", mp=1,
        target=Target(what="adventurer"), does=(Damage(who="target", flat=1),),
    ),
    ActionCard(
        id="second_wind", name="Second Wind", mp=1,
        target=Target(what="adventurer", whose="own"),
        does=(Cure(who="target"), Change(who="target", what="level", amount=1)),
    ),
    ActionCard(
        id="not_today", name="Not Today", mp=2,
        target=Target(what="act", whose="opposing", acts=("summon",)), does=(Neutralise(),),
    ),
    ActionCard(
        id="turn_the_glass", name="Turn the Glass", mp=2,
        target=Target(what="omen", whose="opposing"), does=(NeutraliseOmen(),),
    ),
    ActionCard(
        id="back_the_way_we_came", name="Back the Way We Came", mp=1,
        target=Target(what="adventurer", whose="own", in_manoeuvre=True),
        does=(SendHome(who="target"),),
    ),
    ActionCard(
        id="called_away", name="Called Away", mp=2,
        target=Target(what="adventurer", whose="opposing", max_level=3),
        does=(ToHand(who="target"),),
    ),
    ActionCard(
        id="cut_the_leash", name="Cut the Leash", mp=1,
        target=Target(what="ally", whose="opposing"), does=(ToStorage(),),
    ),
    ActionCard(
        id="a_heavy_supper", name="A Heavy Supper", mp=1,
        target=Target(what="adventurer", whose="opposing", awareness="awake"),
        does=(Rest(who="target"),),
    ),
)  # fmt: skip
