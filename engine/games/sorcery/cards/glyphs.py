"""The glyphs: their tokens lie on the field, by their creators [13.4]."""

from typing import Final

from engine.games.sorcery.models import Requirement, Spell
from engine.games.sorcery.ops import (
    Bar,
    Cover,
    Damage,
    Deny,
    Grant,
    Heal,
    Lasting,
    Modify,
    Rest,
    Rough,
    Way,
)


def _glyph(lasts: Lasting, name: str = "") -> Way:
    return Way(name=name, lasts=lasts)


GLYPHS: Final[tuple[Spell, ...]] = (
    Spell(
        id="ward_stone",
        name="Ward Stone",
        type="glyph",
        pages=2,
        browse=2,
        action="special",
        ways=(
            _glyph(Lasting(side="friends", inches=3, traits=(Modify(value="defence", amount=1),))),
        ),
    ),
    Spell(
        id="coal_circle",
        name="Coal Circle",
        type="glyph",
        pages=3,
        affinity=2,
        requires=Requirement(faction="steppe_hosts"),
        browse=2,
        action="special",
        ways=(
            _glyph(Lasting(side="enemies", inches=3, at_turn_end=(Damage(who="marked", flat=1),))),
        ),
    ),
    Spell(
        id="spring_line",
        name="Spring Line",
        type="glyph",
        pages=3,
        affinity=2,
        requires=Requirement(faction="harbour_league"),
        browse=2,
        action="special",
        ways=(
            _glyph(Lasting(rounds=4, side="friends", at_turn_end=(Heal(who="marked", flat=1),))),
        ),
    ),
    Spell(
        id="truce_ground",
        name="Truce Ground",
        type="glyph",
        pages=4,
        browse=3,
        action="special",
        after="face_down_top",
        ways=(
            _glyph(
                Lasting(
                    rounds=2,
                    inches=4,
                    traits=(
                        Bar(act="close_combat"),
                        Bar(act="ranged_combat"),
                        Bar(act="cast"),
                        Modify(value="defence", amount=2),
                    ),
                )
            ),
        ),
    ),
    Spell(
        id="caltrop_seal",
        name="Caltrop Seal",
        type="glyph",
        pages=2,
        browse=1,
        action="special",
        ways=(_glyph(Lasting(side="enemies", inches=4, traits=(Rough(),))),),
    ),
    Spell(
        id="amplifying_ring",
        name="Amplifying Ring",
        type="glyph",
        pages=3,
        browse=2,
        action="special",
        ways=(
            _glyph(
                Lasting(
                    side="friends",
                    traits=(
                        Modify(value="range", amount=3),
                        Modify(value="attack", amount=1),
                        Grant(ability="focus"),
                    ),
                )
            ),
        ),
    ),
    Spell(
        id="silence_sigil",
        name="Silence Sigil",
        type="glyph",
        pages=4,
        requires=Requirement(subfaction="lent_quills"),
        browse=3,
        action="special",
        ways=(
            _glyph(
                Lasting(
                    rounds=3,
                    side="enemies",
                    inches=5,
                    traits=(Bar(act="cast"), Bar(act="counter"), Deny(ability="flight")),
                )
            ),
        ),
    ),
    Spell(
        id="hearth_mark",
        name="Hearth Mark",
        type="glyph",
        pages=3,
        browse=2,
        action="special",
        ways=(
            _glyph(Lasting(side="friends", inches=2, at_turn_end=(Rest(who="marked"),)), "warmth"),
            _glyph(Lasting(side="friends", inches=4, traits=(Cover(),)), "smoke"),
        ),
    ),
)
