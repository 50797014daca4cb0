"""Sections 7 and 8 where several meddle, somebody is missing, or a number is just reached."""

from __future__ import annotations

from dataclasses import replace

import pytest
from pydantic import ValidationError

from engine.games.chosen.bonuses import wall
from tests.engine.games.chosen.heroes import MISS, against, awareness, made, marked, obstruct, send
from tests.engine.games.chosen.table import Played, player, table

HIT = [1, 1]


def asked_for(game: Played) -> list[str]:
    """Return what was asked since the beginning, in order."""
    return [event.what for event in game.told("question_put")]


# --- setting out ----------------------------------------------------------------------------------


@pytest.mark.rule("chosen", "7.1")
def test_only_levels_buildings_and_quests_are_sent_for() -> None:
    game = against(player(row="bren_of_the_ford", events="red_comet"), row="hale_marrow")
    for target in (game["bren_of_the_ford"], game["red_comet"], "c99", "seat:1"):
        refused = game.refused(0, "send_team", target=target, team=[game["hale_marrow"]])
        assert refused == ("NO_TARGET", "7.1")


@pytest.mark.rule("chosen", "7.2")
def test_a_team_of_nobody_or_of_four_is_none() -> None:
    game = against(row="ansgar_the_dim bren_of_the_ford hale_marrow sister_amity")
    row, target = [piece.n for piece in game.state.of(0, "row")], game.state.towers[1][0]
    for team in ([], row):
        with pytest.raises(ValidationError):
            game.do(0, "send_team", target=target, team=team)
    game.do(0, "send_team", target=target, team=row[:3])


@pytest.mark.rule("chosen", "7.5")
@pytest.mark.parametrize("side", ["own", "other"])
def test_a_building_that_is_on_the_own_side_by_then_is_no_target(side: str) -> None:
    theirs = player(mp=3, hand="grey_hound", buildings="salt_exchange")
    laid = [player(mp=9, row="hale_marrow"), theirs, player(), player()]
    game = send(Played(table(*laid, mode="twins", active=0)), "salt_exchange", "hale_marrow")
    marked(game, "salt_exchange", controller=2 if side == "own" else 3).let_pass()
    gone = game.told("act_done")[0].why == "no_target"
    assert gone == (game.told("team_left") == []) == (side == "own")


@pytest.mark.rule("chosen", "7.5", "7.3")
def test_a_building_that_may_not_be_attacked_by_then_is_no_target() -> None:
    theirs = player(mp=3, hand="grey_hound", buildings="salt_exchange")
    laid = [player(mp=9, row="hale_marrow"), theirs, player()]
    game = Played(table(*laid, mode="challenge", active=0))
    send(game, "salt_exchange", "hale_marrow")
    challenging = replace(game.state.players[1], challenged=2)
    players = (game.state.players[0], challenging, game.state.players[2])
    game = Played(replace(game.state, players=players)).let_pass()
    assert game.told("act_done")[0].why == "no_target"


@pytest.mark.rule("chosen", "7.5")
def test_a_quest_that_is_solved_by_then_is_no_target() -> None:
    theirs = player(mp=3, hand="grey_hound")
    game = against(theirs, row="hale_marrow", quests="wolves_at_the_toll")
    send(game, "wolves_at_the_toll", "hale_marrow")
    marked(game, "wolves_at_the_toll", place="solved").let_pass()
    assert game.told("act_done")[0].why == "no_target"


# --- the steps ------------------------------------------------------------------------------------


@pytest.mark.rule("chosen", "7.6")
def test_a_level_is_revealed_before_obstacles_are_activated() -> None:
    game = against(player(tower="toll_hall:greased_steps iron_gallery"), row="the_twice_drowned")
    send(game, "toll_hall", "the_twice_drowned").say(game["greased_steps"])
    turned = [event.card for event in game.told("card_turned")]
    assert turned == ["toll_hall", "greased_steps"]


@pytest.mark.rule("chosen", "7.6", "8.1")
def test_the_steps_of_a_capture() -> None:
    theirs = player(
        mp=1, hand="grey_hound", row="bren_of_the_ford", buildings="salt_exchange:greased_steps"
    )
    game = against(theirs, row="the_twice_drowned")
    send(game, "salt_exchange", "the_twice_drowned").quiet().say(game["greased_steps"])
    game.quiet_until("obstruct")
    obstruct(game, "bren_of_the_ford").quiet(dice=MISS * 2)
    asked = list(dict.fromkeys(asked_for(game)))
    assert asked == ["answer", "choose", "obstruct", "prepare", "act"]
    fought = game.told("fought")[0]
    assert (fought.initiating, fought.obstructing) == (5 - 2, 2 + 2), "a wall of 2"
    assert game.piece("salt_exchange").face_down is False


