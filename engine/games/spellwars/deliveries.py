"""The twenty Deliveries, all of them Creatures, four of each glyph [1.3]."""

from typing import Final

from engine.games.spellwars.ops import (
    Aim,
    Banish,
    Component,
    Damage,
    GainTreasure,
    Glyph,
    Heal,
    Keep,
    Op,
    Ops,
    Pay,
    Roll,
    StealBlood,
    TakeCastle,
    TakeTreasure,
    Text,
)

_KEEP = (Keep(),)


def _hit(amount: int) -> Op:
    return Damage(who="target", flat=amount)


def _creature(id_: str, name: str, glyph: Glyph, initiative: int, text: Text) -> Component:
    return Component(
        id=id_, name=name, type="delivery", glyph=glyph, initiative=initiative, text=text
    )


def _at(target: Aim, roll: Roll, pay: Pay | None = None) -> Text:
    return Text(pay=pay, target=target, roll=roll)


def _bands(low: Ops, mid: Ops, high: Ops) -> Roll:
    return Roll(low=low, mid=mid, high=high)


def _plain(low: int, mid: int, high: int) -> Roll:
    """Damage in each band, and KEEP in the highest."""
    return _bands((_hit(low),), (_hit(mid),), (_hit(high), *_KEEP))


DELIVERIES: Final = (
    _creature("ink_kraken", "Ink Kraken", "arcane", 9, _at("strongest", _plain(1, 2, 4))),
    _creature(
        "lectern_mimic",
        "Lectern Mimic",
        "arcane",
        14,
        _at(
            "most_treasures",
            _bands((_hit(1),), (_hit(2),), (_hit(4), TakeTreasure())),
        ),
    ),
    _creature(
        "candle_moth",
        "Candle Moth",
        "arcane",
        20,
        _at("acted", _bands((_hit(1), *_KEEP), (_hit(2),), (_hit(3),))),
    ),
    _creature(
        "paper_drake",
        "Paper Drake",
        "arcane",
        12,
        _at(
            "most_blood",
            _plain(2, 3, 5),
            Pay(cost=1, mode="also", then=(StealBlood(who="target", flat=2),)),
        ),
    ),
    _creature("gravehound", "Gravehound", "dark", 6, _at("weakest", _plain(2, 3, 4))),
    _creature(
        "tallow_ghoul",
        "Tallow Ghoul",
        "dark",
        3,
        _at("most_blood", _plain(2, 3, 5), Pay(cost=2, mode="double")),
    ),
    _creature(
        "bell_wraith",
        "Bell Wraith",
        "dark",
        17,
        _at(
            "acted",
            _bands((_hit(1),), (_hit(2),), (_hit(3), StealBlood(who="target", flat=1), *_KEEP)),
        ),
    ),
    _creature(
        "marrow_ox",
        "Marrow Ox",
        "dark",
        1,
        _at("left", _bands((_hit(2),), (_hit(3), *_KEEP), (_hit(7),))),
    ),
    _creature(
        "kiln_imp",
        "Kiln Imp",
        "elemental",
        13,
        _at("right", _bands((_hit(1),), (_hit(2),), (Damage(who="target", dice=1), *_KEEP))),
    ),
    _creature(
        "hailback_toad", "Hailback Toad", "elemental", 8, _at("no_creature", _plain(2, 3, 4))
    ),
    _creature(
        "puddle_titan",
        "Puddle Titan",
        "elemental",
        2,
        _at("strongest", _plain(2, 3, 5), Pay(cost=8, mode="double")),
    ),
    _creature(
        "spark_ferret",
        "Spark Ferret",
        "elemental",
        19,
        _at("acted", _bands((_hit(1), *_KEEP), (_hit(1),), (_hit(3),))),
    ),
    _creature(
        "hollow_usher",
        "Hollow Usher",
        "illusion",
        11,
        _at("castle_owner", _bands((_hit(2),), (_hit(3),), (_hit(5), TakeCastle(), *_KEEP))),
    ),
    _creature("second_cat", "Second Cat", "illusion", 16, _at("not_castle_owner", _plain(1, 3, 4))),
    _creature(
        "mirror_eel",
        "Mirror Eel",
        "illusion",
        16,
        _at(
            "most_blood",
            _plain(1, 2, 4),
            Pay(cost=4, mode="also", then=(Damage(who="each_other", flat=2),)),
        ),
    ),
    _creature(
        "fib_goblin",
        "Fib Goblin",
        "illusion",
        18,
        _at("acted", _bands((_hit(1),), (_hit(1), *_KEEP), (_hit(2), GainTreasure()))),
    ),
    _creature(
        "root_wyrm",
        "Root Wyrm",
        "primal",
        5,
        _at(
            "strongest",
            _plain(2, 3, 5),
            Pay(cost=6, mode="also", then=(Damage(who="each", flat=3),)),
        ),
    ),
    _creature(
        "antlered_landlady",
        "Antlered Landlady",
        "primal",
        7,
        _at(
            "weakest",
            _bands((_hit(1),), (_hit(2),), (_hit(4), Heal(flat=1))),
            Pay(cost=1, mode="also", then=_KEEP),
        ),
    ),
    _creature(
        "hive_bear",
        "Hive Bear",
        "primal",
        10,
        _at(
            "most_creatures",
            _bands((_hit(2),), (_hit(3),), (_hit(4), Banish(), *_KEEP)),
        ),
    ),
    _creature(
        "bog_heron",
        "Bog Heron",
        "primal",
        13,
        _at("most_blood", _plain(1, 3, 4), Pay(cost=1, mode="also", then=(Heal(flat=2),))),
    ),
)
