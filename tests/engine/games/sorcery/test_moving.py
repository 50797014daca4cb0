"""Moving [5]."""

import pytest
from pydantic import ValidationError

from tests.engine.games.sorcery.samples import Printer, figure, row
from tests.engine.games.sorcery.table import (
    COMMANDS,
    EAST,
    NORTH,
    SOUTH,
    WEST,
    Battle,
    stand,
    table,
)

pytestmark = pytest.mark.usefixtures("samples")
FAR = (18_000, 35_000)
HERE = (18_000, 5_000)


def alone(card: str = "blade", at: tuple[int, int] = HERE) -> Battle:
    return Battle(table(stand(card, 0, at), stand("blade", 1, FAR)))


def in_contact(*, facing: tuple[int, int] = NORTH) -> Battle:
    enemy = stand("blade", 1, (18_000, 6_500), facing=SOUTH)
    return Battle(table(stand("blade", 0, HERE, facing=facing), enemy))


@pytest.mark.rule("sorcery", "5.1")
def test_a_path_has_up_to_16_legs() -> None:
    battle = alone()
    path = [(18_000 + n % 2, 5_000 + n) for n in range(1, 18)]
    with pytest.raises(ValidationError):
        COMMANDS.validate_python({"kind": "move", "figure": "f1", "path": path})
    battle.do(0, "move", figure="f1", path=path[:16])
    assert battle.figure("f1").at == path[15]


@pytest.mark.rule("sorcery", "5.1")
@pytest.mark.parametrize("path", [[HERE], [(18_000, 6_000), (18_000, 6_000)]])
@pytest.mark.parametrize("card", ["blade", "kite"])
def test_no_leg_ends_where_it_begins(printed: Printer, card: str, path: list[object]) -> None:
    printed(figure("kite", "flight"))
    assert alone(card).refused(0, "move", figure="f1", path=path) == ("WRONG_PLACE", "5.1")


@pytest.mark.rule("sorcery", "5.1")
def test_an_empty_path_is_to_turn_only() -> None:
    battle = alone().do(0, "move", figure="f1", path=[], facing=(3, -4))
    assert (battle.figure("f1").at, battle.figure("f1").facing) == (HERE, (3, -4))
    assert battle.told("moved")[0].cost == 0


@pytest.mark.rule("sorcery", "5.2")
def test_a_base_may_slide_along_another_and_pass_none() -> None:
    battle = Battle(
        table(stand("blade", 0, HERE), stand("blade", 0, (19_500, 8_000)), stand("blade", 1, FAR))
    )
    refused = battle.refused(0, "move", figure="f1", path=[(18_001, 5_000), (18_001, 11_000)])
    assert refused == ("IN_THE_WAY", "5.2")
    battle.do(0, "move", figure="f1", path=[(18_000, 11_000)])
    assert battle.figure("f1").at == (18_000, 11_000)


@pytest.mark.rule("sorcery", "5.2")
def test_the_whole_line_stays_on_the_field() -> None:
    battle = alone(at=(1_000, 5_000))
    refused = battle.refused(0, "move", figure="f1", path=[(749, 6_000), (2_000, 7_000)])
    assert refused == ("OFF_THE_FIELD", "5.2")
    battle.do(0, "move", figure="f1", path=[(750, 6_000), (2_000, 7_000)])


@pytest.mark.rule("sorcery", "5.2")
def test_blocking_terrain_is_not_crossed_on_any_leg() -> None:
    battle = alone(at=(12_000, 8_000))
    refused = battle.refused(0, "move", figure="f1", path=[(12_000, 7_000), (12_000, 14_000)])
    assert refused == ("IN_THE_WAY", "5.2")


@pytest.mark.rule("sorcery", "5.3")
def test_a_move_may_cost_the_speed_and_no_mil_more() -> None:
    battle = alone()
    refused = battle.refused(0, "move", figure="f1", path=[(18_000, 13_001)])
    assert refused == ("TOO_FAR", "5.3")
    battle.do(0, "move", figure="f1", path=[(18_000, 13_000)])
    assert battle.told("moved")[0].cost == 8_000