@pytest.mark.rule("chosen", "7.14", "7.8")
def test_a_fight_is_prepared_for() -> None:
    game = against(player(row="bren_of_the_ford"), row="hale_marrow", hand="second_wind")
    game.do(0, "use", card=game["hale_marrow"], target="seat:1")
    obstruct(game, "bren_of_the_ford")
    assert game.asked == ("prepare", (0,))
    game.do(0, "summon", card="second_wind", target=game["hale_marrow"], dice=MISS * 2)
    assert game.told("fought")[0].initiating == 3 + 1


@pytest.mark.rule("chosen", "7.10")
def test_controllers_are_asked_in_the_order_of_seats_from_the_initiator() -> None:
    """Also the initiator, when somebody else goes for the quest; and each after the other."""
    obstacles = "the_ninth_lantern:greased_steps:false_treasury:hall_of_echoes"
    laid = [player(), player(mp=5, row="bren_of_the_ford", quests=obstacles), player(), player()]
    game = Played(table(*laid, mode="alliances", active=1))
    for card, seat in (("greased_steps", 0), ("false_treasury", 1), ("hall_of_echoes", 2)):
        marked(game, card, controller=seat)
    game.state = replace(
        game.state,
        present={**game.state.present, "c99": replace(game.piece("bren_of_the_ford"), n="c99",
                 card="the_twice_drowned", owner=3, controller=3)},
    )  # fmt: skip
    send(game, "the_ninth_lantern", "bren_of_the_ford", seat=1)
    game.do(3, "obstruct", team=["c99"], dice=MISS * 2)
    asked: list[int] = []
    while game.asked is not None and game.asked[0] == "activate":
        asked.append(game.asked[1][0])
        game.say("none", dice=MISS if len(asked) == 3 else [])
    assert asked == [1, 2, 0]


@pytest.mark.rule("chosen", "7.12", "7.9", "7.8")
def test_a_team_that_is_gone_is_neither_obstructed_nor_prepared_against() -> None:
    theirs = player(
        mp=3, tower="granary:pit_of_nails:false_treasury iron_gallery", row="hale_marrow",
        hand="grey_hound",
    )  # fmt: skip
    game = against(theirs, row="quill_sevenrhymes")
    send(game, "granary", "quill_sevenrhymes").let_pass().say(game["pit_of_nails"]).quiet()
    assert not game.in_play("quill_sevenrhymes")
    asked = asked_for(game)
    assert asked == ["answer", "choose", "answer", "act"], "one obstacle was enough"


@pytest.mark.rule("chosen", "7.12")
def test_a_quest_is_not_tried_by_a_team_that_is_gone() -> None:
    game = against(row="quill_sevenrhymes", quests="letters_to_nobody:pit_of_nails")
    marked(game, "pit_of_nails", controller=1)
    game.state = replace(
        game.state, players=(game.state.players[0], replace(game.state.players[1], mp=1))
    )
    send(game, "letters_to_nobody", "quill_sevenrhymes").say(game["pit_of_nails"]).quiet()
    assert game.told("quest_tried") == []
    assert "quill_sevenrhymes" in game.state.players[0].past


@pytest.mark.rule("chosen", "7.12", "8.10")
def test_a_beast_finds_nobody_to_attack() -> None:
    theirs = player(tower="granary:cellar_hounds iron_gallery")
    game = against(theirs, row="ansgar_the_dim", hand="back_the_way_we_came")
    send(game, "granary", "ansgar_the_dim").say(game["cellar_hounds"])
    card = "back_the_way_we_came"
    game.do(0, "summon", card=card, target=game["ansgar_the_dim"])
    assert game.told("beast_attacked") == []
    assert (game.state.manoeuvre, awareness(game, "ansgar_the_dim")) == (None, ["resting"])


@pytest.mark.rule("chosen", "7.12", "7.7")
def test_obstructors_of_no_strength_go_on_when_the_initiators_are_gone() -> None:
    theirs = player(mp=2, row="bren_of_the_ford", hand="cold_steel")
    game = against(theirs, mp=2, row="quill_sevenrhymes", quests="the_last_honest_bridge")
    send(game, "the_last_honest_bridge", "quill_sevenrhymes").quiet_until("obstruct")
    obstruct(made(game, "bren_of_the_ford", level=0), "bren_of_the_ford").let_pass()
    game.do(1, "summon", card="cold_steel", target=game["quill_sevenrhymes"]).quiet()
    assert game.told("fought")[0].winner == "obstructing"
    assert game.piece("the_last_honest_bridge").controller == 1, "he is a warrior"


