"""The field and the figures [1]."""

import pytest
from pydantic import ValidationError

from engine.games.sorcery import GAME
from engine.games.sorcery.cards import FIGURES
from tests.engine.games.sorcery.opening import armies
from tests.engine.games.sorcery.samples import Printer, figure, row, wand
from tests.engine.games.sorcery.table import COMMANDS, EAST, SOUTH, Battle, stand, table

pytestmark = pytest.mark.usefixtures("samples")
FAR = (18_000, 35_000)


@pytest.mark.rule("sorcery", "1.1")
@pytest.mark.parametrize("at", [(1.5, 2), (-1, 0), (0, 36_001), ("1", 2)])
def test_a_place_is_whole_mil_inches_on_the_field(at: object) -> None:
    with pytest.raises(ValidationError):
        COMMANDS.validate_python({"kind": "move", "figure": "f1", "path": [at]})


@pytest.mark.rule("sorcery", "1.1")
@pytest.mark.parametrize(
    ("edge", "at"), [("south", (18_000, 750)), ("west", (750, 18_000)), ("north", (18_000, 35_250))]
)
def test_x_runs_east_and_y_north_from_the_south_west_corner(edge: str, at: tuple[int, int]) -> None:
    battle = armies("blade", "blade", "blade")
    edges = [player["edge"] for player in GAME.view(battle.state, None).model_dump()["players"]]
    seat = edges.index(edge)
    for earlier in range(seat):
        battle.do(earlier, **GAME.default(battle.state, earlier).model_dump())
    battle.do(seat, "deploy", figure=f"f{seat + 1}", at=at)
    assert battle.figure(f"f{seat + 1}").at == at


@pytest.mark.rule("sorcery", "1.2")
@pytest.mark.parametrize(("card", "radius"), [("blade", 750), ("brute", 1_000)])
def test_a_base_may_touch_the_edge_of_the_field_and_not_pass_it(card: str, radius: int) -> None:
    battle = armies(card, "blade")
    out = battle.refused(0, "deploy", figure="f1", at=(18_000, radius - 1))
    assert out == ("OFF_THE_FIELD", "1.2")
    battle.do(0, "deploy", figure="f1", at=(radius, radius))
    assert battle.figure("f1").at == (radius, radius)


@pytest.mark.rule("sorcery", "1.3")
@pytest.mark.parametrize(
    ("cards", "apart", "contact"),
    [
        ("blade blade", 1_500, True),
        ("blade blade", 1_525, True),
        ("blade blade", 1_526, False),
        ("blade brute", 1_750, True),
        ("blade brute", 1_775, True),
        ("blade brute", 1_776, False),
        ("brute brute", 2_025, True),
        ("brute brute", 2_026, False),
    ],
)
def test_bases_are_in_contact_up_to_25_mil_from_touching(
    cards: str, apart: int, contact: bool
) -> None:
    one, other = cards.split()
    near = (18_000, 5_000 + apart)
    battle = Battle(table(stand(one, 0, (18_000, 5_000)), stand(other, 1, near)))
    assert battle.offered(0, "fight", figure="f1", target="f2") == contact
    if not contact:
        refused = battle.refused(0, "fight", figure="f1", target="f2")
        assert refused == ("NOT_IN_CONTACT", "8.1")


@pytest.mark.rule("sorcery", "1.3")
def test_bases_touch_but_never_overlap() -> None:
    battle = Battle(table(stand("blade", 0, (18_000, 5_000)), stand("blade", 1, (18_000, 9_000))))
    overlap = battle.refused(0, "move", figure="f1", path=[(18_000, 7_501)])
    assert overlap == ("IN_THE_WAY", "5.2")
    battle.do(0, "move", figure="f1", path=[(18_000, 7_500)])


@pytest.mark.rule("sorcery", "1.4")
def test_no_part_of_a_base_enters_blocking_terrain() -> None:
    """The south barn of the crossroads begins at x = 10,000."""
    battle = Battle(table(stand("blade", 0, (8_000, 11_000)), stand("blade", 1, FAR)))
    refused = battle.refused(0, "move", figure="f1", path=[(9_251, 11_000)])
    assert refused == ("IN_THE_WAY", "5.2")
    battle.do(0, "move", figure="f1", path=[(9_250, 11_000)])


