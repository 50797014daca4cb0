"""Deployment and the turn [3]."""

import pytest

from engine.games.sorcery import GAME
from tests.engine.games.sorcery.opening import armies, deployed
from tests.engine.games.sorcery.samples import Printer, wand
from tests.engine.games.sorcery.table import Battle, out, stand, table

pytestmark = pytest.mark.usefixtures("samples")
FAR = (18_000, 35_000)
SIDES = {
    "south": (18_000, 3_000),
    "west": (3_000, 18_000),
    "north": (18_000, 33_000),
    "east": (33_000, 18_000),
}


@pytest.mark.rule("sorcery", "3.1")
@pytest.mark.parametrize("starting", [0, 1, 2])
def test_the_starting_player_is_drawn_and_the_others_follow_by_their_seats(starting: int) -> None:
    battle = armies("blade", "blade", "blade", starting=starting)
    assert battle.state.order == tuple((starting + n) % 3 for n in range(3))
    assert battle.asked == ("deploy", starting)


@pytest.mark.rule("sorcery", "3.1")
@pytest.mark.parametrize(
    "edges",
    [
        ("south", "north"),
        ("south", "west", "north"),
        ("south", "west", "north", "east"),
    ],
)
def test_each_seat_has_its_own_edge(edges: tuple[str, ...]) -> None:
    battle = armies(*(("blade",) * len(edges)))
    for seat, edge in enumerate(edges):
        for other, at in SIDES.items():
            if other != edge:
                refused = battle.refused(seat, "deploy", figure=f"f{seat + 1}", at=at)
                assert refused == ("WRONG_PLACE", "3.2")
        battle.do(seat, "deploy", figure=f"f{seat + 1}", at=SIDES[edge])
    view = GAME.view(battle.state, None).model_dump()
    assert [player["edge"] for player in view["players"]] == list(edges)


@pytest.mark.rule("sorcery", "3.2")
def test_each_places_one_figure_in_turn_and_who_has_none_left_is_passed_over() -> None:
    battle = armies("blade", "blade blade blade", "blade blade", starting=2)
    seats = []
    while battle.state.phase == "deployment" and battle.asked != ("act", 2):
        assert battle.asked is not None
        seats.append(battle.asked[1])
        command = GAME.default(battle.state, seats[-1]).model_dump()
        battle.do(seats[-1], command.pop("kind"), **command)
    assert seats == [2, 0, 1, 2, 1, 1]


@pytest.mark.rule("sorcery", "3.2")
def test_a_figure_is_placed_within_3000_mil_of_the_own_edge_and_clear_of_others() -> None:
    battle = armies("blade blade", "blade")
    refused = battle.refused(0, "deploy", figure="f1", at=(18_000, 3_001))
    assert refused == ("WRONG_PLACE", "3.2")
    battle.do(0, "deploy", figure="f1", at=(18_000, 3_000))
    battle.do(1, "deploy", figure="f3", at=(18_000, 33_000))
    refused = battle.refused(0, "deploy", figure="f2", at=(19_499, 3_000))
    assert refused == ("IN_THE_WAY", "3.2")
    battle.do(0, "deploy", figure="f2", at=(19_500, 3_000))
    assert battle.asked == ("act", 0)


@pytest.mark.rule("sorcery", "3.2")
def test_only_the_own_figures_that_wait_are_placed() -> None:
    battle = armies("blade blade", "blade")
    battle.do(0, "deploy", figure="f1", at=(18_000, 3_000))
    battle.do(1, "deploy", figure="f3", at=(18_000, 33_000))
    for figure in ("f1", "f3", "f9"):
        refused = battle.refused(0, "deploy", figure=figure, at=(9_000, 3_000))
        assert refused == ("NO_SUCH_FIGURE", "3.2")
    assert battle.refused(1, "deploy", figure="f2", at=(9_000, 3_000)) == ("NOT_ASKED", "3.2")


@pytest.mark.rule("sorcery", "3.2")
def test_a_figure_faces_the_centre_if_nothing_is_said() -> None:
    battle = armies("blade blade", "blade")
    battle.do(0, "deploy", figure="f1", at=(15_000, 3_000))
    battle.do(1, "deploy", figure="f3", at=(18_000, 33_000))
    battle.do(0, "deploy", figure="f2", at=(9_000, 3_000), facing=(-1, 0))
    assert battle.figure("f1").facing == (2_000, 10_000)
    assert battle.figure("f2").facing == (-1, 0)


@pytest.mark.rule("sorcery", "3.3")
def test_a_round_is_a_turn_of_everybody_who_has_figures() -> None:
    battle = Battle(
        table(
            stand("blade", 0, (18_000, 5_000)),
            stand("blade", 1, None, gone=True),
            stand("blade", 2, FAR),
            starting=2,
            turn=2,
        )
    )
    turns = []
    for _ in range(4):
        battle.end_turn()
        turns.append((battle.state.turn, battle.state.round))
    assert turns == [(0, 2), (2, 3), (0, 3), (2, 4)]
    assert {event.seat for event in battle.told("turn_started")} == {0, 2}


