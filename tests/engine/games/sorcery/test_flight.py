"""Flight [15.15]."""

import pytest

from engine.games.sorcery.ops import Rough
from tests.engine.games.sorcery.samples import Printer, figure, illusion
from tests.engine.games.sorcery.table import Battle, Out, Stood, out, stand, table

pytestmark = pytest.mark.usefixtures("samples")
HERE, THERE = (18_000, 5_000), (18_000, 6_500)
FAR = (2_000, 35_000)


def kite(printed: Printer, *more: Stood | Out, at: tuple[int, int] = HERE) -> Battle:
    printed(figure("kite", "flight"))
    return Battle(table(stand("kite", 0, at), stand("blade", 1, FAR), *more))


@pytest.mark.rule("sorcery", "15.15")
def test_flight_goes_over_bases_and_ends_clear_of_them(printed: Printer) -> None:
    battle = kite(printed, stand("blade", 1, (18_000, 8_000)))
    refused = battle.refused(0, "move", figure="f1", path=[(18_000, 9_499)])
    assert refused == ("IN_THE_WAY", "5.2")
    battle.do(0, "move", figure="f1", path=[(18_000, 9_500)])
    assert battle.asked == ("face", 1)


@pytest.mark.rule("sorcery", "15.15")
def test_flight_goes_over_terrain_at_its_length(printed: Printer) -> None:
    barn = kite(printed, at=(12_000, 9_000))
    refused = barn.refused(0, "move", figure="f1", path=[(12_000, 11_000)])
    assert refused == ("IN_THE_WAY", "5.2")
    barn.do(0, "move", figure="f1", path=[(12_000, 14_000)])
    grove = kite(printed, at=(25_500, 9_000))
    grove.do(0, "move", figure="f1", path=[(25_500, 15_000)])
    assert grove.told("moved")[0].cost == 6_000


@pytest.mark.rule("sorcery", "15.15", "5.4")
def test_a_spell_on_the_ground_does_not_slow_a_flight(printed: Printer) -> None:
    printed(illusion("mire", Rough()))
    mage = stand("mage", 1, (2_000, 30_000), book="")
    battle = kite(printed, mage, out("mire", "f3"))
    battle.do(0, "move", figure="f1", path=[(18_000, 13_000)])
    assert battle.told("moved")[0].cost == 8_000


@pytest.mark.rule("sorcery", "15.15")
def test_flight_needs_no_break_away(printed: Printer) -> None:
    battle = kite(printed, stand("blade", 1, THERE))
    battle.do(0, "move", figure="f1", path=[(18_000, 9_000)])
    assert battle.figure("f1").at == (18_000, 9_000)
    assert battle.told("broke_away") == []


@pytest.mark.rule("sorcery", "15.15")
def test_a_flight_costs_no_more_than_the_speed(printed: Printer) -> None:
    refused = kite(printed).refused(0, "move", figure="f1", path=[(18_000, 13_001)])
    assert refused == ("TOO_FAR", "5.3")


@pytest.mark.rule("sorcery", "15.15", "5.1")
def test_a_flight_past_the_edge_has_no_leg_without_length_either(printed: Printer) -> None:
    battle = kite(printed, at=(1_000, 1_000))
    beyond = (100, 100)
    refused = battle.refused(0, "move", figure="f1", path=[beyond, beyond, (4_000, 4_000)])
    assert refused == ("WRONG_PLACE", "5.1")
    battle.do(0, "move", figure="f1", path=[beyond, (4_000, 4_000)])
    assert battle.figure("f1").at == (4_000, 4_000)
