"""Counterspells [14]; boosts stand in test_boosts.py."""

from typing import Any

import pytest

from engine.games.sorcery.ops import Bar, Modify
from tests.engine.games.sorcery.samples import (
    STING,
    Printer,
    enchantment,
    illusion,
    row,
    spell,
    wand,
)
from tests.engine.games.sorcery.table import NORTH, SOUTH, Battle, out, stand, table

pytestmark = pytest.mark.usefixtures("samples")
AIMED = {"figure": "f1", "targets": ["f2"]}


def _casting(
    *more: Any, book: str = "sting dart", card: str = "mage", counter: str = "mage", **fields: Any
) -> Battle:
    """Return a battle in which seat 0 has just cast at f2, and f3 of seat 1 may counter."""
    battle = Battle(
        table(
            stand(card, 0, (18_000, 5_000), book=book),
            stand("blade", 1, (18_000, 9_000)),
            stand(counter, 1, (21_000, 9_000), **{"facing": NORTH, **fields}),
            *more,
        )
    )
    return battle.do(0, "cast", **AIMED)


# --- who may counter


@pytest.mark.rule("sorcery", "14.1", "14.2")
def test_a_wand_in_reach_is_asked_before_the_effect_whatever_it_faces() -> None:
    battle = _casting()
    assert battle.asked == ("counter", 1)
    assert battle.figure("f2").click == 0
    assert battle.state.announced is not None
    assert battle.state.announced.targets == ("f2",)
    battle.let_pass()
    assert battle.figure("f2").click == 1


@pytest.mark.rule("sorcery", "14.1")
@pytest.mark.parametrize("card", ["blade", "bow"])
def test_swords_and_bows_do_not_counter(card: str) -> None:
    battle = _casting(counter=card)
    assert battle.asked == ("memorise", 0)


@pytest.mark.rule("sorcery", "14.1")
def test_who_has_a_token_or_touches_an_enemy_does_not_counter() -> None:
    assert _casting(tokens=1).asked == ("memorise", 0)
    beside = stand("blade", 0, (22_500, 9_000))
    assert _casting(beside).asked == ("memorise", 0)
    friend = stand("blade", 1, (22_500, 9_000))
    assert _casting(friend).asked == ("counter", 1)


@pytest.mark.rule("sorcery", "14.1")
@pytest.mark.parametrize(("y", "asked"), [(15_000, "counter"), (15_001, "memorise")])
def test_the_caster_is_in_the_counters_range(y: int, asked: str) -> None:
    battle = Battle(
        table(
            stand("mage", 0, (18_000, 5_000), book="sting"),
            stand("blade", 1, (20_000, 7_000)),
            stand("mage", 1, (18_000, y)),
        )
    )
    battle.do(0, "cast", **AIMED)
    assert battle.asked is not None
    assert battle.asked[0] == asked


@pytest.mark.rule("sorcery", "14.1")
def test_the_line_of_fire_to_the_caster_is_free() -> None:
    between = stand("blade", 0, (19_500, 7_000))
    assert _casting(between).asked == ("memorise", 0)


@pytest.mark.rule("sorcery", "14.1", "13.13")
def test_a_spell_may_keep_a_figure_from_countering(printed: Printer) -> None:
    printed(enchantment("gag", Bar(act="counter"), who="enemy"))
    other = stand("mage", 1, (15_000, 9_000))
    battle = _casting(other, out("gag", "f1", on="f3"))
    assert battle.refused(1, "counter", figure="f3") == ("BARRED", "13.13")
    battle.do(1, "counter", figure="f4", dice=[1, 1, 1])


@pytest.mark.rule("sorcery", "14.1", "14.2")
def test_only_ones_own_able_figures_counter() -> None:
    battle = _casting(stand("mage", 1, (15_000, 9_000), tokens=1))
    assert battle.refused(1, "counter", figure="f4") == ("CANT_COUNTER", "14.1")
    assert battle.refused(1, "counter", figure="f2") == ("CANT_COUNTER", "14.1")
    assert battle.refused(1, "counter", figure="f1") == ("NO_SUCH_FIGURE", "14.2")
    assert battle.refused(1, "counter", figure="f9") == ("NO_SUCH_FIGURE", "14.2")
    assert battle.refused(0, "counter", figure="f3") == ("NOT_ASKED", "14.2")


# --- who is asked, and how often


def _four() -> Battle:
    """Return a battle of four; seat 2 casts, all the others have a mage that may counter."""
    return Battle(
        table(
            stand("mage", 2, (18_000, 5_000), book="sting"),
            stand("mage", 0, (18_000, 9_000)),
            stand("mage", 1, (21_000, 8_000)),
            stand("mage", 3, (15_000, 8_000)),
            turn=2,
            starting=1,
        )
    )


