"""Glyphs [13.4 to 13.7]."""

from typing import Any

import pytest

from engine.games.sorcery.ops import Aim, Damage, Heal, Modify, Rough, Shove, Way
from tests.engine.games.sorcery.samples import Printer, figure, glyph, spell
from tests.engine.games.sorcery.table import SOUTH, Battle, out, stand, table

pytestmark = pytest.mark.usefixtures("samples")
HERE = (18_000, 5_000)


def _drawing(at: tuple[int, int] = HERE, *more: Any, card: str = "mage") -> Battle:
    return Battle(
        table(
            stand(card, 0, at, book="ring sting"),
            stand("blade", 1, (18_000, 30_000)),
            *more,
        )
    )


@pytest.mark.rule("sorcery", "13.4", "13.6")
@pytest.mark.parametrize("far", [1_250, 1_275])
def test_a_glyphs_token_is_put_so_that_it_touches_the_caster(far: int) -> None:
    battle = _drawing().do(0, "cast", figure="f1", at=(18_000, 5_000 + far))
    (effect,) = battle.state.effects.values()
    assert (effect.at, effect.caster, effect.on) == ((18_000, 5_000 + far), "f1", None)
    assert battle.book("b1") == "sting ring"
    assert battle.asked == ("memorise", 0)


@pytest.mark.rule("sorcery", "13.4")
@pytest.mark.parametrize("far", [1_249, 1_276])
def test_a_token_neither_under_the_caster_nor_off_him_is_put(far: int) -> None:
    refusal = _drawing().refused(0, "cast", figure="f1", at=(18_000, 5_000 + far))
    assert refusal == ("WRONG_PLACE", "13.4")


@pytest.mark.rule("sorcery", "13.4")
def test_a_token_lies_wholly_on_the_field() -> None:
    near_edge = _drawing((18_000, 1_749))
    assert near_edge.refused(0, "cast", figure="f1", at=(18_000, 499)) == (
        "OFF_THE_FIELD",
        "13.4",
    )
    _drawing((18_000, 1_750)).do(0, "cast", figure="f1", at=(18_000, 500))


@pytest.mark.rule("sorcery", "13.4")
@pytest.mark.parametrize(("gap", "right"), [(1_025, False), (1_026, True)])
def test_tokens_do_not_touch_each_other(gap: int, right: bool) -> None:
    other = stand("mage", 1, (18_000 + gap, 7_500), book="ring", facing=SOUTH, tokens=1)
    lying = out("ring", "f3", "b2", at=(18_000 + gap, 6_250))
    battle = _drawing(HERE, other, lying)
    spot = (18_000, 6_250)
    if right:
        battle.do(0, "cast", figure="f1", at=spot)
        assert battle.out == ["ring", "ring"]
    else:
        assert battle.refused(0, "cast", figure="f1", at=spot) == ("WRONG_PLACE", "13.4")


@pytest.mark.rule("sorcery", "13.4")
def test_a_token_hinders_nobody() -> None:
    """It may lie under another base, and is moved over and shot over."""
    friend = stand("bow", 0, (18_000, 6_500))
    battle = _drawing(HERE, friend).do(0, "cast", figure="f1", at=(18_000, 6_250))
    battle.do(0, "memorise", spell="sting")
    battle.do(0, "move", figure="f3", path=[(18_000, 8_000)])
    assert battle.told("moved")[0].cost == 1_500


@pytest.mark.rule("sorcery", "13.5")
@pytest.mark.parametrize(
    ("card", "far", "works"),
    [
        ("blade", 1_275, True),
        ("blade", 1_276, False),
        ("brute", 1_525, True),
        ("brute", 1_526, False),
        ("blade", 400, True),
    ],
)
def test_a_glyph_works_on_who_touches_or_covers_its_token(card: str, far: int, works: bool) -> None:
    """Here: +1 attack for friends."""
    battle = Battle(
        table(
            stand("mage", 0, (18_000, 5_000), book="ring"),
            stand(card, 0, (18_000, 6_250 + far)),
            stand("blade", 1, (18_000, 6_250 + far + (1_750 if card == "brute" else 1_500))),
            out("ring", "f1", at=(18_000, 6_250)),
        )
    )
    battle.do(0, "fight", figure="f2", target="f3", dice=[1, 1])
    assert battle.told("attacked")[0].attack.total == 11 + works


