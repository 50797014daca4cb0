"""14.9 to 14.11: how twins end, and what is left when one of a pair goes."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.games.chosen import GAME
from engine.games.chosen.commands import ChosenConfig
from tests.engine.games.chosen.pairs import bare, pass_round, solved, teams, twins
from tests.engine.games.chosen.table import Played, player, table, worth


@pytest.mark.rule("chosen", "14.9", "9.4")
def test_a_pair_with_a_tower_level_wins_if_the_other_has_none() -> None:
    game = twins(player(mp=5, row="ansgar_the_dim"), player(tower="granary"), bare(), bare())
    game.do(0, "send_team", target=game["granary"], team=[game["ansgar_the_dim"]])
    if game.asked == ("afflicted", (1, 3)):
        game.say("seat:1")
    assert game.winners == (0, 2)


@pytest.mark.rule("chosen", "14.9")
@pytest.mark.parametrize(
    ("ours", "theirs", "winners"),
    [
        pytest.param(("granary", 0), ("", 30), (0, 2), id="one tower stands"),
        pytest.param(("", 0), ("", 30), (), id="none stands"),
        pytest.param(("granary", 28), ("granary", 28), None, id="equal DP"),
    ],
)
def test_levels_decide_before_dp_and_both_towers_gone_are_a_draw(
    ours: tuple[str, int], theirs: tuple[str, int], winners: tuple[int, ...] | None
) -> None:
    """Something happens, so that it is seen who wins."""
    game = twins(
        player(mp=5, hand="good_harvest", tower=ours[0]),
        player(tower=theirs[0]),
        bare(**worth(ours[1])),
        bare(**worth(theirs[1])),
    )
    assert game.do(0, "summon", card="good_harvest").quiet().winners == winners


@pytest.mark.rule("chosen", "14.9")
@pytest.mark.parametrize(
    ("ours", "theirs", "winners"),
    [
        pytest.param((16, 10), 27, (0, 2), id="28 against 27"),
        pytest.param((16, 9), 10, None, id="27 are not enough"),
        pytest.param((16, 9), 28, (1, 3), id="27 against 28"),
    ],
)
def test_twenty_eight_dp_and_most_win_at_once(
    ours: tuple[int, int], theirs: int, winners: tuple[int, ...] | None
) -> None:
    """Two more are of a quest that is solved."""
    quest = {"mp": 5, "row": "sister_amity", "quests": "bells_under_the_lake"}
    laid = player(**quest, **worth(ours[0])), player(**worth(10)), bare(**worth(ours[1]))
    game = twins(*laid, bare(**worth(theirs - 10)))
    game.do(0, "send_team", target=game["bells_under_the_lake"], team=[game["sister_amity"]])
    assert game.winners == winners


@pytest.mark.rule("chosen", "14.10")
@pytest.mark.parametrize(
    ("ours", "theirs", "winners"),
    [
        pytest.param((9, 9), (9, 8), (0, 2), id="18 against 17"),
        pytest.param((9, 8), (0, 0), None, id="17 are not enough"),
        pytest.param((9, 9), (6, 12), None, id="equal"),
    ],
)
def test_eighteen_dp_and_most_win_at_the_end_of_a_turn(
    ours: tuple[int, int], theirs: tuple[int, int], winners: tuple[int, ...] | None
) -> None:
    game = twins(
        player(**worth(ours[0])),
        player(**worth(theirs[0])),
        bare(**worth(ours[1])),
        bare(**worth(theirs[1])),
    )
    assert pass_round(game).winners == winners


@pytest.mark.rule("chosen", "14.10")
def test_a_pair_with_enough_dp_wins_though_its_futures_are_empty() -> None:
    ours = {"future": "", **worth(9)}
    assert pass_round(twins(player(**ours), player(), bare(**ours), bare())).winners == (0, 2)


@pytest.mark.rule("chosen", "14.10")
def test_a_pair_loses_when_both_its_futures_are_empty() -> None:
    one_left = twins(player(future=""), player(), bare(), bare())
    assert pass_round(one_left).winners is None
    assert pass_round(twins(player(future=""), player(), bare(future=""), bare())).winners == (1, 3)
    nobody = twins(*[player(future="")] * 2, *[bare(future="")] * 2)
    assert pass_round(nobody).winners == ()


@pytest.mark.rule("chosen", "14.10")
def test_with_equal_dp_and_no_futures_a_new_turn_begins() -> None:
    laid = [solved(6, future=""), solved(6, future=""), bare(future=""), bare(future="")]
    game = pass_round(twins(*laid))
    assert (game.winners, game.state.turn) == (None, 2)
    laid[0] = solved(6)
    assert pass_round(twins(*laid)).winners == (0, 2), "only one pair has no cards left"


@pytest.mark.rule("chosen", "14.11", "9.6", "17.2")
def test_a_pair_of_which_one_leaves_plays_on_with_the_whole_tower() -> None:
    game = twins(
        player(tower="granary:pit_of_nails", mp=1, buildings="salt_exchange"),
        player(),
        player(tower="deep_cistern", mp=1, row="bren_of_the_ford"),
        bare(),
    ).leave(0)
    assert game.winners is None
    assert [game.state.present[n].card for n in game.state.towers[0]] == ["granary", "deep_cistern"]
    assert not game.in_play("salt_exchange")
    assert game.asked == ("act", (2,))
    assert game.leave(2).winners == (1, 3)


@pytest.mark.rule("chosen", "14.11", "14.7")
def test_the_levels_of_who_left_work_for_the_partner() -> None:
    game = twins(
        player(mp=6, row="bren_of_the_ford"),
        player(tower="granary"),
        bare(),
        player(tower="iron_gallery"),
    ).leave(1)
    game.do(0, "send_team", target=game["granary"], team=[game["bren_of_the_ford"]])
    assert len(game.state.players[3].hand) == 2


@pytest.mark.rule("chosen", "14.11", "16.2")
def test_what_the_partner_laid_at_a_level_stays_face_down() -> None:
    state = table(
        player(), player(tower="granary:pit_of_nails"), bare(), player(tower="iron_gallery"),
        mode="twins",
    )  # fmt: skip
    game = Played(state)
    pit = game["pit_of_nails"]
    mine = replace(state.present[pit], owner=3, controller=3)
    game = Played(replace(state, present={**state.present, pit: mine})).leave(1)
    assert game.piece("pit_of_nails").face_down
    assert game.piece("granary").face_down


@pytest.mark.rule("chosen", "14.11", "7.13", "9.7")
def test_adventurers_of_the_partner_come_home_resting_when_the_leader_leaves() -> None:
    game = twins(
        player(mp=6, row="the_twice_drowned", hand="cold_steel"),
        player(tower="granary iron_gallery", row="bren_of_the_ford"),
        bare(),
        bare(row="ansgar_the_dim"),
    )
    game.do(0, "send_team", target=game["granary"], team=[game["the_twice_drowned"]])
    game.say("seat:1").do(1, "obstruct", team=[game["bren_of_the_ford"], game["ansgar_the_dim"]])
    assert game.asked == ("prepare", (0,))
    game.leave(1)
    assert game.piece("ansgar_the_dim").awareness == "resting"


@pytest.mark.rule("chosen", "14.5", "8.7", "17.2")
def test_the_roll_for_a_quest_stands_when_a_partner_leaves_who_was_asked_to_pay() -> None:
    rows = ("bren_of_the_ford", "tolm_the_steward", "little_wick")
    laid = [player(mp=3, row=rows[0], quests="the_miller_who_walks"), player()]
    game = teams(*laid, bare(mp=3, row=rows[1]), bare(), bare(mp=3, row=rows[2]), bare())
    team = [game[card] for card in rows]
    target = game["the_miller_who_walks"]
    game.do(0, "send_team", target=target, team=team, dice=[3, 4])
    assert game.asked == ("payer", (0, 2, 4))
    assert game.leave(2).answers == ("seat:0", "seat:4")
    assert game.leave(4).mps[0] == 2, "there is nobody else to pay"
    assert game.piece("the_miller_who_walks").place == "solved"
    assert len(game.told("quest_tried")) == 1


@pytest.mark.rule("chosen", "1.1")
def test_exactly_four_play() -> None:
    assert GAME.check_table is not None
    fits = [n for n in range(2, 9) if GAME.check_table(ChosenConfig(mode="twins"), n) is None]
    assert fits == [4]