@pytest.mark.rule("sorcery", "14.2")
def test_enemies_are_asked_in_the_order_of_turns_from_the_caster() -> None:
    battle = _four().do(2, "cast", **AIMED)
    asked: list[Any] = []
    while battle.asked is not None and battle.asked[0] == "counter":
        asked.append(battle.asked[1])
        battle.let_pass()
    assert asked == [3, 0, 1]
    assert battle.figure("f2").click == 1


@pytest.mark.rule("sorcery", "14.2")
def test_the_first_who_announces_makes_the_only_attempt() -> None:
    battle = _four().do(2, "cast", **AIMED).let_pass()
    battle.do(0, "counter", figure="f2", dice=[6, 6, 1])
    assert battle.figure("f2").click == 1
    assert battle.asked == ("memorise", 2)
    assert len(battle.told("counter_tried")) == 1


@pytest.mark.rule("sorcery", "14.2")
def test_ones_own_spells_are_not_countered() -> None:
    battle = Battle(
        table(
            stand("mage", 0, (18_000, 5_000), book="sting"),
            stand("blade", 1, (18_000, 9_000)),
            stand("mage", 0, (21_000, 9_000)),
        )
    )
    battle.do(0, "cast", **AIMED)
    assert battle.asked == ("memorise", 0)


@pytest.mark.rule("sorcery", "14.3")
def test_a_counter_is_no_action() -> None:
    battle = _casting().do(1, "counter", figure="f3", dice=[1, 1, 6])
    assert (battle.figure("f3").tokens, battle.figure("f3").acted) == (0, 0)
    assert [one.figure for one in battle.told("action_taken")] == ["f1"]


@pytest.mark.rule("sorcery", "14.3", "14.2")
def test_the_same_figure_may_counter_one_spell_after_the_other() -> None:
    second = stand("mage", 0, (20_000, 5_000), book="sting")
    battle = _casting(second).do(1, "counter", figure="f3", dice=[1, 1, 6])
    battle.do(0, "cast", figure="f4", targets=["f2"])
    assert battle.asked == ("counter", 1)
    battle.do(1, "counter", figure="f3", dice=[1, 1, 6])
    assert battle.figure("f2").click == 0


# --- the roll


@pytest.mark.rule("sorcery", "14.4", "14.5")
@pytest.mark.parametrize(
    ("dice", "sums", "broken"),
    [
        ([2, 3, 5], (13, 14), True),
        ([2, 4, 5], (14, 14), False),
        ([3, 4, 5], (15, 14), False),
    ],
)
def test_two_dice_and_attack_against_a_die_attack_and_one(
    dice: list[int], sums: tuple[int, int], broken: bool
) -> None:
    battle = _casting().do(1, "counter", figure="f3", dice=dice)
    (tried,) = battle.told("counter_tried")
    assert (tried.cast.total, tried.counter.total) == sums
    assert (*tried.cast.dice, *tried.counter.dice) == tuple(dice)
    assert tried.broken == broken
    assert battle.figure("f2").click == (0 if broken else 1)


@pytest.mark.rule("sorcery", "14.4", "7.3")
def test_what_modifies_the_attacks_is_capped_but_the_one_focus_and_a_boost_are_not(
    printed: Printer,
) -> None:
    printed(
        illusion("fervour", Modify(value="attack", amount=3)),
        wand("adept", "focus", attack_bonus=2),
        spell("loud", boost=4),
    )
    battle = Battle(
        table(
            stand("adept", 0, (18_000, 5_000), book="sting"),
            stand("blade", 1, (18_000, 9_000)),
            stand("adept", 1, (21_000, 9_000), book="loud"),
            out("fervour", "f1"),
        )
    )
    battle.do(0, "cast", **AIMED).do(1, "counter", figure="f3", boost=True, dice=[1, 1, 1])
    (tried,) = battle.told("counter_tried")
    assert (tried.cast.total, tried.counter.total) == (2 + 8 + 3 + 1, 1 + 8 + 3 + 1 + 1 + 4)


@pytest.mark.rule("sorcery", "14.4", "7.5")
@pytest.mark.parametrize(("caster", "caster_sum"), [("wand", 2 + 8 + 2), ("bow", 2 + 8)])
def test_the_attack_bonus_counts_on_both_sides_if_it_is_for_wands(
    printed: Printer, caster: str, caster_sum: int
) -> None:
    printed(
        wand("adept", attack_bonus=2),
        wand("caster", attack_bonus=2, attack_type=caster),
    )
    battle = _casting(card="caster", counter="adept")
    battle.do(1, "counter", figure="f3", dice=[1, 1, 1])
    (tried,) = battle.told("counter_tried")
    assert (tried.cast.total, tried.counter.total) == (caster_sum, 1 + 8 + 2 + 1)


