"""The end of the battle [16]."""

from typing import Any

import pytest

from engine.games.sorcery import GAME
from engine.games.sorcery.armies import READY
from engine.games.sorcery.commands import SorceryConfig
from engine.games.sorcery.ops import Damage, Near, Way
from engine.games.sorcery.scoring import controllers, points
from tests.engine.games.sorcery.samples import Printer, figure, spell, wand
from tests.engine.games.sorcery.table import SOUTH, Battle, Stood, stand, table
from tests.engine.play import Match

pytestmark = pytest.mark.usefixtures("samples")
HERE, THERE = (18_000, 5_000), (18_000, 6_500)
FAR = (2_000, 35_000)
MIDDLE, WEST, EAST = (18_000, 18_000), (6_500, 18_000), (29_500, 18_000)


def at(spot: tuple[int, int], x: int, y: int = 0) -> tuple[int, int]:
    return spot[0] + x, spot[1] + y


def gone(card: str, seat: int, **fields: Any) -> Stood:
    return stand(card, seat, None, gone=True, **fields)


@pytest.mark.rule("sorcery", "16.1")
def test_the_battle_ends_after_20_rounds() -> None:
    stood = (stand("blade", 0, HERE), stand("blade", 1, FAR))
    battle = Battle(table(*stood, round=19))
    battle.end_turn().end_turn()
    assert battle.state.round == 20
    battle.end_turn().end_turn()
    outcome = GAME.outcome(battle.state)
    assert outcome is not None
    assert outcome.model_dump() == {
        "winners": (), "draw": True, "why": "rounds", "points": (0, 0), "sharing": (0, 1),
    }  # fmt: skip
    assert battle.refused(0, "pass") == ("MATCH_OVER", "16.1")
    assert GAME.legal(battle.state, 0) == ()
    assert GAME.pending(battle.state) == ()


@pytest.mark.rule("sorcery", "16.1")
def test_it_ends_at_once_when_one_player_is_left() -> None:
    battle = Battle(table(stand("blade", 0, HERE), stand("blade", 1, THERE, click=4, facing=SOUTH)))
    battle.do(0, "fight", figure="f1", target="f2", dice=[5, 6])
    assert battle.kinds[-1] == "match_ended"
    outcome = GAME.outcome(battle.state)
    assert outcome is not None
    assert outcome.model_dump() == {
        "winners": (0,), "draw": False, "why": "last_side", "points": (30, 0), "sharing": (),
    }  # fmt: skip


@pytest.mark.rule("sorcery", "16.1")
def test_it_ends_before_a_last_figure_is_pushed() -> None:
    battle = Battle(
        table(
            stand("blade", 0, HERE, tokens=1, click=4),
            stand("blade", 1, THERE, click=4, facing=SOUTH),
        )
    )
    battle.do(0, "fight", figure="f1", target="f2", dice=[5, 6])
    assert battle.told("match_ended")[0].winners == (0,)


@pytest.mark.rule("sorcery", "16.1", "16.4")
def test_the_battle_ends_when_a_last_figure_falls_by_its_own_critical_miss() -> None:
    """Seat 0 has eliminated more by then."""
    last = stand("blade", 0, HERE, tokens=1, click=4)
    battle = Battle(table(last, stand("blade", 1, THERE), gone("blade", 1), gone("blade", 1)))
    battle.do(0, "fight", figure="f1", target="f2", dice=[1, 1])
    assert [one.why for one in battle.told("damaged")] == ["natural_2"]
    ended = battle.told("match_ended")[0]
    assert (ended.why, ended.points, ended.winners) == ("last_side", (60, 30), (0,))


@pytest.mark.rule("sorcery", "16.1", "16.4", "4.3")
def test_a_last_figure_is_pushed_after_it_eliminated_one_of_two_enemies() -> None:
    """So the third is the last side, and has as many points."""
    battle = Battle(
        table(
            stand("blade", 0, HERE, tokens=1, click=4),
            stand("blade", 1, THERE, click=4, facing=SOUTH),
            stand("blade", 2, FAR),
        )
    )
    battle.do(0, "fight", figure="f1", target="f2", dice=[5, 6])
    assert [(one.figure, one.why) for one in battle.told("damaged")] == [
        ("f2", "attack"), ("f1", "pushing"),
    ]  # fmt: skip
    ended = battle.told("match_ended")[0]
    assert (ended.why, ended.points, ended.winners) == ("last_side", (30, 30, 60), (2,))


@pytest.mark.rule("sorcery", "16.1", "16.4")
def test_when_nobody_is_left_the_points_decide(printed: Printer) -> None:
    everybody = Near(middle="caster", inches=5, side="all")
    nova = Way(near=everybody, does=(Damage(who="near", flat=5),))
    printed(
        spell("nova", nova),
        wand("dear_mage", points=50),
    )
    battle = Battle(
        table(stand("dear_mage", 0, HERE, book="nova"), stand("blade", 1, (18_000, 9_000)))
    )
    battle.do(0, "cast", figure="f1")
    ended = battle.told("match_ended")[0]
    assert (ended.why, ended.points, ended.winners) == ("nobody_left", (30, 50), (1,))
    assert battle.state.round == 2, "at once"


