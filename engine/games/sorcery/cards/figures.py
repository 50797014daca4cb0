"""The 24 figures: nine factions and the wild, each subfaction at least once."""

from typing import Final

from engine.games.sorcery.models import Click, FigureCard
from engine.games.sorcery.ops import Ability


def _dial(rows: str, *abilities: tuple[Ability, int]) -> tuple[Click, ...]:
    """Return a dial from rows of speed/attack/defence/damage/ranged damage.

    Each ability stands on so many clicks, from the first on.
    """
    dial: list[Click] = []
    for number, row in enumerate(rows.split()):
        speed, attack, defence, damage, ranged = (int(part) for part in row.split("/"))
        dial.append(
            Click(
                speed=speed,
                attack=attack,
                defence=defence,
                damage=damage,
                ranged_damage=ranged,
                abilities=tuple(ability for ability, clicks in abilities if number < clicks),
            )
        )
    return tuple(dial)


_TIDAL: Final = (
    FigureCard(
        id="reef_caller",
        name="Reef Caller",
        points=58,
        faction="harbour_league",
        subfaction="wavecallers",
        attack_type="wand",
        attack_bonus=1,
        range=10,
        slots=1,
        dial=_dial(
            "8/9/15/1/2 8/9/15/1/2 7/8/14/1/2 7/7/14/1/1 6/6/13/1/1 6/6/13/1/1", ("focus", 5)
        ),
    ),
    FigureCard(
        id="harbour_pike",
        name="Harbour Pike",
        points=26,
        faction="harbour_league",
        attack_type="sword",
        attack_bonus=1,
        dial=_dial("8/8/15/2/0 8/8/14/2/0 7/7/14/2/0 7/7/13/1/0 6/6/13/1/0"),
    ),
)
_POWDER: Final = (
    FigureCard(
        id="slag_warden",
        name="Slag Warden",
        points=44,
        faction="kiln_guild",
        subfaction="slag_wardens",
        attack_type="sword",
        attack_bonus=1,
        large=True,
        dial=_dial(
            "6/9/16/3/0 6/9/16/3/0 6/8/15/3/0 5/8/15/2/0 5/7/14/2/0 5/6/14/2/0",
            ("spellbreach", 6),
            ("toughness", 3),
        ),
    ),
    FigureCard(
        id="fuse_marksman",
        name="Fuse Marksman",
        points=38,
        faction="kiln_guild",
        subfaction="slag_wardens",
        attack_type="bow",
        attack_bonus=2,
        range=12,
        targets=2,
        slots=1,
        dial=_dial("7/8/14/1/3 7/8/14/1/3 7/7/13/1/2 6/7/13/1/2 6/6/12/1/2", ("spellbreach", 3)),
    ),
)
_NIGHT: Final = (
    FigureCard(
        id="vein_reader",
        name="Vein Reader",
        points=54,
        faction="pale_march",
        subfaction="leechwrights",
        attack_type="wand",
        attack_bonus=1,
        range=10,
        slots=1,
        dial=_dial("8/9/15/2/2 8/9/14/2/2 7/8/14/2/2 7/8/13/1/1 6/7/13/1/1", ("syphon_energy", 5)),
    ),
    FigureCard(
        id="grave_levy",
        name="Grave Levy",
        points=18,
        faction="pale_march",
        attack_type="sword",
        dial=_dial("6/7/13/2/0 6/7/13/2/0 6/6/13/1/0 5/6/12/1/0 5/5/12/1/0", ("fearless", 5)),
    ),
    FigureCard(
        id="black_pennant",
        name="Black Pennant",
        points=47,
        faction="pale_march",
        attack_type="sword",
        attack_bonus=2,
        large=True,
        dial=_dial("11/9/16/3/0 11/9/15/3/0 10/8/15/2/0 9/8/14/2/0 8/7/14/2/0"),
    ),
)
_FREE: Final = (
    FigureCard(
        id="thunder_reeve",
        name="Thunder Reeve",
        points=62,
        faction="hill_moots",
        subfaction="stormspeakers",
        attack_type="wand",
        attack_bonus=1,
        range=12,
        slots=1,
        dial=_dial(
            "8/9/15/2/3 8/8/15/2/3 7/8/14/2/2 7/7/14/1/2 6/7/13/1/2 6/6/13/1/1",
            ("wrath_of_nature", 4),
        ),
    ),
    FigureCard(
        id="hedge_runner",
        name="Hedge Runner",
        points=29,
        faction="hill_moots",
        attack_type="bow",
        attack_bonus=1,
        range=10,
        dial=_dial("10/8/14/1/2 10/8/14/1/2 9/7/13/1/2 8/7/13/1/1 8/6/12/1/1", ("stealth", 4)),
    ),
)
_SILVER: Final = (
    FigureCard(
        id="bough_reader",
        name="Bough Reader",
        points=57,
        faction="silver_court",
        subfaction="circle_of_boughs",
        attack_type="wand",
        attack_bonus=1,
        range=12,
        slots=1,
        dial=_dial("9/9/15/1/2 9/9/15/1/2 8/8/14/1/2 8/8/14/1/2 7/7/13/1/1", ("mana_harmony", 5)),
    ),
    FigureCard(
        id="silver_lance",
        name="Silver Lance",
        points=50,
        faction="silver_court",
        attack_type="sword",
        attack_bonus=1,
        defence_type="magic",
        large=True,
        dial=_dial("12/9/16/3/0 12/9/16/3/0 11/8/15/2/0 10/8/15/2/0 9/7/14/2/0"),
    ),
    FigureCard(
        id="leaf_surgeon",
        name="Leaf Surgeon",
        points=31,
        faction="silver_court",
        attack_type="wand",
        range=8,
        slots=1,
        dial=_dial("8/7/15/1/1 8/7/15/1/1 7/6/14/1/1 7/6/14/1/1", ("mend", 4)),
    ),
)
_KHAN: Final = (
    FigureCard(
        id="bone_drummer",
        name="Bone Drummer",
        points=49,
        faction="steppe_hosts",
        subfaction="hide_drummers",
        attack_type="wand",
        range=8,
        slots=1,
        dial=_dial(
            "8/8/14/2/2 8/8/14/2/2 8/7/14/2/2 7/7/13/2/1 7/6/13/1/1 6/6/12/1/1",
            ("magestone_trance", 6),
        ),
    ),
    FigureCard(
        id="axe_rider",
        name="Axe Rider",
        points=36,
        faction="steppe_hosts",
        attack_type="sword",
        attack_bonus=1,
        large=True,
        dial=_dial("12/8/14/3/0 11/8/14/3/0 11/7/13/3/0 10/7/13/2/0 9/7/12/2/0"),
    ),
    FigureCard(
        id="steppe_archer",
        name="Steppe Archer",
        points=27,
        faction="steppe_hosts",
        attack_type="bow",
        range=10,
        targets=2,
        dial=_dial("9/8/13/1/2 9/7/13/1/2 8/7/13/1/2 8/6/12/1/1"),
    ),
)
_DRAKE: Final = (
    FigureCard(
        id="flame_abbot",
        name="Flame Abbot",
        points=84,
        faction="drakekin",
        subfaction="flamekeepers",
        attack_type="wand",
        attack_bonus=2,
        defence_type="magic",
        range=12,
        targets=2,
        large=True,
        slots=1,
        dial=_dial(
            "9/10/16/3/3 9/10/16/3/3 9/9/16/3/3 8/9/15/2/3 8/8/15/2/2 7/8/14/2/2 7/7/14/2/2",
            ("ancient_lore", 7),
            ("flight", 3),
        ),
    ),
    FigureCard(
        id="young_drake",
        name="Young Drake",
        points=55,
        faction="drakekin",
        attack_type="sword",
        attack_bonus=1,
        large=True,
        dial=_dial(
            "12/9/15/3/0 12/9/15/3/0 11/8/15/3/0 10/8/14/2/0 9/7/14/2/0 8/7/13/2/0", ("flight", 6)
        ),
    ),
)
_STAR: Final = (
    FigureCard(
        id="veil_watcher",
        name="Veil Watcher",
        points=60,
        faction="starborn",
        subfaction="far_seers",
        attack_type="wand",
        attack_bonus=1,
        defence_type="magic",
        range=14,
        slots=1,
        dial=_dial("8/9/15/1/2 8/9/15/1/2 8/8/15/1/2 7/8/14/1/2 7/7/14/1/1", ("mind_probe", 5)),
    ),
    FigureCard(
        id="star_sentinel",
        name="Star Sentinel",
        points=46,
        faction="starborn",
        attack_type="sword",
        attack_bonus=1,
        defence_type="magic_immune",
        dial=_dial("8/9/16/2/0 8/9/16/2/0 8/8/15/2/0 7/8/15/2/0 7/7/14/2/0"),
    ),
)
_DOOM: Final = (
    FigureCard(
        id="last_bell",
        name="Ringer of the Last Bell",
        points=66,
        faction="doomsworn",
        subfaction="heralds",
        attack_type="wand",
        attack_bonus=1,
        range=10,
        large=True,
        slots=1,
        dial=_dial(
            "8/10/15/3/2 8/9/15/3/2 8/9/15/2/2 7/8/14/2/2 7/8/14/2/1 6/7/13/2/1",
            ("confusion", 6),
        ),
    ),
    FigureCard(
        id="ash_penitent",
        name="Ash Penitent",
        points=24,
        faction="doomsworn",
        subfaction="heralds",
        attack_type="sword",
        dial=_dial("7/7/14/2/0 7/8/14/2/0 7/8/13/2/0 7/9/13/2/0", ("fearless", 4)),
    ),
)
_WILD: Final = (
    FigureCard(
        id="ninth_pen",
        name="Ninth Pen",
        points=52,
        faction=None,
        subfaction="lent_quills",
        attack_type="wand",
        attack_bonus=1,
        range=10,
        slots=1,
        dial=_dial("8/9/14/1/2 8/8/14/1/2 8/8/14/1/2 7/7/13/1/1 7/7/13/1/1", ("pact", 5)),
    ),
    FigureCard(
        id="mire_hulk",
        name="Mire Hulk",
        points=40,
        faction=None,
        attack_type="sword",
        large=True,
        dial=_dial(
            "6/8/15/4/0 6/8/15/3/0 6/8/14/3/0 5/7/14/3/0 5/7/13/2/0 5/6/13/2/0 4/6/12/2/0",
            ("toughness", 4),
        ),
    ),
    FigureCard(
        id="burrow_pack",
        name="Burrow Pack",
        points=20,
        faction=None,
        attack_type="sword",
        attack_bonus=1,
        dial=_dial("10/7/13/2/0 10/7/13/2/0 9/6/12/1/0 9/6/12/1/0"),
    ),
)
ALL_FIGURES: Final[tuple[FigureCard, ...]] = (
    *_TIDAL, *_POWDER, *_NIGHT, *_FREE, *_SILVER, *_KHAN, *_DRAKE, *_STAR, *_DOOM, *_WILD,
)  # fmt: skip
