"""Abilities that are used or not: syphoning, a trance, a probe [15.4] [15.7] [15.9]."""

from typing import Any

import pytest

from engine.games.sorcery.models import Requirement
from engine.games.sorcery.ops import Deny, Grant, Modify
from engine.games.sorcery.traits import abilities
from tests.engine.games.sorcery.samples import (
    STING,
    STRONGER,
    Printer,
    enchantment,
    figure,
    row,
    spell,
    wand,
)
from tests.engine.games.sorcery.table import SOUTH, Battle, out, stand, table

pytestmark = pytest.mark.usefixtures("samples")
HERE, THERE = (18_000, 5_000), (18_000, 6_500)
FAR = (2_000, 35_000)
TURN = {"path": [], "facing": (1, 0)}
MISS = [1, 2]
TRANCE: Any = ("magestone_trance",)


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
    battle.do(0, "move", figure="f1", **TURN)
    battle.end_turn().end_turn().do(0, "syphon", figure="f1", friend="f2")
    assert battle.figure("f1").tokens == 1, "once in each turn"


@pytest.mark.rule("sorcery", "15.4")
def test_syphoning_may_eliminate_the_friend() -> None:
    battle = cult(click=4).do(0, "syphon", figure="f1", friend="f2")
    assert battle.figure("f2").gone
    assert battle.figure("f1").tokens == 0


@pytest.mark.rule("sorcery", "15.4", "10.2", "13.2")
def test_a_friend_that_is_syphoned_to_death_drops_its_book_and_what_lay_on_it_ends() -> None:
    battle = Battle(
        table(
            stand("leech", 0, HERE, tokens=2),
            stand("mage", 0, THERE, click=4, book="dart"),
            stand("blade", 1, FAR),
            out("charm", "f2", on="f2"),
            phase="command",
        )
    )
    battle.do(0, "syphon", figure="f1", friend="f2")
    book = battle.state.books["b1"]
    assert (book.bearer, book.at, battle.book("b1")) == (None, THERE, "dart charm")
    assert battle.out == []
    assert battle.figure("f1").tokens == 1
    assert battle.offered(0, "pick_up", figure="f1", book="b1") is False, "it is too far"


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
    rows = tuple(row(attack=a, abilities=TRANCE, ranged_damage=0) for a in attacks or (8,) * 5)
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
    rows = tuple(row(attack=a, abilities=TRANCE, ranged_damage=0) for a in (8, 10, 4, 4))
    printed(figure("drummer", dial=rows), enchantment("edge", STRONGER))
    battle = Battle(
        table(
            stand("drummer", 0, HERE),
            stand("mage", 0, (9_000, 2_000), book=""),
            stand("blade", 1, FAR),
            out("edge", "f2", on="f1"),
        )
    ).do(0, "move", figure="f1", **TURN)
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


def seer(printed: Printer, *laid: Any, **fields: Any) -> Battle:
    """Return f1, who may probe f2 ten inches away for whatever stands on its click."""
    gifts: Any = (
        "pact", "confusion", "magestone_trance", "flight", "ancient_lore", "mana_harmony",
    )  # fmt: skip
    printed(wand("reader", "mind_probe", "mend"), figure("giver", *gifts))
    reader, giver = stand("reader", 0, HERE, **fields), stand("giver", 1, (18_000, 15_000))
    return Battle(table(reader, giver, *laid, phase="command"))


def probe(battle: Battle, ability: str) -> Battle:
    """Let f1 get an ability of f2."""
    return battle.do(0, "probe", figure="f1", target="f2", ability=ability)


@pytest.mark.rule("sorcery", "15.9", "15.7")
def test_a_trance_that_is_probed_is_rolled_for_though_it_is_gone_with_its_figure(
    printed: Printer,
) -> None:
    battle = probe(seer(printed, click=3), "magestone_trance")
    battle.do(0, "move", figure="f1", **TURN)
    battle.do(0, "move", figure="f1", **TURN, dice=[1, 1])
    assert [one.why for one in battle.told("damaged")] == ["pushing", "magestone_trance"]
    ended = battle.told("match_ended")[0]
    assert (ended.why, ended.winners) == ("last_side", (1,))


@pytest.mark.rule("sorcery", "15.9", "15.8", "15.10", "12.1")
@pytest.mark.parametrize("ability", ["pact", "ancient_lore"])
def test_who_probed_a_pact_or_ancient_lore_casts_by_it_until_the_turn_ends(
    printed: Printer, ability: str
) -> None:
    printed(
        spell("kin_only", STING, requires=Requirement(faction="drakekin")),
        figure("kinsman", faction="drakekin"),
    )
    battle = seer(printed, stand("kinsman", 0, FAR), book="kin_only dart", taken=True)
    cast = {"figure": "f1", "targets": ["f2"]}
    without = Battle(battle.state).let_pass()
    assert without.refused(0, "cast", **cast) == ("CANT_CAST", "12.1")
    probe(battle, ability).do(0, "cast", **cast).do(0, "memorise", spell="dart")
    battle.let_pass().do(0, "browse", figure="f1", spell="kin_only")
    battle.end_turn().let_pass()
    assert battle.refused(0, "cast", **cast) == ("CANT_CAST", "12.1")


@pytest.mark.rule("sorcery", "15.9", "15.6")
def test_who_probed_mana_harmony_pays_two_marks_for_three(printed: Printer) -> None:
    battle = probe(seer(printed, book="three_marks dart", tokens=2), "mana_harmony")
    battle.do(0, "browse", figure="f1", spell="dart")
    assert battle.book("b1") == "dart three_marks"


@pytest.mark.rule("sorcery", "15.9", "15.11")
@pytest.mark.parametrize(("ability", "gang"), [("flight", 1), ("confusion", 0)])
def test_around_who_probed_confusion_nobody_gangs_up(
    printed: Printer, ability: str, gang: int
) -> None:
    """The giver is too far from the target."""
    battle = seer(
        printed,
        stand("blade", 1, (25_000, 5_000), facing=SOUTH),
        stand("blade", 0, (25_000, 3_500)),
        stand("blade", 0, (23_500, 5_000)),
    )
    probe(battle, ability).do(0, "fight", figure="f4", target="f3", dice=MISS)
    assert battle.told("attacked")[0].attack.total == 3 + 8 + gang


@pytest.mark.rule("sorcery", "15.9")
@pytest.mark.parametrize(
    ("trait", "target", "ability"),
    [
        (Grant(ability="flight"), "f2", "flight"),
        (Deny(ability="mend"), "f1", "mend"),
        (Modify(value="range", amount=-1), "f2", "flight"),
    ],
    ids=["a spell gives it already", "its own", "out of the range that a spell leaves"],
)
def test_a_probe_goes_by_what_spells_do_to_the_prober(
    printed: Printer, trait: Any, target: str, ability: str
) -> None:
    printed(enchantment("gift", trait))
    mage, near = stand("mage", 1, FAR, book=""), stand("leech", 0, THERE)
    battle = seer(printed, mage, near, out("gift", "f3", on="f1"))
    refused = battle.refused(0, "probe", figure="f1", target=target, ability=ability)
    assert refused == ("WRONG_TARGETS", "15.9")