@pytest.mark.rule("sorcery", "5.3")
def test_all_legs_count_together_and_the_speed_is_that_of_the_click(printed: Printer) -> None:
    printed(figure("slow", dial=(row(speed=8, ranged_damage=0), row(speed=2, ranged_damage=0))))
    battle = Battle(table(stand("slow", 0, HERE, click=1), stand("blade", 1, FAR)))
    refused = battle.refused(0, "move", figure="f1", path=[(19_000, 5_000), (19_000, 6_001)])
    assert refused == ("TOO_FAR", "5.3")
    battle.do(0, "move", figure="f1", path=[(19_000, 5_000), (19_000, 6_000)])


@pytest.mark.rule("sorcery", "5.4")
@pytest.mark.parametrize(
    ("path", "cost"),
    [
        ([(25_500, 9_400)], 1_400),  # up to the grove's border, where the centre is not in it
        ([(25_500, 10_400)], 1_400 + 2 * 1_000),
        ([(25_501, 9_000)], 1_001),  # the root of 1,000,001 is rounded up
    ],
)
def test_hindering_terrain_costs_double_as_the_centre_goes(
    path: list[tuple[int, int]], cost: int
) -> None:
    """The east grove is a circle around 25,500, 12,000 with a radius of 2,600."""
    battle = alone(at=(25_500, 8_000)).do(0, "move", figure="f1", path=path)
    assert battle.told("moved")[0].cost == cost


@pytest.mark.rule("sorcery", "5.1")
def test_a_path_has_sixteen_legs_at_most() -> None:
    legs = [(18_000, 5_001 + n % 2) for n in range(17)]
    with pytest.raises(ValidationError, match="at most 16"):
        alone().do(0, "move", figure="f1", path=legs)
    alone().do(0, "move", figure="f1", path=legs[:16])


@pytest.mark.rule("sorcery", "5.5")
@pytest.mark.parametrize(("die", "free"), [(1, False), (3, False), (4, True), (6, True)])
def test_who_starts_in_contact_must_break_away(die: int, free: bool) -> None:
    battle = in_contact()
    battle.do(0, "move", figure="f1", path=[(18_000, 3_000)], facing=EAST, dice=[die])
    moved = battle.figure("f1")
    assert (moved.at, moved.facing) == (((18_000, 3_000), EAST) if free else (HERE, NORTH))
    assert battle.told("broke_away")[0].free == free


@pytest.mark.rule("sorcery", "5.5")
def test_without_contact_or_with_friends_only_no_die_is_rolled() -> None:
    battle = Battle(
        table(stand("blade", 0, HERE), stand("blade", 0, (18_000, 6_500)), stand("blade", 1, FAR))
    )
    battle.do(0, "move", figure="f1", path=[(18_000, 3_000)])
    assert "broke_away" not in battle.kinds


@pytest.mark.rule("sorcery", "5.5")
def test_one_die_is_rolled_to_break_away_from_several_enemies_though_contact_is_kept() -> None:
    """Back and forth, to where it stood."""
    enemies = [stand("blade", seat, (18_000 + x, 5_000)) for seat, x in ((1, 1_500), (2, -1_500))]
    battle = Battle(table(stand("blade", 0, HERE), *enemies))
    there_and_back = [(18_000, 6_000), HERE]
    battle.do(0, "move", figure="f1", path=there_and_back, dice=[4])
    assert battle.figure("f1").at == HERE
    assert battle.asked == ("face", 1)
    battle.let_pass()
    assert battle.asked == ("face", 2)


@pytest.mark.rule("sorcery", "5.5")
def test_turning_in_place_needs_no_break_away_and_turns_nobody_else() -> None:
    battle = in_contact().do(0, "move", figure="f1", path=[], facing=SOUTH)
    assert battle.figure("f1").facing == SOUTH
    assert battle.kinds == ["answered", "action_taken", "moved", "question_put"]
    assert battle.asked == ("act", 0)


