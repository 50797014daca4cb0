"""Section 13: alliances."""

from __future__ import annotations

from typing import Any

import pytest

from engine.games.chosen import GAME
from engine.games.chosen.commands import ChosenConfig
from tests.engine.games.chosen.table import Laid, Played, player, table, worth

THREE_DP = "a_debt_in_glass"
ALLIED = (0, 1, 0, 3)
"""Seats 0 and 2 are allied."""


def four(*laid: Laid, **fields: Any) -> Played:
    return Played(table(*laid, mode="alliances", **fields))


def some(count: int) -> list[Laid]:
    return [player() for _ in range(count)]


def solved(count: int, **fields: Any) -> Laid:
    return player(solved=" ".join([THREE_DP] * count), **fields)


def pass_round(game: Played) -> Played:
    turn = game.state.turn
    while game.state.turn == turn and game.winners is None:
        game.let_pass()
    return game


# --- making one [13.1] [13.2] ---------------------------------------------------------------------


@pytest.mark.rule("chosen", "13.1", "13.2", "13.3", "1.3", "4.5", "1.4")
def test_whoever_accepts_an_offer_is_allied_until_the_end() -> None:
    game = four(player(mp=5), *some(3))
    game.do(0, "offer_alliance", to="seat:2")
    assert game.asked == ("alliance", (2,))
    assert game.answers == ("no", "yes")
    game.say("yes")
    assert game.state.side == (0, 1, 0, 3)
    assert game.state.camp == (0, 1, 2, 3), "each has a place of his own in MP order"
    assert (game.asked, game.mps[0]) == (("act", (0,)), 5)
    assert pass_round(game).state.turn == 2
    assert game.state.opponents(0) == (1, 3)
    assert game.state.opponents(1) == (2, 3, 0)


@pytest.mark.rule("chosen", "13.1", "13.2")
def test_a_refused_offer_uses_up_the_one_of_the_turn() -> None:
    game = four(player(mp=5), *some(3))
    game.do(0, "offer_alliance", to="seat:2").say("no")
    assert game.state.side == (0, 1, 2, 3)
    assert game.refused(0, "offer_alliance", to="seat:1") == ("USED", "13.1")
    game.do(0, "pass").do(1, "offer_alliance", to="seat:0").say("no")
    pass_round(game)
    while game.asked != ("act", (0,)):
        game.let_pass()
    game.do(0, "offer_alliance", to="seat:1")


@pytest.mark.rule("chosen", "13.1", "5.2")
def test_an_offer_is_an_act_that_may_be_answered_before_it_is_put() -> None:
    game = four(player(mp=5), player(), player(), player(mp=1, hand="cold_steel"))
    game.do(0, "offer_alliance", to="seat:2")
    assert game.asked == ("answer", (3,))
    assert game.refused(3, "offer_alliance", to="seat:1") == ("NOT_NOW", "4.3"), "it is no answer"
    game.do(3, "pass")
    assert game.asked == ("alliance", (2,))


@pytest.mark.rule("chosen", "13.1")
def test_an_offer_goes_to_one_opponent() -> None:
    game = four(player(mp=5), *some(4))
    game.leave(4)
    for wrong in ("seat:0", "seat:4", "c1"):
        assert game.refused(0, "offer_alliance", to=wrong) == ("NO_TARGET", "13.1")


@pytest.mark.rule("chosen", "13.2")
def test_there_is_one_alliance_at_most() -> None:
    game = four(player(mp=5), *some(5), side=(0, 1, 2, 1, 4, 5))
    assert game.refused(0, "offer_alliance", to="seat:2") == ("BARRED", "13.2")


@pytest.mark.rule("chosen", "13.2")
def test_there_is_none_while_only_three_are_in_the_game() -> None:
    game = four(player(mp=5), *some(3)).leave(3)
    assert game.refused(0, "offer_alliance", to="seat:2") == ("BARRED", "13.2")


