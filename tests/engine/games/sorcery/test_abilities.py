"""Special abilities [15]; those of books and spells are tested with them."""

from dataclasses import replace
from typing import Any

import pytest

from engine.games.sorcery import GAME
from engine.games.sorcery.ops import Aim, Damage, Deny, Grant, Modify, Strike, Way
from engine.games.sorcery.traits import abilities
from tests.engine.games.sorcery.samples import (
    Printer,
    enchantment,
    figure,
    row,
    spell,
    wand,
)
from tests.engine.games.sorcery.table import SOUTH, Battle, Stood, out, stand, table

pytestmark = pytest.mark.usefixtures("samples")
HERE, THERE = (18_000, 5_000), (18_000, 6_500)
FAR = (2_000, 35_000)
TURN = {"path": [], "facing": (1, 0)}
MISS = [1, 2]


@pytest.mark.rule("sorcery", "15.1")
def test_an_ability_works_at_its_clicks_or_if_it_is_given(printed: Printer) -> None:
    rows = (row(abilities=("flight", "mend"), ranged_damage=0), row(ranged_damage=0))
    printed(
        figure("bird", dial=rows),
        enchantment("wings", Grant(ability="flight")),
        enchantment("leash", Deny(ability="flight")),
    )
    battle = Battle(
        table(
            stand("bird", 0, HERE),
            stand("bird", 0, (9_000, 2_000), click=1),
            stand("bird", 0, (6_000, 2_000), click=1),
            stand("bird", 0, (3_000, 2_000)),
            stand("mage", 1, FAR, book=""),
            out("wings", "f5", on="f3"),
            out("leash", "f5", on="f4"),
        )
    )
    found = [abilities(battle.state, battle.figure(f"f{n}")) for n in (1, 2, 3, 4)]
    assert found == [("flight", "mend"), (), ("flight",), ("mend",)]


@pytest.mark.rule("sorcery", "15.2")
@pytest.mark.parametrize(
    ("caster", "counter", "sums"),
    [("mage", "mage", (13, 14)), ("calm", "mage", (14, 14)), ("mage", "calm", (13, 15))],
)
def test_focus_adds_one_to_the_roll_as_caster_and_as_counter(
    printed: Printer, caster: str, counter: str, sums: tuple[int, int]
) -> None:
    """8 + 5 against 8 + 5 + 1."""
    printed(
        wand("calm", "focus"),
        spell("sting", Way(aim=Aim(who="enemy"), does=(Damage(who="marked", flat=1),))),
    )
    enemy = stand(counter, 1, (18_000, 12_000), facing=SOUTH)
    battle = Battle(table(stand(caster, 0, HERE, book="sting"), enemy))
    battle.do(0, "cast", figure="f1", targets=["f2"])
    battle.do(1, "counter", figure="f2", dice=[2, 3, 5])
    tried = battle.told("counter_tried")[0]
    assert (tried.cast.total, tried.counter.total) == sums
    assert tried.broken == (sums[1] > sums[0])


@pytest.mark.rule("sorcery", "15.6")
@pytest.mark.parametrize(("card", "tokens"), [("mage", 2), ("elder", 1)])
def test_mana_harmony_makes_three_marks_two(printed: Printer, card: str, tokens: int) -> None:
    """Two marks take a token off before the action's token."""
    way = Way(aim=Aim(who="enemy"), does=(Damage(who="marked", flat=1),))
    printed(wand("elder", "mana_harmony"), spell("heavy", way, browse=3))
    book = "heavy quiet_word"
    battle = Battle(table(stand(card, 0, HERE, book=book, tokens=1), stand("blade", 1, FAR)))
    battle.do(0, "browse", figure="f1", spell="quiet_word")
    assert battle.figure("f1").tokens == tokens


@pytest.mark.rule("sorcery", "15.3")
@pytest.mark.parametrize(("breach", "defence"), [(False, 15), (True, 14)])
def test_spellbreach_ignores_magic_defence(printed: Printer, breach: bool, defence: int) -> None:
    printed(wand("breaker", "spellbreach"), figure("warded", defence_type="magic"))
    enemy = stand("warded", 1, (18_000, 12_000), facing=SOUTH)
    battle = Battle(table(stand("breaker", 0, HERE), enemy))
    battle.do(0, "shoot", figure="f1", targets=["f2"], breach=breach, dice=MISS)
    (told,) = battle.told("attacked")
    assert (told.defence.total, told.breach) == (defence, breach)