@pytest.mark.rule("sorcery", "1.4")
def test_an_objective_is_a_point_and_in_nobodys_way() -> None:
    battle = Battle(table(stand("blade", 0, (18_000, 14_000)), stand("blade", 1, FAR)))
    battle.do(0, "move", figure="f1", path=[(18_000, 18_000)])
    assert battle.figure("f1").at == (18_000, 18_000)


@pytest.mark.rule("sorcery", "1.5")
@pytest.mark.parametrize("facing", [(0, 0), (10_001, 0), (0, -10_001)])
def test_a_facing_is_a_direction_within_bounds(facing: tuple[int, int]) -> None:
    with pytest.raises(ValidationError):
        COMMANDS.validate_python({"kind": "move", "figure": "f1", "path": [], "facing": facing})


@pytest.mark.rule("sorcery", "1.5")
@pytest.mark.parametrize("facing", [(0, 1), (0, 10_000)])
def test_only_the_direction_of_a_facing_counts(facing: tuple[int, int]) -> None:
    near = (18_500, 6_415)
    battle = Battle(
        table(stand("blade", 0, (18_000, 5_000), facing=facing), stand("blade", 1, near))
    )
    assert battle.offered(0, "fight", figure="f1", target="f2")


@pytest.mark.rule("sorcery", "1.6")
def test_damage_turns_the_dial_and_past_its_end_the_figure_is_gone(printed: Printer) -> None:
    printed(figure("frail", dial=(row(defence=5, ranged_damage=0),) * 3))
    battle = Battle(
        table(
            stand("blade", 0, (18_000, 5_000)),
            stand("blade", 0, (18_000, 8_050), facing=SOUTH),
            stand("frail", 1, (18_000, 6_525), tokens=2),
            stand("blade", 1, FAR),
        )
    )
    battle.do(0, "fight", figure="f1", target="f3", dice=[1, 2])
    assert battle.figure("f3").click == 2
    assert battle.figure("f3").at is not None
    battle.do(0, "fight", figure="f2", target="f3", dice=[1, 2])
    assert battle.figure("f3").gone
    assert (battle.figure("f3").at, battle.figure("f3").tokens) == (None, 0)
    assert battle.told("damaged")[-1].amount == 1


@pytest.mark.rule("sorcery", "1.6", "15.17")
def test_healing_turns_the_dial_back_and_never_before_the_first_click(printed: Printer) -> None:
    printed(wand("healer", "mend"))
    battle = Battle(
        table(
            stand("healer", 0, (18_000, 5_000)),
            stand("blade", 0, (18_000, 6_500), click=1),
            stand("healer", 0, (18_000, 8_000)),
            stand("blade", 1, FAR),
        )
    )
    battle.do(0, "mend", figure="f1", friend="f2")
    assert battle.figure("f2").click == 0
    assert battle.refused(0, "mend", figure="f3", friend="f2") == ("WRONG_TARGETS", "15.17")


@pytest.mark.rule("sorcery", "1.7")
def test_a_view_tells_what_stands_on_the_click_and_the_card() -> None:
    battle = Battle(table(stand("brute", 0, (18_000, 5_000)), stand("mage", 1, FAR)))
    shown = GAME.view(battle.state, None).model_dump()["figures"]
    assert [one["radius"] for one in shown] == [1_000, 750]
    assert [one["range"] for one in shown] == [0, 10]
    assert [one["card"] for one in shown] == ["brute", "mage"]
    assert {one["attack"] for one in shown} == {8}
    assert FIGURES["mage"].slots == 1


@pytest.mark.rule("sorcery", "1.8")
def test_figures_of_one_player_are_friends_and_all_others_enemies() -> None:
    battle = Battle(
        table(
            stand("blade", 0, (18_000, 5_000)),
            stand("blade", 0, (18_000, 6_500)),
            stand("blade", 1, (19_500, 5_000)),
            stand("blade", 2, (16_500, 5_000), facing=EAST),
        )
    )
    enemies = [n for n in ("f2", "f3", "f4") if battle.offered(0, "fight", figure="f1", target=n)]
    assert enemies == ["f3", "f4"]