@pytest.mark.rule("chosen", "13.1", "13.2", "17.2")
@pytest.mark.parametrize(("seats", "leaver"), [(4, 1), (4, 2), (5, 2), (5, 0)])
def test_an_offer_lapses_if_only_three_are_left_or_one_of_the_two_is_out(
    seats: int, leaver: int
) -> None:
    game = four(player(mp=5), *some(seats - 1))
    game.do(0, "offer_alliance", to="seat:2").leave(leaver)
    assert game.asked == ("act", (0,) if leaver else (1,))
    assert game.state.side == tuple(range(seats))


@pytest.mark.rule("chosen", "13.2", "17.2")
def test_an_offer_stands_if_enough_are_left() -> None:
    game = four(player(mp=5), *some(4))
    game.do(0, "offer_alliance", to="seat:2").leave(1)
    assert game.asked == ("alliance", (2,))
    assert game.say("yes").state.side[2] == 0


@pytest.mark.rule("chosen", "17.1", "13.2")
def test_whose_time_is_over_refuses() -> None:
    game = four(player(mp=5), *some(3)).do(0, "offer_alliance", to="seat:2")
    assert GAME.default(game.state, 2).model_dump()["pick"] == "no"


@pytest.mark.rule("chosen", "13.1", "1.1")
def test_there_are_alliances_in_this_mode_only() -> None:
    game = Played(table(player(mp=2), player()))
    assert game.refused(0, "offer_alliance", to="seat:1") == ("NOT_IN_THIS_MODE", "1.1")


@pytest.mark.rule("chosen", "1.1")
@pytest.mark.parametrize(
    ("seats", "fits"), [(3, False), (4, True), (8, True)], ids=["three", "four", "eight"]
)
def test_four_to_eight_play(seats: int, *, fits: bool) -> None:
    assert GAME.check_table is not None
    assert (GAME.check_table(ChosenConfig(mode="alliances"), seats) is None) == fits


# --- allies [13.3] --------------------------------------------------------------------------------


@pytest.mark.rule("chosen", "13.3", "7.3", "6.7")
def test_allies_do_not_attack_each_other() -> None:
    laid = (
        player(mp=5, row="hale_marrow"),
        player(),
        player(tower="granary", buildings="salt_exchange"),
        player(),
    )
    game = four(*laid, side=ALLIED)
    team = [game["hale_marrow"]]
    for target in ("granary", "salt_exchange"):
        assert game.refused(0, "send_team", target=game[target], team=team) == ("BARRED", "7.3")
    refused = game.refused(0, "use", card=game["hale_marrow"], use=0, target="seat:2")
    assert refused == ("NO_TARGET", "6.1")


@pytest.mark.rule("chosen", "13.3", "7.9")
def test_allies_do_not_obstruct_each_other_and_all_others_may() -> None:
    bren = "bren_of_the_ford"
    laid = (
        player(mp=5, row="ansgar_the_dim", quests="wolves_at_the_toll"),
        player(row=bren),
        player(row=bren),
        player(row=bren),
    )
    game = four(*laid, side=ALLIED)
    game.do(0, "send_team", target=game["wolves_at_the_toll"], team=[game["ansgar_the_dim"]])
    assert game.asked == ("obstruct", (1,))
    game.do(1, "pass")
    assert game.asked == ("obstruct", (3,))
    game.do(3, "pass")
    assert game.told("quest_solved")


@pytest.mark.rule("chosen", "13.3", "13.5")
def test_the_dp_of_allies_are_common() -> None:
    game = four(solved(4), player(), solved(3), solved(6), side=ALLIED)
    assert pass_round(game).winners == (0, 2)


