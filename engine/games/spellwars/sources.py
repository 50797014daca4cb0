"""The twenty Sources, four of each glyph [1.3]."""

from typing import Final

from engine.games.spellwars.ops import (
    AddFromHand,
    AddRevealed,
    Castle,
    Component,
    CreatureTakesHit,
    Damage,
    DrawDeadWizards,
    GainBlood,
    GainTreasure,
    GiveCard,
    Glyph,
    Heal,
    MoreDice,
    Ops,
    OweTreasure,
    Pay,
    StealBlood,
    Survive,
    TakeCastle,
    TakeTreasure,
    Text,
)


def _source(id_: str, name: str, glyph: Glyph, text: Text, reaction: Ops = ()) -> Component:
    return Component(id=id_, name=name, type="source", glyph=glyph, text=text, reaction=reaction)


SOURCES: Final = (
    _source(
        "ferrule",
        "Madam Ferrule's",
        "arcane",
        Text(target="left", does=(Damage(who="target", flat=3),)),
        reaction=(OweTreasure(),),
    ),
    _source(
        "inkblot",
        "Professor Inkblot's",
        "arcane",
        Text(pay=Pay(cost=2, mode="also", then=(GainTreasure(),)), does=(Heal(dice=1),)),
    ),
    _source(
        "clockwork_nan",
        "Clockwork Nan's",
        "arcane",
        Text(
            target="strongest",
            does=(Damage(who="target", flat=2),),
            castle=Castle(mode="also", then=(Damage(who="target", flat=2),)),
        ),
    ),
    _source(
        "nine_librarians",
        "The Nine Librarians'",
        "arcane",
        Text(does=(GainTreasure(),)),
    ),
    _source(
        "uncle_rot",
        "Uncle Rot's",
        "dark",
        Text(does=(Damage(who="each", flat=1),)),
        reaction=(DrawDeadWizards(count=2),),
    ),
    _source(
        "widow_gloam",
        "Widow Gloam's",
        "dark",
        Text(
            pay=Pay(cost=1, mode="also", then=(Damage(who="target", flat=2),)),
            target="any",
            does=(StealBlood(who="target", flat=2),),
        ),
    ),
    _source(
        "bishop_maggot",
        "Bishop Maggot's",
        "dark",
        Text(target="weakest", does=(Damage(who="target", flat=1, per="dead_wizards", each=2),)),
    ),
    _source(
        "sexton_bram",
        "Sexton Bram's",
        "dark",
        Text(
            pay=Pay(cost=4, mode="double"),
            target="most_blood",
            does=(Damage(who="target", flat=3),),
        ),
    ),
    _source(
        "captain_brine",
        "Captain Brine's",
        "elemental",
        Text(target="right", does=(TakeCastle(), Damage(who="target", flat=1))),
    ),
    _source(
        "auntie_cinder",
        "Auntie Cinder's",
        "elemental",
        Text(target="right", does=(Damage(who="target", dice=1), Damage(who="self", flat=1))),
        reaction=(Damage(who="killer", dice=1),),
    ),
    _source(
        "storm_twins",
        "The Storm Twins'",
        "elemental",
        Text(
            does=(Damage(who="each", flat=1),),
            castle=Castle(mode="instead", then=(Damage(who="each", flat=2),)),
        ),
    ),
    _source(
        "old_man_thaw",
        "Old Man Thaw's",
        "elemental",
        Text(pay=Pay(cost=3, mode="instead", then=(Heal(dice=2),)), does=(Heal(flat=2),)),
    ),
    _source(
        "lady_mirrorwise",
        "Lady Mirrorwise's",
        "illusion",
        Text(target="chance", does=(Damage(who="target", flat=4),)),
        reaction=(CreatureTakesHit(),),
    ),
    _source(
        "count_vanish",
        "Count Vanish's",
        "illusion",
        Text(does=(GiveCard(who="each", type="quality"),)),
    ),
    _source(
        "painted_duke",
        "The Painted Duke's",
        "illusion",
        Text(does=(GainBlood(flat=1), AddFromHand(type="quality"))),
    ),
    _source(
        "mister_nobody",
        "Mister Nobody's",
        "illusion",
        Text(
            pay=Pay(cost=2, mode="also", then=(TakeTreasure(),)),
            target="any",
            does=(Damage(who="target", flat=1, per="treasures_in_play"),),
        ),
    ),
    _source(
        "hedge_king",
        "The Hedge King's",
        "primal",
        Text(target="left", does=(Damage(who="target", flat=1, per="creatures_in_hand"),)),
    ),
    _source(
        "mother_bramble",
        "Mother Bramble's",
        "primal",
        Text(does=(Heal(dice=1),)),
        reaction=(Survive(),),
    ),
    _source(
        "bog_choir",
        "The Bog Choir's",
        "primal",
        Text(
            pay=Pay(cost=4, mode="also", then=(AddRevealed(type="delivery"),)),
            target="left",
            does=(Damage(who="target", flat=1),),
        ),
    ),
    _source(
        "grizzled_ursa",
        "Grizzled Ursa's",
        "primal",
        Text(target="strongest", does=(MoreDice(count=1), Damage(who="target", flat=2))),
    ),
)