@pytest.mark.rule("sorcery", "15.3")
@pytest.mark.parametrize("op", [Strike(who="marked"), Damage(who="marked", flat=2)])
def test_spellbreach_ignores_immunity_to_magic(printed: Printer, op: Any) -> None:
    printed(
        wand("breaker", "spellbreach"),
        figure("proof", defence_type="magic_immune"),
        spell("sting", Way(aim=Aim(who="enemy"), does=(op,))),
    )
    enemy = stand("proof", 1, (18_000, 12_000), facing=SOUTH)
    battle = Battle(table(stand("breaker", 0, HERE, book="sting"), enemy))
    assert battle.refused(0, "cast", figure="f1", targets=["f2"]) == ("IMMUNE", "7.7")
    dice = [5, 6] if isinstance(op, Strike) else []
    battle.do(0, "cast", figure="f1", targets=["f2"], breach=True, dice=dice)
    assert battle.figure("f2").click == 2
    assert [one.breach for one in battle.told("spell_shown")] == [True]
    assert [(one.spell, one.breach) for one in battle.told("attacked")] == [("sting", True)] * (
        isinstance(op, Strike)
    )
    (hurt,) = battle.told("damaged")
    assert hurt.spell == (None if isinstance(op, Strike) else "sting")


@pytest.mark.rule("sorcery", "15.3")
def test_without_spellbreach_nothing_is_ignored() -> None:
    battle = Battle(table(stand("blade", 0, HERE), stand("blade", 1, THERE)))
    refused = battle.refused(0, "fight", figure="f1", target="f2", breach=True)
    assert refused == ("NO_ABILITY", "15.3")


@pytest.mark.rule("sorcery", "15.5")
@pytest.mark.parametrize(
    ("wrath", "more"), [(1, 1), (2, 2), (3, 0)], ids=["less", "equal", "more than the damage"]
)
def test_wrath_adds_a_die_that_is_no_more_than_the_damage(
    printed: Printer, wrath: int, more: int
) -> None:
    printed(figure("storm", "wrath_of_nature"))
    battle = Battle(table(stand("storm", 0, HERE), stand("blade", 1, THERE, facing=SOUTH)))
    battle.do(0, "fight", figure="f1", target="f2", dice=[wrath, *MISS])
    told = battle.told("attacked")[0]
    assert (told.wrath.die, told.attack.total) == (wrath, 3 + 8 + more)


@pytest.mark.rule("sorcery", "15.5")
@pytest.mark.parametrize("kind", ["shoot", "cast"])
def test_in_ranged_combat_and_for_spells_the_ranged_damage_counts(
    printed: Printer, kind: str
) -> None:
    printed(
        wand("storm", "wrath_of_nature", dial=STORM),
        spell("bolt", Way(aim=Aim(who="enemy"), does=(Strike(who="marked"),))),
    )
    enemy = stand("blade", 1, (18_000, 12_000), facing=SOUTH)
    for wrath, more in ((3, 3), (4, 0)):
        battle = Battle(table(stand("storm", 0, HERE, book="bolt"), enemy))
        battle.do(0, kind, figure="f1", targets=["f2"], dice=[wrath, *MISS])
        assert battle.told("attacked")[0].attack.total == 3 + 8 + more


@pytest.mark.rule("sorcery", "15.5")
def test_wrath_is_compared_with_the_damage_as_spells_modify_it(printed: Printer) -> None:
    printed(figure("storm", "wrath_of_nature"), enchantment("weight", MORE_DAMAGE))
    mage = stand("mage", 0, FAR, book="")
    stood = (stand("storm", 0, HERE), stand("blade", 1, THERE, facing=SOUTH), mage)
    battle = Battle(table(*stood, out("weight", "f3", on="f1")))
    battle.do(0, "fight", figure="f1", target="f2", dice=[3, *MISS])
    assert battle.told("attacked")[0].attack.total == 3 + 8 + 3


MORE_DAMAGE = Modify(value="damage", amount=1)
STORM = (row(damage=1, ranged_damage=3, abilities=("wrath_of_nature",)),) * 2


@pytest.mark.rule("sorcery", "15.5")
def test_wrath_falls_under_the_cap_and_is_compared_uncapped(printed: Printer) -> None:
    rows = (row(damage=5, ranged_damage=0, abilities=("wrath_of_nature",)),)
    printed(figure("storm", dial=rows))
    battle = Battle(table(stand("storm", 0, HERE), stand("blade", 1, THERE, facing=SOUTH)))
    battle.do(0, "fight", figure="f1", target="f2", dice=[5, *MISS])
    told = battle.told("attacked")[0]
    assert [part.amount for part in told.attack.modifiers] == [5]
    assert told.attack.total == 3 + 8 + 3


