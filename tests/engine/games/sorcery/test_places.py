"""The places that are offered to a move, and what is told of them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from engine.core.options import Place, Places
from engine.games.sorcery import GAME
from tests.engine.games.sorcery.samples import figure
from tests.engine.games.sorcery.table import Battle, dropped, out, stand, table

if TYPE_CHECKING:
    from engine.games.sorcery.state import State
    from tests.engine.games.sorcery.samples import Printer

pytestmark = pytest.mark.usefixtures("samples")


def places(state: State, n: str = "f1") -> dict[str, Place]:
    """Return by name the places that a figure may move to."""
    shapes = [option.shape for option in GAME.legal(state, 0)]
    moves = [one for one in shapes if isinstance(one, Places) and one.command["figure"] == n]
    return {place.name: place for one in moves for place in one.places}


def test_a_figure_is_offered_sixteen_directions_as_far_as_it_goes() -> None:
    state = table(stand("blade", 0, (19_000, 4_000)), stand("blade", 1, (18_000, 30_000)))
    found = places(state)
    winds = {name: place for name, place in found.items() if " " not in name}
    assert len(winds) == 16
    assert winds["north"] == Place(name="north", at=(19_000, 12_000), cost=8_000)
    assert winds["south"].stopped_by == "the edge of the field"


def test_what_slows_is_named_with_what_the_way_costs() -> None:
    """Rule 5.4."""
    state = table(stand("blade", 0, (21_000, 12_000)), stand("blade", 1, (18_000, 30_000)))
    east = places(state)["east"]
    assert east.through == ("the east grove",)
    assert east.cost is not None
    assert 7_900 <= east.cost <= 8_000
    assert east.at[0] < 29_000


def test_a_move_leads_up_to_enemies_in_reach() -> None:
    state = table(
        stand("blade", 0, (18_000, 6_000)),
        stand("brute", 1, (18_000, 12_000)),
        stand("bow", 1, (18_000, 30_000)),
    )
    up_to = [place for place in places(state).values() if "contact" in place.name]
    assert [place.name for place in up_to] == ["in contact with Brute f2"]
    battle = Battle(state).do(0, "move", figure="f1", path=[list(up_to[0].at)])
    assert battle.asked == ("face", 1)


def test_a_move_leads_to_objectives_and_books() -> None:
    state = table(
        stand("blade", 0, (18_000, 12_000)),
        stand("blade", 1, (18_000, 30_000)),
        dropped((17_000, 10_000)),
    )
    found = places(state)
    assert found["on objective 0"].at == (18_000, 18_000)
    assert found["on book b1"].at == (17_000, 10_000)
    assert found["towards objective 1"].cost is not None


def test_a_flight_is_offered_over_others_and_never_onto_them(printed: Printer) -> None:
    """Rule 15.15."""
    printed(figure("kite", "flight"))
    state = table(
        stand("kite", 0, (19_000, 6_000)),
        stand("blade", 1, (19_000, 8_000)),
        stand("blade", 1, (27_000, 6_000)),
    )
    found = places(state)
    assert found["north"].at == (19_000, 14_000)
    assert "east" not in found


def test_on_rough_ground_a_move_is_offered_half_as_far() -> None:
    """Rule 13.8."""
    state = table(
        stand("blade", 0, (19_000, 6_000)),
        stand("mage", 1, (18_000, 30_000), book=""),
        out("false_ground", "f2"),
    )
    assert places(state)["north"] == Place(name="north", at=(19_000, 10_000), cost=8_000)
