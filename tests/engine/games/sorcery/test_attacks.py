"""Attacks and damage [7], close combat [8]."""

from typing import Any

import pytest

from engine.games.sorcery import GAME
from engine.games.sorcery.ops import Aim, Lasting, Modify, Strike, Way
from tests.engine.games.sorcery.samples import Printer, enchantment, figure, row, spell, wand
from tests.engine.games.sorcery.table import (
    EAST,
    NORTH,
    SOUTH,
    WEST,
    Battle,
    Out,
    Stood,
    out,
    table,
)
from tests.engine.games.sorcery.table import stand as standing

pytestmark = pytest.mark.usefixtures("samples")
FAR = (2_000, 35_000)
HERE, THERE = (18_000, 5_000), (18_000, 6_500)
MISS = [1, 2]


def duel(one: str = "blade", other: str = "blade", *more: Stood | Out, **fields: Any) -> Battle:
    """Return f1 in contact with f2, face to face; ``fields`` are those of f2."""
    enemy = standing(other, 1, THERE, **{"facing": SOUTH, **fields})
    third = standing("blade", 1, FAR)
    return Battle(table(standing(one, 0, HERE), enemy, *more, third))


def fight(battle: Battle, *dice: int, **fields: Any) -> Any:
    """Let f1 fight f2 and return how the attack went."""
    battle.do(0, "fight", figure="f1", target="f2", dice=dice, **fields)
    return battle.told("attacked")[-1]


def lasting(name: str, *traits: Modify) -> Any:
    way = Way(aim=Aim(who="any"), lasts=Lasting(traits=traits))
    return spell(name, way, type="enchantment")


@pytest.mark.rule("sorcery", "7.1")
@pytest.mark.parametrize(("dice", "hit"), [((2, 3), False), ((3, 3), True), ((3, 4), True)])
def test_an_attack_hits_with_as_much_as_the_defence_or_more(
    dice: tuple[int, int], hit: bool
) -> None:
    """8 against 14."""
    battle = duel()
    told = fight(battle, *dice)
    assert (told.attack.total, told.defence.total, told.hit) == (8 + sum(dice), 14, hit)
    assert battle.figure("f2").click == (2 if hit else 0)


def labels(battle: Battle, seat: int = 0) -> list[str]:
    return [option.label for option in GAME.legal(battle.state, seat)]


