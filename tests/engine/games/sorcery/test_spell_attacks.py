"""Attacks of spells: whose values count, and what helps against them [7] [12.8]."""

import pytest

from engine.games.sorcery.ops import Aim, Damage, Near, Strike, Way
from tests.engine.games.sorcery.samples import Printer, figure, spell, wand
from tests.engine.games.sorcery.table import SOUTH, Battle, table
from tests.engine.games.sorcery.table import stand as standing

pytestmark = pytest.mark.usefixtures("samples")
HERE = (18_000, 5_000)
MISS = [1, 2]


@pytest.mark.rule("sorcery", "7.5", "12.8")
def test_an_attack_of_a_spell_is_one_of_the_wand(printed: Printer) -> None:
    printed(
        wand("skilled", attack_bonus=2),
        figure("warded", defence_type="magic"),
        spell("bolt", Way(aim=Aim(who="enemy"), does=(Strike(who="marked"),))),
    )
    battle = Battle(
        table(
            standing("skilled", 0, HERE, book="bolt"),
            standing("warded", 1, (18_000, 12_000), facing=SOUTH),
        )
    )
    battle.do(0, "cast", figure="f1", targets=["f2"], dice=[5, 6])
    told = battle.told("attacked")[0]
    assert (told.attack.total, told.defence.total) == (11 + 8 + 2, 15)
    assert battle.figure("f2").click == 2


@pytest.mark.rule("sorcery", "7.3", "12.8")
@pytest.mark.parametrize(("bonus", "more"), [(1, 3), (2, 3), (-3, -1)])
def test_what_a_spell_adds_to_its_attack_is_capped_with_the_bonus_of_the_wand(
    printed: Printer, bonus: int, more: int
) -> None:
    strike = Strike(who="marked", bonus=bonus)
    printed(
        wand("skilled", attack_bonus=2), spell("bolt", Way(aim=Aim(who="enemy"), does=(strike,)))
    )
    enemy = standing("blade", 1, (18_000, 12_000), facing=SOUTH)
    battle = Battle(table(standing("skilled", 0, HERE, book="bolt"), enemy))
    battle.do(0, "cast", figure="f1", targets=["f2"], dice=MISS)
    assert battle.told("attacked")[0].attack.total == 3 + 8 + more


@pytest.mark.rule("sorcery", "7.5", "12.8")
def test_a_bow_adds_nothing_to_an_attack_of_a_spell(printed: Printer) -> None:
    printed(
        figure("archer", attack_type="bow", attack_bonus=2, range=10, slots=1),
        spell("bolt", Way(aim=Aim(who="enemy"), does=(Strike(who="marked"),))),
    )
    battle = Battle(
        table(
            standing("archer", 0, HERE, book="bolt"),
            standing("blade", 1, (18_000, 12_000), facing=SOUTH),
        )
    )
    battle.do(0, "cast", figure="f1", targets=["f2"], dice=MISS)
    assert battle.told("attacked")[0].attack.total == 3 + 8


@pytest.mark.rule("sorcery", "7.6")
def test_cover_is_one_more_against_an_attacking_spell(printed: Printer) -> None:
    """The east grove is a circle around 25,500, 12,000 with a radius of 2,600."""
    printed(spell("bolt", Way(aim=Aim(who="enemy"), does=(Strike(who="marked"),))))
    mage = standing("mage", 0, (25_500, 8_000), book="bolt")
    battle = Battle(table(mage, standing("blade", 1, (25_500, 12_000), facing=SOUTH)))
    battle.do(0, "cast", figure="f1", targets=["f2"], dice=MISS)
    assert battle.told("attacked")[0].defence.total == 15


@pytest.mark.rule("sorcery", "7.7")
def test_a_magic_immune_figure_is_no_target_of_spells_and_takes_no_damage_from_them(
    printed: Printer,
) -> None:
    printed(
        figure("proof", defence_type="magic_immune"),
        spell("sting", Way(aim=Aim(who="enemy"), does=(Damage(who="marked", flat=1),))),
    )
    battle = Battle(
        table(
            standing("mage", 0, HERE, book="sting"),
            standing("proof", 1, (18_000, 12_000), facing=SOUTH),
        )
    )
    assert battle.refused(0, "cast", figure="f1", targets=["f2"]) == ("IMMUNE", "7.7")
    battle.do(0, "shoot", figure="f1", targets=["f2"], dice=[5, 6])
    assert battle.figure("f2").click == 2, "a shot of a wand is no spell"


@pytest.mark.rule("sorcery", "7.7")
def test_an_attack_on_all_who_are_near_is_not_made_on_the_magic_immune(printed: Printer) -> None:
    near = Near(middle="caster", inches=8, side="enemies")
    printed(
        figure("proof", defence_type="magic_immune"),
        spell("storm", Way(near=near, does=(Strike(who="near"),))),
    )
    battle = Battle(
        table(
            standing("mage", 0, HERE, book="storm"),
            standing("proof", 1, (18_000, 12_000), facing=SOUTH),
            standing("blade", 1, (15_000, 12_000), facing=SOUTH),
        )
    )
    battle.do(0, "cast", figure="f1", dice=MISS)
    assert [one.target for one in battle.told("attacked")] == ["f3"]
