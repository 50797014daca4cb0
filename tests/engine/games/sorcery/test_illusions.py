"""Illusions [13.8] [13.9] [13.10]."""

import pytest

from engine.games.sorcery.ops import Modify, Sight
from tests.engine.games.sorcery.samples import STRONGER, Printer, illusion
from tests.engine.games.sorcery.table import SOUTH, Battle, out, stand, table

pytestmark = pytest.mark.usefixtures("samples")


@pytest.mark.rule("sorcery", "13.8", "13.10")
def test_an_illusions_card_lies_beside_the_field_and_it_works_on_all_of_it() -> None:
    battle = Battle(
        table(
            stand("mage", 0, (18_000, 5_000), book="haze sting"),
            stand("blade", 0, (21_000, 33_000)),
            stand("blade", 1, (21_000, 34_500), facing=SOUTH),
        )
    )
    battle.do(0, "cast", figure="f1")
    (effect,) = battle.state.effects.values()
    assert (effect.on, effect.at) == (None, None)
    assert battle.book("b1") == "sting"
    battle.do(0, "memorise", spell="sting")
    battle.do(0, "fight", figure="f2", target="f3", dice=[1, 2])
    assert battle.told("attacked")[0].attack.total == 12


@pytest.mark.rule("sorcery", "13.8")
def test_an_illusion_may_work_on_one_side_only(printed: Printer) -> None:
    printed(illusion("dread", Modify(value="attack", amount=-1), side="enemies"))
    battle = Battle(
        table(
            stand("mage", 0, (18_000, 5_000), book=""),
            stand("blade", 0, (21_000, 33_000)),
            stand("blade", 1, (21_000, 34_500), facing=SOUTH),
            out("dread", "f1"),
        )
    )
    battle.do(0, "fight", figure="f2", target="f3", dice=[1, 2]).end_turn()
    battle.do(1, "fight", figure="f3", target="f2", dice=[1, 2])
    assert [one.attack.total for one in battle.told("attacked")] == [11, 10]


@pytest.mark.rule("sorcery", "13.9")
def test_an_illusion_that_is_out_is_not_cast_again_by_anybody(printed: Printer) -> None:
    printed(illusion("mist", Sight(inches=6)))
    battle = Battle(
        table(
            stand("mage", 0, (18_000, 5_000), book="haze"),
            stand("mage", 0, (20_500, 5_000), book="mist"),
            stand("mage", 1, (18_000, 30_000), book=""),
            out("haze", "f3", "b3"),
        )
    )
    assert battle.refused(0, "cast", figure="f1") == ("CANT_CAST", "13.9")
    battle.do(0, "cast", figure="f2")
    assert battle.out == ["haze", "mist"]


@pytest.mark.rule("sorcery", "13.10", "10.2")
def test_an_illusions_card_comes_back_into_a_dropped_book(printed: Printer) -> None:
    printed(illusion("brief", STRONGER, rounds=1, ends="caster_hit"))
    battle = Battle(
        table(
            stand("mage", 0, (18_000, 9_000), book="sting dart~", click=4),
            stand("blade", 0, (12_000, 5_000)),
            stand("blade", 1, (18_000, 10_500), facing=SOUTH),
            out("brief", "f1", left=1),
            turn=1,
        )
    )
    battle.do(1, "fight", figure="f3", target="f1", dice=[5, 5])
    assert battle.out == []
    assert battle.state.books["b1"].at == (18_000, 9_000)
    assert battle.book("b1") == "sting dart~ brief"


@pytest.mark.rule("sorcery", "13.10", "13.11")
def test_an_illusion_outlives_its_caster_until_its_time_is_up(printed: Printer) -> None:
    printed(illusion("brief", STRONGER, rounds=1))
    battle = Battle(
        table(
            stand("mage", 0, (18_000, 9_000), book="sting", click=4),
            stand("blade", 0, (12_000, 5_000)),
            stand("blade", 1, (18_000, 10_500), facing=SOUTH),
            out("brief", "f1", left=1),
            turn=1,
        )
    )
    battle.do(1, "fight", figure="f3", target="f1", dice=[5, 5]).end_turn()
    assert battle.out == ["brief"]
    battle.end_turn()
    assert battle.out == []
    assert battle.book("b1") == "sting brief"


@pytest.mark.rule("sorcery", "13.8")
def test_an_illusion_may_end_when_its_caster_takes_damage(printed: Printer) -> None:
    printed(illusion("fragile", STRONGER, ends="caster_hit"))
    battle = Battle(
        table(
            stand("mage", 0, (18_000, 9_000), book=""),
            stand("blade", 0, (21_000, 9_000)),
            stand("blade", 1, (18_000, 10_500), facing=SOUTH),
            stand("blade", 1, (21_000, 10_500), facing=SOUTH),
            out("fragile", "f1"),
            turn=1,
        )
    )
    battle.do(1, "fight", figure="f4", target="f2", dice=[5, 5])
    assert battle.out == ["fragile"]
    battle.do(1, "fight", figure="f3", target="f1", dice=[5, 5])
    assert battle.out == []
    assert battle.book("b1") == "fragile"
