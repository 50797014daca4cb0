"""Sorceries and enchantments, and what all lasting spells have in common [13]."""

import pytest

from engine.games.sorcery.cards import SPELLS
from engine.games.sorcery.ops import Bar, Damage, Modify
from tests.engine.games.sorcery.samples import Printer, enchantment, wand
from tests.engine.games.sorcery.table import SOUTH, Battle, dropped, out, stand, table

pytestmark = pytest.mark.usefixtures("samples")


def _enchanting(book: str, *, tokens: int = 0) -> Battle:
    """Return a battle of a mage with a book, a friend, and an enemy far away."""
    return Battle(
        table(
            stand("mage", 0, (18_000, 5_000), book=book, tokens=tokens),
            stand("blade", 0, (18_000, 7_000)),
            stand("blade", 1, (18_000, 14_000), facing=SOUTH),
        )
    )


@pytest.mark.rule("sorcery", "13.1")
def test_a_sorcery_works_at_once_and_leaves_nothing_behind() -> None:
    assert {one.token for one in SPELLS.values() if one.type == "sorcery"} == {False}
    assert {one.token for one in SPELLS.values() if one.type == "enchantment"} == {True}
    battle = Battle(
        table(
            stand("mage", 0, (18_000, 5_000), book="sting"),
            stand("blade", 1, (18_000, 9_000)),
        )
    )
    battle.do(0, "cast", figure="f1", targets=["f2"])
    assert battle.out == []
    assert battle.told("effect_begun") == []


@pytest.mark.rule("sorcery", "13.2", "13.10")
def test_an_enchantments_token_lies_on_a_figure_and_its_card_beside_the_field() -> None:
    battle = _enchanting("charm sting")
    battle.do(0, "cast", figure="f1", targets=["f2"])
    (effect,) = battle.state.effects.values()
    assert (effect.spell, effect.on, effect.type) == ("charm", "f2", "enchantment")
    assert battle.book("b1") == "sting"
    assert battle.asked == ("memorise", 0)
    assert battle.refused(0, "memorise", spell="charm") == ("NO_SUCH_SPELL", "12.6")
    assert battle.told("spell_placed") == []


@pytest.mark.rule("sorcery", "13.2")
def test_an_enchantment_works_on_its_bearer_only() -> None:
    battle = Battle(
        table(
            stand("mage", 0, (18_000, 5_000), book=""),
            stand("blade", 0, (18_000, 7_000)),
            stand("blade", 0, (21_000, 7_000)),
            stand("blade", 1, (18_000, 8_500), facing=SOUTH),
            stand("blade", 1, (21_000, 8_500), facing=SOUTH),
            out("charm", "f1", on="f2"),
        )
    )
    battle.do(0, "fight", figure="f2", target="f4", dice=[1, 2])
    battle.do(0, "fight", figure="f3", target="f5", dice=[1, 2])
    assert [one.attack.total for one in battle.told("attacked")] == [12, 11]


@pytest.mark.rule("sorcery", "13.2", "13.10")
def test_it_ends_when_its_bearer_is_eliminated_and_goes_back_to_the_bottom() -> None:
    battle = Battle(
        table(
            stand("mage", 0, (18_000, 5_000), book="sting"),
            stand("blade", 0, (18_000, 9_000), click=4),
            stand("blade", 1, (18_000, 10_500), facing=SOUTH),
            out("charm", "f1", on="f2"),
            turn=1,
        )
    )
    battle.do(1, "fight", figure="f3", target="f2", dice=[5, 5])
    assert battle.out == []
    assert battle.book("b1") == "sting charm"
    assert battle.told("effect_ended")[0].why == "bearer_gone"