@pytest.mark.rule("chosen", "16.2", "16.4")
def test_allies_see_nothing_of_each_others_hidden_cards() -> None:
    laid = (player(hand="cold_steel"), player(), player(tower="granary:pit_of_nails"), player())
    game = four(*laid, side=ALLIED)
    shown = GAME.view(game.state, 0).model_dump()
    of_ally = [piece["card"] for piece in shown["present"] if piece["controller"] == 2]
    assert of_ally == [None, None]
    assert GAME.view(game.state, 2).model_dump()["hand"] == ()


# --- mixed teams [13.4] ---------------------------------------------------------------------------


def mixed(*, tower: str = "iron_gallery", **fields: Any) -> Played:
    """Seat 0 may send its bren (2) with seat 2's ansgar (3); seat 1 has a tower of one level."""
    return four(
        player(mp=5, row="bren_of_the_ford", quests="bells_under_the_lake"),
        player(tower=tower),
        player(row="ansgar_the_dim the_twice_drowned~", tower="granary"),
        player(),
        **{"side": ALLIED, **fields},
    )


@pytest.mark.rule("chosen", "13.4", "7.2")
def test_a_mixed_team_goes_if_the_ally_agrees() -> None:
    game = mixed(tower="deep_cistern iron_gallery")
    team = [game["bren_of_the_ford"], game["ansgar_the_dim"]]
    game.do(0, "send_team", target=game["deep_cistern"], team=team)
    assert game.asked == ("join", (2,))
    assert game.answers == ("no", "yes")
    subject = GAME.view(game.state, 2).model_dump()["question"]["subject"]
    assert (subject["of"], subject["team"]) == (game["deep_cistern"], tuple(team))
    assert game.mps[0] == 5, "nothing is paid yet"
    game.say("yes")
    assert game.mps == [3, 0, 0, 0], "who starts it pays"
    assert not game.in_play("deep_cistern")
    awareness = [game.piece(card).awareness for card in ("bren_of_the_ford", "ansgar_the_dim")]
    assert awareness == ["resting", "resting"]


@pytest.mark.rule("chosen", "13.4")
def test_if_the_ally_refuses_nothing_happens_and_it_is_not_asked_again_in_the_turn() -> None:
    game = mixed()
    team = [game["bren_of_the_ford"], game["ansgar_the_dim"]]
    quest = game["bells_under_the_lake"]
    game.do(0, "send_team", target=quest, team=team).say("no")
    assert (game.asked, game.mps[0]) == (("act", (0,)), 5)
    assert game.told("act_put") == []
    assert game.refused(0, "send_team", target=quest, team=team) == ("WRONG_TEAM", "7.2")
    pass_round(game)
    while game.asked != ("act", (0,)):
        game.let_pass()
    game.do(0, "send_team", target=quest, team=team)
    assert game.asked == ("join", (2,))


@pytest.mark.rule("chosen", "13.4")
def test_a_mixed_team_has_somebody_of_who_starts_it() -> None:
    game = mixed()
    quest = game["bells_under_the_lake"]
    refused = game.refused(0, "send_team", target=quest, team=[game["ansgar_the_dim"]])
    assert refused == ("WRONG_TEAM", "13.4")
    resting = [game["bren_of_the_ford"], game["the_twice_drowned"]]
    assert game.refused(0, "send_team", target=quest, team=resting) == ("WRONG_TEAM", "7.2")


@pytest.mark.rule("chosen", "13.4", "8.8")
def test_who_leads_a_mixed_team_pays_for_the_quest_and_gains_it() -> None:
    game = mixed()
    team = [game["bren_of_the_ford"], game["ansgar_the_dim"]]
    game.do(0, "send_team", target=game["bells_under_the_lake"], team=team).say("yes")
    assert game.piece("bells_under_the_lake").controller == 0
    assert game.mps[0] == 4


@pytest.mark.rule("chosen", "13.4")
def test_without_an_alliance_no_team_is_mixed() -> None:
    game = mixed(side=(0, 1, 2, 3))
    team = [game["bren_of_the_ford"], game["ansgar_the_dim"]]
    refused = game.refused(0, "send_team", target=game["bells_under_the_lake"], team=team)
    assert refused == ("WRONG_TEAM", "7.2")


