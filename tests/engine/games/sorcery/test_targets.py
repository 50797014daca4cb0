"""Whom a spell may be aimed at, and attacks by spells [12.7] [12.8]."""

from typing import Any

import pytest

from engine.games.sorcery.ops import Aim, Damage, Strike, Way
from tests.engine.games.sorcery.samples import Printer, at_enemy, row, spell, wand
from tests.engine.games.sorcery.table import SOUTH, Battle, stand, table

pytestmark = pytest.mark.usefixtures("samples")


def _facing(
    book: str, *more: Any, card: str = "mage", enemy: str = "blade", **fields: Any
) -> Battle:
    """Return a battle in which a mage with a book faces an enemy four inches away."""
    return Battle(
        table(
            stand(card, 0, (18_000, 5_000), book=book, **fields),
            stand(enemy, 1, (18_000, 9_000), facing=SOUTH),
            *more,
        )
    )


# --- targets


@pytest.mark.rule("sorcery", "12.7")
@pytest.mark.parametrize(
    ("enemy", "code"),
    [
        (stand("blade", 1, (18_000, 15_000)), None),
        (stand("blade", 1, (18_000, 15_001)), "TOO_FAR"),
        (stand("blade", 1, (20_000, 5_000)), None),
        (stand("blade", 1, (20_000, 4_999)), "NOT_IN_FRONT"),
    ],
)
def test_targets_are_in_range_and_in_front(enemy: Any, code: str | None) -> None:
    battle = Battle(table(stand("mage", 0, (18_000, 5_000), book="sting"), enemy))
    assert battle.offered(0, "cast", figure="f1", targets=["f2"]) == (code is None)
    if code is None:
        battle.do(0, "cast", figure="f1", targets=["f2"])
    else:
        assert battle.refused(0, "cast", figure="f1", targets=["f2"]) == (code, "12.7")


@pytest.mark.rule("sorcery", "12.7")
def test_who_stands_in_the_line_of_fire_blocks_it() -> None:
    battle = _facing("sting", stand("blade", 0, (18_000, 7_000)))
    refusal = battle.refused(0, "cast", figure="f1", targets=["f2"])
    assert refusal == ("NO_LINE_OF_FIRE", "12.7")


@pytest.mark.rule("sorcery", "12.7")
def test_a_spell_may_need_neither_arc_nor_line(printed: Printer) -> None:
    printed(spell("blind", at_enemy(Damage(who="marked", flat=1), blind=True)))
    battle = Battle(
        table(
            stand("mage", 0, (18_000, 5_000), book="blind"),
            stand("blade", 0, (18_000, 3_000)),
            stand("blade", 1, (18_000, 1_000)),
            stand("blade", 1, (18_000, 15_001)),
        )
    )
    assert battle.refused(0, "cast", figure="f1", targets=["f4"]) == ("TOO_FAR", "12.7")
    battle.do(0, "cast", figure="f1", targets=["f3"])
    assert battle.figure("f3").click == 1


@pytest.mark.rule("sorcery", "12.7")
def test_a_spell_may_be_aimed_at_who_is_touched(printed: Printer) -> None:
    printed(spell("touch", at_enemy(Damage(who="marked", flat=1), touching=True)))
    behind = stand("blade", 1, (18_000, 3_475))
    battle = _facing("touch", behind)
    refusal = battle.refused(0, "cast", figure="f1", targets=["f2"])
    assert refusal == ("NOT_IN_CONTACT", "12.7")
    battle.do(0, "cast", figure="f1", targets=["f3"])
    off = _facing("touch", stand("blade", 1, (18_000, 3_474)))
    assert off.refused(0, "cast", figure="f1", targets=["f3"]) == ("NOT_IN_CONTACT", "12.7")


@pytest.mark.rule("sorcery", "12.7")
@pytest.mark.parametrize(
    ("who", "right"), [("enemy", {"f2"}), ("friend", {"f1", "f3"}), ("any", {"f1", "f2", "f3"})]
)
def test_whom_a_spell_may_be_aimed_at(printed: Printer, who: Any, right: set[str]) -> None:
    """The caster needs neither range, arc nor line to himself."""
    printed(spell("aimed", Way(aim=Aim(who=who), does=(Damage(who="marked", flat=1),))))
    friend = stand("blade", 0, (20_000, 7_000))
    for n in ("f1", "f2", "f3"):
        battle = _facing("aimed", friend)
        if n in right:
            battle.do(0, "cast", figure="f1", targets=[n])
            assert battle.figure(n).click == 1
        else:
            assert battle.refused(0, "cast", figure="f1", targets=[n]) == ("WRONG_TARGETS", "12.7")


@pytest.mark.rule("sorcery", "12.7")
def test_the_caster_may_mark_himself_where_friends_in_contact_are_meant(printed: Printer) -> None:
    touched = Aim(who="friend", touching=True)
    printed(spell("aimed", Way(aim=touched, does=(Damage(who="marked", flat=1),))))
    battle = _facing("aimed").do(0, "cast", figure="f1", targets=["f1"])
    assert battle.figure("f1").click == 1


@pytest.mark.rule("sorcery", "12.7")
def test_a_spell_may_be_aimed_at_who_bears_a_book_only(printed: Printer) -> None:
    printed(spell("at_readers", at_enemy(Damage(who="marked", flat=1), sorcerer=True)))
    battle = _facing("at_readers", stand("mage", 1, (20_000, 7_000), book=""))
    refusal = battle.refused(0, "cast", figure="f1", targets=["f2"])
    assert refusal == ("WRONG_TARGETS", "12.7")
    battle.do(0, "cast", figure="f1", targets=["f3"])
    battle.let_pass()
    assert battle.figure("f3").click == 1