@pytest.mark.rule("sorcery", "7.1")
@pytest.mark.parametrize(
    ("need", "attack", "defence"), [("6+", 8, 14), ("3+", 15, 5), ("11+", 8, 19), ("12", 0, 19)]
)
def test_an_option_tells_what_the_dice_have_to_show(
    need: str, attack: int, defence: int, printed: Printer
) -> None:
    printed(figure("one", dial=(row(attack=attack, ranged_damage=0),) * 5))
    printed(figure("other", dial=(row(defence=defence, ranged_damage=0),) * 5))
    assert f"One f1 fights Other f2 (needs {need} of two dice)" in labels(duel("one", "other"))
    pips = int(need.rstrip("+"))
    hit = fight(duel("one", "other"), pips // 2, pips - pips // 2).hit
    missed = fight(duel("one", "other"), (pips - 1) // 2, pips - 1 - (pips - 1) // 2).hit
    assert (hit, missed) == (True, False)


@pytest.mark.rule("sorcery", "7.6", "10.1", "15.5")
def test_what_the_dice_have_to_show_is_told_as_far_as_it_is_known(printed: Printer) -> None:
    """A memorised spell of the target is its player's secret; the archer's own counts."""
    strike = Way(aim=Aim(who="enemy"), does=(Strike(who="marked", bonus=2),))
    printed(spell("aim_well", memorised=(Modify(value="attack", amount=2),)), spell("bolt", strike))
    printed(spell("guard", memorised=(Modify(value="defence", amount=2),)))
    printed(wand("angry", "wrath_of_nature"), wand("pair", targets=2))
    battle = Battle(
        table(
            standing("pair", 0, (18_000, 5_000), book="aim_well"),
            standing("mage", 1, (18_000, 9_000), facing=SOUTH, book="guard"),
            standing("bow", 1, (20_000, 9_000), facing=SOUTH),
            standing("angry", 0, (16_000, 5_000)),
            standing("mage", 0, (20_000, 5_000), book="bolt"),
        )
    )
    told = labels(battle)
    assert "Pair f1 shoots at up to 2 targets (needs 4+ for f2, 4+ for f3 of two dice)" in told
    less = "less with wrath of nature"
    assert f"Angry f4 shoots at Mage f2, 4.5 inches away (needs 6+ of two dice, {less})" in told
    assert "Mage f5 casts Bolt on Mage f2 (needs 4+ of two dice)" in told


@pytest.mark.rule("sorcery", "7.2")
def test_a_natural_12_always_hits_for_one_more(printed: Printer) -> None:
    printed(figure("weak", dial=(row(attack=0, ranged_damage=0),)))
    battle = duel("weak", "blade")
    told = fight(battle, 6, 6)
    assert (told.attack.total, told.hit) == (12, True)
    assert battle.figure("f2").click == 3


@pytest.mark.rule("sorcery", "7.2")
def test_a_natural_2_always_misses_and_hurts_the_attacker(printed: Printer) -> None:
    printed(figure("strong", "toughness", dial=(row(attack=15, ranged_damage=0),) * 3))
    printed(figure("open_", dial=(row(defence=5, ranged_damage=0),) * 3))
    battle = duel("strong", "open_")
    assert not fight(battle, 1, 1).hit
    assert battle.figure("f2").click == 0
    assert [(one.figure, one.amount, one.why) for one in battle.told("damaged")] == [
        ("f1", 1, "natural_2")
    ]


@pytest.mark.rule("sorcery", "7.2")
def test_what_reduces_damage_does_not_reduce_that_of_a_natural_2(printed: Printer) -> None:
    printed(figure("tough", "toughness"))
    battle = duel("tough")
    fight(battle, 1, 1)
    assert battle.figure("f1").click == 1


@pytest.mark.rule("sorcery", "7.3")
@pytest.mark.parametrize(
    ("amounts", "total"), [((2,), 2), ((2, 2), 3), ((-2, -2), -3), ((2, 2, -2), 2)]
)
def test_what_modifies_a_value_adds_up_to_3_either_way(
    printed: Printer, amounts: tuple[int, ...], total: int
) -> None:
    names = [f"more_{n}" for n in range(len(amounts))]
    for name, amount in zip(names, amounts, strict=True):
        printed(lasting(name, Modify(value="attack", amount=amount)))
    mage = standing("mage", 0, (2_000, 2_000), book="")
    battle = duel("blade", "blade", mage, *(out(name, "f3", on="f1") for name in names))
    assert fight(battle, *MISS).attack.total == 3 + 8 + total


@pytest.mark.rule("sorcery", "7.3")
def test_a_gang_of_four_and_a_spell_count_3(printed: Printer) -> None:
    printed(lasting("edge", Modify(value="attack", amount=2)))
    around = ((19_300, 5_750), (19_300, 7_250), (18_000, 8_000), (16_700, 7_250))
    gang = [standing("blade", 0, at) for at in around]
    mage = standing("mage", 0, (2_000, 2_000), book="")
    battle = duel("blade", "blade", *gang, mage, out("edge", "f7", on="f1"))
    told = fight(battle, *MISS)
    parts = [(part.what, part.amount) for part in told.attack.modifiers]
    assert parts == [("Edge", 2), ("gang up", 4)]
    assert told.attack.total == 3 + 8 + 3


@pytest.mark.rule("sorcery", "7.3")
def test_a_value_is_never_below_0(printed: Printer) -> None:
    printed(figure("weak", dial=(row(attack=1, ranged_damage=0),)))
    printed(lasting("lead", Modify(value="attack", amount=-3)))
    mage = standing("mage", 1, (2_000, 2_000), book="")
    battle = duel("weak", "blade", mage, out("lead", "f3", on="f1"))
    assert fight(battle, *MISS).attack.total == 3


@pytest.mark.rule("sorcery", "7.3")
def test_a_speed_is_never_below_0(printed: Printer) -> None:
    printed(figure("slow", dial=(row(speed=1, ranged_damage=0),)))
    printed(lasting("lead", Modify(value="speed", amount=-3)))
    mage = standing("mage", 1, (2_000, 2_000), book="")
    battle = duel("slow", "blade", mage, out("lead", "f3", on="f1"))
    assert GAME.view(battle.state, None).model_dump()["figures"][0]["speed"] == 0


@pytest.mark.rule("sorcery", "7.4")
@pytest.mark.parametrize(("facing", "more"), [(SOUTH, 0), (EAST, 0), (WEST, 0), (NORTH, 1)])
def test_an_attack_from_behind_gets_one_more(facing: tuple[int, int], more: int) -> None:
    assert fight(duel(facing=facing), *MISS).attack.total == 3 + 8 + more


@pytest.mark.rule("sorcery", "7.5")
@pytest.mark.parametrize(
    ("attack_type", "close", "ranged"), [("sword", 2, None), ("bow", 0, 2), ("wand", 0, 2)]
)
def test_the_attack_bonus_counts_for_attacks_of_its_type(
    printed: Printer, attack_type: str, close: int, ranged: int | None
) -> None:
    shoots: dict[str, Any] = {} if ranged is None else {"range": 10}
    printed(figure("skilled", attack_type=attack_type, attack_bonus=2, **shoots))
    assert fight(duel("skilled"), *MISS).attack.total == 3 + 8 + close
    if ranged is not None:
        enemy = standing("blade", 1, (18_000, 12_000), facing=SOUTH)
        battle = Battle(table(standing("skilled", 0, HERE), enemy))
        battle.do(0, "shoot", figure="f1", targets=["f2"], dice=MISS)
        assert battle.told("attacked")[0].attack.total == 3 + 8 + ranged


@pytest.mark.rule("sorcery", "7.6")
@pytest.mark.parametrize(("card", "defence"), [("bow", 14), ("mage", 15)])
def test_magic_defence_is_one_more_against_wands(printed: Printer, card: str, defence: int) -> None:
    printed(figure("warded", defence_type="magic"))
    enemy = standing("warded", 1, (18_000, 12_000), facing=SOUTH)
    battle = Battle(table(standing(card, 0, HERE), enemy))
    battle.do(0, "shoot", figure="f1", targets=["f2"], dice=MISS)
    assert battle.told("attacked")[0].defence.total == defence


@pytest.mark.rule("sorcery", "7.6")
def test_neither_cover_nor_magic_defence_helps_in_close_combat(printed: Printer) -> None:
    printed(figure("warded", defence_type="magic"))
    grove = (
        standing("mage", 0, (25_500, 11_000)),
        standing("warded", 1, (25_500, 12_500), facing=SOUTH),
    )
    battle = Battle(table(*grove))
    assert fight(battle, *MISS).defence.total == 14


@pytest.mark.rule("sorcery", "7.8")
@pytest.mark.parametrize(("damage", "left"), [(1, 0), (2, 1)])
def test_damage_is_reduced_by_no_more_than_all(printed: Printer, damage: int, left: int) -> None:
    printed(
        figure("tough", "toughness"), figure("hits", dial=(row(damage=damage, ranged_damage=0),))
    )
    battle = duel("hits", "tough")
    fight(battle, 5, 6)
    assert battle.figure("f2").click == left


@pytest.mark.rule("sorcery", "18.6", "1.6")
@pytest.mark.parametrize(
    ("card", "start", "told"),
    [
        ("blade", 0, (3, [], 3)),
        ("blade", 3, (3, [], 2)),
        ("tough", 0, (3, [("toughness", -1)], 2)),
        ("tough", 4, (3, [("toughness", -1)], 1)),
    ],
)
def test_damage_is_told_as_dealt_and_what_became_of_it(
    printed: Printer, card: str, start: int, told: object
) -> None:
    printed(figure("tough", "toughness"))
    battle = duel("blade", card, click=start)
    fight(battle, 6, 6)
    (hurt,) = battle.told("damaged")
    reduced = [(part.what, part.amount) for part in hurt.reduced]
    assert (hurt.dealt, reduced, hurt.amount) == told


@pytest.mark.rule("sorcery", "18.6")
def test_damage_of_which_nothing_is_left_is_told_and_ends_nothing(printed: Printer) -> None:
    printed(
        figure("tough", "toughness"),
        figure("weak", dial=(row(damage=1, ranged_damage=0),)),
        enchantment("brittle", Modify(value="speed", amount=1), ends="bearer_hit"),
    )
    mage = standing("mage", 0, (9_000, 5_000), book="")
    battle = duel("weak", "tough", mage, out("brittle", "f3", on="f2"))
    fight(battle, 5, 6)
    (hurt,) = battle.told("damaged")
    assert (hurt.dealt, hurt.amount) == (1, 0)
    assert battle.out == ["brittle"]


@pytest.mark.rule("sorcery", "8.1")
def test_the_target_of_close_combat_is_an_enemy_in_contact_and_in_front() -> None:
    battle = Battle(
        table(
            standing("blade", 0, HERE),
            standing("blade", 1, (18_000, 3_500)),
            standing("blade", 1, (19_500, 5_000)),
            standing("blade", 1, (18_000, 8_000)),
            standing("blade", 0, THERE),
        )
    )
    behind = battle.refused(0, "fight", figure="f1", target="f2")
    assert behind == ("NOT_IN_FRONT", "8.1")
    for n in ("f4", "f5", "f9"):
        assert battle.refused(0, "fight", figure="f1", target=n) == ("NOT_IN_CONTACT", "8.1")
    battle.do(0, "fight", figure="f1", target="f3", dice=MISS)


@pytest.mark.rule("sorcery", "8.2")
def test_each_other_friend_in_contact_with_the_target_gangs_up() -> None:
    battle = Battle(
        table(
            standing("blade", 0, HERE),
            standing("blade", 1, THERE, facing=SOUTH),
            standing("blade", 0, (16_500, 6_500)),
            standing("bow", 0, (19_525, 6_500)),
            standing("blade", 0, (18_000, 8_026)),
            standing("blade", 2, (16_939, 7_561)),
        )
    )
    told = fight(battle, *MISS)
    assert [(part.what, part.amount) for part in told.attack.modifiers] == [("gang up", 2)]
    assert told.attack.total == 3 + 8 + 2


@pytest.mark.rule("sorcery", "8.3")
def test_a_hit_deals_the_damage_with_what_modifies_it(printed: Printer) -> None:
    printed(lasting("weight", Modify(value="damage", amount=1)))
    mage = standing("mage", 0, (2_000, 2_000), book="")
    battle = duel("blade", "blade", mage, out("weight", "f3", on="f1"))
    told = fight(battle, 5, 6)
    assert battle.figure("f2").click == 3
    assert [(part.what, part.amount) for part in told.damage.modifiers] == [("Weight", 1)]
