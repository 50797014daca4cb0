"""What the traits of spells do to figures [13]."""

from typing import Any

import pytest

from engine.games.sorcery.ops import (
    Bar,
    Cover,
    Deny,
    Grant,
    Modify,
    Rough,
    Sight,
    Way,
)
from tests.engine.games.sorcery.samples import (
    Printer,
    enchantment,
    glyph,
    illusion,
    spell,
    wand,
)
from tests.engine.games.sorcery.table import SOUTH, Battle, Stood, out, stand, table

pytestmark = pytest.mark.usefixtures("samples")


def _cast(way: Way, *laid: Any, printed: Printer, **fields: Any) -> Battle:
    """Cast a spell of one way from f1 at (18,000, 5,000); the others of the table are ``laid``."""
    printed(spell("magic", way))
    mage = fields.pop("mage", {})
    battle = Battle(
        table(stand("mage", 0, (18_000, 5_000), book="magic sting~ dart", **mage), *laid)
    )
    battle.do(0, "cast", figure="f1", **fields)
    while battle.asked is not None and battle.asked[0] == "counter":
        battle.let_pass()
    return battle


def _enemy(at: tuple[int, int] = (18_000, 9_000), **fields: Any) -> Stood:
    return stand("blade", 1, at, **{"facing": SOUTH, **fields})


def _under(trait: Any, *laid: Stood, card: str = "mage", printed: Printer) -> Battle:
    """Return a battle in which an illusion gives a trait to f1, a figure at (18,000, 5,000)."""
    printed(enchantment("gift", trait), wand("warded"))
    return Battle(
        table(
            stand(card, 0, (18_000, 5_000)),
            stand("mage", 0, (12_000, 3_000), book=""),
            *laid,
            out("gift", "f2", on="f1"),
        )
    )


@pytest.mark.rule("sorcery", "7.3")
@pytest.mark.parametrize("amount", [2, -2])
def test_a_value_is_modified(printed: Printer, amount: int) -> None:
    speed = _under(Modify(value="speed", amount=amount), _enemy(), printed=printed)
    far = 8_000 + amount * 1_000
    assert speed.refused(0, "move", figure="f1", path=[(18_000 + far + 1, 5_000)])[0] in {
        "TOO_FAR",
        "IN_THE_WAY",
    }
    reach = 10_000 + amount * 1_000
    for more, code in ((0, None), (1, ("TOO_FAR", "9.2"))):
        seen = _enemy((18_000, 5_000 + reach + more))
        ranged = _under(Modify(value="range", amount=amount), seen, printed=printed)
        if code is None:
            ranged.do(0, "shoot", figure="f1", targets=["f3"], dice=[1, 2])
        else:
            assert ranged.refused(0, "shoot", figure="f1", targets=["f3"]) == code


@pytest.mark.rule("sorcery", "7.3")
@pytest.mark.parametrize(("value", "clicks"), [("damage", 2), ("ranged_damage", 3)])
def test_damage_and_ranged_damage_are_modified_each_for_itself(
    printed: Printer, value: Any, clicks: int
) -> None:
    battle = _under(Modify(value=value, amount=1), _enemy(), printed=printed)
    battle.do(0, "shoot", figure="f1", targets=["f3"], dice=[4, 4])
    assert battle.figure("f3").click == clicks


@pytest.mark.rule("sorcery", "15.1")
def test_an_ability_is_granted_and_denied(printed: Printer) -> None:
    granted = _under(Grant(ability="fearless"), _enemy(), printed=printed)
    assert granted.state.figures["f1"].tokens == 0
    printed(wand("bold", "fearless"))
    for trait, card, clicks in (
        (Grant(ability="fearless"), "mage", 0),
        (Deny(ability="fearless"), "bold", 1),
    ):
        printed(enchantment("gift", trait))
        battle = Battle(
            table(
                stand(card, 0, (18_000, 5_000), tokens=1),
                stand("mage", 0, (12_000, 3_000), book=""),
                _enemy(),
                out("gift", "f2", on="f1"),
            )
        )
        battle.do(0, "move", figure="f1", path=[])
        assert battle.figure("f1").click == clicks


