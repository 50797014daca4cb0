"""Abilities that are used or not: syphoning, a trance, a probe [15.4] [15.7] [15.9]."""

from typing import Any

import pytest

from engine.games.sorcery.ops import Grant
from engine.games.sorcery.traits import abilities
from tests.engine.games.sorcery.samples import Printer, enchantment, figure, row, wand
from tests.engine.games.sorcery.table import Battle, out, stand, table

pytestmark = pytest.mark.usefixtures("samples")
HERE, THERE = (18_000, 5_000), (18_000, 6_500)
FAR = (2_000, 35_000)
TURN = {"path": [], "facing": (1, 0)}
MISS = [1, 2]


def cult(*, tokens: int = 1, click: int = 0, friend: str = "blade") -> Battle:
    """Return f1, who may draw from f2, in the command phase."""
    return Battle(
        table(
            stand("leech", 0, HERE, tokens=tokens),
            stand(friend, 0, THERE, click=click),
            stand("blade", 1, (18_000, 3_500)),
            stand("blade", 0, (18_000, 9_000)),
            phase="command",
        )
    )


@pytest.fixture(autouse=True)
def leech(printed: Printer) -> None:
    printed(figure("leech", "syphon_energy"), figure("tough", "toughness"))


@pytest.mark.rule("sorcery", "15.4")
@pytest.mark.parametrize("friend", ["blade", "tough"])
def test_syphoning_hurts_a_friend_and_takes_a_token_off(friend: str) -> None:
    battle = cult(tokens=2, friend=friend)
    battle.do(0, "syphon", figure="f1", friend="f2")
    assert battle.figure("f2").click == 1
    assert battle.figure("f1").tokens == 1
    assert battle.state.actions == 3
    assert battle.asked == ("act", 0), "once a turn, so there is nothing else to use"


@pytest.mark.rule("sorcery", "15.4")
def test_once_a_turn_though_others_may_use_theirs() -> None:
    battle = Battle(
        table(
            stand("leech", 0, HERE, tokens=2),
            stand("leech", 0, THERE, tokens=1),
            stand("blade", 1, FAR),
            phase="command",
        )
    )
    battle.do(0, "syphon", figure="f1", friend="f2")
    assert battle.refused(0, "syphon", figure="f1", friend="f2") == ("HAS_ACTED", "15.4")
    battle.do(0, "syphon", figure="f2", friend="f1")
    assert (battle.figure("f1").tokens, battle.figure("f2").tokens) == (1, 0)


@pytest.mark.rule("sorcery", "15.4")
def test_syphoning_may_eliminate_the_friend() -> None:
    battle = cult(click=4).do(0, "syphon", figure="f1", friend="f2")
    assert battle.figure("f2").gone
    assert battle.figure("f1").tokens == 0


@pytest.mark.rule("sorcery", "15.4")
@pytest.mark.parametrize("friend", ["f1", "f3", "f4"], ids=["itself", "an enemy", "too far"])
def test_energy_is_drawn_from_another_friend_in_contact(friend: str) -> None:
    refused = cult().refused(0, "syphon", figure="f1", friend=friend)
    assert refused == ("NOT_IN_CONTACT", "15.4")


@pytest.mark.rule("sorcery", "15.4")
def test_without_a_token_or_the_ability_nothing_is_drawn() -> None:
    battle = Battle(
        table(
            stand("leech", 0, HERE, tokens=1),
            stand("blade", 0, THERE, tokens=1),
            stand("leech", 0, (18_000, 8_000)),
            stand("blade", 1, FAR),
            phase="command",
        )
    )
    assert battle.refused(0, "syphon", figure="f2", friend="f1") == ("NO_ABILITY", "15.4")
    assert battle.refused(0, "syphon", figure="f3", friend="f2") == ("NO_ABILITY", "15.4")