@pytest.mark.rule("sorcery", "13.2", "10.2", "13.10")
def test_the_card_of_who_enchanted_himself_goes_into_the_book_he_drops() -> None:
    battle = Battle(
        table(
            stand("mage", 0, (18_000, 9_000), book="sting", click=4),
            stand("blade", 0, (12_000, 5_000)),
            stand("blade", 1, (18_000, 10_500), facing=SOUTH),
            out("charm", "f1", on="f1"),
            turn=1,
        )
    )
    battle.do(1, "fight", figure="f3", target="f1", dice=[5, 5])
    assert battle.state.books["b1"].bearer is None
    assert battle.book("b1") == "sting charm"


@pytest.mark.rule("sorcery", "13.10")
def test_an_enchantment_outlives_its_caster_and_its_card_finds_the_dropped_book(
    printed: Printer,
) -> None:
    printed(enchantment("brief", Modify(value="attack", amount=1), rounds=1))
    battle = Battle(
        table(
            stand("blade", 0, (18_000, 7_000)),
            stand("mage", 0, None, gone=True),
            stand("blade", 1, (18_000, 30_000)),
            dropped((18_000, 20_000), "sting"),
            out("brief", "f2", on="f1", left=1),
        )
    )
    assert battle.out == ["brief"]
    battle.end_turn()
    assert battle.out == []
    assert battle.book("b1") == "sting brief"


@pytest.mark.rule("sorcery", "13.10")
def test_the_card_comes_back_into_a_book_that_an_enemy_picked_up() -> None:
    battle = Battle(
        table(
            stand("blade", 0, (18_000, 9_000), click=4),
            stand("blade", 0, (12_000, 5_000)),
            stand("mage", 1, (18_000, 10_500), facing=SOUTH, book=""),
            out("charm", "f1", on="f1"),
            turn=1,
        )
    )
    battle.do(1, "fight", figure="f3", target="f1", dice=[5, 5])
    assert battle.book("b1") == "charm"


@pytest.mark.rule("sorcery", "13.10", "12.5")
def test_a_card_that_comes_back_face_down_into_an_empty_book_blocks_it(printed: Printer) -> None:
    printed(
        enchantment("veiled", Modify(value="attack", amount=1), rounds=1).model_copy(
            update={"after": "face_down_bottom"}
        )
    )
    battle = Battle(
        table(
            stand("mage", 0, (18_000, 5_000), book=""),
            stand("blade", 1, (18_000, 30_000)),
            out("veiled", "f1", on="f1", left=1),
        )
    )
    battle.end_turn()
    assert battle.book("b1") == "veiled~"


@pytest.mark.rule("sorcery", "13.10")
def test_a_card_that_comes_back_into_an_empty_book_is_memorised(printed: Printer) -> None:
    printed(enchantment("brief", Modify(value="attack", amount=1), rounds=1))
    battle = Battle(
        table(
            stand("mage", 0, (18_000, 5_000), book=""),
            stand("blade", 1, (18_000, 30_000)),
            out("brief", "f1", on="f1", left=1),
        )
    )
    battle.end_turn().end_turn()
    battle.do(0, "cast", figure="f1", targets=["f1"])
    assert battle.out == ["brief"]


@pytest.mark.rule("sorcery", "13.3")
def test_the_same_enchantment_is_not_put_on_a_figure_twice(printed: Printer) -> None:
    """Another figure may bear it, and another enchantment may lie on this one."""
    printed(enchantment("grace", Modify(value="defence", amount=1)))
    battle = Battle(
        table(
            stand("mage", 0, (18_000, 5_000), book="charm"),
            stand("mage", 0, (21_000, 5_000), book="sting"),
            stand("blade", 0, (19_000, 8_000)),
            stand("blade", 1, (18_000, 30_000)),
            out("charm", "f2", "b2", on="f3"),
            out("grace", "f2", "b2", on="f2"),
        )
    )
    assert not battle.offered(0, "cast", figure="f1", targets=["f3"])
    assert battle.refused(0, "cast", figure="f1", targets=["f3"]) == ("WRONG_TARGETS", "13.3")
    battle.do(0, "cast", figure="f1", targets=["f2"])
    assert battle.out == ["charm", "grace", "charm"]