@pytest.mark.rule("chosen", "13.4", "7.9")
def test_obstructing_teams_are_never_mixed() -> None:
    game = four(
        player(row="bren_of_the_ford"),
        player(mp=5, row="the_twice_drowned", quests="wolves_at_the_toll"),
        player(row="ansgar_the_dim"),
        player(),
        side=ALLIED,
    )
    game.do(1, "send_team", target=game["wolves_at_the_toll"], team=[game["the_twice_drowned"]])
    assert game.asked == ("obstruct", (2,))
    both = [game["bren_of_the_ford"], game["ansgar_the_dim"]]
    assert game.refused(2, "obstruct", team=both) == ("WRONG_TEAM", "7.2")


@pytest.mark.rule("chosen", "13.4", "17.2")
def test_the_ally_is_asked_again_if_somebody_leaves_and_not_if_the_target_is_gone() -> None:
    for leaver, asked in ((3, ("join", (2,))), (1, ("act", (0,)))):
        game = mixed(tower="deep_cistern")
        team = [game["bren_of_the_ford"], game["ansgar_the_dim"]]
        game.do(0, "send_team", target=game["deep_cistern"], team=team).leave(leaver)
        assert game.asked == asked


# --- the end [13.5] [13.6] ------------------------------------------------------------------------


@pytest.mark.rule("chosen", "13.5", "9.4")
def test_dp_win_nothing_at_once() -> None:
    rich = solved(9, mp=5, row="ansgar_the_dim", quests="wolves_at_the_toll")
    game = four(rich, *some(3))
    game.do(0, "send_team", target=game["wolves_at_the_toll"], team=[game["ansgar_the_dim"]])
    assert game.winners is None
    assert pass_round(game).winners == (0,)


@pytest.mark.rule("chosen", "13.5")
@pytest.mark.parametrize(
    ("ours", "theirs", "winners"), [(19, 18, (0,)), (18, 15, None), (19, 19, None)]
)
def test_nineteen_dp_and_most_win_at_the_end_of_a_turn(
    ours: int, theirs: int, winners: tuple[int, ...] | None
) -> None:
    laid = [player(**worth(ours)), player(**worth(theirs)), *some(2)]
    assert pass_round(four(*laid)).winners == winners


@pytest.mark.rule("chosen", "13.6", "9.5")
def test_if_an_ally_drops_out_all_others_win_together() -> None:
    game = four(player(future=""), *some(3), side=ALLIED)
    assert pass_round(game).winners == (1, 3)
    assert four(*some(4), side=ALLIED).leave(2).winners == (1, 3)


@pytest.mark.rule("chosen", "13.6")
def test_if_all_opponents_drop_out_the_alliance_wins() -> None:
    game = four(*some(4), side=ALLIED).leave(1)
    assert game.winners is None
    assert game.leave(3).winners == (0, 2)


@pytest.mark.rule("chosen", "13.6")
def test_if_both_happen_at_the_same_moment_it_is_a_draw() -> None:
    laid = [player(future="") for _ in range(3)]
    assert pass_round(four(player(), *laid, side=ALLIED)).winners == ()


@pytest.mark.rule("chosen", "9.8", "13.6")
def test_without_an_alliance_the_last_one_wins() -> None:
    laid = [player(future="") for _ in range(3)]
    assert pass_round(four(player(), *laid)).winners == (0,)


@pytest.mark.rule("chosen", "9.5", "13.6")
def test_whose_tower_falls_drops_out() -> None:
    game = four(player(mp=5, row="ansgar_the_dim"), player(tower="granary"), *some(2))
    game.do(0, "send_team", target=game["granary"], team=[game["ansgar_the_dim"]])
    assert (game.state.living, game.winners) == ((0, 2, 3), None)