@pytest.mark.rule("sorcery", "16.2")
@pytest.mark.parametrize(
    ("stood", "controls"),
    [
        ([(0, at(MIDDLE, 1_000))], 0),
        ([(0, at(MIDDLE, 1_001))], None),
        ([(0, at(MIDDLE, 750)), (1, at(MIDDLE, -750))], None),
        ([(0, at(MIDDLE, 750)), (1, at(MIDDLE, -750)), (1, at(MIDDLE, 0, 1_300))], None),
        ([(0, at(MIDDLE, 0, -800)), (1, at(MIDDLE, -760, 520)), (1, at(MIDDLE, 760, 520))], 1),
        (
            [(0, at(MIDDLE, 0, -900)), (1, at(MIDDLE, -760, 520)), (2, at(MIDDLE, 760, 520))],
            None,
        ),
    ],
    ids=["on the border", "beyond", "tied", "one beyond", "more", "three tied"],
)
def test_an_objective_is_controlled_by_who_has_most_figures_there(
    stood: list[tuple[int, tuple[int, int]]], controls: int | None
) -> None:
    figures = [stand("blade", seat, place) for seat, place in stood]
    rest = [stand("blade", seat, (2_000 + 2_000 * seat, 2_000)) for seat in (0, 1, 2)]
    state = table(*figures, *rest)
    assert controllers(state) == (controls, None, None)


@pytest.mark.rule("sorcery", "16.3")
def test_points_are_those_of_eliminated_enemies_and_100_an_objective(printed: Printer) -> None:
    printed(figure("cheap", points=7), figure("dear", points=50))
    state = table(
        stand("blade", 0, WEST),
        stand("blade", 0, EAST),
        stand("blade", 1, MIDDLE),
        stand("blade", 2, FAR),
        gone("cheap", 0),
        gone("dear", 1, book=None),
        gone("blade", 2),
    )
    assert points(state) == (50 + 30 + 200, 7 + 30 + 100, 7 + 50)


@pytest.mark.rule("sorcery", "16.3")
def test_a_book_adds_no_points_when_its_bearer_falls() -> None:
    battle = Battle(
        table(
            stand("blade", 0, HERE),
            stand("mage", 1, THERE, click=4, book="cinder_dart", facing=SOUTH),
            stand("blade", 1, FAR),
        )
    )
    battle.do(0, "fight", figure="f1", target="f2", dice=[5, 6])
    assert points(battle.state) == (30, 0)


def at_the_end(*stood: Stood) -> Battle:
    """Return a battle whose last turn of the last round is over."""
    battle = Battle(table(*stood, round=20))
    ending(battle)
    return battle


def ending(battle: Battle) -> Any:
    """Play to the end, and return what was told of it."""
    while battle.state.phase != "over":
        battle.end_turn()
    return battle.told("match_ended")[0]


@pytest.mark.rule("sorcery", "16.4")
def test_most_points_win() -> None:
    (ended,) = at_the_end(stand("blade", 0, HERE), stand("blade", 1, MIDDLE)).told("match_ended")
    assert (ended.winners, ended.points, ended.objectives) == ((1,), (0, 100), (1, None, None))


@pytest.mark.rule("sorcery", "16.4")
def test_equal_points_are_a_draw_of_who_has_most() -> None:
    battle = at_the_end(stand("blade", 0, WEST), stand("blade", 1, FAR), stand("blade", 2, EAST))
    outcome = GAME.outcome(battle.state)
    assert outcome is not None
    assert outcome.model_dump() == {
        "winners": (), "draw": True, "why": "rounds", "points": (100, 0, 100), "sharing": (0, 2),
    }  # fmt: skip


HARVEST = [gone("brute", seat) for seat in (0, 1, 1) for _ in range(2)]
"""With what they lost, seat 2 has 180 points if it lost a brute, seat 0 has 150, seat 1 has 90."""


@pytest.mark.rule("sorcery", "16.4")
@pytest.mark.parametrize(("left", "winner"), [((), 2), ((2,), 0)], ids=["eliminated", "left"])
def test_who_has_no_figure_left_may_win_but_not_who_has_left(
    left: tuple[int, ...], winner: int
) -> None:
    stood = (stand("blade", 0, HERE), stand("blade", 1, FAR), gone("brute", 2))
    battle = Battle(table(*stood, *HARVEST, round=20))
    for seat in left:
        battle.leave(seat)
    ended = ending(battle)
    assert (ended.why, ended.points) == ("rounds", (150, 90, 180))
    assert ended.winners == (winner,)


@pytest.mark.rule("sorcery", "16.4", "17.2")
def test_who_leaves_shares_in_no_draw() -> None:
    """Seat 2 leaves with as many points as the two others get by it."""
    stood = (stand("blade", 0, HERE), stand("blade", 1, THERE), stand("blade", 2, FAR))
    battle = Battle(table(*stood, gone("blade", 0), gone("blade", 1), round=20)).leave(2)
    assert ending(battle).points == (60, 60, 60)
    outcome = GAME.outcome(battle.state)
    assert outcome is not None
    assert (outcome.draw, outcome.model_dump()["sharing"]) == (True, (0, 1))


@pytest.mark.rule("sorcery", "16.4")
def test_the_last_side_loses_to_more_points() -> None:
    """Seat 1 loses its last figure for 30 points; it had eliminated two."""
    battle = Battle(
        table(
            stand("blade", 0, HERE),
            stand("blade", 1, THERE, click=4, facing=SOUTH),
            gone("blade", 0),
            gone("blade", 0),
        )
    )
    battle.do(0, "fight", figure="f1", target="f2", dice=[5, 6])
    ended = battle.told("match_ended")[0]
    assert (ended.why, ended.points, ended.winners) == ("last_side", (30, 60), (1,))


@pytest.mark.rule("sorcery", "16.5")
def test_a_draw_that_all_agree_on_ends_the_battle() -> None:
    match = Match(GAME, SorceryConfig(), 2)
    match.start("ada", "ben", entry={"army": "ready", "name": min(READY)})
    assert match.send("ada", {"kind": "match.offer", "what": "draw"}).status == "accepted"
    offer = match.state.version
    assert match.send("ben", {"kind": "match.agree", "offer": offer}).status == "accepted"
    assert match.state.outcome is not None
    assert match.state.outcome["draw"] is True