@pytest.mark.rule("sorcery", "12.7")
def test_how_many_targets_are_marked(printed: Printer) -> None:
    printed(spell("fork", at_enemy(Damage(who="marked", flat=1), most=2)))
    more = (stand("blade", 1, (20_000, 7_000)), stand("blade", 1, (16_000, 7_000)))
    for targets in ([], ["f2", "f2"], ["f2", "f3", "f4"]):
        refusal = _facing("fork", *more).refused(0, "cast", figure="f1", targets=targets)
        assert refusal == ("WRONG_TARGETS", "12.7")
    battle = _facing("fork", *more).do(0, "cast", figure="f1", targets=["f3", "f2"])
    assert [battle.figure(n).click for n in ("f2", "f3", "f4")] == [1, 1, 0]
    assert _facing("fork", *more).refused(0, "cast", figure="f1", targets=["f9"]) == (
        "NO_SUCH_FIGURE",
        "12.7",
    )


@pytest.mark.rule("sorcery", "12.7")
def test_a_spell_that_is_aimed_at_nobody_marks_nobody() -> None:
    refusal = _facing("haze").refused(0, "cast", figure="f1", targets=["f2"])
    assert refusal == ("WRONG_TARGETS", "12.7")


@pytest.mark.rule("sorcery", "7.7", "15.3")
def test_the_magic_immune_are_no_targets_but_of_who_breaches(printed: Printer) -> None:
    printed(wand("stone", defence_type="magic_immune"), wand("smith", "spellbreach"))
    cast = {"figure": "f1", "targets": ["f2"]}
    immune = _facing("sting", enemy="stone")
    assert immune.refused(0, "cast", **cast) == ("IMMUNE", "7.7")
    assert immune.refused(0, "cast", **cast, breach=True) == ("NO_ABILITY", "15.3")
    smith = _facing("sting", card="smith", enemy="stone")
    assert smith.refused(0, "cast", **cast) == ("IMMUNE", "7.7")
    smith.do(0, "cast", **cast, breach=True).let_pass()
    assert smith.figure("f2").click == 1


# --- attacks by spells


@pytest.mark.rule("sorcery", "12.8", "7.5")
def test_a_spell_attacks_with_the_casters_attack_as_a_wand(printed: Printer) -> None:
    """Its own ranged damage; the bonus counts for who bears a wand."""
    printed(wand("adept", attack_bonus=2, dial=(row(ranged_damage=3),) * 4))
    battle = _facing("dart", card="adept")
    battle.do(0, "cast", figure="f1", targets=["f2"], dice=[1, 3])
    (attacked,) = battle.told("attacked")
    assert (attacked.how, attacked.attack.total, attacked.defence.total, attacked.hit) == (
        "spell",
        14,
        14,
        True,
    )
    assert battle.figure("f2").click == 3


@pytest.mark.rule("sorcery", "12.8")
def test_a_spell_may_say_bonus_and_damage_and_each_target_has_dice_of_its_own(
    printed: Printer,
) -> None:
    printed(spell("volley", at_enemy(Strike(who="marked", bonus=2, damage=1), most=2)))
    battle = _facing("volley", stand("blade", 1, (20_000, 7_000), facing=SOUTH))
    battle.do(0, "cast", figure="f1", targets=["f3", "f2"], dice=[2, 2, 1, 2])
    assert [(a.target, a.attack.total, a.hit) for a in battle.told("attacked")] == [
        ("f3", 14, True),
        ("f2", 13, False),
    ]
    assert [battle.figure(n).click for n in ("f2", "f3")] == [0, 1]


@pytest.mark.rule("sorcery", "12.8", "7.6")
def test_magic_defence_and_cover_count_against_spells_that_attack(printed: Printer) -> None:
    printed(wand("warded", defence_type="magic"), wand("smith", "spellbreach"))
    cast: dict[str, Any] = {"figure": "f1", "targets": ["f2"], "dice": [1, 2]}
    battle = (
        _facing("dart", enemy="warded").do(0, "cast", **{**cast, "dice": []}).let_pass(dice=[1, 2])
    )
    assert battle.told("attacked")[0].defence.total == 15
    smith = _facing("dart", card="smith", enemy="warded")
    smith.do(0, "cast", **{**cast, "dice": []}, breach=True).let_pass(dice=[1, 2])
    assert smith.told("attacked")[0].defence.total == 14
    grove = Battle(
        table(
            stand("mage", 0, (25_500, 5_000), book="dart"),
            stand("blade", 1, (25_500, 11_000), facing=SOUTH),
        )
    )
    grove.do(0, "cast", **cast)
    assert grove.told("attacked")[0].defence.total == 15


@pytest.mark.rule("sorcery", "12.8", "7.4")
def test_a_spell_that_attacks_from_behind_has_one_more() -> None:
    battle = Battle(
        table(stand("mage", 0, (18_000, 5_000), book="dart"), stand("blade", 1, (18_000, 9_000)))
    )
    battle.do(0, "cast", figure="f1", targets=["f2"], dice=[1, 2])
    assert battle.told("attacked")[0].attack.total == 12