# --- what it does


@pytest.mark.rule("sorcery", "13.14", "3.6")
def test_at_the_end_of_its_bearers_players_turn_it_works_on_the_bearer(printed: Printer) -> None:
    printed(enchantment("wasting", who="enemy", at_turn_end=(Damage(who="marked", flat=1),)))
    battle = Battle(
        table(
            stand("mage", 0, (18_000, 5_000), book=""),
            stand("blade", 1, (18_000, 9_000)),
            stand("blade", 1, (21_000, 9_000)),
            out("wasting", "f1", on="f2"),
        )
    )
    battle.end_turn()
    assert battle.figure("f2").click == 0
    battle.end_turn()
    assert [battle.figure(n).click for n in ("f1", "f2", "f3")] == [0, 1, 0]


@pytest.mark.rule("sorcery", "15.3", "7.7", "13.14")
@pytest.mark.parametrize(("breach", "clicks"), [(True, 1), (False, 0)])
def test_what_breached_immunity_goes_on_doing_so(
    printed: Printer, breach: bool, clicks: int
) -> None:
    printed(
        enchantment("wasting", who="enemy", at_turn_end=(Damage(who="marked", flat=1),)),
        wand("stone", defence_type="magic_immune"),
    )
    battle = Battle(
        table(
            stand("mage", 0, (18_000, 5_000), book=""),
            stand("stone", 1, (18_000, 9_000)),
            out("wasting", "f1", on="f2", breach=breach),
            turn=1,
        )
    )
    battle.end_turn()
    assert battle.figure("f2").click == clicks


@pytest.mark.rule("sorcery", "15.3")
def test_a_cast_keeps_that_it_breached(printed: Printer) -> None:
    printed(
        enchantment("curse", Modify(value="attack", amount=-1), who="enemy"),
        wand("smith", "spellbreach"),
        wand("stone", defence_type="magic_immune"),
    )
    for breach in (True, False):
        battle = Battle(
            table(
                stand("smith", 0, (18_000, 5_000), book="curse"),
                stand("stone" if breach else "blade", 1, (18_000, 9_000), tokens=1),
            )
        )
        battle.do(0, "cast", figure="f1", targets=["f2"], breach=breach)
        assert battle.state.effects["e1"].breach == breach


@pytest.mark.rule("sorcery", "13.13", "12.3")
def test_what_a_spell_may_keep_a_figure_from(printed: Printer) -> None:
    printed(
        *(
            enchantment(f"no_{act}", Bar(act=act), who="enemy")
            for act in ("move", "close_combat", "ranged_combat", "cast")
        )
    )

    def barred(act: str, book: str = "dart") -> Battle:
        beside = stand("blade", 1, (18_000, 6_500), facing=SOUTH)
        far = stand("blade", 1, (18_000, 9_000), facing=SOUTH)
        return Battle(
            table(
                stand("mage", 0, (18_000, 5_000), book=book),
                beside if act == "close_combat" else far,
                stand("mage", 1, (12_000, 30_000), book=""),
                out(f"no_{act}", "f3", "b2", on="f1"),
            )
        )

    forbidden = ("BARRED", "13.13")
    aimed = {"figure": "f1", "targets": ["f2"]}
    assert barred("move").refused(0, "move", figure="f1", path=[(18_000, 6_000)]) == forbidden
    assert barred("close_combat").refused(0, "fight", figure="f1", target="f2") == forbidden
    assert barred("ranged_combat").refused(0, "shoot", **aimed) == forbidden
    assert barred("ranged_combat").refused(0, "cast", **aimed) == forbidden
    assert barred("cast", "sting").refused(0, "cast", **aimed) == forbidden
    barred("ranged_combat", "sting").do(0, "cast", **aimed)
    barred("cast").do(0, "shoot", **aimed, dice=[1, 2])
    barred("move").do(0, "shoot", **aimed, dice=[1, 2])