def drummer(printed: Printer, *attacks: int, **fields: Any) -> Battle:
    """Return f1 with magestone trance and so many clicks with these attacks."""
    rows = tuple(
        row(attack=a, abilities=("magestone_trance",), ranged_damage=0) for a in attacks or (8,) * 5
    )
    printed(figure("drummer", dial=rows))
    return Battle(
        table(
            stand("drummer", 0, HERE, **fields),
            stand("blade", 0, (9_000, 2_000)),
            stand("blade", 1, FAR),
        )
    )


@pytest.mark.rule("sorcery", "15.7")
def test_a_trance_is_a_second_action_with_a_token_and_a_roll(printed: Printer) -> None:
    battle = drummer(printed).do(0, "move", figure="f1", **TURN)
    assert battle.told("trance_rolled") == []
    battle.do(0, "move", figure="f1", **TURN, dice=[4, 5])
    assert battle.state.actions == 1
    assert battle.figure("f1").tokens == 2
    assert [one.why for one in battle.told("damaged")] == ["pushing"]
    assert [sum(one.dice) for one in battle.told("trance_rolled")] == [9]
    assert battle.refused(0, "move", figure="f1", **TURN) == ("HAS_ACTED", "4.2")


@pytest.mark.rule("sorcery", "15.7")
def test_pushing_comes_before_the_rolls_and_less_hurts_equal_does_not(printed: Printer) -> None:
    battle = drummer(printed).do(0, "move", figure="f1", **TURN)
    battle.do(0, "move", figure="f1", **TURN, dice=[4, 4, 3, 4, 4, 4, 5, 4])
    events = [k for k in battle.kinds if k in {"damaged", "trance_rolled"}]
    assert events == [
        "damaged", "trance_rolled", "trance_rolled", "damaged", "trance_rolled", "trance_rolled",
    ]  # fmt: skip
    assert [one.why for one in battle.told("damaged")] == ["pushing", "magestone_trance"]
    assert battle.figure("f1").click == 2


@pytest.mark.rule("sorcery", "15.7")
def test_the_rolls_go_against_the_attack_of_the_click_without_modifiers(printed: Printer) -> None:
    battle = drummer(printed, 8, 10, 4, 4).do(0, "move", figure="f1", **TURN)
    battle.do(0, "move", figure="f1", **TURN, dice=[4, 5, 2, 3])
    assert [one.attack for one in battle.told("trance_rolled")] == [10, 4]
    assert battle.figure("f1").click == 2


@pytest.mark.rule("sorcery", "15.7")
def test_what_a_trance_costs_is_not_reduced(printed: Printer) -> None:
    rows = (row(abilities=("magestone_trance", "toughness"), ranged_damage=0),) * 5
    printed(figure("tough_drummer", dial=rows))
    battle = Battle(table(stand("tough_drummer", 0, HERE), stand("blade", 1, FAR)))
    battle.do(0, "move", figure="f1", **TURN)
    battle.do(0, "move", figure="f1", **TURN, dice=[1, 1, 6, 6])
    assert [one.why for one in battle.told("damaged")] == ["pushing", "magestone_trance"]


@pytest.mark.rule("sorcery", "15.7", "11.3")
def test_with_two_tokens_a_trance_is_not_even_for_browsing(printed: Printer) -> None:
    printed(wand("hermit", "magestone_trance"))
    battle = Battle(
        table(
            stand("hermit", 0, HERE, tokens=1, book="two_marks sting"),
            stand("blade", 1, FAR),
        )
    ).do(0, "move", figure="f1", **TURN)
    refused = battle.refused(0, "browse", figure="f1", spell="sting")
    assert refused == ("TWO_TOKENS", "4.2")


@pytest.mark.rule("sorcery", "15.7")
def test_a_trance_ends_with_the_figure(printed: Printer) -> None:
    battle = drummer(printed, 12, 12, 12).do(0, "move", figure="f1", **TURN)
    battle.do(0, "move", figure="f1", **TURN, dice=[6, 6, 5, 6, 1, 1])
    assert battle.figure("f1").gone
    assert len(battle.told("trance_rolled")) == 3


