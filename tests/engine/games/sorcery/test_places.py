"""The places that are offered to a move and to a cast, and what is told of them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from engine.core.options import Place, Places
from engine.core.rng import Rng
from engine.games.sorcery import GAME
from engine.games.sorcery.geometry.directions import COMPASS, compass
from engine.games.sorcery.geometry.points import towards
from engine.games.sorcery.ops import Aim, Leap, Spot, Way
from tests.engine.games.sorcery.bouts import act
from tests.engine.games.sorcery.samples import figure, spell
from tests.engine.games.sorcery.table import Battle, dropped, out, stand, table

if TYPE_CHECKING:
    from engine.core.options import Option
    from engine.games.sorcery.geometry.points import Point
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


def test_what_stops_a_move_is_told_as_it_stands_there_now() -> None:
    mover, enemy = stand("blade", 0, (19_000, 6_000)), stand("bow", 1, (18_000, 30_000))
    stops = [
        places(table(mover, enemy, *others))["north"].stopped_by
        for others in (
            (stand("blade", 0, (19_000, 10_000)),),
            (stand("mage", 0, (19_000, 10_000)),),
            (stand("mage", 0, (19_000, 10_000)), stand("bow", 0, (19_000, 9_000))),
            (),
        )
    ]
    assert stops == ["Blade f3", "Mage f3", "Bow f4", None]


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


def casts(state: State) -> list[tuple[Option, Places]]:
    """Return the casts that take a place."""
    return [
        (option, option.shape)
        for option in GAME.legal(state, 0)
        if isinstance(option.shape, Places) and option.shape.command["kind"] == "cast"
    ]


ENEMY = stand("blade", 1, (18_000, 34_000))
HERE = (18_000, 5_000)


def sealed(*at: Point) -> State:
    """Return a battle of a caster of a glyph and others' glyphs where it would put its own."""
    return table(
        stand("mage", 0, HERE, book="ring"),
        stand("mage", 1, (18_000, 34_000), book=""),
        *(out("ring", "f2", "b2", at=one) for one in at),
    )


@pytest.mark.rule("sorcery", "13.4")
def test_a_glyph_is_offered_all_round_and_elsewhere_if_one_likes() -> None:
    ((option, shape),) = casts(sealed((18_000, 6_250)))
    assert option.label == "Mage f1 casts Ring"
    assert option.free == ("at",)
    assert len(shape.places) == 11
    assert shape.places[0] == Place(name="east", at=(19_250, 5_000))
    between = {**shape.command, "at": [16_900, 5_600]}
    assert not option.contains(between)
    assert option.allows(between)
    Battle(sealed((18_000, 6_250))).do(0, "cast", figure="f1", at=(16_900, 5_600))


@pytest.mark.rule("sorcery", "13.4")
def test_a_glyph_is_offered_between_the_winds_if_these_are_taken() -> None:
    """Tokens that just touch the places in a few directions leave all others free."""
    winds = sealed(*(towards(HERE, wind, 2_270) for wind in compass(16)))
    ((_, shape),) = casts(winds)
    assert len(shape.places) == len(COMPASS) - 16
    assert all(place.name == f"{place.at[0]},{place.at[1]}" for place in shape.places)
    assert not casts(sealed(*(towards(HERE, one, 2_270) for one in COMPASS)))


@pytest.mark.rule("sorcery", "12.4")
def test_a_leap_is_offered_as_far_as_there_is_room(printed: Printer) -> None:
    """To the east a base stands ten inches away: eight are as far as it goes."""
    printed(
        spell(
            "jump",
            Way(name="oneself", spot=Spot(inches=10), does=(Leap(who="caster"),)),
            Way(
                name="a friend",
                aim=Aim(who="friend", touching=True),
                spot=Spot(inches=8),
                does=(Leap(who="marked"),),
            ),
        )
    )
    state = table(
        stand("mage", 0, HERE, book="jump"),
        stand("blade", 0, (18_000, 6_500)),
        stand("blade", 1, (28_000, 5_000)),
        ENEMY,
    )
    found = casts(state)
    assert [(one.label, one.free, shape.command["targets"]) for one, shape in found] == [
        ("Mage f1 casts Jump (oneself)", ("at",), []),
        ("Mage f1 casts Jump (a friend) on Mage f1", ("at",), ["f1"]),
        ("Mage f1 casts Jump (a friend) on Blade f2", ("at",), ["f2"]),
    ]
    _, oneself = found[0]
    places = {place.name: place.at for place in oneself.places}
    assert len(places) == len(compass(16))
    assert (places["east"], places["west"]) == ((26_000, 5_000), (8_000, 5_000))


@pytest.mark.parametrize("policy", GAME.policies)
def test_bots_cast_what_takes_a_place(policy: str) -> None:
    """The caster holds an objective, so that the greedy one has nowhere better to go."""
    state = table(stand("mage", 0, (18_000, 18_000), book="ring"), ENEMY)
    tried = [act(policy, state, 0, Rng(bytes(32), n)) for n in range(40)]
    assert "cast" in {command["kind"] for command in tried}
