"""The twenty Qualities, four of each glyph [1.3]."""

from typing import Final

from engine.games.spellwars.ops import (
    AddFromHand,
    AddRevealed,
    Banish,
    Castle,
    Component,
    Damage,
    DiscardCard,
    GainTreasure,
    Glyph,
    Heal,
    MoreDice,
    Pay,
    Roll,
    StealBlood,
    TakeCastle,
    TakeTreasure,
    Text,
)


def _quality(id_: str, name: str, glyph: Glyph, text: Text) -> Component:
    return Component(id=id_, name=name, type="quality", glyph=glyph, text=text)


def _bands(low: int, mid: int, high: int) -> Roll:
    return Roll(
        low=(Damage(who="target", flat=low),),
        mid=(Damage(who="target", flat=mid),),
        high=(Damage(who="target", flat=high),),
    )


QUALITIES: Final = (
    _quality("humming", "Humming", "arcane", Text(target="any", roll=_bands(1, 3, 5))),
    _quality(
        "thrice_folded",
        "Thrice-Folded",
        "arcane",
        Text(pay=Pay(cost=1, mode="also", then=(Heal(flat=2),)), does=(MoreDice(count=2),)),
    ),
    _quality(
        "overannotated",
        "Overannotated",
        "arcane",
        Text(target="right", does=(Damage(who="target", flat=1), AddFromHand(type="source"))),
    ),
    _quality(
        "gilded",
        "Gilded",
        "arcane",
        Text(
            pay=Pay(cost=3, mode="also", then=(GainTreasure(), Heal(flat=1))),
            does=(GainTreasure(),),
        ),
    ),
    _quality(
        "fly_blown",
        "Fly-Blown",
        "dark",
        Text(pay=Pay(cost=3, mode="double"), does=(Damage(who="each", flat=1),)),
    ),
    _quality(
        "blood_fed",
        "Blood-Fed",
        "dark",
        Text(
            pay=Pay(cost="x", mode="also", then=(Damage(who="target", per="blood_paid"),)),
            target="any",
            does=(Damage(who="target", flat=1),),
        ),
    ),
    _quality(
        "grave_cold",
        "Grave-Cold",
        "dark",
        Text(
            target="weakest",
            does=(Damage(who="target", flat=2),),
            castle=Castle(mode="also", then=(StealBlood(who="target", flat=2),)),
        ),
    ),
    _quality(
        "leeching",
        "Leeching",
        "dark",
        Text(
            target="most_blood",
            roll=Roll(
                low=(StealBlood(who="target", flat=1),),
                mid=(StealBlood(who="target", flat=2), Damage(who="target", flat=1)),
                high=(StealBlood(who="target", flat=3), Damage(who="target", flat=3)),
            ),
        ),
    ),
    _quality("scorching", "Scorching", "elemental", Text(target="left", roll=_bands(1, 2, 5))),
    _quality(
        "flooded",
        "Flooded",
        "elemental",
        Text(
            target="left",
            does=(Damage(who="target", flat=2), DiscardCard(who="each", type="delivery")),
        ),
    ),
    _quality(
        "squally",
        "Squally",
        "elemental",
        Text(pay=Pay(cost=4, mode="double"), does=(Damage(who="each_acted", flat=2),)),
    ),
    _quality(
        "frostbitten",
        "Frostbitten",
        "elemental",
        Text(target="right", does=(Damage(who="target", flat=2), Banish())),
    ),
    _quality(
        "sidelong",
        "Sidelong",
        "illusion",
        Text(target="another", does=(Damage(who="target", flat=3),)),
    ),
    _quality(
        "borrowed",
        "Borrowed",
        "illusion",
        Text(
            pay=Pay(cost=5, mode="also", then=(TakeTreasure(),)),
            target="any",
            does=(Damage(who="target", flat=2),),
        ),
    ),
    _quality(
        "backwards",
        "Backwards",
        "illusion",
        Text(
            target="right",
            does=(StealBlood(who="target", flat=1),),
            castle=Castle(
                mode="instead",
                then=(StealBlood(who="target", flat=2), Damage(who="target", flat=2)),
            ),
        ),
    ),
    _quality(
        "unlikely",
        "Unlikely",
        "illusion",
        Text(
            pay=Pay(cost=2, mode="also", then=(Heal(flat=3),)), does=(AddRevealed(type="source"),)
        ),
    ),
    _quality("thorny", "Thorny", "primal", Text(does=(Damage(who="each_no_creature", flat=2),))),
    _quality(
        "mossy",
        "Mossy",
        "primal",
        Text(pay=Pay(cost=2, mode="double"), does=(Heal(dice=1),)),
    ),
    _quality(
        "stampeding",
        "Stampeding",
        "primal",
        Text(
            target="strongest",
            roll=Roll(
                low=(Damage(who="target", flat=1),),
                mid=(Damage(who="target", flat=3),),
                high=(Damage(who="target", flat=3), Damage(who="each_other", flat=1)),
            ),
        ),
    ),
    _quality(
        "moonstruck",
        "Moonstruck",
        "primal",
        Text(
            pay=Pay(cost=3, mode="also", then=(TakeCastle(),)),
            target="any",
            does=(Damage(who="target", flat=1, per="tokens", each=2),),
        ),
    ),
)
