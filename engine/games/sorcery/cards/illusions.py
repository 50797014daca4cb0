"""The illusions: they work on the whole field, like weather [13.8]."""

from typing import Final

from engine.games.sorcery.models import Requirement, Spell
from engine.games.sorcery.ops import (
    Cover,
    Deny,
    Grant,
    Lasting,
    Modify,
    Rough,
    Sight,
    Way,
)


def _illusion(lasts: Lasting, name: str = "") -> Way:
    return Way(name=name, lasts=lasts)


ILLUSIONS: Final[tuple[Spell, ...]] = (
    Spell(
        id="low_cloud",
        name="Low Cloud",
        type="illusion",
        pages=3,
        browse=2,
        action="special",
        ways=(_illusion(Lasting(rounds=2, traits=(Sight(inches=6),))),),
    ),
    Spell(
        id="false_ground",
        name="False Ground",
        type="illusion",
        pages=3,
        affinity=2,
        requires=Requirement(faction="silver_court"),
        browse=2,
        action="special",
        ways=(_illusion(Lasting(rounds=1, side="enemies", traits=(Rough(),))),),
    ),
    Spell(
        id="painted_host",
        name="Painted Host",
        type="illusion",
        pages=2,
        browse=2,
        action="special",
        ways=(_illusion(Lasting(rounds=2, side="friends", traits=(Cover(),))),),
    ),
    Spell(
        id="dread_drums",
        name="Dread Drums",
        type="illusion",
        pages=3,
        affinity=2,
        requires=Requirement(subfaction="hide_drummers"),
        browse=2,
        action="special",
        ways=(
            _illusion(
                Lasting(
                    rounds=2,
                    ends="caster_hit",
                    side="enemies",
                    traits=(Modify(value="attack", amount=-1), Deny(ability="fearless")),
                )
            ),
        ),
    ),
    Spell(
        id="noon_glare",
        name="Noon Glare",
        type="illusion",
        pages=2,
        browse=1,
        action="special",
        ways=(_illusion(Lasting(rounds=2, traits=(Modify(value="range", amount=-3),))),),
    ),
    Spell(
        id="following_wind",
        name="Following Wind",
        type="illusion",
        pages=3,
        affinity=2,
        requires=Requirement(faction="hill_moots"),
        browse=2,
        action="special",
        ways=(
            _illusion(
                Lasting(rounds=2, side="friends", traits=(Modify(value="speed", amount=2),)),
                "wind behind",
            ),
            _illusion(
                Lasting(rounds=2, side="enemies", traits=(Modify(value="speed", amount=-2),)),
                "wind ahead",
            ),
        ),
    ),
    Spell(
        id="brave_songs",
        name="Brave Songs",
        type="illusion",
        pages=3,
        browse=2,
        action="special",
        ways=(
            _illusion(
                Lasting(
                    rounds=2,
                    ends="caster_hit",
                    side="friends",
                    traits=(Grant(ability="fearless"), Modify(value="attack", amount=1)),
                )
            ),
        ),
    ),
    Spell(
        id="night_at_noon",
        name="Night at Noon",
        type="illusion",
        pages=4,
        browse=3,
        action="special",
        ways=(
            _illusion(
                Lasting(
                    rounds=2,
                    traits=(Sight(inches=3), Modify(value="attack", amount=-1)),
                )
            ),
        ),
    ),
)
