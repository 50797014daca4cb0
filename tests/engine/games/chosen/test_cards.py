"""Section 2: cards."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from engine.games.chosen.bonuses import trait, wall
from engine.games.chosen.state import Changed, Manoeuvre
from tests.engine.games.chosen.table import Played, player, table

FLAT = "iron_gallery"


def alone(**ours: Any) -> Played:
    """Seat 0 acts; seat 1 has neither cards nor MP, so that nobody answers."""
    return Played(table(player(**{"mp": 20, **ours}), player(tower="granary toll_hall")))


def level(game: Played, card: str) -> int:
    return trait(game.state, game.piece(card), "level")


@pytest.mark.rule("chosen", "2.1", "16.5")
def test_each_card_lies_in_one_of_the_zones() -> None:
    game = alone(
        hand="good_harvest", row="hale_marrow:grey_hound", quests="the_ninth_lantern",
        buildings="salt_exchange", events="red_comet", storage="hired_archer",
        solved="a_debt_in_glass",
    )  # fmt: skip
    places = {piece.card: piece.place for piece in game.state.present.values()}
    assert places == {
        "iron_gallery": "tower",
        "hale_marrow": "row",
        "grey_hound": "attached",
        "the_ninth_lantern": "quest",
        "salt_exchange": "building",
        "red_comet": "event",
        "hired_archer": "storage",
        "a_debt_in_glass": "solved",
        "granary": "tower",
        "toll_hall": "tower",
    }
    game.do(0, "summon", card="good_harvest")
    one = game.state.players[0]
    assert (len(one.future), one.hand, one.past) == (18, ("good_harvest",) * 2, ("good_harvest",))


@pytest.mark.rule("chosen", "2.2", "8.6")
def test_a_card_that_leaves_play_goes_to_its_owner() -> None:
    game = alone(row="hale_marrow", hand="cold_steel " * 3)
    state = game.state
    taken = replace(state.present[game["hale_marrow"]], owner=1)
    game = Played(replace(state, present={**state.present, taken.n: taken}))
    for _ in range(2):
        game.do(0, "summon", card="cold_steel", target=taken.n)
    assert game.state.players[1].past == ("hale_marrow",)
    assert game.state.players[0].past == ("cold_steel",) * 2


@pytest.mark.rule("chosen", "2.2", "9.6")
def test_a_card_of_somebody_who_is_out_goes_out_of_the_game() -> None:
    laid = player(mp=20, row="hale_marrow", hand="cold_steel " * 3), player(), player(), player()
    state = table(*laid, mode="twins")
    taken = next(p for p in state.present.values() if p.card == "hale_marrow")
    taken = replace(taken, owner=2)
    game = Played(replace(state, present={**state.present, taken.n: taken})).leave(2)
    gone = game.state.gone
    for _ in range(2):
        game.do(0, "summon", card="cold_steel", target=taken.n)
    assert game.state.gone == (*gone, "hale_marrow")
    assert game.state.players[2].past == ()


@pytest.mark.rule("chosen", "2.3", "6.2", "16.7")
def test_an_adventurer_comes_resting_and_does_nothing_yet() -> None:
    game = alone(hand="tolm_the_steward").do(0, "summon", card="tolm_the_steward")
    piece = game.piece("tolm_the_steward")
    assert (piece.place, piece.awareness) == ("row", "resting")
    assert game.refused(0, "use", card=piece.n) == ("USED", "6.5")
    target = game.state.towers[1][0]
    refused = game.refused(0, "send_team", target=target, team=[piece.n])
    assert refused == ("WRONG_TEAM", "7.2")


@pytest.mark.rule("chosen", "2.4")
def test_a_player_has_each_adventurer_once_in_play() -> None:
    game = alone(row="hale_marrow", hand="hale_marrow")
    assert game.refused(0, "summon", card="hale_marrow") == ("ALREADY_IN_PLAY", "2.4")
    theirs = player(mp=20, row="hale_marrow")
    game = Played(table(player(mp=30, hand="hale_marrow"), theirs))
    game.do(0, "summon", card="hale_marrow").quiet()
    assert {p.controller for p in game.state.present.values() if p.card == "hale_marrow"} == {0, 1}


@pytest.mark.rule("chosen", "2.5")
def test_the_current_level_counts_what_is_added_and_damage_and_is_never_below_0() -> None:
    game = alone(row="hale_marrow:grey_hound bren_of_the_ford", events="red_comet")
    assert (level(game, "hale_marrow"), level(game, "bren_of_the_ford")) == (3 + 1, 2)
    physique = trait(game.state, game.piece("bren_of_the_ford"), "physique")
    assert physique == 7 + 1, "the comet's"
    hit = replace(
        game.piece("bren_of_the_ford"),
        damage=1,
        changes=(Changed(what="level", amount=2),),
    )
    assert trait(game.state, hit, "level") == 2 + 2 - 1
    assert trait(game.state, replace(hit, damage=9), "level") == 0
    assert trait(game.state, hit, "physique") == 8, "damage is of the level only"


@pytest.mark.rule("chosen", "2.6")
def test_a_player_has_three_quests_to_solve_at_most() -> None:
    three = "bells_under_the_lake the_ninth_lantern the_ninth_lantern"
    game = alone(quests=three, hand="wolves_at_the_toll")
    assert game.refused(0, "summon", card="wolves_at_the_toll") == ("TOO_MANY", "2.6")
    two = alone(
        quests="bells_under_the_lake the_ninth_lantern", solved=three, hand="a_debt_in_glass"
    )
    two.do(0, "summon", card="a_debt_in_glass")


@pytest.mark.rule("chosen", "2.7")
def test_a_level_is_summoned_open_and_becomes_the_topmost() -> None:
    game = alone(mp=4, hand="deep_cistern").do(0, "summon", card="deep_cistern")
    assert game.mps[0] == 0
    assert game.state.towers[0] == (game["iron_gallery"], game["deep_cistern"])
    assert not game.piece("deep_cistern").face_down
    assert alone(mp=3, hand="deep_cistern").refused(0, "summon", card="deep_cistern") == (
        "TOO_FEW_MP",
        "6.1",
    )


@pytest.mark.rule("chosen", "2.7", "2.8", "6.4")
def test_there_is_room_for_as_many_obstacles_as_are_printed() -> None:
    hand = "pit_of_nails " * 4
    game = alone(hand=hand, buildings="house_of_maps", quests="wolves_at_the_toll")
    at = game["iron_gallery"]
    for _ in range(2):
        game.do(0, "lay_obstacle", card="pit_of_nails", at=at)
    assert game.refused(0, "lay_obstacle", card="pit_of_nails", at=at) == ("NO_TARGET", "6.4")
    game.do(0, "lay_obstacle", card="pit_of_nails", at=game["house_of_maps"])
    for full in ("house_of_maps", "wolves_at_the_toll"):
        refused = game.refused(0, "lay_obstacle", card="pit_of_nails", at=game[full])
        assert refused == ("NO_TARGET", "6.4")


@pytest.mark.rule("chosen", "2.9", "6.2")
def test_events_happen_at_once_or_stay() -> None:
    hand = "good_harvest week_of_rain marked_for_greatness red_comet"
    game = alone(hand=hand, row="hale_marrow")
    game.do(0, "summon", card="good_harvest")
    assert (game.in_play("good_harvest"), len(game.state.players[0].hand)) == (False, 3 + 2)
    for card in ("week_of_rain", "red_comet"):
        game.do(0, "summon", card=card)
        assert game.piece(card).place == "event"
    game.do(0, "summon", card="marked_for_greatness", target=game["hale_marrow"])
    assert level(game, "hale_marrow") == 4


@pytest.mark.rule("chosen", "2.9", "6.1")
def test_a_permanent_event_needs_its_condition_or_target_and_goes_with_its_target() -> None:
    game = alone(mp=3, hand="oath_of_the_stones marked_for_greatness")
    assert game.refused(0, "summon", card="oath_of_the_stones") == ("CONDITION_NOT_MET", "6.1")
    assert game.refused(0, "summon", card="marked_for_greatness") == ("NO_TARGET", "6.1")
    laid = player(mp=9, hand="eyes_on_every_road good_harvest"), player(), player(), player()
    game = Played(table(*laid, mode="twins"))
    game.do(0, "summon", card="eyes_on_every_road", target="seat:3")
    game.leave(1).do(0, "summon", card="good_harvest")
    assert game.in_play("eyes_on_every_road")
    game = Played(game.state).leave(3)
    assert game.winners == (0, 2)


@pytest.mark.rule("chosen", "2.9", "9.4")
def test_an_event_is_gone_with_its_target_when_a_timeline_has_closed() -> None:
    game = alone(row="hale_marrow!", hand="marked_for_greatness cold_steel")
    game.do(0, "summon", card="marked_for_greatness", target=game["hale_marrow"])
    game.do(0, "summon", card="cold_steel", target=game["hale_marrow"])
    assert not game.in_play("marked_for_greatness")
    assert set(game.state.players[0].past) == {"cold_steel", "hale_marrow", "marked_for_greatness"}
    laid = [player(mp=9, hand="eyes_on_every_road good_harvest"), *[player()] * 5]
    game = Played(table(*laid, mode="teams"))
    game.do(0, "summon", card="eyes_on_every_road", target="seat:3").leave(3)
    game.do(0, "summon", card="good_harvest")
    assert "eyes_on_every_road" in game.state.players[0].past


@pytest.mark.rule("chosen", "2.10", "6.6", "2.2")
def test_an_ally_goes_to_the_storage_and_is_attached_again() -> None:
    row = "ansgar_the_dim!:grey_hound bren_of_the_ford~"
    game = alone(mp=2, row=row, hand="cold_steel")
    game.do(0, "summon", card="cold_steel", target=game["ansgar_the_dim"])
    assert game.piece("grey_hound").place == "storage"
    to = game["bren_of_the_ford"]
    game.do(0, "attach", ally=game["grey_hound"], to=to)
    assert (game.piece("grey_hound").place, game.piece("grey_hound").at) == ("attached", to)
    assert game.mps[0] == 0
    assert level(game, "bren_of_the_ford") == 3


@pytest.mark.rule("chosen", "6.6", "2.10")
def test_only_allies_of_the_own_storage_are_attached_and_to_own_adventurers() -> None:
    theirs = player(storage="hired_archer", row="bren_of_the_ford")
    game = Played(table(player(mp=1, storage="grey_hound hired_archer", row="hale_marrow"), theirs))
    to = game["hale_marrow"]
    last = max(p.n for p in game.state.present.values() if p.card == "hired_archer")
    first = game["hired_archer"]
    assert game.refused(0, "attach", ally=first, to=to) == ("TOO_FEW_MP", "6.6")
    assert last != first
    assert game.refused(0, "attach", ally=last, to=to) == ("NOT_IN_PLAY", "6.6")
    refused = game.refused(0, "attach", ally=game["grey_hound"], to=game["bren_of_the_ford"])
    assert refused == ("NO_TARGET", "6.1")


@pytest.mark.rule("chosen", "2.11")
def test_turning_rests_the_adventurer_and_uses_a_building_once_a_turn() -> None:
    game = alone(row="tolm_the_steward", buildings="house_of_maps")
    game.do(0, "use", card=game["tolm_the_steward"])
    assert game.mps[0] == 21
    assert game.piece("tolm_the_steward").awareness == "resting"
    game.do(0, "use", card=game["house_of_maps"])
    assert (game.mps[0], len(game.state.players[0].hand)) == (20, 1)
    assert game.refused(0, "use", card=game["house_of_maps"]) == ("USED", "6.5")
    game.do(0, "pass").do(1, "pass").do(0, "use", card=game["house_of_maps"])


@pytest.mark.rule("chosen", "2.11")
def test_one_shot_is_used_once_while_the_card_is_in_play() -> None:
    theirs = player(row="bren_of_the_ford sister_amity~")
    game = Played(table(player(mp=9, buildings="gallows_hill"), theirs))
    game.do(0, "use", card=game["gallows_hill"], target=game["bren_of_the_ford"]).quiet()
    assert game.state.players[1].past == ("bren_of_the_ford",)
    use = {"card": game["gallows_hill"], "target": game["sister_amity"]}
    assert game.refused(0, "use", **use) == ("USED", "6.5")
    game.do(0, "pass").do(1, "pass").quiet_until("act")
    while game.state.active != 0:
        game.let_pass()
    assert game.refused(0, "use", **use) == ("USED", "6.5"), "in the next turn too"


@pytest.mark.rule("chosen", "2.11")
def test_repeatable_is_used_as_often_as_it_is_paid() -> None:
    theirs = player(row="bren_of_the_ford the_twice_drowned")
    game = Played(table(player(mp=5, row="mother_cinder"), theirs))
    for card in ("bren_of_the_ford", "the_twice_drowned"):
        game.do(0, "use", card=game["mother_cinder"], target=game[card])
        assert game.piece(card).awareness == "injured"
    refused = game.refused(0, "use", card=game["mother_cinder"], target=game["the_twice_drowned"])
    assert refused == ("TOO_FEW_MP", "6.5")


@pytest.mark.rule("chosen", "2.11", "6.5")
def test_fight_and_sacrifice_are_used_in_a_manoeuvre_and_the_card_goes_to_the_past() -> None:
    theirs = player(tower="granary iron_gallery", row="bren_of_the_ford:hired_archer")
    game = Played(table(player(mp=5, row="ansgar_the_dim the_twice_drowned"), theirs))
    team = [game["ansgar_the_dim"]]
    game.do(0, "send_team", target=game["granary"], team=team)
    game.do(1, "obstruct", team=[game["bren_of_the_ford"]])
    away = game["the_twice_drowned"]
    archer = game["hired_archer"]
    assert game.asked == ("prepare", (1,))
    assert game.refused(1, "use", card=archer, target=away) == ("NO_TARGET", "6.1")
    game.do(1, "use", card=archer, target=team[0], dice=[1, 1, 1, 1])
    assert game.state.players[1].past == ("hired_archer",)
    assert game.told("fought")[0].initiating == 3 - 2 + 1
    assert game.piece("ansgar_the_dim").awareness == "injured"


@pytest.mark.rule("chosen", "2.12")
def test_constant_effects_work_at_once_without_a_timeline() -> None:
    theirs = player(tower="granary iron_gallery", buildings="masons_yard", mp=3, hand="cold_steel")
    game = Played(table(player(mp=5, row="ansgar_the_dim", hand="masons_yard"), theirs))
    siege = Manoeuvre(kind="siege", seat=0, team=(), target=game["granary"])
    assert wall(game.state, siege) == 2 + 1
    game.do(0, "summon", card="masons_yard")
    assert [event.kind for event in game.let_pass().events if event.kind == "triggered"] == []
    assert wall(game.state, siege) == 3, "the own yard is of no use to others"