@pytest.mark.rule("sorcery", "15.7")
def test_pushing_that_eliminates_leaves_nothing_to_roll(printed: Printer) -> None:
    battle = drummer(printed, 8).do(0, "move", figure="f1", **TURN)
    battle.do(0, "move", figure="f1", **TURN)
    assert battle.figure("f1").gone
    assert battle.told("trance_rolled") == []


@pytest.mark.rule("sorcery", "15.7")
def test_no_trance_if_the_first_action_gave_the_second_token(printed: Printer) -> None:
    battle = drummer(printed, tokens=1).do(0, "move", figure="f1", **TURN)
    assert battle.refused(0, "move", figure="f1", **TURN) == ("TWO_TOKENS", "4.2")


@pytest.mark.rule("sorcery", "15.7")
def test_no_trance_without_an_action_left(printed: Printer) -> None:
    battle = drummer(printed)
    for n in ("f1", "f2"):
        battle.do(0, "move", figure=n, **TURN)
    battle.do(0, "move", figure="f1", **TURN, dice=[6, 6])
    assert battle.state.turn == 1, "three actions are all there are"


@pytest.mark.rule("sorcery", "15.9")
def test_a_probe_gives_an_ability_until_the_turn_ends(printed: Printer) -> None:
    printed(wand("reader", "mind_probe"), figure("bird", "flight", "toughness"))
    battle = Battle(
        table(
            stand("reader", 0, HERE),
            stand("bird", 1, (18_000, 15_000)),
            phase="command",
        )
    )
    battle.do(0, "probe", figure="f1", target="f2", ability="flight")
    assert abilities(battle.state, battle.figure("f1")) == ("mind_probe", "flight")
    assert abilities(battle.state, battle.figure("f2")) == ("flight", "toughness")
    assert battle.asked == ("act", 0), "once a turn"
    battle.end_turn()
    assert abilities(battle.state, battle.figure("f1")) == ("mind_probe",)


@pytest.mark.rule("sorcery", "15.9")
@pytest.mark.parametrize(
    ("target", "ability"),
    [("f2", "toughness"), ("f3", "flight"), ("f2", "mind_probe"), ("f1", "mind_probe")],
    ids=["not on the click", "out of range", "has it already", "itself"],
)
def test_a_probe_copies_what_stands_on_a_click_within_range(
    printed: Printer, target: str, ability: str
) -> None:
    rows = (
        row(abilities=("flight", "mind_probe"), ranged_damage=0),
        row(abilities=("toughness",), ranged_damage=0),
    )
    printed(wand("reader", "mind_probe"), figure("bird", dial=rows))
    battle = Battle(
        table(
            stand("reader", 0, HERE),
            stand("bird", 0, (18_000, 15_000)),
            stand("bird", 1, (18_001, 15_000)),
            phase="command",
        )
    )
    refused = battle.refused(0, "probe", figure="f1", target=target, ability=ability)
    assert refused == ("WRONG_TARGETS", "15.9")


@pytest.mark.rule("sorcery", "15.9")
def test_what_a_spell_gives_is_not_on_the_click_and_is_not_copied(printed: Printer) -> None:
    printed(wand("reader", "mind_probe"), enchantment("wings", Grant(ability="flight")))
    battle = Battle(
        table(
            stand("reader", 0, HERE),
            stand("leech", 1, (18_000, 12_000)),
            stand("mage", 1, (2_000, 34_000), book=""),
            out("wings", "f3", on="f2"),
            phase="command",
        )
    )
    refused = battle.refused(0, "probe", figure="f1", target="f2", ability="flight")
    assert refused == ("WRONG_TARGETS", "15.9")


@pytest.mark.rule("sorcery", "15.9")
def test_a_probe_for_syphoning_may_be_used_in_the_same_phase(printed: Printer) -> None:
    printed(wand("reader", "mind_probe"))
    battle = Battle(
        table(
            stand("reader", 0, HERE, tokens=1),
            stand("leech", 0, THERE),
            stand("blade", 1, FAR),
            phase="command",
        )
    )
    battle.do(0, "probe", figure="f1", target="f2", ability="syphon_energy")
    battle.do(0, "syphon", figure="f1", friend="f2")
    assert battle.figure("f1").tokens == 0
