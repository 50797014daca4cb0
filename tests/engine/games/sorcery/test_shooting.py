"""Ranged combat [9]."""

from typing import Any

import pytest

from tests.engine.games.sorcery.samples import Printer, figure, row
from tests.engine.games.sorcery.table import SOUTH, Battle, stand, table

pytestmark = pytest.mark.usefixtures("samples")
HERE = (18_000, 5_000)
FAR = (2_000, 35_000)


def volley(card: str = "archer", **fields: Any) -> Battle:
    """Return f1 who may shoot at f2, f3 and f4."""
    return Battle(
        table(
            stand(card, 0, HERE, **fields),
            stand("blade", 1, (16_000, 12_000), facing=SOUTH),
            stand("blade", 1, (18_000, 12_000), facing=SOUTH),
            stand("blade", 1, (20_000, 12_000), facing=SOUTH),
            stand("blade", 0, FAR),
        )
    )


@pytest.fixture(autouse=True)
def archer(printed: Printer) -> None:
    printed(figure("archer", attack_type="bow", range=10, targets=2))


@pytest.mark.rule("sorcery", "9.1")
def test_without_a_range_or_with_a_sword_nobody_shoots() -> None:
    battle = volley("blade")
    assert battle.refused(0, "shoot", figure="f1", targets=["f2"]) == ("CANT_ATTACK", "9.1")


@pytest.mark.rule("sorcery", "9.1")
@pytest.mark.parametrize(("y", "may"), [(3_500, False), (3_475, False), (3_474, True)])
def test_nobody_shoots_in_contact_with_an_enemy(y: int, may: bool) -> None:
    battle = Battle(
        table(
            stand("bow", 0, HERE),
            stand("blade", 1, (18_000, 12_000)),
            stand("blade", 1, (18_000, y)),
        )
    )
    assert battle.offered(0, "shoot", figure="f1", targets=["f2"]) == may
    if not may:
        assert battle.refused(0, "shoot", figure="f1", targets=["f2"]) == ("IN_CONTACT", "9.1")


@pytest.mark.rule("sorcery", "9.1")
def test_contact_with_a_friend_does_not_keep_from_shooting() -> None:
    friend = stand("blade", 0, (18_000, 3_500))
    enemy = stand("blade", 1, (18_000, 12_000), facing=SOUTH)
    battle = Battle(table(stand("bow", 0, HERE), enemy, friend))
    battle.do(0, "shoot", figure="f1", targets=["f2"], dice=[5, 6])
    assert battle.figure("f2").click == 2


@pytest.mark.rule("sorcery", "9.2")
@pytest.mark.parametrize(
    "targets", [["f2", "f2"], ["f2", "f3", "f4"]], ids=["one twice", "one too many"]
)
def test_the_targets_are_different_and_as_many_as_the_figure_has(targets: list[str]) -> None:
    refused = volley().refused(0, "shoot", figure="f1", targets=targets)
    assert refused == ("WRONG_TARGETS", "9.2")


@pytest.mark.rule("sorcery", "9.2")
@pytest.mark.parametrize("n", ["f1", "f5", "f9"])
def test_only_enemies_on_the_field_are_shot_at(n: str) -> None:
    assert volley().refused(0, "shoot", figure="f1", targets=[n]) == ("NO_SUCH_FIGURE", "9.2")


@pytest.mark.rule("sorcery", "9.2")
@pytest.mark.parametrize("apart", [1_500, 1_526])
def test_nobody_shoots_at_who_is_in_contact_with_a_friend(apart: int) -> None:
    battle = Battle(
        table(
            stand("bow", 0, HERE),
            stand("blade", 1, (18_000, 12_000)),
            stand("blade", 0, (18_000 + apart, 12_000)),
        )
    )
    may = apart == 1_526
    assert battle.offered(0, "shoot", figure="f1", targets=["f2"]) == may
    if not may:
        refused = battle.refused(0, "shoot", figure="f1", targets=["f2"])
        assert refused == ("WRONG_TARGETS", "9.2")


@pytest.mark.rule("sorcery", "9.2")
def test_a_third_players_figure_in_contact_with_the_target_is_no_matter() -> None:
    battle = Battle(
        table(
            stand("bow", 0, HERE),
            stand("blade", 1, (18_000, 12_000)),
            stand("blade", 2, (19_500, 12_000)),
        )
    )
    assert battle.offered(0, "shoot", figure="f1", targets=["f2"])


@pytest.mark.rule("sorcery", "9.3")
def test_each_target_has_dice_of_its_own_in_the_order_that_is_named() -> None:
    battle = volley().do(0, "shoot", figure="f1", targets=["f4", "f2"], dice=[5, 6, 1, 2])
    assert [(one.target, one.hit) for one in battle.told("attacked")] == [
        ("f4", True), ("f2", False),
    ]  # fmt: skip


@pytest.mark.rule("sorcery", "9.3")
@pytest.mark.parametrize(
    ("ranged", "targets", "damage"),
    [(2, 1, 2), (2, 2, 1), (1, 2, 1), (1, 3, 1), (3, 3, 1), (4, 2, 3), (4, 3, 2)],
)
def test_a_hit_deals_one_less_for_each_further_target_but_1_at_least(
    printed: Printer, ranged: int, targets: int, damage: int
) -> None:
    dial = (row(ranged_damage=ranged),)
    printed(figure("gun", attack_type="bow", range=10, targets=3, dial=dial))
    named = ["f2", "f3", "f4"][:targets]
    battle = volley("gun").do(0, "shoot", figure="f1", targets=named, dice=[5, 6] * targets)
    assert [battle.figure(n).click for n in named] == [damage] * targets
    assert [one.damage.total for one in battle.told("attacked")] == [damage] * targets


@pytest.mark.rule("sorcery", "9.3")
def test_the_second_is_attacked_though_the_first_is_eliminated() -> None:
    battle = Battle(
        table(
            stand("archer", 0, HERE),
            stand("blade", 1, (17_000, 12_000), click=4, facing=SOUTH),
            stand("blade", 1, (19_000, 12_000), facing=SOUTH),
        )
    )
    battle.do(0, "shoot", figure="f1", targets=["f2", "f3"], dice=[5, 6, 5, 6])
    assert battle.figure("f2").gone
    assert battle.figure("f3").click == 1


@pytest.mark.rule("sorcery", "9.4")
def test_a_shooter_that_is_eliminated_on_the_way_shoots_no_more() -> None:
    battle = volley(click=4).do(0, "shoot", figure="f1", targets=["f2", "f3"], dice=[1, 1])
    assert battle.figure("f1").gone
    assert [one.target for one in battle.told("attacked")] == ["f2"]


@pytest.mark.rule("sorcery", "9.4")
def test_a_shooter_that_is_hurt_on_the_way_shoots_on_with_what_it_has(printed: Printer) -> None:
    dial = (row(attack=9), row(attack=6))
    printed(figure("tired", attack_type="bow", range=10, targets=2, dial=dial))
    battle = volley("tired").do(0, "shoot", figure="f1", targets=["f2", "f3"], dice=[1, 1, 1, 2])
    assert [one.attack.value for one in battle.told("attacked")] == [9, 6]