@pytest.mark.rule("chosen", "7.13", "7.15")
def test_who_was_injured_on_the_way_arrives_injured_also_if_sent_home() -> None:
    theirs = player(mp=3, tower="granary:the_sweet_well iron_gallery")
    for hand in ("", "back_the_way_we_came"):
        game = against(theirs, row="ansgar_the_dim", hand=hand)
        send(game, "granary", "ansgar_the_dim").quiet().say(game["the_sweet_well"])
        if hand:
            game.let_pass().do(0, "summon", card=hand, target=game["ansgar_the_dim"])
        assert awareness(game.quiet(), "ansgar_the_dim") == ["injured"]


@pytest.mark.rule("chosen", "7.15")
def test_nobody_is_sent_home_twice() -> None:
    back = "back_the_way_we_came"
    theirs = player(mp=1, hand="cold_steel", tower="granary iron_gallery")
    game = against(theirs, row="ansgar_the_dim hale_marrow", hand=f"{back} {back}")
    send(game, "granary", "ansgar_the_dim", "hale_marrow").quiet_until("prepare")
    game.do(0, "summon", card=back, target=game["ansgar_the_dim"])
    game.do(1, "summon", card="cold_steel", target=game["hale_marrow"])
    game.do(0, "summon", card=back, target=game["ansgar_the_dim"]).quiet()
    assert [event.n for event in game.told("sent_home")] == [game["ansgar_the_dim"]]


# --- strengths ------------------------------------------------------------------------------------


def prepared(defenders: str = "", **fields: int) -> Played:
    """Seat 0 has sent Ansgar, level 3, to a wall of 2; the manoeuvre has the bonuses given."""
    theirs = player(row=defenders, tower="granary iron_gallery")
    game = send(
        against(theirs, row="ansgar_the_dim", hand="grey_hound"), "granary", "ansgar_the_dim"
    )
    if defenders:
        obstruct(game, *defenders.split())
    assert game.asked == ("prepare", (0,))
    running = game.state.manoeuvre
    assert running is not None
    return Played(replace(game.state, manoeuvre=replace(running, **fields)))


@pytest.mark.rule("chosen", "8.1")
def test_bonuses_of_either_team_and_of_the_wall_count() -> None:
    game = prepared("bren_of_the_ford", strength=4, opposing_strength=2, wall=1)
    game.let_pass(dice=MISS * 2)
    fought = game.told("fought")[0]
    assert (fought.initiating, fought.obstructing) == (3 + 4, 2 + 2 + 2 + 1)


@pytest.mark.rule("chosen", "8.2")
def test_each_who_rolls_well_counts_one_on_either_side() -> None:
    theirs = player(row="bren_of_the_ford sister_amity~", tower="granary iron_gallery")
    game = against(theirs, row="ansgar_the_dim the_twice_drowned", events="red_comet")
    send(game, "granary", "ansgar_the_dim", "the_twice_drowned")
    obstruct(game, "bren_of_the_ford", dice=[4, 5, *HIT, *HIT])
    fought = game.told("fought")[0]
    assert (fought.initiating, fought.obstructing) == (3 + 5 + 2, 2 + 2 + 1), "8 and the comet's 1"


@pytest.mark.rule("chosen", "8.4")
@pytest.mark.parametrize(
    ("strength", "winner"), [(0, "initiating"), (-1, "nobody"), (-2, "nobody")]
)
def test_without_obstruction_levels_and_bonuses_are_more_than_the_wall(
    strength: int, winner: str
) -> None:
    game = prepared(strength=strength, opposing_strength=9).let_pass()
    fought = game.told("fought")[0]
    assert (fought.initiating, fought.obstructing, fought.winner) == (3 + strength, 2, winner)
    assert awareness(game, "ansgar_the_dim") == ["resting"]


@pytest.mark.rule("chosen", "8.1")
def test_walls_are_made_higher_by_cards_of_the_camp_that_is_attacked() -> None:
    theirs = player(tower="granary iron_gallery", buildings="masons_yard salt_exchange", mp=1,
                    hand="grey_hound", events="oath_of_the_stones")  # fmt: skip
    for target, height in (("granary", 2 + 1 + 1), ("salt_exchange", 2 + 1)):
        game = against(theirs, row="hale_marrow", buildings="masons_yard old_quarry")
        send(game, target, "hale_marrow").quiet_until("prepare")
        assert game.state.manoeuvre is not None
        assert wall(game.state, game.state.manoeuvre) == height