@pytest.mark.rule("sorcery", "3.4")
def test_a_turn_is_command_action_and_end(printed: Printer) -> None:
    printed(wand("reader", "mind_probe"), wand("caller", "focus"))
    battle = Battle(
        table(
            stand("reader", 0, (18_000, 5_000), book=""),
            stand("caller", 1, (18_000, 12_000)),
            turn=1,
        )
    )
    battle.end_turn()
    asked = []
    while battle.state.turn == 0:
        asked.append((battle.state.phase, battle.asked))
        battle.let_pass()
    assert asked == [
        ("command", ("command", 0)),
        ("action", ("act", 0)),
        ("end", ("turn_end", 0)),
    ]


@pytest.mark.rule("sorcery", "3.4")
def test_who_has_nothing_to_use_at_the_start_is_not_asked(printed: Printer) -> None:
    printed(wand("reader", "mind_probe"), wand("caller", "focus"))
    far = Battle(
        table(
            stand("reader", 0, (18_000, 5_000)),
            stand("caller", 1, (18_000, 15_001)),
            phase="command",
        )
    )
    assert far.asked == ("act", 0)
    assert far.refused(0, "probe", figure="f1", target="f2", ability="focus") == ("NOT_NOW", "3.5")


@pytest.mark.rule("sorcery", "3.5")
@pytest.mark.parametrize(("limit", "actions"), [(100, 1), (300, 3), (600, 6)])
def test_there_are_as_many_actions_as_the_limit_has_hundreds(limit: int, actions: int) -> None:
    blades = [stand("blade", 0, (18_000, 3_000 * n + 2_000)) for n in range(8)]
    battle = Battle(table(*blades, stand("blade", 1, FAR), turn=1, limit=limit))
    battle.end_turn()
    assert battle.state.actions == actions
    for n in range(actions):
        assert battle.asked == ("act", 0)
        battle.do(0, "move", figure=f"f{n + 1}", path=[], facing=(1, 0))
    assert battle.asked == ("act", 1), "the turn is over with the last action"


@pytest.mark.rule("sorcery", "3.5")
def test_the_action_phase_may_be_ended_with_actions_left() -> None:
    battle = Battle(table(stand("blade", 0, (18_000, 5_000)), stand("blade", 1, FAR)))
    battle.let_pass()
    assert battle.asked == ("act", 1)


@pytest.mark.rule("sorcery", "3.5")
def test_only_who_is_asked_acts() -> None:
    battle = Battle(table(stand("blade", 0, (18_000, 5_000)), stand("blade", 1, FAR)))
    assert battle.refused(1, "pass") == ("NOT_ASKED", "3.5")


@pytest.mark.rule("sorcery", "3.6")
def test_tokens_of_figures_that_rested_are_lost_when_their_players_turn_ends() -> None:
    battle = Battle(
        table(
            stand("blade", 0, (18_000, 5_000), tokens=1),
            stand("blade", 0, (18_000, 9_000), tokens=2),
            stand("blade", 0, (18_000, 13_000), tokens=0),
            stand("blade", 0, (18_000, 17_000), tokens=1),
            stand("blade", 1, FAR, tokens=2),
        )
    )
    battle.do(0, "move", figure="f3", path=[], facing=(1, 0))
    battle.do(0, "move", figure="f4", path=[], facing=(1, 0))
    battle.end_turn()
    assert [one.tokens for one in battle.state.figures.values()] == [0, 0, 1, 2, 2]
    battle.end_turn()
    assert battle.figure("f5").tokens == 0


@pytest.mark.rule("sorcery", "3.6")
def test_at_the_end_first_is_browsed_then_glyphs_and_durations_and_last_tokens() -> None:
    battle = Battle(
        table(
            stand("mage", 0, (18_000, 5_000), book="cinder_dart", tokens=1),
            stand("blade", 1, FAR),
        )
    )
    battle.let_pass()
    assert battle.asked == ("turn_end", 0)
    assert battle.figure("f1").tokens == 1
    battle.let_pass()
    assert battle.kinds[:2] == ["answered", "tokens_changed"]


@pytest.mark.rule("sorcery", "3.7")
def test_where_the_edge_is_crowded_figures_are_placed_farther_in() -> None:
    """Fifteen places along the edge are tried; each large base here is in the way of two."""
    battle = armies(" ".join(["brute"] * 12), "blade")
    spots = [(3_375 + 4_500 * n, 2_000) for n in range(7)] + [(33_750, 2_000)]
    for n, at in enumerate(spots, 1):
        battle.do(0, "deploy", figure=f"f{n}", at=at)
        if n == 1:
            battle.do(1, "deploy", figure="f13", at=(18_000, 33_000))
    deep = battle.refused(0, "deploy", figure="f9", at=(18_000, 6_001))
    assert deep == ("WRONG_PLACE", "3.2")
    first = GAME.default(battle.state, 0).model_dump()
    assert first["at"] == (2_250, 5_000)
    battle.do(0, "deploy", figure="f9", at=(18_000, 6_000))


@pytest.mark.rule("sorcery", "3.3")
def test_the_first_round_begins_when_all_stand() -> None:
    battle = deployed("blade", "blade", starting=1)
    assert battle.state.round == 1
    assert battle.asked == ("act", 1)


@pytest.mark.rule("sorcery", "3.6")
def test_tokens_are_lost_before_durations_are_counted_down() -> None:
    battle = Battle(
        table(
            stand("mage", 0, (18_000, 5_000), book="", tokens=1),
            stand("blade", 1, FAR),
            out("haze", "f1", left=1),
        )
    ).end_turn()
    ends = [kind for kind in battle.kinds if kind in {"tokens_changed", "effect_ended"}]
    assert ends == ["tokens_changed", "effect_ended"]