@pytest.mark.rule("sorcery", "14.4", "15.2")
@pytest.mark.parametrize(
    ("caster", "counter", "sums"), [("adept", "mage", (11, 10)), ("mage", "adept", (10, 11))]
)
def test_focus_counts_for_who_casts_and_for_who_counters(
    printed: Printer, caster: str, counter: str, sums: tuple[int, int]
) -> None:
    printed(wand("adept", "focus"))
    battle = _casting(card=caster, counter=counter).do(1, "counter", figure="f3", dice=[1, 1, 1])
    (tried,) = battle.told("counter_tried")
    assert (tried.cast.total, tried.counter.total) == sums


@pytest.mark.rule("sorcery", "14.4", "12.2")
def test_the_attack_is_that_of_the_click(printed: Printer) -> None:
    printed(wand("fading", dial=(row(attack=9), row(attack=5))))
    battle = _casting(counter="fading", click=1).do(1, "counter", figure="f3", dice=[1, 1, 1])
    assert battle.told("counter_tried")[0].counter.total == 1 + 5 + 1


# --- a broken spell


@pytest.mark.rule("sorcery", "14.5", "4.4")
@pytest.mark.parametrize("after", ["face_up_bottom", "face_down_bottom", "face_down_top"])
def test_a_broken_spell_goes_face_down_on_top_whatever_it_says(
    printed: Printer, after: str
) -> None:
    printed(spell("final", STING, after=after))
    battle = _casting(book="final dart").do(1, "counter", figure="f3", dice=[1, 1, 6])
    assert battle.book("b1") == "final~ dart"
    assert battle.figure("f2").click == 0
    assert battle.figure("f1").tokens == 1
    assert battle.asked == ("act", 0)
    assert battle.state.announced is None


@pytest.mark.rule("sorcery", "14.5", "13.10")
@pytest.mark.parametrize("book", ["charm", "ring", "haze"])
def test_of_a_broken_spell_no_token_was_put_out(book: str) -> None:
    battle = Battle(
        table(
            stand("mage", 0, (18_000, 5_000), book=f"{book} sting"),
            stand("mage", 1, (18_000, 9_000)),
        )
    )
    more = {"charm": {"targets": ["f1"]}, "ring": {"at": (16_750, 5_000)}, "haze": {}}[book]
    battle.do(0, "cast", figure="f1", **more)
    battle.do(1, "counter", figure="f2", dice=[1, 1, 6])
    assert battle.out == []
    assert battle.book("b1") == f"{book}~ sting"


@pytest.mark.rule("sorcery", "4.3", "4.4")
def test_a_broken_spell_pushes_all_the_same() -> None:
    battle = Battle(
        table(
            stand("mage", 0, (18_000, 5_000), book="sting", tokens=1),
            stand("mage", 1, (18_000, 9_000)),
        )
    )
    battle.do(0, "cast", **AIMED).do(1, "counter", figure="f2", dice=[1, 1, 6])
    assert battle.figure("f1").click == 1


# --- no to all, and leaving


@pytest.mark.rule("sorcery", "14.7", "14.2")
def test_who_has_no_said_for_him_is_passed_over_until_he_takes_it_back() -> None:
    battle = _four()
    battle.do(3, "auto_pass", on=True)
    battle.do(2, "cast", **AIMED)
    assert battle.asked == ("counter", 0)
    again = _four().do(3, "auto_pass", on=True).do(3, "auto_pass", on=False)
    assert again.do(2, "cast", **AIMED).asked == ("counter", 3)


@pytest.mark.rule("sorcery", "14.7")
def test_what_he_is_asked_already_he_still_answers() -> None:
    battle = _four().do(2, "cast", **AIMED).do(3, "auto_pass", on=True)
    assert battle.asked == ("counter", 3)
    battle.do(3, "counter", figure="f4", dice=[1, 1, 6])
    assert battle.figure("f2").click == 0


@pytest.mark.rule("sorcery", "17.2", "14.2")
@pytest.mark.parametrize("gone", [0, 1, 2, 3])
def test_whoever_leaves_while_a_counter_is_asked_the_battle_goes_on(gone: int) -> None:
    battle = _four().do(2, "cast", **AIMED)
    battle.leave(gone)
    assert battle.state.phase == "action" or gone == 2
    asked: list[int] = []
    while battle.asked is not None and battle.asked[0] == "counter":
        asked.append(battle.asked[1])
        battle.let_pass()
    # The spell comes to nothing without its caster, and without its target.
    assert asked == {0: [], 1: [3, 0], 2: [], 3: [0, 1]}[gone]
    assert battle.figure("f2").click == (1 if gone in {1, 3} else 0)
    assert battle.state.announced is None


@pytest.mark.rule("sorcery", "12.4", "14.2")
def test_the_illusion_of_a_figure_that_faces_away_is_countered_too() -> None:
    battle = Battle(
        table(
            stand("mage", 0, (18_000, 5_000), book="haze", facing=SOUTH),
            stand("mage", 1, (18_000, 9_000), facing=NORTH),
        )
    )
    battle.do(0, "cast", figure="f1").do(1, "counter", figure="f2", dice=[1, 1, 6])
    assert battle.out == []
