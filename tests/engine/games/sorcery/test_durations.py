"""How long spells last, and what ends them [13.2] [13.11]."""

import pytest

from engine.games.sorcery.ops import Grant, Modify, Save
from tests.engine.games.sorcery.samples import Printer, enchantment
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


@pytest.mark.rule("sorcery", "13.11", "13.12")
def test_rounds_are_counted_from_the_casters_next_turn_on(printed: Printer) -> None:
    printed(enchantment("brief", Modify(value="attack", amount=1), rounds=2))
    battle = _enchanting("brief sting").do(0, "cast", figure="f1", targets=["f2"])
    battle.do(0, "memorise", spell="sting")
    left: list[int | None] = []
    for _ in range(4):
        battle.end_turn()
        left.append(next((e.left for e in battle.state.effects.values()), None))
    assert left == [2, 2, 1, 1]
    battle.end_turn()
    assert battle.out == []
    assert battle.told("effect_ended")[0].why == "time"
    assert battle.book("b1") == "sting brief"


@pytest.mark.rule("sorcery", "13.11")
def test_it_is_counted_in_the_turn_of_the_player_who_cast_it_not_of_the_bearers(
    printed: Printer,
) -> None:
    printed(enchantment("curse", Modify(value="attack", amount=-1), who="enemy", rounds=3))
    state = table(
        stand("mage", 0, (18_000, 5_000), book=""),
        stand("blade", 1, (18_000, 9_000)),
        out("curse", "f1", on="f2", left=3),
        turn=1,
        starting=1,
    )
    battle = Battle(state)
    battle.end_turn()
    assert battle.state.effects["e1"].left == 3
    battle.end_turn()
    assert battle.state.effects["e1"].left == 2


@pytest.mark.rule("sorcery", "13.11")
def test_spells_of_who_has_no_figures_left_are_counted_when_his_turn_would_have_been(
    printed: Printer,
) -> None:
    printed(enchantment("curse", Modify(value="attack", amount=-1), who="enemy", rounds=2))
    battle = Battle(
        table(
            stand("mage", 0, None, gone=True),
            stand("blade", 1, (18_000, 9_000)),
            stand("blade", 2, (18_000, 20_000)),
            dropped((18_000, 5_000)),
            out("curse", "f1", on="f2", left=2),
            turn=1,
        )
    )
    battle.end_turn()
    assert battle.state.effects["e1"].left == 2
    battle.end_turn()
    assert battle.state.effects["e1"].left == 1
    battle.end_turn().end_turn()
    assert battle.out == []
    assert battle.book("b1") == "curse"


@pytest.mark.rule("sorcery", "13.2")
@pytest.mark.parametrize("kind", ["move", "cast"])
def test_it_may_end_when_its_bearer_is_given_an_action(printed: Printer, kind: str) -> None:
    printed(enchantment("still", Modify(value="defence", amount=1), ends="bearer_acts"))
    battle = Battle(
        table(
            stand("mage", 0, (18_000, 5_000), book="haze"),
            stand("mage", 0, (21_000, 5_000), book="haze"),
            stand("blade", 1, (18_000, 30_000)),
            out("still", "f1", on="f1"),
        )
    )
    other = {"move": {"path": []}, "cast": {}}[kind]
    battle.do(0, "move", figure="f2", path=[])
    assert battle.out == ["still"]
    battle.do(0, kind, figure="f1", **other)
    assert "still" not in battle.out
    assert battle.told("effect_ended")[0].why == "acts"


@pytest.mark.rule("sorcery", "13.2")
def test_who_casts_on_himself_what_ends_with_an_action_keeps_it(printed: Printer) -> None:
    printed(enchantment("still", Modify(value="defence", amount=1), ends="bearer_acts"))
    battle = _enchanting("still").do(0, "cast", figure="f1", targets=["f1"])
    battle.do(0, "memorise", spell=None)
    assert battle.out == ["still"]


@pytest.mark.rule("sorcery", "13.2")
def test_it_may_end_when_its_bearer_takes_damage(printed: Printer) -> None:
    printed(enchantment("brittle", Grant(ability="toughness"), ends="bearer_hit"))
    battle = Battle(
        table(
            stand("mage", 0, (18_000, 5_000), book=""),
            stand("blade", 0, (18_000, 9_000)),
            stand("blade", 1, (18_000, 10_500), facing=SOUTH),
            out("brittle", "f1", on="f2"),
            turn=1,
        )
    )
    battle.do(1, "fight", figure="f3", target="f2", dice=[1, 2])
    assert battle.out == ["brittle"]
    battle.end_turn().end_turn().do(1, "fight", figure="f3", target="f2", dice=[4, 4])
    assert battle.figure("f2").click == 1
    assert battle.out == []
    assert battle.told("effect_ended")[0].why == "hit"


@pytest.mark.rule("sorcery", "13.2", "12.10")
def test_an_enchantment_that_saves_is_spent(printed: Printer) -> None:
    printed(enchantment("double", Save()))
    battle = Battle(
        table(
            stand("mage", 0, (18_000, 5_000), book="sting"),
            stand("blade", 0, (18_000, 9_000), click=4),
            stand("blade", 1, (18_000, 10_500), facing=SOUTH),
            out("double", "f1", on="f2"),
            turn=1,
        )
    )
    battle.do(1, "fight", figure="f3", target="f2", dice=[5, 5])
    assert (battle.figure("f2").gone, battle.figure("f2").click) == (False, 4)
    assert battle.out == []
    assert battle.book("b1") == "sting double"


@pytest.mark.rule("sorcery", "12.10", "13.2", "18.6")
def test_who_is_saved_has_taken_damage(printed: Printer) -> None:
    printed(
        enchantment("double", Save()),
        enchantment("brittle", Grant(ability="fearless"), ends="bearer_hit"),
    )
    battle = Battle(
        table(
            stand("mage", 0, (18_000, 5_000), book=""),
            stand("blade", 0, (18_000, 9_000), click=3),
            stand("blade", 1, (18_000, 10_500), facing=SOUTH),
            out("double", "f1", on="f2"),
            out("brittle", "f1", on="f2"),
            turn=1,
        )
    )
    battle.do(1, "fight", figure="f3", target="f2", dice=[6, 6])
    assert battle.figure("f2").click == 4
    (saved,) = battle.told("saved")
    attack = battle.told("attacked")[0]
    assert (saved.by, saved.dealt, saved.why) == ("double", attack.damage.total, "attack")
    assert battle.told("damaged") == []
    assert battle.out == []
    assert [event.why for event in battle.told("effect_ended")] == ["spent", "hit"]