@pytest.mark.rule("sorcery", "5.6")
@pytest.mark.parametrize(
    ("path", "said", "facing"),
    [
        ([(18_000, 6_000), (19_000, 6_000)], None, (1_000, 0)),
        ([(18_000, 6_000)], (-2, 1), (-2, 1)),
        ([], None, NORTH),
        ([(18_000, 6_000), (15_001, 3_000)], None, (-2_999, -3_000)),
    ],
)
def test_at_the_end_it_faces_as_it_is_said_or_along_the_last_leg(
    path: object, said: object, facing: object
) -> None:
    battle = alone().do(0, "move", figure="f1", path=path, facing=said)
    assert battle.figure("f1").facing == facing


@pytest.mark.rule("sorcery", "5.6")
def test_who_says_nothing_when_it_stays_faces_as_before() -> None:
    battle = Battle(table(stand("blade", 0, HERE, facing=(-3, 2)), stand("blade", 1, FAR)))
    battle.do(0, "move", figure="f1", path=[])
    assert battle.figure("f1").facing == (-3, 2)


@pytest.mark.rule("sorcery", "5.6")
def test_a_long_last_leg_is_shortened_to_a_facing(printed: Printer) -> None:
    printed(figure("hare", dial=(row(speed=20, ranged_damage=0),)))
    battle = alone("hare").do(0, "move", figure="f1", path=[(15_000, 17_000)])
    assert battle.figure("f1").facing == (-2_500, 10_000)


@pytest.mark.rule("sorcery", "5.7")
def test_each_touched_enemy_may_turn_the_next_player_first() -> None:
    battle = Battle(
        table(
            stand("blade", 1, (18_000, 12_000)),
            stand("blade", 2, (16_500, 10_500), facing=SOUTH),
            stand("blade", 0, (19_500, 10_500)),
            stand("blade", 2, HERE),
            stand("blade", 0, (18_000, 9_000), facing=EAST),
            starting=1,
            turn=2,
        )
    )
    battle.do(2, "move", figure="f4", path=[(18_000, 7_500)])
    assert battle.asked == ("face", 0)
    assert battle.state.question is not None
    assert battle.state.question.figure == "f5"
    battle.do(0, "face", facing=SOUTH)
    assert battle.figure("f5").facing == SOUTH
    assert battle.asked == ("act", 2)


@pytest.mark.rule("sorcery", "5.7")
def test_figures_of_several_players_are_asked_in_the_order_of_turns_from_the_mover() -> None:
    """Seat 1 moves between f2 and f5 of seat 0, and f3 of seat 2; the round began with seat 0."""
    battle = Battle(
        table(
            stand("blade", 1, (18_000, 5_000)),
            stand("blade", 0, (16_500, 10_000)),
            stand("blade", 2, (19_500, 10_000)),
            stand("blade", 1, FAR),
            stand("blade", 0, (18_000, 11_500)),
            turn=1,
        )
    )
    battle.do(1, "move", figure="f1", path=[(18_000, 10_000)])
    asked = []
    while battle.state.question is not None and battle.state.question.kind == "face":
        asked.append(battle.state.question.figure)
        if asked == ["f3"]:
            battle.do(2, "face", facing=WEST)
        else:
            battle.let_pass()
    assert asked == ["f3", "f2", "f5"]
    assert [one.figure for one in battle.told("turned")] == ["f3"]
    assert battle.asked == ("act", 1)


@pytest.mark.rule("sorcery", "5.7")
def test_who_is_touched_turns_before_the_mover_is_pushed() -> None:
    battle = Battle(table(stand("blade", 0, HERE, tokens=1), stand("blade", 1, (18_000, 9_000))))
    battle.do(0, "move", figure="f1", path=[(18_000, 7_500)])
    assert battle.asked == ("face", 1)
    assert battle.figure("f1").click == 0
    battle.let_pass()
    assert battle.figure("f1").click == 1
