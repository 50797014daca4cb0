"""Spells that raise a counterspell [14.6]."""

from typing import Any

import pytest

from engine.games.sorcery.models import Requirement
from engine.games.sorcery.ops import Bar
from tests.engine.games.sorcery.samples import STING, Printer, enchantment, spell
from tests.engine.games.sorcery.table import Battle, out, stand, table

pytestmark = pytest.mark.usefixtures("samples")
AIMED = {"figure": "f1", "targets": ["f2"]}


def _boosting(book: str | None, counter: str = "mage", *more: Any, taken: bool = False) -> Battle:
    """Return a battle in which seat 0 has just cast, and f3 of seat 1 with a book may counter."""
    battle = Battle(
        table(
            stand("mage", 0, (18_000, 5_000), book="sting dart"),
            stand("blade", 1, (18_000, 9_000)),
            stand(counter, 1, (21_000, 9_000), book=book, taken=taken),
            *more,
        )
    )
    return battle.do(0, "cast", **AIMED)


@pytest.mark.rule("sorcery", "14.6", "14.4")
@pytest.mark.parametrize(("dice", "broken"), [([1, 3, 2], True), ([6, 6, 1], False)])
def test_a_boost_adds_what_it_says_and_is_used_whether_or_not_the_spell_fails(
    dice: list[int], broken: bool
) -> None:
    battle = _boosting("retort three_marks")
    battle.do(1, "counter", figure="f3", boost=True, dice=dice)
    (tried,) = battle.told("counter_tried")
    assert (tried.boost, tried.broken) == ("retort", broken)
    assert tried.counter.total == dice[2] + 8 + 1 + 2
    assert battle.book("b2") == "three_marks retort"
    assert battle.asked == ("memorise", 1)
    assert battle.refused(1, "memorise", spell="retort") == ("NO_SUCH_SPELL", "12.6")
    battle.do(1, "memorise", spell="three_marks")
    assert battle.book("b2") == "three_marks retort"
    assert battle.figure("f2").click == (0 if broken else 1)
    assert battle.asked == (("act", 0) if broken else ("memorise", 0))


@pytest.mark.rule("sorcery", "14.6")
def test_a_boost_need_not_be_used() -> None:
    battle = _boosting("retort").do(1, "counter", figure="f3", dice=[1, 1, 1])
    assert battle.told("counter_tried")[0].boost is None
    assert battle.book("b2") == "retort"


@pytest.mark.rule("sorcery", "14.6", "12.1")
@pytest.mark.parametrize(
    ("book", "refusal"),
    [
        ("three_marks retort", ("CANT_COUNTER", "14.6")),
        ("retort~", ("CANT_CAST", "12.1")),
        ("", ("CANT_CAST", "12.1")),
        ("kin_only", ("CANT_CAST", "12.1")),
    ],
)
def test_a_boost_is_memorised_and_lies_face_up_and_is_ones_own(
    printed: Printer, book: str, refusal: tuple[str, str]
) -> None:
    printed(spell("kin_only", boost=2, requires=Requirement(faction="drakekin")))
    battle = _boosting(book, taken=True)
    assert battle.refused(1, "counter", figure="f3", boost=True) == refusal
    battle.do(1, "counter", figure="f3", dice=[1, 1, 1])


@pytest.mark.rule("sorcery", "14.6", "13.13")
def test_who_is_kept_from_casting_boosts_nothing_but_counters(printed: Printer) -> None:
    printed(enchantment("hush", Bar(act="cast"), who="enemy"))
    battle = _boosting("retort", "mage", out("hush", "f1", on="f3"))
    assert battle.refused(1, "counter", figure="f3", boost=True) == ("BARRED", "13.13")
    battle.do(1, "counter", figure="f3", dice=[1, 1, 1])


@pytest.mark.rule("sorcery", "14.6", "14.1")
def test_a_wand_without_a_book_counters_but_boosts_nothing() -> None:
    battle = _boosting(None)
    assert battle.refused(1, "counter", figure="f3", boost=True) == ("NO_BOOK", "12.1")
    battle.do(1, "counter", figure="f3", dice=[1, 1, 1])


@pytest.mark.rule("sorcery", "14.6", "12.5")
@pytest.mark.parametrize(
    ("after", "book", "asked"),
    [
        ("face_down_bottom", "three_marks last_word~", ("memorise", 1)),
        ("face_down_top", "last_word~ three_marks", ("act", 0)),
    ],
)
def test_a_boost_goes_where_the_spell_says(
    printed: Printer, after: str, book: str, asked: tuple[str, int]
) -> None:
    printed(spell("last_word", boost=3, after=after))
    battle = _boosting("last_word three_marks")
    battle.do(1, "counter", figure="f3", boost=True, dice=[1, 1, 6])
    assert battle.book("b2") == book
    assert battle.asked == asked


@pytest.mark.rule("sorcery", "14.6")
def test_a_spell_that_is_cast_may_boost_and_then_does_nothing_else(printed: Printer) -> None:
    printed(spell("both", STING, boost=1))
    battle = _boosting("both").do(1, "counter", figure="f3", boost=True, dice=[6, 6, 1])
    assert battle.told("counter_tried")[0].counter.total == 1 + 8 + 1 + 1
    assert battle.figure("f1").click == 0
    assert (battle.figure("f3").tokens, battle.asked) == (0, ("memorise", 1))


@pytest.mark.rule("sorcery", "14.6")
def test_a_boost_is_not_countered() -> None:
    battle = _boosting("retort", "mage", stand("mage", 0, (15_000, 9_000)))
    battle.do(1, "counter", figure="f3", boost=True, dice=[1, 1, 6])
    assert battle.asked == ("memorise", 1)


@pytest.mark.rule("sorcery", "14.2", "18.3")
@pytest.mark.parametrize("book", [None, "", "retort", "retort~", "sting retort"])
def test_who_is_asked_does_not_depend_on_what_lies_in_his_book(book: str | None) -> None:
    assert _boosting(book).asked == ("counter", 1)