@pytest.mark.rule("sorcery", "13.5")
@pytest.mark.parametrize(("far", "works"), [(3_000, True), (3_001, False)])
def test_a_glyph_may_work_in_a_circle_around_its_token(
    printed: Printer, far: int, works: bool
) -> None:
    printed(glyph("wide", Modify(value="attack", amount=1), inches=3))
    battle = Battle(
        table(
            stand("mage", 0, (18_000, 5_000), book="wide"),
            stand("blade", 0, (18_000, 6_250 + far)),
            stand("blade", 1, (18_000, 6_250 + far + 1_500)),
            out("wide", "f1", at=(18_000, 6_250)),
        )
    )
    battle.do(0, "fight", figure="f2", target="f3", dice=[1, 1])
    assert battle.told("attacked")[0].attack.total == 11 + works


@pytest.mark.rule("sorcery", "13.5")
@pytest.mark.parametrize(
    ("side", "friend", "enemy"),
    [("friends", 1, 0), ("enemies", 0, 1), ("all", 1, 1)],
)
def test_on_whom_a_glyph_works_is_seen_from_who_cast_it(
    printed: Printer, side: str, friend: int, enemy: int
) -> None:
    printed(glyph("coals", side=side, inches=9, at_turn_end=(Damage(who="marked", flat=1),)))
    battle = Battle(
        table(
            stand("mage", 0, (18_000, 5_000), book="coals"),
            stand("blade", 1, (18_000, 9_000)),
            stand("blade", 1, (18_000, 20_000)),
            out("coals", "f1", at=(18_000, 6_250)),
        )
    )
    battle.end_turn()
    assert [battle.figure(n).click for n in ("f1", "f2", "f3")] == [friend, 0, 0]
    battle.end_turn()
    assert [battle.figure(n).click for n in ("f1", "f2", "f3")] == [friend, enemy, 0]


@pytest.mark.rule("sorcery", "13.6", "12.1")
def test_a_glyphs_card_is_in_its_book_and_waits_for_its_token() -> None:
    battle = Battle(
        table(stand("mage", 0, HERE, book="ring"), stand("blade", 1, (18_000, 30_000)))
    ).do(0, "cast", figure="f1", at=(18_000, 6_250))
    battle.do(0, "memorise", spell="ring").end_turn()
    battle.end_turn()
    refusal = battle.refused(0, "cast", figure="f1", at=(16_750, 5_000))
    assert refusal == ("CANT_CAST", "12.1")
    battle.do(0, "move", figure="f1", path=[(18_000, 1_000)]).end_turn()
    assert battle.out == []
    battle.end_turn().end_turn().end_turn()  # rests
    battle.do(0, "cast", figure="f1", at=(16_750, 1_000))
    assert battle.out == ["ring"]


@pytest.mark.rule("sorcery", "13.7")
@pytest.mark.parametrize(("y", "left"), [(4_975, ["ring"]), (4_974, [])])
def test_a_glyph_ends_at_a_turns_end_if_its_creator_does_not_touch_its_token(
    y: int, left: list[str]
) -> None:
    battle = _drawing(HERE, out("ring", "f1", at=(18_000, 6_250)))
    battle.do(0, "move", figure="f1", path=[(18_000, y)])
    assert battle.out == ["ring"]
    battle.end_turn()
    assert battle.out == left


@pytest.mark.rule("sorcery", "13.7")
def test_a_creator_on_top_of_his_token_attends_it() -> None:
    battle = _drawing(HERE, out("ring", "f1", at=(18_000, 6_250)))
    battle.do(0, "move", figure="f1", path=[(18_000, 6_250)]).end_turn()
    assert battle.out == ["ring"]


@pytest.mark.rule("sorcery", "13.7", "3.6")
def test_a_glyph_that_was_left_alone_ends_at_the_end_of_anybodys_turn_and_works_no_more(
    printed: Printer,
) -> None:
    printed(glyph("coals", side="enemies", inches=9, at_turn_end=(Damage(who="marked", flat=1),)))
    battle = Battle(
        table(
            stand("mage", 0, (18_000, 5_000), click=4, book="coals"),
            stand("blade", 0, (14_000, 5_000)),
            stand("blade", 1, (16_500, 5_000), facing=(1, 0)),
            out("coals", "f1", at=(18_000, 6_250)),
            turn=1,
        )
    )
    battle.do(1, "fight", figure="f3", target="f1", dice=[5, 5])
    assert battle.out == ["coals"]
    battle.end_turn()
    assert battle.figure("f3").click == 0
    assert battle.out == []
    assert battle.told("effect_ended")[0].why == "left_alone"
    assert battle.book("b1") == "coals"


