"""Events. The permanent ones with a condition or a target may be Omens [1.8].

Nothing is in play when the first Omens enter: what these ask for can be met with the first 6 MP, by
a tower that stands, or by naming an opponent. A player whose Omen never enters is never active.
"""

from typing import Final

from engine.games.chosen.models import Event
from engine.games.chosen.ops import (
    Bars,
    Bonus,
    Condition,
    Counters,
    Damage,
    Destroy,
    Discard,
    Discount,
    Draw,
    LoseMp,
    Mill,
    Target,
    Trigger,
    Use,
    WallBonus,
    WinsAt,
)

EVENTS: Final = (
    Event(
        id="good_harvest", name="Good Harvest", mp=1, duration="instant",
        does=(Draw(who="you", flat=2),),
    ),
    Event(
        id="night_of_knives", name="Night of Knives", mp=2, duration="instant",
        target=Target(what="adventurer", whose="opposing"), does=(Damage(who="target", flat=2),),
    ),
    Event(
        id="torn_proclamation", name="Torn Proclamation", mp=2, duration="instant",
        target=Target(what="event", whose="opposing"), does=(Destroy(),),
    ),
    Event(
        id="the_long_forgetting", name="The Long Forgetting", mp=3, duration="instant",
        condition=Condition(count="awake", at_least=1),
        does=(Mill(who="each_opponent", flat=3), Discard(who="each_opponent")),
    ),
    Event(
        id="week_of_rain", name="Week of Rain", mp=1, duration="turn",
        constants=(Bars(who="everybody", what="siege"),),
    ),
    Event(
        id="marked_for_greatness", name="Marked for Greatness", mp=1, duration="turn",
        target=Target(what="adventurer", whose="own"),
        constants=(
            Bonus(who="target", what="level", amount=1),
            Bonus(who="target", what="physique", amount=2),
        ),
    ),
    Event(
        id="red_comet", name="Red Comet", mp=1, duration="permanent",
        condition=Condition(count="mp", at_least=2),
        constants=(Bonus(who="own_row", what="physique", amount=1),),
    ),
    Event(
        id="oath_of_the_stones", name="Oath of the Stones", mp=3, duration="permanent",
        condition=Condition(count="mp", at_least=4),
        constants=(WallBonus(of="levels", amount=1), WallBonus(of="buildings", amount=1)),
    ),
    Event(
        id="council_of_nine", name="Council of Nine", mp=4, duration="permanent",
        condition=Condition(count="levels", at_least=2),
        constants=(WinsAt(counters=5),),
        triggers=(
            Trigger(
                when="turn_end", condition=Condition(count="awake", at_least=3),
                does=(Counters(flat=1),),
            ),
        ),
        uses=(
            Use(
                sign="repeatable", mp=5, condition=Condition(count="awake", at_least=2),
                does=(Counters(flat=1),),
            ),
        ),
    ),
    Event(
        id="banner_of_ash", name="Banner of Ash", mp=4, duration="permanent",
        target=Target(what="opponent"),
        constants=(
            Discount(on="siege", amount=1),
            Bonus(who="own_row", what="physique", amount=1, when="siege"),
        ),
        triggers=(Trigger(when="resource", does=(LoseMp(who="target", flat=1),)),),
    ),
    Event(
        id="a_debt_to_the_river", name="A Debt to the River", mp=3, duration="permanent",
        target=Target(what="opponent"),
        triggers=(Trigger(when="resource", does=(Mill(who="target", flat=1),)),),
    ),
    Event(
        id="eyes_on_every_road", name="Eyes on Every Road", mp=2, duration="permanent",
        target=Target(what="opponent"),
        constants=(
            Bars(who="target", what="attach_obstacle"),
            Bonus(who="own_row", what="mental", amount=1, when="quest"),
        ),
    ),
)  # fmt: skip