@pytest.mark.rule("sorcery", "15.1")
def test_what_is_denied_is_not_granted_by_another_spell(printed: Printer) -> None:
    printed(
        enchantment("give", Grant(ability="fearless")),
        enchantment("take", Deny(ability="fearless")),
    )
    for effects in (("give", "take"), ("take", "give")):
        battle = Battle(
            table(
                stand("mage", 0, (18_000, 5_000), tokens=1),
                stand("mage", 0, (12_000, 3_000), book=""),
                _enemy(),
                *(out(name, "f2", on="f1") for name in effects),
            )
        )
        battle.do(0, "move", figure="f1", path=[])
        assert battle.figure("f1").click == 1


@pytest.mark.rule("sorcery", "6.5", "7.6")
def test_cover_hinders_lines_of_fire_to_who_has_it(printed: Printer) -> None:
    printed(enchantment("cloak", Cover()))
    battle = Battle(
        table(
            stand("bow", 0, (18_000, 5_000)),
            stand("bow", 1, (18_000, 9_000), facing=SOUTH),
            stand("mage", 1, (12_000, 30_000), book=""),
            out("cloak", "f3", on="f2"),
        )
    )
    battle.do(0, "shoot", figure="f1", targets=["f2"], dice=[1, 2]).end_turn()
    battle.do(1, "shoot", figure="f2", targets=["f1"], dice=[1, 2])
    assert [one.defence.total for one in battle.told("attacked")] == [15, 14]


@pytest.mark.rule("sorcery", "5.4")
def test_rough_ground_doubles_what_a_move_costs(printed: Printer) -> None:
    battle = _under(Rough(), _enemy((18_000, 30_000)), printed=printed)
    refusal = battle.refused(0, "move", figure="f1", path=[(18_000, 9_001)])
    assert refusal == ("TOO_FAR", "5.3")
    battle.do(0, "move", figure="f1", path=[(18_000, 9_000)])
    assert battle.told("moved")[0].cost == 8_000


@pytest.mark.rule("sorcery", "5.4")
def test_on_rough_ground_hindering_terrain_adds_nothing(printed: Printer) -> None:
    """The east grove is a circle around 25,500, 12,000 with a radius of 2,600."""
    printed(illusion("mire", Rough()))
    battle = Battle(
        table(
            stand("blade", 0, (25_500, 8_000)),
            stand("mage", 1, (2_000, 34_000), book=""),
            out("mire", "f2"),
        )
    ).do(0, "move", figure="f1", path=[(25_500, 11_000)])
    assert battle.told("moved")[0].cost == 6_000


@pytest.mark.rule("sorcery", "13.8", "14.1")
@pytest.mark.parametrize(("inches", "seen"), [(4, True), (3, False)])
def test_an_illusion_may_limit_how_far_everybody_sees(
    printed: Printer, inches: int, seen: bool
) -> None:
    printed(illusion("mist", Sight(inches=inches)))
    state = table(
        stand("mage", 0, (18_000, 5_000), book="sting"),
        stand("mage", 1, (18_000, 9_000), facing=SOUTH, book=""),
        out("mist", "f2", "b2"),
    )
    aimed = {"figure": "f1", "targets": ["f2"]}
    if seen:
        battle = Battle(state).do(0, "cast", **aimed)
        assert battle.asked == ("counter", 1)
        Battle(state).do(0, "shoot", **aimed, dice=[1, 2])
    else:
        assert Battle(state).refused(0, "cast", **aimed) == ("NO_LINE_OF_FIRE", "12.7")
        assert Battle(state).refused(0, "shoot", **aimed) == ("NO_LINE_OF_FIRE", "9.2")


@pytest.mark.rule("sorcery", "13.5", "13.13")
def test_a_glyph_may_keep_all_in_its_circle_from_fighting(printed: Printer) -> None:
    printed(glyph("peace", Bar(act="close_combat"), inches=2))
    battle = Battle(
        table(
            stand("mage", 0, (18_000, 5_000), book="peace"),
            stand("blade", 0, (18_000, 7_000)),
            stand("blade", 1, (18_000, 8_500), facing=SOUTH),
            out("peace", "f1", at=(18_000, 6_250)),
        )
    )
    assert battle.refused(0, "fight", figure="f2", target="f3") == ("BARRED", "13.13")
    battle.end_turn()
    battle.do(1, "fight", figure="f3", target="f2", dice=[1, 2])