@pytest.mark.rule("sorcery", "13.7", "3.6")
def test_a_glyph_whose_creator_another_glyph_eliminates_ends_in_the_same_end_phase(
    printed: Printer,
) -> None:
    printed(glyph("coals", side="all", inches=9, at_turn_end=(Damage(who="marked", flat=1),)))
    battle = Battle(
        table(
            stand("mage", 0, HERE, click=4, book="ring"),
            stand("blade", 0, (2_000, 5_000)),
            stand("mage", 1, (18_000, 11_000), book="coals"),
            out("coals", "f3", "b2", at=(18_000, 9_750)),
            out("ring", "f1", at=(18_000, 6_250)),
        )
    )
    battle.end_turn()
    assert battle.figure("f1").gone
    assert battle.out == ["coals"]


@pytest.mark.rule("sorcery", "13.7")
def test_a_creator_who_is_back_at_his_token_when_the_turn_ends_keeps_it(
    printed: Printer,
) -> None:
    """Shoved off it by a friend's spell and drawn back by another's."""
    for name, toward in (("away", False), ("hither", True)):
        shove = Shove(who="marked", inches=3, toward=toward)
        printed(spell(name, Way(aim=Aim(who="any", blind=True), does=(shove,))))
    battle = Battle(
        table(
            stand("mage", 0, (18_000, 8_000), book="ring"),
            stand("mage", 0, HERE, book="away"),
            stand("mage", 0, (18_000, 2_000), book="hither"),
            stand("blade", 1, (2_000, 30_000)),
            out("ring", "f1", at=(19_250, 8_000)),
        )
    )
    battle.do(0, "cast", figure="f2", targets=["f1"]).do(0, "memorise", spell="away")
    assert battle.figure("f1").at == (18_000, 11_000)
    battle.do(0, "cast", figure="f3", targets=["f1"]).do(0, "memorise", spell="hither")
    assert battle.figure("f1").at == (18_000, 8_000)
    battle.end_turn()
    assert battle.out == ["ring"]


@pytest.mark.rule("sorcery", "13.7", "13.11")
def test_a_glyph_may_end_by_its_time(printed: Printer) -> None:
    printed(glyph("short", Rough(), rounds=1))
    battle = Battle(
        table(
            stand("mage", 0, HERE, book="short sting"),
            stand("blade", 1, (18_000, 30_000)),
        )
    )
    battle.do(0, "cast", figure="f1", at=(18_000, 6_250)).do(0, "memorise", spell="sting")
    battle.end_turn().end_turn()
    assert battle.out == ["short"]
    battle.end_turn()
    assert battle.out == []
    assert battle.book("b1") == "sting short"


@pytest.mark.rule("sorcery", "13.14")
def test_glyphs_work_in_the_order_in_which_they_were_cast(printed: Printer) -> None:
    printed(
        glyph("spring", side="friends", inches=9, at_turn_end=(Heal(who="marked", flat=1),)),
        glyph("coals", side="enemies", inches=9, at_turn_end=(Damage(who="marked", flat=1),)),
        figure("frail", dial=figure("x").dial[:2]),
    )
    spring = out("spring", "f1", at=(16_750, 5_000))
    coals = out("coals", "f3", "b2", at=(18_000, 9_750))
    for effects, gone in (((spring, coals), False), ((coals, spring), True)):
        battle = Battle(
            table(
                stand("mage", 0, HERE, book="spring"),
                stand("frail", 0, (20_000, 6_000), click=1),
                stand("mage", 1, (18_000, 11_000), book="coals"),
                *effects,
            )
        )
        battle.end_turn()
        assert battle.figure("f2").gone == gone


@pytest.mark.rule("sorcery", "13.14", "13.12")
def test_what_an_earlier_spell_ends_works_no_more(printed: Printer) -> None:
    """The coals hurt the creator of the spring, which ends by that and does not heal him."""
    printed(
        glyph(
            "spring",
            side="friends",
            inches=9,
            ends="caster_hit",
            at_turn_end=(Heal(who="marked", flat=1),),
        ),
        glyph("coals", side="enemies", inches=9, at_turn_end=(Damage(who="marked", flat=1),)),
    )
    battle = Battle(
        table(
            stand("mage", 0, HERE, book="spring"),
            stand("mage", 1, (18_000, 11_000), book="coals"),
            out("coals", "f2", "b2", at=(18_000, 9_750)),
            out("spring", "f1", at=(16_750, 5_000)),
        )
    )
    battle.end_turn()
    assert battle.figure("f1").click == 1
    assert battle.out == ["coals"]
