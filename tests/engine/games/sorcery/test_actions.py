"""Actions and tokens [4]."""

from typing import Any

import pytest

from tests.engine.games.sorcery.samples import Printer, figure
from tests.engine.games.sorcery.table import Battle, stand, table

pytestmark = pytest.mark.usefixtures("samples")
FAR = (18_000, 35_000)
TURN = {"path": [], "facing": (1, 0)}


def alone(card: str = "blade", **fields: Any) -> Battle:
    """Return a figure that may act, and an enemy far away."""
    return Battle(table(stand(card, 0, (18_000, 5_000), **fields), stand("blade", 1, FAR)))


@pytest.mark.rule("sorcery", "4.1")
def test_an_action_puts_a_token_on_the_figure_before_anything_else() -> None:
    battle = alone().do(0, "move", figure="f1", **TURN)
    assert battle.kinds[:3] == ["answered", "action_taken", "moved"]
    assert battle.figure("f1").tokens == 1
    assert battle.state.actions == 2


@pytest.mark.rule("sorcery", "4.1")
@pytest.mark.parametrize(
    ("figure", "code"), [("f2", "NOT_YOURS"), ("f3", "NO_SUCH_FIGURE"), ("f9", "NO_SUCH_FIGURE")]
)
def test_an_action_is_given_to_an_own_figure_on_the_field(figure: str, code: str) -> None:
    battle = Battle(
        table(
            stand("blade", 0, (18_000, 5_000)),
            stand("blade", 1, FAR),
            stand("blade", 0, None, gone=True),
        )
    )
    assert battle.refused(0, "move", figure=figure, **TURN) == (code, "4.1")


@pytest.mark.rule("sorcery", "4.2")
def test_a_figure_takes_one_action_a_turn() -> None:
    battle = alone().do(0, "move", figure="f1", **TURN)
    assert battle.refused(0, "move", figure="f1", **TURN) == ("HAS_ACTED", "4.2")


@pytest.mark.rule("sorcery", "4.2")
@pytest.mark.parametrize(("tokens", "may"), [(0, True), (1, True), (2, False)])
def test_with_two_tokens_a_figure_cant_act(tokens: int, may: bool) -> None:
    battle = alone(tokens=tokens)
    assert battle.offered(0, "move", figure="f1", path=[(18_000, 13_000)]) == may
    if not may:
        assert battle.refused(0, "move", figure="f1", **TURN) == ("TWO_TOKENS", "4.2")


@pytest.mark.rule("sorcery", "4.3")
@pytest.mark.parametrize(("tokens", "damage"), [(0, 0), (1, 1)])
def test_the_second_token_is_pushing(tokens: int, damage: int) -> None:
    battle = alone(tokens=tokens).do(0, "move", figure="f1", **TURN)
    assert battle.figure("f1").click == damage
    assert [(one.why, one.amount) for one in battle.told("damaged")] == [("pushing", 1)] * damage


@pytest.mark.rule("sorcery", "4.3")
def test_pushing_comes_after_the_action_and_may_eliminate() -> None:
    battle = Battle(
        table(
            stand("blade", 0, (18_000, 5_000), tokens=1, click=4),
            stand("blade", 0, (10_000, 5_000)),
            stand("blade", 1, (18_000, 6_500)),
        )
    )
    battle.do(0, "fight", figure="f1", target="f3", dice=[5, 6])
    assert [k for k in battle.kinds if k in {"attacked", "damaged", "eliminated"}] == [
        "attacked", "damaged", "damaged", "eliminated",
    ]  # fmt: skip
    assert battle.figure("f1").gone


@pytest.mark.rule("sorcery", "4.3")
def test_pushing_is_not_reduced(printed: Printer) -> None:
    printed(figure("hard", "toughness"))
    battle = alone("hard", tokens=1).do(0, "move", figure="f1", **TURN)
    assert battle.figure("f1").click == 1


@pytest.mark.rule("sorcery", "4.3")
def test_who_is_eliminated_by_its_action_is_not_pushed_as_well() -> None:
    battle = Battle(
        table(
            stand("blade", 0, (18_000, 5_000), tokens=1, click=4),
            stand("blade", 0, (10_000, 5_000)),
            stand("blade", 1, (18_000, 6_500)),
        )
    )
    battle.do(0, "fight", figure="f1", target="f3", dice=[1, 1])
    assert [(one.why, one.figure) for one in battle.told("damaged")] == [("natural_2", "f1")]
    assert battle.figure("f1").gone


@pytest.mark.rule("sorcery", "4.4")
def test_a_failed_break_away_spends_the_action() -> None:
    battle = Battle(table(stand("blade", 0, (18_000, 5_000)), stand("blade", 1, (18_000, 6_500))))
    battle.do(0, "move", figure="f1", path=[(18_000, 4_000)], dice=[3])
    assert battle.state.actions == 2
    assert battle.figure("f1").tokens == 1
    assert battle.figure("f1").acted == 1


@pytest.mark.rule("sorcery", "4.5")
def test_what_is_refused_costs_nothing() -> None:
    battle = alone()
    before = battle.state
    battle.refused(0, "fight", figure="f1", target="f2")
    assert battle.state is before
    battle.do(0, "move", figure="f1", **TURN)
    assert battle.state.actions == 2
