"""The twenty-five Treasures, one of each [1.5]."""

from typing import Final

from engine.games.spellwars.ops import (
    CreatureDamage,
    CreatureLife,
    Damage,
    GainBlood,
    GainTreasure,
    GlyphDie,
    Heal,
    HighRollBlood,
    KillBlood,
    MoreDice,
    PaidUse,
    RerollOnes,
    StealBlood,
    SwapTreasure,
    TakeCastle,
    Timed,
    Treasure,
    Tuck,
    TuckCard,
    WildFindsTwo,
)

TREASURES: Final = (
    Treasure(id="second_glance", name="Spectacles of the Second Glance", passive=RerollOnes()),
    Treasure(id="spiked_collar", name="Spiked Collar", passive=CreatureDamage(more=1)),
    Treasure(id="trophy_hook", name="Trophy Hook", passive=KillBlood(more=1)),
    Treasure(
        id="gamblers_vein",
        name="Gambler's Vein",
        passive=HighRollBlood(at_least=13, blood=1),
    ),
    Treasure(
        id="deep_pocket", name="Coat with a Deep Pocket", passive=Tuck(), gained=(TuckCard(),)
    ),
    Treasure(id="twin_lantern", name="Twin Lantern", passive=WildFindsTwo()),
    Treasure(id="brass_orrery", name="Brass Orrery", passive=GlyphDie(glyph="arcane")),
    Treasure(id="knuckle_purse", name="Purse of Knuckles", passive=GlyphDie(glyph="dark")),
    Treasure(id="wet_match", name="The Wet Match", passive=GlyphDie(glyph="elemental")),
    Treasure(id="feeding_bell", name="Feeding Bell", passive=CreatureLife(heal=1)),
    Treasure(id="loaded_thumb", name="Loaded Thumb", paid=PaidUse(cost=2, when="rolled")),
    Treasure(
        id="pickled_leech",
        name="Pickled Leech",
        paid=PaidUse(cost=3, when="opening", does=(Heal(flat=2),)),
    ),
    Treasure(id="short_leash", name="A Short Leash", paid=PaidUse(cost=3, when="unkept")),
    Treasure(
        id="hurling_urn",
        name="Hurling Urn",
        paid=PaidUse(cost=4, when="closing", target="any", does=(Damage(who="target", flat=2),)),
    ),
    Treasure(
        id="tall_poppy_scythe",
        name="Tall Poppy Scythe",
        paid=PaidUse(
            cost=2,
            when="closing",
            target="strongest",
            does=(Damage(who="target", per="fives_of_life"),),
        ),
    ),
    Treasure(
        id="humming_skull",
        name="Humming Skull",
        paid=PaidUse(cost=1, when="opening", does=(MoreDice(count=1),)),
    ),
    Treasure(
        id="forged_deed",
        name="Forged Deed",
        paid=PaidUse(cost=5, when="closing", does=(TakeCastle(),)),
    ),
    Treasure(
        id="tax_imp",
        name="Tax Imp in a Jar",
        timed=Timed(when="opening", target="any", does=(StealBlood(who="target", flat=1),)),
    ),
    Treasure(
        id="short_straw",
        name="The Short Straw",
        timed=Timed(when="turn_end", condition="weakest", does=(Heal(flat=2), GainTreasure())),
    ),
    Treasure(
        id="late_bell",
        name="The Late Bell",
        timed=Timed(when="last", does=(GainTreasure(),)),
    ),
    Treasure(
        id="early_worm",
        name="Early Worm",
        timed=Timed(when="first", does=(SwapTreasure(),)),
    ),
    Treasure(
        id="warming_pan",
        name="Warming Pan of State",
        timed=Timed(when="turn_end", condition="castle_owner", does=(Heal(flat=1),)),
    ),
    Treasure(
        id="beggars_bowl",
        name="Beggar's Bowl",
        timed=Timed(when="closing", condition="no_blood", does=(GainBlood(flat=1),)),
    ),
    Treasure(id="phoenix_egg", name="Half a Phoenix Egg", gained=(Heal(flat=3),)),
    Treasure(
        id="rude_horn",
        name="Rude Horn",
        gained=(Damage(who="each", flat=1), GainBlood(flat=1)),
    ),
)