@pytest.mark.rule("sorcery", "15.5")
def test_a_die_of_wrath_is_rolled_for_each_target(printed: Printer) -> None:
    printed(wand("storm", "wrath_of_nature", targets=2))
    battle = Battle(
        table(
            stand("storm", 0, HERE),
            stand("blade", 1, (17_000, 12_000)),
            stand("blade", 1, (19_000, 12_000)),
        )
    )
    battle.do(0, "shoot", figure="f1", targets=["f2", "f3"], dice=[1, *MISS, 6, *MISS])
    assert [one.wrath.die for one in battle.told("attacked")] == [1, 6]


def gang(*more: Stood) -> Battle:
    """Return f1 and f2 around f3 at 18,000, 6,500."""
    return Battle(
        table(
            stand("blade", 0, HERE),
            stand("blade", 0, (16_500, 6_500)),
            stand("blade", 1, THERE, facing=SOUTH),
            *more,
        )
    )


@pytest.mark.rule("sorcery", "15.11")
@pytest.mark.parametrize(("y", "bonus"), [(16_500, 0), (16_501, 1)])
@pytest.mark.parametrize("seat", [0, 1])
def test_within_ten_inches_of_confusion_nobody_gangs_up(
    printed: Printer, y: int, bonus: int, seat: int
) -> None:
    printed(wand("bell", "confusion"))
    battle = gang(stand("bell", seat, (18_000, y)))
    battle.do(0, "fight", figure="f1", target="f3", dice=MISS)
    assert battle.told("attacked")[0].attack.total == 3 + 8 + bonus


@pytest.mark.rule("sorcery", "15.11")
def test_who_confuses_is_not_ganged_up_on(printed: Printer) -> None:
    printed(figure("bell", "confusion"))
    battle = Battle(
        table(
            stand("blade", 0, HERE),
            stand("blade", 0, (16_500, 6_500)),
            stand("bell", 1, THERE, facing=SOUTH),
        )
    )
    battle.do(0, "fight", figure="f1", target="f3", dice=MISS)
    assert battle.told("attacked")[0].attack.total == 3 + 8


def herald(printed: Printer, **fields: Any) -> Battle:
    """Return a herald in contact with f2; f3 and f4 have its subfaction, f5 has another."""
    printed(
        figure("herald", "confusion", subfaction="heralds"),
        figure("ash", subfaction="heralds", dial=(row(attack=11, ranged_damage=0),) * 2),
        figure("other", subfaction="far_seers"),
    )
    return Battle(
        table(
            stand("herald", 0, HERE, **fields),
            stand("blade", 1, THERE, facing=SOUTH),
            stand("ash", 1, FAR),
            stand("ash", 0, (35_000, 2_000)),
            stand("other", 0, (2_000, 2_000)),
        )
    )


@pytest.mark.rule("sorcery", "15.13", "7.3")
@pytest.mark.parametrize("lender", ["f3", "f4"])
def test_a_herald_may_use_the_attack_of_another_of_its_subfaction_anywhere(
    printed: Printer, lender: str
) -> None:
    battle = herald(printed)
    battle.do(0, "fight", figure="f1", target="f2", attack_of=lender, dice=MISS)
    told = battle.told("attacked")[0]
    assert (told.attack.value, told.attack.total, told.attack.modifiers) == (11, 14, ())
    assert told.attack_of == lender


@pytest.mark.rule("sorcery", "15.13")
@pytest.mark.parametrize("lender", ["f1", "f2", "f5", "f9"])
def test_only_another_figure_of_the_same_subfaction_lends_its_attack(
    printed: Printer, lender: str
) -> None:
    refused = herald(printed).refused(0, "fight", figure="f1", target="f2", attack_of=lender)
    assert refused == ("WRONG_TARGETS", "15.13")


@pytest.mark.rule("sorcery", "15.13")
def test_of_many_who_lend_their_attack_the_strongest_is_offered_and_all_others_allowed(
    printed: Printer,
) -> None:
    ashes = [stand("ash", 1, (2_000 * n, 30_000)) for n in range(1, 13)]
    rows = tuple(row(attack=attack, ranged_damage=0) for attack in (11, 7, 12))
    printed(
        figure("herald", "confusion", subfaction="heralds"),
        figure("ash", subfaction="heralds", dial=rows),
    )
    hurt = [replace(ash, fields={"click": n % 3}) for n, ash in enumerate(ashes)]
    battle = Battle(table(stand("herald", 0, HERE), stand("blade", 1, THERE, facing=SOUTH), *hurt))
    fights = [o for o in GAME.legal(battle.state, 0) if (o.command or {}).get("kind") == "fight"]
    assert [(o.command or {})["attack_of"] for o in fights] == [None, "f5"]
    sent = {"kind": "fight", "figure": "f1", "target": "f2", "breach": False}
    assert all(fights[0].allows({**sent, "attack_of": f"f{n}"}) for n in range(3, 15))


@pytest.mark.rule("sorcery", "15.13")
def test_figures_without_a_subfaction_have_none_in_common(printed: Printer) -> None:
    printed(figure("bell", "confusion"))
    foe = stand("blade", 1, THERE, facing=SOUTH)
    battle = Battle(table(stand("bell", 0, HERE), foe, stand("blade", 0, FAR)))
    refused = battle.refused(0, "fight", figure="f1", target="f2", attack_of="f3")
    assert refused == ("WRONG_TARGETS", "15.13")


@pytest.mark.rule("sorcery", "15.13")
def test_without_confusion_nobody_borrows_an_attack(printed: Printer) -> None:
    printed(figure("ash", subfaction="heralds"))
    battle = Battle(
        table(stand("ash", 0, HERE), stand("blade", 1, THERE), stand("ash", 0, (2_000, 2_000)))
    )
    refused = battle.refused(0, "fight", figure="f1", target="f2", attack_of="f3")
    assert refused == ("NO_ABILITY", "15.13")


@pytest.mark.rule("sorcery", "15.13")
def test_when_the_lender_falls_by_the_first_shot_the_second_is_made_with_the_own_attack(
    printed: Printer,
) -> None:
    printed(
        wand("herald", "confusion", subfaction="heralds", targets=2),
        figure("ash", subfaction="heralds", dial=(row(attack=11, ranged_damage=0),)),
    )
    battle = Battle(
        table(
            stand("herald", 0, HERE),
            stand("ash", 1, (17_000, 12_000), facing=SOUTH),
            stand("blade", 1, (19_000, 12_000), facing=SOUTH),
        )
    )
    battle.do(0, "shoot", figure="f1", targets=["f2", "f3"], attack_of="f2", dice=[5, 6, 5, 6])
    attacks = battle.told("attacked")
    assert [(one.attack.value, one.attack_of) for one in attacks] == [(11, "f2"), (8, None)]


@pytest.mark.rule("sorcery", "15.14")
@pytest.mark.parametrize(("dice", "click"), [([5, 6], 1), ([6, 6], 2), (MISS, 0)])
def test_toughness_takes_one_off_the_damage(printed: Printer, dice: list[int], click: int) -> None:
    printed(figure("tough", "toughness"))
    battle = Battle(table(stand("blade", 0, HERE), stand("tough", 1, THERE, facing=SOUTH)))
    battle.do(0, "fight", figure="f1", target="f2", dice=dice)
    assert battle.figure("f2").click == click


@pytest.mark.rule("sorcery", "15.17")
def test_mending_heals_itself_or_a_friend_in_contact_by_one(printed: Printer) -> None:
    printed(wand("healer", "mend"))
    battle = Battle(
        table(
            stand("healer", 0, HERE, click=2),
            stand("healer", 0, THERE, click=1),
            stand("blade", 1, (16_500, 5_000), click=1),
            stand("blade", 0, (18_000, 12_000), click=1),
        )
    )
    for n in ("f3", "f4"):
        assert battle.refused(0, "mend", figure="f1", friend=n) == ("NOT_IN_CONTACT", "15.17")
    assert battle.refused(0, "mend", figure="f4", friend="f4") == ("NO_ABILITY", "15.17")
    battle.do(0, "mend", figure="f1", friend="f1")
    assert battle.refused(0, "mend", figure="f1", friend="f1") == ("HAS_ACTED", "4.2")
    assert battle.figure("f1").click == 1
    assert battle.told("action_taken")[0].action == "special"
    battle.do(0, "mend", figure="f2", friend="f1")
    assert battle.figure("f1").click == 0


@pytest.mark.rule("sorcery", "15.18", "4.3")
def test_the_fearless_are_not_hurt_by_pushing(printed: Printer) -> None:
    printed(figure("levy", "fearless"))
    battle = Battle(table(stand("levy", 0, HERE, tokens=1), stand("blade", 1, FAR)))
    battle.do(0, "move", figure="f1", **TURN)
    assert (battle.figure("f1").tokens, battle.figure("f1").click) == (2, 0)
    assert battle.told("damaged") == []
